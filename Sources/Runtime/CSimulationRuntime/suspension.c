// Queues and timer sources that don't run for a while. The state is Dispatch's own, which is looked
// at before an event runs; here a simulation is told that there is something to look at.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

INTERPOSED void dispatch_suspend(void *object) {
  if (sluice_current_simulation) note_stopped_queue(sluice_current_simulation);
  note_use_of_queues();
  ORIGINAL(dispatch_suspend)(object);
  sluice_timer_suspended(object);
}

INTERPOSED void dispatch_resume(void *object) {
  note_use_of_queues();
  ORIGINAL(dispatch_resume)(object);
  sluice_timer_resumed(object);
}

INTERPOSED void dispatch_activate(void *object) {
  if (is_sampling()) sluice_sample_timer(object);
  sluice_tolerance_take(object);
  note_use_of_queues();
  ORIGINAL(dispatch_activate)(object);
  sluice_timer_resumed(object);
}

#endif
