// Which definition of a function a program calls, and whether code is this library's own.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <dlfcn.h>

void *sluice_original_symbol(const char *name) { return dlsym(RTLD_NEXT, name); }
void *sluice_preferred_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

static void *base_of(const void *address) {
  Dl_info info;
  return dladdr(address, &info) ? info.dli_fbase : NULL;
}

bool sluice_is_own_code(const void *address) {
  return base_of(address) == base_of((const void *)(uintptr_t)sluice_is_own_code);
}

#endif
