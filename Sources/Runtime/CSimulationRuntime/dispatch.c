// Dispatch, as far as the default executors are made of it, and plain blocks on its queues.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

/// An event for a job of the runtime. Serial queues keep its order, the global ones have none.
static sluice_event job_event(void *queue, void *job, sluice_function function) {
  uintptr_t lane = sluice_lane(queue, false);
  return (sluice_event){.function = function, .context = job, .queue = queue, .lane = lane};
}

static void capture_ready(
    void *queue, void *context, sluice_function function, bool is_barrier) {
  sluice_event event = sluice_capture(queue, context, function, is_barrier);
  sluice_make_ready(&event);
}

static void capture_block(void *queue, void *block, bool is_barrier) {
  is_barrier = is_barrier || sluice_block_is_barrier(block);
  capture_ready(queue, sluice_original.block_copy(block), sluice_run_block, is_barrier);
}

static void capture_timer(
    uint64_t when, void *queue, void *context, sluice_function function, bool is_barrier) {
  sluice_simulation *simulation = sluice_current_simulation;
  sluice_event event = sluice_capture(queue, context, function, is_barrier);
  if (sluice_event_is_stopped(&event)) note_stopped_queue(simulation);
  simulation->timer(simulation->owner, sluice_decode_time(simulation, when), &event);
}

INTERPOSED void dispatch_async_f(void *queue, void *context, sluice_function function) {
  if (runs_job(function)) {
    sluice_event event = job_event(queue, context, function);
    if (sluice_take_job(&event)) return;
  } else if (sluice_is_capturing()) {
    capture_ready(queue, context, function, false);
    return;
  }
  ORIGINAL(dispatch_async_f)(queue, context, function);
}

INTERPOSED void dispatch_async(void *queue, void *block) {
  if (sluice_is_capturing()) capture_block(queue, block, false);
  else ORIGINAL(dispatch_async)(queue, block);
}

INTERPOSED void dispatch_barrier_async_f(void *queue, void *context, sluice_function function) {
  if (sluice_is_capturing()) capture_ready(queue, context, function, true);
  else ORIGINAL(dispatch_barrier_async_f)(queue, context, function);
}

INTERPOSED void dispatch_barrier_async(void *queue, void *block) {
  if (sluice_is_capturing()) capture_block(queue, block, true);
  else ORIGINAL(dispatch_barrier_async)(queue, block);
}

INTERPOSED void dispatch_after_f(
    uint64_t when, void *queue, void *context, sluice_function function) {
  if (!sluice_is_capturing()) {
    ORIGINAL(dispatch_after_f)(when, queue, context, function);
  } else if (runs_job(function)) {
    sluice_event event = job_event(queue, context, function);
    sluice_take_sleep(context, sluice_decode_time(sluice_current_simulation, when), &event);
  } else {
    capture_timer(when, queue, context, function, false);
  }
}

INTERPOSED void dispatch_after(uint64_t when, void *queue, void *block) {
  if (!sluice_is_capturing()) ORIGINAL(dispatch_after)(when, queue, block);
  else
    capture_timer(
        when, queue, sluice_original.block_copy(block), sluice_run_block,
        sluice_block_is_barrier(block));
}

#endif
