#include "CBlockingCalls.h"

#if defined(__linux__)

#include <sys/ptrace.h>

void hostile_trace_me(void) { ptrace(PTRACE_TRACEME, 0, 0, 0); }

#else

void hostile_trace_me(void) {}

#endif
