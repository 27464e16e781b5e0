import SluiceRunner
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Cases with many consumers")
struct ConsumerGrowthTests {
  /// What each of many consumers does, and what lines expect of it.
  private static let courses = [
    "that are cancelled": [
      "$ = toy.values()\nexpect $ added", "cancel $\nexpect $ removed promptly\nexpect $ ended",
    ],
    "that leave their loop": [
      "$ = toy.values() prefix 1\nexpect $ added", "toy.send(1)", "expect $ next 1\nexpect $ ended",
    ],
    "that hear of the end": [
      "$ = toy.values()\nexpect $ added", "toy.finish()", "expect $ finish\nexpect $ removed",
    ],
  ]

  /// A case in which each part is played for each consumer, but for a line without any.
  private static func scenario(_ parts: [String], _ count: Int) throws -> ScenarioCase {
    let lines = parts.flatMap { part in
      part.contains("$")
        ? (0..<count).map { number in
          part.split(separator: "$", omittingEmptySubsequences: false)
            .joined(separator: "S\(number)")
        } : [part]
    }
    return try Play.scenario(lines.joined(separator: "\n"))
  }

  /// How many records are looked at for each consumer while a case is played and judged.
  private static func looks(_ parts: [String], _ count: Int) throws -> Int {
    let scenario = try scenario(parts, count)
    return Simulation().perform { _ in
      WorkCounter.steps { #expect(Play.result(scenario).summary == "passed") } / count
    }
  }

  @Test(
    "look at as much for each line that expects something, however many there are",
    arguments: courses.keys.sorted())
  func growth(_ name: String) throws {
    let parts = try #require(Self.courses[name])
    let looks = try [20, 80, 320].map { count in try Self.looks(parts, count) }
    #expect(looks[0] > 0)
    // Four times as many are two halvings more wherever something is searched for.
    for (less, more) in zip(looks, looks.dropFirst()) {
      #expect(more <= less + less / 2, "\(looks)")
    }
  }
}
