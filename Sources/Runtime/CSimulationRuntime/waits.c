// Waiting inside an event: the thread gives the turn on, other events run, and it goes on when
// what it waits for is there, or when its deadline has come in virtual time.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <unistd.h>

/// A thread that waits, on its own stack: for ever if its simulation has given it up. Only the
/// thread with the turn looks at them.
typedef struct waiting_thread {
  pid_t identifier;
  struct waiting_thread *next;
} waiting_thread;

/// By the last bits of their identifiers, which the system gives one after the other.
static waiting_thread *waiting_threads[256];

static waiting_thread **threads_like(pid_t identifier) {
  return &waiting_threads[(size_t)identifier % (sizeof waiting_threads / sizeof *waiting_threads)];
}

bool sluice_is_waiting(pid_t identifier) {
  // Nearly every lock is free.
  if (!identifier) return false;
  const waiting_thread *thread = *threads_like(identifier);
  while (thread && thread->identifier != identifier) thread = thread->next;
  return thread;
}

static void begin_to_wait(waiting_thread *this) {
  pid_t identifier = gettid();
  waiting_thread **first = threads_like(identifier);
  *this = (waiting_thread){identifier, *first};
  *first = this;
}

static void end_to_wait(const waiting_thread *this) {
  waiting_thread **link = threads_like(this->identifier);
  while (*link != this) link = &(*link)->next;
  *link = this->next;
}

void sluice_drive(sluice_simulation *simulation) {
  // What the script holds on to, it lets go of when it has the turn again.
  waiting_thread this;
  begin_to_wait(&this);
  sluice_turn_drive(simulation);
  end_to_wait(&this);
}

bool sluice_block(sluice_wait *wait) {
  sluice_simulation *simulation = sluice_current_simulation;
  wait->frames = sluice_current_frame;
  wait->thread = sluice_turn_self();
  if (wait->deadline <= simulation->now) return wait->is_granted;
  if (wait->caller && wait->deadline == NEVER)
    wait->caller_count = sluice_callers(wait->caller, wait->callers, SLUICE_CALLERS);
  waiting_thread this;
  begin_to_wait(&this);
  // An outsider that waited for a creation of this thread might be waited for itself.
  sluice_hide_creations();
  simulation->block(simulation->owner, wait);
  sluice_show_creations();
  end_to_wait(&this);
  return wait->is_granted;
}

void sluice_sleep(int64_t nanoseconds) {
  if (nanoseconds <= 0) return;
  sluice_simulation *simulation = sluice_current_simulation;
  int64_t limit = NEVER - WALL_ORIGIN, left = limit - simulation->now;
  int64_t deadline = nanoseconds > left ? limit : simulation->now + nanoseconds;
  if (sluice_may_block()) {
    sluice_wait wait = {
        .what = "sleep", .object = simulation, .deadline = deadline, .is_sleep = true};
    sluice_block(&wait);
  } else {
    // A line of the script's own, between two events.
    simulation->now = deadline;
  }
}

bool sluice_wait_take(sluice_wait *wait) {
  if (!wait->is_granted && wait->take) wait->is_granted = wait->take(wait->object);
  return wait->is_granted;
}

sluice_event sluice_wait_event(sluice_wait *wait) {
  return (sluice_event){.function = sluice_wake, .context = wait};
}

void sluice_wake(void *context) {
  sluice_wait *wait = context;
  sluice_simulation *simulation = sluice_current_simulation;
  // It was let onto the queue that it stood in line for.
  if (wait->is_in_line) wait->is_granted = true;
  simulation->wake(simulation->owner, wait);
  sluice_turn_resume(simulation, wait->thread);
}

static bool take_semaphore(void *semaphore) {
  return !sluice_original.dispatch_semaphore_wait(semaphore, 0);
}

INTERPOSED intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t timeout) {
  note_use_of_queues();
  if (!sluice_may_block()) return ORIGINAL(dispatch_semaphore_wait)(semaphore, timeout);
  intptr_t result = sluice_original.dispatch_semaphore_wait(semaphore, 0);
  if (!result || !timeout) return result;
  sluice_wait wait = {
      .what = "semaphore",
      .object = semaphore,
      .take = take_semaphore,
      .caller = __builtin_return_address(0),
      .deadline = sluice_decode_time(sluice_current_simulation, timeout)};
  return sluice_block(&wait) ? 0 : result;
}

INTERPOSED intptr_t dispatch_semaphore_signal(void *semaphore) {
  note_use_of_queues();
  return ORIGINAL(dispatch_semaphore_signal)(semaphore);
}

#endif
