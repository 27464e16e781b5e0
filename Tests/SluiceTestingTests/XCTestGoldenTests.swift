import Glibc
import SluiceXCTest
import XCTest

/// Issues of `expectConformance` of XCTest: the golden files are in `Golden/xctest`, and name
/// lines of this file and of the kit's scenarios.
final class XCTestGoldenTests: XCTestCase {
  /// The failures that the library has recorded, which fail no test here.
  private var issues = ""
  /// How many they are.
  private var issueCount = 0

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    issueCount += 1
    issues += IssueText.heading(path: filePath, line: lineNumber) + description + "\n"
  }

  func testABrokenRuleIsAsInTheGoldenFile() throws {
    try expectConformance(of: FailingStream.forgetful.subject, only: FailingCases.cancelled)
    try expectGolden("rule.txt")
  }

  func testABrokenRuleIsAsInTheGoldenFileWithoutASecondProcess() throws {
    try expectConformance(
      of: FailingStream.forgetful.subject, only: FailingCases.cancelled, schedules: 3, seed: 7,
      level: .should, isolated: false)
    try expectGolden("rule-in-one-process.txt")
  }

  func testSeveralFailuresOfOneCauseAreAsInTheGoldenFile() throws {
    try expectConformance(
      of: FailingStream.forgetful.subject,
      only: "listener/cancellation/again/a consumer is cancelled twice*", schedules: 0,
      isolated: false)
    try expectGolden("group.txt")
  }

  func testAdviceFailsNothingAndIsAsInTheGoldenFile() throws {
    let advice = try standardError {
      try expectConformance(
        of: FailingStream.eager.subject, only: FailingCases.waiting, schedules: 0,
        isolated: false)
    }
    expect(issueCount == 0, issues)
    issues = IssueText.relative(advice)
    try expectGolden("advice.txt")
  }

  func testAStreamThatFailsInMoreThan100CasesHasAtMost20IssuesWith400Lines() throws {
    try expectConformance(of: FailingStream.forgetful.subject, schedules: 0)
    // Each issue has a heading here.
    let lines = issues.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    expect(2...20 ~= issueCount, "\(issueCount) issues")
    expect(lines - issueCount <= 400, "\(lines - issueCount) lines")
  }

  func testAStreamThatWaitsForEverIsAsInTheGoldenFile() throws {
    try expectConformance(
      of: FailingStream.waitsForEver.subject, only: FailingCases.finished, isolated: false)
    try expectGolden("waits-for-ever.txt")
  }

  func testACrashIsAsInTheGoldenFile() throws {
    try expectConformance(of: FailingStream.trapping.subject, only: FailingCases.cancelled)
    try expectGolden("crash.txt")
  }

  func testAnEscapeIsAsInTheGoldenFile() throws {
    try expectConformance(of: FailingStream.escaping.subject, only: FailingCases.cancelled)
    try expectGolden("escape.txt")
  }

  func testAnExpectationIsAsInTheGoldenFile() throws {
    try expectConformance(
      of: FailingStream.slow.subject, only: FailingCases.cancelled, isolated: false)
    try expectGolden("expectation.txt")
  }

  func testARaceIsAsInTheGoldenFile() throws {
    try expectConformance(
      of: FailingStream.racing.subject, only: FailingCases.racing, isolated: false)
    try expectGolden("race.txt")
  }

  /// Expects a fact; an assertion of the library would be recorded as one of the issues.
  private func expect(_ isTrue: Bool, _ description: String, line: Int = #line) {
    guard !isTrue else { return }
    super.recordFailure(
      withDescription: description, inFile: #filePath, atLine: line, expected: true)
  }

  /// What a body writes on standard error; nothing else runs in this process meanwhile.
  private func standardError(of body: () throws -> Void) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    let original = dup(STDERR_FILENO)
    dup2(handle.fileDescriptor, STDERR_FILENO)
    defer {
      dup2(original, STDERR_FILENO)
      close(original)
    }
    try body()
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// Expects that what was recorded is the golden text.
  private func expectGolden(_ name: String, line: Int = #line) throws {
    let golden = GoldenFile("xctest/\(name)")
    guard let difference = try golden.difference(from: IssueText.masked(issues)) else { return }
    super.recordFailure(
      withDescription: difference, inFile: #filePath, atLine: line, expected: true)
  }
}
