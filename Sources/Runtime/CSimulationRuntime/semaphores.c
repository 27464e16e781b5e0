// The C library's semaphores, which are taken inside an event as Dispatch's are.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <errno.h>
#include <semaphore.h>

/// Looks without leaving an error number: it is another thread's call.
static bool take(void *semaphore) {
  int error = errno;
  bool is_taken = !sluice_original.sem_trywait(semaphore);
  errno = error;
  return is_taken;
}

static int wait_for(sem_t *semaphore, int64_t deadline, const void *caller) {
  note_use_of_queues();
  if (take(semaphore)) return 0;
  sluice_wait wait = {
      .what = "semaphore",
      .object = semaphore,
      .take = take,
      .caller = caller,
      .deadline = deadline};
  if (sluice_block(&wait)) return 0;
  errno = ETIMEDOUT;
  return -1;
}

INTERPOSED int sem_wait(sem_t *semaphore) {
  if (!sluice_may_block()) return ORIGINAL(sem_wait)(semaphore);
  return wait_for(semaphore, NEVER, __builtin_return_address(0));
}

INTERPOSED int sem_timedwait(sem_t *semaphore, const struct timespec *time) {
  if (!sluice_is_virtual(CLOCK_REALTIME, time)) return ORIGINAL(sem_timedwait)(semaphore, time);
  struct timespec real;
  if (!sluice_may_block())
    return sluice_original.sem_timedwait(semaphore, sluice_real(CLOCK_REALTIME, time, &real));
  int64_t deadline = sluice_instant_of(CLOCK_REALTIME, time);
  return wait_for(semaphore, deadline, __builtin_return_address(0));
}

INTERPOSED int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *time) {
  if (!sluice_is_virtual(clock, time)) return ORIGINAL(sem_clockwait)(semaphore, clock, time);
  struct timespec real;
  if (!sluice_may_block())
    return sluice_original.sem_timedwait(semaphore, sluice_real(clock, time, &real));
  return wait_for(semaphore, sluice_instant_of(clock, time), __builtin_return_address(0));
}

INTERPOSED int sem_trywait(sem_t *semaphore) {
  note_use_of_queues();
  return ORIGINAL(sem_trywait)(semaphore);
}

INTERPOSED int sem_post(sem_t *semaphore) {
  note_use_of_queues();
  return ORIGINAL(sem_post)(semaphore);
}

#endif
