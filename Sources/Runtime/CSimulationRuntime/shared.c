// Actors that hold tasks of a simulation and of others at once. A thread that leaves an actor runs
// whatever has joined its queue meanwhile, and no executor is asked: a task of a simulation may run
// on a thread outside, and a task outside on a thread of a simulation. No schedule decides when, so
// either is an escape. Every task passes through here when it begins to run on a thread.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

enum { SHOWN = 8 };

/// Where a task goes on, or begins.
static size_t places_of(void *task, uintptr_t places[SHOWN]) {
  const void *addresses[SHOWN];
  size_t count = sluice_task_backtrace(task, addresses, SHOWN);
  for (size_t index = 0; index < count; index++) places[index] = (uintptr_t)addresses[index];
  return count;
}

/// On a thread that simulates nothing.
static void look_outside(void *task) {
  uint64_t tag = sluice_tag(task);
  // A carrier begins on the simulation's thread, just before it simulates.
  if (is_service(tag) || sluice_thread_is_current()) return;
  uintptr_t places[SHOWN];
  size_t count = places_of(task, places);
  sluice_tell_shared(tag, places, count);
}

static void look_inside(sluice_simulation *simulation, void *task) {
  if (sluice_claimed_tag(task)) return;
  uintptr_t places[SHOWN];
  size_t count = places_of(task, places);
  simulation->shared(simulation->owner, simulation->label, places, count);
}

INTERPOSED void swift_task_enterThreadLocalContext(char *accesses) {
  if (is_sampling()) sluice_sample_accesses(accesses);
  void *task = accesses - sluice_assumed.task_accesses;
  sluice_simulation *simulation = sluice_current_simulation;
  // Inside, nearly every task has a tag, and outside nearly none.
  if (__builtin_expect(!simulation == !!sluice_tag(task), 0)) {
    if (simulation) look_inside(simulation, task);
    else look_outside(task);
  }
  if (ORIGINAL(enter_task)) sluice_original.enter_task(accesses);
}

#endif
