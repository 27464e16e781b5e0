// Tasks that serve the whole process, although some simulation happened to create them: a queue
// that a library keeps for good, a loop in a global. They outlive the simulation, which neither
// cancels nor judges them, and whatever simulation gives them work runs that work.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

/// How many lazy values this thread is making: globals, and static properties.
static _Thread_local int lazy_values;

void sluice_lazy_value_begin(void) { lazy_values++; }
void sluice_lazy_value_end(void) { lazy_values--; }

/// Foundation makes objects for the whole process when they are first used: tasks that it detaches
/// are nobody's else.
bool sluice_makes_service(size_t flags, const void *caller) {
  if (flags & sluice_assumed.create_child) return false;
  if (lazy_values) return true;
  return !(flags & sluice_assumed.create_inherits) && sluice_is_of_foundation(caller);
}

#endif
