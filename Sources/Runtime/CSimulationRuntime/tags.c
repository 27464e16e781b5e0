// Whose task it is. The runtime leaves one word of each job unused; the simulation that creates a
// task writes its identifier and the task's label there, and every later enqueue is decided by it.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include "futex.h"

/// A creation of a task that is in progress, on the stack of its interposed function.
///
/// The first enqueue of a task happens inside its creation, before its creator can write the tag.
/// So may its first steps, if it is immediate or its executor runs it in place. The task is claimed
/// by whatever sees it first; a task without a tag that is seen later is none of this creation's.
typedef struct creation {
  struct creation *outer;
  /// The child task of an `async let` lives in its parent's memory: nobody may retain it.
  bool is_let;
  /// The task is a child of the one that makes it.
  bool is_child;
  /// The task serves the whole process: see `services.c`.
  bool is_service;
  /// The task, once it is claimed.
  void *task;
} creation;
static _Thread_local creation *innermost_creation;

/// How many creations of this thread have not claimed their tasks.
static _Thread_local int unclaimed_creations;
/// How many threads that simulate have not claimed, for other threads; without those that wait.
static uint32_t visible_creations;
/// How many other threads are blocked until that number changes.
static uint32_t blocked_threads;

static void show_creations(int number) {
  __atomic_add_fetch(&visible_creations, (uint32_t)number, __ATOMIC_SEQ_CST);
  // A thread that counted itself too late for this finds the number changed, and does not block.
  if (__atomic_load_n(&blocked_threads, __ATOMIC_SEQ_CST))
    sluice_futex_wake(&visible_creations, INT32_MAX);
}

void sluice_hide_creations(void) { show_creations(-unclaimed_creations); }
void sluice_show_creations(void) { show_creations(unclaimed_creations); }

static void begin_creation(creation *begun) {
  begun->outer = innermost_creation;
  innermost_creation = begun;
  unclaimed_creations++;
  show_creations(1);
}

/// Notes which task a creation is about, whose tag was written.
static void claim(creation *begun, void *task) {
  begun->task = task;
  unclaimed_creations--;
  show_creations(-1);
}

static void end_creation(creation *begun, void *task) {
  if (!begun->task) claim(begun, task);
  innermost_creation = begun->outer;
}

uint64_t sluice_settled_tag(void *task) {
  // An executor's thread may be at a new task's job before the task's creator has come back.
  for (;;) {
    uint32_t creations = __atomic_load_n(&visible_creations, __ATOMIC_SEQ_CST);
    uint64_t tag = sluice_tag(task);
    if (tag || !creations) return tag;
    __atomic_add_fetch(&blocked_threads, 1, __ATOMIC_SEQ_CST);
    sluice_futex_wait(&visible_creations, creations);
    __atomic_sub_fetch(&blocked_threads, 1, __ATOMIC_SEQ_CST);
  }
}

uint64_t sluice_make_tag(sluice_simulation *simulation, uint32_t label) {
  return (uint64_t)label << 32 | simulation->identifier;
}

bool sluice_is_own(const void *task) {
  uint64_t tag = task ? sluice_tag((void *)task) : 0;
  return tag && !is_service(tag) && !(tag & TAG_MADE);
}

uint64_t sluice_write_tag(sluice_simulation *simulation, void *task) {
  if (innermost_creation && innermost_creation->is_service && !innermost_creation->task) {
    sluice_set_tag(task, SERVICE);
    return SERVICE;
  }
  uint32_t label = simulation->label_of_spawn;
  bool is_of_owner = label;
  if (label) simulation->label_of_spawn = 0;
  else label = simulation->label;
  if (innermost_creation && innermost_creation->is_child) {
    is_of_owner = sluice_is_own(sluice_original.task_get_current());
  }
  uint64_t tag = sluice_make_tag(simulation, label) | (is_of_owner ? 0 : TAG_MADE);
  sluice_set_tag(task, tag);
  return tag;
}

/// A task that serves the whole process is no simulation's to retain.
static void tell_owner(sluice_simulation *simulation, void *task) {
  if (is_service(sluice_tag(task))) return;
  sluice_set_tag(task, sluice_tag(task) | TAG_RETAINED);
  simulation->created(simulation->owner, task);
}

uint64_t sluice_claimed_tag(void *task) {
  uint64_t tag = sluice_tag(task);
  creation *creation = innermost_creation;
  sluice_simulation *simulation = sluice_current_simulation;
  if (tag || !creation || creation->task || !simulation) return tag;
  tag = sluice_write_tag(simulation, task);
  claim(creation, task);
  if (!creation->is_let) tell_owner(simulation, task);
  return tag;
}

bool sluice_owns_task(void) {
  void *task = sluice_original.task_get_current();
  return !task || sluice_claimed_tag(task) != 0;
}

sluice_running_task sluice_current_task(void) {
  void *task = sluice_original.task_get_current();
  if (!task) return (sluice_running_task){0};
  uint64_t tag = sluice_claimed_tag(task);
  sluice_running_task running = {
      .task = (uintptr_t)task, .kind = SLUICE_OUTSIDE_TASK, .label = label_of(tag)};
  if (is_service(tag)) running.kind = SLUICE_SERVICE_TASK;
  else if (tag) running.kind = tag & TAG_MADE ? SLUICE_MADE_TASK : SLUICE_OWN_TASK;
  return running;
}

typedef struct {
  void *task, *context;
} created_task;
typedef SWIFT_CALL created_task (*task_create)(
    size_t, void *, const void *, void *, void *);
typedef SWIFT_CALL void (*async_let_begin)(
    void *, void *, const void *, void *, void *, void *);

INTERPOSED SWIFT_CALL created_task swift_task_create(
    size_t flags, void *options, const void *result, void *function, void *context) {
  task_create original = (task_create)ORIGINAL(task_create);
  if (is_sampling()) sluice_sample_flags(flags);
  if (!sluice_is_capturing()) return original(flags, options, result, function, context);
  sluice_simulation *simulation = sluice_current_simulation;
  creation creation = {
      .is_child = flags & sluice_assumed.create_child,
      .is_service = sluice_makes_service(flags, __builtin_return_address(0)),
  };
  begin_creation(&creation);
  created_task created = original(flags, options, result, function, context);
  bool is_new = !sluice_tag(created.task);
  if (is_new) sluice_write_tag(simulation, created.task);
  end_creation(&creation, created.task);
  // Without either flag it is a helper that something else starts, as a sleep's timer.
  bool runs_by_itself = flags & (sluice_assumed.create_enqueued | sluice_assumed.create_immediate);
  if (is_new && runs_by_itself) tell_owner(simulation, created.task);
  // Its creator runs it in place next, and nothing tells whether it runs to its end there.
  if (flags & sluice_assumed.create_immediate) simulation->has_immediate_tasks = true;
  return created;
}

INTERPOSED SWIFT_CALL void swift_asyncLet_begin(
    void *let, void *options, const void *result, void *function, void *context, void *buffer) {
  async_let_begin original = (async_let_begin)ORIGINAL(async_let_begin);
  if (!sluice_is_capturing()) {
    original(let, options, result, function, context, buffer);
    if (is_sampling()) sluice_sample_let(let);
    return;
  }
  creation creation = {.is_let = true, .is_child = true};
  begin_creation(&creation);
  original(let, options, result, function, context, buffer);
  void *task = *(void **)((char *)let + sluice_assumed.let_task);
  if (!creation.task && !sluice_tag(task)) sluice_write_tag(sluice_current_simulation, task);
  end_creation(&creation, task);
}

#endif
