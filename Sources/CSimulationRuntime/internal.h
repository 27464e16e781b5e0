/// What the files of this library share; nothing of it is visible outside.
#pragma once

#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

#include "CSimulationRuntime.h"

/// A definition that the dynamic linker must prefer over the library's own.
#define INTERPOSED __attribute__((visibility("default")))
#define HIDDEN __attribute__((visibility("hidden")))
/// The calling convention of the functions that Swift's runtime exports.
#define SWIFT_CALL __attribute__((swiftcall))

/// Identity and witness table of an executor.
typedef struct {
  void *identity;
  uintptr_t implementation;
} executor_reference;

/// The simulation that this thread is running, and the queue of the event in progress.
extern _Thread_local sluice_simulation *sluice_current_simulation HIDDEN;
extern _Thread_local void *sluice_current_queue HIDDEN;

/// Where the code of a library is in memory.
typedef struct {
  uintptr_t start, size;
} code_range;

static inline bool is_in(const code_range *range, const void *address) {
  return (uintptr_t)address - range->start < range->size;
}

/// The originals of everything interposed, found in a constructor before any other code of the
/// program runs. They never change afterwards, so that any thread may read them.
typedef struct {
  int (*clock_gettime)(clockid_t, struct timespec *);
  int (*clock_nanosleep)(clockid_t, int, const struct timespec *, struct timespec *);
  int (*nanosleep)(const struct timespec *, struct timespec *);
  void (*dispatch_async)(void *, void *);
  void (*dispatch_async_f)(void *, void *, sluice_function);
  void (*dispatch_after)(uint64_t, void *, void *);
  void (*dispatch_after_f)(uint64_t, void *, void *, sluice_function);
  void (*dispatch_sync_f)(void *, void *, sluice_function);
  void (*dispatch_source_set_timer)(void *, uint64_t, uint64_t, uint64_t);
  void (*dispatch_source_set_event_handler_f)(void *, sluice_function);
  void (*dispatch_activate)(void *);
  void (*dispatch_assert_queue)(void *);
  void (*dispatch_assert_queue_not)(void *);
  void *(*dispatch_get_specific)(const void *);
  void *(*dispatch_queue_get_specific)(void *, const void *);
  void *(*dispatch_get_context)(void *);
  void (*dispatch_retain)(void *);
  void (*dispatch_release)(void *);
  void *(*block_copy)(const void *);
  void (*block_release)(const void *);
  bool (*is_main_thread)(void);
  void *main_queue;
  SWIFT_CALL void (*job_run)(void *, executor_reference);
  SWIFT_CALL void (*job_run_on_task)(void *, executor_reference);
  SWIFT_CALL void (*job_run_on_both)(void *, executor_reference, executor_reference);
  void *task_create;
  void *async_let_begin;
  SWIFT_CALL void *(*task_get_current)(void);
  SWIFT_CALL void (*task_cancel)(void *);
  void *(*retain)(void *);
  void (*release)(void *);
  int (*pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  ssize_t (*read)(int, void *, size_t);
  long (*syscall)(long, ...);
  int (*getentropy)(void *, size_t);
  void (*stdlib_random)(void *, size_t);
  /// NULL where libc has none.
  void (*arc4random_buf)(void *, size_t);
  /// The code of the concurrency library: a function in there that is handed to Dispatch runs a
  /// job.
  code_range runtime_code;
  code_range dispatch_code;
  /// The first symbol that was not found, or NULL.
  const char *missing;
} sluice_originals;
extern sluice_originals sluice_original HIDDEN;

/// Whether a function handed to Dispatch is the concurrency runtime's own: it runs a job.
static inline bool runs_job(sluice_function function) {
  return is_in(&sluice_original.runtime_code, (const void *)function);
}

// The virtual clock. The monotonic one doesn't begin at 0, which Dispatch takes for "now".
#define NANOSECONDS_PER_SECOND 1000000000LL
#define MONOTONIC_ORIGIN (1000000 * NANOSECONDS_PER_SECOND)
/// 2000-01-01T00:00:00Z.
#define WALL_ORIGIN (946684800 * NANOSECONDS_PER_SECOND)
#define NEVER INT64_MAX

/// The tag of a task: the simulation's identifier below, the label above; 0 is an outsider's.
uint64_t sluice_tag(void *task) HIDDEN;
/// The same, once no task is being created whose tag is still to be written. On a foreign thread.
uint64_t sluice_settled_tag(void *task) HIDDEN;
void sluice_set_tag(void *task, uint64_t tag) HIDDEN;
/// Returns the task that a job will run, or run first if it is an actor's; NULL for other jobs.
void *sluice_task_behind(void *job) HIDDEN;
/// Whether the calling thread simulates, and what runs there belongs to the simulation: a job of an
/// outsider that a shared actor drains here does not.
bool sluice_is_capturing(void) HIDDEN;
/// Turns Dispatch's encoding of an instant into nanoseconds since the simulation began.
int64_t sluice_decode_time(sluice_simulation *simulation, uint64_t when) HIDDEN;
/// Catches a job for the calling thread's carrier, if it is waiting for one.
bool sluice_carrier_take(const sluice_event *event) HIDDEN;
/// Takes a job that is being enqueued, if it belongs to a simulation; false: it is an outsider's.
bool sluice_take_job(const sluice_event *event) HIDDEN;
/// Takes a sleep's job, which the event runs, on a thread that is capturing.
void sluice_take_sleep(void *job, int64_t deadline, const sluice_event *event) HIDDEN;
/// Hands a job to the simulation that its tag names, from whatever thread.
void sluice_adopt(uint64_t tag, const sluice_event *event) HIDDEN;
/// The number that the calling thread got when a simulation created it, or 0 if that one didn't.
uint32_t sluice_thread_number(uint32_t simulation) HIDDEN;
