import Foundation
import SluiceTesting
import Synchronization
import Testing

/// The cases that the failing streams of both libraries are played in.
enum FailingCases {
  static let cancelled = "listener/cancellation/waiting/a waiting consumer is cancelled"
  static let racing =
    "listener/cancellation/early/a consumer is cancelled while its start is under way/0ms"
  static let finished =
    "listener/unit/completion/the source's end ends the iteration and releases its listener"
  static let waiting = "listener/cancellation/waiting/*"
}

/// Issues of `expectConformance` of Swift Testing: the golden files are in
/// `Golden/swift-testing`, and name lines of this file and of the kit's scenarios.
@Suite("The issues of a conformance test")
struct ConformanceGoldenTests {
  @Test("match the golden file for a broken rule")
  func rule() async throws {
    try await expectGolden("rule.txt") {
      try await expectConformance(of: FailingStream.forgetful.subject, only: FailingCases.cancelled)
    }
  }

  @Test("match the golden file for a broken rule, without a second process")
  func ruleHere() async throws {
    try await expectGolden("rule-in-one-process.txt") {
      try await expectConformance(
        of: FailingStream.forgetful.subject, only: FailingCases.cancelled, schedules: 3, seed: 7,
        level: .should, isolation: .none)
    }
  }

  @Test("match the golden file for several failures of one cause")
  func group() async throws {
    try await expectGolden("group.txt") {
      try await expectConformance(
        of: FailingStream.forgetful.subject,
        only: "listener/cancellation/again/a consumer is cancelled twice*", schedules: 0,
        isolation: .none)
    }
  }

  #if compiler(>=6.3)
    @Test("match the golden file for advice, which fails nothing")
    func advice() async throws {
      try await expectGolden("advice.txt") {
        let summary = try await expectConformance(
          of: FailingStream.eager.subject, only: FailingCases.waiting, schedules: 0,
          isolation: .none)
        #expect(summary.failed == 0)
      }
    }
  #endif

  @Test("match the golden file for advice that is made to count")
  func adviceThatCounts() async throws {
    try await expectGolden("advice-that-counts.txt") {
      try await expectConformance(
        of: FailingStream.eager.subject, only: FailingCases.waiting, schedules: 0,
        level: .should, isolation: .none)
    }
  }

  @Test("match the golden file for a stream that waits for ever")
  func hang() async throws {
    try await expectGolden("waits-for-ever.txt") {
      try await expectConformance(
        of: FailingStream.waitsForEver.subject, only: FailingCases.finished, isolation: .none)
    }
  }

  @Test("match the golden file for a crash")
  func crash() async throws {
    try await expectGolden("crash.txt") {
      try await expectConformance(of: FailingStream.trapping.subject, only: FailingCases.cancelled)
    }
  }

  @Test("match the golden file for an escape")
  func escape() async throws {
    try await expectGolden("escape.txt") {
      try await expectConformance(of: FailingStream.escaping.subject, only: FailingCases.cancelled)
    }
  }

  @Test("match the golden file for an expectation")
  func expectation() async throws {
    try await expectGolden("expectation.txt") {
      try await expectConformance(
        of: FailingStream.slow.subject, only: FailingCases.cancelled, isolation: .none)
    }
  }

  @Test("match the golden file for a race")
  func race() async throws {
    try await expectGolden("race.txt") {
      try await expectConformance(
        of: FailingStream.racing.subject, only: FailingCases.racing, isolation: .none)
    }
  }

  @Test("match the golden file where nothing is selected")
  func nothing() async throws {
    try await expectGolden("nothing-selected.txt") {
      try await expectConformance(
        of: FailingStream.forgetful.subject, only: "listener/no/such/case")
    }
  }

  /// Expects that the issues of a call are the golden ones.
  private func expectGolden(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ call: () async throws -> Void
  ) async throws {
    let issues = Issues()
    try await withKnownIssue {
      try await call()
    } matching: { issue in
      issues.add(issue)
    }
    try issues.expect(name, sourceLocation: sourceLocation)
  }
}

/// The issues of one test.
private final class Issues: Sendable {
  private let state = Mutex("")

  /// Adds an issue, with its place.
  ///
  /// - Returns: That it is known.
  func add(_ issue: Issue) -> Bool {
    let place = issue.sourceLocation.map { place in
      IssueText.heading(path: place.path, line: place.line, column: place.column)
    }
    let text = issue.comments.map(\.rawValue).joined(separator: "\n")
    state.withLock { state in state += "\(place ?? "")\(text)\n" }
    return true
  }

  /// Expects that they are the golden ones.
  func expect(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let text = IssueText.masked(state.withLock { state in state })
    try GoldenFile("swift-testing/\(name)").expect(text, sourceLocation: sourceLocation)
  }
}

/// The text of issues in golden files.
enum IssueText {
  /// The root of this repository.
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL.path(percentEncoded: false)

  /// The line above an issue, with its place below the repository's folder.
  static func heading(path: String, line: Int, column: Int? = nil) -> String {
    let path = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
      .replacing(repository, with: "")
    return "==> \(path):\(line)\(column.map { column in ":\(column)" } ?? "") <==\n"
  }

  /// The text with paths below the repository's folder.
  static func relative(_ text: String) -> String { text.replacing(repository, with: "") }

  /// The text without what depends on the machine: a trap is another signal on each processor.
  static func masked(_ text: String) -> String {
    text.replacing(/SIG(ILL|TRAP)/, with: "SIG…")
  }
}
