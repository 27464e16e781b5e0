// Clocks and blocking sleeps. On a simulating thread time is the simulation's; CPU clocks stay
// real.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <errno.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static int64_t to_nanoseconds(const struct timespec *time) {
  int64_t nanoseconds;
  if (__builtin_mul_overflow((int64_t)time->tv_sec, NANOSECONDS_PER_SECOND, &nanoseconds) ||
      __builtin_add_overflow(nanoseconds, (int64_t)time->tv_nsec, &nanoseconds))
    return time->tv_sec < 0 ? INT64_MIN : INT64_MAX;
  return nanoseconds;
}

bool sluice_is_duration(const struct timespec *time) {
  return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < NANOSECONDS_PER_SECOND;
}

static void to_timespec(int64_t nanoseconds, struct timespec *time) {
  time->tv_sec = nanoseconds / NANOSECONDS_PER_SECOND;
  time->tv_nsec = nanoseconds % NANOSECONDS_PER_SECOND;
}

/// The instant at which a clock reads 0, or 0 for a clock that stays real.
static int64_t origin_of(clockid_t clock) {
  switch (clock) {
  case CLOCK_REALTIME:
  case CLOCK_REALTIME_COARSE:
  case CLOCK_REALTIME_ALARM:
  case CLOCK_TAI:
    return WALL_ORIGIN;
  case CLOCK_MONOTONIC:
  case CLOCK_MONOTONIC_RAW:
  case CLOCK_MONOTONIC_COARSE:
  case CLOCK_BOOTTIME:
  case CLOCK_BOOTTIME_ALARM:
    return MONOTONIC_ORIGIN;
  default:
    return 0;
  }
}

bool sluice_is_virtual(clockid_t clock, const struct timespec *time) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return false;
  return sluice_is_capturing() && time->tv_nsec >= 0 && time->tv_nsec < NANOSECONDS_PER_SECOND;
}

int64_t sluice_instant_of(clockid_t clock, const struct timespec *time) {
  int64_t reading = to_nanoseconds(time);
  if (reading < 0) return 0;
  return reading == NEVER ? NEVER : reading - origin_of(clock);
}

int64_t sluice_instant_after(const struct timespec *time) {
  int64_t now = sluice_current_simulation->now, instant;
  if (!time || __builtin_add_overflow(now, to_nanoseconds(time), &instant)) return NEVER;
  return instant;
}

const struct timespec *sluice_real(
    clockid_t clock, const struct timespec *time, struct timespec *real) {
  int64_t instant = sluice_instant_of(clock, time), left = instant - sluice_current_simulation->now;
  sluice_original.clock_gettime(CLOCK_REALTIME, real);
  int64_t limit = NEVER - to_nanoseconds(real);
  to_timespec(to_nanoseconds(real) + (left < limit ? left : limit), real);
  return real;
}

INTERPOSED int clock_gettime(clockid_t clock, struct timespec *time) {
  int64_t origin = origin_of(clock);
  if (!origin || !sluice_is_capturing()) return ORIGINAL(clock_gettime)(clock, time);
  to_timespec(origin + sluice_current_simulation->now, time);
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
  sluice_sleep(to_nanoseconds(request));
  return 0;
}

INTERPOSED int clock_nanosleep(
    clockid_t clock, int flags, const struct timespec *request, struct timespec *remaining) {
  int64_t origin = origin_of(clock);
  if (!origin || !sluice_is_capturing())
    return ORIGINAL(clock_nanosleep)(clock, flags, request, remaining);
  if (!sluice_is_duration(request)) return EINVAL;
  sluice_simulation *simulation = sluice_current_simulation;
  int64_t nanoseconds = to_nanoseconds(request);
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
