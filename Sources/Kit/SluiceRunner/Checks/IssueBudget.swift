package import SluiceText

/// Limits of what a check reports: a number of issues, and of lines in all of them together.
///
/// Each issue has an equal share of the lines for its brief account. The lines that the brief
/// accounts leave go to whole accounts, in order. The first account is cut to the lines that are
/// left; a later one is whole or brief.
package struct IssueBudget: Sendable, Hashable {
  /// The budget of one check.
  package static let check = IssueBudget(issues: 20, lines: 400)
  /// The part of it that warnings have beside failures.
  package static let warnings = IssueBudget(issues: 5, lines: 60)

  /// How many issues there are at most.
  package let issues: Int
  /// How many lines all of them have at most.
  package let lines: Int

  /// A budget.
  ///
  /// - Parameters:
  ///   - issues: How many issues there are at most, at least 1.
  ///   - lines: How many lines all of them have at most, at least two for each issue.
  package init(issues: Int, lines: Int) {
    precondition(issues > 0 && lines >= 2 * issues, "a budget has two lines for each issue")
    self.issues = issues
    self.lines = lines
  }

  /// The issues of some failures and warnings.
  ///
  /// - Parameters:
  ///   - failures: The accounts of failures, the most important first.
  ///   - warnings: The accounts of warnings, the most important first.
  ///   - call: The call, at which the rest is listed.
  /// - Returns: The failures and then the warnings, no more in all than the budget of a check.
  package static func issues(
    _ failures: [IssueAccount], warnings: [IssueAccount], call: ConformanceCall
  ) -> [ConformanceIssue] {
    let warned = (failures.isEmpty ? check : Self.warnings).fitted(warnings, call: call)
    let lines = warned.map(\.text.lineCount).reduce(0, +)
    let left =
      warned.isEmpty || failures.isEmpty
      ? check : IssueBudget(issues: check.issues - warned.count, lines: check.lines - lines)
    return (left.fitted(failures, call: call) + warned).map { account, text in
      ConformanceIssue(account, text)
    }
  }

  /// The accounts within the budget, each with the text that fits.
  ///
  /// - Parameters:
  ///   - accounts: All accounts, the most important first.
  ///   - call: The call, at which the rest is listed.
  /// - Returns: The accounts with their texts; the last one lists the rest, if there is one.
  package func fitted(
    _ accounts: [IssueAccount], call: ConformanceCall
  ) -> [(account: IssueAccount, text: DisplayText)] {
    var kept = accounts
    var order = Array(accounts.indices)
    // How many accounts are cut to the lines that are left; the others are whole or brief.
    var cut = 1
    if accounts.count > issues {
      kept.removeLast(accounts.count - issues + 1)
      kept.append(IssueAccount(listing: accounts.dropFirst(issues - 1), call: call))
      // The list is all that a reader learns of the rest, so only the first account precedes it.
      order = issues == 1 ? [0] : [0, issues - 1] + Array(1..<(issues - 1))
      cut = 2
    }
    var texts = kept.map { account in account.brief.shortened(to: lines / issues) }
    var room = lines - texts.map(\.lineCount).reduce(0, +)
    for (turn, index) in order.enumerated() {
      let share = texts[index].lineCount
      let whole = kept[index].whole
      if whole.lineCount <= share + room {
        texts[index] = whole
      } else if turn < cut {
        texts[index] = kept[index].shortened(to: share + room)
      }
      room -= texts[index].lineCount - share
    }
    return Array(zip(kept, texts))
  }
}

extension IssueAccount {
  /// A list of the accounts beyond the budget.
  fileprivate init(listing rest: ArraySlice<IssueAccount>, call: ConformanceCall) {
    let isWarning = rest.allSatisfy(\.isWarning)
    let heading = "\(rest.count) more \(isWarning ? "warnings" : "issues")"
    self.init(heading, at: Place(call))
    self.isWarning = isWarning
    append(
      DisplayText(["\(heading):"] + rest.map { account in "  \(account.summary)" }),
      brief: DisplayText(heading))
    if !isWarning { append(call.eachCase) }
  }
}
