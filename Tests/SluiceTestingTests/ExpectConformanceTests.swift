import Dispatch
import Foundation
import SluiceTesting
import Synchronization
import Testing

/// Streams of one's own over a scripted listener: one as it should be, and some that are not.
private enum Stream {
  case right, forgetful, trapping

  /// The stream under test, as somebody would write it.
  var subject: Subject {
    Subject("\(self)", over: .listener(Int.self), traits: .asyncThrowingStream) { source in
      AsyncThrowingStream { continuation in
        let handle = source.addListener { value, error in
          if let error { return continuation.finish(throwing: error) }
          if let value { continuation.yield(value) }
        } onFinish: {
          continuation.finish()
        }
        continuation.onTermination = { reason in
          switch (self, reason) {
          case (.forgetful, .cancelled): break
          case (.trapping, .cancelled): fatalError("a mistake on purpose")
          default: handle.remove()
          }
        }
      }
    }
  }
}

/// A stream with a worker, which each value has wait until the next line brings something: another
/// value, the end, or a cancel.
private let waiting = Subject(
  "waiting", over: .listener(Int.self), traits: .asyncThrowingStream
) { source in
  AsyncThrowingStream { continuation in
    let goesOn = DispatchSemaphore(value: 0)
    let handle = source.addListener { value, error in
      if let error { return continuation.finish(throwing: error) }
      guard let value else { return }
      continuation.yield(value)
      goesOn.signal()
      DispatchQueue.global().async {
        // What the value has signalled itself, and what comes next.
        for _ in 0..<2 { goesOn.wait() }
        goesOn.signal()
      }
    } onFinish: {
      continuation.finish()
    }
    continuation.onTermination = { _ in
      handle.remove()
      goesOn.signal()
    }
  }
}

/// A case in which a consumer that waits is cancelled.
private let cancelled = "listener/cancellation/waiting/a waiting consumer is cancelled"
/// A case in which the source ends first.
private let finished =
  "listener/unit/completion/the source's end ends the iteration and releases its listener"
/// Cases in which no consumer is cancelled before the epilogue.
private let uncancelled = "listener/unit/values/*"

/// A rule of the test's own, which every stream breaks.
private let neverAdded = Rule(
  id: "house.never-added", statement: "no listener is added", level: .must,
  rationale: "each one costs power", underThreads: .counts
) { evidence in
  .overall(evidence.registrations) { registration in
    .violated(at: registration.addCalled, because: "#\(registration.id.number) was added")
  }
}

/// What was told of the issues of a test.
private final class Found: Sendable {
  private let state = Mutex<[String]>([])

  /// The texts of the issues so far.
  var texts: [String] { state.withLock { state in state } }

  /// Adds an issue.
  func add(_ issue: Issue) {
    let text = issue.comments.map { comment in comment.rawValue }.joined()
    state.withLock { state in state.append(text) }
  }
}

@Suite("A conformance test")
struct ExpectConformanceTests {
  @Test("refuses two streams of one name, of which only one would be run")
  func twins() async {
    let error = await #expect(throws: (any Error).self) {
      try await expectConformance(
        of: Stream.right.subject, Stream.right.subject, only: cancelled, isolation: .none)
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("two of the subjects are called 'right'"))
  }

  @Test("passes for a stream in which an event waits for what a later line brings")
  func waitingStream() async throws {
    for isolation in [ConformanceIsolation.process, .none] {
      let summary = try await expectConformance(
        of: waiting, only: cancelled, uncancelled, isolation: isolation)
      #expect(summary.failed == 0)
      #expect(summary.cases > 1)
    }
  }

  @Test("passes for a stream that does what the cases want", arguments: [64, 0])
  func rightStream(schedules: Int) async throws {
    let summary = try await expectConformance(
      of: Stream.right.subject, only: cancelled, uncancelled, schedules: schedules)
    #expect(summary.failed == 0)
    #expect(summary.cases > 1)
    #expect((summary.schedules > summary.cases) == (schedules > 0))
  }

  @Test("shows a failure at the scenario's line, as the command line does")
  func failure() async throws {
    let text = try await text(of: .forgetful)
    #expect(text.contains("cancellation.suspended-removes: #1 was still registered when"))
    #expect(text.contains("13 | @10ms   cancel S"))
    #expect(text.contains("\n>   10ms"))
    #expect(
      text.contains(
        "again: try await expectConformance(of: forgetful, only: \"\(cancelled)\")  // as in "))
  }

  @Test(
    "asks rules of the caller's own, in a second process too",
    arguments: [
      ConformanceIsolation.process, .none,
    ])
  func ownRules(isolation: ConformanceIsolation) async throws {
    let found = Found()
    try await withKnownIssue {
      let summary = try await expectConformance(
        of: Stream.right.subject, rules: [neverAdded], only: cancelled, notExercised: [],
        isolation: isolation)
      #expect(summary.failed == 1)
    } matching: { issue in
      found.add(issue)
      return true
    }
    let text = found.texts.joined()
    #expect(text.contains("house.never-added: #1 was added"), "\(text)")
    #expect(text.contains("expectConformance(of: right, rules: […], only: "))
  }

  @Test("refuses a rule of the kit's name")
  func ownRuleMistake() async {
    let rule = Rule(
      id: "ordering.fifo", statement: "nothing", level: .must, rationale: "none",
      underThreads: .counts
    ) { _ in .held }
    let error = await #expect(throws: (any Error).self) {
      try await expectConformance(of: Stream.right.subject, rules: [rule], only: cancelled)
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("the kit has a rule 'ordering.fifo'"))
  }

  @Test("outlives a stream that traps, and runs the other cases")
  func trap() async throws {
    let text = try await text(of: .trapping, finished)
    #expect(text.contains("subject crashed"))
    #expect(text.contains("a mistake on purpose"))
    #expect(text.contains("it crashed here:"))
    #expect(text.contains("cancel {"))
  }

  @Test("says which rules no case exercised, and of them none about an app that nobody can delete")
  func unexercisedRules() async throws {
    try await withKnownIssue {
      try await expectConformance(
        of: Subject("forgetful", over: .listener(Int.self), traits: .asyncThrowingStream) { _ in
          AsyncThrowingStream { continuation in continuation.finish() }
        }, schedules: 0, notExercised: [])
    } matching: { issue in
      let text = issue.comments.map { comment in comment.rawValue }.joined()
      return issue.sourceLocation?.fileName.hasSuffix(".scenario") == true
        || text.contains("of the rules that could apply:")
          && text.contains("notExercised: [\"")
          && !text.contains("teardown.app-deletion-ends")
    }
  }

  @Test("passes where no case exercised a rule, and says so in the result and in the text")
  func defaultOfUnexercisedRules() async throws {
    let silent = Rule(
      id: "house.silent", statement: "nothing is said", level: .must, rationale: "quiet is gold",
      underThreads: .counts
    ) { _ in .notExercised }
    let subject = Subject(
      "values", over: .listener(Int.self).lacking(.fail, .finish, .sendNothing),
      traits: .asyncStream
    ) { source in
      AsyncStream { continuation in
        let isOver = Mutex(false)
        let handle = source.addValueListener { value in
          if !isOver.withLock({ isOver in isOver }) { continuation.yield(value) }
        }
        continuation.onTermination = { _ in
          isOver.withLock { isOver in isOver = true }
          handle.remove()
        }
      }
    }
    let summary = try await expectConformance(of: subject, rules: [silent], schedules: 0)
    #expect(summary.failed == 0)
    #expect(summary.leftOut > 0 && summary.sampled > 0)
    #expect(summary.unexercisedRules.contains("house.silent"))
    try await withKnownIssue {
      try await expectConformance(
        of: subject, rules: [silent], schedules: 0, notExercised: ["memory.consumer-released"])
    } matching: { issue in
      issue.comments.contains { comment in
        comment.rawValue.contains("notExercised: [\"house.silent\"]")
      }
    }
  }

  @Test("records at most 20 issues with 400 lines for a stream that fails in more than 100 cases")
  func manyFailures() async throws {
    let found = Found()
    var summary: ConformanceSummary?
    try await withKnownIssue {
      summary = try await expectConformance(of: Stream.forgetful.subject, schedules: 0)
    } matching: { issue in
      found.add(issue)
      return true
    }
    let lines = found.texts.map { text in
      text.split(separator: "\n", omittingEmptySubsequences: false).count
    }
    #expect(try #require(summary).failed > 100)
    #expect(lines.count > 1)
    #expect(lines.count <= 20)
    #expect(lines.reduce(0, +) <= 400)
    let command =
      "each case: SLUICE_VERBOSE=1 swift test --filter "
      + "SluiceTestingTests.ExpectConformanceTests/manyFailures"
    #expect(found.texts.first?.hasSuffix(command) == true)
  }

  @Test("says so where nothing is selected")
  func emptySelection() async throws {
    try await withKnownIssue {
      try await expectConformance(of: Stream.right.subject, only: "listener/no/such/case")
    } matching: { issue in
      issue.comments.contains { comment in comment.rawValue.contains("no case is selected") }
    }
  }

  @Test("refuses a stream without its product, and a schedule for several cases")
  func mistakes() async throws {
    await #expect(throws: (any Error).self) {
      try await expectConformance(of: Stream.right.subject, only: uncancelled, schedule: "")
    }
    await #expect(throws: (any Error).self) {
      try await expectConformance(of: Stream.right.subject, notExercised: ["no.such-rule"])
    }
  }

  /// The one issue of a call that has exactly one, at the line of the scenario that cancels.
  private func text(of stream: Stream, _ other: String = cancelled) async throws -> String {
    let found = Found()
    var summary: ConformanceSummary?
    try await withKnownIssue {
      summary = try await expectConformance(of: stream.subject, only: cancelled, other)
    } matching: { issue in
      found.add(issue)
      guard let place = issue.sourceLocation else { return false }
      let lines = (try? String(contentsOfFile: place.path, encoding: .utf8))?
        .split(separator: "\n", omittingEmptySubsequences: false)
      return place.path.hasSuffix("Scenarios/listener/cancellation/waiting.scenario")
        && lines?.indices.contains(place.line - 1) == true
    }
    #expect(summary?.failed == 1)
    #expect(found.texts.count == 1)
    return found.texts.joined()
  }
}
