// What a job of the runtime is about: offsets into its job, task and actor, all of layout version 1
// (`sluice_find_facts`), and proven by the self-test before the first simulation.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

enum {
  JOB_KIND = 0x20,
  JOB_ACTOR = 0x40,
  TASK_STATUS = 0x60,
  ACTOR_NEWEST_JOB = 0x28,
  ACTOR_NEXT_JOB = 0x40,
};
enum { KIND_TASK = 0, KIND_ACTOR = 193 };
enum { STATUS_ENQUEUED = 0x1000, STATUS_COMPLETE = 0x2000 };

static uint8_t kind_of(void *job) { return *((uint8_t *)job + JOB_KIND); }
static uint64_t *tag_of(void *task) { return (uint64_t *)((char *)task + JOB_RESERVED); }

static void *pointer_at(void *object, int offset) {
  return __atomic_load_n((void **)((char *)object + offset), __ATOMIC_RELAXED);
}

static uint32_t status_of(void *task) {
  return __atomic_load_n((uint32_t *)((char *)task + TASK_STATUS), __ATOMIC_ACQUIRE);
}

void sluice_set_tag(void *task, uint64_t tag) {
  __atomic_store_n(tag_of(task), tag, __ATOMIC_RELAXED);
}

/// An actor's job is enqueued when the first task joins the idle actor's queue, or when the actor
/// is given up with tasks left; until it runs nothing leaves that queue.
void *sluice_task_behind(void *job) {
  if (kind_of(job) == KIND_TASK) return job;
  if (kind_of(job) != KIND_ACTOR) return NULL;
  void *actor = pointer_at(job, JOB_ACTOR);
  void *next = pointer_at(actor, ACTOR_NEXT_JOB);
  if (!next) next = pointer_at(actor, ACTOR_NEWEST_JOB);
  return next && kind_of(next) == KIND_TASK ? next : NULL;
}

/// Whether an event's context is a job. That of a tolerant sleep, which has no queue, is the
/// sleep's own, although the function is the runtime's, too.
static bool has_job(const sluice_event *event) {
  return event->queue && runs_job(event->function);
}

void *sluice_event_task(const sluice_event *event) {
  return has_job(event) ? sluice_task_behind(event->context) : NULL;
}

bool sluice_event_is_task(const sluice_event *event) {
  return has_job(event) && kind_of(event->context) == KIND_TASK;
}

job_in_progress sluice_job_begin(void *job) {
  job_in_progress begun = {.simulation = sluice_current_simulation};
  if (!begun.simulation) return begun;
  begun.released_tasks = begun.simulation->released_tasks;
  begun.runs_many = kind_of(job) == KIND_ACTOR;
  if (kind_of(job) != KIND_TASK) return begun;
  uint64_t tag = sluice_tag(job);
  bool is_retained = tag & TAG_RETAINED && (uint32_t)tag == begun.simulation->identifier;
  if (is_retained) begun.task = job;
  return begun;
}

/// The task is looked at only if none was released meanwhile, so that it is still there.
void sluice_job_end(const job_in_progress *job) {
  if (!job->task && !job->runs_many) return;
  sluice_simulation *simulation = job->simulation;
  bool is_unknown = job->runs_many || simulation->has_immediate_tasks ||
      simulation->released_tasks != job->released_tasks;
  if (is_unknown) simulation->completed(simulation->owner, NULL);
  else if (sluice_task_is_complete(job->task)) simulation->completed(simulation->owner, job->task);
}

uint32_t sluice_task_label(void *task) { return label_of(sluice_tag(task)); }
bool sluice_task_is_complete(void *task) { return status_of(task) & STATUS_COMPLETE; }
bool sluice_task_is_enqueued(void *task) { return status_of(task) & STATUS_ENQUEUED; }
void sluice_task_retain(void *task) { sluice_original.retain(task); }
void sluice_task_release(void *task) { sluice_original.release(task); }
void sluice_task_cancel(void *task) { sluice_original.task_cancel(task); }

#endif
