// The order of sets and dictionaries. Swift hashes with a seed of the process's, and gives each
// collection one more: its address. So two that are equal have two orders, and a subject that goes
// through them takes another course each time. While something is simulated, collections get no
// seed of their own: equal ones then have one order within a process. The process's seed stays as
// random as it was, so that between processes the order differs, unless they are started with
// SWIFT_DETERMINISTIC_HASHING=1, as the kit's own are.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <dlfcn.h>

/// What the standard library's hashing follows from. The last one is looked at with each collection
/// that is made, and with nothing else: collections keep their seeds.
typedef struct {
  uint64_t first_seed, second_seed;
  bool is_deterministic;
} hashing_parameters;

static hashing_parameters *parameters;
static bool was_deterministic;

bool sluice_order_is_known(void) {
  if (parameters) return true;
  parameters = dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters");
  if (parameters) was_deterministic = parameters->is_deterministic;
  return parameters;
}

/// Other threads may look at it at this moment: either answer is right for them.
static void set(bool is_deterministic) {
  if (sluice_order_is_known() && !was_deterministic)
    __atomic_store_n(&parameters->is_deterministic, is_deterministic, __ATOMIC_RELAXED);
}

void sluice_order_begin(void) { set(true); }
void sluice_order_end(void) { set(false); }

#endif
