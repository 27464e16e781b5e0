// The main queue. Its work runs on the simulation thread, so what asks "is this the main queue, the
// main thread?" must be told what the simulation knows.
#include "internal.h"

#include <sys/syscall.h>
#include <unistd.h>

bool sluice_on_main_queue(void) {
  return sluice_current_simulation && sluice_current_queue == sluice_original.main_queue;
}

INTERPOSED void dispatch_assert_queue(void *queue) {
  if (queue == sluice_original.main_queue && sluice_on_main_queue()) return;
  sluice_original.dispatch_assert_queue(queue);
}

INTERPOSED void dispatch_assert_queue_not(void *queue) {
  // The original would let it pass: this thread isn't the main one. It fails for a queue one is on.
  sluice_original.dispatch_assert_queue_not(queue);
  if (queue == sluice_original.main_queue && sluice_on_main_queue())
    __builtin_trap();
}

INTERPOSED void *dispatch_get_specific(const void *key) {
  if (sluice_on_main_queue())
    return sluice_original.dispatch_queue_get_specific(sluice_original.main_queue, key);
  return sluice_original.dispatch_get_specific(key);
}

/// Foundation's `Thread.isMainThread`.
INTERPOSED bool _CFIsMainThread(void) {
  if (sluice_current_simulation) return sluice_on_main_queue();
  if (sluice_original.is_main_thread) return sluice_original.is_main_thread();
  return syscall(SYS_gettid) == getpid();
}
