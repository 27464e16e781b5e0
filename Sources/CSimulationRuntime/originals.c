// Finds the originals of everything that this library interposes, once, before any other code runs.
#include "internal.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

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

static void *find(const char *name) {
  void *symbol = dlsym(RTLD_NEXT, name);
  if (!symbol && !sluice_original.missing) sluice_original.missing = name;
  return symbol;
}

#define FIND(field, name) sluice_original.field = (__typeof__(sluice_original.field))find(name)
#define FIND_BELOW_SANITIZER(name)                                         \
  do {                                                                     \
    if (__interceptor_##name) sluice_original.name = __interceptor_##name; \
    else FIND(name, #name);                                                \
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
  FIND_BELOW_SANITIZER(pthread_mutex_lock);
  FIND_BELOW_SANITIZER(ppoll);
  FIND(timerfd_settime, "timerfd_settime");
  FIND(dispatch_group_enter, "dispatch_group_enter");
  FIND(dispatch_source_create, "dispatch_source_create");
  FIND(dispatch_source_cancel, "dispatch_source_cancel");
  FIND(dispatch_source_get_data, "dispatch_source_get_data");
  FIND(timer_type, "_dispatch_source_type_timer");
  FIND(dispatch_source_set_timer, "dispatch_source_set_timer");
}

/// Other constructors may already create tasks or read clocks, so this one is first.
__attribute__((constructor(101))) static void find_originals(void) {
  find_queues();
  find_waits_and_sources();
  FIND_BELOW_SANITIZER(clock_gettime);
  FIND_BELOW_SANITIZER(nanosleep);
  FIND_BELOW_SANITIZER(clock_nanosleep);
  FIND_BELOW_SANITIZER(poll);
  FIND(select, "select");
  FIND(block_copy, "_Block_copy");
  FIND(block_release, "_Block_release");
  FIND(job_run, "swift_job_run");
  FIND(job_run_on_task, "swift_job_run_on_task_executor");
  FIND(job_run_on_both, "swift_job_run_on_serial_and_task_executor");
  FIND(task_create, "swift_task_create");
  FIND(async_let_begin, "swift_asyncLet_begin");
  FIND(task_get_current, "swift_task_getCurrent");
  FIND(task_cancel, "swift_task_cancel");
  FIND(retain, "swift_retain");
  FIND(release, "swift_release");
  FIND_BELOW_SANITIZER(pthread_create);
  FIND_BELOW_SANITIZER(read);
  FIND_BELOW_SANITIZER(getentropy);
  FIND(syscall, "syscall");
  FIND(stdlib_random, "swift_stdlib_random");
  sluice_original.arc4random_buf = (void (*)(void *, size_t))dlsym(RTLD_NEXT, "arc4random_buf");
  FIND(stack_block, "_NSConcreteStackBlock");
  // Foundation's, if it is there.
  sluice_original.run_loop_perform =
      (void (*)(void *, const void *, void *))dlsym(RTLD_NEXT, "CFRunLoopPerformBlock");
  sluice_original.run_loop_add_timer =
      (void (*)(void *, void *, const void *))dlsym(RTLD_NEXT, "CFRunLoopAddTimer");
  sluice_original.run_loop_timer_invalidate =
      (void (*)(void *))dlsym(RTLD_NEXT, "CFRunLoopTimerInvalidate");
  sluice_original.run_loop_timer_is_valid =
      (unsigned char (*)(void *))dlsym(RTLD_NEXT, "CFRunLoopTimerIsValid");
  sluice_original.foundation_retain = (const void *(*)(const void *))dlsym(RTLD_NEXT, "CFRetain");
  sluice_original.foundation_release = (void (*)(const void *))dlsym(RTLD_NEXT, "CFRelease");
  sluice_original.is_main_thread = (bool (*)(void))dlsym(RTLD_NEXT, "_CFIsMainThread");
  sluice_original.runtime_code = find_code((uintptr_t)sluice_original.job_run);
  sluice_original.dispatch_code = find_code((uintptr_t)sluice_original.dispatch_release);
}

const char *sluice_unsupported_reason(void) {
  if (sluice_original.missing) return sluice_original.missing;
  const uint32_t *version = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_internal_layout_version");
  const uint32_t *size = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_asyncTaskSize");
  if (!version || *version != 1) return "the layout version of the concurrency runtime is not 1";
  if (!size || *size != 208) return "a task of the concurrency runtime has not 208 bytes";
  if (!sluice_original.runtime_code.size || runs_job((sluice_function)find_originals))
    return "the concurrency runtime is linked statically";
  return sluice_dispatch_objection();
}
