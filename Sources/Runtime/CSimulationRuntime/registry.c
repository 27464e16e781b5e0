// Which simulations are alive, and how a job enqueued on a foreign thread finds its own.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sluice_simulation *alive;
static uint32_t last_identifier;
static uint64_t parked_jobs;

uint32_t sluice_next_identifier(void) {
  return __atomic_add_fetch(&last_identifier, 1, __ATOMIC_RELAXED);
}

void sluice_register(sluice_simulation *simulation) {
  sluice_original.pthread_mutex_lock(&lock);
  simulation->next = alive;
  alive = simulation;
  pthread_mutex_unlock(&lock);
}

void sluice_unregister(const sluice_simulation *simulation) {
  sluice_original.pthread_mutex_lock(&lock);
  sluice_simulation **link = &alive;
  while (*link && *link != simulation) link = &(*link)->next;
  if (*link) *link = simulation->next;
  pthread_mutex_unlock(&lock);
}

uint64_t sluice_parked_jobs(void) { return __atomic_load_n(&parked_jobs, __ATOMIC_RELAXED); }

/// Must be called with the lock held.
static sluice_simulation *find(uint64_t tag) {
  sluice_simulation *simulation = alive;
  while (simulation && simulation->identifier != (uint32_t)tag) simulation = simulation->next;
  return simulation;
}

void sluice_tell_shared(uint64_t tag, const uintptr_t *places, size_t count) {
  sluice_original.pthread_mutex_lock(&lock);
  sluice_simulation *simulation = find(tag);
  if (simulation) simulation->shared(simulation->owner, label_of(tag), places, count);
  pthread_mutex_unlock(&lock);
}

void sluice_adopt(uint64_t tag, const sluice_event *event) {
  sluice_event labelled = *event;
  labelled.label = label_of(tag);
  sluice_original.pthread_mutex_lock(&lock);
  sluice_simulation *simulation = find(tag);
  bool is_nested = simulation && sluice_current_simulation && sluice_thread_is_current();
  if (simulation && !is_nested) {
    labelled.number = sluice_thread_number(simulation->identifier);
    simulation->escaped(simulation->owner, &labelled);
  }
  pthread_mutex_unlock(&lock);
  // A simulation inside another one resumes its task: all on one thread, so nothing escaped.
  if (is_nested) simulation->ready(simulation->owner, &labelled);
  if (simulation) return;
  __atomic_add_fetch(&parked_jobs, 1, __ATOMIC_RELAXED);
  sluice_event_discard(&labelled);
}

#endif
