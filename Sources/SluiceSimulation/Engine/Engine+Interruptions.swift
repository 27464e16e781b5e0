/// Events that fall into a backend's call.
extension Engine {
  /// Asks the scheduler, inside a call, which of the events that may fall into it do so, and runs
  /// them there.
  ///
  /// Under the canonical schedule none does.
  ///
  /// - Returns: Whether any did.
  func offerInterruptions() -> Bool {
    guard interruptingCount > 0, !isFirstInFirstOut else { return false }
    beginOnce()
    var hasRun = false
    while true {
      ring.collectInterrupting(into: &choices)
      guard !choices.isEmpty, step < limits.steps else { return hasRun }
      lastOffer = (step, lastOffer.step == step ? lastOffer.count + 1 : 1)
      let ready = ReadyEvents(engine: self, isInsideCall: true)
      let choice = scheduler.choose(from: ready)
      precondition(choice >= 0 && choice < ready.count, "the scheduler chose what is not possible")
      guard choice > 0 else { return hasRun }
      hasRun = true
      interruptingCount -= 1
      runNested(ring.remove(at: choices[choice - 1]))
    }
  }
}
