/// What the kit assumes about the memory of other libraries, as a table of numbers.
///
/// No other file has an offset, a flag or a kind of another library's object. Each number has its
/// value, the function in `layout.c` that proves it, and the words that name it in a refusal. The
/// sources are those of Swift, Dispatch and the C library.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The value on x86-64 and the one on arm64: `platform.h` leaves no other processor.
#if defined(__aarch64__)
#define BY_PROCESSOR(x86_64, arm64) arm64
#else
#define BY_PROCESSOR(x86_64, arm64) x86_64
#endif

/// The value, and the one under the thread sanitizer, which makes lazy values in its own way.
#if __has_feature(thread_sanitizer)
#define BY_SANITIZER(plain, sanitized) sanitized
#else
#define BY_SANITIZER(plain, sanitized) plain
#endif

/// The concurrency runtime: swift/ABI/Task.h, swift/ABI/MetadataValues.h, TaskPrivate.h, Actor.cpp.
///
/// `job_reserved` is the word of a job that the runtime leaves unused. An actor that has tasks to
/// run enqueues a job of its own, which leads to the actor; the actor keeps the task that came last
/// and, once it has sorted them, the one that runs next. The flags `create_…` are those of
/// `swift_task_create`: a child task, one that takes over task-local values and the actor, one that
/// is enqueued at once, one that begins in place.
#define SLUICE_RUNTIME_LAYOUT(NUMBER)                                                            \
  NUMBER(layout_version, 1, has_version, "the layout version of the concurrency runtime")        \
  NUMBER(task_bytes, BY_PROCESSOR(208, 224), has_task_bytes, "the size of a task")               \
  NUMBER(job_kind, 0x20, finds_kinds, "the kind of a job")                                       \
  NUMBER(kind_task, 0, finds_kinds, "the kind of a task's job")                                  \
  NUMBER(kind_actor, 193, finds_kinds, "the kind of an actor's job")                             \
  NUMBER(job_reserved, 0x30, finds_reserved, "the unused word of a job")                         \
  NUMBER(actor_job_actor, 0x40, finds_actor, "the actor of an actor's job")                      \
  NUMBER(actor_newest_job, 0x28, finds_newest_job, "the newest job of an actor")                 \
  NUMBER(actor_next_job, 0x40, finds_next_job, "the next job of an actor")                       \
  NUMBER(task_status, 0x60, finds_status, "the status of a task")                                \
  NUMBER(status_enqueued, 0x1000, finds_status, "the flag of an enqueued task")                  \
  NUMBER(status_complete, 0x2000, finds_status, "the flag of a complete task")                   \
  NUMBER(task_accesses, 0x50, finds_accesses, "the accesses of a task")                          \
  NUMBER(task_resume, 0x38, finds_resume, "the function that a task goes on with")               \
  NUMBER(task_context, 0x40, finds_contexts, "the async context of a task")                      \
  NUMBER(context_parent, 0, finds_contexts, "the parent of an async context")                    \
  NUMBER(context_resume, 8, finds_contexts, "the function that an async context goes on with")   \
  NUMBER(let_task, 0x10, finds_let_task, "the task of an async let")                             \
  NUMBER(create_child, 1 << 8, finds_child_flag, "the creation flag of a child task")            \
  NUMBER(create_inherits, 3 << 10, finds_inheriting_flags, "the creation flags of inheritance")  \
  NUMBER(create_enqueued, 1 << 12, finds_enqueued_flag, "the creation flag of an enqueued task") \
  NUMBER(create_immediate, 1 << 16, finds_immediate_flag,                                        \
         "the creation flag of an immediate task")                                               \
  NUMBER(sleep_source, 0, finds_sleep, "the timer of a sleep with a tolerance")                  \
  NUMBER(sleep_job, 8, finds_sleep, "the job of a sleep with a tolerance")

/// Swift's core and Synchronization libraries: Once.cpp, Hasher.swift, LinuxImpl.swift.
#define SLUICE_CORE_LAYOUT(NUMBER)                                                               \
  NUMBER(once_made, BY_SANITIZER(0xffffffff, 1), finds_once, "the mark of a made lazy value")     \
  NUMBER(hashing_deterministic, 0x10, finds_hashing, "the flag of hashing without a seed")       \
  NUMBER(swift_mutex_owner, 0, finds_swift_mutex_owner, "the owner of a Mutex")

/// Dispatch: object_internal.h, queue_internal.h, init.c and queue.c.
///
/// The count of an object's references begins at 0 with the first. The bits `state_stopped` of a
/// queue's state keep it from running: a count of suspensions, and inactivity. What
/// `dispatch_block_create` keeps of a work item begins at `item_magic_word`.
#define SLUICE_DISPATCH_LAYOUT(NUMBER)                                                           \
  NUMBER(object_references, 0x0c, finds_references, "the references to a Dispatch object")       \
  NUMBER(queue_target, 0x18, finds_targets, "the target of a queue")                             \
  NUMBER(queue_state, 0x38, finds_states, "the state of a queue")                                \
  NUMBER(state_stopped, 0xff80000000000000, finds_states, "the bits of a stopped queue")         \
  NUMBER(queue_width, 0x50, finds_widths, "the width of a queue")                                \
  NUMBER(item_magic_word, 0x20, finds_work_items, "the begin of a work item")                    \
  NUMBER(item_magic, 0xD159B10C, finds_work_items, "the mark of a work item")                    \
  NUMBER(item_flags, 0x28, finds_work_items, "the flags of a work item")                         \
  NUMBER(item_barrier, 1, finds_work_items, "the flag of a work item that is a barrier")         \
  NUMBER(dispatch_once_done, BY_SANITIZER(UINT64_MAX, 2), finds_dispatch_once,                   \
         "the mark of a made dispatch_once")

/// The C library: struct_mutex.h, struct_rwlock.h and pthreadP.h of glibc.
#define SLUICE_LIBC_LAYOUT(NUMBER)                                                               \
  NUMBER(mutex_owner, 8, finds_mutex_owner, "the owner of a mutex")                              \
  NUMBER(mutex_kind, 16, finds_mutex_kind, "the kind of a mutex")                                \
  NUMBER(mutex_kind_bits, 127, finds_mutex_kind, "the bits of a mutex's kind")                   \
  NUMBER(rwlock_writer, 24, finds_rwlock_writer, "the writer of a read-write lock")

/// All numbers, in the order in which they are proven: a proof may use what stands before it.
#define SLUICE_LAYOUT(NUMBER)    \
  SLUICE_RUNTIME_LAYOUT(NUMBER)  \
  SLUICE_CORE_LAYOUT(NUMBER)     \
  SLUICE_DISPATCH_LAYOUT(NUMBER) \
  SLUICE_LIBC_LAYOUT(NUMBER)

/// A value for each number.
typedef struct sluice_layout {
#define NUMBER(name, value, proof, words) uint64_t name;
  SLUICE_LAYOUT(NUMBER)
#undef NUMBER
} sluice_layout;

/// Returns how many numbers there are.
size_t sluice_layout_count(void);
/// Returns the name of a number, and what it is, in words.
const char *sluice_layout_name(size_t index);
const char *sluice_layout_words(size_t index);
/// Returns the layout that everything else in this library reads.
sluice_layout sluice_layout_in_use(void);
/// Whether the samples prove a number of a layout.
bool sluice_layout_proves(const sluice_layout *layout, size_t index);
/// Returns the index of the first number of a layout that the samples do not prove, or the count.
size_t sluice_layout_first_unproven(const sluice_layout *layout);

// Samples: copies of real objects in known states, which the proofs look at. A number that is wrong
// can so be proven wrong without harm.

/// The states that are copied.
typedef enum sluice_sample_kind {
  SLUICE_ENQUEUED_TASK,
  SLUICE_WAITING_TASK,
  SLUICE_COMPLETE_TASK,
  SLUICE_ACTOR_JOB,
  /// An actor with one task, and one that was left with a task.
  SLUICE_ENTERED_ACTOR,
  SLUICE_LEFT_ACTOR,
  SLUICE_HELD_SWIFT_MUTEX,
  SLUICE_FREE_SWIFT_MUTEX,
  SLUICE_SAMPLE_KINDS,
} sluice_sample_kind;

/// The ways to create a task.
typedef enum sluice_creation_kind {
  SLUICE_PLAIN_CREATION,
  SLUICE_DETACHED_CREATION,
  SLUICE_CHILD_CREATION,
  SLUICE_IMMEDIATE_CREATION,
  SLUICE_CREATION_KINDS,
} sluice_creation_kind;

/// The tasks whose addresses are told by themselves.
typedef enum sluice_told_task {
  SLUICE_PLAIN_TASK,
  SLUICE_FIRST_ACTOR_TASK,
  SLUICE_SECOND_ACTOR_TASK,
  SLUICE_LET_TASK,
  SLUICE_TOLD_TASKS,
} sluice_told_task;

/// Begins to sample on the calling thread, and takes the samples that need no task.
void sluice_sampling_begin(void);
void sluice_sampling_end(void);
/// Copies an object of so many bytes.
void sluice_sample(sluice_sample_kind kind, const void *_Nullable object, size_t bytes);
/// Says which kind of creation the next call of `swift_task_create` is.
void sluice_sample_creation(sluice_creation_kind kind);
/// Notes which task the calling thread runs.
void sluice_sample_task(sluice_told_task which);
/// Has the timer of the last sleep with a tolerance fire, on the calling thread.
void sluice_sample_sleep(void);

#pragma clang assume_nonnull end
