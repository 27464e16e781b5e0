/// The originals of what this library interposes, for its own files: see `internal.h`.
#pragma once

/// Where the code of a library is in memory.
typedef struct {
  uintptr_t start, size;
} code_range;

static inline bool is_in(const code_range *range, const void *address) {
  return (uintptr_t)address - range->start < range->size;
}

/// The originals of everything interposed, found in a constructor before any other code of the
/// program runs, or by the first call that a library's constructor makes before. They never change
/// afterwards, so that any thread may read them.
typedef struct {
  int (*clock_gettime)(clockid_t, struct timespec *);
  int (*clock_nanosleep)(clockid_t, int, const struct timespec *, struct timespec *);
  int (*nanosleep)(const struct timespec *, struct timespec *);
  int (*gettimeofday)(struct timeval *, void *);
  time_t (*time)(time_t *);
  int (*timespec_get)(struct timespec *, int);
  int (*usleep)(useconds_t);
  unsigned (*sleep)(unsigned);
  int (*poll)(struct pollfd *, unsigned long, int);
  int (*select)(int, void *, void *, void *, struct timeval *);
  int (*pselect)(int, void *, void *, void *, const struct timespec *, const void *);
  int (*epoll_wait)(int, struct epoll_event *, int, int);
  int (*epoll_pwait)(int, struct epoll_event *, int, int, const void *);
  void (*dispatch_async)(void *, void *);
  void (*dispatch_async_f)(void *, void *, sluice_function);
  void (*dispatch_after)(uint64_t, void *, void *);
  void (*dispatch_after_f)(uint64_t, void *, void *, sluice_function);
  void (*dispatch_sync_f)(void *, void *, sluice_function);
  void (*dispatch_barrier_sync_f)(void *, void *, sluice_function);
  void (*dispatch_sync)(void *, void *);
  void (*dispatch_barrier_sync)(void *, void *);
  void (*dispatch_async_and_wait)(void *, void *);
  void (*dispatch_async_and_wait_f)(void *, void *, sluice_function);
  void (*dispatch_barrier_async_and_wait)(void *, void *);
  void (*dispatch_barrier_async_and_wait_f)(void *, void *, sluice_function);
  void (*dispatch_barrier_async)(void *, void *);
  void (*dispatch_barrier_async_f)(void *, void *, sluice_function);
  void (*dispatch_apply)(size_t, void *, void *);
  void (*dispatch_apply_f)(size_t, void *, void *, void (*)(void *, size_t));
  void (*dispatch_group_enter)(void *);
  void (*dispatch_group_leave)(void *);
  intptr_t (*dispatch_group_wait)(void *, uint64_t);
  void (*dispatch_group_async)(void *, void *, void *);
  void (*dispatch_group_async_f)(void *, void *, void *, sluice_function);
  void (*dispatch_group_notify)(void *, void *, void *);
  void (*dispatch_group_notify_f)(void *, void *, void *, sluice_function);
  intptr_t (*dispatch_semaphore_wait)(void *, uint64_t);
  intptr_t (*dispatch_semaphore_signal)(void *);
  void (*dispatch_suspend)(void *);
  void (*dispatch_resume)(void *);
  void *(*dispatch_source_create)(const void *, uintptr_t, uintptr_t, void *);
  void (*dispatch_source_set_event_handler)(void *, void *);
  void (*dispatch_source_set_cancel_handler)(void *, void *);
  void (*dispatch_source_set_cancel_handler_f)(void *, sluice_function);
  void (*dispatch_source_set_registration_handler)(void *, void *);
  void (*dispatch_source_set_registration_handler_f)(void *, sluice_function);
  void (*dispatch_source_cancel)(void *);
  uintptr_t (*dispatch_source_get_data)(void *);
  const char *(*dispatch_queue_get_label)(void *);
  int (*pthread_cond_wait)(pthread_cond_t *, pthread_mutex_t *);
  int (*pthread_cond_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  int (*pthread_cond_signal)(pthread_cond_t *);
  int (*pthread_cond_broadcast)(pthread_cond_t *);
  int (*pthread_mutex_lock)(pthread_mutex_t *);
  int (*pthread_mutex_timedlock)(pthread_mutex_t *, const struct timespec *);
  int (*pthread_rwlock_rdlock)(pthread_rwlock_t *);
  int (*pthread_rwlock_wrlock)(pthread_rwlock_t *);
  int (*pthread_rwlock_tryrdlock)(pthread_rwlock_t *);
  int (*pthread_rwlock_trywrlock)(pthread_rwlock_t *);
  int (*pthread_rwlock_timedrdlock)(pthread_rwlock_t *, const struct timespec *);
  int (*pthread_rwlock_timedwrlock)(pthread_rwlock_t *, const struct timespec *);
  int (*pthread_rwlock_unlock)(pthread_rwlock_t *);
  int (*sem_wait)(sem_t *);
  int (*sem_trywait)(sem_t *);
  int (*sem_timedwait)(sem_t *, const struct timespec *);
  int (*sem_post)(sem_t *);
  /// NULL where libc is older than these.
  int (*pthread_cond_clockwait)(
      pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
  int (*pthread_mutex_clocklock)(pthread_mutex_t *, clockid_t, const struct timespec *);
  int (*pthread_rwlock_clockrdlock)(pthread_rwlock_t *, clockid_t, const struct timespec *);
  int (*pthread_rwlock_clockwrlock)(pthread_rwlock_t *, clockid_t, const struct timespec *);
  int (*sem_clockwait)(sem_t *, clockid_t, const struct timespec *);
  int (*ppoll)(struct pollfd *, unsigned long, const struct timespec *, const void *);
  int (*timerfd_settime)(int, int, const struct itimerspec *, struct itimerspec *);
  /// Foundation's, and so NULL where that is not.
  void (*run_loop_perform)(void *, const void *, void *);
  void (*run_loop_add_timer)(void *, void *, const void *);
  void (*run_loop_timer_invalidate)(void *);
  unsigned char (*run_loop_timer_is_valid)(void *);
  const void *(*foundation_retain)(const void *);
  void (*foundation_release)(const void *);
  void *stack_block;
  const void *timer_type;
  void *const *special_invoke;
  void (*dispatch_source_set_timer)(void *, uint64_t, uint64_t, uint64_t);
  void (*dispatch_source_set_event_handler_f)(void *, sluice_function);
  void (*dispatch_activate)(void *);
  void (*dispatch_assert_queue)(void *);
  void (*dispatch_assert_queue_barrier)(void *);
  void (*dispatch_assert_queue_not)(void *);
  void *(*dispatch_get_specific)(const void *);
  void *(*dispatch_queue_get_specific)(void *, const void *);
  void *(*dispatch_get_context)(void *);
  void (*dispatch_retain)(void *);
  void (*dispatch_release)(void *);
  void *(*block_copy)(const void *);
  void (*block_release)(const void *);
  bool (*is_main_thread)(void);
  void *main_queue;
  SWIFT_CALL void (*job_run)(void *, executor_reference);
  SWIFT_CALL void (*job_run_on_task)(void *, executor_reference);
  SWIFT_CALL void (*job_run_on_both)(void *, executor_reference, executor_reference);
  void (*once)(intptr_t *, void (*)(void *), void *);
  void (*dispatch_once)(intptr_t *, void *);
  void (*dispatch_once_f)(intptr_t *, void *, sluice_function);
  int (*pthread_once)(pthread_once_t *, void (*)(void));
  int (*guard_acquire)(uint64_t *);
  void (*guard_release)(uint64_t *);
  void (*guard_abort)(uint64_t *);
  void *task_create;
  void *async_let_begin;
  void (*enter_task)(char *accesses);
  SWIFT_CALL void *(*task_alloc)(size_t);
  SWIFT_CALL void *(*task_get_current)(void);
  SWIFT_CALL void (*task_cancel)(void *);
  SWIFT_CALL executor_reference (*get_current_executor)(void);
  SWIFT_CALL bool (*is_current_executor)(executor_reference, uintptr_t flags);
  void *isolation_hook;
  void *(*retain)(void *);
  void (*release)(void *);
  int (*pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  ssize_t (*read)(int, void *, size_t);
  long (*syscall)(long, ...);
  ssize_t (*getrandom)(void *, size_t, unsigned);
  int (*getentropy)(void *, size_t);
  void (*stdlib_random)(void *, size_t);
  /// NULL where libc has none.
  void (*arc4random_buf)(void *, size_t);
  uint32_t (*arc4random)(void);
  uint32_t (*arc4random_uniform)(uint32_t);
  void *(*dispatch_io_create)(uintptr_t, int, void *, void *);
  void *(*dispatch_io_create_with_path)(uintptr_t, const char *, int, mode_t, void *, void *);
  void *(*dispatch_io_create_with_io)(uintptr_t, void *, void *, void *);
  void (*dispatch_io_read)(void *, off_t, size_t, void *, void *);
  void (*dispatch_io_write)(void *, off_t, void *, void *, void *);
  void (*dispatch_io_close)(void *, uintptr_t);
  void (*dispatch_io_barrier)(void *, void *);
  void (*dispatch_io_set_high_water)(void *, size_t);
  void (*dispatch_io_set_low_water)(void *, size_t);
  void (*dispatch_read)(int, size_t, void *, void *);
  void (*dispatch_write)(int, void *, void *, void *);
  /// The code of the concurrency library: a function in there that is handed to Dispatch runs a
  /// job.
  code_range runtime_code;
  code_range dispatch_code;
  /// The first symbol that was not found, or NULL.
  const char *missing;
} sluice_originals;
extern sluice_originals sluice_original HIDDEN;
void sluice_find_originals(void) HIDDEN;

/// The original of an interposed function, for a call that may come from outside of a simulation,
/// and so from another library's constructor, which runs before ours.
#define ORIGINAL(name)                                                               \
  (__builtin_expect(sluice_original.name != NULL, 1) ? sluice_original.name          \
                                                     : (sluice_find_originals(),     \
                                                        sluice_original.name))

/// Whether a function handed to Dispatch is the concurrency runtime's own: it runs a job.
static inline bool runs_job(sluice_function function) {
  return is_in(&sluice_original.runtime_code, (const void *)function);
}
