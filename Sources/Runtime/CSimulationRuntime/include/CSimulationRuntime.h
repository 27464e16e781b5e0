/// The door between Swift's concurrency runtime and a simulation.
///
/// On Linux the default executors are made of Dispatch. This library defines the functions of
/// Dispatch, of the C library and of Swift's runtime by which a program makes jobs, waits, and
/// reads clocks and random numbers; `facts.c` lists them. The dynamic linker prefers a program's
/// own definitions, so every such call comes here first. On a thread that is simulating it becomes
/// an event of that thread's simulation; on every other thread it goes on to the original, found
/// once when the program was loaded.
///
/// Only capture lives here. What is done with an event is decided by the owner, in Swift, which is
/// called through the function pointers of `sluice_simulation`.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Work without a result, called with a context.
typedef void (*sluice_function)(void *context);

/// One thing that can run next: a job of the runtime, a block, or an action of the owner.
typedef struct sluice_event {
  sluice_function function;
  void *_Nullable context;
  /// Called with the context when the event has run, or never will; NULL if there is nothing to let
  /// go of.
  sluice_function _Nullable release;
  /// The Dispatch queue it runs on, or NULL. Retained for everything but jobs of the runtime.
  void *_Nullable queue;
  /// What keeps its order. Of two events of the same lane the earlier one runs first, unless both
  /// share it, which the lowest bit says: readers share the lane of a concurrent queue, a barrier
  /// has it alone. 0 is none.
  uintptr_t lane;
  /// The owner's: its place among timers or ready events; how often this label was used before.
  uint64_t number;
  uint32_t label;
  uint32_t ordinal;
  /// Who had it enqueued, as the owner knows them, with the tasks that did; and what that is worth,
  /// which the library says of jobs.
  uint32_t origin, origin_step;
  uintptr_t origin_task, origin_outer_task;
  bool is_origin_shared;
  uint8_t standing;
} sluice_event;

/// What the work of an event has to do with what enqueued it.
enum {
  /// It carries that on: a block, the first job of a task, a task that goes on by itself.
  SLUICE_CARRIES_ON,
  /// It is a task's that the owner has spawned, or a child's of one, whoever resumes it.
  SLUICE_OWN,
  /// It is another task's, which somebody else resumes, and on whose behalf is not known.
  SLUICE_RESUMED,
  /// It is a task's that only had to wait until an actor was free.
  SLUICE_HANDED_ON,
};

/// Whose the task is that the calling thread runs.
enum {
  SLUICE_NO_TASK,
  /// The owner has spawned it, or it is a child of one that the owner has.
  SLUICE_OWN_TASK,
  /// Something inside has made it.
  SLUICE_MADE_TASK,
  /// It serves the whole process.
  SLUICE_SERVICE_TASK,
  /// It was made outside.
  SLUICE_OUTSIDE_TASK,
};

/// The task that the calling thread runs: its address, 0 for none, whose it is, and its label.
typedef struct {
  uintptr_t task;
  uint8_t kind;
  uint32_t label;
} sluice_running_task;

/// What a thread is doing: the queue of an event in progress, or one that it was let onto by a
/// synchronous call. The innermost comes first.
typedef struct sluice_frame {
  void *_Nullable queue;
  uintptr_t lane;
  const struct sluice_frame *_Nullable outer;
  /// Whether it is a synchronous call's: what is outside of it goes on in the same thread.
  bool is_in_place;
} sluice_frame;

/// How many addresses of code are kept of whoever called.
enum { SLUICE_CALLERS = 32 };

/// A thread that blocks inside an event, on its own stack until it goes on.
typedef struct sluice_wait {
  /// What it waits for, in words, and the name of that thing, or NULL.
  const char *what;
  const char *_Nullable name;
  void *object;
  /// Takes what is waited for, if it is there; NULL if somebody sets `is_granted`.
  bool (*_Nullable take)(void *object);
  /// Nanoseconds since the simulation began; INT64_MAX is never.
  int64_t deadline;
  /// Whether nothing but its deadline ends it.
  bool is_sleep;
  /// Whether it waits in line for a queue, and the event by which it enters that one.
  bool is_in_line;
  sluice_event entry;
  bool is_granted;
  /// Where the call returns to that waits, or NULL; and, of a wait that may be for ever, the
  /// addresses of code that called it, innermost first.
  const void *_Nullable caller;
  size_t caller_count;
  uintptr_t callers[SLUICE_CALLERS];
  /// Of a lock that the thread holds itself: the addresses of code that took it, as far as known.
  size_t taker_count;
  uintptr_t takers[SLUICE_CALLERS];
  /// The library's: what the thread was doing, and which one it is.
  const sluice_frame *_Nullable frames;
  void *_Nullable thread;
} sluice_wait;

/// Something that makes an event ready once it is the case.
typedef struct sluice_watch {
  bool (*is_met)(void *object);
  /// Retained; released when the watch ends.
  void *object;
  sluice_event event;
} sluice_watch;

/// What the runtime needs to know of a simulation. The owner allocates it and keeps it in place
/// from `sluice_register` to `sluice_end`. Only the simulation thread reads or writes its
/// fields, except `identifier`, `owner` and `escaped`, which don't change while it is registered.
typedef struct sluice_simulation {
  /// Unique in the process, never 0: the low half of the tag of each of its tasks.
  uint32_t identifier;
  /// The label of the event that is running: what is created meanwhile inherits it.
  uint32_t label;
  /// The label that the next created task gets instead of the inherited one; 0 for none.
  uint32_t label_of_spawn;
  /// Nanoseconds since the simulation began.
  int64_t now;
  void *owner;
  /// An event is ready. On the simulation thread.
  void (*ready)(void *owner, const sluice_event *event);
  /// A job of a task that serves the whole process is enqueued. It is to be run before any other
  /// event, and is none of the simulation's own. On the simulation thread.
  void (*serve)(void *owner, const sluice_event *event);
  /// An event is due at an instant; INT64_MAX is never. On the simulation thread.
  void (*timer)(void *owner, int64_t deadline, const sluice_event *event);
  /// A task was created inside; the owner may retain it. Not told of an `async let`, whose task is
  /// a part of its parent's. On the simulation thread.
  void (*created)(void *owner, void *task);
  /// A task that the owner was told of has run to its end; with NULL some may have. Inside the
  /// event that ran it.
  void (*completed)(void *owner, void *_Nullable task);
  /// How many tasks the owner has released that it was told of. The owner writes it.
  uint64_t released_tasks;
  /// Whether tasks began in place, some of which may have run to their end. The owner unsets it.
  bool has_immediate_tasks;
  /// A job of this simulation was enqueued on a thread that is not the simulation's. On that
  /// thread, under the registry's lock: the owner may only put the event into an inbox of its own.
  /// The event's number is that of the thread, if this simulation created it, else 0.
  void (*escaped)(void *owner, const sluice_event *event);
  /// A task of this simulation begins to run on a thread that does not simulate, or another one on
  /// the simulation thread: the label of the first, or of the event, and where the task goes on. On
  /// that thread; the owner may only put it into an inbox of its own.
  void (*shared)(void *owner, uint32_t label, const uintptr_t *places, size_t count);
  /// A group is empty at this moment, of which a watch or a wait may be.
  void (*emptied)(void *owner, void *group);
  /// The calling thread can't go on. The owner calls `sluice_turn_give`, and returns when the wait
  /// was granted or its deadline has passed.
  void (*block)(void *owner, sluice_wait *wait);
  /// A wait goes on now. On the thread that runs events.
  void (*wake)(void *owner, sluice_wait *wait);
  /// A condition was signalled: the first of its waits is granted, or all of them.
  void (*signal)(void *owner, void *condition, bool is_for_all);
  /// An event shall be ready as soon as something is the case.
  void (*watch)(void *owner, const sluice_watch *watch);
  /// Whether nothing that is queued or running keeps an event from running right now.
  bool (*is_free)(void *owner, const sluice_event *event);
  /// A timer's event is not wanted any more: it is dropped if it is not ready yet.
  void (*forget)(void *owner, void *context);
  /// Runs events on the calling thread, in place of one that waits, until the turn is wanted.
  void (*substitute)(void *owner);
  /// Whether a queue that does not run was seen, so that events have to be looked at one by one;
  /// and whether there is anything else to look at between two events.
  bool has_stopped_queues, needs_attention;
  /// Whether something was done that others on queues, or who wait, may notice.
  bool has_used_queues;
  /// How many jobs of tasks that were made outside were enqueued inside, and the label of the last
  /// event that did: they run outside, when they like.
  uint32_t outsiders, outsider_label;
  /// Whether an event or an action of the script is in progress: it may wait.
  bool is_in_event;
  /// The thread that the script runs on, and the timer sources that were made inside.
  void *_Nullable base;
  void *_Nullable timers;
  /// Something needs 64 random bits. On the simulation thread.
  uint64_t (*random)(void *owner);
  /// A real thread is about to be created, by these addresses of code, innermost first. Returns a
  /// number for the thread, not 0. On the simulation thread.
  uint32_t (*thread)(void *owner, const uintptr_t *callers, size_t count);
  /// A source of Dispatch's was created that tells of something outside, of this type, by these
  /// addresses of code. On the simulation thread.
  void (*source)(void *owner, const char *type, const uintptr_t *callers, size_t count);
  struct sluice_simulation *_Nullable next;
} sluice_simulation;

// The current simulation of the calling thread.

/// Returns the task that the calling thread runs, which simulates.
sluice_running_task sluice_current_task(void);
/// Returns the simulation that the calling thread is running, or NULL.
sluice_simulation *_Nullable sluice_current(void);
/// Makes a simulation the calling thread's current one, and returns the one before it.
sluice_simulation *_Nullable sluice_enter(sluice_simulation *_Nullable simulation);
/// Returns a number that no other simulation of this process has had.
uint32_t sluice_next_identifier(void);
/// Makes a simulation known, so that its jobs find it from any thread.
void sluice_register(sluice_simulation *simulation);
/// Forgets a simulation, and all that is kept of it. Jobs of it that are enqueued later are dropped
/// and counted.
void sluice_end(sluice_simulation *simulation);
/// Returns how many jobs of ended simulations were dropped in this process.
uint64_t sluice_parked_jobs(void);
/// Returns how many real threads simulations of this process have created.
uint64_t sluice_escaped_threads(void);

/// Lets go of the timer sources that nobody else holds any more. Returns whether that made events
/// ready: on its queue, each lets go of what the source's handlers hold.
bool sluice_sweep_timers(sluice_simulation *simulation);

// Events.

/// Runs an event on the calling thread, on its queue, and releases what the event held.
void sluice_event_run(const sluice_event *event);
/// Releases what an event held without running it. A job of the runtime stays suspended for ever.
void sluice_event_discard(const sluice_event *event);
/// Whether the event is a job of the concurrency runtime.
bool sluice_event_is_job(const sluice_event *event);
/// Returns the task that an event is about to run first, as far as one is known, else NULL.
void *_Nullable sluice_event_task(const sluice_event *event);
/// Whether the event is a task's own job (not an actor's or a sleep's).
bool sluice_event_is_task(const sluice_event *event);
/// Whether the event is for a queue that is suspended, or not yet active.
bool sluice_event_is_stopped(const sluice_event *event);
/// Whether what a thread is doing excludes an event: they are on one serial queue, say.
bool sluice_event_is_excluded(const sluice_event *event, const sluice_frame *_Nullable frames);
/// Whether the event is a job that an executor with a thread of its own had taken.
bool sluice_event_is_handed_back(const sluice_event *event);
/// Returns the main queue, as an event's `queue`.
void *sluice_main_queue(void);
/// Whether what runs on the calling thread runs on the simulated main queue.
bool sluice_on_main_queue(void);

// Tasks.

/// Returns the label of a task of a simulation.
uint32_t sluice_task_label(void *task);
/// Whether a task has run to its end.
bool sluice_task_is_complete(void *task);
/// Whether a task's job is enqueued, on whatever executor.
bool sluice_task_is_enqueued(void *task);
void sluice_task_retain(void *task);
void sluice_task_release(void *task);
void sluice_task_cancel(void *task);

/// Finds out where a suspended task goes on: the innermost function first.
/// Returns how many addresses were written.
size_t sluice_task_backtrace(
    void *task, const void *_Nullable *_Nonnull addresses, size_t capacity);
/// Writes the demangled name of the function that an address is in. Slow: it reads the image's
/// file. Returns false if no name is known.
bool sluice_symbol_name(const void *address, char *name, size_t size);

// The simulation thread.

/// Runs a function on the simulation thread and waits for it; requests are served one at a time, in
/// order. On the simulation thread itself it runs in place.
void sluice_thread_run(sluice_function function, void *context);
/// Has a function run on the simulation thread, without waiting for it.
void sluice_thread_post(sluice_function function, void *context);
/// Whether the calling thread is the simulation thread.
bool sluice_thread_is_current(void);

// The turn: of the threads that a simulation has, the one that has the turn runs. A thread that
// blocks inside an event gives it on, so that other events run meanwhile, each on a whole stack.

/// Returns the calling thread, as a simulation's `base`.
void *sluice_turn_self(void);
/// Gives the turn away, and returns when the calling thread has it again.
void sluice_turn_give(sluice_simulation *simulation);
/// Whether the calling thread, a substitute, must stop running events.
bool sluice_turn_is_wanted(void);
/// Has another thread run events, by `substitute`, and returns when that one gives the turn back.
void sluice_drive(sluice_simulation *simulation);
/// Has the calling thread, which runs events, give the turn back to the script's when it stops.
void sluice_turn_return(void *script);
/// Returns the event that lets a thread go on which waits.
sluice_event sluice_wait_event(sluice_wait *wait);
/// Looks whether a wait is granted, or can be.
bool sluice_wait_take(sluice_wait *wait);
/// Releases what a watch held.
void sluice_watch_end(const sluice_watch *watch);
/// Has the calling thread, a substitute, serve requests once it stops, instead of the one that
/// serves them now and never will again; the request in progress counts as served then.
void sluice_turn_succeed(void);

/// Work that was given to a run loop which nobody runs.
typedef struct sluice_idle_work {
  /// When it is due; INT64_MAX for what is due at once.
  int64_t due;
  /// The label of what gave it, and the addresses of code that did, innermost first.
  uint32_t label;
  size_t caller_count;
  uintptr_t callers[SLUICE_CALLERS];
} sluice_idle_work;

/// Finds the timer of a run loop that is due next; false if there is none.
bool sluice_idle_timer(const sluice_simulation *simulation, sluice_idle_work *work);
/// Finds the first block that was handed to a run loop and was not performed; false if there is
/// none.
bool sluice_idle_block(const sluice_simulation *simulation, sluice_idle_work *work);
/// Invalidates the timers that a simulation has added to run loops: these outlive it, and the next
/// one is to find none of them.
void sluice_end_timers(const sluice_simulation *simulation);
/// Lets go of what the blocks hold that a simulation has handed to run loops and that were not
/// performed: they never will be.
void sluice_end_blocks(const sluice_simulation *simulation);

// The carrier: a task that is created on the thread that calls for a simulation and run on the
// simulation thread, with a script inside. What the script starts inherits the caller's task-local
// values from it, so that a test framework knows whose test it is.

/// Catches the next job that the calling thread enqueues, instead of passing it on.
void sluice_carrier_begin(void);
/// Returns the event that was caught since, and passes jobs on again; its context is NULL if none
/// was.
sluice_event sluice_carrier_end(void);
/// Runs a caught job. While its task is the current one, what happens is the simulation's.
void sluice_carrier_run(const sluice_event *event, sluice_simulation *simulation);

// The guards.

/// What was found of what this library takes for granted of a process. Where something is not so
/// without which the rest can't be looked at, the rest is as if it were not so either. All text is
/// constant.
typedef struct sluice_facts {
  /// Whether this library is more than a stand-in here: see `platform.h`.
  bool is_known_platform;
  /// The first function that is not there, or NULL.
  const char *_Nullable missing;
  /// Why a few threads can't run here at once, in the system's words, or NULL.
  const char *_Nullable thread_error;
  /// The first interposed function that others find another definition of, or NULL.
  const char *_Nullable overridden;
  /// What the concurrency runtime says of its layout; 0 if it says nothing.
  uint32_t layout_version, task_bytes;
} sluice_facts;
sluice_facts sluice_find_facts(void);
/// Whether an address is in the program or library that this library is a part of.
bool sluice_is_own_code(const void *_Nullable address);
/// Returns how many functions are interposed, and their names: for tests.
size_t sluice_interposed_names(const char *const _Nonnull *_Nonnull *_Nonnull names);
/// Returns the definition of a function that would be called if nothing were interposed, and the
/// one that is; NULL if there is none.
void *_Nullable sluice_original_symbol(const char *name);
void *_Nullable sluice_preferred_symbol(const char *name);

#pragma clang assume_nonnull end

#include "SluiceAllocations.h"
#include "SluiceIsolation.h"
#include "SluiceLayout.h"
#include "SluiceLocations.h"
