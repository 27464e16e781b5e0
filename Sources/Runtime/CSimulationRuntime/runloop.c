// Run loops of Foundation's, on a thread that simulates. One waits by `ppoll` for descriptors, of
// which one is a timer with the loop's next date: that date is kept here, in virtual time, and the
// wait is one like any other.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/timerfd.h>

/// The date of a timer descriptor, of which there is one for each mode of a run loop.
typedef struct {
  int descriptor;
  uint32_t simulation;
  sluice_idle_work work;
} timer_date;

static timer_date *dates;
static int date_count, date_capacity;

/// Only the thread with the turn is here. One simulation follows another, so a date belongs to the
/// one that set it.
static void set_date(int descriptor, int64_t deadline, const void *caller) {
  int index = 0;
  while (index < date_count && dates[index].descriptor != descriptor) index++;
  if (index == date_capacity) {
    date_capacity = date_capacity ? date_capacity * 2 : 16;
    dates = realloc(dates, date_capacity * sizeof *dates);
    if (!dates) abort();
  }
  if (index == date_count) date_count++;
  dates[index].descriptor = descriptor;
  dates[index].simulation = sluice_current_simulation->identifier;
  sluice_idle_work *work = &dates[index].work;
  work->due = deadline;
  work->label = sluice_current_simulation->label;
  work->caller_count = sluice_callers(caller, work->callers, SLUICE_CALLERS);
}

INTERPOSED int timerfd_settime(
    int descriptor, int flags, const struct itimerspec *new, struct itimerspec *old) {
  sluice_simulation *simulation = sluice_current_simulation;
  if (!sluice_is_capturing())
    return ORIGINAL(timerfd_settime)(descriptor, flags, new, old);
  int64_t value = new->it_value.tv_sec * NANOSECONDS_PER_SECOND + new->it_value.tv_nsec;
  int64_t base = flags & TFD_TIMER_ABSTIME ? -MONOTONIC_ORIGIN : simulation->now;
  const void *adder = sluice_timer_adder();
  set_date(
      descriptor, value ? value + base : NEVER, adder ? adder : __builtin_return_address(0));
  struct itimerspec never = {0};
  return sluice_original.timerfd_settime(descriptor, 0, &never, old);
}

/// Has the real timers fire whose dates have come.
static void fire_due(void) {
  sluice_simulation *simulation = sluice_current_simulation;
  for (int index = 0; index < date_count; index++) {
    if (dates[index].simulation != simulation->identifier) continue;
    if (dates[index].work.due > simulation->now) continue;
    dates[index].work.due = NEVER;
    struct itimerspec at_once = {.it_value = {.tv_nsec = 1}};
    sluice_original.timerfd_settime(dates[index].descriptor, 0, &at_once, NULL);
    // A nanosecond of real time, and what the kernel takes to notice.
    struct pollfd timer = {.fd = dates[index].descriptor, .events = POLLIN};
    struct timespec limit = {.tv_sec = 1};
    sluice_original.ppoll(&timer, 1, &limit, NULL);
  }
}

static int64_t next_date(void) {
  int64_t next = NEVER;
  for (int index = 0; index < date_count; index++)
    if (dates[index].simulation == sluice_current_simulation->identifier &&
        dates[index].work.due < next)
      next = dates[index].work.due;
  return next;
}

static bool look_now(void *context) {
  sluice_look *wanted = context;
  int error = errno;
  fire_due();
  wanted->result = wanted->look(wanted->call);
  wanted->error = errno;
  errno = error;
  return wanted->result != 0;
}

int sluice_await_descriptors(sluice_look *wanted, int64_t limit) {
  sluice_simulation *simulation = sluice_current_simulation;
  note_use_of_queues();
  while (!look_now(wanted) && simulation->now < limit) {
    int64_t date = next_date();
    sluice_wait wait = {
        .what = wanted->what,
        .object = wanted,
        .take = look_now,
        .caller = wanted->caller,
        .deadline = date < limit ? date : limit};
    sluice_block(&wait);
    if (wait.is_granted) break;
  }
  if (wanted->result < 0) errno = wanted->error;
  return wanted->result;
}

typedef struct {
  struct pollfd *descriptors;
  nfds_t count;
} ppoll_call;

static int look_at_polled(void *context) {
  const ppoll_call *call = context;
  struct timespec none = {0};
  return sluice_original.ppoll(call->descriptors, call->count, &none, NULL);
}

INTERPOSED int ppoll(
    struct pollfd *descriptors, nfds_t count, const struct timespec *timeout,
    const sigset_t *signals) {
  if ((timeout && !sluice_is_duration(timeout)) || !sluice_may_block())
    return ORIGINAL(ppoll)(descriptors, count, timeout, signals);
  const void *caller = __builtin_return_address(0);
  ppoll_call call = {descriptors, count};
  bool is_loop = sluice_is_of_foundation(caller);
  sluice_look wanted = {
      .look = look_at_polled,
      .call = &call,
      .what = is_loop ? "runLoop" : "descriptor",
      .caller = is_loop ? NULL : caller};
  return sluice_await_descriptors(&wanted, sluice_instant_after(timeout));
}

bool sluice_idle_timer(const sluice_simulation *simulation, sluice_idle_work *work) {
  int64_t next = NEVER;
  for (int index = 0; index < date_count; index++) {
    if (dates[index].simulation != simulation->identifier) continue;
    if (dates[index].work.due >= next) continue;
    next = dates[index].work.due;
    *work = dates[index].work;
  }
  return next != NEVER;
}

#endif
