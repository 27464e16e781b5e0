// Which definition of a function a program calls, and whether code is this library's own.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <dlfcn.h>

void *sluice_original_symbol(const char *name) { return dlsym(RTLD_NEXT, name); }
void *sluice_preferred_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

uint32_t sluice_exported_number(const char *name) {
  const uint32_t *number = sluice_preferred_symbol(name);
  return number ? *number : 0;
}

static void *base_of(const void *address) {
  Dl_info info;
  return dladdr(address, &info) ? info.dli_fbase : NULL;
}

bool sluice_is_in_library_of(const void *address, const void *other) {
  return base_of(address) == base_of(other);
}

bool sluice_is_own_code(const void *address) {
  return sluice_is_in_library_of(address, (const void *)(uintptr_t)sluice_is_own_code);
}

#endif
