// What this library takes for granted of the process that it is in, found out before the first
// simulation: the owner, in Swift, says what is wrong if one of it is not so. What the small
// simulation of the self-test shows is not looked at here.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

/// Everything that is interposed, but for the slow path of Swift's `Mutex` and statics of C++.
static const char *const interposed[] = {
    "CFRunLoopAddTimer", "CFRunLoopPerformBlock", "_CFIsMainThread", "arc4random",
    "arc4random_buf", "arc4random_uniform", "clock_gettime", "clock_nanosleep",
    "dispatch_activate", "dispatch_after", "dispatch_after_f", "dispatch_apply",
    "dispatch_apply_f", "dispatch_assert_queue", "dispatch_assert_queue_barrier",
    "dispatch_assert_queue_not", "dispatch_async", "dispatch_async_and_wait",
    "dispatch_async_and_wait_f", "dispatch_async_f", "dispatch_barrier_async",
    "dispatch_barrier_async_and_wait", "dispatch_barrier_async_and_wait_f",
    "dispatch_barrier_async_f", "dispatch_barrier_sync", "dispatch_barrier_sync_f",
    "dispatch_get_specific", "dispatch_group_async", "dispatch_group_async_f",
    "dispatch_group_enter", "dispatch_group_leave", "dispatch_group_notify",
    "dispatch_group_notify_f", "dispatch_group_wait", "dispatch_io_barrier", "dispatch_io_close",
    "dispatch_io_create", "dispatch_io_create_with_io", "dispatch_io_create_with_path",
    "dispatch_io_read", "dispatch_io_set_high_water", "dispatch_io_set_low_water",
    "dispatch_io_write", "dispatch_once", "dispatch_once_f", "dispatch_read", "dispatch_resume",
    "dispatch_semaphore_signal", "dispatch_semaphore_wait", "dispatch_source_cancel",
    "dispatch_source_create", "dispatch_source_get_data", "dispatch_source_set_cancel_handler",
    "dispatch_source_set_cancel_handler_f", "dispatch_source_set_event_handler",
    "dispatch_source_set_event_handler_f", "dispatch_source_set_registration_handler",
    "dispatch_source_set_registration_handler_f", "dispatch_source_set_timer", "dispatch_suspend",
    "dispatch_sync", "dispatch_sync_f", "dispatch_write", "epoll_pwait", "epoll_wait",
    "getentropy", "getrandom", "gettimeofday", "nanosleep", "poll", "ppoll", "pselect",
    "pthread_cond_broadcast", "pthread_cond_clockwait", "pthread_cond_signal",
    "pthread_cond_timedwait", "pthread_cond_wait", "pthread_create", "pthread_mutex_clocklock",
    "pthread_mutex_lock", "pthread_mutex_timedlock", "pthread_once", "pthread_rwlock_clockrdlock",
    "pthread_rwlock_clockwrlock", "pthread_rwlock_rdlock", "pthread_rwlock_timedrdlock",
    "pthread_rwlock_timedwrlock", "pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock",
    "pthread_rwlock_unlock", "pthread_rwlock_wrlock", "read", "select", "sem_clockwait",
    "sem_post", "sem_timedwait", "sem_trywait", "sem_wait", "sleep", "swift_asyncLet_begin",
    "swift_job_run", "swift_job_run_on_serial_and_task_executor",
    "swift_job_run_on_task_executor", "swift_once", "swift_stdlib_random", "swift_task_alloc",
    "swift_task_create", "swift_task_enterThreadLocalContext", "syscall", "time",
    "timerfd_settime", "timespec_get", "usleep"};

size_t sluice_interposed_names(const char *const **names) {
  *names = interposed;
  return sizeof interposed / sizeof *interposed;
}

/// Returns the first name that others find another definition of than this library's, or NULL.
static const char *find_overridden(void) {
  for (size_t index = 0; index < sizeof interposed / sizeof *interposed; index++) {
    const void *preferred = sluice_preferred_symbol(interposed[index]);
    if (preferred && !sluice_is_own_code(preferred)) return interposed[index];
  }
  return NULL;
}

sluice_facts sluice_find_facts(void) {
  sluice_facts facts = {.is_known_platform = true};
  facts.missing = sluice_original.missing;
  if (!facts.missing) facts.thread_error = sluice_find_thread_error();
  if (!facts.missing && !sluice_finds_mutexes()) facts.missing = "Mutex._lockSlow";
  // What follows needs the originals, and what the owner then samples needs them, too.
  if (facts.missing || facts.thread_error) return facts;
  facts.overridden = find_overridden();
  facts.layout_version = sluice_exported_number("_swift_concurrency_debug_internal_layout_version");
  facts.task_bytes = sluice_exported_number("_swift_concurrency_debug_asyncTaskSize");
  return facts;
}

#endif
