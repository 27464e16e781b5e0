// Synchronous calls. Where a queue is free the work is done in place, as Dispatch does it; else the
// caller waits in line behind what was put on the queue before.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

/// Waits until the calling thread may go onto a queue.
static void wait_in_line(void *queue, bool is_barrier, const void *caller) {
  sluice_simulation *simulation = sluice_current_simulation;
  sluice_event entry = sluice_capture(queue, NULL, sluice_wake, is_barrier);
  bool is_stopped = sluice_event_is_stopped(&entry);
  if (!is_stopped && !sluice_event_is_excluded(&entry, sluice_current_frame) &&
      simulation->is_free(simulation->owner, &entry)) {
    sluice_original.dispatch_release(queue);
    return;
  }
  if (is_stopped) note_stopped_queue(simulation);
  sluice_wait wait = {
      .what = "sync",
      .name = sluice_original.dispatch_queue_get_label(queue),
      .object = queue,
      .caller = caller,
      .deadline = NEVER,
      .is_in_line = true,
      .entry = entry};
  wait.entry.context = &wait;
  sluice_block(&wait);
}

static void run_in_place(
    void *queue, void *context, sluice_function function, bool is_barrier, const void *caller) {
  note_use_of_queues();
  wait_in_line(queue, is_barrier, caller);
  sluice_frame frame = {queue, sluice_lane(queue, is_barrier), sluice_current_frame, true};
  sluice_current_frame = &frame;
  sluice_run_on_queue(queue, frame.lane, context, function);
  sluice_current_frame = frame.outer;
}

static void run_block_in_place(
    void *queue, void *block, bool is_barrier, const void *caller) {
  is_barrier = is_barrier || sluice_block_is_barrier(block);
  run_in_place(queue, block, sluice_run_block, is_barrier, caller);
}

/// The four pairs of functions differ in two things: whether they wait for the queue as a barrier,
/// and whether they borrow the queue's own thread, of which there is none here.
#define INTERPOSE_SYNCHRONOUS(name, is_barrier)                                         \
  INTERPOSED void name(void *queue, void *block) {                                      \
    const void *caller = __builtin_return_address(0);                                   \
    if (sluice_is_capturing()) run_block_in_place(queue, block, is_barrier, caller);    \
    else ORIGINAL(name)(queue, block);                                            \
  }                                                                                     \
  INTERPOSED void name##_f(void *queue, void *context, sluice_function function) {      \
    const void *caller = __builtin_return_address(0);                                   \
    if (sluice_is_capturing()) run_in_place(queue, context, function, is_barrier, caller); \
    else ORIGINAL(name##_f)(queue, context, function);                            \
  }

INTERPOSE_SYNCHRONOUS(dispatch_sync, false)
INTERPOSE_SYNCHRONOUS(dispatch_barrier_sync, true)
INTERPOSE_SYNCHRONOUS(dispatch_async_and_wait, false)
INTERPOSE_SYNCHRONOUS(dispatch_barrier_async_and_wait, true)

/// A loop that may run its rounds at once; on one thread it runs them in order.
typedef struct {
  size_t count;
  void *context;
  void (*function)(void *, size_t);
} loop;

static void run_loop(void *context) {
  const loop *rounds = context;
  for (size_t index = 0; index < rounds->count; index++)
    rounds->function(rounds->context, index);
}

INTERPOSED void dispatch_apply_f(
    size_t count, void *queue, void *context, void (*function)(void *, size_t)) {
  loop rounds = {count, context, function};
  if (!sluice_is_capturing()) {
    // Not there with a static Dispatch, as `swift_stdlib_random` is not.
    if (!ORIGINAL(dispatch_apply_f)) run_loop(&rounds);
    else sluice_original.dispatch_apply_f(count, queue, context, function);
    return;
  }
  // Without a queue the rounds run wherever the caller does.
  if (queue) run_in_place(queue, &rounds, run_loop, false, __builtin_return_address(0));
  else run_loop(&rounds);
}

/// A block with an index.
typedef struct {
  void *isa;
  int flags, reserved;
  void (*invoke)(void *block, size_t index);
} indexed_block;

static void run_indexed(void *block, size_t index) {
  ((indexed_block *)block)->invoke(block, index);
}

INTERPOSED void dispatch_apply(size_t count, void *queue, void *block) {
  if (sluice_is_capturing() || !ORIGINAL(dispatch_apply))
    dispatch_apply_f(count, queue, block, run_indexed);
  else sluice_original.dispatch_apply(count, queue, block);
}

#endif
