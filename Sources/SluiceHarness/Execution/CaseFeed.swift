import SluiceRunner
import SluiceScenarios

/// The requests of a run, made one by one when a worker is free, with the case that each is about.
///
/// It ends after the last case, or before it when the run is to stop or the scenarios can't be read
/// any more: why it ended is to be asked for then, so that no case is left out in silence.
final class CaseFeed: Sequence, IteratorProtocol {
  /// Why there are no more requests.
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
  private let makeRequest: (ScenarioCase) throws -> String
  private var current: ScenarioCase?
  /// How many requests were made.
  private(set) var count = 0
  /// Why there are no more requests; nil while there may be.
  private(set) var end: End?

  /// The requests for the selected cases of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - stopSignal: Looked at before each request.
  ///   - makeRequest: Makes the request for a case.
  init(
    _ plan: RunPlan, stopSignal: StopSignal, makeRequest: @escaping (ScenarioCase) throws -> String
  ) {
    cases = PlannedCases(plan)
    self.stopSignal = stopSignal
    self.makeRequest = makeRequest
  }

  func next() -> String? {
    guard end == nil else { return nil }
    do {
      guard let scenario = try cases.next() else { return finish(.complete) }
      guard !stopSignal.isRaised else { return finish(.stopped) }
      let request = try makeRequest(scenario)
      current = scenario
      count += 1
      return request
    } catch {
      return finish(.failed(error))
    }
  }

  /// The case that a request is about.
  ///
  /// - Parameter index: The request's number, from zero: that of the last one, since each is
  ///   answered before the next is taken.
  /// - Returns: The case.
  func scenario(of index: Int) -> ScenarioCase {
    guard let current, index == count - 1 else {
      preconditionFailure("request \(index) is answered while \(count - 1) is the last one")
    }
    return current
  }

  private func finish(_ end: End) -> String? {
    self.end = end
    current = nil
    return nil
  }
}
