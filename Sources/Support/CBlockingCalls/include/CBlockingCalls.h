/// Gates that are passed by a call of the system's which blocks, one for each such call: for
/// streams and tests that wait in it. Nothing here has a pointer in its type.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "HostileCalls.h"

/// The call by which a gate is passed.
typedef enum {
  BLOCKING_SEM_WAIT,
  BLOCKING_SEM_TIMEDWAIT,
  BLOCKING_SEM_CLOCKWAIT,
  BLOCKING_COND_TIMEDWAIT,
  BLOCKING_COND_CLOCKWAIT,
  BLOCKING_POLL,
  BLOCKING_PPOLL,
  BLOCKING_SELECT,
  BLOCKING_PSELECT,
  BLOCKING_EPOLL_WAIT,
  BLOCKING_EPOLL_PWAIT,
  /// Those behind it are no signals: what one holds on to, another one waits for.
  BLOCKING_MUTEX_TIMEDLOCK,
  BLOCKING_MUTEX_CLOCKLOCK,
  BLOCKING_RDLOCK,
  BLOCKING_TIMEDRDLOCK,
  BLOCKING_CLOCKRDLOCK,
  BLOCKING_WRLOCK,
  BLOCKING_TIMEDWRLOCK,
  BLOCKING_CLOCKWRLOCK,
  BLOCKING_PTHREAD_ONCE,
  BLOCKING_DISPATCH_ONCE,
  BLOCKING_CXA_GUARD,
  BLOCKING_CALLS,
} blocking_call;

/// A gate, which is there until it is freed.
typedef struct {
  uintptr_t address;
} blocking_gate;

/// Returns a gate that is closed.
blocking_gate blocking_gate_make(blocking_call call);
/// Frees a gate at which nobody waits.
void blocking_gate_free(blocking_gate gate);
/// The name of the call.
const char *blocking_call_name(blocking_call call);
/// Whether the call is one that a simulation knows: statics of C++ belong to the thread sanitizer.
bool blocking_call_is_simulated(blocking_call call);
/// Whether what is waited for at the gate is held on to by somebody, and no signal.
bool blocking_call_is_lock(blocking_call call);
/// Whether the call can be given a limit.
bool blocking_call_has_limit(blocking_call call);

/// Signals; or takes hold of the gate's lock, or begins to make its value, until it may let go.
void blocking_gate_hold(blocking_gate gate);
/// Waits until somebody has taken hold, if the gate has something to hold on to.
void blocking_gate_await_held(blocking_gate gate);
/// Has the one who holds on let go.
void blocking_gate_let_go(blocking_gate gate);
/// Waits at the gate, at most so many milliseconds if its call has a limit; negative is for ever.
/// Returns whether it was passed.
bool blocking_gate_pass(blocking_gate gate, long milliseconds);

/// Takes the gate's lock for reading and then for writing, which waits for itself for ever.
void blocking_gate_take_twice(blocking_gate gate);
