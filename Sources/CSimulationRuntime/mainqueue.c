// The main queue. Its work runs on the simulation thread, so what asks "is this the main queue, the
// main thread?" must be told what the simulation knows.
#include "internal.h"

#include <sys/syscall.h>
#include <unistd.h>

bool sluice_on_main_queue(void) {
  return sluice_current_simulation && sluice_current_frame &&
         sluice_current_frame->lane == (uintptr_t)sluice_original.main_queue;
}

/// Whether what runs here runs on a queue, as far as Dispatch can't know it: the main queue, and
/// those that target it.
static bool is_pretended(const void *queue) {
  return sluice_on_main_queue() && sluice_current_frame->queue &&
         sluice_targets(sluice_current_frame->queue, queue);
}

INTERPOSED void dispatch_assert_queue(void *queue) {
  if (!is_pretended(queue)) sluice_original.dispatch_assert_queue(queue);
}

INTERPOSED void dispatch_assert_queue_not(void *queue) {
  // The original would let it pass: this thread isn't the main one. It fails for a queue one is on.
  sluice_original.dispatch_assert_queue_not(queue);
  if (is_pretended(queue)) __builtin_trap();
}

INTERPOSED void *dispatch_get_specific(const void *key) {
  if (!sluice_on_main_queue()) return sluice_original.dispatch_get_specific(key);
  for (void *queue = sluice_current_frame->queue; queue; queue = sluice_target(queue)) {
    if (!sluice_target(queue)) break;
    void *value = sluice_original.dispatch_queue_get_specific(queue, key);
    if (value) return value;
  }
  return NULL;
}

/// Foundation's `Thread.isMainThread`.
INTERPOSED bool _CFIsMainThread(void) {
  if (sluice_current_simulation) return sluice_on_main_queue();
  if (sluice_original.is_main_thread) return sluice_original.is_main_thread();
  return syscall(SYS_gettid) == getpid();
}
