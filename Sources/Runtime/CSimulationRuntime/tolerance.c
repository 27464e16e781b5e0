// Sleeps with a tolerance. The runtime makes a timer source for each, sets its time, its context
// and its handler, and activates it, all in one call on one thread. The real source is activated
// with no time set, since an inactive one can't be released, and the handler becomes an event.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

/// The time last set on a timer source by this thread, until the source is activated.
static _Thread_local struct {
  void *source;
  uint64_t when;
  sluice_function handler;
} pending;

/// The handler is passed the source's context, releases the source and runs the job.
static void take_tolerant_sleep(void *source) {
  char *context = sluice_original.dispatch_get_context(source);
  void *job = *(void **)(context + sluice_assumed.sleep_job);
  sluice_event event = {.function = pending.handler, .context = context};
  int64_t deadline = sluice_decode_time(sluice_current_simulation, pending.when);
  sluice_take_sleep(job, deadline, &event);
}

void sluice_tolerance_note_time(void *source, uint64_t when) {
  pending.source = source;
  pending.when = when;
  pending.handler = NULL;
}

bool sluice_tolerance_note_handler(void *source, sluice_function handler) {
  if (!runs_job(handler)) return false;
  if (pending.source == source) pending.handler = handler;
  return true;
}

void sluice_tolerance_take(void *source) {
  if (pending.source != source || !pending.handler || !sluice_is_capturing()) return;
  take_tolerant_sleep(source);
  sluice_original.dispatch_source_set_timer(source, UINT64_MAX, UINT64_MAX, 0);
  pending.source = NULL;
}

#endif
