// Swift's `Mutex`.
//
// Its fast path is compiled into its users. Its slow path is in the Synchronization library, and
// passes through here: a lock may be held by a thread that waits inside an event. A build with the
// thread sanitizer has another reason. That library is not built with it, so a lock that is taken
// or given up there looks as if nobody had, and all that it protects like a race.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <dlfcn.h>
#include <linux/futex.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
/// The mutex's handle, which has the word that the fast path changes.
#define HANDLE void *handle __attribute__((swift_context))

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
void __tsan_acquire(void *address);
void __tsan_release(void *address);
#endif

#endif

INTERPOSED SWIFT_CALL void sluice_mutex_lock(uint32_t thread, HANDLE) __asm__(LOCK_SLOW);

static SWIFT_CALL void (*lock_slow)(uint32_t thread, HANDLE);

#ifdef IS_SANITIZED
INTERPOSED SWIFT_CALL bool sluice_mutex_try_lock(HANDLE) __asm__(TRY_LOCK_SLOW);
INTERPOSED SWIFT_CALL void sluice_mutex_unlock(HANDLE) __asm__(UNLOCK_SLOW);

static SWIFT_CALL bool (*try_lock_slow)(HANDLE);
static SWIFT_CALL void (*unlock_slow)(HANDLE);
#endif

/// Before any lock of this program's can be contended: there is one thread yet.
__attribute__((constructor(101))) static void find_slow_paths(void) {
  lock_slow = (__typeof__(lock_slow))dlsym(RTLD_NEXT, LOCK_SLOW);
#ifdef IS_SANITIZED
  try_lock_slow = (__typeof__(try_lock_slow))dlsym(RTLD_NEXT, TRY_LOCK_SLOW);
  unlock_slow = (__typeof__(unlock_slow))dlsym(RTLD_NEXT, UNLOCK_SLOW);
#endif
}

bool sluice_finds_mutexes(void) {
  if (!lock_slow) find_slow_paths();
  return lock_slow;
}

/// By the kernel's convention for locks with priority inheritance.
static pid_t owner_of(const void *handle) {
  const char *word = (const char *)handle + sluice_assumed.swift_mutex_owner;
  return (pid_t)(__atomic_load_n((const uint32_t *)word, __ATOMIC_RELAXED) & FUTEX_TID_MASK);
}

static bool is_open(void *handle) { return !sluice_is_waiting(owner_of(handle)); }

SWIFT_CALL void sluice_mutex_lock(uint32_t thread, HANDLE) {
  if (!lock_slow) find_slow_paths();
  if (sluice_current_simulation && !is_open(handle))
    sluice_await_lock(handle, is_open, __builtin_return_address(0));
  lock_slow(thread, handle);
#ifdef IS_SANITIZED
  __tsan_acquire(handle);
#endif
}

#ifdef IS_SANITIZED
SWIFT_CALL bool sluice_mutex_try_lock(HANDLE) {
  if (!try_lock_slow) find_slow_paths();
  bool is_locked = try_lock_slow(handle);
  if (is_locked) __tsan_acquire(handle);
  return is_locked;
}

SWIFT_CALL void sluice_mutex_unlock(HANDLE) {
  if (!unlock_slow) find_slow_paths();
  __tsan_release(handle);
  unlock_slow(handle);
}
#endif
#endif
