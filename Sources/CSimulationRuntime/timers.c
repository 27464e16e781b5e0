// Timer sources that a simulation makes. The real source stays, for its state, its target and its
// references, but gets neither a time nor handlers: each tick is an event in virtual time.
#include "internal.h"

#include <stdlib.h>

/// A handler: a block, or a function that is called with the source's context.
typedef struct {
  void *block;
  sluice_function function;
} handler;

typedef struct timer {
  struct timer *next;
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
  bool is_cancelled, is_registered;
} timer;

/// The context of a tick's event. A tick that its timer doesn't expect any more does nothing.
typedef struct tick {
  timer *timer;
} tick;

static timer *find(void *source) {
  if (!sluice_current_simulation) return NULL;
  timer *each = sluice_current_simulation->timers;
  while (each && each->source != source) each = each->next;
  return each;
}

static void clear(handler *old) {
  if (old->block) sluice_original.block_release(old->block);
  *old = (handler){0};
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

static void let_go(timer *timer) {
  clear(&timer->tick);
  clear(&timer->cancel);
  clear(&timer->registration);
  // One that isn't active must not be released for the last time.
  if (timer->source && !sluice_is_stopped(timer->source))
    sluice_original.dispatch_release(timer->source);
  timer->source = NULL;
  if (timer->queue) sluice_original.dispatch_release(timer->queue);
  timer->queue = NULL;
}

void sluice_forget_timers(sluice_simulation *simulation) {
  while (simulation->timers) {
    timer *first = simulation->timers;
    simulation->timers = first->next;
    let_go(first);
    free(first);
  }
}

static void run_handler(const timer *timer, const handler *wanted) {
  if (wanted->block) sluice_run_block(wanted->block);
  else if (wanted->function)
    wanted->function(sluice_original.dispatch_get_context(timer->source));
}

static void run_tick(void *context);

static void schedule(timer *timer) {
  bool is_stopped = !timer->source || sluice_is_stopped(timer->source);
  if (timer->is_cancelled || is_stopped || timer->deadline == NEVER) return;
  tick *new = malloc(sizeof *new);
  if (!new) abort();
  new->timer = timer;
  timer->expected = new;
  sluice_simulation *simulation = sluice_current_simulation;
  sluice_event event = sluice_capture(sluice_target(timer->source), new, run_tick, false);
  simulation->timer(simulation->owner, timer->deadline, &event);
}

bool sluice_release_tick(const sluice_event *event) {
  if (event->function != run_tick) return false;
  free(event->context);
  return true;
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
  run_handler(timer, &running);
  clear(&running);
  sluice_original.dispatch_release(source);
}

/// Makes a handler an event of its own, and forgets it: it runs once.
static void deliver(timer *timer, handler *once) {
  void *queue = sluice_target(timer->source);
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

void sluice_timer_suspended(void *source) {
  timer *timer = find(source);
  if (timer) unschedule(timer);
}

void sluice_timer_resumed(void *source) {
  timer *timer = find(source);
  if (!timer || sluice_is_stopped(source)) return;
  if (!timer->is_registered) {
    timer->is_registered = true;
    deliver(timer, &timer->registration);
  }
  if (timer->is_cancelled) deliver(timer, &timer->cancel);
  else if (!timer->expected) schedule(timer);
}

INTERPOSED void *dispatch_source_create(
    const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  void *source = sluice_original.dispatch_source_create(type, handle, mask, queue);
  if (!source || !sluice_is_capturing()) return source;
  if (type != sluice_original.timer_type) {
    sluice_note_source(type, __builtin_return_address(0));
    return source;
  }
  timer *new = calloc(1, sizeof *new);
  if (!new) abort();
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
    sluice_original.dispatch_source_set_timer(source, start, interval, leeway);
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
  timer **link = (timer **)&sluice_current_simulation->timers;
  while (*link != wanted) link = &(*link)->next;
  *link = wanted->next;
  sluice_original.dispatch_release(wanted->source);
  free(wanted);
}

INTERPOSED void dispatch_source_set_event_handler_f(void *source, sluice_function function) {
  timer *timer = find(source);
  if (timer && sluice_tolerance_note_handler(source, function)) {
    drop(timer);
    timer = NULL;
  }
  if (timer) set_function(&timer->tick, function);
  else sluice_original.dispatch_source_set_event_handler_f(source, function);
}

#define INTERPOSE_SETTER(name, parameter, field, set)  \
  INTERPOSED void name(void *source, parameter) {      \
    timer *timer = find(source);                       \
    if (timer) set(&timer->field, given);              \
    else sluice_original.name(source, given);          \
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
  sluice_original.dispatch_source_cancel(source);
  timer *timer = find(source);
  if (!timer || timer->is_cancelled) return;
  timer->is_cancelled = true;
  unschedule(timer);
  if (!sluice_is_stopped(source)) deliver(timer, &timer->cancel);
}

INTERPOSED uintptr_t dispatch_source_get_data(void *source) {
  timer *timer = find(source);
  return timer ? timer->data : sluice_original.dispatch_source_get_data(source);
}
