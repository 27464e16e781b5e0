// The location of a crash: where a thread was when a fatal signal came. It stops in the handler of
// the signal, and another thread, which waits at a descriptor, finds the names of its functions.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/// How long the crashed thread stops, in seconds: it may hold a lock that the other one needs.
enum { PATIENCE = 5 };

/// The descriptor at which the other thread waits; -1 without such a thread.
static int bell = -1;
/// The process with that thread: one that the subject forks has the handler alone.
static pid_t process;
static sluice_stack stack;
static sem_t is_told;

/// On the thread that has crashed.
static void stop(const void *context) {
  static atomic_flag is_first = ATOMIC_FLAG_INIT;
  if (bell < 0 || getpid() != process || atomic_flag_test_and_set(&is_first)) return;
  sluice_take_stack(&stack, context);
  uint64_t ring = 1;
  if (write(bell, &ring, sizeof ring) != sizeof ring) return;
  struct timespec limit;
  sluice_original.clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += PATIENCE;
  while (sluice_original.sem_timedwait(&is_told, &limit))
    if (errno != EINTR) return;
}

int sluice_crash_location_begin(void) {
  sluice_prepare_stacks();
  sem_init(&is_told, 0, 0);
  process = getpid();
  bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  sluice_look_at_crashes(stop);
  return bell;
}

void sluice_make_signal_stack(void) {
  stack_t present;
  if (sigaltstack(NULL, &present) || !(present.ss_flags & SS_DISABLE)) return;
  enum { SIZE = 64 << 10 };
  void *room = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return;
  // The thread has it to its end, which is that of the process.
  sigaltstack(&(stack_t){.ss_sp = room, .ss_size = SIZE}, NULL);
}

size_t sluice_crash_location(uintptr_t *found, size_t capacity) {
  return sluice_read_stack(&stack, found, capacity);
}

void sluice_crash_location_end(void) { sluice_original.sem_post(&is_told); }

#endif
