// Blocks that are handed to a run loop of Foundation's. Each is handed on inside a block of ours,
// so that it is known which were performed, and which wait for a run loop that nobody runs.
#include "internal.h"

#include <pthread.h>
#include <stdlib.h>

/// A block that was not performed yet, or was and is not released yet.
typedef struct handed {
  struct handed *next;
  uint32_t simulation;
  bool is_performed;
  sluice_idle_work work;
} handed;

/// A run loop may release a block on whatever thread it is torn down.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static handed *first, **end = &first;

/// A block as the compiler would lay it out that holds another one, and what is known of it.
typedef struct {
  void *isa;
  int flags, reserved;
  void (*invoke)(void *block);
  const void *descriptor;
  void *inner;
  handed *known;
} wrapper;

/// The flag of a block whose descriptor has functions that copy and dispose of what it holds.
enum { HAS_COPY_DISPOSE = 1 << 25 };

/// The run loop outlives the simulation: a block is performed inside its own or not at all, and it
/// counts then as one that nobody performs.
static void invoke(void *block) {
  wrapper *outer = block;
  pthread_mutex_lock(&lock);
  bool is_inside = sluice_current_simulation &&
                   sluice_current_simulation->identifier == outer->known->simulation;
  if (is_inside) outer->known->is_performed = true;
  pthread_mutex_unlock(&lock);
  if (is_inside) sluice_run_block(outer->inner);
}

static void copy(void *target, const void *source) {
  ((wrapper *)target)->inner = sluice_original.block_copy(((const wrapper *)source)->inner);
}

static void dispose(const void *block) {
  const wrapper *outer = block;
  sluice_original.block_release(outer->inner);
  pthread_mutex_lock(&lock);
  handed **link = &first;
  while (*link != outer->known) link = &(*link)->next;
  *link = outer->known->next;
  if (!*link) end = link;
  pthread_mutex_unlock(&lock);
  free(outer->known);
}

static const struct {
  unsigned long reserved, size;
  void (*copy)(void *target, const void *source);
  void (*dispose)(const void *block);
} descriptor = {0, sizeof(wrapper), copy, dispose};

static handed *note(const void *caller) {
  handed *new = calloc(1, sizeof *new);
  if (!new) abort();
  new->simulation = sluice_current_simulation->identifier;
  new->work.due = NEVER;
  new->work.label = sluice_current_simulation->label;
  new->work.caller_count = sluice_callers(caller, new->work.callers, SLUICE_CALLERS);
  pthread_mutex_lock(&lock);
  *end = new;
  end = &new->next;
  pthread_mutex_unlock(&lock);
  return new;
}

/// Foundation copies the block once, and releases that copy when it was performed.
INTERPOSED void CFRunLoopPerformBlock(void *loop, const void *mode, void *block) {
  if (!block || !sluice_is_capturing()) {
    sluice_original.run_loop_perform(loop, mode, block);
    return;
  }
  wrapper outer = {
      .isa = sluice_original.stack_block,
      .flags = HAS_COPY_DISPOSE,
      .invoke = invoke,
      .descriptor = &descriptor,
      .inner = block,
      .known = note(__builtin_return_address(0))};
  sluice_original.run_loop_perform(loop, mode, &outer);
}

bool sluice_idle_block(const sluice_simulation *simulation, sluice_idle_work *work) {
  pthread_mutex_lock(&lock);
  const handed *each = first;
  while (each && (each->is_performed || each->simulation != simulation->identifier))
    each = each->next;
  if (each) *work = each->work;
  pthread_mutex_unlock(&lock);
  return each != NULL;
}
