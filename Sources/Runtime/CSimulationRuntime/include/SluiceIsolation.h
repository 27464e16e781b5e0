// The isolation of a caller that stands still, on loan to the thread that simulates.
#pragma once

#include "CSimulationRuntime.h"

#pragma clang assume_nonnull begin

/// An actor's isolation that the calling thread has while a function runs: its caller's, who stands
/// still.
typedef struct sluice_loan {
  uintptr_t executor;
  bool is_main;
  /// What the thread was doing when it was made.
  const sluice_frame *_Nullable frame;
  const struct sluice_loan *_Nullable outer;
} sluice_loan;

/// Begins a loan of an actor's isolation to the calling thread, which ends it before the function
/// returns that made room for it. `is_main` is whether that actor is the main one.
void sluice_loan_begin(sluice_loan *loan, uintptr_t executor, bool is_main);
void sluice_loan_end(const sluice_loan *loan);
/// The identity of the executor that the calling thread runs on, by a loan if there is one; 0 if it
/// runs on none.
uintptr_t sluice_current_executor(void);
/// Whether the calling thread runs on an executor, or is the main thread and that one's.
bool sluice_is_isolated(uintptr_t identity, uintptr_t implementation);

#pragma clang assume_nonnull end
