// Finds the originals of everything that this library interposes, once, before any other code runs.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

sluice_originals sluice_original;

/// The sanitizers interpose, too: theirs is the next one then. Absent without them.
extern int __interceptor_clock_gettime(clockid_t, struct timespec *) __attribute__((weak));
extern int __interceptor_nanosleep(const struct timespec *, struct timespec *)
    __attribute__((weak));
extern int __interceptor_clock_nanosleep(
    clockid_t, int, const struct timespec *, struct timespec *) __attribute__((weak));
extern void __interceptor_dispatch_async(void *, void *) __attribute__((weak));
extern void __interceptor_dispatch_async_f(void *, void *, sluice_function) __attribute__((weak));
extern void __interceptor_dispatch_after(uint64_t, void *, void *) __attribute__((weak));
extern void __interceptor_dispatch_after_f(uint64_t, void *, void *, sluice_function)
    __attribute__((weak));
extern void __interceptor_dispatch_sync_f(void *, void *, sluice_function) __attribute__((weak));
extern void __interceptor_dispatch_source_set_event_handler_f(void *, sluice_function)
    __attribute__((weak));
extern int __interceptor_pthread_create(
    pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) __attribute__((weak));
extern ssize_t __interceptor_read(int, void *, size_t) __attribute__((weak));
extern int __interceptor_getentropy(void *, size_t) __attribute__((weak));

/// The rest of them, with the types that the table has.
#define INTERCEPTOR(name) \
  extern __typeof__(*sluice_original.name) __interceptor_##name __attribute__((weak))
INTERCEPTOR(dispatch_barrier_sync_f);
INTERCEPTOR(dispatch_sync);
INTERCEPTOR(dispatch_barrier_sync);
INTERCEPTOR(dispatch_async_and_wait);
INTERCEPTOR(dispatch_async_and_wait_f);
INTERCEPTOR(dispatch_barrier_async_and_wait);
INTERCEPTOR(dispatch_barrier_async_and_wait_f);
INTERCEPTOR(dispatch_barrier_async);
INTERCEPTOR(dispatch_barrier_async_f);
INTERCEPTOR(dispatch_apply);
INTERCEPTOR(dispatch_apply_f);
INTERCEPTOR(dispatch_group_leave);
INTERCEPTOR(dispatch_group_wait);
INTERCEPTOR(dispatch_group_async);
INTERCEPTOR(dispatch_group_async_f);
INTERCEPTOR(dispatch_group_notify);
INTERCEPTOR(dispatch_group_notify_f);
INTERCEPTOR(dispatch_semaphore_wait);
INTERCEPTOR(dispatch_semaphore_signal);
INTERCEPTOR(dispatch_resume);
INTERCEPTOR(dispatch_source_set_event_handler);
INTERCEPTOR(dispatch_source_set_cancel_handler);
INTERCEPTOR(dispatch_source_set_cancel_handler_f);
INTERCEPTOR(dispatch_source_set_registration_handler);
INTERCEPTOR(dispatch_source_set_registration_handler_f);
INTERCEPTOR(pthread_cond_wait);
INTERCEPTOR(pthread_cond_timedwait);
INTERCEPTOR(pthread_cond_signal);
INTERCEPTOR(pthread_cond_broadcast);
INTERCEPTOR(pthread_mutex_lock);
INTERCEPTOR(ppoll);
INTERCEPTOR(poll);
INTERCEPTOR(epoll_wait);
INTERCEPTOR(epoll_pwait);
INTERCEPTOR(dispatch_once);
INTERCEPTOR(dispatch_once_f);
INTERCEPTOR(pthread_once);
INTERCEPTOR(pthread_mutex_timedlock);
INTERCEPTOR(pthread_rwlock_rdlock);
INTERCEPTOR(pthread_rwlock_wrlock);
INTERCEPTOR(pthread_rwlock_tryrdlock);
INTERCEPTOR(pthread_rwlock_trywrlock);
INTERCEPTOR(pthread_rwlock_timedrdlock);
INTERCEPTOR(pthread_rwlock_timedwrlock);
INTERCEPTOR(pthread_rwlock_unlock);
INTERCEPTOR(pthread_cond_clockwait);
INTERCEPTOR(pthread_mutex_clocklock);
INTERCEPTOR(pthread_rwlock_clockrdlock);
INTERCEPTOR(pthread_rwlock_clockwrlock);
INTERCEPTOR(sem_wait);
INTERCEPTOR(sem_trywait);
INTERCEPTOR(sem_timedwait);
INTERCEPTOR(sem_post);

static void *find(const char *name) {
  void *symbol = dlsym(RTLD_NEXT, name);
  if (!symbol && !sluice_original.missing) sluice_original.missing = name;
  return symbol;
}

#define FIND(field, name) sluice_original.field = (__typeof__(sluice_original.field))find(name)
/// What may be missing.
#define FIND_OPTIONAL(field, name) \
  sluice_original.field = (__typeof__(sluice_original.field))dlsym(RTLD_NEXT, name)
#define FIND_BELOW_SANITIZER(name)                                         \
  do {                                                                     \
    if (__interceptor_##name) sluice_original.name = __interceptor_##name; \
    else FIND(name, #name);                                                \
  } while (0)
/// What may be missing, but for a sanitizer's own.
#define FIND_OPTIONAL_BELOW_SANITIZER(name)                                \
  do {                                                                     \
    FIND_OPTIONAL(name, #name);                                            \
    if (sluice_original.name && __interceptor_##name)                      \
      sluice_original.name = __interceptor_##name;                         \
  } while (0)

/// The code in which a function is, the start of which is all that is known at first.
static int complete(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  code_range *code = context;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    uintptr_t start = info->dlpi_addr + header->p_vaddr;
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
    if (code->start - start >= header->p_memsz) continue;
    *code = (code_range){start, header->p_memsz};
    return 1;
  }
  return 0;
}

static code_range find_code(uintptr_t function) {
  code_range code = {function, 0};
  if (function) dl_iterate_phdr(complete, &code);
  return code;
}

static void find_queues(void) {
  FIND_BELOW_SANITIZER(dispatch_async);
  FIND_BELOW_SANITIZER(dispatch_async_f);
  FIND_BELOW_SANITIZER(dispatch_after);
  FIND_BELOW_SANITIZER(dispatch_after_f);
  FIND_BELOW_SANITIZER(dispatch_sync_f);
  FIND_BELOW_SANITIZER(dispatch_barrier_sync_f);
  FIND_BELOW_SANITIZER(dispatch_sync);
  FIND_BELOW_SANITIZER(dispatch_barrier_sync);
  FIND_BELOW_SANITIZER(dispatch_async_and_wait);
  FIND_BELOW_SANITIZER(dispatch_async_and_wait_f);
  FIND_BELOW_SANITIZER(dispatch_barrier_async_and_wait);
  FIND_BELOW_SANITIZER(dispatch_barrier_async_and_wait_f);
  FIND_BELOW_SANITIZER(dispatch_barrier_async);
  FIND_BELOW_SANITIZER(dispatch_barrier_async_f);
  FIND_BELOW_SANITIZER(dispatch_apply);
  FIND_BELOW_SANITIZER(dispatch_apply_f);
  FIND_BELOW_SANITIZER(dispatch_resume);
  FIND(dispatch_suspend, "dispatch_suspend");
  FIND(dispatch_queue_get_label, "dispatch_queue_get_label");
  FIND(special_invoke, "_dispatch_block_special_invoke");
  FIND(dispatch_activate, "dispatch_activate");
  FIND(dispatch_assert_queue, "dispatch_assert_queue");
  FIND(dispatch_assert_queue_barrier, "dispatch_assert_queue_barrier");
  FIND(dispatch_assert_queue_not, "dispatch_assert_queue_not");
  FIND(dispatch_get_specific, "dispatch_get_specific");
  FIND(dispatch_queue_get_specific, "dispatch_queue_get_specific");
  FIND(dispatch_get_context, "dispatch_get_context");
  FIND(dispatch_retain, "dispatch_retain");
  FIND(dispatch_release, "dispatch_release");
  FIND(main_queue, "_dispatch_main_q");
}

static void find_waits_and_sources(void) {
  FIND_BELOW_SANITIZER(dispatch_source_set_event_handler_f);
  FIND_BELOW_SANITIZER(dispatch_group_leave);
  FIND_BELOW_SANITIZER(dispatch_group_wait);
  FIND_BELOW_SANITIZER(dispatch_group_async);
  FIND_BELOW_SANITIZER(dispatch_group_async_f);
  FIND_BELOW_SANITIZER(dispatch_group_notify);
  FIND_BELOW_SANITIZER(dispatch_group_notify_f);
  FIND_BELOW_SANITIZER(dispatch_semaphore_wait);
  FIND_BELOW_SANITIZER(dispatch_semaphore_signal);
  FIND_BELOW_SANITIZER(dispatch_source_set_event_handler);
  FIND_BELOW_SANITIZER(dispatch_source_set_cancel_handler);
  FIND_BELOW_SANITIZER(dispatch_source_set_cancel_handler_f);
  FIND_BELOW_SANITIZER(dispatch_source_set_registration_handler);
  FIND_BELOW_SANITIZER(dispatch_source_set_registration_handler_f);
  FIND_BELOW_SANITIZER(pthread_cond_wait);
  FIND_BELOW_SANITIZER(pthread_cond_timedwait);
  FIND_BELOW_SANITIZER(pthread_cond_signal);
  FIND_BELOW_SANITIZER(pthread_cond_broadcast);
  FIND_BELOW_SANITIZER(ppoll);
  FIND(timerfd_settime, "timerfd_settime");
  FIND(dispatch_group_enter, "dispatch_group_enter");
  FIND(dispatch_source_create, "dispatch_source_create");
  FIND(dispatch_source_cancel, "dispatch_source_cancel");
  FIND(dispatch_source_get_data, "dispatch_source_get_data");
  FIND(timer_type, "_dispatch_source_type_timer");
  FIND(dispatch_source_set_timer, "dispatch_source_set_timer");
}

static void find_files(void) {
  FIND(dispatch_io_create, "dispatch_io_create");
  FIND(dispatch_io_create_with_path, "dispatch_io_create_with_path");
  FIND(dispatch_io_create_with_io, "dispatch_io_create_with_io");
  FIND(dispatch_io_read, "dispatch_io_read");
  FIND(dispatch_io_write, "dispatch_io_write");
  FIND(dispatch_io_close, "dispatch_io_close");
  FIND(dispatch_io_barrier, "dispatch_io_barrier");
  FIND(dispatch_io_set_high_water, "dispatch_io_set_high_water");
  FIND(dispatch_io_set_low_water, "dispatch_io_set_low_water");
  FIND(dispatch_read, "dispatch_read");
  FIND(dispatch_write, "dispatch_write");
}

/// Locks first: the dynamic linker may take some while it looks for the others.
static void find_locks(void) {
  FIND_BELOW_SANITIZER(pthread_mutex_lock);
  FIND_BELOW_SANITIZER(pthread_mutex_timedlock);
  FIND_BELOW_SANITIZER(pthread_rwlock_rdlock);
  FIND_BELOW_SANITIZER(pthread_rwlock_wrlock);
  FIND_BELOW_SANITIZER(pthread_rwlock_tryrdlock);
  FIND_BELOW_SANITIZER(pthread_rwlock_trywrlock);
  FIND_BELOW_SANITIZER(pthread_rwlock_timedrdlock);
  FIND_BELOW_SANITIZER(pthread_rwlock_timedwrlock);
  FIND_BELOW_SANITIZER(pthread_rwlock_unlock);
  FIND_BELOW_SANITIZER(sem_wait);
  FIND_BELOW_SANITIZER(sem_trywait);
  FIND_BELOW_SANITIZER(sem_timedwait);
  FIND_BELOW_SANITIZER(sem_post);
  FIND_BELOW_SANITIZER(pthread_once);
  FIND_OPTIONAL_BELOW_SANITIZER(pthread_cond_clockwait);
  FIND_OPTIONAL_BELOW_SANITIZER(pthread_mutex_clocklock);
  FIND_OPTIONAL_BELOW_SANITIZER(pthread_rwlock_clockrdlock);
  FIND_OPTIONAL_BELOW_SANITIZER(pthread_rwlock_clockwrlock);
  FIND_OPTIONAL(sem_clockwait, "sem_clockwait");
}

static void find_system(void) {
  FIND_BELOW_SANITIZER(clock_gettime);
  FIND_BELOW_SANITIZER(nanosleep);
  FIND_BELOW_SANITIZER(clock_nanosleep);
  FIND_BELOW_SANITIZER(poll);
  FIND_BELOW_SANITIZER(epoll_wait);
  FIND_BELOW_SANITIZER(epoll_pwait);
  FIND(select, "select");
  FIND(pselect, "pselect");
  FIND(gettimeofday, "gettimeofday");
  FIND(time, "time");
  FIND(timespec_get, "timespec_get");
  FIND(usleep, "usleep");
  FIND(sleep, "sleep");
  FIND_BELOW_SANITIZER(pthread_create);
  FIND_BELOW_SANITIZER(read);
  FIND(getrandom, "getrandom");
  FIND_BELOW_SANITIZER(getentropy);
  FIND(syscall, "syscall");
  FIND_OPTIONAL(arc4random_buf, "arc4random_buf");
  FIND_OPTIONAL(arc4random, "arc4random");
  FIND_OPTIONAL(arc4random_uniform, "arc4random_uniform");
}

static void find_runtime(void) {
  FIND(block_copy, "_Block_copy");
  FIND(block_release, "_Block_release");
  FIND(job_run, "swift_job_run");
  FIND(job_run_on_task, "swift_job_run_on_task_executor");
  FIND(job_run_on_both, "swift_job_run_on_serial_and_task_executor");
  FIND(task_create, "swift_task_create");
  FIND(async_let_begin, "swift_asyncLet_begin");
  FIND_OPTIONAL(enter_task, "swift_task_enterThreadLocalContext");
  FIND(once, "swift_once");
  FIND_BELOW_SANITIZER(dispatch_once);
  FIND_BELOW_SANITIZER(dispatch_once_f);
  FIND(guard_acquire, "__cxa_guard_acquire");
  FIND(guard_release, "__cxa_guard_release");
  FIND(guard_abort, "__cxa_guard_abort");
  FIND(task_alloc, "swift_task_alloc");
  FIND(task_get_current, "swift_task_getCurrent");
  FIND(task_cancel, "swift_task_cancel");
  FIND(get_current_executor, "swift_task_getCurrentExecutor");
  FIND(is_current_executor, "swift_task_isCurrentExecutorWithFlags");
  FIND(isolation_hook, "swift_task_isIsolatingCurrentContext_hook");
  FIND(retain, "swift_retain");
  FIND(release, "swift_release");
  FIND(stdlib_random, "swift_stdlib_random");
  FIND(stack_block, "_NSConcreteStackBlock");
  sluice_original.runtime_code = find_code((uintptr_t)sluice_original.job_run);
  sluice_original.dispatch_code = find_code((uintptr_t)sluice_original.dispatch_release);
}

static void find_foundation(void) {
  FIND_OPTIONAL(run_loop_perform, "CFRunLoopPerformBlock");
  FIND_OPTIONAL(run_loop_add_timer, "CFRunLoopAddTimer");
  FIND_OPTIONAL(run_loop_timer_invalidate, "CFRunLoopTimerInvalidate");
  FIND_OPTIONAL(run_loop_timer_is_valid, "CFRunLoopTimerIsValid");
  FIND_OPTIONAL(foundation_retain, "CFRetain");
  FIND_OPTIONAL(foundation_release, "CFRelease");
  FIND_OPTIONAL(is_main_thread, "_CFIsMainThread");
}

/// Ends a process into which Swift's libraries are linked statically.
///
/// Nothing can be put before their definitions. Where the linker took a definition of ours, it left
/// theirs out, and code that runs before `main` calls `dispatch_once`: there is no later moment.
static void refuse_static_libraries(void) {
  const void *retain = (const void *)(uintptr_t)sluice_original.retain;
  if (retain && !sluice_is_own_code(retain)) return;
  static const char words[] =
      "Sluice can't simulate in this process: Swift's libraries are linked statically, and nothing "
      "can be put before them; build without -static-stdlib\n";
  ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
  (void)written;
  _exit(2);
}

/// Other constructors may already create tasks or read clocks, so this one is first of ours.
__attribute__((constructor(101))) void sluice_find_originals(void) {
  find_locks();
  find_system();
  find_queues();
  find_waits_and_sources();
  find_files();
  find_runtime();
  refuse_static_libraries();
  find_foundation();
}

#endif
