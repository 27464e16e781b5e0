// What a queue is: its target, its width, whether it runs. Dispatch tells none of it, so these are
// offsets into its objects, proven before the first simulation (`sluice_find_queue_facts`).
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <dlfcn.h>

enum { REFERENCES = 0x0c, TARGET = 0x18, STATE = 0x38, WIDTH = 0x50 };

/// The bits of a queue's state that keep it from running: a count of suspensions, and inactivity.
#define STOPPED_BITS 0xff80000000000000ULL

static uint64_t state_of(const void *object) {
  return __atomic_load_n((const uint64_t *)((const char *)object + STATE), __ATOMIC_RELAXED);
}

void *sluice_target(const void *object) {
  return __atomic_load_n((void *const *)((const char *)object + TARGET), __ATOMIC_RELAXED);
}

bool sluice_is_serial(const void *queue) {
  return *(const uint16_t *)((const char *)queue + WIDTH) == 1;
}

bool sluice_is_abandoned(const void *object) {
  // The count begins at 0 with the first reference.
  const int32_t *references = (const int32_t *)((const char *)object + REFERENCES);
  return __atomic_load_n(references, __ATOMIC_RELAXED) == 0;
}

bool sluice_is_stopped(const void *queue) {
  for (; queue && sluice_target(queue); queue = sluice_target(queue))
    if (state_of(queue) & STOPPED_BITS) return true;
  return false;
}

bool sluice_targets(const void *queue, const void *target) {
  for (; queue; queue = sluice_target(queue))
    if (queue == target) return true;
  return false;
}

/// A lane orders what is put on one queue, and excludes nothing by itself. Serial queues that
/// target one serial queue take turns as it lets them, which is in the order of arrival; a
/// concurrent queue orders its barriers only; a global queue nothing.
uintptr_t sluice_lane(void *queue, bool is_barrier) {
  void *serial = NULL;
  void *target = sluice_target(queue);
  if (!target) return 0;
  for (void *each = queue; target; each = target, target = sluice_target(each))
    if (sluice_is_serial(each)) serial = each;
  return serial ? (uintptr_t)serial : (uintptr_t)queue | !is_barrier;
}

bool sluice_event_is_stopped(const sluice_event *event) {
  return event->queue && sluice_is_stopped(event->queue);
}

/// Whether two things on queues exclude each other: there is a serial queue that both reach, or one
/// is a barrier of a concurrent queue that the other one reaches.
static bool excludes(const sluice_event *event, const sluice_frame *frame) {
  for (void *queue = event->queue; queue && sluice_target(queue); queue = sluice_target(queue)) {
    if (!sluice_targets(frame->queue, queue)) continue;
    if (sluice_is_serial(queue)) return true;
    if (event->lane == (uintptr_t)queue || frame->lane == (uintptr_t)queue) return true;
  }
  return false;
}

bool sluice_event_is_excluded(const sluice_event *event, const sluice_frame *frames) {
  for (; frames; frames = frames->outer) {
    if (event->lane && event->lane == frames->lane && !(event->lane & 1)) return true;
    if (event->queue && frames->queue && excludes(event, frames)) return true;
  }
  return false;
}

extern void *dispatch_queue_create_with_target(const char *, const void *, void *);
extern void *dispatch_block_create(unsigned long, const void *);
extern char _dispatch_queue_attr_concurrent;

/// Whether an address is Dispatch's own: only such a target is followed.
static bool is_of_dispatch(const void *address) {
  Dl_info own, other;
  return dladdr((const void *)(uintptr_t)sluice_original.dispatch_release, &own) &&
         dladdr(address, &other) && own.dli_fbase == other.dli_fbase;
}

static bool has_global_target(const void *queue) {
  void *global = sluice_target(queue);
  return global && is_of_dispatch(global) && !sluice_target(global);
}

static bool finds_state(void *queue, const void *targeting) {
  bool ran = !sluice_is_stopped(targeting);
  sluice_original.dispatch_suspend(queue);
  bool stopped = sluice_is_stopped(targeting);
  sluice_original.dispatch_resume(queue);
  return ran && stopped && !sluice_is_stopped(targeting);
}

static bool finds_references(void *object) {
  bool alone = sluice_is_abandoned(object);
  sluice_original.dispatch_retain(object);
  bool shared = !sluice_is_abandoned(object);
  sluice_original.dispatch_release(object);
  return alone && shared;
}

static void do_nothing(void *block) { (void)block; }

static bool finds_work_items(void) {
  // A block without anything that it holds, as the compiler would lay it out.
  static const struct {
    unsigned long reserved, size;
  } descriptor = {0, 0x20};
  struct {
    block_layout layout;
    const void *descriptor;
  } plain = {{sluice_original.stack_block, 0, 0, do_nothing}, &descriptor};
  void *barrier = dispatch_block_create(WORK_ITEM_BARRIER, &plain);
  void *other = dispatch_block_create(0, &plain);
  bool is_found = barrier && other && sluice_block_is_barrier(barrier) &&
                  !sluice_block_is_barrier(other) && !sluice_block_is_barrier(&plain);
  if (barrier) sluice_original.block_release(barrier);
  if (other) sluice_original.block_release(other);
  return is_found;
}

void sluice_find_queue_facts(sluice_facts *facts) {
  void *serial = dispatch_queue_create_with_target("sluice.serial", NULL, NULL);
  void *targeting = dispatch_queue_create_with_target("sluice.targeting", NULL, serial);
  void *concurrent =
      dispatch_queue_create_with_target("sluice.wide", &_dispatch_queue_attr_concurrent, NULL);
  facts->finds_targets = sluice_target(targeting) == serial && has_global_target(serial) &&
                         has_global_target(sluice_original.main_queue);
  facts->finds_widths = sluice_is_serial(serial) && !sluice_is_serial(concurrent) &&
                        sluice_is_serial(sluice_original.main_queue);
  // It goes from target to target.
  if (facts->finds_targets) facts->finds_states = finds_state(serial, targeting);
  facts->finds_references = finds_references(concurrent);
  facts->finds_work_items = finds_work_items();
  sluice_original.dispatch_release(concurrent);
  sluice_original.dispatch_release(targeting);
  sluice_original.dispatch_release(serial);
}

#endif
