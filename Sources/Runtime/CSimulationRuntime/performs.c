// Blocks that are handed to a run loop of Foundation's. Each is handed on inside a block of ours,
// so that it is known which were performed, and which wait for a run loop that nobody runs.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <pthread.h>
#include <stdlib.h>

/// A block that was not performed yet, or was and is not released yet. In the list until then, or
/// until its simulation ends.
typedef struct handed {
  struct handed *next;
  /// Retained; NULL once it was let go of.
  void *inner;
  uint32_t simulation;
  bool is_performed, is_listed;
  sluice_idle_work work;
} handed;

/// A run loop may release a block on whatever thread it is torn down.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static handed *first, **end = &first;

/// A block as the compiler would lay it out, and what is known of the one that it stands for.
typedef struct {
  void *isa;
  int flags, reserved;
  void (*invoke)(void *block);
  const void *descriptor;
  handed *known;
} wrapper;

/// The flag of a block whose descriptor has functions that copy and dispose of what it holds.
enum { HAS_COPY_DISPOSE = 1 << 25 };

/// The run loop outlives the simulation: a block is performed inside its own or not at all, and it
/// counts then as one that nobody performs.
static void invoke(void *block) {
  handed *known = ((const wrapper *)block)->known;
  sluice_original.pthread_mutex_lock(&lock);
  bool is_inside =
      sluice_current_simulation && sluice_current_simulation->identifier == known->simulation;
  if (is_inside) known->is_performed = true;
  void *inner = known->inner;
  pthread_mutex_unlock(&lock);
  if (is_inside && inner) sluice_run_block(inner);
}

/// What is known of a block is the copy's, and there is one copy.
static void copy(void *target, const void *source) {
  (void)target;
  (void)source;
}

/// Must be called with the lock held.
static void unlist(handed *known) {
  if (!known->is_listed) return;
  handed **link = &first;
  while (*link != known) link = &(*link)->next;
  *link = known->next;
  if (!*link) end = link;
  known->is_listed = false;
}

static void dispose(const void *block) {
  handed *known = ((const wrapper *)block)->known;
  sluice_original.pthread_mutex_lock(&lock);
  unlist(known);
  void *inner = known->inner;
  pthread_mutex_unlock(&lock);
  free(known);
  if (inner) sluice_original.block_release(inner);
}

static const struct {
  unsigned long reserved, size;
  void (*copy)(void *target, const void *source);
  void (*dispose)(const void *block);
} descriptor = {0, sizeof(wrapper), copy, dispose};

static handed *note(void *block, const void *caller) {
  handed *new = calloc(1, sizeof *new);
  if (!new) abort();
  new->inner = sluice_original.block_copy(block);
  new->is_listed = true;
  new->simulation = sluice_current_simulation->identifier;
  new->work.due = NEVER;
  new->work.label = sluice_current_simulation->label;
  new->work.caller_count = sluice_callers(caller, new->work.callers, SLUICE_CALLERS);
  sluice_original.pthread_mutex_lock(&lock);
  *end = new;
  end = &new->next;
  pthread_mutex_unlock(&lock);
  return new;
}

/// Foundation copies the block once, and releases that copy when it was performed.
INTERPOSED void CFRunLoopPerformBlock(void *loop, const void *mode, void *block) {
  if (!block || !sluice_is_capturing()) {
    ORIGINAL(run_loop_perform)(loop, mode, block);
    return;
  }
  wrapper outer = {
      .isa = sluice_original.stack_block,
      .flags = HAS_COPY_DISPOSE,
      .invoke = invoke,
      .descriptor = &descriptor,
      .known = note(block, __builtin_return_address(0))};
  sluice_original.run_loop_perform(loop, mode, &outer);
}

/// Must be called with the lock held.
static handed *first_idle(const sluice_simulation *simulation) {
  handed *each = first;
  while (each && (each->is_performed || each->simulation != simulation->identifier))
    each = each->next;
  return each;
}

/// What a block holds may, in its last moments, hand over another one.
void sluice_end_blocks(const sluice_simulation *simulation) {
  for (;;) {
    sluice_original.pthread_mutex_lock(&lock);
    handed *idle = first_idle(simulation);
    void *inner = idle ? idle->inner : NULL;
    if (idle) {
      idle->inner = NULL;
      unlist(idle);
    }
    pthread_mutex_unlock(&lock);
    if (!inner) return;
    sluice_original.block_release(inner);
  }
}

bool sluice_idle_block(const sluice_simulation *simulation, sluice_idle_work *work) {
  sluice_original.pthread_mutex_lock(&lock);
  const handed *each = first_idle(simulation);
  if (each) *work = each->work;
  pthread_mutex_unlock(&lock);
  return each != NULL;
}

#endif
