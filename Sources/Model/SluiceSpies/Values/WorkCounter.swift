import Synchronization

/// A count of the steps that operations take: comparisons, visits and copies of single branches.
///
/// It shows how the cost of an operation grows, exactly and on every machine, where a clock could
/// not. Who wants to know installs one around the operation; otherwise nothing is counted.
package final class WorkCounter: Sendable {
  /// The counter of whoever measures at present.
  @TaskLocal private static var current: WorkCounter?

  /// How many measure at present, so that nobody else has to look for a counter.
  private static let measuring = Atomic<Int>(0)

  private let total = Atomic<Int>(0)

  private init() {}

  /// The steps that a piece of work takes.
  package static func steps(of work: () -> Void) -> Int {
    let counter = WorkCounter()
    measuring.add(1, ordering: .relaxed)
    defer { measuring.subtract(1, ordering: .relaxed) }
    $current.withValue(counter, operation: work)
    return counter.total.load(ordering: .relaxed)
  }

  /// Adds steps to the counter of whoever measures.
  package static func count(_ steps: Int) {
    guard measuring.load(ordering: .relaxed) > 0 else { return }
    current?.total.add(steps, ordering: .relaxed)
  }

  /// Counts looks in the thick of the work while somebody measures: in debug builds alone, as the
  /// tests are.
  @inlinable
  package static func looked(_ count: Int = 1) {
    #if DEBUG
      self.count(count)
    #endif
  }
}
