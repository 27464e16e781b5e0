// What a call costs outside of a simulation: the interposed function, and the original by itself.
//
// Both are called by their addresses, in turns of a few milliseconds, each as often as the other;
// what is shown is the fastest turn of each, which is the one that nothing disturbed.
#define _GNU_SOURCE
#include <dispatch/dispatch.h>
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { TURNS = 41 };
static int64_t (*real_clock)(clockid_t, struct timespec *);

static double nanoseconds(void) {
  struct timespec now;
  real_clock(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static dispatch_queue_t queue;
static dispatch_semaphore_t semaphore;
static dispatch_group_t group;
static dispatch_io_t channel;
static char bytes[64];

static sem_t counter;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int epoll;

/// As much of a task as is looked at, which has begun to run nowhere.
static char task[256];

static void make(void) {}
static void nothing(void *context) { (void)context; }

/// One way to call a function: `count` times, by an address.
typedef void (*caller)(void *function, int count);

/// Defines a caller whose `f` has a type, with what belongs before the loop, in it and behind it.
#define CALLER(name, type, before, call, after)                     \
  static void name(void *function, int count) {                     \
    __typeof__(type) *volatile address = (__typeof__(type) *)function; \
    __typeof__(type) *f = address;                                  \
    before;                                                         \
    for (int index = 0; index < count; index++) call;               \
    after;                                                          \
  }

CALLER(call_clock, clock_gettime, struct timespec now, f(CLOCK_MONOTONIC, &now), )
CALLER(call_gettimeofday, gettimeofday, struct timeval now, f(&now, NULL), )
CALLER(call_time, time, , f(NULL), )
CALLER(call_timespec, timespec_get, struct timespec now, f(&now, TIME_UTC), )
CALLER(call_nanosleep, nanosleep, struct timespec none = {0}, f(&none, NULL), )
CALLER(call_usleep, usleep, , f(0), )
CALLER(call_lock, pthread_mutex_lock, , (f(&mutex), pthread_mutex_unlock(&mutex)), )
CALLER(call_signal, pthread_cond_signal, , f(&condition), )
CALLER(call_broadcast, pthread_cond_broadcast, , f(&condition), )
CALLER(call_async, dispatch_async_f, , f(queue, NULL, nothing), dispatch_sync_f(queue, NULL, nothing))
CALLER(call_sync, dispatch_sync_f, , f(queue, NULL, nothing), )
CALLER(call_semaphore, dispatch_semaphore_signal, ,
       (f(semaphore), dispatch_semaphore_wait(semaphore, 0)), )
CALLER(call_wait, dispatch_semaphore_wait, , f(semaphore, 0), )
CALLER(call_enter, dispatch_group_enter, , (f(group), dispatch_group_leave(group)), )
CALLER(call_group_wait, dispatch_group_wait, , f(group, 0), )
CALLER(call_specific, dispatch_get_specific, , f(&mutex), )
CALLER(call_suspend, dispatch_suspend, , (f(queue), dispatch_resume(queue)), )
CALLER(call_water, dispatch_io_set_high_water, , f(channel, 1024),
       dispatch_io_barrier(channel, ^{ }))
CALLER(call_post, sem_post, , (f(&counter), sem_trywait(&counter)), )
CALLER(call_rdlock, pthread_rwlock_rdlock, , (f(&lock), pthread_rwlock_unlock(&lock)), )
CALLER(call_once, pthread_once, , f(&once, make), )
CALLER(call_epoll, epoll_wait, struct epoll_event event, f(epoll, &event, 1, 0), )
CALLER(call_read, read, , f(0, bytes, 1), )
CALLER(call_poll, poll, , f(NULL, 0, 0), )
CALLER(call_select, select, struct timeval none = {0}, f(0, NULL, NULL, NULL, &none), )
CALLER(call_getrandom, getrandom, , f(bytes, 8, 0), )
CALLER(call_getentropy, getentropy, , f(bytes, 8), )
CALLER(call_arc4random, uint32_t(void), , f(), )
CALLER(call_stdlib_random, void(void *, size_t), , f(bytes, 8), )
CALLER(call_enter_task, void(char *), , f(task + 80), )
CALLER(call_syscall, long(long, ...), , f(SYS_getppid), )

static const struct {
  const char *name;
  caller call;
  int count;
} calls[] = {
    {"clock_gettime", call_clock, 100000},
    {"gettimeofday", call_gettimeofday, 100000},
    {"time", call_time, 1000000},
    {"timespec_get", call_timespec, 100000},
    {"nanosleep", call_nanosleep, 100},
    {"usleep", call_usleep, 100},
    {"pthread_mutex_lock", call_lock, 300000},
    {"pthread_cond_signal", call_signal, 1000000},
    {"pthread_cond_broadcast", call_broadcast, 1000000},
    {"dispatch_async_f", call_async, 10000},
    {"dispatch_sync_f", call_sync, 100000},
    {"dispatch_semaphore_signal", call_semaphore, 300000},
    {"dispatch_semaphore_wait", call_wait, 300000},
    {"dispatch_group_enter", call_enter, 200000},
    {"dispatch_group_wait", call_group_wait, 1000000},
    {"dispatch_get_specific", call_specific, 1000000},
    {"dispatch_suspend", call_suspend, 100000},
    {"dispatch_io_set_high_water", call_water, 10000},
    {"sem_post", call_post, 300000},
    {"pthread_rwlock_rdlock", call_rdlock, 300000},
    {"pthread_once", call_once, 1000000},
    {"epoll_wait", call_epoll, 20000},
    {"read", call_read, 20000},
    {"poll", call_poll, 20000},
    {"select", call_select, 20000},
    {"getrandom", call_getrandom, 20000},
    {"getentropy", call_getentropy, 20000},
    {"arc4random", call_arc4random, 20000},
    {"swift_stdlib_random", call_stdlib_random, 20000},
    {"swift_task_enterThreadLocalContext", call_enter_task, 1000000},
    {"syscall", call_syscall, 50000},
};

static double turn(caller call, void *function, int count) {
  double begin = nanoseconds();
  call(function, count);
  return (nanoseconds() - begin) / count;
}

static double least(double one, double other) { return one < other ? one : other; }

int main(void) {
  *(void **)&real_clock = dlsym(RTLD_NEXT, "clock_gettime");
  queue = dispatch_queue_create("measured", NULL);
  semaphore = dispatch_semaphore_create(0);
  group = dispatch_group_create();
  sem_init(&counter, 0, 0);
  epoll = epoll_create1(0);
  channel = dispatch_io_create(DISPATCH_IO_STREAM, 0, queue, ^(int error) { (void)error; });
  printf("%-28s %10s %10s %8s\n", "ns a call", "original", "interposed", "more");
  for (size_t index = 0; index < sizeof calls / sizeof *calls; index++) {
    void *original = dlsym(RTLD_NEXT, calls[index].name);
    void *interposed = dlsym(RTLD_DEFAULT, calls[index].name);
    if (!original || !interposed || original == interposed) {
      printf("%-28s is not interposed\n", calls[index].name);
      return 1;
    }
    double before = 1e18, after = 1e18;
    for (int each = 0; each < TURNS; each++) {
      before = least(before, turn(calls[index].call, original, calls[index].count));
      after = least(after, turn(calls[index].call, interposed, calls[index].count));
    }
    printf("%-28s %10.1f %10.1f %8.1f\n", calls[index].name, before, after, after - before);
  }
  return 0;
}
