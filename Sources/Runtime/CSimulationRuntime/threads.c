// Real threads that are created on a simulating thread. They run, but no schedule decides when: the
// owner is told of each at its creation, in which everything is still as it is in every run.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <pthread.h>
#include <stdlib.h>

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

/// Tells the owner of a thread that is about to be created, and returns the thread's number.
///
/// `caller` is where `pthread_create` returns to: what lies below it on the stack is this library.
static uint32_t note(sluice_simulation *simulation, const void *caller) {
  __atomic_add_fetch(&count_of_threads, 1, __ATOMIC_RELAXED);
  uintptr_t callers[SLUICE_CALLERS];
  size_t count = sluice_callers(caller, callers, SLUICE_CALLERS);
  return simulation->thread(simulation->owner, callers, count);
}

INTERPOSED int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, thread_body body, void *context) {
  __typeof__(origin) mine = origin;
  const void *caller = __builtin_return_address(0);
  // Dispatch's own are its workers: they come and go as it likes, and serve everybody.
  if (sluice_is_capturing() && !is_in(&sluice_original.dispatch_code, caller)) {
    mine.simulation = sluice_current_simulation->identifier;
    mine.number = note(sluice_current_simulation, caller);
  }
  if (!mine.number) return ORIGINAL(pthread_create)(thread, attributes, body, context);
  beginning *first = malloc(sizeof *first);
  if (!first) abort();
  *first = (beginning){.body = body, .context = context, .origin = mine};
  int error = sluice_original.pthread_create(thread, attributes, begin, first);
  if (error) free(first);
  return error;
}

#endif
