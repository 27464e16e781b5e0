/// The hooks that the concurrency runtime exports, and a door that takes every job they offer.
///
/// `ConcurrencyHooks.def` of the runtime lists the hooks; no header that a toolchain installs
/// declares them. A C target of a package can declare them as it is done here.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define SWIFT_CALL __attribute__((swiftcall))

/// Identity and witness table of an executor.
typedef struct {
  void *identity;
  uintptr_t implementation;
} hook_executor;

typedef SWIFT_CALL void (*hook_enqueue)(void *job);
typedef SWIFT_CALL void (*hook_delay)(unsigned long long delay, void *job);
typedef SWIFT_CALL void (*hook_deadline)(
    long long seconds, long long nanoseconds, long long tolerance_seconds,
    long long tolerance_nanoseconds, int clock, void *job);
typedef SWIFT_CALL void (*hook_check)(hook_executor executor);
typedef SWIFT_CALL int8_t (*hook_decide)(hook_executor executor);
typedef SWIFT_CALL bool (*hook_ask)(hook_executor executor);
typedef SWIFT_CALL bool (*hook_is_on)(void *executor, const void *type, const void *witnesses);
typedef SWIFT_CALL hook_executor (*hook_get)(void);

extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *, hook_enqueue);
extern SWIFT_CALL void (*swift_task_enqueueMainExecutor_hook)(void *, hook_enqueue);
extern SWIFT_CALL void (*swift_task_enqueueGlobalWithDelay_hook)(
    unsigned long long, void *, hook_delay);
extern SWIFT_CALL void (*swift_task_enqueueGlobalWithDeadline_hook)(
    long long, long long, long long, long long, int, void *, hook_deadline);
extern SWIFT_CALL void (*swift_task_checkIsolated_hook)(hook_executor, hook_check);
extern SWIFT_CALL int8_t (*swift_task_isIsolatingCurrentContext_hook)(hook_executor, hook_decide);
extern SWIFT_CALL bool (*swift_task_isMainExecutor_hook)(hook_executor, hook_ask);
extern SWIFT_CALL bool (*swift_task_isOnExecutor_hook)(
    void *executor, const void *type, const void *witnesses, hook_is_on);
extern SWIFT_CALL hook_executor (*swift_task_getMainExecutor_hook)(hook_get);

extern SWIFT_CALL void swift_job_run(void *job, hook_executor executor);
extern SWIFT_CALL hook_executor swift_task_getMainExecutor(void);

enum {
  HOOK_GLOBAL,
  HOOK_MAIN,
  HOOK_DELAY,
  HOOK_DEADLINE,
  HOOK_CHECK,
  HOOK_DECIDE,
  HOOK_ASK_MAIN,
  HOOK_ASK_ON,
  HOOK_GET_MAIN,
  HOOK_COUNT
};

/// Takes a job: that of the main executor, or one of the global executor.
typedef void (*hook_taker)(void *job, bool is_main);

/// What the hooks share. A variable inside of a function is the only one that Swift's importer
/// defines of a header.
typedef struct {
  /// How often each hook was called.
  int calls[HOOK_COUNT];
  hook_taker take;
  /// What takes the place of the main executor, or nothing.
  hook_executor main;
} hook_state;
static inline hook_state *hook_shared(void) {
  static hook_state state;
  return &state;
}

static inline void hook_note(int hook) {
  __atomic_add_fetch(&hook_shared()->calls[hook], 1, __ATOMIC_SEQ_CST);
}

static inline SWIFT_CALL void hook_take_global(void *job, hook_enqueue original) {
  (void)original;
  hook_note(HOOK_GLOBAL);
  hook_shared()->take(job, false);
}

static inline SWIFT_CALL void hook_take_main(void *job, hook_enqueue original) {
  (void)original;
  hook_note(HOOK_MAIN);
  hook_shared()->take(job, true);
}

static inline SWIFT_CALL void hook_take_delay(
    unsigned long long delay, void *job, hook_delay original) {
  (void)delay, (void)original;
  hook_note(HOOK_DELAY);
  hook_shared()->take(job, false);
}

static inline SWIFT_CALL void hook_take_deadline(
    long long seconds, long long nanoseconds, long long tolerance_seconds,
    long long tolerance_nanoseconds, int clock, void *job, hook_deadline original) {
  (void)seconds, (void)nanoseconds, (void)tolerance_seconds, (void)tolerance_nanoseconds;
  (void)clock, (void)original;
  hook_note(HOOK_DEADLINE);
  hook_shared()->take(job, false);
}

static inline SWIFT_CALL void hook_note_check(hook_executor executor, hook_check original) {
  hook_note(HOOK_CHECK);
  // A main-actor job that the door runs is isolated, even off the main thread.
  (void)executor, (void)original;
}

static inline SWIFT_CALL int8_t hook_note_decide(hook_executor executor, hook_decide original) {
  hook_note(HOOK_DECIDE);
  return original(executor);
}

static inline SWIFT_CALL bool hook_note_ask_main(hook_executor executor, hook_ask original) {
  hook_note(HOOK_ASK_MAIN);
  void *main = hook_shared()->main.identity;
  return main ? executor.identity == main : original(executor);
}

static inline SWIFT_CALL bool hook_note_ask_on(
    void *executor, const void *type, const void *witnesses, hook_is_on original) {
  hook_note(HOOK_ASK_ON);
  return original(executor, type, witnesses);
}

static inline SWIFT_CALL hook_executor hook_note_get_main(hook_get original) {
  hook_note(HOOK_GET_MAIN);
  return hook_shared()->main.identity ? hook_shared()->main : original();
}

/// Sets every hook that takes part in running jobs.
///
/// A job with a delay is run at once, as in virtual time.
static inline void hook_install(hook_taker take) {
  hook_shared()->take = take;
  swift_task_enqueueGlobal_hook = hook_take_global;
  swift_task_enqueueMainExecutor_hook = hook_take_main;
  swift_task_enqueueGlobalWithDelay_hook = hook_take_delay;
  swift_task_enqueueGlobalWithDeadline_hook = hook_take_deadline;
  swift_task_checkIsolated_hook = hook_note_check;
  swift_task_isIsolatingCurrentContext_hook = hook_note_decide;
  swift_task_isMainExecutor_hook = hook_note_ask_main;
  swift_task_isOnExecutor_hook = hook_note_ask_on;
  swift_task_getMainExecutor_hook = hook_note_get_main;
}

/// Has another serial executor be the main one, for all that asks from now on.
static inline void hook_replace_main(hook_executor main) {
  hook_shared()->main = main;
}

static inline int hook_call_count(int hook) {
  return __atomic_load_n(&hook_shared()->calls[hook], __ATOMIC_SEQ_CST);
}

static inline void hook_reset(void) {
  for (int hook = 0; hook < HOOK_COUNT; hook++)
    __atomic_store_n(&hook_shared()->calls[hook], 0, __ATOMIC_SEQ_CST);
}

/// Runs a job on the calling thread, as its executor would.
static inline void hook_run(void *job, bool is_main) {
  hook_executor generic = {0, 0};
  swift_job_run(job, is_main ? swift_task_getMainExecutor() : generic);
}
