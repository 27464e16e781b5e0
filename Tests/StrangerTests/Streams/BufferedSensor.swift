import SluiceTesting

/// A sensor that is faster than its readers, whose streams choose what to keep.
struct BufferedSensor: Sendable {
  typealias Policy = AsyncStream<Int>.Continuation.BufferingPolicy

  let source: FakeListener<Int>

  /// The samples from now on.
  func samples(keeping policy: Policy, leaks: Bool) -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: policy)
    let isOver = Flag()
    let handle = source.addListener(
      .value { sample in
        guard !isOver.isRaised else { return }
        continuation.yield(sample)
      })
    continuation.onTermination = { reason in
      isOver.raise()
      if leaks, case .cancelled = reason { return }
      handle.remove()
    }
    return stream
  }

  static let strangers = [
    stranger("buffers-all", .unbounded, .unbounded),
    stranger("buffers-newest", .bufferingNewest(2), .newest(2)),
    stranger("buffers-oldest", .bufferingOldest(3), .oldest(3)),
  ]

  /// The ability that a callback with a value alone never has.
  private static let silence = SourceAbility.sendNothing

  private static func stranger(
    _ name: String, _ policy: Policy, _ overflow: Traits.Overflow
  ) -> Stranger {
    Stranger(
      name, over: .listener(Int.self).lacking(.fail, .finish, silence),
      traits: .asyncStream.with { traits in traits.overflow = overflow },
      twinBreaks: "cancellation.suspended-removes"
    ) { source, leaks in BufferedSensor(source: source).samples(keeping: policy, leaks: leaks) }
  }
}
