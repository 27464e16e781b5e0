// Waiting for descriptors. What they tell of is outside the simulation, or is written by another of
// its events: those run meanwhile, and a limit is one of virtual time. Without a descriptor it is a
// sleep by another name. What run loops do is in `runloop.c`.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/time.h>

/// The instant until which a call waits that takes milliseconds, negative for ever.
static int64_t limit_of(int milliseconds) {
  if (milliseconds < 0) return NEVER;
  return sluice_current_simulation->now + milliseconds * 1000000LL;
}

/// Sleeps in virtual time.
static int sleep_for(int64_t seconds, int64_t nanoseconds) {
  struct timespec time = {.tv_sec = seconds, .tv_nsec = nanoseconds};
  return nanosleep(&time, NULL);
}

static int wait_for(
    int (*look)(void *call), void *call, int64_t limit, const void *caller) {
  sluice_look wanted = {.look = look, .call = call, .what = "descriptor", .caller = caller};
  return sluice_await_descriptors(&wanted, limit);
}

typedef struct {
  struct pollfd *descriptors;
  unsigned long count;
} poll_call;

static int look_at_polled(void *context) {
  poll_call *call = context;
  return sluice_original.poll(call->descriptors, call->count, 0);
}

INTERPOSED int poll(struct pollfd *descriptors, unsigned long count, int milliseconds) {
  if (!count && milliseconds > 0 && sluice_is_capturing())
    return sleep_for(milliseconds / 1000, milliseconds % 1000 * 1000000LL);
  if (!milliseconds || !sluice_may_block())
    return ORIGINAL(poll)(descriptors, count, milliseconds);
  poll_call call = {descriptors, count};
  return wait_for(look_at_polled, &call, limit_of(milliseconds), __builtin_return_address(0));
}

/// The sets that are waited for, and those in which the answer is.
typedef struct {
  int count;
  fd_set *answers[3], wanted[3];
} select_call;

static int look_at_selected(void *context) {
  select_call *call = context;
  struct timeval none = {0};
  for (int index = 0; index < 3; index++)
    if (call->answers[index]) *call->answers[index] = call->wanted[index];
  return sluice_original.select(
      call->count, call->answers[0], call->answers[1], call->answers[2], &none);
}

static int wait_for_selected(
    int count, fd_set *readable, fd_set *writable, fd_set *failed, int64_t limit,
    const void *caller) {
  select_call call = {count, {readable, writable, failed}, {}};
  for (int index = 0; index < 3; index++)
    if (call.answers[index]) call.wanted[index] = *call.answers[index];
  return wait_for(look_at_selected, &call, limit, caller);
}

/// Larger sets than the type has room for are taken as they are, by the real call.
static bool may_wait_for_selected(int count) {
  return count >= 0 && count <= FD_SETSIZE && sluice_may_block();
}

INTERPOSED int select(
    int count, fd_set *restrict readable, fd_set *restrict writable, fd_set *restrict failed,
    struct timeval *restrict timeout) {
  bool is_time = timeout && timeout->tv_sec >= 0 && timeout->tv_usec >= 0 &&
                 timeout->tv_usec < 1000000;
  if (!count && is_time && sluice_is_capturing()) {
    int result = sleep_for(timeout->tv_sec, timeout->tv_usec * 1000LL);
    *timeout = (struct timeval){0};
    return result;
  }
  if ((timeout && !is_time) || !may_wait_for_selected(count))
    return ORIGINAL(select)(count, readable, writable, failed, timeout);
  struct timespec time = {0};
  if (timeout) time = (struct timespec){timeout->tv_sec, timeout->tv_usec * 1000};
  int64_t limit = sluice_instant_after(timeout ? &time : NULL);
  int result = wait_for_selected(
      count, readable, writable, failed, limit, __builtin_return_address(0));
  if (!timeout) return result;
  // Linux leaves there what is left of the time.
  int64_t left = limit - sluice_current_simulation->now;
  *timeout = (struct timeval){left / NANOSECONDS_PER_SECOND, left % NANOSECONDS_PER_SECOND / 1000};
  return result;
}

INTERPOSED int pselect(
    int count, fd_set *restrict readable, fd_set *restrict writable, fd_set *restrict failed,
    const struct timespec *restrict timeout, const sigset_t *restrict signals) {
  if ((timeout && !sluice_is_duration(timeout)) || !may_wait_for_selected(count))
    return ORIGINAL(pselect)(count, readable, writable, failed, timeout, signals);
  return wait_for_selected(
      count, readable, writable, failed, sluice_instant_after(timeout),
      __builtin_return_address(0));
}

typedef struct {
  int queue, capacity;
  struct epoll_event *events;
} epoll_call;

static int look_at_queue(void *context) {
  epoll_call *call = context;
  return sluice_original.epoll_wait(call->queue, call->events, call->capacity, 0);
}

INTERPOSED int epoll_wait(int queue, struct epoll_event *events, int capacity, int milliseconds) {
  if (!milliseconds || !sluice_may_block())
    return ORIGINAL(epoll_wait)(queue, events, capacity, milliseconds);
  epoll_call call = {queue, capacity, events};
  return wait_for(look_at_queue, &call, limit_of(milliseconds), __builtin_return_address(0));
}

INTERPOSED int epoll_pwait(
    int queue, struct epoll_event *events, int capacity, int milliseconds,
    const sigset_t *signals) {
  if (!milliseconds || !sluice_may_block())
    return ORIGINAL(epoll_pwait)(queue, events, capacity, milliseconds, signals);
  epoll_call call = {queue, capacity, events};
  return wait_for(look_at_queue, &call, limit_of(milliseconds), __builtin_return_address(0));
}

#endif
