// Timers of Foundation's run loops. A run loop outlives the simulation in which a timer is added to
// it, so these are kept until they are invalid, and invalidated when the simulation ends.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <stdlib.h>

/// A timer that is retained.
typedef struct {
  void *timer;
  uint32_t simulation;
} added_timer;

static added_timer *timers;
static size_t count, capacity;
/// Who is adding a timer, while the run loop sets the date for it.
static const void *adder;

/// Lets go of those that have fired or were invalidated.
///
/// What a timer releases may, in its last moments, add another one, so none is released before the
/// table is whole again.
static void drop_invalid(void) {
  size_t index = 0;
  while (index < count) {
    void *timer = timers[index].timer;
    if (sluice_original.run_loop_timer_is_valid(timer)) {
      index++;
    } else {
      timers[index] = timers[--count];
      sluice_original.foundation_release(timer);
    }
  }
}

static void make_room(void) {
  if (count < capacity) return;
  drop_invalid();
  if (count <= capacity / 2 && capacity) return;
  capacity = capacity ? capacity * 2 : 16;
  timers = realloc(timers, capacity * sizeof *timers);
  if (!timers) abort();
}

const void *sluice_timer_adder(void) { return adder; }

/// Only the thread with the turn is here.
INTERPOSED void CFRunLoopAddTimer(void *loop, void *timer, const void *mode) {
  bool is_ours = timer && sluice_is_capturing();
  if (is_ours) adder = __builtin_return_address(0);
  ORIGINAL(run_loop_add_timer)(loop, timer, mode);
  if (!is_ours) return;
  adder = NULL;
  make_room();
  sluice_original.foundation_retain(timer);
  timers[count++] = (added_timer){timer, sluice_current_simulation->identifier};
}

/// Invalidates the timers of a simulation that are in the table.
///
/// An invalidated timer may add another one and so move the others, hence the answer: whether there
/// was one.
static bool invalidate(const sluice_simulation *simulation) {
  bool found = false;
  for (size_t index = 0; index < count; index++) {
    void *timer = timers[index].timer;
    if (timers[index].simulation != simulation->identifier) continue;
    if (!sluice_original.run_loop_timer_is_valid(timer)) continue;
    found = true;
    sluice_original.run_loop_timer_invalidate(timer);
  }
  return found;
}

void sluice_end_timers(const sluice_simulation *simulation) {
  while (invalidate(simulation)) continue;
  drop_invalid();
}

#endif
