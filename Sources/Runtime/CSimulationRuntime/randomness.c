// Randomness. On a simulating thread it comes from the scheduler, by whatever door it is asked for:
// the standard library's function, the kernel's call, libc's functions, the random devices. Only
// `rand` and its kin, which have no entropy, and devices behind a buffered `FILE` are left as they
// are.
//
// `unistd.h` is left out: its declaration of `syscall` has no fixed number of parameters.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>

/// The numbers of the kernel's `random` and `urandom`.
enum { MEMORY_DEVICES = 1, RANDOM_DEVICE = 8, URANDOM_DEVICE = 9 };

static void fill(void *bytes, size_t count) {
  sluice_simulation *simulation = sluice_current_simulation;
  char *next = bytes;
  while (count) {
    uint64_t number = simulation->random(simulation->owner);
    size_t part = count < sizeof number ? count : sizeof number;
    memcpy(next, &number, part);
    next += part;
    count -= part;
  }
}

/// What a client's `SystemRandomNumberGenerator` calls, and with it `UUID()`.
INTERPOSED void swift_stdlib_random(void *bytes, size_t count) {
  if (sluice_is_capturing()) fill(bytes, count);
  else ORIGINAL(stdlib_random)(bytes, count);
}

/// What the standard library itself gets its randomness by. As many parameters as the kernel takes:
/// the registers and the place on the stack are those in which a caller with fewer leaves them.
INTERPOSED long syscall(
    long number, long first, long second, long third, long fourth, long fifth, long sixth) {
  if (number == SYS_getrandom && sluice_is_capturing()) {
    fill((void *)first, (size_t)second);
    return second;
  }
  return ORIGINAL(syscall)(number, first, second, third, fourth, fifth, sixth);
}

INTERPOSED ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
  if (!sluice_is_capturing()) return ORIGINAL(getrandom)(bytes, count, flags);
  fill(bytes, count);
  return (ssize_t)count;
}

INTERPOSED int getentropy(void *bytes, size_t count) {
  if (!sluice_is_capturing() || count > 256) return ORIGINAL(getentropy)(bytes, count);
  fill(bytes, count);
  return 0;
}

// glibc has these since 2.36. Nobody calls them where it doesn't, but who does gets randomness.

INTERPOSED void arc4random_buf(void *bytes, size_t count) {
  if (sluice_is_capturing()) fill(bytes, count);
  else if (sluice_original.arc4random_buf) sluice_original.arc4random_buf(bytes, count);
  else ORIGINAL(stdlib_random)(bytes, count);
}

INTERPOSED uint32_t arc4random(void) {
  if (!sluice_is_capturing() && sluice_original.arc4random) return sluice_original.arc4random();
  uint32_t number;
  arc4random_buf(&number, sizeof number);
  return number;
}

INTERPOSED uint32_t arc4random_uniform(uint32_t bound) {
  if (!sluice_is_capturing() && sluice_original.arc4random_uniform)
    return sluice_original.arc4random_uniform(bound);
  if (bound < 2) return 0;
  // Numbers below this one would make the smallest results likelier than the others.
  uint32_t lowest = -bound % bound, number;
  do number = arc4random();
  while (number < lowest);
  return number % bound;
}

/// The descriptor is asked what it is: nobody has to follow what is opened, copied and closed.
static bool is_random_device(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) || !S_ISCHR(status.st_mode)) return false;
  unsigned device = minor(status.st_rdev);
  return major(status.st_rdev) == MEMORY_DEVICES &&
         (device == RANDOM_DEVICE || device == URANDOM_DEVICE);
}

INTERPOSED ssize_t read(int descriptor, void *bytes, size_t count) {
  if (sluice_is_capturing() && is_random_device(descriptor)) {
    fill(bytes, count);
    return (ssize_t)count;
  }
  return ORIGINAL(read)(descriptor, bytes, count);
}

#endif
