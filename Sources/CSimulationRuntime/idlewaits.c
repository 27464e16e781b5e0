// `poll` and `select` without a descriptor: sleeps by another name. With descriptors they stay
// real, for these are outside the simulation.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <sys/time.h>

/// Sleeps in virtual time.
static int sleep_for(int64_t seconds, int64_t nanoseconds) {
  struct timespec time = {.tv_sec = seconds, .tv_nsec = nanoseconds};
  return nanosleep(&time, NULL);
}

INTERPOSED int poll(struct pollfd *descriptors, unsigned long count, int milliseconds) {
  if (!count && milliseconds > 0 && sluice_is_capturing())
    return sleep_for(milliseconds / 1000, milliseconds % 1000 * 1000000LL);
  return ORIGINAL(poll)(descriptors, count, milliseconds);
}

INTERPOSED int select(
    int count, fd_set *restrict readable, fd_set *restrict writable, fd_set *restrict failed,
    struct timeval *restrict timeout) {
  bool is_sleep = !count && timeout && timeout->tv_sec >= 0 && timeout->tv_usec >= 0 &&
                  timeout->tv_usec < 1000000;
  if (is_sleep && sluice_is_capturing()) {
    int result = sleep_for(timeout->tv_sec, timeout->tv_usec * 1000LL);
    *timeout = (struct timeval){0};
    return result;
  }
  return ORIGINAL(select)(count, readable, writable, failed, timeout);
}

#endif
