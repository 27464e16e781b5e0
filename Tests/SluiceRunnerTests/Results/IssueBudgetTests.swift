import SluiceRunner
import SluiceText
import Testing

@Suite("The budget of a check's issues")
struct IssueBudgetTests {
  private static let call = ConformanceCall(
    function: "expectConformance", fileID: "Tests/Some.swift", filePath: "/Tests/Some.swift",
    line: 7, column: 3)

  /// An account with a brief text of two lines and some more.
  private static func account(
    _ name: String, details: Int, isWarning: Bool = false
  ) -> IssueAccount {
    var account = IssueAccount(
      "\(name): 3 cases", at: IssueAccount.Place(path: "/\(name).scenario", line: 1))
    account.isWarning = isWarning
    account.append(DisplayText(name))
    account.append(
      DisplayText(Array(repeating: "detail", count: details)), brief: DisplayText())
    account.append("again: \(name)")
    return account
  }

  private static func accounts(
    _ count: Int, details: Int, isWarning: Bool = false
  ) -> [IssueAccount] {
    (0..<count).map { number in account("\(number)", details: details, isWarning: isWarning) }
  }

  /// The lines of the issues that a budget has room for.
  private static func lines(_ budget: IssueBudget, _ accounts: [IssueAccount]) -> [Int] {
    budget.fitted(accounts, call: call).map(\.text.lineCount)
  }

  @Test("is 20 issues and 400 lines")
  func budgetOfACheck() {
    #expect(IssueBudget.check == IssueBudget(issues: 20, lines: 400))
  }

  @Test("leaves accounts whole that it has room for")
  func whole() {
    #expect(Self.lines(.check, Self.accounts(20, details: 18)) == Array(repeating: 20, count: 20))
    #expect(Self.lines(.check, []).isEmpty)
  }

  @Test("makes later accounts brief, and leaves the first whole")
  func brief() {
    let budget = IssueBudget(issues: 5, lines: 100)
    #expect(Self.lines(budget, Self.accounts(4, details: 38)) == [40, 40, 2, 2])
    // A small account has room behind one that has none.
    let mixed = Self.accounts(3, details: 58) + [Self.account("small", details: 30)]
    #expect(Self.lines(budget, mixed) == [60, 2, 2, 32])
  }

  @Test("cuts the details of a first account that is longer than all room")
  func cut() throws {
    let budget = IssueBudget(issues: 5, lines: 100)
    let fitted = budget.fitted(Self.accounts(3, details: 500), call: Self.call)
    #expect(fitted.map(\.text.lineCount) == [96, 2, 2])
    let text = try #require(fitted.first).text.rendered
    #expect(text.hasPrefix("0\ndetail\n"))
    #expect(text.hasSuffix("\n… 407 lines left out\nagain: 0"))
  }

  @Test("lists the accounts that are too many with their counts, at the call")
  func rest() throws {
    let fitted = IssueBudget(issues: 3, lines: 60).fitted(
      Self.accounts(5, details: 10), call: Self.call)
    #expect(fitted.map(\.account.summary) == ["0: 3 cases", "1: 3 cases", "3 more issues"])
    let list = try #require(fitted.last)
    #expect(list.account.place == IssueAccount.Place(path: "/Tests/Some.swift", line: 7, column: 3))
    #expect(
      list.text.rendered == """
        3 more issues:
          2: 3 cases
          3: 3 cases
          4: 3 cases
        each case: SLUICE_VERBOSE=1 swift test
        """)
  }

  @Test("lists the rest before it leaves later accounts whole")
  func longRest() {
    let fitted = IssueBudget.check.fitted(Self.accounts(119, details: 30), call: Self.call)
    let lines = fitted.map(\.text.lineCount)
    #expect(lines.count == 20)
    #expect(lines.first == 32)
    #expect(lines.last == 102)
    #expect(lines.reduce(0, +) <= 400)
    // A list that is longer than all room keeps the command.
    let longest = IssueBudget.check.fitted(Self.accounts(900, details: 30), call: Self.call)
    #expect(
      longest.last?.text.rendered.hasSuffix(
        "lines left out\neach case: SLUICE_VERBOSE=1 swift test") == true)
  }

  @Test(
    "is never exceeded",
    arguments: [0, 1, 2, 19, 20, 21, 500], [0, 1, 5, 17, 100, 1000])
  func limit(count: Int, details: Int) {
    for warnings in [0, 1, 7, 500] {
      let issues = IssueBudget.issues(
        Self.accounts(count, details: details),
        warnings: Self.accounts(warnings, details: details, isWarning: true), call: Self.call)
      #expect(issues.count <= 20)
      #expect(issues.map { issue in issue.text.split(separator: "\n").count }.reduce(0, +) <= 400)
      #expect(issues.contains { issue in !issue.isWarning } == (count > 0))
      #expect(issues.contains { issue in issue.isWarning } == (warnings > 0))
    }
  }

  @Test("keeps warnings apart from failures, which have most of it")
  func warnings() {
    let issues = IssueBudget.issues(
      Self.accounts(50, details: 3), warnings: Self.accounts(50, details: 3, isWarning: true),
      call: Self.call)
    #expect(
      issues.map(\.isWarning) == Array(repeating: false, count: 15)
        + Array(repeating: true, count: 5))
  }
}

@Suite("What the environment says of issues")
struct IssueDetailTests {
  @Test(
    "is each case or each cause",
    arguments: [
      (nil, .causes), ("", .causes), ("0", .causes), ("false", .causes), ("1", .cases),
      ("true", .cases),
    ] as [(String?, IssueDetail)])
  func detail(value: String?, expected: IssueDetail) throws {
    let environment = value.map { value in [IssueDetail.variable: value] } ?? [:]
    #expect(try IssueDetail(in: environment) == expected)
  }

  @Test("is refused where it is neither yes nor no")
  func refused() {
    let error = #expect(throws: ConformanceCheckError.self) {
      try IssueDetail(in: [IssueDetail.variable: "all"])
    }
    #expect(error == .unusableVariable("SLUICE_VERBOSE", value: "all"))
    #expect(
      error.map { error in "\(error)" }
        == "the variable SLUICE_VERBOSE is 'all', and not true, 1, false or 0")
  }
}
