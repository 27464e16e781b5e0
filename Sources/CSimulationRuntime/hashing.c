// Hashing. Sets and dictionaries have an order of their own in each process, and equal ones have
// several orders within one; then no two runs of one schedule are the same. Every process that can
// simulate hashes as with SWIFT_DETERMINISTIC_HASHING=1, which it can't be told any more when it
// runs already.
#include "internal.h"

#include <dlfcn.h>

/// What the standard library's hashing follows from. It is set while that library is loaded, so
/// before this one's constructor, and looked at with every hash.
typedef struct {
  uint64_t first_seed, second_seed;
  bool is_deterministic;
} hashing_parameters;

/// No collection exists yet when the constructors of the program run.
__attribute__((constructor(102))) static void make_hashing_deterministic(void) {
  hashing_parameters *parameters = dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters");
  if (parameters) *parameters = (hashing_parameters){0, 0, true};
}
