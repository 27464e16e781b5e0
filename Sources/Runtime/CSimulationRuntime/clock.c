// Clocks and blocking sleeps. On a simulating thread time is the simulation's; CPU clocks stay
// real.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <errno.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

INTERPOSED int clock_gettime(clockid_t clock, struct timespec *time) {
  int64_t origin = sluice_origin_of(clock);
  if (!origin || !sluice_is_capturing()) return ORIGINAL(clock_gettime)(clock, time);
  sluice_set_time(origin + sluice_current_simulation->now, time);
  return 0;
}

/// Inside there is no time zone, which libc says by zeros.
INTERPOSED int gettimeofday(struct timeval *restrict value, void *restrict zone) {
  if (!sluice_is_capturing()) return ORIGINAL(gettimeofday)(value, zone);
  if (zone) memset(zone, 0, sizeof(struct timezone));
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  value->tv_sec = time.tv_sec;
  value->tv_usec = time.tv_nsec / 1000;
  return 0;
}

INTERPOSED time_t time(time_t *result) {
  if (!sluice_is_capturing()) return ORIGINAL(time)(result);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

INTERPOSED int timespec_get(struct timespec *time, int base) {
  if (base != TIME_UTC || !sluice_is_capturing()) return ORIGINAL(timespec_get)(time, base);
  clock_gettime(CLOCK_REALTIME, time);
  return base;
}

INTERPOSED int nanosleep(const struct timespec *request, struct timespec *remaining) {
  if (!sluice_is_capturing()) return ORIGINAL(nanosleep)(request, remaining);
  if (!sluice_is_duration(request)) {
    errno = EINVAL;
    return -1;
  }
  sluice_sleep(sluice_nanoseconds(request));
  return 0;
}

INTERPOSED int clock_nanosleep(
    clockid_t clock, int flags, const struct timespec *request, struct timespec *remaining) {
  int64_t origin = sluice_origin_of(clock);
  if (!origin || !sluice_is_capturing())
    return ORIGINAL(clock_nanosleep)(clock, flags, request, remaining);
  if (!sluice_is_duration(request)) return EINVAL;
  sluice_simulation *simulation = sluice_current_simulation;
  int64_t nanoseconds = sluice_nanoseconds(request);
  if (flags & TIMER_ABSTIME) {
    int64_t now = origin + simulation->now;
    nanoseconds = nanoseconds > now ? nanoseconds - now : 0;
  }
  sluice_sleep(nanoseconds);
  return 0;
}

INTERPOSED int usleep(useconds_t microseconds) {
  if (!sluice_is_capturing()) return ORIGINAL(usleep)(microseconds);
  struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
  return nanosleep(&time, NULL);
}

INTERPOSED unsigned sleep(unsigned seconds) {
  if (!sluice_is_capturing()) return ORIGINAL(sleep)(seconds);
  struct timespec time = {seconds, 0};
  nanosleep(&time, NULL);
  return 0;
}

#endif
