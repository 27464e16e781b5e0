import SluiceTesting
import Synchronization

/// Two sensors of which nothing is told until both have told something, and then the latest of
/// both whenever one changes.
enum LatestOfBoth {
  /// The latest of both, and the one of them that came last.
  typealias Pair = (first: Int, second: Int, newest: Int)

  private final class Latest: Sendable {
    let values = Mutex<(first: Int?, second: Int?, isOver: Bool)>((nil, nil, false))
  }

  static func pairs(_ source: FakeListener<Int>, leaks: Bool) -> AsyncStream<Pair> {
    AsyncStream { continuation in
      let latest = Latest()
      let tell = { (values: (first: Int?, second: Int?, isOver: Bool), newest: Int) in
        guard let first = values.first, let second = values.second, !values.isOver else { return }
        continuation.yield((first, second, newest))
      }
      let first = source.addListener(
        .value { value in
          latest.values.withLock { values in
            values.first = value
            tell(values, value)
          }
        })
      let second = source.addListener(
        .value { value in
          latest.values.withLock { values in
            values.second = value
            tell(values, value)
          }
        })
      continuation.onTermination = { _ in
        latest.values.withLock { values in values.isOver = true }
        first.remove()
        if !leaks { second.remove() }
      }
    }
  }

  static let stranger = Stranger(
    "combine-latest-of-both", over: .listener(Int.self).lacking(.fail, .finish, .sendNothing),
    traits: .asyncStream.with { traits in
      traits.listeners = 2
      traits.merging = .combining
    },
    twinBreaks: "cancellation.suspended-removes", element: { (pair: Pair) in pair.newest },
    open: { source, leaks in pairs(source, leaks: leaks) })
}
