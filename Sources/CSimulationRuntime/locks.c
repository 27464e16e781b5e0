// Locks. A thread that waits inside an event may hold some, and who wants one of those waits, too,
// as the simulation's threads do; every other lock is taken for real. For Swift's own locks see
// `mutexes.c`. This library's own are no subject's: they are taken by the original, also by threads
// that don't have the baton any more.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <unistd.h>

/// Where locks of the C library were taken, each in the place that its address gives it: what is
/// known of the one may be overwritten by another.
enum { PLACES = 64 };
static struct {
  const void *lock;
  size_t count;
  uintptr_t callers[SLUICE_CALLERS];
} takings[PLACES];

static size_t place_of(const void *lock) { return ((uintptr_t)lock >> 4) % PLACES; }

/// Notes that the calling thread, which has the baton, has taken a lock.
static void note_taking(const void *lock, const void *frame) {
  size_t place = place_of(lock);
  takings[place].lock = lock;
  takings[place].count = sluice_frames(frame, takings[place].callers, SLUICE_CALLERS);
}

static void find_taking(sluice_wait *wait) {
  size_t place = place_of(wait->object);
  if (takings[place].lock != wait->object) return;
  for (size_t index = 0; index < takings[place].count; index++) {
    uintptr_t caller = takings[place].callers[index];
    if (!sluice_is_of_system((const void *)caller)) wait->takers[wait->taker_count++] = caller;
  }
}

static void wait_for_lock(
    void *lock, bool (*is_open)(void *), const void *caller, bool is_own) {
  sluice_wait wait = {
      .what = is_own ? "own lock" : "lock",
      .object = lock,
      .take = is_open,
      .caller = caller,
      .deadline = NEVER};
  if (is_own) find_taking(&wait);
  sluice_block(&wait);
}

void sluice_await_lock(void *lock, bool (*is_open)(void *), const void *caller) {
  while (sluice_may_block() && !is_open(lock)) wait_for_lock(lock, is_open, caller, false);
}

/// The C library notes in a mutex who holds it.
static bool is_open(void *mutex) {
  return !sluice_is_waiting(((pthread_mutex_t *)mutex)->__data.__owner);
}

/// Whether the calling thread holds a mutex of a kind that makes it wait for itself.
static bool is_own(const pthread_mutex_t *mutex) {
  enum { KIND = 127 };
  int kind = mutex->__data.__kind & KIND;
  if (kind != PTHREAD_MUTEX_TIMED_NP && kind != PTHREAD_MUTEX_ADAPTIVE_NP) return false;
  return mutex->__data.__owner && mutex->__data.__owner == gettid();
}

INTERPOSED int pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (!sluice_current_simulation) return ORIGINAL(pthread_mutex_lock)(mutex);
  const void *caller = __builtin_return_address(0);
  if (!is_open(mutex)) sluice_await_lock(mutex, is_open, caller);
  // For real it would be for ever, here as anywhere; but here everybody else goes on, and in the
  // end it is told.
  while (is_own(mutex) && sluice_may_block()) wait_for_lock(mutex, is_open, caller, true);
  int error = sluice_original.pthread_mutex_lock(mutex);
  if (!error) note_taking(mutex, __builtin_frame_address(0));
  return error;
}

#endif
