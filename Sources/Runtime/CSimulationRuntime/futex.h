/// Blocking on a word of memory, as the kernel offers it; both functions leave `errno` as it is.
#pragma once

#include "originals.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>

/// Blocks while the word has the expected value. May return early: for a signal, or a stray wake.
static inline void sluice_futex_wait(uint32_t *word, uint32_t expected) {
  int saved = errno;
  sluice_original.syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, NULL, NULL, 0);
  errno = saved;
}

/// Wakes at most so many of the threads that are blocked on the word.
static inline void sluice_futex_wake(uint32_t *word, int count) {
  int saved = errno;
  sluice_original.syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
  errno = saved;
}

/// Tells the processor that the calling thread spins.
static inline void sluice_spin(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}
