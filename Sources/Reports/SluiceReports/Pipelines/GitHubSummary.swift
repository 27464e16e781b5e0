import SluiceText

/// The summary of a job in Markdown: the counts, the causes, and of each the smallest failure
/// folded up, with the command that shows it again.
struct GitHubSummary {
  let header: JUnitHeader
  let summary: RunSummary
  let totals: ReportTotals
  let failures: [FailureFamily]
  let advice: [FailureFamily]

  /// The most causes that the table names.
  private static let listedCauses = 200

  /// The text, in at most so many bytes of UTF-8: failures that have no room are counted.
  func markdown(within limit: Int) -> String {
    var text = head + Self.table(failures, "failed | cause")
    text += Self.table(advice, "cases | advice")
    text += untested
    guard text.utf8.count <= limit else { return "" }
    // Room for the sentence that says what is left out.
    let room = limit - 128
    var left = 0
    for group in (failures + advice).flatMap(\.all) {
      let details = details(of: group)
      if left == 0, text.utf8.count + details.utf8.count <= room {
        text += details
      } else {
        left += 1
      }
    }
    guard left > 0, text.utf8.count <= room else { return text }
    return text + "\n\(left) \(left == 1 ? "cause has" : "causes have") no room here.\n"
  }

  private var head: String {
    let failed = totals.failures + totals.errors
    let cases = totals.cases == 1 ? "1 case" : "\(totals.cases) cases"
    let name = Markdown.escaped(CleanText(line: header.name).string)
    var text =
      failed > 0 ? "### \(name): \(failed) of \(cases) failed\n" : "### \(name): \(cases)\n"
    let facts = header.properties.map { property in
      Markdown.escaped(CleanText(line: "\(property.name) \(property.value)").string)
    }
    if !facts.isEmpty { text += "\n\(facts.joined(separator: ", "))\n" }
    text += "\n| cases | passed | failed | errors | skipped |\n"
    text += "| ---: | ---: | ---: | ---: | ---: |\n"
    text += "| \(totals.cases) | \(totals.passed) | \(totals.failures) | \(totals.errors) "
    text += "| \(totals.skipped) |\n"
    if let reason = summary.interruption ?? summary.cutShort {
      text += "\nStopped early: \(Markdown.escaped(CleanText(line: reason, cap: 4_096).string))\n"
    }
    return text
  }

  /// The parts that were not tested, folded up.
  private var untested: String {
    let lines = summary.notTestedLines
    guard !lines.isEmpty else { return "" }
    return "\n<details><summary>Not tested</summary>\n\n"
      + lines.map { line in "- \(Markdown.escaped(line))\n" }.joined() + "\n</details>\n"
  }

  private static func table(_ families: [FailureFamily], _ heads: String) -> String {
    guard !families.isEmpty else { return "" }
    let rows = FailureFamily.marked(families).prefix(listedCauses).map { group, mark in
      let streams = group.streams.keys.sorted()
      let first = Markdown.escaped(CleanText(line: streams.first?.string ?? "", cap: 1_024).string)
      let others = streams.count > 1 ? " and \(streams.count - 1) more" : ""
      return "| \(group.count) | \(mark)\(cause(of: group)) | \(first)\(others) |\n"
    }
    return "\n| \(heads) | streams |\n| ---: | --- | --- |\n" + rows.joined()
  }

  private func details(of group: FailureGroups.Group) -> String {
    let problem = group.smallest.problem
    let (account, again) = problem.parts
    let title = Markdown.escaped(CleanText(line: group.smallest.title).string)
    var text = "\n<details><summary>\(Self.cause(of: group)): \(title)</summary>\n\n"
    let lines = account.isEmpty ? [CleanText(line: problem.message, cap: 4_096).string] : account
    text += Markdown.fenced(lines, as: "text")
    if let again { text += "\n" + Markdown.fenced([again], as: "sh") }
    return text + "\n</details>\n"
  }

  private static func cause(of group: FailureGroups.Group) -> String {
    Markdown.escaped(CleanText(line: group.cause, cap: 1_024).string)
  }
}
