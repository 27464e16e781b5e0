// The stand-in for where there are no simulations, as `platform.h` decides. One can be made here
// and let go of. Who wants to perform anything in it is told before that, so that nothing else is
// ever called.
//
// No header but the library's own: this is to compile wherever the rest is not.
#include "platform.h"

#if !SLUICE_CAN_SIMULATE

#include "CSimulationRuntime.h"

sluice_facts sluice_find_facts(void) { return (sluice_facts){.is_known_platform = false}; }

uint32_t sluice_next_identifier(void) { return 0; }
void sluice_register(sluice_simulation *simulation) { (void)simulation; }
void sluice_end(sluice_simulation *simulation) { (void)simulation; }
void sluice_end_timers(const sluice_simulation *simulation) { (void)simulation; }
void sluice_end_blocks(const sluice_simulation *simulation) { (void)simulation; }
uint64_t sluice_parked_jobs(void) { return 0; }
uint64_t sluice_escaped_threads(void) { return 0; }

sluice_simulation *sluice_current(void) { return NULL; }
bool sluice_on_main_queue(void) { return false; }
bool sluice_thread_is_current(void) { return false; }
/// For a simulation that is let go of, whose thread is any.
void sluice_thread_post(sluice_function function, void *context) { function(context); }

int sluice_hang_location_begin(void) { return 0; }
void sluice_hang_location_end(void) {}
int sluice_thread_of_events(void) { return 0; }
int sluice_thread_of_driver(void) { return 0; }
ptrdiff_t sluice_hang_location(int thread, uintptr_t *addresses, size_t capacity) {
  (void)thread;
  (void)addresses;
  (void)capacity;
  return -1;
}
uintptr_t sluice_next_async_call(int thread) {
  (void)thread;
  return 0;
}
int sluice_crash_location_begin(void) { return -1; }
size_t sluice_crash_location(uintptr_t *addresses, size_t capacity) {
  (void)addresses;
  (void)capacity;
  return 0;
}
void sluice_crash_location_end(void) {}
bool sluice_is_own_code(const void *address) {
  (void)address;
  return false;
}
size_t sluice_interposed_names(const char *const **names) {
  static const char *const none[] = {""};
  *names = none;
  return 0;
}
void *sluice_original_symbol(const char *name) {
  (void)name;
  return NULL;
}
void *sluice_preferred_symbol(const char *name) {
  (void)name;
  return NULL;
}

#define NEVER_CALLED(type, name, ...) \
  type name(__VA_ARGS__) { __builtin_trap(); }

NEVER_CALLED(sluice_simulation *, sluice_enter, sluice_simulation *simulation)
NEVER_CALLED(bool, sluice_sweep_timers, sluice_simulation *simulation)
NEVER_CALLED(void, sluice_event_run, const sluice_event *event)
NEVER_CALLED(void, sluice_event_discard, const sluice_event *event)
NEVER_CALLED(bool, sluice_event_is_job, const sluice_event *event)
NEVER_CALLED(void *, sluice_event_task, const sluice_event *event)
NEVER_CALLED(bool, sluice_event_is_task, const sluice_event *event)
NEVER_CALLED(bool, sluice_event_is_stopped, const sluice_event *event)
NEVER_CALLED(
    bool, sluice_event_is_excluded, const sluice_event *event, const sluice_frame *frames)
NEVER_CALLED(bool, sluice_event_is_handed_back, const sluice_event *event)
NEVER_CALLED(void *, sluice_main_queue, void)
NEVER_CALLED(void, sluice_loan_begin, sluice_loan *loan, uintptr_t executor, bool is_main)
NEVER_CALLED(void, sluice_loan_end, const sluice_loan *loan)
NEVER_CALLED(uintptr_t, sluice_current_executor, void)
NEVER_CALLED(bool, sluice_is_isolated, uintptr_t identity, uintptr_t implementation)
NEVER_CALLED(uint32_t, sluice_task_label, void *task)
NEVER_CALLED(sluice_running_task, sluice_current_task, void)
NEVER_CALLED(bool, sluice_task_is_complete, void *task)
NEVER_CALLED(bool, sluice_task_is_enqueued, void *task)
NEVER_CALLED(void, sluice_task_retain, void *task)
NEVER_CALLED(void, sluice_task_release, void *task)
NEVER_CALLED(void, sluice_task_cancel, void *task)
NEVER_CALLED(
    size_t, sluice_task_backtrace, void *task, const void **addresses, size_t capacity)
NEVER_CALLED(bool, sluice_symbol_name, const void *address, char *name, size_t size)
NEVER_CALLED(void, sluice_thread_run, sluice_function function, void *context)
NEVER_CALLED(void *, sluice_turn_self, void)
NEVER_CALLED(void, sluice_turn_give, sluice_simulation *simulation)
NEVER_CALLED(bool, sluice_turn_is_wanted, void)
NEVER_CALLED(sluice_event, sluice_wait_event, sluice_wait *wait)
NEVER_CALLED(bool, sluice_wait_take, sluice_wait *wait)
NEVER_CALLED(void, sluice_watch_end, const sluice_watch *watch)
NEVER_CALLED(void, sluice_turn_succeed, void)
NEVER_CALLED(bool, sluice_idle_timer, const sluice_simulation *simulation, sluice_idle_work *work)
NEVER_CALLED(bool, sluice_idle_block, const sluice_simulation *simulation, sluice_idle_work *work)
NEVER_CALLED(void, sluice_carrier_begin, void)
NEVER_CALLED(sluice_event, sluice_carrier_end, void)
NEVER_CALLED(
    void, sluice_carrier_run, const sluice_event *event, sluice_simulation *simulation)

// The layout is asked about where nothing else is known, and there is none.
size_t sluice_layout_count(void) { return 0; }
sluice_layout sluice_layout_in_use(void) { return (sluice_layout){0}; }
size_t sluice_layout_first_unproven(const sluice_layout *layout) {
  (void)layout;
  return 0;
}
NEVER_CALLED(bool, sluice_layout_proves, const sluice_layout *layout, size_t index)
NEVER_CALLED(const char *, sluice_layout_name, size_t index)
NEVER_CALLED(const char *, sluice_layout_words, size_t index)
NEVER_CALLED(void, sluice_sampling_begin, void)
NEVER_CALLED(void, sluice_sampling_end, void)
NEVER_CALLED(void, sluice_sample, sluice_sample_kind kind, const void *object, size_t bytes)
NEVER_CALLED(void, sluice_sample_creation, sluice_creation_kind kind)
NEVER_CALLED(void, sluice_sample_task, sluice_told_task which)
NEVER_CALLED(void, sluice_sample_sleep, void)

#endif
