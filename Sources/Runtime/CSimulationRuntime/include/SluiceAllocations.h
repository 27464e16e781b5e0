/// The account of allocations: how much memory lives that was allocated in a subject's frames.
///
/// One account is open in the process, or none. While one is open, each thread says whether what it
/// allocates is counted; a block that was counted is looked up wherever it is freed. While none is,
/// an allocation costs one more read of a flag.
#pragma once

#include "CSimulationRuntime.h"

#pragma clang assume_nonnull begin

/// What lives of the counted allocations.
typedef struct sluice_living {
  size_t blocks, bytes;
} sluice_living;

/// The number of the open account; 0 if there is none. Only `allocations.c` writes it.
extern uint64_t sluice_open_account;
static inline bool sluice_is_accounting(void) {
  return __builtin_expect(__atomic_load_n(&sluice_open_account, __ATOMIC_RELAXED) != 0, 0);
}

/// Opens an empty account in place of the one that is open, and has the calling thread count
/// nothing. Returns its number; 0 where allocations can't be counted.
uint64_t sluice_account_open(void);
/// Closes an account, unless another one was opened in its place.
void sluice_account_close(uint64_t account);
/// Reads an open account. Returns false if it is closed.
bool sluice_account_read(uint64_t account, sluice_living *living);
/// Sets whether the calling thread's allocations are counted, and returns whether they were.
bool sluice_count_allocations(bool counts);

#pragma clang assume_nonnull end
