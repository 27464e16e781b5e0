// Whose task it is. The runtime leaves one word of each job unused; the simulation that creates a
// task writes its identifier and the task's label there, and every later enqueue is decided by it.
#include "internal.h"

/// Offsets into the runtime's job and task, all of layout version 1 (`sluice_unsupported_reason`).
enum {
  KIND_OFFSET = 0x20,
  RESERVED_OFFSET = 0x30,
  STATUS_OFFSET = 0x60,
};
enum { KIND_OF_TASK = 0 };
enum { STATUS_ENQUEUED = 0x1000, STATUS_COMPLETE = 0x2000 };
/// The flags of `swift_task_create` with which the task runs by itself. Without one of them it is a
/// helper that something else starts, as a sleep's timer.
enum { CREATE_ENQUEUED = 1 << 12, CREATE_IMMEDIATE = 1 << 16 };

/// The first enqueue of a task happens inside its creation, before its creator can write the tag.
static _Thread_local int creations_in_progress;

static uint64_t *tag_of(void *task) { return (uint64_t *)((char *)task + RESERVED_OFFSET); }

static uint32_t status_of(void *task) {
  return __atomic_load_n((uint32_t *)((char *)task + STATUS_OFFSET), __ATOMIC_ACQUIRE);
}

uint64_t sluice_tag(void *task) { return __atomic_load_n(tag_of(task), __ATOMIC_RELAXED); }
uint32_t sluice_task_label(void *task) { return (uint32_t)(sluice_tag(task) >> 32); }
bool sluice_task_is_complete(void *task) { return status_of(task) & STATUS_COMPLETE; }
bool sluice_task_is_enqueued(void *task) { return status_of(task) & STATUS_ENQUEUED; }
void sluice_task_retain(void *task) { sluice_original.retain(task); }
void sluice_task_release(void *task) { sluice_original.release(task); }
void sluice_task_cancel(void *task) { sluice_original.task_cancel(task); }

static bool is_task(void *job) { return *((uint8_t *)job + KIND_OFFSET) == KIND_OF_TASK; }

bool sluice_event_is_task(const sluice_event *event) {
  return runs_job(event->function) && is_task(event->context);
}

uint64_t sluice_current_task_tag(void) {
  void *task = sluice_original.task_get_current();
  return task ? sluice_tag(task) : 0;
}

bool sluice_is_capturing(void) {
  if (!sluice_current_simulation) return false;
  void *task = sluice_original.task_get_current();
  return !task || sluice_tag(task) != 0;
}

uint32_t sluice_inherited_label(sluice_simulation *simulation) {
  uint64_t tag = sluice_current_task_tag();
  return (uint32_t)tag == simulation->identifier ? (uint32_t)(tag >> 32) : simulation->label;
}

static uint64_t write_tag(sluice_simulation *simulation, void *task) {
  uint32_t label = simulation->label_of_spawn;
  if (label) simulation->label_of_spawn = 0;
  else label = sluice_inherited_label(simulation);
  uint64_t tag = (uint64_t)label << 32 | simulation->identifier;
  __atomic_store_n(tag_of(task), tag, __ATOMIC_RELAXED);
  return tag;
}

bool sluice_take_job(const sluice_event *event) {
  sluice_simulation *simulation = sluice_current_simulation;
  sluice_event labelled = *event;
  if (is_task(event->context)) {
    uint64_t tag = sluice_tag(event->context);
    if (!tag) {
      if (!simulation) return false;
      if (!creations_in_progress) {
        simulation->outsiders++;
        return false;
      }
      tag = write_tag(simulation, event->context);
      simulation->created(simulation->owner, event->context);
    } else if (!simulation || (uint32_t)tag != simulation->identifier) {
      sluice_adopt(tag, event);
      return true;
    }
    labelled.label = (uint32_t)(tag >> 32);
  } else {
    // A job of an actor or of a sleep: it belongs to whom the thread works for.
    if (!sluice_is_capturing()) return false;
    labelled.label = sluice_inherited_label(simulation);
  }
  simulation->ready(simulation->owner, &labelled);
  return true;
}

void sluice_take_sleep(void *job, int64_t deadline, const sluice_event *event) {
  sluice_simulation *simulation = sluice_current_simulation;
  sluice_event labelled = *event;
  // A sleep is a helper task that the runtime creates by a direct call; it resumes the sleeper.
  if (is_task(job) && !sluice_tag(job)) write_tag(simulation, job);
  labelled.label = sluice_inherited_label(simulation);
  simulation->timer(simulation->owner, deadline, &labelled);
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
  task_create original = (task_create)sluice_original.task_create;
  if (!sluice_is_capturing()) return original(flags, options, result, function, context);
  sluice_simulation *simulation = sluice_current_simulation;
  creations_in_progress++;
  created_task created = original(flags, options, result, function, context);
  creations_in_progress--;
  if (!sluice_tag(created.task)) {
    write_tag(simulation, created.task);
    if (flags & (CREATE_ENQUEUED | CREATE_IMMEDIATE))
      simulation->created(simulation->owner, created.task);
  }
  return created;
}

INTERPOSED SWIFT_CALL void swift_asyncLet_begin(
    void *let, void *options, const void *result, void *function, void *context, void *buffer) {
  async_let_begin original = (async_let_begin)sluice_original.async_let_begin;
  bool capturing = sluice_is_capturing();
  if (capturing) creations_in_progress++;
  original(let, options, result, function, context, buffer);
  if (capturing) creations_in_progress--;
}
