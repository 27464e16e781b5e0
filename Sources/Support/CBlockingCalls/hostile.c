#include "CBlockingCalls.h"

#if defined(__linux__)

#include <fcntl.h>
#include <sys/ptrace.h>
#include <unistd.h>

void hostile_trace_me(void) { ptrace(PTRACE_TRACEME, 0, 0, 0); }

void hostile_become_sleep(void) {
  for (int number = 3; number < 64; number++) fcntl(number, F_SETFD, FD_CLOEXEC);
  execl("/bin/sleep", "sleep", "600", (char *)0);
}

#else

void hostile_trace_me(void) {}

void hostile_become_sleep(void) {}

#endif
