// Each gate has all that any of the calls waits for; a call uses what is its own.
#define _GNU_SOURCE
#include "CBlockingCalls.h"

// What is waited for here is the GNU C library's.
#if defined(__linux__)

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

/// Dispatch's, and the C++ library's for a static in a function, which have no header here.
void dispatch_once_f(long *predicate, void *context, void (*function)(void *context));
int __cxa_guard_acquire(uint64_t *guard);
void __cxa_guard_release(uint64_t *guard);

typedef struct {
  blocking_call call;
  sem_t signal, held, may_let_go;
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  bool is_open;
  pthread_rwlock_t lock;
  int event, epoll;
  pthread_once_t once;
  long predicate;
  uint64_t guard;
} gate;

static gate *at(blocking_gate handle) { return (gate *)handle.address; }

const char *blocking_call_name(blocking_call call) {
  static const char *const names[BLOCKING_CALLS] = {
      "sem_wait", "sem_timedwait", "sem_clockwait", "pthread_cond_timedwait",
      "pthread_cond_clockwait", "poll", "ppoll", "select", "pselect", "epoll_wait", "epoll_pwait",
      "pthread_mutex_timedlock", "pthread_mutex_clocklock", "pthread_rwlock_rdlock",
      "pthread_rwlock_timedrdlock", "pthread_rwlock_clockrdlock", "pthread_rwlock_wrlock",
      "pthread_rwlock_timedwrlock", "pthread_rwlock_clockwrlock", "pthread_once",
      "dispatch_once_f", "__cxa_guard_acquire"};
  return names[call];
}

bool blocking_call_is_simulated(blocking_call call) {
#if __has_feature(thread_sanitizer)
  return call != BLOCKING_CXA_GUARD;
#else
  return call < BLOCKING_CALLS;
#endif
}

bool blocking_call_is_lock(blocking_call call) { return call >= BLOCKING_MUTEX_TIMEDLOCK; }

bool blocking_call_has_limit(blocking_call call) {
  return call != BLOCKING_SEM_WAIT && call != BLOCKING_RDLOCK && call != BLOCKING_WRLOCK &&
         call < BLOCKING_PTHREAD_ONCE;
}

static bool has_descriptor(blocking_call call) {
  return call >= BLOCKING_POLL && call <= BLOCKING_EPOLL_PWAIT;
}

blocking_gate blocking_gate_make(blocking_call call) {
  gate *made = calloc(1, sizeof *made);
  if (!made) abort();
  made->call = call;
  sem_init(&made->signal, 0, 0);
  sem_init(&made->held, 0, 0);
  sem_init(&made->may_let_go, 0, 0);
  pthread_mutex_init(&made->mutex, NULL);
  pthread_cond_init(&made->condition, NULL);
  pthread_rwlock_init(&made->lock, NULL);
  if (has_descriptor(call)) {
    made->event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    made->epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event readable = {.events = EPOLLIN};
    if (epoll_ctl(made->epoll, EPOLL_CTL_ADD, made->event, &readable)) abort();
  }
  pthread_once_t once = PTHREAD_ONCE_INIT;
  made->once = once;
  return (blocking_gate){(uintptr_t)made};
}

void blocking_gate_free(blocking_gate handle) {
  gate *gate = at(handle);
  sem_destroy(&gate->signal);
  sem_destroy(&gate->held);
  sem_destroy(&gate->may_let_go);
  pthread_mutex_destroy(&gate->mutex);
  pthread_cond_destroy(&gate->condition);
  pthread_rwlock_destroy(&gate->lock);
  if (has_descriptor(gate->call)) {
    close(gate->event);
    close(gate->epoll);
  }
  free(gate);
}

static void stay(gate *gate) {
  sem_post(&gate->held);
  sem_wait(&gate->may_let_go);
}

/// What `pthread_once` calls has no context.
static _Thread_local gate *making;
static void make(void) {
  if (making) stay(making);
}
static void make_for(void *context) {
  if (context) stay(context);
}

static void make_once(gate *gate, bool stays) {
  making = stays ? gate : NULL;
  if (gate->call == BLOCKING_PTHREAD_ONCE) pthread_once(&gate->once, make);
  else if (gate->call == BLOCKING_DISPATCH_ONCE)
    dispatch_once_f(&gate->predicate, making, make_for);
  else if (__cxa_guard_acquire(&gate->guard)) {
    make();
    __cxa_guard_release(&gate->guard);
  }
}

void blocking_gate_hold(blocking_gate handle) {
  gate *gate = at(handle);
  uint64_t one = 1;
  switch (gate->call) {
  case BLOCKING_SEM_WAIT:
  case BLOCKING_SEM_TIMEDWAIT:
  case BLOCKING_SEM_CLOCKWAIT: sem_post(&gate->signal); break;
  case BLOCKING_COND_TIMEDWAIT:
  case BLOCKING_COND_CLOCKWAIT:
    pthread_mutex_lock(&gate->mutex);
    gate->is_open = true;
    pthread_cond_signal(&gate->condition);
    pthread_mutex_unlock(&gate->mutex);
    break;
  case BLOCKING_MUTEX_TIMEDLOCK:
  case BLOCKING_MUTEX_CLOCKLOCK:
    pthread_mutex_lock(&gate->mutex);
    stay(gate);
    pthread_mutex_unlock(&gate->mutex);
    break;
  case BLOCKING_RDLOCK:
  case BLOCKING_TIMEDRDLOCK:
  case BLOCKING_CLOCKRDLOCK:
    pthread_rwlock_wrlock(&gate->lock);
    stay(gate);
    pthread_rwlock_unlock(&gate->lock);
    break;
  case BLOCKING_WRLOCK:
  case BLOCKING_TIMEDWRLOCK:
  case BLOCKING_CLOCKWRLOCK:
    pthread_rwlock_rdlock(&gate->lock);
    stay(gate);
    pthread_rwlock_unlock(&gate->lock);
    break;
  case BLOCKING_PTHREAD_ONCE:
  case BLOCKING_DISPATCH_ONCE:
  case BLOCKING_CXA_GUARD: make_once(gate, true); break;
  default:
    if (write(gate->event, &one, sizeof one) != sizeof one) abort();
  }
}

void blocking_gate_await_held(blocking_gate handle) {
  if (blocking_call_is_lock(at(handle)->call)) sem_wait(&at(handle)->held);
}

void blocking_gate_let_go(blocking_gate handle) {
  if (blocking_call_is_lock(at(handle)->call)) sem_post(&at(handle)->may_let_go);
}

/// The instant of a clock so many milliseconds from now; a hundred years are for ever.
static struct timespec after(clockid_t clock, long milliseconds) {
  if (milliseconds < 0) milliseconds = 100L * 365 * 86400 * 1000;
  struct timespec time;
  clock_gettime(clock, &time);
  time.tv_sec += milliseconds / 1000;
  time.tv_nsec += milliseconds % 1000 * 1000000;
  if (time.tv_nsec >= 1000000000) {
    time.tv_sec++;
    time.tv_nsec -= 1000000000;
  }
  return time;
}

static bool pass_condition(gate *gate, clockid_t clock, long milliseconds) {
  struct timespec limit = after(clock, milliseconds);
  int error = 0;
  pthread_mutex_lock(&gate->mutex);
  while (!gate->is_open && error != ETIMEDOUT)
    error = gate->call == BLOCKING_COND_TIMEDWAIT
                ? pthread_cond_timedwait(&gate->condition, &gate->mutex, &limit)
                : pthread_cond_clockwait(&gate->condition, &gate->mutex, clock, &limit);
  bool is_open = gate->is_open;
  gate->is_open = false;
  pthread_mutex_unlock(&gate->mutex);
  return is_open;
}

static int wait_for_descriptor(gate *gate, long milliseconds) {
  struct pollfd polled = {.fd = gate->event, .events = POLLIN};
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  struct timeval same = {milliseconds / 1000, milliseconds % 1000 * 1000};
  struct epoll_event event;
  fd_set readable;
  FD_ZERO(&readable);
  FD_SET(gate->event, &readable);
  int count = gate->event + 1, limit = milliseconds < 0 ? -1 : (int)milliseconds;
  switch (gate->call) {
  case BLOCKING_POLL: return poll(&polled, 1, limit);
  case BLOCKING_PPOLL: return ppoll(&polled, 1, limit < 0 ? NULL : &time, NULL);
  case BLOCKING_SELECT:
    return select(count, &readable, NULL, NULL, limit < 0 ? NULL : &same) > 0 &&
           FD_ISSET(gate->event, &readable);
  case BLOCKING_PSELECT:
    return pselect(count, &readable, NULL, NULL, limit < 0 ? NULL : &time, NULL);
  case BLOCKING_EPOLL_WAIT: return epoll_wait(gate->epoll, &event, 1, limit);
  default: return epoll_pwait(gate->epoll, &event, 1, limit, NULL);
  }
}

static bool pass_descriptor(gate *gate, long milliseconds) {
  uint64_t count;
  return wait_for_descriptor(gate, milliseconds) == 1 &&
         read(gate->event, &count, sizeof count) == sizeof count;
}

static int take_lock(gate *gate, long milliseconds) {
  struct timespec wall = after(CLOCK_REALTIME, milliseconds);
  struct timespec steady = after(CLOCK_MONOTONIC, milliseconds);
  switch (gate->call) {
  case BLOCKING_RDLOCK: return pthread_rwlock_rdlock(&gate->lock);
  case BLOCKING_TIMEDRDLOCK: return pthread_rwlock_timedrdlock(&gate->lock, &wall);
  case BLOCKING_CLOCKRDLOCK:
    return pthread_rwlock_clockrdlock(&gate->lock, CLOCK_MONOTONIC, &steady);
  case BLOCKING_WRLOCK: return pthread_rwlock_wrlock(&gate->lock);
  case BLOCKING_TIMEDWRLOCK: return pthread_rwlock_timedwrlock(&gate->lock, &wall);
  default: return pthread_rwlock_clockwrlock(&gate->lock, CLOCK_MONOTONIC, &steady);
  }
}

static bool pass_lock(gate *gate, long milliseconds) {
  if (take_lock(gate, milliseconds)) return false;
  pthread_rwlock_unlock(&gate->lock);
  return true;
}

static bool pass_mutex(gate *gate, long milliseconds) {
  clockid_t clock =
      gate->call == BLOCKING_MUTEX_TIMEDLOCK ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  struct timespec limit = after(clock, milliseconds);
  int error = gate->call == BLOCKING_MUTEX_TIMEDLOCK
                  ? pthread_mutex_timedlock(&gate->mutex, &limit)
                  : pthread_mutex_clocklock(&gate->mutex, clock, &limit);
  if (error) return false;
  pthread_mutex_unlock(&gate->mutex);
  return true;
}

bool blocking_gate_pass(blocking_gate handle, long milliseconds) {
  gate *gate = at(handle);
  struct timespec wall = after(CLOCK_REALTIME, milliseconds);
  struct timespec steady = after(CLOCK_MONOTONIC, milliseconds);
  switch (gate->call) {
  case BLOCKING_SEM_WAIT: return !sem_wait(&gate->signal);
  case BLOCKING_SEM_TIMEDWAIT: return !sem_timedwait(&gate->signal, &wall);
  case BLOCKING_SEM_CLOCKWAIT: return !sem_clockwait(&gate->signal, CLOCK_MONOTONIC, &steady);
  case BLOCKING_COND_TIMEDWAIT: return pass_condition(gate, CLOCK_REALTIME, milliseconds);
  case BLOCKING_COND_CLOCKWAIT: return pass_condition(gate, CLOCK_MONOTONIC, milliseconds);
  case BLOCKING_MUTEX_TIMEDLOCK:
  case BLOCKING_MUTEX_CLOCKLOCK: return pass_mutex(gate, milliseconds);
  case BLOCKING_PTHREAD_ONCE:
  case BLOCKING_DISPATCH_ONCE:
  case BLOCKING_CXA_GUARD: make_once(gate, false); return true;
  default:
    return blocking_call_is_lock(gate->call) ? pass_lock(gate, milliseconds)
                                             : pass_descriptor(gate, milliseconds);
  }
}

void blocking_gate_take_twice(blocking_gate handle) {
  pthread_rwlock_rdlock(&at(handle)->lock);
  pthread_rwlock_wrlock(&at(handle)->lock);
}

#endif
