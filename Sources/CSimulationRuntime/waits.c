// Waiting inside an event: the thread gives the baton on, other events run, and it goes on when
// what it waits for is there, or when its deadline has come in virtual time.
#include "internal.h"

#include <errno.h>

bool sluice_may_block(void) {
  return sluice_is_capturing() && sluice_current_simulation->is_in_event;
}

bool sluice_block(sluice_wait *wait) {
  sluice_simulation *simulation = sluice_current_simulation;
  wait->frames = sluice_current_frame;
  wait->thread = sluice_baton_self();
  if (wait->deadline > simulation->now) simulation->block(simulation->owner, wait);
  return wait->is_granted;
}

bool sluice_wait_take(sluice_wait *wait) {
  if (!wait->is_granted && wait->take) wait->is_granted = wait->take(wait->object);
  return wait->is_granted;
}

sluice_event sluice_wait_event(sluice_wait *wait) {
  return (sluice_event){.function = sluice_wake, .context = wait};
}

void sluice_wake(void *context) {
  sluice_wait *wait = context;
  sluice_simulation *simulation = sluice_current_simulation;
  // It was let onto the queue that it stood in line for.
  if (wait->is_in_line) wait->is_granted = true;
  simulation->wake(simulation->owner, wait);
  sluice_baton_resume(simulation, wait->thread);
}

static bool take_semaphore(void *semaphore) {
  return !sluice_original.dispatch_semaphore_wait(semaphore, 0);
}

INTERPOSED intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t timeout) {
  note_use_of_queues();
  if (!sluice_may_block()) return sluice_original.dispatch_semaphore_wait(semaphore, timeout);
  intptr_t result = sluice_original.dispatch_semaphore_wait(semaphore, 0);
  if (!result || !timeout) return result;
  sluice_wait wait = {
      .what = "semaphore",
      .object = semaphore,
      .take = take_semaphore,
      .deadline = sluice_decode_time(sluice_current_simulation, timeout)};
  return sluice_block(&wait) ? 0 : result;
}

INTERPOSED intptr_t dispatch_semaphore_signal(void *semaphore) {
  note_use_of_queues();
  return sluice_original.dispatch_semaphore_signal(semaphore);
}

static bool take_mutex(void *mutex) { return pthread_mutex_trylock(mutex) != EBUSY; }

/// Locks a mutex that another thread of the simulation may hold while it waits.
static void lock_again(pthread_mutex_t *mutex) {
  if (take_mutex(mutex)) return;
  sluice_wait wait = {.what = "lock", .object = mutex, .take = take_mutex, .deadline = NEVER};
  sluice_block(&wait);
}

/// Waits for a condition; returns whether it was signalled.
static bool wait_for_condition(
    pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t deadline) {
  note_use_of_queues();
  pthread_mutex_unlock(mutex);
  sluice_wait wait = {.what = "condition", .object = condition, .deadline = deadline};
  bool is_signalled = sluice_block(&wait);
  lock_again(mutex);
  return is_signalled;
}

INTERPOSED int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  if (!sluice_may_block()) return sluice_original.pthread_cond_wait(condition, mutex);
  wait_for_condition(condition, mutex, NEVER);
  return 0;
}

/// A condition's clock can't be asked for; the two virtual ones are decades apart.
static int64_t deadline_of(const struct timespec *time) {
  int64_t limit = NEVER / NANOSECONDS_PER_SECOND - 1;
  int64_t seconds = time->tv_sec > limit ? limit : time->tv_sec;
  int64_t instant = seconds * NANOSECONDS_PER_SECOND + time->tv_nsec;
  return instant - (instant > WALL_ORIGIN / 2 ? WALL_ORIGIN : MONOTONIC_ORIGIN);
}

INTERPOSED int pthread_cond_timedwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time) {
  if (!sluice_may_block()) return sluice_original.pthread_cond_timedwait(condition, mutex, time);
  return wait_for_condition(condition, mutex, deadline_of(time)) ? 0 : ETIMEDOUT;
}

static void signal_condition(pthread_cond_t *condition, bool is_for_all) {
  sluice_simulation *simulation = sluice_current_simulation;
  note_use_of_queues();
  if (simulation) simulation->signal(simulation->owner, condition, is_for_all);
}

INTERPOSED int pthread_cond_signal(pthread_cond_t *condition) {
  signal_condition(condition, false);
  return sluice_original.pthread_cond_signal(condition);
}

INTERPOSED int pthread_cond_broadcast(pthread_cond_t *condition) {
  signal_condition(condition, true);
  return sluice_original.pthread_cond_broadcast(condition);
}
