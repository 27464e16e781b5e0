// Waiting for conditions inside an event. No thread of a simulation waits for one for real, so
// signals are handed to it here: by the simulation, or by a thread of nobody's.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <errno.h>

/// A thread that waits for a condition, as threads outside may see it.
typedef struct waiter {
  pthread_cond_t *condition;
  sluice_simulation *simulation;
  /// Whether a signal from outside has come that nobody has taken. It is the condition's: whoever
  /// waits for that takes it, the first one first.
  bool is_signalled;
  struct waiter *next;
} waiter;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// In the order in which they began to wait.
static waiter *first;
/// Whether there is any: looked at without the lock in every signal.
static bool has_waiters;

/// Takes a waiter out, if it is there. Must be called with the lock held.
static void take_out(const waiter *unwanted) {
  waiter **link = &first;
  while (*link && *link != unwanted) link = &(*link)->next;
  if (*link) *link = unwanted->next;
  __atomic_store_n(&has_waiters, first, __ATOMIC_RELAXED);
}

static void begin_to_wait(waiter *this) {
  sluice_original.pthread_mutex_lock(&lock);
  waiter **end = &first;
  while (*end) end = &(*end)->next;
  *end = this;
  __atomic_store_n(&has_waiters, true, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&lock);
}

/// Leaves a signal from outside to the next one who waits for the condition, if there is one. Must
/// be called with the lock held.
static void hand_on(const waiter *done) {
  waiter *each = first;
  while (each && (each->condition != done->condition || each->is_signalled)) each = each->next;
  if (each) each->is_signalled = true;
}

/// Returns whether a signal has come for the thread: it needs one, and two may have.
static bool end_to_wait(const waiter *this, bool is_granted) {
  sluice_original.pthread_mutex_lock(&lock);
  take_out(this);
  if (is_granted && this->is_signalled) hand_on(this);
  pthread_mutex_unlock(&lock);
  return is_granted || this->is_signalled;
}

void sluice_forget_conditions(const sluice_simulation *simulation) {
  sluice_original.pthread_mutex_lock(&lock);
  for (waiter *each = first, *next; each; each = next) {
    next = each->next;
    if (each->simulation == simulation) take_out(each);
  }
  pthread_mutex_unlock(&lock);
}

/// On a thread that doesn't simulate. It holds the mutex, or the waiter may miss the signal, as it
/// may elsewhere.
static void signal_from_outside(pthread_cond_t *condition, bool is_for_all) {
  if (!__atomic_load_n(&has_waiters, __ATOMIC_RELAXED)) return;
  sluice_original.pthread_mutex_lock(&lock);
  for (waiter *each = first; each; each = each->next) {
    if (each->condition != condition || each->is_signalled) continue;
    each->is_signalled = true;
    if (!is_for_all) break;
  }
  pthread_mutex_unlock(&lock);
}

static bool take_signal(void *condition) {
  sluice_original.pthread_mutex_lock(&lock);
  waiter *each = first;
  while (each && !(each->condition == condition && each->is_signalled)) each = each->next;
  if (each) each->is_signalled = false;
  pthread_mutex_unlock(&lock);
  return each;
}

/// Waits for a condition; returns whether it was signalled.
static bool wait_for_condition(
    pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t deadline, const void *caller) {
  note_use_of_queues();
  waiter this = {.condition = condition, .simulation = sluice_current_simulation};
  // Before the mutex is free: what is signalled from then on is for this thread.
  begin_to_wait(&this);
  pthread_mutex_unlock(mutex);
  sluice_wait wait = {
      .what = "condition",
      .object = condition,
      .take = take_signal,
      .caller = caller,
      .deadline = deadline};
  bool is_granted = sluice_block(&wait);
  bool is_signalled = end_to_wait(&this, is_granted);
  pthread_mutex_lock(mutex);
  return is_signalled;
}

INTERPOSED int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  if (!sluice_may_block()) return ORIGINAL(pthread_cond_wait)(condition, mutex);
  wait_for_condition(condition, mutex, NEVER, __builtin_return_address(0));
  return 0;
}

/// Waits on a line of the script's own, for a thread outside: its limit is as far away in real time
/// as it is in virtual time.
static int wait_outside(
    pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
    const struct timespec *time) {
  struct timespec real;
  sluice_real(clock, time, &real);
  // A condition may have been made for another clock; by this call it has none of its own.
  if (ORIGINAL(pthread_cond_clockwait))
    return sluice_original.pthread_cond_clockwait(condition, mutex, CLOCK_REALTIME, &real);
  return sluice_original.pthread_cond_timedwait(condition, mutex, &real);
}

/// The clock of an instant. A condition's can't be asked for, but the two virtual ones are decades
/// apart.
static clockid_t clock_of(const struct timespec *time) {
  int64_t border = WALL_ORIGIN / 2 / NANOSECONDS_PER_SECOND;
  return time->tv_sec > border ? CLOCK_REALTIME : CLOCK_MONOTONIC;
}

INTERPOSED int pthread_cond_timedwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time) {
  clockid_t clock = clock_of(time);
  if (!sluice_is_virtual(clock, time))
    return ORIGINAL(pthread_cond_timedwait)(condition, mutex, time);
  if (!sluice_may_block()) return wait_outside(condition, mutex, clock, time);
  const void *caller = __builtin_return_address(0);
  int64_t deadline = sluice_instant_of(clock, time);
  return wait_for_condition(condition, mutex, deadline, caller) ? 0 : ETIMEDOUT;
}

INTERPOSED int pthread_cond_clockwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
    const struct timespec *time) {
  if (!sluice_is_virtual(clock, time))
    return ORIGINAL(pthread_cond_clockwait)(condition, mutex, clock, time);
  if (!sluice_may_block()) return wait_outside(condition, mutex, clock, time);
  const void *caller = __builtin_return_address(0);
  int64_t deadline = sluice_instant_of(clock, time);
  return wait_for_condition(condition, mutex, deadline, caller) ? 0 : ETIMEDOUT;
}

static void signal_condition(pthread_cond_t *condition, bool is_for_all) {
  sluice_simulation *simulation = sluice_current_simulation;
  note_use_of_queues();
  if (simulation) simulation->signal(simulation->owner, condition, is_for_all);
  else signal_from_outside(condition, is_for_all);
}

INTERPOSED int pthread_cond_signal(pthread_cond_t *condition) {
  signal_condition(condition, false);
  return ORIGINAL(pthread_cond_signal)(condition);
}

INTERPOSED int pthread_cond_broadcast(pthread_cond_t *condition) {
  signal_condition(condition, true);
  return ORIGINAL(pthread_cond_broadcast)(condition);
}

#endif
