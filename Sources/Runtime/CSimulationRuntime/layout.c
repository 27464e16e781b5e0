// The layout in use, and the proof of each of its numbers. A proof looks at the samples alone, so
// that it can be asked about any number; it holds for the right one and for no neighbour of it.
#include "samples.h"

#if SLUICE_CAN_SIMULATE

#include <linux/futex.h>

#define NUMBER(name, value, proof, words) .name = value,
sluice_layout sluice_assumed = {SLUICE_LAYOUT(NUMBER)};
#undef NUMBER

sluice_layout sluice_layout_in_use(void) { return sluice_assumed; }

/// The samples.
#define S sluice_sampled
#define OF(kind) (&sluice_sampled.of[kind])

static bool word_at(const sluice_copy *copy, uint64_t offset, uintptr_t *word) {
  return sluice_copy_read(copy, offset, word, sizeof *word);
}

static bool has_word(const sluice_copy *copy, uint64_t offset, uintptr_t expected) {
  uintptr_t word;
  return word_at(copy, offset, &word) && word == expected;
}

static bool has_number(const sluice_copy *copy, uint64_t offset, uint32_t expected) {
  uint32_t number;
  return sluice_copy_read(copy, offset, &number, sizeof number) && number == expected;
}

static bool is_code(uintptr_t address) {
  const void *code = (const void *)address;
  return sluice_is_own_code(code) || is_in(&sluice_original.runtime_code, code);
}

// The concurrency runtime.

static bool has_version(const sluice_layout *is) {
  const char *name = "_swift_concurrency_debug_internal_layout_version";
  return sluice_exported_number(name) == is->layout_version;
}

static bool has_task_bytes(const sluice_layout *is) {
  return sluice_exported_number("_swift_concurrency_debug_asyncTaskSize") == is->task_bytes;
}

static bool has_kind(const sluice_copy *job, const sluice_layout *is, uint64_t expected) {
  uint8_t kind;
  return sluice_copy_read(job, is->job_kind, &kind, sizeof kind) && kind == expected;
}

static bool finds_kinds(const sluice_layout *is) {
  return has_kind(OF(SLUICE_ENQUEUED_TASK), is, is->kind_task) &&
         has_kind(OF(SLUICE_ACTOR_JOB), is, is->kind_actor);
}

/// The word stays 0 in a task's whole life, and so does that of an actor's job.
static bool finds_reserved(const sluice_layout *is) {
  return has_word(OF(SLUICE_ENQUEUED_TASK), is->job_reserved, 0) &&
         has_word(OF(SLUICE_WAITING_TASK), is->job_reserved, 0) &&
         has_word(OF(SLUICE_COMPLETE_TASK), is->job_reserved, 0) &&
         has_word(OF(SLUICE_ACTOR_JOB), is->job_reserved, 0);
}

static bool finds_actor(const sluice_layout *is) {
  uintptr_t actor = OF(SLUICE_ENTERED_ACTOR)->address;
  return actor && has_word(OF(SLUICE_ACTOR_JOB), is->actor_job_actor, actor);
}

static bool finds_newest_job(const sluice_layout *is) {
  uintptr_t first = S.task[SLUICE_FIRST_ACTOR_TASK];
  return first && has_word(OF(SLUICE_ENTERED_ACTOR), is->actor_newest_job, first);
}

static bool finds_next_job(const sluice_layout *is) {
  uintptr_t second = S.task[SLUICE_SECOND_ACTOR_TASK];
  return second && has_word(OF(SLUICE_ENTERED_ACTOR), is->actor_next_job, 0) &&
         has_word(OF(SLUICE_LEFT_ACTOR), is->actor_next_job, second);
}

/// Of an enqueued task one flag is set, of a complete one the other, of one that waits neither.
static bool finds_status(const sluice_layout *is) {
  uint32_t enqueued, waiting, complete;
  uint64_t place = is->task_status;
  if (!sluice_copy_read(OF(SLUICE_ENQUEUED_TASK), place, &enqueued, sizeof enqueued) ||
      !sluice_copy_read(OF(SLUICE_WAITING_TASK), place, &waiting, sizeof waiting) ||
      !sluice_copy_read(OF(SLUICE_COMPLETE_TASK), place, &complete, sizeof complete))
    return false;
  uint64_t both = is->status_enqueued | is->status_complete;
  return (enqueued & both) == is->status_enqueued && (complete & both) == is->status_complete &&
         !(waiting & both);
}

/// A runtime without exclusivity checks reports no accesses, and nothing asks for them then.
static bool finds_accesses(const sluice_layout *is) {
  if (!sluice_original.enter_task) return true;
  return S.accesses && S.accesses - S.task[SLUICE_PLAIN_TASK] == is->task_accesses;
}

static bool finds_resume(const sluice_layout *is) {
  uintptr_t before, waiting;
  return word_at(OF(SLUICE_ENQUEUED_TASK), is->task_resume, &before) && is_code(before) &&
         word_at(OF(SLUICE_WAITING_TASK), is->task_resume, &waiting) && is_code(waiting);
}

/// The waiting task is still there, and the chain of its contexts leads through this program's code
/// to an end. Every link is looked at with care, because the numbers may be wrong.
static bool finds_contexts(const sluice_layout *is) {
  enum { LONGEST = 16 };
  uintptr_t context;
  if (!word_at(OF(SLUICE_WAITING_TASK), is->task_context, &context)) return false;
  bool is_own = false;
  for (int link = 0; context && link < LONGEST; link++) {
    uintptr_t resume;
    if (!sluice_peek(context + is->context_resume, &resume, sizeof resume)) return false;
    if (!resume) return is_own;
    if (!is_code(resume)) return false;
    if (sluice_is_own_code((const void *)resume)) is_own = true;
    if (!sluice_peek(context + is->context_parent, &context, sizeof context)) return false;
  }
  return is_own && !context;
}

static bool finds_let_task(const sluice_layout *is) {
  uintptr_t task = S.task[SLUICE_LET_TASK];
  return task && has_word(&S.let, is->let_task, task) && !has_word(&S.let, is->let_task - 8, task);
}

/// Whether a kind of creation was seen with all of some flags; or, if they are not wanted, none.
static bool has_flags(sluice_creation_kind kind, uint64_t flags, bool wanted) {
  return S.has_creation[kind] && (S.creation_flags[kind] & flags) == (wanted ? flags : 0);
}

static bool finds_child_flag(const sluice_layout *is) {
  return has_flags(SLUICE_CHILD_CREATION, is->create_child, true) &&
         has_flags(SLUICE_PLAIN_CREATION, is->create_child, false) &&
         has_flags(SLUICE_IMMEDIATE_CREATION, is->create_child, false);
}

static bool finds_inheriting_flags(const sluice_layout *is) {
  return has_flags(SLUICE_PLAIN_CREATION, is->create_inherits, true) &&
         has_flags(SLUICE_DETACHED_CREATION, is->create_inherits, false);
}

static bool finds_enqueued_flag(const sluice_layout *is) {
  return has_flags(SLUICE_PLAIN_CREATION, is->create_enqueued, true) &&
         has_flags(SLUICE_DETACHED_CREATION, is->create_enqueued, true) &&
         has_flags(SLUICE_IMMEDIATE_CREATION, is->create_enqueued, false);
}

static bool finds_immediate_flag(const sluice_layout *is) {
  return has_flags(SLUICE_IMMEDIATE_CREATION, is->create_immediate, true) &&
         has_flags(SLUICE_PLAIN_CREATION, is->create_immediate, false) &&
         has_flags(SLUICE_CHILD_CREATION, is->create_immediate, false);
}

static bool finds_sleep(const sluice_layout *is) {
  uintptr_t job = S.sleep_accesses - is->task_accesses;
  return S.sleep_timer && has_word(&S.sleep, is->sleep_source, S.sleep_timer) &&
         (!sluice_original.enter_task || has_word(&S.sleep, is->sleep_job, job));
}

// Swift's core and Synchronization libraries.

static bool finds_once(const sluice_layout *is) {
  return (uint32_t)S.once[0] != is->once_made && (uint32_t)S.once[1] == is->once_made;
}

static bool finds_hashing(const sluice_layout *is) { return sluice_hashing_flag(is); }

static bool finds_swift_mutex_owner(const sluice_layout *is) {
  uint32_t held;
  return has_number(OF(SLUICE_FREE_SWIFT_MUTEX), is->swift_mutex_owner, 0) &&
         sluice_copy_read(OF(SLUICE_HELD_SWIFT_MUTEX), is->swift_mutex_owner, &held, sizeof held) &&
         (pid_t)(held & FUTEX_TID_MASK) == S.thread;
}

// Dispatch.

static bool finds_references(const sluice_layout *is) {
  return has_number(&S.concurrent, is->object_references, 0) &&
         has_number(&S.shared, is->object_references, 1);
}

/// Whether an address is Dispatch's own: a global queue is.
static bool is_of_dispatch(uintptr_t address) {
  const void *release = (const void *)(uintptr_t)sluice_original.dispatch_release;
  return sluice_is_in_library_of((const void *)address, release);
}

static bool has_global_target(const sluice_copy *queue, uint64_t place) {
  uintptr_t target, beyond;
  return word_at(queue, place, &target) && target && is_of_dispatch(target) &&
         sluice_peek(target + place, &beyond, sizeof beyond) && !beyond;
}

static bool finds_targets(const sluice_layout *is) {
  return has_word(&S.targeting, is->queue_target, S.serial.address) &&
         has_global_target(&S.serial, is->queue_target) &&
         has_global_target(&S.main, is->queue_target);
}

static bool is_stopped(const sluice_copy *queue, const sluice_layout *is, bool wanted) {
  uint64_t state;
  return sluice_copy_read(queue, is->queue_state, &state, sizeof state) &&
         !(state & is->state_stopped) == !wanted;
}

/// Whether all bits that a queue has and an idle one has not are among those that keep it stopped.
static bool has_no_other_bits(const sluice_copy *queue, const sluice_layout *is) {
  uint64_t idle, state;
  return sluice_copy_read(&S.serial, is->queue_state, &idle, sizeof idle) &&
         sluice_copy_read(queue, is->queue_state, &state, sizeof state) &&
         !(state & ~idle & ~is->state_stopped);
}

/// The bits are the highest ones, because the uppermost are a count.
static bool finds_states(const sluice_layout *is) {
  return is_stopped(&S.serial, is, false) && is_stopped(&S.running, is, false) &&
         is_stopped(&S.concurrent, is, false) && is_stopped(&S.main, is, false) &&
         is_stopped(&S.inactive, is, true) && is_stopped(&S.suspended, is, true) &&
         has_no_other_bits(&S.inactive, is) && has_no_other_bits(&S.suspended, is) &&
         is->state_stopped == ~(UINT64_MAX >> __builtin_popcountll(is->state_stopped));
}

static bool has_width(const sluice_copy *queue, const sluice_layout *is, bool is_serial) {
  uint16_t width;
  return sluice_copy_read(queue, is->queue_width, &width, sizeof width) &&
         (width == 1) == is_serial;
}

static bool finds_widths(const sluice_layout *is) {
  return has_width(&S.serial, is, true) && has_width(&S.main, is, true) &&
         has_width(&S.concurrent, is, false);
}

static bool finds_work_items(const sluice_layout *is) {
  uint64_t plain, barrier;
  return has_word(&S.plain_item, is->item_magic_word, is->item_magic) &&
         has_word(&S.barrier_item, is->item_magic_word, is->item_magic) &&
         sluice_copy_read(&S.plain_item, is->item_flags, &plain, sizeof plain) &&
         sluice_copy_read(&S.barrier_item, is->item_flags, &barrier, sizeof barrier) &&
         barrier == (plain | is->item_barrier) && barrier != plain;
}

static bool finds_dispatch_once(const sluice_layout *is) {
  return (uint64_t)S.dispatch_once[0] != is->dispatch_once_done &&
         (uint64_t)S.dispatch_once[1] == is->dispatch_once_done;
}

// The C library.

static bool finds_mutex_owner(const sluice_layout *is) {
  return has_number(&S.free_mutex, is->mutex_owner, 0) &&
         has_number(&S.held_mutex, is->mutex_owner, (uint32_t)S.thread);
}

static bool is_of_kind(const sluice_copy *mutex, const sluice_layout *is, int expected) {
  uint32_t kind;
  return sluice_copy_read(mutex, is->mutex_kind, &kind, sizeof kind) &&
         (kind & is->mutex_kind_bits) == (uint32_t)expected;
}

/// Besides the four types a kind says what a mutex does when its holder dies, and with priorities.
static bool finds_mutex_kind(const sluice_layout *is) {
  enum { ROBUST = 16, INHERITS = 32, PROTECTS = 64 };
  return is_of_kind(&S.free_mutex, is, PTHREAD_MUTEX_TIMED_NP) &&
         is_of_kind(&S.recursive_mutex, is, PTHREAD_MUTEX_RECURSIVE_NP) &&
         is_of_kind(&S.checking_mutex, is, PTHREAD_MUTEX_ERRORCHECK_NP) &&
         is_of_kind(&S.adaptive_mutex, is, PTHREAD_MUTEX_ADAPTIVE_NP) &&
         is_of_kind(&S.robust_mutex, is, ROBUST) && is_of_kind(&S.inheriting_mutex, is, INHERITS) &&
         is_of_kind(&S.protecting_mutex, is, PROTECTS);
}

static bool finds_rwlock_writer(const sluice_layout *is) {
  return has_number(&S.free_rwlock, is->rwlock_writer, 0) &&
         has_number(&S.held_rwlock, is->rwlock_writer, (uint32_t)S.thread);
}

// The table.

static const struct {
  const char *name, *words;
  bool (*is_proven)(const sluice_layout *layout);
} numbers[] = {
#define NUMBER(name, value, proof, words) {#name, words, proof},
    SLUICE_LAYOUT(NUMBER)
#undef NUMBER
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

size_t sluice_layout_count(void) { return NUMBERS; }
const char *sluice_layout_name(size_t index) { return numbers[index].name; }
const char *sluice_layout_words(size_t index) { return numbers[index].words; }

bool sluice_layout_proves(const sluice_layout *layout, size_t index) {
  return numbers[index].is_proven(layout);
}

size_t sluice_layout_first_unproven(const sluice_layout *layout) {
  size_t index = 0;
  while (index < NUMBERS && numbers[index].is_proven(layout)) index++;
  return index;
}

#endif
