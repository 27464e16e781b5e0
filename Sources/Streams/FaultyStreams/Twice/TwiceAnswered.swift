/// Two things of which the second finds a call of `next()` answered by the first, and answers it
/// again.
///
/// Between the answer and the moment in which the consumer runs anything can come; a stream that
/// forgets only then that somebody waited, or of which two parts keep the one who waits, resumes a
/// continuation twice, which ends the process.
enum TwiceAnswered: String, CaseIterable, Sendable {
  case valueThenCancel = "a-value-then-a-cancel"
  case errorThenCancel = "an-error-then-a-cancel"
  case endThenCancel = "an-end-then-a-cancel"
  case cancelThenValue = "a-cancel-then-a-value"
  case cancelThenError = "a-cancel-then-an-error"
  case cancelThenEnd = "a-cancel-then-an-end"
  case valueThenError = "a-value-then-an-error"
  case valueThenEnd = "a-value-then-an-end"

  /// What answers a call of `next()`.
  enum Cause: Sendable {
    case value
    case error
    case end
    case cancel
  }

  /// What answers first, and what answers again.
  var causes: (first: Cause, second: Cause) {
    switch self {
    case .valueThenCancel: (.value, .cancel)
    case .errorThenCancel: (.error, .cancel)
    case .endThenCancel: (.end, .cancel)
    case .cancelThenValue: (.cancel, .value)
    case .cancelThenError: (.cancel, .error)
    case .cancelThenEnd: (.cancel, .end)
    case .valueThenError: (.value, .error)
    case .valueThenEnd: (.value, .end)
    }
  }

  /// Whether one of the two is the source's error.
  var needsError: Bool { causes.first == .error || causes.second == .error }

  /// Whether one of the two is the source's end.
  var needsEnd: Bool { causes.first == .end || causes.second == .end }
}
