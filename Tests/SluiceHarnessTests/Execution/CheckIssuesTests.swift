import Foundation
import SluiceConformance
import SluiceRunner
import Testing

@Suite("The issues of a check")
struct CheckIssuesTests {
  /// The issues and the count of a check of a stream that never removes its listener.
  private static func outcome(
    _ detail: IssueDetail, of subjects: [Subject] = [OwnStreams.leaking],
    scenarios: [String] = ["Scenarios/listener/cancellation/again.scenario"],
    knownFailing: String? = nil
  ) throws -> (issues: [ConformanceIssue], count: ConformanceCount) {
    var options = ConformanceCheck.Options()
    options.scenarios = scenarios
    options.schedules = 0
    options.part = .cases
    options.knownFailing = knownFailing
    var call = ConformanceCall(
      function: "expectConformance", fileID: #fileID, filePath: #filePath, line: 1, column: 1)
    call.testFilter = "Tests.suite/test"
    let check = try ConformanceCheck(of: subjects, products: [], options: options, call: call)
    var issues: [ConformanceIssue] = []
    let count = try check.run(detail: detail) { issue in issues.append(issue) }
    return (issues, count)
  }

  /// The number of lines of some issues.
  private static func lines(_ issues: [ConformanceIssue]) -> Int {
    issues.map { issue in
      issue.text.split(separator: "\n", omittingEmptySubsequences: false).count
    }.reduce(0, +)
  }

  @Test("are at most 20 with 400 lines for a stream that fails in more than 100 cases")
  func manyCases() throws {
    let grouped = try Self.outcome(.causes, scenarios: [])
    #expect(grouped.count.failed > 100)
    #expect(grouped.issues.count > 1)
    #expect(grouped.issues.count <= 20)
    #expect(Self.lines(grouped.issues) <= 400)
    #expect(try Self.outcome(.causes, scenarios: []).issues == grouped.issues)
  }

  @Test("are one for each failed case where that is asked for")
  func eachCase() throws {
    let all = try Self.outcome(.cases)
    let grouped = try Self.outcome(.causes)
    #expect(all.count.failed > 1)
    #expect(all.issues.count == all.count.failed)
    #expect(grouped.count.failed == all.count.failed)
    #expect(grouped.issues.count < all.issues.count)
    // The place and the account are those of one of the cases.
    for issue in grouped.issues {
      #expect(
        all.issues.contains { other in
          other.path == issue.path && other.line == issue.line && issue.text.hasPrefix(other.text)
        })
    }
  }

  @Test("name the other cases and the symptoms, and the command that shows each")
  func others() throws {
    let issue = try #require(try Self.outcome(.causes).issues.first)
    let end = issue.text.split(separator: "\n").suffix(7)
    #expect(
      end == [
        "2 other cases fail by cancellation.suspended-removes:",
        "  listener.values.cancellation / a consumer is cancelled twice/later",
        "  listener.values.cancellation / a consumer is cancelled again inside its own remove",
        "also, usually by the same fault:",
        "  cancellation.immediate: 1 case",
        "  teardown.break-removes: 1 case",
        "each case: SLUICE_VERBOSE=1 swift test --filter Tests.suite/test",
      ], "\(issue.text)")
  }

  @Test("name the streams of a cause where there are several")
  func severalSubjects() throws {
    var twin = OwnStreams.leaking
    twin.name = "twin"
    let alone = try Self.outcome(.causes).issues
    let both = try Self.outcome(.causes, of: [OwnStreams.leaking, OwnStreams.right, twin]).issues
    #expect(both.count == alone.count)
    #expect(
      both.first?.text.contains(
        "5 other cases fail by cancellation.suspended-removes, with 'leaking', 'twin':") == true)
  }

  @Test("have no case of the list of known failures among the others")
  func knownFailures() throws {
    let list = URL.temporaryDirectory.appending(path: "sluice-known-\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(at: list) }
    let known = "listener/cancellation/again/a consumer is cancelled twice/later"
    try "cancellation.suspended-removes \(known)\n".write(
      to: list, atomically: true, encoding: .utf8)
    let all = try Self.outcome(.causes)
    let unknown = try Self.outcome(.causes, knownFailing: list.path(percentEncoded: false))
    #expect(unknown.count.failed == all.count.failed - 1)
    #expect(unknown.count.skipped == all.count.skipped + 1)
    #expect(unknown.issues.count == all.issues.count)
    #expect(!unknown.issues.contains { issue in issue.text.contains("twice/later") })
  }
}
