// Locks. A thread that waits inside an event may hold some, and who wants one of those waits, too,
// as the simulation's threads do; every other lock is taken for real. For Swift's own locks see
// `mutexes.c`. This library's own are no subject's: they are taken by the original, also by threads
// that don't have the baton any more.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

void sluice_await_lock(void *lock, bool (*is_open)(void *)) {
  while (sluice_may_block() && !is_open(lock)) {
    sluice_wait wait = {.what = "lock", .object = lock, .take = is_open, .deadline = NEVER};
    sluice_block(&wait);
  }
}

/// The C library notes in a mutex who holds it.
static bool is_open(void *mutex) {
  return !sluice_is_waiting(((pthread_mutex_t *)mutex)->__data.__owner);
}

INTERPOSED int pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (sluice_current_simulation && !is_open(mutex)) sluice_await_lock(mutex, is_open);
  return ORIGINAL(pthread_mutex_lock)(mutex);
}

#endif
