// Sleeps with a tolerance. The runtime makes a timer source for each, sets its time, its context
// and its handler, and activates it, all in one call on one thread. The real source is activated
// with no time set, since an inactive one can't be released, and the handler becomes an event.
#include "internal.h"

/// The time last set on a timer source by this thread, until the source is activated.
static _Thread_local struct {
  void *source;
  uint64_t when;
  sluice_function handler;
} pending;

/// The context of such a source. The handler is passed it, releases the source and runs the job.
typedef struct {
  void *source, *job;
} sleep_context;

static void take_tolerant_sleep(void *source) {
  sleep_context *context = sluice_original.dispatch_get_context(source);
  sluice_event event = {.function = pending.handler, .context = context};
  int64_t deadline = sluice_decode_time(sluice_current_simulation, pending.when);
  sluice_take_sleep(context->job, deadline, &event);
}

INTERPOSED void dispatch_source_set_timer(
    void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  if (sluice_is_capturing()) {
    pending.source = source;
    pending.when = start;
    pending.handler = NULL;
  }
  sluice_original.dispatch_source_set_timer(source, start, interval, leeway);
}

INTERPOSED void dispatch_source_set_event_handler_f(void *source, sluice_function handler) {
  if (pending.source == source && runs_job(handler)) pending.handler = handler;
  sluice_original.dispatch_source_set_event_handler_f(source, handler);
}

INTERPOSED void dispatch_activate(void *object) {
  if (pending.source == object && pending.handler && sluice_is_capturing()) {
    take_tolerant_sleep(object);
    sluice_original.dispatch_source_set_timer(object, UINT64_MAX, UINT64_MAX, 0);
    pending.source = NULL;
  }
  sluice_original.dispatch_activate(object);
}
