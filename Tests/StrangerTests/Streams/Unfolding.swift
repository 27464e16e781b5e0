import SluiceTesting

/// A stream that unfolds what an iterator gives.
enum UnfoldedQuotes {
  static let stranger = Stranger(
    "unfolding", over: .listener(Double.self).lacking(.sendNothing), traits: .unfolding,
    twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in
    let iterator = Quotes(source: source, leaks: leaks).makeAsyncIterator()
    return AsyncThrowingStream { try await iterator.next() }
  }
}
