/// Breaks `errors.terminal-once`: the error beside its values stays there, for whoever asks again.
enum FaultyLeavesItsErrorThere: ErrorBesideSteps {
  static let subject = FaultySubject.errorBeside(
    "leaves-its-error-there", Self.self,
    breaks: "errors.terminal-once", in: "error-while-waiting")

  static func end(_ slot: ErrorSlot) throws {
    if let error = slot.error { throw error }
  }
}
