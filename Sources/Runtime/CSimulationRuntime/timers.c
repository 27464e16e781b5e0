// Timer sources that a simulation makes. The real source stays, for its state, its target and its
// references, but gets neither a time nor handlers: each tick is an event in virtual time.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <stdlib.h>

/// A handler: a block, or a function that is called with the source's context.
typedef struct {
  void *block;
  sluice_function function;
} handler;

typedef struct timer {
  struct timer *next;
  /// The label of what made it, under which its handlers are let go of.
  uint32_t label;
  /// Retained; NULL when the owner has let go of it.
  void *source;
  /// The queue it was made with, retained: a real source that has nothing to wait for lets go of
  /// it when it is activated.
  void *queue;
  int64_t deadline, interval;
  handler tick, cancel, registration;
  /// What the source has to say: how many ticks were due when the last one ran.
  uintptr_t data;
  /// The tick in flight, if there is one.
  struct tick *expected;
  /// The ticks that know it, expected or not: one of them may be the last to do so.
  uint32_t ticks;
  bool is_cancelled, is_registered, is_unlinked;
} timer;

/// The context of a tick's event. A tick that its timer doesn't expect any more does nothing.
typedef struct tick {
  timer *timer;
} tick;

/// The context of the event that lets go of a timer's handlers, and runs the one for its cancel.
typedef struct {
  handler tick, registration, cancel;
  /// The source's.
  void *context;
  bool is_cancelled;
} farewell;

static timer *find(void *source) {
  if (!sluice_current_simulation) return NULL;
  timer *each = sluice_current_simulation->timers;
  while (each && each->source != source) each = each->next;
  return each;
}

/// What a block holds may, in its last moments, set the same handler again.
static void clear(handler *old) {
  void *block = old->block;
  *old = (handler){0};
  if (block) sluice_original.block_release(block);
}

/// Whether a handler that is set now would never run, nor be let go of once more.
static bool is_over(const timer *timer) {
  return timer->is_cancelled && !sluice_is_stopped(timer->source);
}

static void set_block(handler *old, void *block) {
  void *copy = block ? sluice_original.block_copy(block) : NULL;
  clear(old);
  old->block = copy;
}

static void set_function(handler *old, sluice_function function) {
  clear(old);
  old->function = function;
}

static void unschedule(timer *timer) {
  sluice_simulation *simulation = sluice_current_simulation;
  if (timer->expected && simulation) simulation->forget(simulation->owner, timer->expected);
  timer->expected = NULL;
}

static void release_source(timer *timer) {
  // One that isn't active must not be released for the last time.
  if (timer->source && !sluice_is_stopped(timer->source))
    sluice_original.dispatch_release(timer->source);
  timer->source = NULL;
  if (timer->queue) sluice_original.dispatch_release(timer->queue);
  timer->queue = NULL;
}

static void let_go(timer *timer) {
  clear(&timer->tick);
  clear(&timer->cancel);
  clear(&timer->registration);
  release_source(timer);
}

/// Takes the timer that a link leads to out of the list.
static timer *unlink_timer(void **link) {
  timer *unlinked = *link;
  *link = unlinked->next;
  unlinked->is_unlinked = true;
  return unlinked;
}

static void free_unknown(timer *timer) {
  if (timer->is_unlinked && !timer->ticks) free(timer);
}

void sluice_forget_timers(sluice_simulation *simulation) {
  while (simulation->timers) {
    timer *first = unlink_timer(&simulation->timers);
    let_go(first);
    free_unknown(first);
  }
}

static void run_handler(const handler *wanted, void *context) {
  if (wanted->block) sluice_run_block(wanted->block);
  else if (wanted->function) wanted->function(context);
}

static void run_tick(void *context);

static void release_tick(void *context) {
  tick *old = context;
  old->timer->ticks--;
  free_unknown(old->timer);
  free(old);
}

static void schedule(timer *timer) {
  bool is_stopped = !timer->source || sluice_is_stopped(timer->source);
  if (timer->is_cancelled || is_stopped || timer->deadline == NEVER) return;
  tick *new = malloc(sizeof *new);
  if (!new) abort();
  new->timer = timer;
  timer->ticks++;
  timer->expected = new;
  sluice_simulation *simulation = sluice_current_simulation;
  sluice_event event = sluice_capture(sluice_target(timer->source), new, run_tick, false);
  event.release = release_tick;
  simulation->timer(simulation->owner, timer->deadline, &event);
}

/// Counts the ticks that were due, and sets the time of the next one.
static void count_ticks(timer *timer) {
  int64_t late = sluice_current_simulation->now - timer->deadline, next = NEVER;
  timer->data = 1;
  if (timer->interval != NEVER) {
    timer->data += (uintptr_t)(late / timer->interval);
    int64_t step;
    if (__builtin_mul_overflow((int64_t)timer->data, timer->interval, &step) ||
        __builtin_add_overflow(timer->deadline, step, &next))
      next = NEVER;
  }
  timer->deadline = next;
}

static void run_tick(void *context) {
  timer *timer = ((tick *)context)->timer;
  if (timer->expected != context) return;
  timer->expected = NULL;
  if (sluice_is_abandoned(timer->source)) {
    let_go(timer);
    return;
  }
  // It was suspended after the tick had become ready.
  if (sluice_is_stopped(timer->source)) return;
  count_ticks(timer);
  schedule(timer);
  handler running = timer->tick;
  void *source = timer->source;
  // The handler may replace itself, or drop the source.
  if (running.block) running.block = sluice_original.block_copy(running.block);
  sluice_original.dispatch_retain(source);
  run_handler(&running, sluice_original.dispatch_get_context(source));
  clear(&running);
  sluice_original.dispatch_release(source);
}

/// Makes the registration handler an event of its own, and forgets it: it runs once.
static void deliver_registration(timer *timer) {
  timer->is_registered = true;
  void *queue = sluice_target(timer->source);
  handler *once = &timer->registration;
  sluice_event event;
  if (once->block) {
    event = sluice_capture(queue, once->block, sluice_run_block, false);
  } else if (once->function) {
    void *context = sluice_original.dispatch_get_context(timer->source);
    event = sluice_capture(queue, context, once->function, false);
  } else {
    return;
  }
  *once = (handler){0};
  sluice_make_ready(&event);
}

static void clear_all(farewell *last) {
  clear(&last->tick);
  clear(&last->registration);
  clear(&last->cancel);
}

static void release_farewell(void *context) {
  clear_all(context);
  free(context);
}

/// What the handlers hold is let go of first, as Dispatch does it.
static void run_farewell(void *context) {
  farewell *last = context;
  clear(&last->tick);
  clear(&last->registration);
  if (last->is_cancelled) run_handler(&last->cancel, last->context);
  clear_all(last);
}

/// Makes it an event to let go of the handlers, if there is anything to let go of or to run.
static bool say_farewell(timer *timer, uint32_t label) {
  bool has_cancel = timer->cancel.block || (timer->is_cancelled && timer->cancel.function);
  if (!timer->tick.block && !timer->registration.block && !has_cancel) return false;
  farewell *last = malloc(sizeof *last);
  if (!last) abort();
  *last = (farewell){
      timer->tick, timer->registration, timer->cancel,
      sluice_original.dispatch_get_context(timer->source), timer->is_cancelled};
  timer->tick = timer->registration = timer->cancel = (handler){0};
  sluice_event event = sluice_capture(sluice_target(timer->source), last, run_farewell, false);
  event.release = release_farewell;
  event.label = label;
  sluice_make_ready(&event);
  return true;
}

bool sluice_sweep_timers(sluice_simulation *simulation) {
  if (simulation != sluice_current_simulation) return false;
  bool found = false;
  void **link = &simulation->timers;
  while (*link) {
    timer *each = *link;
    bool is_gone = !each->source;
    if (!is_gone && sluice_is_abandoned(each->source) && !sluice_is_stopped(each->source)) {
      is_gone = true;
      unschedule(each);
      if (say_farewell(each, each->label)) found = true;
      release_source(each);
    }
    if (is_gone) free_unknown(unlink_timer(link));
    else link = (void **)&each->next;
  }
  return found;
}

void sluice_timer_suspended(void *source) {
  timer *timer = find(source);
  if (timer) unschedule(timer);
}

void sluice_timer_resumed(void *source) {
  timer *timer = find(source);
  if (!timer || sluice_is_stopped(source)) return;
  if (timer->is_cancelled) {
    say_farewell(timer, sluice_current_simulation->label);
    return;
  }
  if (!timer->is_registered) deliver_registration(timer);
  if (!timer->expected) schedule(timer);
}

INTERPOSED void *dispatch_source_create(
    const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  void *source = ORIGINAL(dispatch_source_create)(type, handle, mask, queue);
  if (!source || !sluice_is_capturing()) return source;
  if (type != sluice_original.timer_type) {
    sluice_note_source(type, __builtin_return_address(0));
    return source;
  }
  timer *new = calloc(1, sizeof *new);
  if (!new) abort();
  new->label = sluice_current_simulation->label;
  new->source = source;
  new->queue = sluice_target(source);
  if (new->queue) sluice_original.dispatch_retain(new->queue);
  new->deadline = new->interval = NEVER;
  new->next = sluice_current_simulation->timers;
  sluice_original.dispatch_retain(source);
  sluice_current_simulation->timers = new;
  return source;
}

INTERPOSED void dispatch_source_set_timer(
    void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  timer *timer = find(source);
  if (!timer) {
    ORIGINAL(dispatch_source_set_timer)(source, start, interval, leeway);
    return;
  }
  sluice_tolerance_note_time(source, start);
  unschedule(timer);
  timer->deadline = sluice_decode_time(sluice_current_simulation, start);
  // As Dispatch does, with the shortest interval for none, and no second tick for one too long.
  timer->interval = interval > INT64_MAX ? NEVER : interval ? (int64_t)interval : 1;
  schedule(timer);
}

/// Takes a source of the runtime's own out of the list: it belongs to a sleep.
static void drop(timer *wanted) {
  void **link = &sluice_current_simulation->timers;
  while (*link != wanted) link = (void **)&((timer *)*link)->next;
  unlink_timer(link);
  sluice_original.dispatch_release(wanted->source);
  free_unknown(wanted);
}

INTERPOSED void dispatch_source_set_event_handler_f(void *source, sluice_function function) {
  if (is_sampling()) sluice_sample_handler(function);
  timer *timer = find(source);
  if (timer && sluice_tolerance_note_handler(source, function)) {
    drop(timer);
    timer = NULL;
  }
  if (timer && !is_over(timer)) set_function(&timer->tick, function);
  if (!timer) ORIGINAL(dispatch_source_set_event_handler_f)(source, function);
}

#define INTERPOSE_SETTER(name, parameter, field, set)         \
  INTERPOSED void name(void *source, parameter) {             \
    timer *timer = find(source);                              \
    if (timer && !is_over(timer)) set(&timer->field, given);  \
    if (!timer) ORIGINAL(name)(source, given);          \
  }

INTERPOSE_SETTER(dispatch_source_set_event_handler, void *given, tick, set_block)
INTERPOSE_SETTER(dispatch_source_set_cancel_handler, void *given, cancel, set_block)
INTERPOSE_SETTER(
    dispatch_source_set_cancel_handler_f, sluice_function given, cancel, set_function)
INTERPOSE_SETTER(dispatch_source_set_registration_handler, void *given, registration, set_block)
INTERPOSE_SETTER(
    dispatch_source_set_registration_handler_f, sluice_function given, registration,
    set_function)

INTERPOSED void dispatch_source_cancel(void *source) {
  ORIGINAL(dispatch_source_cancel)(source);
  timer *timer = find(source);
  if (!timer || timer->is_cancelled) return;
  timer->is_cancelled = true;
  unschedule(timer);
  if (!sluice_is_stopped(source)) say_farewell(timer, sluice_current_simulation->label);
}

INTERPOSED uintptr_t dispatch_source_get_data(void *source) {
  timer *timer = find(source);
  return timer ? timer->data : ORIGINAL(dispatch_source_get_data)(source);
}

#endif
