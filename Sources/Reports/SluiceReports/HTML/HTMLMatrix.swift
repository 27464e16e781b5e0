/// What each rule said of each stream, as counts of cases.
struct HTMLMatrix {
  private struct Count {
    var held = 0
    var broken = 0
    var implied = 0
    var inapplicable = 0
    /// The first failure in which the rule was broken.
    var first: HTMLAnchor?
  }

  private var streams: Set<ByteOrderedName> = []
  private var rules: [ByteOrderedName: [ByteOrderedName: Count]] = [:]

  /// Counts what the rules said of a case.
  ///
  /// - Parameters:
  ///   - verdicts: what they said.
  ///   - stream: the stream of the case.
  ///   - failure: where the case stands among the failures, if it is one.
  mutating func count(
    _ verdicts: [CaseDetails.Verdict], of stream: String, failure: HTMLAnchor?
  ) {
    guard !verdicts.isEmpty else { return }
    let stream = ByteOrderedName(stream)
    streams.insert(stream)
    for verdict in verdicts {
      let rule = ByteOrderedName(verdict.rule)
      var count = rules[rule]?[stream] ?? Count()
      switch verdict.kind {
      case .held: count.held += 1
      case .broken:
        count.broken += 1
        count.first = count.first ?? failure
      case .implied: count.implied += 1
      case .inapplicable: count.inapplicable += 1
      }
      rules[rule, default: [:]][stream] = count
    }
  }

  /// Whether nothing was counted.
  var isEmpty: Bool { rules.isEmpty }

  /// Adds the table: the rules from top to bottom, the streams from left to right.
  ///
  /// It leaves out the rules that have no meaning for any of the streams, and counts them.
  func write(to buffer: inout XMLBuffer) {
    let streams = streams.sorted()
    buffer.markup("<div class=\"sc mx\" tabindex=\"0\" role=\"region\" aria-label=\"Matrix\">")
    buffer.markup("<table><thead><tr><th scope=\"col\">rule</th>")
    for stream in streams {
      buffer.markup("<th scope=\"col\"><span>")
      buffer.text(CleanText(line: stream.string, cap: 1_024))
      buffer.markup("</span></th>")
    }
    buffer.markup("</tr></thead><tbody>\n")
    let rows = rules.filter { _, counts in
      counts.values.contains { count in count.broken + count.implied + count.held > 0 }
    }
    for rule in rows.keys.sorted() {
      buffer.markup("<tr><th scope=\"row\">")
      buffer.text(CleanText(line: rule.string, cap: 1_024))
      buffer.markup("</th>")
      for stream in streams { cell(rules[rule]?[stream], rule, stream, in: &buffer) }
      buffer.markup("</tr>\n")
    }
    buffer.markup("</tbody></table></div>\n")
    let meaningless = rules.count - rows.count
    guard meaningless > 0 else { return }
    buffer.markup("<p class=\"lead\">")
    buffer.text(
      CleanText(
        line: meaningless == 1
          ? "1 rule has no meaning for any of these streams."
          : "\(meaningless) rules have no meaning for any of these streams."))
    buffer.markup("</p>\n")
  }

  private func cell(
    _ count: Count?, _ rule: ByteOrderedName, _ stream: ByteOrderedName, in buffer: inout XMLBuffer
  ) {
    guard let count else { return buffer.markup("<td></td>") }
    switch (count.broken, count.implied, count.held) {
    case (1..., _, _):
      buffer.markup("<td class=\"r\">")
      if let first = count.first {
        buffer.markup("<a")
        buffer.attribute("href", first.reference)
        buffer.attribute("data-q", CleanText(line: "\(rule.string) \(stream.string)"))
        buffer.attribute(
          "aria-label",
          CleanText(line: "\(count.broken) broke \(rule.string), of \(stream.string)"))
        buffer.markup(">")
      }
      buffer.text(CleanText(line: "\(count.broken)"))
      buffer.markup(count.first == nil ? "</td>" : "</a></td>")
    case (_, 1..., _):
      buffer.markup("<td class=\"i\">")
      buffer.text(CleanText(line: "\(count.implied)"))
      buffer.markup("</td>")
    case (_, _, 1...):
      buffer.markup("<td class=\"h\">")
      buffer.text(CleanText(line: "\(count.held)"))
      buffer.markup("</td>")
    default: buffer.markup("<td>–</td>")
    }
  }
}
