/// Copies of real objects in known states, for the proofs of the layout: see `SluiceLayout.h`.
#pragma once

#include "internal.h"

enum {
  SAMPLED_BYTES = 256,
  QUEUE_BYTES = 0x58,
  /// A block without captures, and what Dispatch keeps of a work item.
  ITEM_BYTES = 0x20 + 0x10,
};

/// A copy of an object, and where it was.
typedef struct {
  uintptr_t address;
  size_t bytes;
  unsigned char memory[SAMPLED_BYTES];
} sluice_copy;

typedef struct {
  sluice_copy of[SLUICE_SAMPLE_KINDS];
  uint64_t creation_flags[SLUICE_CREATION_KINDS];
  bool has_creation[SLUICE_CREATION_KINDS];
  uintptr_t task[SLUICE_TOLD_TASKS];
  /// The address of the plain task's accesses, 0 if the runtime reports none.
  uintptr_t accesses;
  /// The record of an async let.
  sluice_copy let;
  /// The context of a sleep with a tolerance, its timer, and the accesses of the task that it runs.
  sluice_copy sleep;
  uintptr_t sleep_timer, sleep_accesses;
  /// A predicate of each kind, before and after.
  intptr_t once[2], dispatch_once[2];
  sluice_copy serial, targeting, concurrent, suspended, inactive, running, shared, main;
  sluice_copy plain_item, barrier_item;
  sluice_copy free_mutex, held_mutex, recursive_mutex, checking_mutex, adaptive_mutex;
  sluice_copy robust_mutex, inheriting_mutex, protecting_mutex;
  sluice_copy free_rwlock, held_rwlock;
  pid_t thread;
} sluice_samples;
extern sluice_samples sluice_sampled HIDDEN;

/// Reads a number of so many bytes out of a copy; false if it is not all in it.
bool sluice_copy_read(
    const sluice_copy *copy, uint64_t offset, void *number, size_t bytes) HIDDEN;
/// Reads memory that may not be there; false if it is not.
bool sluice_peek(uintptr_t address, void *copy, size_t bytes) HIDDEN;
