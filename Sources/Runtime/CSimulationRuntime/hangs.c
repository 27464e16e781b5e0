// The location of a hang: where a thread is that runs an event without end. Another thread
// interrupts it by a signal. The signal's handler writes down the return addresses, and the other
// thread finds their names. Where nothing is simulated, the thread that drives a subject is asked.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <errno.h>
#include <execinfo.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

/// How long a thread may take to answer, in seconds: one that can't be interrupted is not asked on.
enum { PATIENCE = 1 };

/// The thread that runs events, or has run the last one.
static pid_t running;
/// The thread that drives a subject without simulating anything.
static pid_t driving;
static _Thread_local pid_t this_thread;

static pid_t number_of_this_thread(void) {
  if (!this_thread) this_thread = gettid();
  return this_thread;
}

void sluice_note_running(void) {
  __atomic_store_n(&running, number_of_this_thread(), __ATOMIC_RELAXED);
}

int sluice_hang_location_begin(void) {
  sluice_let_ask();
  pid_t number = number_of_this_thread();
  __atomic_store_n(&driving, number, __ATOMIC_RELAXED);
  return number;
}

void sluice_hang_location_end(void) { __atomic_store_n(&driving, 0, __ATOMIC_RELAXED); }

int sluice_thread_of_events(void) { return __atomic_load_n(&running, __ATOMIC_RELAXED); }
int sluice_thread_of_driver(void) { return __atomic_load_n(&driving, __ATOMIC_RELAXED); }

/// Held by the thread that asks.
static pthread_mutex_t asking = PTHREAD_MUTEX_INITIALIZER;
/// The thread that is to answer; 0 once it has begun to answer, or the asker has given up.
static pid_t asked;
static sluice_stack told;
static sem_t is_told;

static void *interrupted(const ucontext_t *context) {
#if defined(__x86_64__)
  return (void *)context->uc_mcontext.gregs[REG_RIP];
#else
  return (void *)context->uc_mcontext.pc;
#endif
}

void sluice_prepare_stacks(void) {
  void *address;
  backtrace(&address, 1);
}

void sluice_take_stack(sluice_stack *stack, const void *context) {
  __atomic_store_n(&stack->interrupted_at, interrupted(context), __ATOMIC_RELAXED);
  // As in sluice_callers.
  sluice_simulation *simulation = sluice_enter(NULL);
  int depth = backtrace(stack->addresses, SLUICE_DEEPEST_STACK);
  sluice_enter(simulation);
  __atomic_store_n(&stack->depth, depth, __ATOMIC_RELEASE);
}

size_t sluice_read_stack(const sluice_stack *stack, uintptr_t *found, size_t capacity) {
  // The handler itself and what called it come before what was interrupted.
  int first = 0, depth = __atomic_load_n(&stack->depth, __ATOMIC_ACQUIRE);
  const void *innermost = __atomic_load_n(&stack->interrupted_at, __ATOMIC_RELAXED);
  while (first < depth && stack->addresses[first] != innermost) first++;
  size_t count = 0;
  for (int index = first; index < depth && count < capacity; index++) {
    // A return address may be the first of the next function; what was interrupted is none.
    uintptr_t address = (uintptr_t)stack->addresses[index] - (index > first);
    if (!sluice_is_of_system((const void *)address)) found[count++] = address;
  }
  return count;
}

/// The thread whose next async call is told; 0 once it is, or the asker has given up.
static pid_t followed;
static uintptr_t call_told;

/// Takes a question back; true for the first of the asker and the asked thread.
static bool take(pid_t *question, pid_t thread) {
  return __atomic_compare_exchange_n(
      question, &thread, 0, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/// On the thread that is asked; a signal that comes too late finds no question. What it calls must
/// leave no trace in a simulation: a clock outside says when a question comes, and it may change
/// no course.
static void tell(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)info;
  int error = errno;
  if (!take(&asked, number_of_this_thread())) return;
  sluice_take_stack(&told, context);
  sluice_original.sem_post(&is_told);
  errno = error;
}

/// Hardly anybody uses the last but a few of the real-time signals.
static int signal_number(void) { return SIGRTMAX - 5; }

/// A thread inherits what its creator blocks, and a worker of Dispatch's blocks everything.
void sluice_let_ask(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, signal_number());
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

static void install(void) {
  static bool is_installed;
  if (is_installed) return;
  is_installed = true;
  sem_init(&is_told, 0, 0);
  sluice_prepare_stacks();
  struct sigaction action = {
      .sa_sigaction = tell, .sa_flags = SA_RESTART | SA_ONSTACK | SA_SIGINFO};
  sigemptyset(&action.sa_mask);
  sigaction(signal_number(), &action, NULL);
}

/// Waits until a thread has answered a question; false if it does not begin to in time.
static bool wait_for_answer(pid_t *question, pid_t thread) {
  struct timespec limit;
  sluice_original.clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += PATIENCE;
  while (sluice_original.sem_timedwait(&is_told, &limit)) {
    if (errno == EINTR) continue;
    if (take(question, thread)) return false;
    // It has begun to answer, and does nothing else until it has.
    limit.tv_sec += PATIENCE;
  }
  return true;
}

static bool ask(pid_t thread) {
  __atomic_store_n(&asked, thread, __ATOMIC_RELEASE);
  if (!sluice_original.syscall(SYS_tgkill, getpid(), thread, signal_number()))
    return wait_for_answer(&asked, thread);
  take(&asked, thread);
  return false;
}

ptrdiff_t sluice_hang_location(int thread, uintptr_t *found, size_t capacity) {
  if (!thread) return -1;
  sluice_original.pthread_mutex_lock(&asking);
  install();
  ptrdiff_t count = ask(thread) ? (ptrdiff_t)sluice_read_stack(&told, found, capacity) : -1;
  pthread_mutex_unlock(&asking);
  return count;
}

/// On the thread that is followed. The caller's address is in the function that makes the call.
static void tell_call(const void *caller) {
  if (!this_thread || sluice_is_of_system(caller) || !take(&followed, this_thread)) return;
  call_told = (uintptr_t)caller - 1;
  sluice_original.sem_post(&is_told);
}

/// Each async call begins with the memory for the called function. An async function that never
/// suspends is on the stack for a moment only, so its thread itself tells where it makes a call.
INTERPOSED SWIFT_CALL void *swift_task_alloc(size_t size) {
  if (__atomic_load_n(&followed, __ATOMIC_RELAXED)) tell_call(__builtin_return_address(0));
  return ORIGINAL(task_alloc)(size);
}

uintptr_t sluice_next_async_call(int thread) {
  if (!thread) return 0;
  sluice_original.pthread_mutex_lock(&asking);
  install();
  __atomic_store_n(&followed, thread, __ATOMIC_RELEASE);
  uintptr_t call = wait_for_answer(&followed, thread) ? call_told : 0;
  pthread_mutex_unlock(&asking);
  return call;
}

#endif
