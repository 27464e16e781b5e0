import Foundation
import SluiceReports
import Testing

@Suite("TAP report")
struct TAPReportTests {
  private static func report(
    of cases: [CaseReport], _ summary: RunSummary = RunSummary(), clock: ReportClock = .real
  ) throws -> (text: String, directory: TemporaryDirectory) {
    let directory = try TemporaryDirectory()
    let report = try TAPReport(path: directory.path("report.tap"), clock: clock)
    for testcase in cases { try report.add(testcase, CaseDetails()) }
    var totals = ReportTotals()
    for testcase in cases { totals.count(testcase.outcome, time: testcase.realTime) }
    try report.close(summary, totals)
    #expect(try directory.names() == ["report.tap"])
    return (try directory.text(of: "report.tap"), directory)
  }

  @Test("has a line a case, the account of a failure below it, and the plan last")
  func golden() throws {
    #expect(
      try Self.report(of: SampleCases.all).text == #"""
        TAP version 13
        # sluice
        ok 1 - firestore.document.cancellation / cancel while suspended
        not ok 2 - firestore.document.cancellation / cancel while busy
          ---
          message: "cancellation.busy-removes: still registered 5 steps after cancel"
          severity: fail
          type: "RuleViolation"
          cause: "cancellation.busy-removes"
          id: "busy"
          at:
            file: "Scenarios/firestore/cancellation/document.scenario"
            line: 34
            column: 13
          seconds: 0.003
          account: |
            cancellation.busy-removes: still registered 5 steps after cancel
             at Scenarios/firestore/cancellation/document.scenario:34:13
          again: "sluice run --schedule '0 1'"
          ...
        not ok 3 - firestore.document.cancellation / cancel twice
          ---
          message: "subject trapped: \"SIGTRAP\""
          severity: error
          type: "SubjectCrashed"
          cause: "SubjectCrashed"
          id: "twice"
          at:
            file: "Scenarios/firestore/cancellation/document.scenario"
            line: 50
          seconds: 0.000
          account: |
            last words: \u{0}\u{FFFE}
          ...
        ok 4 - firestore.document.cancellation / cancel by group # SKIP no groups here
        ok 5 - auth / auth.unit / first <user> & "friends"
        1..5

        """#)
  }

  @Test("says of a run without cases, of one that was cut short and of one that was stopped")
  func ends() throws {
    let none = try Self.report(of: []).text
    #expect(none == "TAP version 13\n# sluice\n1..0 # SKIP no case\n")
    var summary = RunSummary()
    summary.cutShort = "1 failed,\nwhich is enough"
    let short = try Self.report(of: [SampleCases.all[0]], summary).text
    #expect(short.hasSuffix("\n# stopped early: 1 failed, which is enough\n1..1\n"))
    summary = RunSummary(interruption: "stopped by\nSIGTERM")
    let stopped = try Self.report(of: [SampleCases.all[0]], summary).text
    #expect(stopped.hasSuffix("suspended\nBail out! stopped by SIGTERM\n"))
  }

  @Test("says in comments what was not tested")
  func notTested() throws {
    let text = try Self.report(of: [], RunSummary(notTested: SampleCases.notTested)).text
    #expect(text.contains("\n# not tested: 1 of 5 cases, no groups here\n"))
    #expect(text.contains("\n# not tested: rule errors.single-winner, that no case exercised: "))
  }

  @Test("shows virtual times alone where nothing else may be shown")
  func clock() throws {
    #expect(
      try Self.report(of: SampleCases.all, clock: .virtual).text.contains(
        "\n  seconds: 3600.000\n"))
  }

  /// Prints what Perl's reader makes of a report: the tests, and what is wrong.
  private static let reader = """
    use TAP::Parser; use JSON::PP;
    local $/; open my $file, '<:encoding(UTF-8)', $ARGV[0] or die $!;
    my $parser = TAP::Parser->new({ tap => scalar <$file> });
    my @tests;
    while (my $line = $parser->next) {
      if ($line->is_test) {
        push @tests, { name => $line->description, ok => $line->is_ok ? 1 : 0,
          skipped => $line->has_skip ? $line->explanation : undef };
      } elsif ($line->is_yaml) {
        my $data = $line->data;
        $tests[-1]{$_} = $data->{$_} for qw(message account again severity);
      }
    }
    print JSON::PP->new->utf8->encode({
      tests => \\@tests, planned => 0 + $parser->tests_planned,
      mistakes => [$parser->parse_errors] });
    """

  private struct ReadTest: Decodable {
    var name: String
    var ok: Int
    var skipped: String?
    var message: String?
    var severity: String?
  }

  private struct ReadReport: Decodable {
    var tests: [ReadTest]
    var planned: Int
    var mistakes: [String]
  }

  @Test(
    "is read by Perl's parser as it was meant, hostile names included",
    .enabled(if: ForeignReader.readsTAP, "needs Perl with TAP::Parser and JSON::PP"))
  func parsed() throws {
    var cases = SampleCases.all + HostileCases.all
    cases[0].name = "1 # SKIP of \\# all \\"
    let (_, directory) = try Self.report(of: cases)
    let output = try ForeignReader.output(
      of: ForeignReader.perl, ["-e", Self.reader, directory.path("report.tap")])
    let read = try JSONDecoder().decode(ReadReport.self, from: output)
    #expect(read.mistakes == [])
    #expect(read.planned == cases.count)
    try #require(read.tests.count == cases.count)
    for (test, testcase) in zip(read.tests, cases) {
      let clean = try JUnitCase(testcase)
      #expect(Self.unescaped(test.name).hasSuffix(" / \(clean.name.string)"))
      switch testcase.outcome {
      case .passed: #expect(test.ok == 1 && test.skipped == nil && test.message == nil)
      case .skipped(let reason):
        #expect(test.ok == 1)
        let said = CleanText(line: reason).string
        #expect(Self.unescaped(test.skipped ?? "") == said)
      case .failure(let problem), .error(let problem):
        let isError = if case .error = testcase.outcome { true } else { false }
        #expect(test.ok == 0 && test.severity == (isError ? "error" : "fail"))
        // This reader knows no escapes beyond Latin.
        let message = CleanText(line: problem.message).string.unicodeScalars
          .map { scalar in scalar == "\u{2028}" ? "\\u2028" : String(scalar) }.joined()
        #expect(test.message == message)
      }
    }
  }

  /// A description as it was before it was escaped.
  private static func unescaped(_ text: String) -> String {
    text.replacing(/\\(.)/.matchingSemantics(.unicodeScalar)) { match in String(match.1) }
  }
}
