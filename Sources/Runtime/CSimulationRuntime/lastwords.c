// Last words. Where cases run inside somebody's test, a subject that traps takes the process with
// it; what was running is written to standard error then, before whoever handled the signal so far
// gets it. Everything is prepared beforehand: a handler may call hardly anything but `write`. In a
// worker, which tells its supervisor where it has crashed, that is found out first.
#include "internal.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { PLACES = 8, LONGEST = 1024 };

/// One text that is told; its length is 0 while it is none.
typedef struct sluice_last_word {
  atomic_bool is_taken;
  atomic_size_t length;
  char text[LONGEST];
} sluice_last_word;

static sluice_last_word words[PLACES];

static const int fatal[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { FATAL = sizeof fatal / sizeof *fatal };
static struct sigaction before[FATAL];

/// Called before the words are written; NULL for no function.
static void (*_Atomic look_first)(const void *context);

static void tell(int number, siginfo_t *info, void *context) {
  void (*look)(const void *) = atomic_load(&look_first);
  if (look) look(context);
  for (int place = 0; place < PLACES; place++) {
    size_t length = atomic_load(&words[place].length);
    // Nobody could be told that it can't be written.
    if (length && write(STDERR_FILENO, words[place].text, length) < 0) break;
  }
  for (int index = 0; index < FATAL; index++) {
    if (fatal[index] == number) sigaction(number, &before[index], NULL);
  }
  // A fault comes again as soon as this returns, with its registers; a signal that somebody sent
  // does not.
  if (info->si_code <= 0) raise(number);
}

static void install(void) {
  static atomic_flag is_installed = ATOMIC_FLAG_INIT;
  if (atomic_flag_test_and_set(&is_installed)) return;
  struct sigaction action = {.sa_sigaction = tell, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < FATAL; index++) sigaction(fatal[index], &action, &before[index]);
}

void sluice_look_at_crashes(void (*look)(const void *context)) {
  atomic_store(&look_first, look);
  install();
}

int sluice_last_words_begin(const char *text) {
  install();
  for (int place = 0; place < PLACES; place++) {
    if (atomic_exchange(&words[place].is_taken, true)) continue;
    size_t length = strnlen(text, LONGEST);
    memcpy(words[place].text, text, length);
    atomic_store(&words[place].length, length);
    return place;
  }
  return PLACES;
}

void sluice_last_words_end(int place) {
  if (place >= PLACES) return;
  atomic_store(&words[place].length, 0);
  atomic_store(&words[place].is_taken, false);
}
