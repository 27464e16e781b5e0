// Queues: the target, the width and the state of each. Dispatch has no call that returns them.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

static const void *place_in(const void *object, uint64_t offset) {
  return (const char *)object + offset;
}

static uint64_t state_of(const void *object) {
  const uint64_t *state = place_in(object, sluice_assumed.queue_state);
  return __atomic_load_n(state, __ATOMIC_RELAXED);
}

void *sluice_target(const void *object) {
  void *const *target = place_in(object, sluice_assumed.queue_target);
  return __atomic_load_n(target, __ATOMIC_RELAXED);
}

bool sluice_is_serial(const void *queue) {
  return *(const uint16_t *)place_in(queue, sluice_assumed.queue_width) == 1;
}

bool sluice_is_abandoned(const void *object) {
  // The count begins at 0 with the first reference.
  const int32_t *references = place_in(object, sluice_assumed.object_references);
  return __atomic_load_n(references, __ATOMIC_RELAXED) == 0;
}

bool sluice_is_stopped(const void *queue) {
  for (; queue && sluice_target(queue); queue = sluice_target(queue))
    if (state_of(queue) & sluice_assumed.state_stopped) return true;
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

#endif
