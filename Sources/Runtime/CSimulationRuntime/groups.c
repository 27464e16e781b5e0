// Groups, and with them work items: Dispatch keeps a group in each, and its functions for waiting
// and notifying call the ones below. The count is the real group's; what is notified is an event.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <stdlib.h>

/// What runs for a group, which is left afterwards.
typedef struct {
  void *group, *context;
  sluice_function function;
} group_item;

static void run_group_item(void *context) {
  const group_item *item = context;
  item->function(item->context);
}

static bool is_empty(void *group) { return !sluice_original.dispatch_group_wait(group, 0); }

/// Leaves a group. Who waits for it to be empty is told now: it may be entered again in this event.
static void leave(void *group) {
  sluice_simulation *simulation = sluice_current_simulation;
  if (!simulation || !simulation->needs_attention) {
    ORIGINAL(dispatch_group_leave)(group);
    return;
  }
  // Dispatch itself may be the last to hold a group that somebody is in.
  sluice_original.dispatch_retain(group);
  sluice_original.dispatch_group_leave(group);
  if (is_empty(group)) simulation->emptied(simulation->owner, group);
  sluice_original.dispatch_release(group);
}

static void release_group_item(void *context) {
  group_item *item = context;
  if (item->function == sluice_run_block) sluice_original.block_release(item->context);
  leave(item->group);
  sluice_original.dispatch_release(item->group);
  free(item);
}

static void capture_item(
    void *group, void *queue, void *context, sluice_function function, bool is_barrier) {
  group_item *item = malloc(sizeof *item);
  if (!item) abort();
  *item = (group_item){group, context, function};
  sluice_original.dispatch_retain(group);
  sluice_original.dispatch_group_enter(group);
  sluice_event event = sluice_capture(queue, item, run_group_item, is_barrier);
  event.release = release_group_item;
  sluice_make_ready(&event);
}

INTERPOSED void dispatch_group_async_f(
    void *group, void *queue, void *context, sluice_function function) {
  if (sluice_is_capturing()) capture_item(group, queue, context, function, false);
  else ORIGINAL(dispatch_group_async_f)(group, queue, context, function);
}

INTERPOSED void dispatch_group_async(void *group, void *queue, void *block) {
  if (!sluice_is_capturing()) {
    ORIGINAL(dispatch_group_async)(group, queue, block);
    return;
  }
  void *copy = sluice_original.block_copy(block);
  capture_item(group, queue, copy, sluice_run_block, sluice_block_is_barrier(block));
}

INTERPOSED void dispatch_group_enter(void *group) {
  note_use_of_queues();
  ORIGINAL(dispatch_group_enter)(group);
}

INTERPOSED void dispatch_group_leave(void *group) {
  note_use_of_queues();
  leave(group);
}

static void notify(
    void *group, void *queue, void *context, sluice_function function, bool is_barrier) {
  sluice_simulation *simulation = sluice_current_simulation;
  note_use_of_queues();
  sluice_event event = sluice_capture(queue, context, function, is_barrier);
  if (is_empty(group)) {
    sluice_make_ready(&event);
    return;
  }
  sluice_original.dispatch_retain(group);
  sluice_watch watch = {.is_met = is_empty, .object = group, .event = event};
  simulation->watch(simulation->owner, &watch);
}

void sluice_watch_end(const sluice_watch *watch) {
  sluice_original.dispatch_release(watch->object);
}

INTERPOSED void dispatch_group_notify_f(
    void *group, void *queue, void *context, sluice_function function) {
  if (sluice_is_capturing()) notify(group, queue, context, function, false);
  else ORIGINAL(dispatch_group_notify_f)(group, queue, context, function);
}

INTERPOSED void dispatch_group_notify(void *group, void *queue, void *block) {
  if (!sluice_is_capturing()) {
    ORIGINAL(dispatch_group_notify)(group, queue, block);
    return;
  }
  void *copy = sluice_original.block_copy(block);
  notify(group, queue, copy, sluice_run_block, sluice_block_is_barrier(block));
}

INTERPOSED intptr_t dispatch_group_wait(void *group, uint64_t timeout) {
  note_use_of_queues();
  if (!sluice_may_block()) return ORIGINAL(dispatch_group_wait)(group, timeout);
  intptr_t result = sluice_original.dispatch_group_wait(group, 0);
  if (!result || !timeout) return result;
  sluice_wait wait = {
      .what = "group",
      .object = group,
      .take = is_empty,
      .caller = __builtin_return_address(0),
      .deadline = sluice_decode_time(sluice_current_simulation, timeout)};
  return sluice_block(&wait) ? 0 : result;
}

#endif
