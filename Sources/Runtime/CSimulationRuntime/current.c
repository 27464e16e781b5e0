// What the calling thread does: for which simulation, and on which queues.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

_Thread_local sluice_simulation *sluice_current_simulation;
_Thread_local const sluice_frame *sluice_current_frame;

sluice_simulation *sluice_current(void) { return sluice_current_simulation; }

sluice_simulation *sluice_enter(sluice_simulation *simulation) {
  sluice_simulation *outer = sluice_current_simulation;
  sluice_current_simulation = simulation;
  return outer;
}

#endif
