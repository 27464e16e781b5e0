// Who called: the code that somebody wrote, without the system's, for what is told of by its place.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <string.h>

enum { DEEPEST = 64 };

static bool begins_with(const char *name, const char *beginning) {
  return !strncmp(name, beginning, strlen(beginning));
}

/// The name of the file that code is in, without its folders; empty if that is not known.
static const char *file_of(const void *address) {
  Dl_info info;
  if (!dladdr(address, &info) || !info.dli_fname) return "";
  const char *slash = strrchr(info.dli_fname, '/');
  return slash ? slash + 1 : info.dli_fname;
}

bool sluice_is_of_foundation(const void *address) {
  return begins_with(file_of(address), "libFoundation");
}

extern const char __start_sluice_text[] HIDDEN, __stop_sluice_text[] HIDDEN;

/// Whether code is one of this library's functions, but for those that it interposes.
static bool is_of_library(const char *address) {
  return address >= __start_sluice_text && address < __stop_sluice_text;
}

bool sluice_is_of_system(const void *address) {
  static const char *const names[] = {
      "libFoundation", "lib_Foundation", "libswift", "libdispatch", "libstdc++", "libc++",
      "libc.so"};
  if (is_of_library(address)) return true;
  const char *file = file_of(address);
  for (size_t index = 0; index < sizeof names / sizeof *names; index++)
    if (begins_with(file, names[index])) return true;
  return false;
}

size_t sluice_callers(const void *caller, uintptr_t *callers, size_t capacity) {
  void *addresses[DEEPEST];
  size_t count = 0;
  // The unwinder makes something once itself, which is no event's and must not be waited for.
  sluice_simulation *simulation = sluice_enter(NULL);
  int depth = backtrace(addresses, DEEPEST), first = 0;
  sluice_enter(simulation);
  while (first < depth && addresses[first] != caller) first++;
  for (int index = first; index < depth && count < capacity; index++) {
    // A return address may be the first of the next function.
    uintptr_t address = (uintptr_t)addresses[index] - 1;
    if (!sluice_is_of_system((const void *)address)) callers[count++] = address;
  }
  return count;
}

/// The highest address of the calling thread's stack; 0 while it is being found out.
static uintptr_t stack_end(void) {
  static _Thread_local uintptr_t end;
  static _Thread_local bool is_asked;
  if (is_asked) return end;
  is_asked = true;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes)) return 0;
  void *start;
  size_t size;
  if (!pthread_attr_getstack(&attributes, &start, &size)) end = (uintptr_t)start + size;
  pthread_attr_destroy(&attributes);
  return end;
}

/// A return address without the signature that the C library's code may have given it on arm64.
static uintptr_t without_signature(uintptr_t address) {
#if defined(__aarch64__)
  register uintptr_t link __asm__("x30") = address;
  // Strips the signature in register 30; processors that have none do nothing.
  __asm__("hint #7" : "+r"(link));
  return link;
#else
  return address;
#endif
}

// Code without frame pointers leads anywhere on the stack, also between two variables, where the
// address sanitizer has nobody read.
__attribute__((no_sanitize_address)) size_t sluice_frames(
    const void *frame, uintptr_t *callers, size_t capacity) {
  uintptr_t end = stack_end(), place = (uintptr_t)frame;
  size_t count = 0;
  // Whatever stands on the own stack can be read, be it a frame or not.
  while (count < capacity && place % sizeof place == 0 && place + 2 * sizeof place <= end) {
    const uintptr_t *words = (const uintptr_t *)place;
    if (!words[1]) break;
    callers[count++] = without_signature(words[1]) - 1;
    uintptr_t next = words[0];
    if (next <= place) break;
    place = next;
  }
  return count;
}

#endif
