/// Whether there can be simulations on this platform at all: the one place that decides it.
///
/// This library knows Linux with the GNU C library, on x86-64 and arm64.
/// Elsewhere nothing is interposed and nothing is found out: `unsupported.c` stands in for all of
/// it, and says so to whoever asks. `SLUICE_PRETEND_UNSUPPORTED` shows that here, too.
#pragma once

// It is what defines `__GLIBC__`; other C libraries of Linux have it, too.
#if defined(__linux__) && __has_include(<features.h>)
#include <features.h>
#endif

#if defined(__linux__) && defined(__GLIBC__) && defined(__LP64__) && \
    (defined(__x86_64__) || defined(__aarch64__)) && !defined(SLUICE_PRETEND_UNSUPPORTED)
#define SLUICE_CAN_SIMULATE 1
#else
#define SLUICE_CAN_SIMULATE 0
#endif
