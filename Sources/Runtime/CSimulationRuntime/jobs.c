// Jobs of the runtime: the task or the actor behind each, and its state.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

static bool is_of_kind(const void *job, uint64_t kind) {
  return *((const uint8_t *)job + sluice_assumed.job_kind) == kind;
}
static bool is_task(const void *job) { return is_of_kind(job, sluice_assumed.kind_task); }
static bool is_actor(const void *job) { return is_of_kind(job, sluice_assumed.kind_actor); }

static void *pointer_at(void *object, uint64_t offset) {
  return __atomic_load_n((void **)((char *)object + offset), __ATOMIC_RELAXED);
}

static uint32_t status_of(void *task) {
  const char *status = (char *)task + sluice_assumed.task_status;
  return __atomic_load_n((const uint32_t *)status, __ATOMIC_ACQUIRE);
}

void sluice_set_tag(void *task, uint64_t tag) {
  char *word = (char *)task + sluice_assumed.job_reserved;
  __atomic_store_n((uint64_t *)word, tag, __ATOMIC_RELAXED);
}

/// An actor's job is enqueued when the first task joins the idle actor's queue, or when the actor
/// is given up with tasks left; until it runs nothing leaves that queue.
void *sluice_task_behind(void *job) {
  if (is_task(job)) return job;
  if (!is_actor(job)) return NULL;
  void *actor = pointer_at(job, sluice_assumed.actor_job_actor);
  void *next = pointer_at(actor, sluice_assumed.actor_next_job);
  if (!next) next = pointer_at(actor, sluice_assumed.actor_newest_job);
  return next && is_task(next) ? next : NULL;
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
  return has_job(event) && is_task(event->context);
}

job_in_progress sluice_job_begin(void *job) {
  job_in_progress begun = {.simulation = sluice_current_simulation};
  if (!begun.simulation) return begun;
  begun.released_tasks = begun.simulation->released_tasks;
  begun.runs_many = is_actor(job);
  if (!is_task(job)) return begun;
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

bool sluice_task_is_complete(void *task) {
  return status_of(task) & sluice_assumed.status_complete;
}

bool sluice_task_is_enqueued(void *task) {
  return status_of(task) & sluice_assumed.status_enqueued;
}

void sluice_task_retain(void *task) { sluice_original.retain(task); }
void sluice_task_release(void *task) { sluice_original.release(task); }
void sluice_task_cancel(void *task) { sluice_original.task_cancel(task); }

#endif
