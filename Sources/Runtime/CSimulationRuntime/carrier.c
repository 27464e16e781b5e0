// The carrier: see the header.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

static _Thread_local bool is_catching;
static _Thread_local sluice_event caught;

bool sluice_carrier_take(const sluice_event *event) {
  if (!is_catching) return false;
  is_catching = false;
  caught = *event;
  return true;
}

void sluice_carrier_begin(void) {
  is_catching = true;
  caught = (sluice_event){0};
}

sluice_event sluice_carrier_end(void) {
  is_catching = false;
  return caught;
}

void sluice_carrier_run(const sluice_event *event, sluice_simulation *simulation) {
  sluice_set_tag(event->context, simulation->identifier);
  sluice_event_run(event);
}

#endif
