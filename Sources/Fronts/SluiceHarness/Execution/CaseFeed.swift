import SluiceRunner
import SluiceScenarios

/// A case with its number among all that a run selects, from 0.
struct NumberedCase: Sendable {
  let number: Int
  let scenario: ScenarioCase
}

/// The cases of a run, one by one as workers are free: those of one shard.
///
/// It ends after the last case, or before it when the run is to stop or the scenarios can't be read
/// any more: why it ended is to be asked for then, so that no case is left out in silence.
final class CaseFeed: Sequence, IteratorProtocol {
  /// Why there are no more cases.
  enum End {
    /// Every selected case was handed out.
    case complete
    /// There are more cases, and somebody wants the run to stop.
    case stopped
    /// The next case can't be had.
    case failed(any Error)
  }

  private var cases: PlannedCases
  private let shard: Shard
  private let total: Int
  private var count = 0
  private let stopSignal: StopSignal
  /// Why there are no more cases; nil while there may be.
  private(set) var end: End?

  /// The selected cases of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - shard: Which of them.
  ///   - total: How many cases are dealt to shards.
  ///   - stopSignal: Looked at before each case.
  init(_ plan: RunPlan, shard: Shard = .whole, of total: Int, stopSignal: StopSignal) {
    cases = PlannedCases(plan)
    self.shard = shard
    self.total = total
    self.stopSignal = stopSignal
  }

  func next() -> NumberedCase? {
    guard end == nil else { return nil }
    do {
      while let scenario = try cases.next() {
        defer { count += 1 }
        guard shard.has(scenario.id, at: cases.picked - 1, of: total) else { continue }
        guard !stopSignal.isRaised else { return finish(.stopped) }
        return NumberedCase(number: count, scenario: scenario)
      }
      return finish(cases.isCut ? .stopped : .complete)
    } catch {
      return finish(.failed(error))
    }
  }

  /// Ends the call where a case is left.
  ///
  /// - Throws: What the next case can't be had for, `WorkerError.stopped` among it.
  func checkEnd() throws {
    switch end {
    case .failed(let error): throw error
    case .stopped: throw WorkerError.stopped
    case .complete, nil: break
    }
  }

  /// Notes that a case was handed out, and left out since somebody wants the run to stop.
  func leaveOut() { end = .stopped }

  private func finish(_ end: End) -> NumberedCase? {
    self.end = end
    return nil
  }
}
