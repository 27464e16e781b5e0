import FaultyStreams
import Foundation
import ShippedGate
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

@Suite("Case that is tagged race")
struct RaceTests {
  /// How many further schedules are tried until another order shows.
  private static let schedules = 64

  @Test(
    """
    has more than one order of what happens, under the reference or a right stream of its kind: \
    one in eight
    """)
  func orders() throws { try Self.expectSeveralOrders(oneIn: 8) }

  fileprivate static func expectSeveralOrders(oneIn stride: Int) throws {
    let names = ["reference"] + ControlStreams.all.map { control in control.name }
    let runners = names.map { name in
      CaseRunner(products: ShippedGate.harness.products, subjectName: name)
    }
    let races = try ShippedScenarios.cases().filter { scenario in scenario.tags.contains("race") }
    #expect(races.count > 200)
    for scenario in Swift.stride(from: 0, to: races.count, by: stride).map({ races[$0] }) {
      let runner = try #require(
        runners.first { $0.reasonToSkip(scenario) == nil }, "\(scenario.id)")
      #expect(hasSeveralOrders(scenario, runner), "\(scenario.id)")
    }
  }

  @Test("is every case with a line that races")
  func tags() throws {
    for scenario in try ShippedScenarios.cases() {
      let races = scenario.timeline.contains { step in step.mode == .race }
      #expect(races == scenario.tags.contains("race"), "\(scenario.id)")
    }
  }

  /// Whether any schedule has the calls, callbacks and answers in another order than the canonical
  /// one.
  private static func hasSeveralOrders(_ scenario: ScenarioCase, _ runner: CaseRunner) -> Bool {
    var orders: Set<[String]> = []
    for number in 1...schedules {
      let result = CaseExplorer(of: scenario, playedBy: runner, keeping: .logs)
        .result(of: .sample(first: number, count: 1))
      for log in result.logs { orders.insert(log.lines.compactMap(happening)) }
      if orders.count > 1 { return true }
      // What the sequence behind a publisher is given stands in no log before it is asked for:
      // there, that something was chosen otherwise is all that shows.
      if scenario.place.product == "demand", result.schedules.distinct > 1 { return true }
    }
    return false
  }

  /// A line of a log without its time and step; nil for one that tells of no call or answer.
  private static func happening(_ line: String) -> String? {
    let words = line.split(separator: " ").dropFirst(2)
    let calls: Set<Substring> = [
      "add", "callback", "cancel", "configure", "creation", "deletion", "instance", "lookup",
      "owner", "remove",
    ]
    let answers: Set<Substring> = ["gives", "next()"]
    // What passes between a publisher and its subscribers, and the sequence behind it.
    let passings: Set<Substring> = [
      "requests", "receives", "told:", "cancels", "cancelled", "subscribes", "->",
    ]
    let isCall = words.first.map { word in calls.contains(word) } == true
    let isHappening = isCall || words.contains { answers.contains($0) || passings.contains($0) }
    return isHappening ? words.joined(separator: " ") : nil
  }
}

@Suite("Each case that is tagged race", .campaign)
struct RaceCampaign {
  @Test(
    "has more than one order of what happens, under the reference or a right stream of its kind")
  func orders() throws { try RaceTests.expectSeveralOrders(oneIn: 1) }
}
