// The main queue. Its work runs on the simulation thread, so what asks "is this the main queue, the
// main thread?" must be told what the simulation knows.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <sys/syscall.h>
#include <unistd.h>

static bool is_main(const sluice_frame *frame) {
  return frame->lane == (uintptr_t)sluice_original.main_queue;
}

bool sluice_on_main_queue(void) {
  return sluice_current_simulation && sluice_current_frame && is_main(sluice_current_frame);
}

/// Returns the frame from which a synchronous call was made, or NULL: the thread is the same.
static const sluice_frame *caller_of(const sluice_frame *frame) {
  return frame->is_in_place ? frame->outer : NULL;
}

/// Whether what runs here runs on a queue, as far as Dispatch can't know it: the main queue, and
/// those that target it. One stays on a queue while one is let onto others, too.
static bool is_pretended(const void *queue) {
  if (!sluice_current_simulation) return false;
  if (queue == sluice_original.main_queue && sluice_main_is_lent()) return true;
  for (const sluice_frame *frame = sluice_current_frame; frame; frame = caller_of(frame))
    if (is_main(frame) && frame->queue && sluice_targets(frame->queue, queue)) return true;
  return false;
}

INTERPOSED void dispatch_assert_queue(void *queue) {
  if (!is_pretended(queue)) ORIGINAL(dispatch_assert_queue)(queue);
}

/// What is on the main queue is alone there.
INTERPOSED void dispatch_assert_queue_barrier(void *queue) {
  if (!is_pretended(queue)) ORIGINAL(dispatch_assert_queue_barrier)(queue);
}

INTERPOSED void dispatch_assert_queue_not(void *queue) {
  // The original would let it pass: this thread isn't the main one. It fails for a queue one is on.
  ORIGINAL(dispatch_assert_queue_not)(queue);
  if (is_pretended(queue)) __builtin_trap();
}

INTERPOSED void *dispatch_get_specific(const void *key) {
  if (!sluice_on_main_queue()) return ORIGINAL(dispatch_get_specific)(key);
  for (void *queue = sluice_current_frame->queue; queue; queue = sluice_target(queue)) {
    if (!sluice_target(queue)) break;
    void *value = sluice_original.dispatch_queue_get_specific(queue, key);
    if (value) return value;
  }
  return NULL;
}

/// Foundation's `Thread.isMainThread`.
INTERPOSED bool _CFIsMainThread(void) {
  if (sluice_current_simulation) return is_pretended(sluice_original.main_queue);
  if (sluice_original.is_main_thread) return sluice_original.is_main_thread();
  return syscall(SYS_gettid) == getpid();
}

#endif
