import Synchronization

/// A count of the steps that operations take: comparisons, visits and copies of single branches.
///
/// It shows how the cost of an operation grows, exactly and on every machine, where a clock could
/// not. Who wants to know installs one around the operation; otherwise nothing is counted.
package final class WorkCounter: Sendable {
  /// The counter of whoever measures at present.
  @TaskLocal package static var current: WorkCounter?

  private let total = Atomic<Int>(0)

  package init() {}

  /// The steps so far.
  package var steps: Int { total.load(ordering: .relaxed) }

  /// The steps that a piece of work takes.
  package static func steps(of work: () -> Void) -> Int {
    let counter = WorkCounter()
    $current.withValue(counter, operation: work)
    return counter.steps
  }

  /// Adds steps to the counter of whoever measures.
  package static func count(_ steps: Int) {
    current?.total.add(steps, ordering: .relaxed)
  }
}
