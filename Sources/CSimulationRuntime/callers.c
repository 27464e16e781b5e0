// Who called: the code that somebody wrote, without the system's, for what is told of by its place.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <dlfcn.h>
#include <execinfo.h>
#include <string.h>

enum { DEEPEST = 64 };

/// Whether code belongs to the system: it does what it does for whoever called it.
static bool is_of_system(const void *address) {
  static const char *const names[] = {
      "libFoundation", "lib_Foundation", "libswift", "libdispatch", "libstdc++", "libc++",
      "libc.so"};
  Dl_info info;
  if (!dladdr(address, &info) || !info.dli_fname) return false;
  const char *slash = strrchr(info.dli_fname, '/');
  const char *name = slash ? slash + 1 : info.dli_fname;
  for (size_t index = 0; index < sizeof names / sizeof *names; index++)
    if (!strncmp(name, names[index], strlen(names[index]))) return true;
  return false;
}

size_t sluice_callers(const void *caller, uintptr_t *callers, size_t capacity) {
  void *addresses[DEEPEST];
  size_t count = 0;
  int depth = backtrace(addresses, DEEPEST), first = 0;
  while (first < depth && addresses[first] != caller) first++;
  for (int index = first; index < depth && count < capacity; index++) {
    // A return address may be the first of the next function.
    uintptr_t address = (uintptr_t)addresses[index] - 1;
    if (!is_of_system((const void *)address)) callers[count++] = address;
  }
  return count;
}

#endif
