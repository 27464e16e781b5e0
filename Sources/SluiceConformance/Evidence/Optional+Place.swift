extension Int? {
  /// The first of two places in a log, where there is one.
  func orEarlier(_ other: Int?) -> Int? {
    guard let self, let other else { return self ?? other }
    return Swift.min(self, other)
  }
}
