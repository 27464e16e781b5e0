// Custom executors with a thread of their own. They take a job on the simulation thread and run it
// on theirs, by one of three functions of the runtime: there a simulation's job is handed back.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <stdlib.h>

typedef struct {
  void *job;
  executor_reference serial, task;
} handed_back;

static void run(const handed_back *work) {
  job_in_progress job = sluice_job_begin(work->job);
  if (work->serial.identity && work->task.identity)
    ORIGINAL(job_run_on_both)(work->job, work->serial, work->task);
  else if (work->task.identity) ORIGINAL(job_run_on_task)(work->job, work->task);
  else ORIGINAL(job_run)(work->job, work->serial);
  sluice_job_end(&job);
}

static void run_handed_back(void *context) { run(context); }

bool sluice_event_is_handed_back(const sluice_event *event) {
  return event->function == run_handed_back;
}

static void run_or_hand_back(handed_back work) {
  void *task = sluice_task_behind(work.job);
  sluice_simulation *simulation = sluice_current_simulation;
  uint64_t tag = 0;
  if (task) tag = sluice_thread_is_current() ? sluice_claimed_tag(task) : sluice_settled_tag(task);
  if (!tag || (simulation && (uint32_t)tag == simulation->identifier)) {
    run(&work);
    return;
  }
  handed_back *copy = malloc(sizeof *copy);
  if (!copy) abort();
  *copy = work;
  sluice_event event = {.function = run_handed_back, .context = copy, .release = free};
  sluice_adopt(tag, &event);
}

INTERPOSED SWIFT_CALL void swift_job_run(void *job, executor_reference serial) {
  run_or_hand_back((handed_back){.job = job, .serial = serial});
}

INTERPOSED SWIFT_CALL void swift_job_run_on_task_executor(void *job, executor_reference task) {
  run_or_hand_back((handed_back){.job = job, .task = task});
}

INTERPOSED SWIFT_CALL void swift_job_run_on_serial_and_task_executor(
    void *job, executor_reference serial, executor_reference task) {
  run_or_hand_back((handed_back){.job = job, .serial = serial, .task = task});
}

#endif
