// Locks. A thread that waits inside an event may hold some, and who wants one of those waits, too,
// as the simulation's threads do; every other lock is taken for real. For Swift's own locks see
// `mutexes.c`. This library's own are no subject's: they are taken by the original, also by threads
// that don't have the turn any more.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <errno.h>
#include <unistd.h>

/// Where locks of the C library were taken last. Each stands near the place that its address gives
/// it; where there is no room, it takes that of the one taken longest ago.
enum { PLACES = 1024, NEIGHBOURS = 16 };
static struct taking {
  const void *lock;
  uint64_t number;
  size_t count;
  uintptr_t callers[SLUICE_CALLERS];
} takings[PLACES];
static uint64_t last_taking;

/// What is known of a lock; what may be overwritten for it where nothing is.
static struct taking *taking_of(const void *lock) {
  size_t first = (size_t)(((uintptr_t)lock >> 3) * 0x9E3779B97F4A7C15u >> 54);
  struct taking *oldest = &takings[first];
  for (size_t offset = 0; offset < NEIGHBOURS; offset++) {
    struct taking *taking = &takings[(first + offset) % PLACES];
    if (taking->lock == lock) return taking;
    if (taking->number < oldest->number) oldest = taking;
  }
  return oldest;
}

/// Notes that the calling thread, which has the turn, has taken a lock.
static void note_taking(const void *lock, const void *frame) {
  struct taking *taking = taking_of(lock);
  taking->lock = lock;
  taking->number = ++last_taking;
  taking->count = sluice_frames(frame, taking->callers, SLUICE_CALLERS);
}

static void find_taking(sluice_wait *wait) {
  const struct taking *taking = taking_of(wait->object);
  if (taking->lock != wait->object) return;
  for (size_t index = 0; index < taking->count; index++) {
    uintptr_t caller = taking->callers[index];
    if (!sluice_is_of_system((const void *)caller)) wait->takers[wait->taker_count++] = caller;
  }
}

/// Returns whether the deadline has not come.
static bool wait_for_lock(
    void *lock, bool (*is_open)(void *), const void *caller, bool is_own, int64_t deadline) {
  sluice_wait wait = {
      .what = is_own ? "own lock" : "lock",
      .object = lock,
      .take = is_open,
      .caller = caller,
      .deadline = deadline};
  if (is_own) find_taking(&wait);
  return sluice_block(&wait);
}

void sluice_await_lock(void *lock, bool (*is_open)(void *), const void *caller) {
  while (sluice_may_block() && !is_open(lock)) wait_for_lock(lock, is_open, caller, false, NEVER);
}

/// Its holder may be writing it at this moment.
static int number_of(const void *mutex, uint64_t offset) {
  return __atomic_load_n((const int *)((const char *)mutex + offset), __ATOMIC_RELAXED);
}

/// The C library notes in a mutex who holds it.
static pid_t owner_of(const void *mutex) { return number_of(mutex, sluice_assumed.mutex_owner); }

static bool is_open(void *mutex) { return !sluice_is_waiting(owner_of(mutex)); }

/// Whether the calling thread holds a mutex of a kind that makes it wait for itself.
static bool is_own(const pthread_mutex_t *mutex) {
  int kind = number_of(mutex, sluice_assumed.mutex_kind) & (int)sluice_assumed.mutex_kind_bits;
  if (kind != PTHREAD_MUTEX_TIMED_NP && kind != PTHREAD_MUTEX_ADAPTIVE_NP) return false;
  return owner_of(mutex) && owner_of(mutex) == gettid();
}

INTERPOSED int pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (!sluice_current_simulation) return ORIGINAL(pthread_mutex_lock)(mutex);
  const void *caller = __builtin_return_address(0);
  if (!is_open(mutex)) sluice_await_lock(mutex, is_open, caller);
  // For real it would be for ever, here as anywhere; but here everybody else goes on, and in the
  // end it is told.
  while (is_own(mutex) && sluice_may_block()) wait_for_lock(mutex, is_open, caller, true, NEVER);
  int error = sluice_original.pthread_mutex_lock(mutex);
  if (!error) note_taking(mutex, __builtin_frame_address(0));
  return error;
}

static int lock_until(
    pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time, const void *caller,
    const void *frame) {
  int64_t deadline = sluice_instant_of(clock, time);
  while (sluice_may_block() && (is_own(mutex) || !is_open(mutex)))
    if (!wait_for_lock(mutex, is_open, caller, is_own(mutex), deadline)) return ETIMEDOUT;
  struct timespec real;
  int error = sluice_original.pthread_mutex_timedlock(mutex, sluice_real(clock, time, &real));
  if (!error) note_taking(mutex, frame);
  return error;
}

INTERPOSED int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *time) {
  if (!sluice_is_virtual(CLOCK_REALTIME, time))
    return ORIGINAL(pthread_mutex_timedlock)(mutex, time);
  const void *caller = __builtin_return_address(0);
  return lock_until(mutex, CLOCK_REALTIME, time, caller, __builtin_frame_address(0));
}

INTERPOSED int pthread_mutex_clocklock(
    pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time) {
  if (!sluice_is_virtual(clock, time))
    return ORIGINAL(pthread_mutex_clocklock)(mutex, clock, time);
  const void *caller = __builtin_return_address(0);
  return lock_until(mutex, clock, time, caller, __builtin_frame_address(0));
}

#endif
