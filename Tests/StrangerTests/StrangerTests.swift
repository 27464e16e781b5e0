import SluiceTesting
import Synchronization
import Testing

/// The streams of strangers under the scenarios of the kit, by public API alone.
///
/// The package description denies this target the package's own declarations.
@Suite("Streams of strangers")
struct StrangerTests {
  /// The scenarios about each stimulus that a wrapper has to get right; the campaign plays all.
  private static let sample = [
    "cancellation/callbacks", "cancellation/leaving", "cancellation/races", "cancellation/waiting",
    "unit/completion", "unit/errors", "unit/present", "unit/several", "unit/values",
  ].map(Play.path)

  @Test("a right stream is green", arguments: Strangers.green)
  func isGreen(_ stranger: Stranger) async throws {
    let play = try await Play(of: stranger.stream, scenarios: Self.sample, schedules: 2)
    #expect(play.failures.isEmpty, "\(play.failures.joined(separator: "\n\n"))")
    #expect(play.passed > 20)
  }

  @Test("its twin is red for the rule that it breaks", arguments: Strangers.green)
  func twinIsRed(_ stranger: Stranger) async throws {
    let play = try await Play(of: stranger.twin, scenarios: [Play.path("cancellation/waiting")])
    #expect(play.causes.contains(stranger.rule))
    let others = play.causes.filter { cause in
      !cause.hasPrefix("cancellation.") && !cause.hasPrefix("teardown.")
    }
    #expect(others == [], "\(play.failures.joined(separator: "\n\n"))")
  }

  @Test("a stream that shows an older value of a property is red", arguments: Charger.wrong)
  func showsThePast(_ subject: Subject) async throws {
    let play = try await Play(
      of: subject, scenarios: [Play.path("unit/present")], schedules: 16)
    #expect(play.causes == ["delivery.present-current"])
  }

  @Test("there are at least twenty of them, each with a name of its own")
  func count() {
    let names = Set(Strangers.green.map { stranger in stranger.name })
    #expect(names.count >= 20)
    #expect(names.count == Strangers.green.count)
  }
}

/// A run of a stream, with what it says of it.
struct Play {
  /// The texts of the failures.
  let failures: [String]
  /// The number of cases that passed.
  let passed: Int

  /// Runs scenarios in this process.
  ///
  /// - Parameters:
  ///   - subject: The stream.
  ///   - products: The products whose words the scenarios use, beside the listener.
  ///   - scenarios: The files and folders.
  ///   - schedules: The number of schedules beside the canonical one.
  /// - Throws: The error of a run that can't be made.
  init(
    of subject: Subject, products: [Product] = [], scenarios: [String], schedules: Int = 0
  ) async throws {
    let found = Found()
    var summary: ConformanceSummary?
    try await withKnownIssue(isIntermittent: true) {
      summary = try await expectConformance(
        of: subject, products: products, scenarios: scenarios, schedules: schedules,
        level: .should, isolation: .none)
    } matching: { issue in
      found.add(issue.comments.map { comment in comment.rawValue }.joined())
      return true
    }
    let count = try #require(summary)
    failures = found.texts
    passed = count.cases - count.failed
  }

  /// The file of the kit's scenarios of a listener with a path from their folder.
  static func path(_ file: String) -> String { "Scenarios/listener/\(file).scenario" }

  /// The rules that were broken, each once.
  var causes: Set<String> {
    Set(
      failures.compactMap { text in
        let lines = text.split(separator: "\n")
        guard lines.count > 1 else { return text }
        return lines[1].split(separator: ":").first.map { rule in
          String(rule.drop { letter in letter == " " })
        }
      })
  }

  private final class Found: Sendable {
    private let state = Mutex<[String]>([])

    var texts: [String] { state.withLock { state in state } }

    func add(_ text: String) { state.withLock { state in state.append(text) } }
  }
}
