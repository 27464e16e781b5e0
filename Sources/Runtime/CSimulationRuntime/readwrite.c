// Read-write locks. As with mutexes, who wants one that a waiting thread holds waits, too, and
// every other one is taken for real. Who reads is not noted in the lock, but in `holdings.c`.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <errno.h>
#include <unistd.h>

typedef int (*attempt)(pthread_rwlock_t *lock);

/// Whether the calling thread holds a lock of which it is known at once that it can't have it.
static bool is_writer(const pthread_rwlock_t *lock) {
  const char *writer = (const char *)lock + sluice_assumed.rwlock_writer;
  return __atomic_load_n((const int *)writer, __ATOMIC_RELAXED) == gettid();
}

/// Returns EBUSY for a lock that is to be taken for real, and else what the call does.
static int take(
    pthread_rwlock_t *lock, attempt attempt, int64_t deadline, const void *caller) {
  for (;;) {
    int error = attempt(lock);
    if (error != EBUSY || !sluice_may_block() || is_writer(lock)) return error;
    bool is_own = sluice_holds(lock);
    if (!is_own && sluice_is_let_go(lock)) return error;
    sluice_wait wait = {
        .what = is_own ? "own lock" : "lock",
        .object = lock,
        .take = sluice_is_let_go,
        .caller = caller,
        .deadline = deadline};
    if (!sluice_block(&wait)) return ETIMEDOUT;
  }
}

/// Who writes is alone: what was known of others is so no more.
static int note(pthread_rwlock_t *lock, int error, bool is_for_writing) {
  if (error) return error;
  if (is_for_writing) sluice_let_all_go(lock);
  sluice_hold(lock);
  return 0;
}

/// Defines one that tries, one that waits for ever, and those that have a limit.
#define INTERPOSE_LOCK(kind, is_for_writing)                                                  \
  static int try_##kind(pthread_rwlock_t *lock) {                                             \
    return sluice_original.pthread_rwlock_try##kind(lock);                                    \
  }                                                                                           \
  static int take_##kind(pthread_rwlock_t *lock, const void *caller) {                        \
    int error = take(lock, try_##kind, NEVER, caller);                                        \
    if (error == EBUSY) error = sluice_original.pthread_rwlock_##kind(lock);                  \
    return note(lock, error, is_for_writing);                                                 \
  }                                                                                           \
  static int take_##kind##_until(                                                             \
      pthread_rwlock_t *lock, clockid_t clock, const struct timespec *time,                   \
      const void *caller) {                                                                   \
    struct timespec real;                                                                     \
    int error = take(lock, try_##kind, sluice_instant_of(clock, time), caller);               \
    if (error == EBUSY)                                                                       \
      error = sluice_original.pthread_rwlock_timed##kind(lock, sluice_real(clock, time, &real)); \
    return note(lock, error, is_for_writing);                                                 \
  }
INTERPOSE_LOCK(rdlock, false)
INTERPOSE_LOCK(wrlock, true)

INTERPOSED int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  if (!sluice_current_simulation) return ORIGINAL(pthread_rwlock_rdlock)(lock);
  return take_rdlock(lock, __builtin_return_address(0));
}

INTERPOSED int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  if (!sluice_current_simulation) return ORIGINAL(pthread_rwlock_wrlock)(lock);
  return take_wrlock(lock, __builtin_return_address(0));
}

INTERPOSED int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  int error = ORIGINAL(pthread_rwlock_tryrdlock)(lock);
  return sluice_current_simulation ? note(lock, error, false) : error;
}

INTERPOSED int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  int error = ORIGINAL(pthread_rwlock_trywrlock)(lock);
  return sluice_current_simulation ? note(lock, error, true) : error;
}

INTERPOSED int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *time) {
  if (!sluice_is_virtual(CLOCK_REALTIME, time))
    return ORIGINAL(pthread_rwlock_timedrdlock)(lock, time);
  return take_rdlock_until(lock, CLOCK_REALTIME, time, __builtin_return_address(0));
}

INTERPOSED int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *time) {
  if (!sluice_is_virtual(CLOCK_REALTIME, time))
    return ORIGINAL(pthread_rwlock_timedwrlock)(lock, time);
  return take_wrlock_until(lock, CLOCK_REALTIME, time, __builtin_return_address(0));
}

INTERPOSED int pthread_rwlock_clockrdlock(
    pthread_rwlock_t *lock, clockid_t clock, const struct timespec *time) {
  if (!sluice_is_virtual(clock, time))
    return ORIGINAL(pthread_rwlock_clockrdlock)(lock, clock, time);
  return take_rdlock_until(lock, clock, time, __builtin_return_address(0));
}

INTERPOSED int pthread_rwlock_clockwrlock(
    pthread_rwlock_t *lock, clockid_t clock, const struct timespec *time) {
  if (!sluice_is_virtual(clock, time))
    return ORIGINAL(pthread_rwlock_clockwrlock)(lock, clock, time);
  return take_wrlock_until(lock, clock, time, __builtin_return_address(0));
}

INTERPOSED int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  if (sluice_current_simulation) sluice_let_go(lock);
  return ORIGINAL(pthread_rwlock_unlock)(lock);
}

#endif
