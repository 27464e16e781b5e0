// The order of sets and dictionaries. Swift hashes with a seed of the process's, and gives each
// collection one more: its address. So two that are equal have two orders, and a subject that goes
// through them takes another course each time. While something is simulated, collections get no
// seed of their own: equal ones then have one order within a process. The process's seed stays as
// random as it was, so that between processes the order differs, unless they are started with
// SWIFT_DETERMINISTIC_HASHING=1, as the kit's own are.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <dlfcn.h>
#include <link.h>

/// The flag of the standard library's parameters that is looked at with each collection that is
/// made, and with nothing else: collections keep their seeds.
static bool *is_without_seeds;
static bool was_without_seeds;

/// The flag is the last thing in the record: nothing is written that is not shown to be there.
bool *sluice_hashing_flag(const sluice_layout *layout) {
  char *parameters = dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters");
  Dl_info info;
  const ElfW(Sym) *record = NULL;
  if (!parameters || !dladdr1(parameters, &info, (void **)&record, RTLD_DL_SYMENT)) return NULL;
  uint64_t place = layout->hashing_deterministic;
  if (!record || place % 8 || place >= record->st_size || record->st_size - place > 8) return NULL;
  return (bool *)(parameters + place);
}

static bool finds_flag(void) {
  if (is_without_seeds) return true;
  is_without_seeds = sluice_hashing_flag(&sluice_assumed);
  if (is_without_seeds) was_without_seeds = *is_without_seeds;
  return is_without_seeds;
}

/// Other threads may look at it at this moment: either answer is right for them.
static void set(bool wanted) {
  if (finds_flag() && !was_without_seeds)
    __atomic_store_n(is_without_seeds, wanted, __ATOMIC_RELAXED);
}

void sluice_order_begin(void) { set(true); }
void sluice_order_end(void) { set(false); }

#endif
