// Where threads are: one that hangs, one that has crashed, and what a crash says.
#pragma once

#include "CSimulationRuntime.h"

#pragma clang assume_nonnull begin

// The location of a hang.

/// Makes the calling thread, which simulates nothing, the one that drives a subject, until
/// `sluice_hang_location_end`; returns its number.
int sluice_hang_location_begin(void);
void sluice_hang_location_end(void);
/// The number of the thread that runs events, or ran the last one; 0 if there was none.
int sluice_thread_of_events(void);
/// The number of the thread that drives a subject; 0 if there is none.
int sluice_thread_of_driver(void);
/// Looks where another thread of this process is: writes the addresses of code that it is in,
/// innermost first, and returns how many. The system's code is left out, and calls through code
/// without tables for unwinding are not found, so there may be none. -1 if the thread does not
/// answer within a second. It is interrupted for it, and is one of the two above.
ptrdiff_t sluice_hang_location(int thread, uintptr_t *addresses, size_t capacity);

/// Waits for the next async call that code outside of the system's libraries makes on a thread, and
/// returns its address. 0 if there is none within a second. The thread is one of the two above.
uintptr_t sluice_next_async_call(int thread);

// The location of a crash.

/// Has each thread that a fatal signal comes for stop until another one has found out where it is;
/// returns the descriptor that can be read from then on, or -1. Once in a process.
int sluice_crash_location_begin(void);
/// Writes the addresses of code that the stopped thread is in, innermost first, and returns how
/// many. On the other thread.
size_t sluice_crash_location(uintptr_t *addresses, size_t capacity);
/// Lets the stopped thread go on to its end.
void sluice_crash_location_end(void);

// Last words.
/// Has a text written to standard error if a fatal signal ends the process; returns its place.
int sluice_last_words_begin(const char *text);
/// Takes back the text at a place.
void sluice_last_words_end(int place);

#pragma clang assume_nonnull end
