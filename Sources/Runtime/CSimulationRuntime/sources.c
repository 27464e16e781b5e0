// Sources of Dispatch's that are no timers. What they tell of happens outside, and their handlers
// run on its threads: the owner is told of each at its creation, which is the same in every run.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <dlfcn.h>

/// What the types are called, for whoever reads of one.
static const struct {
  const char *symbol, *name;
} types[] = {
    {"_dispatch_source_type_read", "read"},
    {"_dispatch_source_type_write", "write"},
    {"_dispatch_source_type_signal", "signal"},
    {"_dispatch_source_type_data_add", "data"},
    {"_dispatch_source_type_data_or", "data"},
    {"_dispatch_source_type_data_replace", "data"},
};

static const char *name_of(const void *type) {
  for (size_t index = 0; index < sizeof types / sizeof *types; index++)
    if (dlsym(RTLD_DEFAULT, types[index].symbol) == type) return types[index].name;
  return "";
}

void sluice_note_source(const void *type, const void *caller) {
  sluice_simulation *simulation = sluice_current_simulation;
  uintptr_t callers[SLUICE_CALLERS];
  size_t count = sluice_callers(caller, callers, SLUICE_CALLERS);
  simulation->source(simulation->owner, name_of(type), callers, count);
}

#endif
