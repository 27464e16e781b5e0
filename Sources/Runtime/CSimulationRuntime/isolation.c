// Isolation that is lent. A caller that stands still while a simulation runs has its actor to
// itself, so what it hands over may run as that actor's on the simulation's thread. The runtime
// checks where a closure runs by thread and executor; its hook for executors of one's own answers
// for the loan.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

/// The innermost loan on the calling thread.
static _Thread_local const sluice_loan *current_loan;

typedef SWIFT_CALL int8_t (*original_check)(void *identity, uintptr_t implementation);
typedef SWIFT_CALL int8_t (*check_hook)(
    void *identity, uintptr_t implementation, original_check original);

/// The hook that was there before, or NULL.
static check_hook outer_hook;

/// Whether the calling thread still runs the code that a loan was made for: no event, but at most
/// synchronous calls have come between.
static bool is_valid(const sluice_loan *loan) {
  const sluice_frame *frame = sluice_current_frame;
  while (frame != loan->frame && frame && frame->is_in_place) frame = frame->outer;
  return frame == loan->frame;
}

static SWIFT_CALL int8_t check_isolation(
    void *identity, uintptr_t implementation, original_check original) {
  for (const sluice_loan *loan = current_loan; loan; loan = loan->outer)
    if (loan->executor == (uintptr_t)identity && is_valid(loan)) return true;
  // The runtime reads the hook without an order; what was written before it must be seen, too.
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return outer_hook ? outer_hook(identity, implementation, original)
                    : original(identity, implementation);
}

static void install_hook(void) {
  static bool is_installed;
  if (__atomic_exchange_n(&is_installed, true, __ATOMIC_ACQ_REL)) return;
  check_hook *hook = sluice_original.isolation_hook;
  outer_hook = *hook;
  __atomic_store_n(hook, check_isolation, __ATOMIC_RELEASE);
}

void sluice_loan_begin(sluice_loan *loan, uintptr_t executor, bool is_main) {
  install_hook();
  *loan = (sluice_loan){executor, is_main, sluice_current_frame, current_loan};
  current_loan = loan;
}

void sluice_loan_end(const sluice_loan *loan) { current_loan = loan->outer; }

bool sluice_main_is_lent(void) {
  for (const sluice_loan *loan = current_loan; loan; loan = loan->outer)
    if (loan->is_main && is_valid(loan)) return true;
  return false;
}

uintptr_t sluice_current_executor(void) {
  for (const sluice_loan *loan = current_loan; loan; loan = loan->outer)
    if (is_valid(loan)) return loan->executor;
  return (uintptr_t)sluice_original.get_current_executor().identity;
}

bool sluice_is_isolated(uintptr_t identity, uintptr_t implementation) {
  // No flags: an answer, and no trap.
  return sluice_original.is_current_executor(
      (executor_reference){(void *)identity, implementation}, 0);
}

#endif
