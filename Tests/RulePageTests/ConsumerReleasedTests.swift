import FakeListener
import SluiceConformance
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

/// The page of a rule that no case is about, since an object is assigned to where no consumer of a
/// scenario is.
@Suite("Page of memory.consumer-released")
struct ConsumerReleasedTests {
  @Test("shows wrong code that keeps the object, and right code that does not")
  func judged() throws {
    #expect(try isViolated(by: ConsumerReleasedPage.wrong))
    #expect(try !isViolated(by: ConsumerReleasedPage.right))
  }

  /// Shows a price on a screen, stops that, and lets go of the screen and the source.
  private func isViolated(by show: (AsyncStream<Double>, Screen) -> Void) throws -> Bool {
    let judgements = try Simulation().perform { simulation in
      defer { simulation.end() }
      let stage = Stage(in: simulation)
      var source: Ticker? = Ticker(in: simulation, spy: stage.spy) { price in
        .integer(Int64(price))
      }
      var screen: Screen? = Screen(stage.log)
      show(try #require(source).prices(), try #require(screen))
      #expect(stage.settle() == nil)
      source?.tell(1, of: .value(7), .direct)
      #expect(stage.settle() == nil)
      #expect(screen?.price == 7)
      screen?.assignment?.cancel()
      #expect(stage.settle() == nil)
      #expect(source?.listenerCount == 0)
      screen = nil
      #expect(stage.playEpilogue() == nil)
      #expect(stage.conclude { source = nil } == nil)
      return Rule.judge(Evidence(stage.log.entries, traits: Traits()))
    }
    let judgement = try #require(
      judgements.first { judgement in judgement.ruleID == ConsumerReleasedPage.rule.id })
    switch judgement.verdict {
    case .violated: return true
    case .held: return false
    default: throw Unjudged()
    }
  }

  /// A run of which the rule says nothing.
  private struct Unjudged: Error {}
}

/// A screen that shows a price, and keeps what keeps it up to date.
final class Screen: Sendable {
  private let sentinel: Sentinel
  private let shown = Box<Double>()
  private let kept = Box<Assignment>()

  init(_ log: EventLog) { sentinel = Sentinel(.consumer(1), log: log) }

  var price: Double? {
    get { shown.value }
    set { shown.value = newValue }
  }

  var assignment: Assignment? {
    get { kept.value }
    set { kept.value = newValue }
  }
}

/// Calls a closure with each price until it is cancelled, and keeps the closure.
final class Assignment: Sendable {
  private let assign: @Sendable (Double) -> Void
  private let task: Task<Void, Never>

  init(of prices: AsyncStream<Double>, _ assign: @escaping @Sendable (Double) -> Void) {
    self.assign = assign
    task = Task { for await price in prices { assign(price) } }
  }

  func cancel() { task.cancel() }
}
