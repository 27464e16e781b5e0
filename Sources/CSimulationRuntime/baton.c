// The baton: a simulation may have several threads, and the one that holds the baton runs. The
// thread of the script begins with it. A thread that blocks inside an event gives it to the thread
// that let it go on, or else to a substitute, which runs events until the script's can go on. A
// script that is not to be kept by an event gives it away by itself, and gets it back when nothing
// is ready.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <sched.h>
#include <stdlib.h>

typedef struct baton_thread {
  /// Set by who hands over, taken by who waits; with it whatever was written before is handed over.
  bool has_turn;
  /// Whether it sleeps until it is signalled, rather than look.
  bool is_asleep;
  pthread_cond_t turn;
  /// Who let this thread go on, in which simulation, and waits for it to end its event or to block.
  struct baton_thread *resumer;
  sluice_simulation *resumed_in;
  /// Who gets the baton when this thread, a substitute, stops.
  struct baton_thread *successor;
  /// What a substitute runs, and whether it takes the place of the thread that serves requests.
  sluice_simulation *simulation;
  bool succeeds;
  struct baton_thread *next_idle;
} baton_thread;

enum {
  STACK_BYTES = 64 << 20,
  /// How often a thread looks for its turn before it sleeps: to be woken takes longer than most
  /// turns.
  LOOKS = 2000,
  /// After how many looks it lets others have its processor.
  LOOKS_A_YIELD = 100,
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static baton_thread *idle;
static _Thread_local baton_thread *this_thread;

static baton_thread *make_thread(void) {
  baton_thread *thread = calloc(1, sizeof *thread);
  if (!thread) abort();
  pthread_cond_init(&thread->turn, NULL);
  return thread;
}

void *sluice_baton_self(void) {
  if (!this_thread) this_thread = make_thread();
  return this_thread;
}

static void hand_over(baton_thread *next) {
  __atomic_store_n(&next->has_turn, true, __ATOMIC_SEQ_CST);
  if (!__atomic_load_n(&next->is_asleep, __ATOMIC_SEQ_CST)) return;
  sluice_original.pthread_mutex_lock(&lock);
  sluice_original.pthread_cond_signal(&next->turn);
  pthread_mutex_unlock(&lock);
}

static bool take_turn(baton_thread *thread) {
  return __atomic_load_n(&thread->has_turn, __ATOMIC_SEQ_CST) &&
         __atomic_exchange_n(&thread->has_turn, false, __ATOMIC_SEQ_CST);
}

/// Where there is one processor, nobody can hand over while another looks.
static int count_looks(void) {
  static int looks = -1;
  int count = __atomic_load_n(&looks, __ATOMIC_RELAXED);
  if (count >= 0) return count;
  cpu_set_t usable;
  bool is_alone = !sched_getaffinity(0, sizeof usable, &usable) && CPU_COUNT(&usable) < 2;
  count = is_alone ? 0 : LOOKS;
  __atomic_store_n(&looks, count, __ATOMIC_RELAXED);
  return count;
}

static bool look_for_turn(baton_thread *thread) {
  for (int look = 0, looks = count_looks(); look < looks; look++) {
    if (take_turn(thread)) return true;
    if (look % LOOKS_A_YIELD == LOOKS_A_YIELD - 1) sched_yield();
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
  }
  return false;
}

static void sleep_until_turn(baton_thread *thread) {
  sluice_original.pthread_mutex_lock(&lock);
  // Who hands over sees this, or this thread sees its turn.
  __atomic_store_n(&thread->is_asleep, true, __ATOMIC_SEQ_CST);
  while (!take_turn(thread)) sluice_original.pthread_cond_wait(&thread->turn, &lock);
  __atomic_store_n(&thread->is_asleep, false, __ATOMIC_SEQ_CST);
  pthread_mutex_unlock(&lock);
}

static void await_turn(baton_thread *thread) {
  if (!look_for_turn(thread)) sleep_until_turn(thread);
  sluice_note_running();
}

static void become_idle(baton_thread *thread) {
  sluice_original.pthread_mutex_lock(&lock);
  thread->next_idle = idle;
  idle = thread;
  pthread_mutex_unlock(&lock);
}

static void *substitute(void *context) {
  baton_thread *thread = this_thread = context;
  sluice_thread_join();
  for (;;) {
    await_turn(thread);
    sluice_current_simulation = thread->simulation;
    thread->simulation->substitute(thread->simulation->owner);
    sluice_current_simulation = NULL;
    if (thread->succeeds) sluice_thread_succeed();
    baton_thread *successor = thread->successor;
    thread->successor = NULL;
    become_idle(thread);
    hand_over(successor);
  }
  return NULL;
}

static baton_thread *take_idle(void) {
  sluice_original.pthread_mutex_lock(&lock);
  baton_thread *thread = idle;
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
  if (sluice_original.pthread_create(&handle, &attributes, substitute, thread)) abort();
  pthread_attr_destroy(&attributes);
  return thread;
}

void sluice_baton_give(sluice_simulation *simulation) {
  baton_thread *thread = sluice_baton_self();
  baton_thread *next = thread->resumer;
  if (next && thread->resumed_in == simulation) {
    thread->resumer = NULL;
  } else {
    next = take_idle();
    next->simulation = simulation;
  }
  hand_over(next);
  await_turn(thread);
}

void sluice_baton_resume(sluice_simulation *simulation, void *waiting) {
  baton_thread *thread = sluice_baton_self(), *next = waiting;
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

void sluice_baton_drive(sluice_simulation *simulation) {
  baton_thread *script = sluice_baton_self(), *driver = take_idle();
  driver->simulation = simulation;
  hand_over(driver);
  await_turn(script);
}

void sluice_baton_return(void *script) { this_thread->successor = script; }

void sluice_baton_succeed(void) { this_thread->succeeds = true; }

bool sluice_baton_is_wanted(void) {
  baton_thread *thread = this_thread;
  if (thread->resumer && thread->resumed_in == sluice_current_simulation) {
    thread->successor = thread->resumer;
    thread->resumer = NULL;
  }
  return thread->successor;
}

#endif
