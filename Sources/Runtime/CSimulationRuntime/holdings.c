// What the threads of simulations hold on to, where the thing itself doesn't say who does:
// read-write locks, and values that are in the making. Only the thread with the turn is here.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <stdlib.h>
#include <unistd.h>

/// Hardly anybody holds on to more than a few.
static struct holding {
  const void *object;
  pid_t thread;
} *holdings;
static size_t count, capacity;

void sluice_hold(const void *object) {
  if (count == capacity) {
    capacity = capacity ? capacity * 2 : 16;
    holdings = realloc(holdings, capacity * sizeof *holdings);
    if (!holdings) abort();
  }
  holdings[count++] = (struct holding){object, gettid()};
}

void sluice_let_go(const void *object) {
  if (!count) return;
  pid_t thread = gettid();
  for (size_t index = count; index-- > 0;) {
    if (holdings[index].object != object || holdings[index].thread != thread) continue;
    holdings[index] = holdings[--count];
    return;
  }
}

void sluice_let_all_go(const void *object) {
  for (size_t index = count; index-- > 0;)
    if (holdings[index].object == object) holdings[index] = holdings[--count];
}

bool sluice_holds(const void *object) {
  if (!count) return false;
  pid_t thread = gettid();
  for (size_t index = 0; index < count; index++)
    if (holdings[index].object == object && holdings[index].thread == thread) return true;
  return false;
}

bool sluice_is_let_go(void *object) {
  for (size_t index = 0; index < count; index++)
    if (holdings[index].object == object && sluice_is_waiting(holdings[index].thread)) return false;
  return true;
}

#endif
