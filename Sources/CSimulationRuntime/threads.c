// Real threads that are created on a simulating thread. They run, but no schedule decides when: the
// owner is told of each at its creation, in which everything is still as it is in every run.
#include "internal.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

/// The simulation in which this thread, or the thread that it goes back to, was created, and the
/// number that it got there.
static _Thread_local struct {
  uint32_t simulation, number;
} origin;

static uint64_t count_of_threads;

typedef void *(*thread_body)(void *);

/// What a created thread begins with.
typedef struct {
  thread_body body;
  void *context;
  __typeof__(origin) origin;
} beginning;

uint32_t sluice_thread_number(uint32_t simulation) {
  return origin.simulation == simulation ? origin.number : 0;
}

uint64_t sluice_escaped_threads(void) {
  return __atomic_load_n(&count_of_threads, __ATOMIC_RELAXED);
}

static void *begin(void *context) {
  beginning mine = *(beginning *)context;
  free(context);
  origin = mine.origin;
  return mine.body(mine.context);
}

/// Whether code belongs to the system: it creates threads for whoever called it.
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

/// Tells the owner of a thread that is about to be created, and returns the thread's number.
///
/// `caller` is where `pthread_create` returns to: what lies below it on the stack is this library.
static uint32_t note(sluice_simulation *simulation, const void *caller) {
  __atomic_add_fetch(&count_of_threads, 1, __ATOMIC_RELAXED);
  void *addresses[DEEPEST];
  const void *callers[DEEPEST];
  size_t count = 0;
  int depth = backtrace(addresses, DEEPEST), first = 0;
  while (first < depth && addresses[first] != caller) first++;
  for (int index = first; index < depth; index++) {
    // A return address may be the first of the next function.
    const void *address = (const char *)addresses[index] - 1;
    if (!is_of_system(address)) callers[count++] = address;
  }
  return simulation->thread(simulation->owner, callers, count);
}

INTERPOSED int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, thread_body body, void *context) {
  int (*original)(pthread_t *, const pthread_attr_t *, thread_body, void *) =
      sluice_original.pthread_create;
  // Another library's constructor, which runs before ours.
  if (!original) original = (__typeof__(original))dlsym(RTLD_NEXT, "pthread_create");
  __typeof__(origin) mine = origin;
  const void *caller = __builtin_return_address(0);
  // Dispatch's own are its workers: they come and go as it likes, and serve everybody.
  if (sluice_is_capturing() && !is_in(&sluice_original.dispatch_code, caller)) {
    mine.simulation = sluice_current_simulation->identifier;
    mine.number = note(sluice_current_simulation, caller);
  }
  if (!mine.number) return original(thread, attributes, body, context);
  beginning *first = malloc(sizeof *first);
  if (!first) abort();
  *first = (beginning){.body = body, .context = context, .origin = mine};
  int error = original(thread, attributes, begin, first);
  if (error) free(first);
  return error;
}
