// Samples of the runtime, Dispatch and the C library: see `SluiceLayout.h`.
#include "samples.h"

#if SLUICE_CAN_SIMULATE

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

sluice_samples sluice_sampled;
bool sluice_sampling;
static _Thread_local bool is_sampler;
static _Thread_local sluice_creation_kind next_creation = SLUICE_CREATION_KINDS;
/// The function that the timer of a sampled sleep calls.
static sluice_function sleep_handler;
static bool awaits_accesses;

bool sluice_is_sampler(void) { return is_sampler; }

static void copy(sluice_copy *target, const void *object, size_t bytes) {
  target->address = (uintptr_t)object;
  target->bytes = bytes < SAMPLED_BYTES ? bytes : SAMPLED_BYTES;
  memcpy(target->memory, object, target->bytes);
}

bool sluice_copy_read(const sluice_copy *copy, uint64_t offset, void *number, size_t bytes) {
  if (offset > copy->bytes || bytes > copy->bytes - offset) return false;
  memcpy(number, copy->memory + offset, bytes);
  return true;
}

/// The kernel looks at the memory, and answers where a read would be a fault. A container may
/// refuse the first call, and a process that has no descriptors left the second.
bool sluice_peek(uintptr_t address, void *copy, size_t bytes) {
  struct iovec there = {(void *)address, bytes}, here = {copy, bytes};
  ssize_t count = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
  if (count >= 0 || errno == EFAULT) return count == (ssize_t)bytes;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return false;
  bool is_there = write(ends[1], (const void *)address, bytes) == (ssize_t)bytes &&
                  sluice_original.read(ends[0], copy, bytes) == (ssize_t)bytes;
  close(ends[0]);
  close(ends[1]);
  return is_there;
}

// Queues.

extern void *dispatch_queue_create_with_target(const char *, const void *, void *);
extern void *dispatch_queue_attr_make_initially_inactive(const void *);
extern void *dispatch_block_create(unsigned long, const void *);
extern char _dispatch_queue_attr_concurrent;

static void *make_queue(const void *attribute, void *target) {
  return dispatch_queue_create_with_target("sluice.sample", attribute, target);
}

static void copy_running(void *queue) { copy(&sluice_sampled.running, queue, QUEUE_BYTES); }

static void sample_queues(void) {
  sluice_samples *sampled = &sluice_sampled;
  void *serial = make_queue(NULL, NULL), *targeting = make_queue(NULL, serial);
  void *concurrent = make_queue(&_dispatch_queue_attr_concurrent, NULL);
  void *inactive = make_queue(dispatch_queue_attr_make_initially_inactive(NULL), NULL);
  copy(&sampled->serial, serial, QUEUE_BYTES);
  copy(&sampled->targeting, targeting, QUEUE_BYTES);
  copy(&sampled->concurrent, concurrent, QUEUE_BYTES);
  copy(&sampled->inactive, inactive, QUEUE_BYTES);
  copy(&sampled->main, sluice_original.main_queue, QUEUE_BYTES);
  sluice_original.dispatch_sync_f(serial, serial, copy_running);
  sluice_original.dispatch_suspend(serial);
  copy(&sampled->suspended, serial, QUEUE_BYTES);
  sluice_original.dispatch_resume(serial);
  sluice_original.dispatch_retain(concurrent);
  copy(&sampled->shared, concurrent, QUEUE_BYTES);
  sluice_original.dispatch_release(concurrent);
  // A queue must not be released for the last time while it is inactive.
  sluice_original.dispatch_activate(inactive);
  sluice_original.dispatch_release(inactive);
  sluice_original.dispatch_release(concurrent);
  sluice_original.dispatch_release(targeting);
  sluice_original.dispatch_release(serial);
}

static void do_nothing(void *block) { (void)block; }

static void sample_items(void) {
  // A block without anything that it holds, as the compiler would lay it out.
  static const struct {
    unsigned long reserved, size;
  } descriptor = {0, 0x20};
  struct {
    block_layout layout;
    const void *descriptor;
  } block = {{sluice_original.stack_block, 0, 0, do_nothing}, &descriptor};
  enum { BARRIER = 1 };
  void *plain = dispatch_block_create(0, &block), *barrier = dispatch_block_create(BARRIER, &block);
  if (plain) copy(&sluice_sampled.plain_item, plain, ITEM_BYTES);
  if (barrier) copy(&sluice_sampled.barrier_item, barrier, ITEM_BYTES);
  if (plain) sluice_original.block_release(plain);
  if (barrier) sluice_original.block_release(barrier);
}

// Locks, and what is made once.

static void sample_mutex(
    sluice_copy *target, int (*set)(pthread_mutexattr_t *, int), int value) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t mutex;
  pthread_mutexattr_init(&attributes);
  set(&attributes, value);
  pthread_mutex_init(&mutex, &attributes);
  copy(target, &mutex, sizeof mutex);
  pthread_mutex_destroy(&mutex);
  pthread_mutexattr_destroy(&attributes);
}

static void sample_locks(void) {
  sluice_samples *sampled = &sluice_sampled;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
  copy(&sampled->free_mutex, &mutex, sizeof mutex);
  sluice_original.pthread_mutex_lock(&mutex);
  copy(&sampled->held_mutex, &mutex, sizeof mutex);
  pthread_mutex_unlock(&mutex);
  sample_mutex(&sampled->recursive_mutex, pthread_mutexattr_settype, PTHREAD_MUTEX_RECURSIVE);
  sample_mutex(&sampled->checking_mutex, pthread_mutexattr_settype, PTHREAD_MUTEX_ERRORCHECK);
  sample_mutex(&sampled->adaptive_mutex, pthread_mutexattr_settype, PTHREAD_MUTEX_ADAPTIVE_NP);
  sample_mutex(&sampled->robust_mutex, pthread_mutexattr_setrobust, PTHREAD_MUTEX_ROBUST);
  sample_mutex(&sampled->inheriting_mutex, pthread_mutexattr_setprotocol, PTHREAD_PRIO_INHERIT);
  sample_mutex(&sampled->protecting_mutex, pthread_mutexattr_setprotocol, PTHREAD_PRIO_PROTECT);
  copy(&sampled->free_rwlock, &rwlock, sizeof rwlock);
  sluice_original.pthread_rwlock_wrlock(&rwlock);
  copy(&sampled->held_rwlock, &rwlock, sizeof rwlock);
  sluice_original.pthread_rwlock_unlock(&rwlock);
  sampled->thread = gettid();
}

static void sample_once(void) {
  static intptr_t predicate, dispatch_predicate;
  sluice_sampled.once[0] = predicate;
  sluice_original.once(&predicate, do_nothing, NULL);
  sluice_sampled.once[1] = predicate;
  sluice_sampled.dispatch_once[0] = dispatch_predicate;
  sluice_original.dispatch_once_f(&dispatch_predicate, NULL, do_nothing);
  sluice_sampled.dispatch_once[1] = dispatch_predicate;
}

// The runtime. The owner, in Swift, makes the tasks.

void sluice_sampling_begin(void) {
  is_sampler = true;
  sample_queues();
  sample_items();
  sample_locks();
  sample_once();
  __atomic_store_n(&sluice_sampling, true, __ATOMIC_RELAXED);
}

void sluice_sampling_end(void) {
  __atomic_store_n(&sluice_sampling, false, __ATOMIC_RELAXED);
  is_sampler = false;
}

void sluice_sample(sluice_sample_kind kind, const void *object, size_t bytes) {
  if (object) copy(&sluice_sampled.of[kind], object, bytes);
}

void sluice_sample_creation(sluice_creation_kind kind) { next_creation = kind; }

void sluice_sample_task(sluice_told_task which) {
  sluice_sampled.task[which] = (uintptr_t)sluice_original.task_get_current();
}

void sluice_sample_flags(uint64_t flags) {
  if (next_creation == SLUICE_CREATION_KINDS) return;
  sluice_sampled.creation_flags[next_creation] = flags;
  sluice_sampled.has_creation[next_creation] = true;
  next_creation = SLUICE_CREATION_KINDS;
}

void sluice_sample_let(const void *let) {
  enum { LET_BYTES = 0x20 };
  copy(&sluice_sampled.let, let, LET_BYTES);
}

void sluice_sample_accesses(const char *accesses) {
  if (awaits_accesses) sluice_sampled.sleep_accesses = (uintptr_t)accesses;
  awaits_accesses = false;
  // The first task that runs is the plain one.
  if (!sluice_sampled.accesses) sluice_sampled.accesses = (uintptr_t)accesses;
}

void sluice_sample_handler(sluice_function handler) {
  if (runs_job(handler)) sleep_handler = handler;
}

/// Keeps the real timer from ever firing: the handler is called by `sluice_sample_sleep`.
void sluice_sample_timer(void *timer) {
  enum { CONTEXT_BYTES = 0x10 };
  if (!sleep_handler || sluice_sampled.sleep_timer) return;
  copy(&sluice_sampled.sleep, sluice_original.dispatch_get_context(timer), CONTEXT_BYTES);
  sluice_sampled.sleep_timer = (uintptr_t)timer;
  sluice_original.dispatch_source_set_timer(timer, UINT64_MAX, UINT64_MAX, 0);
}

void sluice_sample_sleep(void) {
  if (!sluice_sampled.sleep_timer) return;
  awaits_accesses = true;
  sleep_handler((void *)sluice_sampled.sleep.address);
}

#endif
