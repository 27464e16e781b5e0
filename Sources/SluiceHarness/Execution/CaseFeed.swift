import SluiceRunner
import SluiceScenarios

/// The cases of a run, one by one as workers are free.
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
  private let stopSignal: StopSignal
  /// Why there are no more cases; nil while there may be.
  private(set) var end: End?

  /// The selected cases of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - stopSignal: Looked at before each case.
  init(_ plan: RunPlan, stopSignal: StopSignal) {
    cases = PlannedCases(plan)
    self.stopSignal = stopSignal
  }

  func next() -> ScenarioCase? {
    guard end == nil else { return nil }
    do {
      guard let scenario = try cases.next() else { return finish(.complete) }
      guard !stopSignal.isRaised else { return finish(.stopped) }
      return scenario
    } catch {
      return finish(.failed(error))
    }
  }

  /// Notes that a case was handed out, and left out since somebody wants the run to stop.
  func leaveOut() { end = .stopped }

  private func finish(_ end: End) -> ScenarioCase? {
    self.end = end
    return nil
  }
}
