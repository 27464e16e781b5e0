// The turn: a simulation may have several threads, and the one that has the turn runs. The thread
// of the script has it first. A thread that blocks inside an event gives it to the thread that
// resumed it, or else to a substitute, which runs events until the script's can go on. A script
// that no event may block gives it away by itself, and gets it back when nothing is ready.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include "futex.h"

#include <stdlib.h>

/// What a thread's futex holds.
enum {
  /// The thread runs, or spins until it has the turn.
  NO_TURN,
  /// The turn was handed to the thread, with everything that was written before.
  HAS_TURN,
  /// The thread is blocked in the kernel, or about to be, and has to be woken.
  BLOCKED,
};

typedef struct turn_thread {
  uint32_t turn;
  /// The thread that resumed this one, in which simulation, and that waits for the turn.
  struct turn_thread *resumer;
  sluice_simulation *resumed_in;
  /// The thread that gets the turn when this thread, a substitute, stops.
  struct turn_thread *successor;
  /// What simulation a substitute runs, and whether it replaces the thread that serves requests.
  sluice_simulation *simulation;
  bool succeeds;
  struct turn_thread *next_idle;
} turn_thread;

enum {
  STACK_BYTES = 64 << 20,
  /// Spins before a thread blocks: about as long as a wake by the kernel takes. A thread that spins
  /// longer, or yields, uses up the processor time that the thread with the turn needs beside other
  /// work; one that blocks at once is woken so late that an idle machine takes four times as long.
  SPINS = 400,
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static turn_thread *idle;
static _Thread_local turn_thread *this_thread;

static turn_thread *make_thread(void) {
  turn_thread *thread = calloc(1, sizeof *thread);
  if (!thread) abort();
  return thread;
}

void *sluice_turn_self(void) {
  if (!this_thread) this_thread = make_thread();
  return this_thread;
}

static void hand_over(turn_thread *next) {
  if (__atomic_exchange_n(&next->turn, HAS_TURN, __ATOMIC_ACQ_REL) == BLOCKED)
    sluice_futex_wake(&next->turn, 1);
}

static bool spin_for_turn(const turn_thread *thread) {
  for (int spin = 0; spin < SPINS; spin++) {
    if (__atomic_load_n(&thread->turn, __ATOMIC_ACQUIRE) == HAS_TURN) return true;
    sluice_spin();
  }
  return false;
}

static void block_until_turn(turn_thread *thread) {
  uint32_t expected = NO_TURN;
  // Fails if the turn came meanwhile.
  if (!__atomic_compare_exchange_n(
          &thread->turn, &expected, BLOCKED, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return;
  while (__atomic_load_n(&thread->turn, __ATOMIC_ACQUIRE) == BLOCKED)
    sluice_futex_wait(&thread->turn, BLOCKED);
}

static void await_turn(turn_thread *thread) {
  if (!spin_for_turn(thread)) block_until_turn(thread);
  // The turn returns only after this thread has given it away.
  __atomic_store_n(&thread->turn, NO_TURN, __ATOMIC_RELAXED);
  sluice_note_running();
}

static void become_idle(turn_thread *thread) {
  sluice_original.pthread_mutex_lock(&lock);
  thread->next_idle = idle;
  idle = thread;
  pthread_mutex_unlock(&lock);
}

static void *substitute(void *context) {
  turn_thread *thread = this_thread = context;
  sluice_thread_join();
  for (;;) {
    await_turn(thread);
    sluice_current_simulation = thread->simulation;
    thread->simulation->substitute(thread->simulation->owner);
    sluice_current_simulation = NULL;
    if (thread->succeeds) sluice_thread_succeed();
    turn_thread *successor = thread->successor;
    thread->successor = NULL;
    become_idle(thread);
    hand_over(successor);
  }
  return NULL;
}

static turn_thread *take_idle(void) {
  sluice_original.pthread_mutex_lock(&lock);
  turn_thread *thread = idle;
  if (thread) idle = thread->next_idle;
  pthread_mutex_unlock(&lock);
  if (thread) return thread;
  thread = make_thread();
  pthread_attr_t attributes;
  pthread_t handle;
  // Not a thread of the subject's: the original is called.
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  int error = sluice_original.pthread_create(&handle, &attributes, substitute, thread);
  if (error) sluice_end_without_thread(error);
  pthread_attr_destroy(&attributes);
  return thread;
}

void sluice_turn_give(sluice_simulation *simulation) {
  turn_thread *thread = sluice_turn_self();
  turn_thread *next = thread->resumer;
  if (next && thread->resumed_in == simulation) {
    thread->resumer = NULL;
  } else {
    next = take_idle();
    next->simulation = simulation;
  }
  hand_over(next);
  await_turn(thread);
}

void sluice_turn_resume(sluice_simulation *simulation, void *waiting) {
  turn_thread *thread = sluice_turn_self(), *next = waiting;
  // Only a substitute finds the script's thread waiting; it stops then, for that one runs events.
  if (next == simulation->base) {
    thread->successor = next;
    return;
  }
  next->resumer = thread;
  next->resumed_in = simulation;
  hand_over(next);
  await_turn(thread);
}

void sluice_turn_drive(sluice_simulation *simulation) {
  turn_thread *script = sluice_turn_self(), *driver = take_idle();
  driver->simulation = simulation;
  hand_over(driver);
  await_turn(script);
}

void sluice_turn_return(void *script) { this_thread->successor = script; }

void sluice_turn_succeed(void) { this_thread->succeeds = true; }

bool sluice_turn_is_wanted(void) {
  turn_thread *thread = this_thread;
  if (thread->resumer && thread->resumed_in == sluice_current_simulation) {
    thread->successor = thread->resumer;
    thread->resumer = NULL;
  }
  return thread->successor;
}

#endif
