/// What the files of this library share; nothing of it is visible outside.
#pragma once

#define _GNU_SOURCE
#include "platform.h"

#if SLUICE_CAN_SIMULATE

#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

#include "CSimulationRuntime.h"

/// A definition that the dynamic linker must prefer over the library's own.
///
/// It is weak for the sake of a static standard library, whose own definitions win then: such a
/// program can be linked, and is told that it can't simulate. The sanitizers' own are weak, too,
/// and would come first.
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define INTERPOSED __attribute__((visibility("default"), section(".text")))
#else
#define INTERPOSED __attribute__((visibility("default"), weak, section(".text")))
#endif
#define HIDDEN __attribute__((visibility("hidden")))
/// The calling convention of the functions that Swift's runtime exports.
#define SWIFT_CALL __attribute__((swiftcall))

struct epoll_event;
struct pollfd;
struct timeval;

/// Identity and witness table of an executor.
typedef struct {
  void *identity;
  uintptr_t implementation;
} executor_reference;

/// The simulation that this thread is running, and what it is doing there.
extern _Thread_local sluice_simulation *sluice_current_simulation HIDDEN;
extern _Thread_local const sluice_frame *sluice_current_frame HIDDEN;

/// Whether the calling thread has the main actor's isolation on loan.
bool sluice_main_is_lent(void) HIDDEN;

/// Returns why a few threads can't run at once, in the system's words, or NULL.
const char *sluice_find_thread_error(void) HIDDEN;
/// Ends the process with 2 and a sentence: without the thread nothing can go on.
_Noreturn void sluice_end_without_thread(int error) HIDDEN;

#include "originals.h"

// The virtual clock. The monotonic one doesn't begin at 0, which Dispatch takes for "now".
#define NANOSECONDS_PER_SECOND 1000000000LL
#define MONOTONIC_ORIGIN (1000000 * NANOSECONDS_PER_SECOND)
/// 2000-01-01T00:00:00Z.
#define WALL_ORIGIN (946684800 * NANOSECONDS_PER_SECOND)
#define NEVER INT64_MAX

/// What is assumed about the memory of others: the table in `SluiceLayout.h`.
extern sluice_layout sluice_assumed HIDDEN;
/// The tag of a task: the simulation's identifier below, the label above, and in the highest bits
/// whether the owner was told of the task and so retains it, and whether the task was made by
/// something inside, and neither by the owner nor as a child; 0 is an outsider's.
static inline uint64_t sluice_tag(void *task) {
  char *word = (char *)task + sluice_assumed.job_reserved;
  return __atomic_load_n((uint64_t *)word, __ATOMIC_RELAXED);
}
/// The same, once no task is being created whose tag is still to be written. On a foreign thread.
uint64_t sluice_settled_tag(void *task) HIDDEN;
void sluice_set_tag(void *task, uint64_t tag) HIDDEN;
/// Keeps other threads from waiting for tasks that the calling thread is creating, while it waits
/// itself; and has them wait again.
void sluice_hide_creations(void) HIDDEN;
void sluice_show_creations(void) HIDDEN;
#define TAG_RETAINED (1ULL << 63)
#define TAG_MADE (1ULL << 62)
/// The identifier in the tags of tasks that serve the whole process: no simulation has it. Such a
/// job belongs to whatever simulation enqueues it, and outlives them all.
#define SERVICE UINT32_MAX
static inline bool is_service(uint64_t tag) { return (uint32_t)tag == SERVICE; }
static inline uint32_t label_of(uint64_t tag) {
  return (uint32_t)((tag & ~(TAG_RETAINED | TAG_MADE)) >> 32);
}
/// Returns the task that a job will run, or run first if it is an actor's; NULL for other jobs.
void *sluice_task_behind(void *job) HIDDEN;
/// Tells a simulation, from whatever thread, that a task of its runs where it simulates nothing.
void sluice_tell_shared(uint64_t tag, const uintptr_t *places, size_t count) HIDDEN;
/// The tag of a simulation's task with a label.
uint64_t sluice_make_tag(sluice_simulation *simulation, uint32_t label) HIDDEN;
/// Writes the tag of a task that is new to the simulation, and returns it.
uint64_t sluice_write_tag(sluice_simulation *simulation, void *task) HIDDEN;
/// Whether a task is the owner's, or a child of such a one.
bool sluice_is_own(const void *task) HIDDEN;
/// Returns whose task it is that the calling thread is about to run: its own tag, or if it is still
/// being created here the one that it gets.
uint64_t sluice_claimed_tag(void *task) HIDDEN;
/// What is known before a job runs, so that what it completes is noticed afterwards.
typedef struct {
  sluice_simulation *simulation;
  void *task;
  uint64_t released_tasks;
  bool runs_many;
} job_in_progress;
job_in_progress sluice_job_begin(void *job) HIDDEN;
void sluice_job_end(const job_in_progress *job) HIDDEN;
/// Whether the task that runs on the calling thread, which simulates, is the simulation's own.
bool sluice_owns_task(void) HIDDEN;
/// Whether the calling thread simulates, and what runs there belongs to the simulation: a job of an
/// outsider that a shared actor drains here does not. Elsewhere this is all that a call costs more.
static inline bool sluice_is_capturing(void) {
  return __builtin_expect(sluice_current_simulation != NULL, 0) && sluice_owns_task();
}
/// Turns Dispatch's encoding of an instant into nanoseconds since the simulation began.
int64_t sluice_decode_time(sluice_simulation *simulation, uint64_t when) HIDDEN;
/// The nanoseconds of a time, at most INT64_MAX or at least INT64_MIN of them; and back.
int64_t sluice_nanoseconds(const struct timespec *time) HIDDEN;
void sluice_set_time(int64_t nanoseconds, struct timespec *time) HIDDEN;
/// What a clock reads when a simulation begins, or 0 for a clock that stays real.
int64_t sluice_origin_of(clockid_t clock) HIDDEN;
/// Whether an instant of a clock is one of virtual time: a deadline, by what is simulated. What no
/// call takes for an instant is none.
bool sluice_is_virtual(clockid_t clock, const struct timespec *time) HIDDEN;
/// The nanoseconds since the simulation began at which a clock reads so, and those after some time;
/// NEVER for too many, or NULL.
int64_t sluice_instant_of(clockid_t clock, const struct timespec *time) HIDDEN;
int64_t sluice_instant_after(const struct timespec *time) HIDDEN;
/// Finds the instant of the real wall clock that is as far away as a virtual one of a clock.
const struct timespec *sluice_real(
    clockid_t clock, const struct timespec *time, struct timespec *real) HIDDEN;
/// Whether the kernel would take it for the length of a sleep, or the instant of its end.
bool sluice_is_duration(const struct timespec *time) HIDDEN;
/// Catches a job for the calling thread's carrier, if it is waiting for one.
bool sluice_carrier_take(const sluice_event *event) HIDDEN;
/// Takes a job that is being enqueued, if it belongs to a simulation; false: it is an outsider's.
bool sluice_take_job(const sluice_event *event) HIDDEN;
/// Whether a task that is being created, with these flags and by a caller who returns here, serves
/// the whole process.
bool sluice_makes_service(size_t flags, const void *caller) HIDDEN;
/// Notes that the calling thread begins to make a lazy value, or has made it: a global, or a static
/// property.
void sluice_lazy_value_begin(void) HIDDEN;
void sluice_lazy_value_end(void) HIDDEN;
/// Takes a sleep's job, which the event runs, on a thread that is capturing.
void sluice_take_sleep(void *job, int64_t deadline, const sluice_event *event) HIDDEN;
/// Hands a job to the simulation that its tag names, from whatever thread.
void sluice_adopt(uint64_t tag, const sluice_event *event) HIDDEN;
/// Runs a block, called with it, and releases one.
void sluice_run_block(void *block) HIDDEN;
void sluice_release_block(void *block) HIDDEN;
/// The head of a block, as the blocks runtime lays it out.
typedef struct {
  void *isa;
  int flags, reserved;
  void (*invoke)(void *block);
} block_layout;
/// Whether a work item was made with the barrier flag.
bool sluice_block_is_barrier(const void *block) HIDDEN;
/// Returns an event for what a caller hands to a queue, and that isn't a job; retains the queue.
sluice_event sluice_capture(
    void *queue, void *context, sluice_function function, bool is_barrier) HIDDEN;
/// Makes a captured event ready.
void sluice_make_ready(const sluice_event *event) HIDDEN;
/// Runs a function on a queue for real, on the calling thread, as one that holds the queue.
void sluice_run_on_queue(
    void *queue, uintptr_t lane, void *context, sluice_function function) HIDDEN;

// Queues, as Dispatch lays them out: see `queues.c`.

/// Returns the queue that a queue or a source targets; NULL for a global queue.
void *sluice_target(const void *object) HIDDEN;
bool sluice_is_serial(const void *queue) HIDDEN;
/// Whether a queue, or one that it targets, is suspended or not yet active.
bool sluice_is_stopped(const void *queue) HIDDEN;
/// Whether a queue is another one, or targets it in the end.
bool sluice_targets(const void *queue, const void *target) HIDDEN;
/// Returns the lane of what is put on a queue.
uintptr_t sluice_lane(void *queue, bool is_barrier) HIDDEN;
/// Whether no one but the simulation holds a reference to an object of which it has one.
bool sluice_is_abandoned(const void *object) HIDDEN;

/// Where the call returns to that is adding a timer to a run loop on this thread, or NULL.
const void *sluice_timer_adder(void) HIDDEN;

/// Whether the slow path of Swift's `Mutex` was found.
bool sluice_finds_mutexes(void) HIDDEN;
/// Returns a number that a library exports, or 0 if there is none of that name.
uint32_t sluice_exported_number(const char *name) HIDDEN;
/// Whether two addresses are in the same program or library, or both in none.
bool sluice_is_in_library_of(const void *address, const void *other) HIDDEN;
/// Returns the flag by which the standard library gives collections no seeds, or NULL.
bool *sluice_hashing_flag(const sluice_layout *layout) HIDDEN;
/// Has equal collections that are made from now on have one order, or, at the end, no longer.
void sluice_order_begin(void) HIDDEN;
void sluice_order_end(void) HIDDEN;

// Samples for the proofs of the layout: `samples.c`.

/// Whether a thread samples, and whether the calling thread is the one.
extern bool sluice_sampling HIDDEN;
bool sluice_is_sampler(void) HIDDEN;
static inline bool is_sampling(void) {
  return __builtin_expect(__atomic_load_n(&sluice_sampling, __ATOMIC_RELAXED), 0) &&
         sluice_is_sampler();
}
/// Notes the flags of a task that is created, the record of an async let, the accesses of a task
/// that begins to run, the handler of a timer, and a timer that is activated.
void sluice_sample_flags(uint64_t flags) HIDDEN;
void sluice_sample_let(const void *let) HIDDEN;
void sluice_sample_accesses(const char *accesses) HIDDEN;
void sluice_sample_handler(sluice_function handler) HIDDEN;
void sluice_sample_timer(void *timer) HIDDEN;

// Waiting.

/// Whether a wait of the calling thread belongs to a simulation: it is inside an event.
static inline bool sluice_may_block(void) {
  return sluice_is_capturing() && sluice_current_simulation->is_in_event;
}
/// Waits, while other events run. Returns whether what was waited for came before the deadline.
bool sluice_block(sluice_wait *wait) HIDDEN;
/// Takes a simulation off the list of those that are alive.
void sluice_unregister(const sluice_simulation *simulation) HIDDEN;
/// Gives up those who wait for conditions in a simulation that ends.
void sluice_forget_conditions(const sluice_simulation *simulation) HIDDEN;
/// Has the calling thread, which simulates, sleep in virtual time.
void sluice_sleep(int64_t nanoseconds) HIDDEN;
/// Waits, while other events run, for a lock that a thread holds which waits itself: for real it
/// would be for ever. Afterwards the lock is to be taken for real.
///
/// `is_open` returns whether no such thread holds the lock; `caller` is where the call returns to
/// that wants it.
void sluice_await_lock(void *lock, bool (*is_open)(void *), const void *caller) HIDDEN;
/// Whether a thread is one that waits inside an event. On a thread of a simulation.
bool sluice_is_waiting(pid_t thread) HIDDEN;
// What threads hold on to: `holdings.c`. On a thread that simulates.

/// Notes that the calling thread holds on to an object, or no longer does; that nobody does.
void sluice_hold(const void *object) HIDDEN;
void sluice_let_go(const void *object) HIDDEN;
void sluice_let_all_go(const void *object) HIDDEN;
/// Whether the calling thread holds on to an object, and whether no thread does that waits.
bool sluice_holds(const void *object) HIDDEN;
bool sluice_is_let_go(void *object) HIDDEN;

/// A call that waits for descriptors.
typedef struct {
  /// Looks at them without waiting; 0 is none, less an error.
  int (*look)(void *call);
  void *call;
  /// What is waited for, in words, and where the call returns to that waits.
  const char *what;
  const void *caller;
  int result, error;
} sluice_look;
/// Waits, while other events run, until there is something to see or an instant has come.
int sluice_await_descriptors(sluice_look *wanted, int64_t limit) HIDDEN;

/// Lets a thread go on: the function of the event that ends a wait, which is its context.
void sluice_wake(void *wait) HIDDEN;
/// Hands the turn to a thread that waits.
void sluice_turn_resume(sluice_simulation *simulation, void *thread) HIDDEN;
/// Gives the turn to a driver, and returns when the calling thread, the script's, has it again.
void sluice_turn_drive(sluice_simulation *simulation) HIDDEN;
/// Lets other threads ask where the calling thread is.
void sluice_let_ask(void) HIDDEN;
/// Makes the calling thread one of the simulation's.
void sluice_thread_join(void) HIDDEN;
/// Ends the request in progress, which its own thread never will, and serves the next ones.
_Noreturn void sluice_thread_succeed(void) HIDDEN;
/// Tells a simulation of a queue that doesn't run.
static inline void note_stopped_queue(sluice_simulation *simulation) {
  simulation->has_stopped_queues = simulation->needs_attention = true;
}

/// Tells the simulation of the calling thread, if it has one, of a use that others may notice.
static inline void note_use_of_queues(void) {
  if (sluice_current_simulation) sluice_current_simulation->has_used_queues = true;
}

// Timer sources: `timers.c`, and those of sleeps with a tolerance in `tolerance.c`.

void sluice_tolerance_note_time(void *source, uint64_t when) HIDDEN;
/// Whether a handler is the runtime's, so that its source belongs to a sleep.
bool sluice_tolerance_note_handler(void *source, sluice_function handler) HIDDEN;
/// Takes the sleep of a source that is activated, if there is one.
void sluice_tolerance_take(void *source) HIDDEN;
/// Told of a source, or a queue, after the original was.
void sluice_timer_suspended(void *source) HIDDEN;
void sluice_timer_resumed(void *source) HIDDEN;
/// Tells the simulation of the calling thread of a new source that is no timer.
void sluice_note_source(const void *type, const void *caller) HIDDEN;
/// Lets go of every timer source of a simulation that ends.
void sluice_forget_timers(sluice_simulation *simulation) HIDDEN;
/// Finds out who called, without the system's own code: the innermost first.
///
/// `caller` is where the interposed function returns to: what lies below is this library.
size_t sluice_callers(const void *caller, uintptr_t *callers, size_t capacity) HIDDEN;
/// The same from a frame outwards, by the chain of frames alone: in no time, but only as far as
/// everybody keeps his frame's address where it belongs, and the system's code among it.
size_t sluice_frames(const void *frame, uintptr_t *callers, size_t capacity) HIDDEN;
/// Whether code belongs to the system or to this library, and tells nothing of who called it. The
/// functions that this library interposes count as the program's calls.
bool sluice_is_of_system(const void *address) HIDDEN;
/// Whether code is Foundation's own.
bool sluice_is_of_foundation(const void *address) HIDDEN;
/// A thread's stack as a signal's handler has found it.
enum { SLUICE_DEEPEST_STACK = 256 };
typedef struct {
  void *addresses[SLUICE_DEEPEST_STACK];
  int depth;
  /// The instruction that the signal has interrupted.
  void *interrupted_at;
} sluice_stack;
/// Loads what the next function needs, which no handler may do.
void sluice_prepare_stacks(void) HIDDEN;
/// Notes the stack of the calling thread, which is in a handler with a context.
void sluice_take_stack(sluice_stack *stack, const void *context) HIDDEN;
/// Writes the addresses of code in a stack, innermost first, without the system's and the library's
/// own; returns how many.
size_t sluice_read_stack(const sluice_stack *stack, uintptr_t *found, size_t capacity) HIDDEN;
/// Has a function look at the thread for which a fatal signal has come, in the handler, before
/// anything else is done.
void sluice_look_at_crashes(void (*look)(const void *context)) HIDDEN;
/// Gives the calling thread room for the handler of a signal that comes when its stack is used up.
void sluice_make_signal_stack(void) HIDDEN;
/// Notes that the calling thread, which simulates, runs events from now on.
void sluice_note_running(void) HIDDEN;
/// The number that the calling thread got when a simulation created it, or 0 if that one didn't.
uint32_t sluice_thread_number(uint32_t simulation) HIDDEN;

/// Every other function of this library has its code together in one section, so that a stack tells
/// which are the library's own.
#pragma clang section text = "sluice_text"

#endif
