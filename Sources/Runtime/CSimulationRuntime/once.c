// What is made once: globals and static properties of Swift's, and the same in the words of
// Dispatch, the C library and C++. Who needs one whose maker waits inside an event waits, too.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

/// Waits while a thread that waits is making something; who needs what it makes itself waits, too.
static void await_making(void *value, const void *caller) {
  while (sluice_may_block()) {
    if (!sluice_holds(value) && sluice_is_let_go(value)) return;
    sluice_wait wait = {
        .what = "making",
        .object = value,
        .take = sluice_is_let_go,
        .caller = caller,
        .deadline = NEVER};
    sluice_block(&wait);
  }
}

/// Whether a lazy value of Swift's is made, by the first half of its word. No thread waits for one
/// that is. A debug build asks for each use of a global.
static bool is_made(const intptr_t *predicate) {
  return (uint32_t)__atomic_load_n(predicate, __ATOMIC_ACQUIRE) == sluice_assumed.once_made;
}

INTERPOSED void swift_once(intptr_t *predicate, void (*make)(void *), void *context) {
  if (__builtin_expect(!sluice_current_simulation || is_made(predicate), 1)) {
    ORIGINAL(once)(predicate, make, context);
    return;
  }
  await_making(predicate, __builtin_return_address(0));
  sluice_hold(predicate);
  sluice_lazy_value_begin();
  sluice_original.once(predicate, make, context);
  sluice_lazy_value_end();
  sluice_let_go(predicate);
}

static bool is_done(const intptr_t *predicate) {
  return (uint64_t)__atomic_load_n(predicate, __ATOMIC_ACQUIRE) ==
         sluice_assumed.dispatch_once_done;
}

INTERPOSED void dispatch_once_f(intptr_t *predicate, void *context, sluice_function make) {
  if (!sluice_current_simulation || is_done(predicate)) {
    ORIGINAL(dispatch_once_f)(predicate, context, make);
    return;
  }
  await_making(predicate, __builtin_return_address(0));
  sluice_hold(predicate);
  sluice_original.dispatch_once_f(predicate, context, make);
  sluice_let_go(predicate);
}

INTERPOSED void dispatch_once(intptr_t *predicate, void *block) {
  if (sluice_current_simulation) dispatch_once_f(predicate, block, sluice_run_block);
  else ORIGINAL(dispatch_once)(predicate, block);
}

INTERPOSED int pthread_once(pthread_once_t *once, void (*make)(void)) {
  if (!sluice_current_simulation) return ORIGINAL(pthread_once)(once, make);
  await_making(once, __builtin_return_address(0));
  sluice_hold(once);
  int error = sluice_original.pthread_once(once, make);
  sluice_let_go(once);
  return error;
}

// Code of the program's own finds the three below; that of libraries finds the C++ library's, with
// which nothing here is linked. The thread sanitizer has its own, which can't be preceded.
#if !__has_feature(thread_sanitizer)
#define OF_PROGRAM __attribute__((visibility("default"), weak))

/// Whether a static in a C++ function is to be made: then the caller does, and says when it has.
OF_PROGRAM int __cxa_guard_acquire(uint64_t *guard) {
  if (!sluice_current_simulation) return ORIGINAL(guard_acquire)(guard);
  await_making(guard, __builtin_return_address(0));
  int is_to_be_made = sluice_original.guard_acquire(guard);
  if (is_to_be_made) sluice_hold(guard);
  return is_to_be_made;
}

OF_PROGRAM void __cxa_guard_release(uint64_t *guard) {
  if (sluice_current_simulation) sluice_let_go(guard);
  ORIGINAL(guard_release)(guard);
}

OF_PROGRAM void __cxa_guard_abort(uint64_t *guard) {
  if (sluice_current_simulation) sluice_let_go(guard);
  ORIGINAL(guard_abort)(guard);
}

#endif
#endif
