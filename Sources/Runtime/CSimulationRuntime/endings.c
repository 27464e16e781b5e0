// The end of a simulation, for all files here that keep something of it.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

void sluice_end(sluice_simulation *simulation) {
  sluice_unregister(simulation);
  sluice_forget_timers(simulation);
  sluice_forget_conditions(simulation);
}

#endif
