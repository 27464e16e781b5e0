// Times and instants, from what callers say to nanoseconds since the simulation began, and back.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

int64_t sluice_nanoseconds(const struct timespec *time) {
  int64_t nanoseconds;
  if (__builtin_mul_overflow((int64_t)time->tv_sec, NANOSECONDS_PER_SECOND, &nanoseconds) ||
      __builtin_add_overflow(nanoseconds, (int64_t)time->tv_nsec, &nanoseconds))
    return time->tv_sec < 0 ? INT64_MIN : INT64_MAX;
  return nanoseconds;
}

bool sluice_is_duration(const struct timespec *time) {
  return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < NANOSECONDS_PER_SECOND;
}

void sluice_set_time(int64_t nanoseconds, struct timespec *time) {
  time->tv_sec = nanoseconds / NANOSECONDS_PER_SECOND;
  time->tv_nsec = nanoseconds % NANOSECONDS_PER_SECOND;
}

int64_t sluice_origin_of(clockid_t clock) {
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
  int64_t reading = sluice_nanoseconds(time);
  if (reading < 0) return 0;
  return reading == NEVER ? NEVER : reading - sluice_origin_of(clock);
}

int64_t sluice_instant_after(const struct timespec *time) {
  int64_t now = sluice_current_simulation->now, instant;
  if (!time || __builtin_add_overflow(now, sluice_nanoseconds(time), &instant)) return NEVER;
  return instant;
}

const struct timespec *sluice_real(
    clockid_t clock, const struct timespec *time, struct timespec *real) {
  int64_t instant = sluice_instant_of(clock, time), left = instant - sluice_current_simulation->now;
  sluice_original.clock_gettime(CLOCK_REALTIME, real);
  int64_t limit = NEVER - sluice_nanoseconds(real);
  sluice_set_time(sluice_nanoseconds(real) + (left < limit ? left : limit), real);
  return real;
}

int64_t sluice_decode_time(sluice_simulation *simulation, uint64_t when) {
  const uint64_t wall = 3ULL << 62, flag = 1ULL << 63;
  if (when == 0) return simulation->now;
  if (when == UINT64_MAX) return NEVER;
  if ((when & wall) == wall) {
    int64_t nanoseconds = -(int64_t)when;
    return nanoseconds <= 2 ? simulation->now : nanoseconds - WALL_ORIGIN;
  }
  return (int64_t)(when & ~flag) - MONOTONIC_ORIGIN;
}

#endif
