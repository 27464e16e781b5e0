// Events: how one is made, run and let go of.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

bool sluice_event_is_job(const sluice_event *event) { return runs_job(event->function); }
void *sluice_main_queue(void) { return sluice_original.main_queue; }

/// An action on the main queue was not retained: that queue is immortal, a release does nothing.
static void release(const sluice_event *event) {
  if (event->release) event->release(event->context);
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

/// Has a job that a simulation no longer runs run as it would without simulations, if its task
/// serves the whole process.
static void let_serve(const sluice_event *event) {
  void *task = sluice_event_task(event);
  if (!task || !is_service(sluice_tag(task))) return;
  sluice_original.dispatch_async_f(event->queue, event->context, event->function);
}

void sluice_event_discard(const sluice_event *event) {
  if (!runs_job(event->function)) release(event);
  else let_serve(event);
}

sluice_event sluice_capture(
    void *queue, void *context, sluice_function function, bool is_barrier) {
  sluice_original.dispatch_retain(queue);
  return (sluice_event){
      .function = function,
      .release = function == sluice_run_block ? sluice_release_block : NULL,
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

#endif
