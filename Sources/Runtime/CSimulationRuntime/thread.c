// The one thread on which simulations run, never the main thread: there the runtime would take work
// of the global executor for the main actor's. Requests are served in order, one at a time.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct request {
  sluice_function function;
  void *context;
  bool is_awaited, is_done;
  pthread_cond_t done;
  struct request *next;
} request;

enum {
  STACK_BYTES = 64 << 20,
  /// This thread, a substitute of it, and the first ones of Dispatch, which tries for ever to start
  /// one that it can't have.
  SPARE_THREADS = 6,
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static request *first, **end = &first;
static bool is_started;
/// What is being served.
static request *current;
static _Thread_local bool is_simulation_thread;

bool sluice_thread_is_current(void) { return is_simulation_thread; }

static request *next_request(void) {
  while (!first) sluice_original.pthread_cond_wait(&arrived, &lock);
  request *next = first;
  first = next->next;
  if (!first) end = &first;
  sluice_order_begin();
  return next;
}

/// Must be called with the lock held.
static void finish_current(void) {
  request *finished = current;
  current = NULL;
  sluice_order_end();
  if (finished->is_awaited) {
    finished->is_done = true;
    sluice_original.pthread_cond_signal(&finished->done);
  } else {
    free(finished);
  }
}

void sluice_thread_join(void) {
  is_simulation_thread = true;
  sluice_let_ask();
  sluice_make_signal_stack();
}

_Noreturn static void serve_requests(void) {
  sluice_original.pthread_mutex_lock(&lock);
  for (;;) {
    current = next_request();
    pthread_mutex_unlock(&lock);
    sluice_note_running();
    current->function(current->context);
    sluice_original.pthread_mutex_lock(&lock);
    finish_current();
  }
}

_Noreturn void sluice_thread_succeed(void) {
  sluice_original.pthread_mutex_lock(&lock);
  finish_current();
  pthread_mutex_unlock(&lock);
  serve_requests();
}

static void *serve(void *unused) {
  (void)unused;
  sluice_thread_join();
  serve_requests();
}

/// Must be called with the lock held.
static void enqueue(request *new) {
  if (!is_started) {
    is_started = true;
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    int error = sluice_original.pthread_create(&thread, &attributes, serve, NULL);
    if (error) sluice_end_without_thread(error);
    pthread_attr_destroy(&attributes);
  }
  *end = new;
  end = &new->next;
  sluice_original.pthread_cond_signal(&arrived);
}

/// Waits until `context`, a lock, is free.
static void *pass(void *context) {
  sluice_original.pthread_mutex_lock(context);
  pthread_mutex_unlock(context);
  return NULL;
}

const char *sluice_find_thread_error(void) {
  pthread_t threads[SPARE_THREADS];
  pthread_mutex_t barrier = PTHREAD_MUTEX_INITIALIZER;
  pthread_attr_t attributes;
  size_t count = 0;
  int error = 0;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  sluice_original.pthread_mutex_lock(&barrier);
  while (!error && count < SPARE_THREADS) {
    error = sluice_original.pthread_create(&threads[count], &attributes, pass, &barrier);
    if (!error) count++;
  }
  pthread_mutex_unlock(&barrier);
  while (count > 0) pthread_join(threads[--count], NULL);
  pthread_mutex_destroy(&barrier);
  pthread_attr_destroy(&attributes);
  return error ? strerror(error) : NULL;
}

_Noreturn void sluice_end_without_thread(int error) {
  fprintf(stderr, "a simulation can't start a thread: %s\n", strerror(error));
  fflush(stderr);
  _exit(2);
}

void sluice_thread_run(sluice_function function, void *context) {
  if (is_simulation_thread) {
    function(context);
    return;
  }
  request mine = {.function = function, .context = context, .is_awaited = true};
  pthread_cond_init(&mine.done, NULL);
  sluice_original.pthread_mutex_lock(&lock);
  enqueue(&mine);
  while (!mine.is_done) sluice_original.pthread_cond_wait(&mine.done, &lock);
  pthread_mutex_unlock(&lock);
  pthread_cond_destroy(&mine.done);
}

void sluice_thread_post(sluice_function function, void *context) {
  request *posted = calloc(1, sizeof *posted);
  if (!posted) abort();
  posted->function = function;
  posted->context = context;
  sluice_original.pthread_mutex_lock(&lock);
  enqueue(posted);
  pthread_mutex_unlock(&lock);
}

#endif
