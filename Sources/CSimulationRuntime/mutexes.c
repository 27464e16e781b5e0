// What the thread sanitizer has to be told of Swift's `Mutex`.
//
// Its fast path is compiled into its users, where the sanitizer sees it. Its slow path is in the
// Synchronization library, which is not built with the sanitizer: a lock that is taken or given up
// there looks as if nobody had, and all that it protects like a race. So in a build with the
// sanitizer, and in no other, the slow path passes through here.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#include "internal.h"

#include <dlfcn.h>
#include <stdlib.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
/// The mutex's handle, whose first word is what the fast path changes.
#define HANDLE void *handle __attribute__((swift_context))

void __tsan_acquire(void *address);
void __tsan_release(void *address);

INTERPOSED SWIFT_CALL void sluice_mutex_lock(uint32_t thread, HANDLE) __asm__(LOCK_SLOW);
INTERPOSED SWIFT_CALL bool sluice_mutex_try_lock(HANDLE) __asm__(TRY_LOCK_SLOW);
INTERPOSED SWIFT_CALL void sluice_mutex_unlock(HANDLE) __asm__(UNLOCK_SLOW);

static SWIFT_CALL void (*lock_slow)(uint32_t thread, HANDLE);
static SWIFT_CALL bool (*try_lock_slow)(HANDLE);
static SWIFT_CALL void (*unlock_slow)(HANDLE);

/// Before any lock can be contended: there is one thread yet.
__attribute__((constructor(101))) static void find_slow_paths(void) {
  lock_slow = (__typeof__(lock_slow))dlsym(RTLD_NEXT, LOCK_SLOW);
  try_lock_slow = (__typeof__(try_lock_slow))dlsym(RTLD_NEXT, TRY_LOCK_SLOW);
  unlock_slow = (__typeof__(unlock_slow))dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

SWIFT_CALL void sluice_mutex_lock(uint32_t thread, HANDLE) {
  if (!lock_slow) abort();
  lock_slow(thread, handle);
  __tsan_acquire(handle);
}

SWIFT_CALL bool sluice_mutex_try_lock(HANDLE) {
  if (!try_lock_slow) abort();
  bool is_locked = try_lock_slow(handle);
  if (is_locked) __tsan_acquire(handle);
  return is_locked;
}

SWIFT_CALL void sluice_mutex_unlock(HANDLE) {
  if (!unlock_slow) abort();
  __tsan_release(handle);
  unlock_slow(handle);
}

#endif
#endif
