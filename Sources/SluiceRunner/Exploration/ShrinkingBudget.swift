import SluiceConformance

extension ShrinkingBudget {
  /// The budget for a failure: each deadlock leaves a thread behind for good.
  convenience init(for signature: FailureSignature) {
    if signature.kind == .deadlocked {
      self.init(runs: 30)
    } else {
      self.init()
    }
  }
}
