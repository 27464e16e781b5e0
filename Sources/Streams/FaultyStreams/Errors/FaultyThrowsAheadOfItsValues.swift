/// Breaks `errors.buffered-first`: it looks for the error beside its values before it looks for a
/// value.
enum FaultyThrowsAheadOfItsValues: ErrorBesideSteps {
  static let subject = FaultySubject.errorBeside(
    "throws-ahead-of-its-values", Self.self,
    breaks: "errors.buffered-first", in: "error-with-values-buffered")

  static func begin(_ slot: ErrorSlot) throws {
    if let error = slot.take() { throw error }
  }
}
