// The location of a hang: where a thread is that runs an event without end. Another thread
// interrupts it by a signal, whose handler writes down the return addresses; the other one finds
// their names. Where nothing is simulated it is the thread that has said that it drives a subject.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <errno.h>
#include <execinfo.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { DEEPEST = 256 };
/// How long a thread may take to answer, in seconds: one that can't be interrupted is not asked on.
enum { PATIENCE = 1 };

/// The thread that runs events, or has run the last one.
static pid_t running;
/// The thread that drives a subject without simulating anything.
static pid_t driving;
static _Thread_local pid_t this_thread;

static pid_t number_of_this_thread(void) {
  if (!this_thread) this_thread = gettid();
  return this_thread;
}

void sluice_note_running(void) {
  __atomic_store_n(&running, number_of_this_thread(), __ATOMIC_RELAXED);
}

void sluice_hang_location_begin(void) {
  __atomic_store_n(&driving, number_of_this_thread(), __ATOMIC_RELAXED);
}

void sluice_hang_location_end(void) { __atomic_store_n(&driving, 0, __ATOMIC_RELAXED); }

static void *addresses[DEEPEST];
static int depth;
static sem_t is_told;

/// The instruction that the signal has interrupted.
static void *interrupted_at;

static void *interrupted(const ucontext_t *context) {
#if defined(__x86_64__)
  return (void *)context->uc_mcontext.gregs[REG_RIP];
#else
  return (void *)context->uc_mcontext.pc;
#endif
}

/// On the thread that is asked. What it calls must leave no trace in a simulation, so that a
/// question, which comes when a clock outside says so, changes no course.
static void tell(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)info;
  int error = errno;
  __atomic_store_n(&interrupted_at, interrupted(context), __ATOMIC_RELAXED);
  __atomic_store_n(&depth, backtrace(addresses, DEEPEST), __ATOMIC_RELEASE);
  sluice_original.sem_post(&is_told);
  errno = error;
}

/// Hardly anybody uses the last but a few of the real-time signals.
static int signal_number(void) { return SIGRTMAX - 5; }

/// A thread inherits what its creator blocks, and a worker of Dispatch's blocks everything.
void sluice_let_ask(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, signal_number());
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

static void install(void) {
  static bool is_installed;
  if (is_installed) return;
  is_installed = true;
  sem_init(&is_told, 0, 0);
  // The first call loads a library, which no handler may do.
  backtrace(addresses, DEEPEST);
  struct sigaction action = {
      .sa_sigaction = tell, .sa_flags = SA_RESTART | SA_ONSTACK | SA_SIGINFO};
  sigemptyset(&action.sa_mask);
  sigaction(signal_number(), &action, NULL);
}

size_t sluice_hang_location(uintptr_t *found, size_t capacity) {
  pid_t thread = __atomic_load_n(&driving, __ATOMIC_RELAXED);
  if (!thread) thread = __atomic_load_n(&running, __ATOMIC_RELAXED);
  if (!thread) return 0;
  install();
  // A thread that answered too late has left its answer.
  while (!sluice_original.sem_trywait(&is_told)) continue;
  if (sluice_original.syscall(SYS_tgkill, getpid(), thread, signal_number())) return 0;
  struct timespec limit;
  sluice_original.clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += PATIENCE;
  while (sluice_original.sem_timedwait(&is_told, &limit))
    if (errno != EINTR) return 0;
  // The handler itself and what called it come before what was interrupted.
  int first = 0, told = __atomic_load_n(&depth, __ATOMIC_ACQUIRE);
  const void *innermost = __atomic_load_n(&interrupted_at, __ATOMIC_RELAXED);
  while (first < told && addresses[first] != innermost) first++;
  size_t count = 0;
  for (int index = first; index < told && count < capacity; index++) {
    // A return address may be the first of the next function; what was interrupted is none.
    uintptr_t address = (uintptr_t)addresses[index] - (index > first);
    if (!sluice_is_of_system((const void *)address)) found[count++] = address;
  }
  return count;
}

#endif
