// The account of allocations. The C library's allocator is interposed: the dynamic linker has
// Swift's runtime, C and C++ call these definitions, which forward to the original by the names
// that the C library keeps for that.
#include "internal.h"

#include "SluiceAllocations.h"

// Visible to the inline function of the header, wherever that is compiled.
uint64_t sluice_open_account;

// The sanitizers have allocators of their own.
#if !SLUICE_CAN_SIMULATE || __has_feature(address_sanitizer) || \
    __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)

uint64_t sluice_account_open(void) { return 0; }
void sluice_account_close(uint64_t account) { (void)account; }
bool sluice_account_read(uint64_t account, sluice_living *living) {
  (void)account;
  (void)living;
  return false;
}
bool sluice_count_allocations(bool counts) {
  (void)counts;
  return false;
}

#else

#include "futex.h"

#include <dlfcn.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *block, size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);
extern void __libc_free(void *block);

static _Thread_local bool is_counting;

/// The counted blocks that live: a hash table with linear probing. Free slots have the address 0.
/// Its own memory is never counted.
typedef struct {
  uintptr_t address;
  size_t bytes;
} slot;
static slot *slots;
static size_t capacity;
static sluice_living living;
enum { SMALLEST_TABLE = 1 << 12 };

/// Guards the table. It is held for a few instructions, and never while anything is called.
static bool is_locked;

static void lock_table(void) {
  while (__atomic_test_and_set(&is_locked, __ATOMIC_ACQUIRE)) sluice_spin();
}

static void unlock_table(void) { __atomic_clear(&is_locked, __ATOMIC_RELEASE); }

static size_t home_of(uintptr_t address) {
  return (size_t)((address >> 4) * 0x9E3779B97F4A7C15ULL >> 20) & (capacity - 1);
}

/// Returns the slot of an address, or the free one where it belongs.
static size_t find_slot(uintptr_t address) {
  size_t place = home_of(address);
  while (slots[place].address && slots[place].address != address)
    place = (place + 1) & (capacity - 1);
  return place;
}

static void grow_table(void) {
  slot *old = slots;
  size_t old_capacity = capacity;
  capacity = capacity ? capacity * 2 : SMALLEST_TABLE;
  slots = __libc_calloc(capacity, sizeof *slots);
  if (!slots) abort();
  for (size_t index = 0; index < old_capacity; index++)
    if (old[index].address) slots[find_slot(old[index].address)] = old[index];
  __libc_free(old);
}

/// Empties a slot, and moves up what was placed behind it for want of room.
static void clear_slot(size_t hole) {
  slots[hole].address = 0;
  for (size_t place = (hole + 1) & (capacity - 1); slots[place].address;
       place = (place + 1) & (capacity - 1)) {
    slot moved = slots[place];
    slots[place].address = 0;
    slots[find_slot(moved.address)] = moved;
  }
}

/// Must be called with the table locked.
static void take_out(uintptr_t address) {
  size_t place = find_slot(address);
  if (!slots[place].address) return;
  living.blocks--;
  living.bytes -= slots[place].bytes;
  clear_slot(place);
}

static void note_freed(const void *block) {
  if (!block) return;
  lock_table();
  if (capacity) take_out((uintptr_t)block);
  unlock_table();
}

static void *note_made(void *block, size_t bytes) {
  if (!block || !is_counting) return block;
  lock_table();
  if (living.blocks * 2 >= capacity) grow_table();
  // An entry that is still there belongs to a block whose `free` passed this table by.
  take_out((uintptr_t)block);
  slots[find_slot((uintptr_t)block)] = (slot){(uintptr_t)block, bytes};
  living.blocks++;
  living.bytes += bytes;
  unlock_table();
  return block;
}

/// Whether the definitions below are those that others call.
static bool is_preferred(void) {
  return dlsym(RTLD_DEFAULT, "malloc") == (void *)(uintptr_t)malloc &&
         sluice_is_own_code((const void *)(uintptr_t)malloc);
}

// A test framework notes where each error was thrown, through hooks of Swift's runtime. What it
// keeps of an error that the subject throws is not the subject's.

typedef void (*will_throw)(void *error);
typedef void (*will_throw_typed)(void *error, const void *type, const void *conformance);
static will_throw outer_will_throw;
static will_throw_typed outer_will_throw_typed;

// The runtime reads a hook without an order; what was written before it must be seen, too.

static void will_throw_outside(void *error) {
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  bool counted = sluice_count_allocations(false);
  outer_will_throw(error);
  sluice_count_allocations(counted);
}

static void will_throw_typed_outside(void *error, const void *type, const void *conformance) {
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  bool counted = sluice_count_allocations(false);
  outer_will_throw_typed(error, type, conformance);
  sluice_count_allocations(counted);
}

/// Wraps the hooks that are set, once: a framework sets them before its first test.
static void wrap_hooks(void) {
  static bool is_done;
  if (is_done) return;
  is_done = true;
  will_throw *hook = dlsym(RTLD_DEFAULT, "_swift_willThrow");
  outer_will_throw = hook ? __atomic_load_n(hook, __ATOMIC_ACQUIRE) : NULL;
  if (outer_will_throw) __atomic_store_n(hook, will_throw_outside, __ATOMIC_RELEASE);
  will_throw_typed *typed = dlsym(RTLD_DEFAULT, "_swift_willThrowTypedImpl");
  outer_will_throw_typed = typed ? __atomic_load_n(typed, __ATOMIC_ACQUIRE) : NULL;
  if (outer_will_throw_typed) __atomic_store_n(typed, will_throw_typed_outside, __ATOMIC_RELEASE);
}

uint64_t sluice_account_open(void) {
  static uint64_t last;
  is_counting = false;
  if (!is_preferred()) return 0;
  wrap_hooks();
  lock_table();
  for (size_t index = 0; index < capacity; index++) slots[index].address = 0;
  living = (sluice_living){0, 0};
  uint64_t number = ++last;
  __atomic_store_n(&sluice_open_account, number, __ATOMIC_RELAXED);
  unlock_table();
  return number;
}

void sluice_account_close(uint64_t account) {
  lock_table();
  if (sluice_open_account == account) __atomic_store_n(&sluice_open_account, 0, __ATOMIC_RELAXED);
  unlock_table();
}

bool sluice_account_read(uint64_t account, sluice_living *read) {
  lock_table();
  bool is_open = account && sluice_open_account == account;
  if (is_open) *read = living;
  unlock_table();
  return is_open;
}

bool sluice_count_allocations(bool counts) {
  bool counted = is_counting;
  is_counting = counts;
  return counted;
}

/// A definition that others prefer unless the program has an allocator of its own. Then nothing is
/// counted, and simulations work: `facts.c` does not ask for these functions.
#define ALLOCATOR INTERPOSED

ALLOCATOR void *malloc(size_t bytes) {
  if (!sluice_is_accounting()) return __libc_malloc(bytes);
  return note_made(__libc_malloc(bytes), bytes);
}

ALLOCATOR void *calloc(size_t count, size_t bytes) {
  if (!sluice_is_accounting()) return __libc_calloc(count, bytes);
  return note_made(__libc_calloc(count, bytes), count * bytes);
}

ALLOCATOR void *realloc(void *block, size_t bytes) {
  if (!sluice_is_accounting()) return __libc_realloc(block, bytes);
  // Before the original frees it: another thread may be given the address at once.
  note_freed(block);
  return note_made(__libc_realloc(block, bytes), bytes);
}

ALLOCATOR void *reallocarray(void *block, size_t count, size_t bytes) {
  size_t all;
  if (__builtin_mul_overflow(count, bytes, &all)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(block, all);
}

ALLOCATOR void *memalign(size_t alignment, size_t bytes) {
  if (!sluice_is_accounting()) return __libc_memalign(alignment, bytes);
  return note_made(__libc_memalign(alignment, bytes), bytes);
}

ALLOCATOR void *aligned_alloc(size_t alignment, size_t bytes) {
  return memalign(alignment, bytes);
}

ALLOCATOR int posix_memalign(void **result, size_t alignment, size_t bytes) {
  if (!alignment || alignment % sizeof(void *) || alignment & (alignment - 1)) return EINVAL;
  void *block = memalign(alignment, bytes);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

ALLOCATOR void free(void *block) {
  if (sluice_is_accounting()) note_freed(block);
  __libc_free(block);
}

#endif
