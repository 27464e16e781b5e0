// Dispatch, as far as the default executors are made of it, and plain blocks on its queues.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

void sluice_run_block(void *block) { ((block_layout *)block)->invoke(block); }

/// The head of what `dispatch_block_create` keeps behind the layout of its block.
typedef struct {
  uint64_t magic, flags;
} work_item;
enum { WORK_ITEM_OFFSET = 0x20, WORK_ITEM_MAGIC = 0xD159B10C };

bool sluice_block_is_barrier(const void *block) {
  const block_layout *layout = block;
  if ((void *)layout->invoke != *sluice_original.special_invoke) return false;
  const work_item *item = (const void *)((const char *)block + WORK_ITEM_OFFSET);
  return item->magic == WORK_ITEM_MAGIC && item->flags & WORK_ITEM_BARRIER;
}

bool sluice_event_is_job(const sluice_event *event) { return runs_job(event->function); }
void *sluice_main_queue(void) { return sluice_original.main_queue; }

/// An action on the main queue was not retained: that queue is immortal, a release does nothing.
static void release(const sluice_event *event) {
  if (event->function == sluice_run_block) sluice_original.block_release(event->context);
  else if (!sluice_release_group_item(event) && !sluice_release_handed_back(event))
    sluice_release_tick(event);
  if (event->queue) sluice_original.dispatch_release(event->queue);
}

void sluice_run_on_queue(void *queue, uintptr_t lane, void *context, sluice_function function) {
  // On the main queue, and on what targets it, only the main thread could be for real.
  if (lane == (uintptr_t)sluice_original.main_queue) function(context);
  else if (lane == (uintptr_t)queue && !sluice_is_serial(queue))
    sluice_original.dispatch_barrier_sync_f(queue, context, function);
  else sluice_original.dispatch_sync_f(queue, context, function);
}

void sluice_event_run(const sluice_event *event) {
  sluice_frame frame = {event->queue, event->lane, sluice_current_frame, false};
  sluice_current_frame = &frame;
  if (runs_job(event->function)) {
    job_in_progress job = sluice_job_begin(event->context);
    event->function(event->context);
    sluice_job_end(&job);
    sluice_current_frame = frame.outer;
    return;
  }
  // A block runs on its own queue for real, so that preconditions and specifics hold inside.
  if (!event->queue || event->function == sluice_wake) event->function(event->context);
  else sluice_run_on_queue(event->queue, event->lane, event->context, event->function);
  sluice_current_frame = frame.outer;
  release(event);
}

void sluice_event_discard(const sluice_event *event) {
  if (!runs_job(event->function)) release(event);
  else sluice_let_serve(event);
}

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

/// An event for a job of the runtime. Serial queues keep its order, the global ones have none.
static sluice_event job_event(void *queue, void *job, sluice_function function) {
  uintptr_t lane = sluice_lane(queue, false);
  return (sluice_event){.function = function, .context = job, .queue = queue, .lane = lane};
}

sluice_event sluice_capture(
    void *queue, void *context, sluice_function function, bool is_barrier) {
  sluice_original.dispatch_retain(queue);
  return (sluice_event){
      .function = function,
      .context = context,
      .queue = queue,
      .lane = sluice_lane(queue, is_barrier),
      .label = sluice_current_simulation->label};
}

void sluice_make_ready(const sluice_event *event) {
  sluice_simulation *simulation = sluice_current_simulation;
  if (sluice_event_is_stopped(event)) note_stopped_queue(simulation);
  simulation->ready(simulation->owner, event);
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
