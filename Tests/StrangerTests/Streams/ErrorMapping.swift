import SluiceTesting

/// The errors of a feed of headlines, by which it hides those of its transport.
enum HeadlineError: Error {
  case feedFailed(any Error)

  /// The error of the transport.
  var cause: any Error {
    switch self {
    case .feedFailed(let cause): cause
    }
  }
}

/// A feed of headlines over a transport that calls back with results, and tells its end.
struct Headlines: Sendable {
  let transport: FakeListener<String>

  /// The headlines until the feed ends.
  func headlines(leaks: Bool) -> AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream { continuation in
      let subscription = Subscription()
      let end = { @Sendable (error: HeadlineError?) in
        if subscription.end() { continuation.finish(throwing: error) }
      }
      continuation.onTermination = { reason in
        if leaks, case .cancelled = reason { return }
        subscription.end()
      }
      let handle = transport.addListener(
        .result(
          { result in
            switch result {
            case .success(let headline): if !subscription.isOver { continuation.yield(headline) }
            case .failure(let error): end(.feedFailed(error))
            }
          }, onFinish: { end(nil) }))
      subscription.begin { handle.remove() }
    }
  }

  static let stranger = Stranger(
    "error-mapping", over: .listener(String.self).lacking(.sendNothing),
    traits: .asyncThrowingStream, twinBreaks: "cancellation.suspended-removes",
    error: { error in (error as? HeadlineError)?.cause ?? error },
    open: { source, leaks in Headlines(transport: source).headlines(leaks: leaks) })
}
