// Dispatch, as far as the default executors are made of it, and plain blocks on its queues.
#include "internal.h"

/// The head of a block, as the blocks runtime lays it out.
typedef struct {
  void *isa;
  int flags, reserved;
  void (*invoke)(void *block);
} block_layout;

static void run_block(void *block) { ((block_layout *)block)->invoke(block); }

bool sluice_event_is_job(const sluice_event *event) { return runs_job(event->function); }
void *sluice_main_queue(void) { return sluice_original.main_queue; }

/// An action on the main queue was not retained: that queue is immortal, a release does nothing.
static void release(const sluice_event *event) {
  if (event->function == run_block) sluice_original.block_release(event->context);
  if (event->queue && !runs_job(event->function)) sluice_original.dispatch_release(event->queue);
}

void sluice_event_run(const sluice_event *event) {
  void *outer = sluice_current_queue;
  sluice_current_queue = event->queue;
  bool is_direct = !event->queue || event->queue == sluice_original.main_queue;
  // A block runs on its own queue for real, so that preconditions and specifics hold inside.
  if (is_direct || runs_job(event->function)) event->function(event->context);
  else sluice_original.dispatch_sync_f(event->queue, event->context, event->function);
  sluice_current_queue = outer;
  release(event);
}

void sluice_event_discard(const sluice_event *event) { release(event); }

int64_t sluice_decode_time(sluice_simulation *simulation, uint64_t when) {
  const uint64_t wall = 3ULL << 62, flag = 1ULL << 63;
  if (when == 0) return simulation->now;
  if (when == UINT64_MAX) return NEVER;
  if ((when & wall) == wall) {
    int64_t nanoseconds = -(int64_t)when;
    return nanoseconds <= 2 ? simulation->now : nanoseconds - WALL_ORIGIN;
  }
  return (int64_t)(when & ~flag) - MONOTONIC_ORIGIN;
}

/// An event for a job of the runtime. The main queue keeps its order, the global ones have none.
static sluice_event job_event(void *queue, void *job, sluice_function function) {
  uintptr_t lane = queue == sluice_original.main_queue ? (uintptr_t)queue : 0;
  return (sluice_event){.function = function, .context = job, .queue = queue, .lane = lane};
}

/// An event for something that a caller hands to a queue, and that isn't a job.
static sluice_event capture(void *queue, void *context, sluice_function function) {
  sluice_original.dispatch_retain(queue);
  return (sluice_event){
      .function = function,
      .context = context,
      .queue = queue,
      .lane = (uintptr_t)queue,
      .label = sluice_current_simulation->label};
}

static void capture_ready(void *queue, void *context, sluice_function function) {
  sluice_simulation *simulation = sluice_current_simulation;
  sluice_event event = capture(queue, context, function);
  simulation->ready(simulation->owner, &event);
}

static void capture_timer(uint64_t when, void *queue, void *context, sluice_function function) {
  sluice_simulation *simulation = sluice_current_simulation;
  sluice_event event = capture(queue, context, function);
  simulation->timer(simulation->owner, sluice_decode_time(simulation, when), &event);
}

INTERPOSED void dispatch_async_f(void *queue, void *context, sluice_function function) {
  if (runs_job(function)) {
    sluice_event event = job_event(queue, context, function);
    if (sluice_take_job(&event)) return;
  } else if (sluice_is_capturing()) {
    capture_ready(queue, context, function);
    return;
  }
  sluice_original.dispatch_async_f(queue, context, function);
}

INTERPOSED void dispatch_async(void *queue, void *block) {
  if (sluice_is_capturing()) capture_ready(queue, sluice_original.block_copy(block), run_block);
  else sluice_original.dispatch_async(queue, block);
}

INTERPOSED void dispatch_after_f(
    uint64_t when, void *queue, void *context, sluice_function function) {
  if (!sluice_is_capturing()) {
    sluice_original.dispatch_after_f(when, queue, context, function);
  } else if (runs_job(function)) {
    sluice_event event = job_event(queue, context, function);
    sluice_take_sleep(context, sluice_decode_time(sluice_current_simulation, when), &event);
  } else {
    capture_timer(when, queue, context, function);
  }
}

INTERPOSED void dispatch_after(uint64_t when, void *queue, void *block) {
  if (sluice_is_capturing())
    capture_timer(when, queue, sluice_original.block_copy(block), run_block);
  else sluice_original.dispatch_after(when, queue, block);
}
