// Jobs that are enqueued: each goes to the simulation that its task belongs to, or on its way.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

/// Whose a job is: the tag of the task behind it, 0 for an outsider's.
static uint64_t tag_behind(sluice_simulation *simulation, void *job) {
  void *task = sluice_task_behind(job);
  // A yield's, an executor's: it belongs to whom the thread works for.
  if (!task) return sluice_is_capturing() ? sluice_make_tag(simulation, simulation->label) : 0;
  return sluice_claimed_tag(task);
}

/// Takes a job of a task that serves the whole process, on a thread that simulates; false: it runs
/// as it would without simulations.
static bool serve(const sluice_event *event) {
  if (!sluice_is_capturing()) return false;
  sluice_simulation *simulation = sluice_current_simulation;
  sluice_event labelled = *event;
  labelled.label = simulation->label;
  simulation->serve(simulation->owner, &labelled);
  return true;
}

/// What a job has to do with what enqueues it.
///
/// - `is_new` is whether its task had no tag before: it is being created.
static uint8_t standing_of(void *job, uint64_t tag, bool is_new) {
  void *task = sluice_task_behind(job);
  if (!task || is_new) return task && sluice_is_own(task) ? SLUICE_OWN : SLUICE_CARRIES_ON;
  if (!is_service(tag) && !(tag & TAG_MADE)) return SLUICE_OWN;
  if (task == sluice_original.task_get_current()) return SLUICE_CARRIES_ON;
  return task == job ? SLUICE_RESUMED : SLUICE_HANDED_ON;
}

bool sluice_take_job(const sluice_event *event) {
  if (sluice_carrier_take(event)) return true;
  sluice_simulation *simulation = sluice_current_simulation;
  void *behind = sluice_task_behind(event->context);
  bool is_new = behind && !sluice_tag(behind);
  uint64_t tag = tag_behind(simulation, event->context);
  if (!tag) {
    if (simulation && sluice_owns_task()) {
      simulation->outsiders++;
      simulation->outsider_label = simulation->label;
    }
    return false;
  }
  sluice_event labelled = *event;
  labelled.standing = standing_of(event->context, tag, is_new);
  if (is_service(tag)) return serve(&labelled);
  if (!simulation || (uint32_t)tag != simulation->identifier) {
    sluice_adopt(tag, event);
    return true;
  }
  labelled.label = label_of(tag);
  simulation->ready(simulation->owner, &labelled);
  return true;
}

void sluice_take_sleep(void *job, int64_t deadline, const sluice_event *event) {
  sluice_simulation *simulation = sluice_current_simulation;
  sluice_event labelled = *event;
  // A sleep is a helper task that the runtime creates by a direct call; it resumes the sleeper.
  void *task = sluice_task_behind(job);
  if (task && !sluice_tag(task)) {
    void *sleeper = sluice_original.task_get_current();
    if (sleeper && is_service(sluice_tag(sleeper))) sluice_set_tag(task, SERVICE);
    else sluice_write_tag(simulation, task);
  }
  labelled.label = simulation->label;
  simulation->timer(simulation->owner, deadline, &labelled);
}

#endif
