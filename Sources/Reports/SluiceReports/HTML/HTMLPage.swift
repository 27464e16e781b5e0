import Foundation
import SluiceText

/// The page of a report, once all cases are known.
struct HTMLPage {
  let header: JUnitHeader
  let timestamp: UTCTimestamp
  let totals: ReportTotals
  let summary: RunSummary
  /// The causes of failures, those of the most cases first.
  let causes: [CauseFamily<HTMLCause>]
  /// The pieces of advice, those on the most cases first.
  let advice: [CauseFamily<HTMLCause>]
  /// The suites by their names.
  let suites: [HTMLSuite]
  let matrix: HTMLMatrix

  private static let nameCap = 1_024

  /// Writes the page.
  func write(from spool: CaseSpool, to draft: ReportDraft) throws(ReportError) {
    var buffer = XMLBuffer()
    head(in: &buffer)
    banner(in: &buffer)
    buffer.markup("<div class=\"cols\">\n")
    navigation(in: &buffer)
    buffer.markup("<main id=\"main\">\n")
    overview(in: &buffer)
    filter(in: &buffer)
    try draft.write(Data(buffer.bytes))
    try write(
      causes, totals.isRed ? "Failures" : "No failures", in: ("failures", "hf"), spool, draft)
    if !advice.isEmpty { try write(advice, "Advice", in: ("advice", "ha"), spool, draft) }
    buffer.removeAll()
    writeUntested(in: &buffer)
    if !matrix.isEmpty {
      buffer.markup("<section id=\"matrix\" aria-labelledby=\"hm\"><h2 id=\"hm\">Streams and rules")
      buffer.markup("</h2><p class=\"lead\">In how many cases each rule was <b class=\"r\">broken")
      buffer.markup(
        "</b>, <b class=\"i\">broken along with another</b> or <b class=\"h\">held</b>.")
      buffer.markup(" A dash: it has no meaning for the stream.</p>\n")
      matrix.write(to: &buffer)
      buffer.markup("</section>\n")
    }
    try draft.write(Data(buffer.bytes))
    try writeSuites(from: spool, to: draft)
    buffer.removeAll()
    end(in: &buffer)
    try draft.write(Data(buffer.bytes))
  }

  private func write(
    _ families: [CauseFamily<HTMLCause>], _ title: StaticString,
    in section: (id: String, heading: String),
    _ spool: CaseSpool, _ draft: ReportDraft
  ) throws(ReportError) {
    var buffer = XMLBuffer()
    let (id, heading) = (CleanText(line: section.id), CleanText(line: section.heading))
    buffer.markup("<section")
    buffer.attribute("id", id)
    buffer.attribute("aria-labelledby", heading)
    buffer.markup("><h2")
    buffer.attribute("id", heading)
    buffer.markup(">")
    buffer.text(CleanText(line: "\(title)"))
    buffer.markup("</h2>\n")
    for family in families {
      for cause in family.all {
        let isLead = cause.number == family.lead.number
        begin(cause, symptomOf: isLead ? nil : family.lead, in: &buffer)
        try draft.write(Data(buffer.bytes))
        try copy(cause.failures, from: spool, to: draft)
        buffer.removeAll()
        buffer.markup("</section>\n")
      }
    }
    buffer.markup("</section>\n")
    try draft.write(Data(buffer.bytes))
  }

  /// Begins the section of a cause; a symptom says of what.
  private func begin(
    _ cause: HTMLCause, symptomOf lead: HTMLCause?, in buffer: inout XMLBuffer
  ) {
    buffer.markup(lead == nil ? "<section class=\"c\"" : "<section class=\"c al\"")
    buffer.attribute("id", CleanText(line: cause.anchor))
    buffer.markup("><h3><span class=\"ct\">")
    buffer.text(CleanText(line: "\(cause.count)"))
    buffer.markup("</span> ")
    buffer.text(CleanText(line: cause.cause, cap: Self.nameCap))
    buffer.markup("</h3>")
    if let lead {
      buffer.markup("<p class=\"mn\">Usually by the same fault as <a")
      buffer.attribute("href", CleanText(line: "#\(lead.anchor)"))
      buffer.markup(">")
      buffer.text(CleanText(line: lead.cause, cap: Self.nameCap))
      buffer.markup("</a>.</p>")
    }
    cause.explain(in: &buffer)
    buffer.markup("<p class=\"st\">")
    buffer.text(CleanText(line: streams(of: cause)))
    buffer.markup("</p>\n")
  }

  /// The parts that were not tested, a sentence each.
  private func writeUntested(in buffer: inout XMLBuffer) {
    guard !untested.isEmpty else { return }
    buffer.markup("<section id=\"untested\" aria-labelledby=\"hu\"><h2 id=\"hu\">Not tested</h2>")
    buffer.markup("<ul>\n")
    for line in untested {
      buffer.markup("<li>")
      buffer.text(CleanText(line: line, cap: Self.nameCap))
      buffer.markup("</li>\n")
    }
    buffer.markup("</ul></section>\n")
  }

  private var untested: [String] { summary.notTested.text(isWhole: true).rendered(columns: nil) }

  private func writeSuites(from spool: CaseSpool, to draft: ReportDraft) throws(ReportError) {
    var buffer = XMLBuffer()
    buffer.markup("<section id=\"cases\" aria-labelledby=\"hc\"><h2 id=\"hc\">All cases</h2>\n")
    for suite in suites {
      buffer.markup("<details class=\"su\"><summary><b>")
      buffer.text(CleanText(line: suite.name.string, cap: Self.nameCap))
      buffer.markup("</b>")
      counts(suite.totals, in: &buffer)
      buffer.markup("</summary><ul>\n")
      try draft.write(Data(buffer.bytes))
      try copy(suite.cases, from: spool, to: draft)
      buffer.removeAll()
      if suite.unlisted > 0 {
        buffer.markup("<li class=\"un\">")
        buffer.text(CleanText(line: "… \(suite.unlisted) more that passed"))
        buffer.markup("</li>\n")
      }
      buffer.markup("</ul></details>\n")
    }
    buffer.markup("</section>\n")
    try draft.write(Data(buffer.bytes))
  }

  private func copy(
    _ chain: CaseSpool.Chain, from spool: CaseSpool, to draft: ReportDraft
  ) throws(ReportError) {
    try spool.forEachPiece(of: chain) { piece throws(ReportError) in
      try draft.write(piece)
      return true
    }
  }

  private func streams(of cause: HTMLCause) -> String {
    cause.parts.keys.sorted().map { stream in
      let count = cause.parts[stream] ?? 0
      return CleanText(line: stream.string, cap: Self.nameCap).string
        + (count > 1 ? " ×\(count)" : "")
    }.joined(separator: ", ")
  }
}

// MARK: - The parts around the cases

extension HTMLPage {
  private var subject: String {
    header.properties.first { property in property.name == "subject" }?.value ?? header.name
  }

  private var verdict: String {
    let (red, cases) = (totals.failures + totals.errors, totals.cases)
    if summary.interruption != nil { return "stopped after \(cases) cases" }
    if red > 0 { return "\(red) of \(cases) cases failed" }
    return cases == 0 ? "no cases" : "all \(cases) cases hold"
  }

  private func head(in buffer: inout XMLBuffer) {
    buffer.markup(HTMLReport.beginning)
    buffer.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
    // Whatever got into the page could fetch nothing.
    buffer.markup("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    buffer.markup("style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\"/>\n")
    buffer.markup("<link rel=\"icon\" href=\"data:,\"/><title>")
    buffer.text(CleanText(line: "\(verdict) · \(subject) · sluice", cap: Self.nameCap))
    buffer.markup("</title>\n<style>")
    buffer.markup(HTMLStyle.page)
    buffer.markup(HTMLStyle.failure)
    buffer.markup(HTMLStyle.diagram)
    buffer.markup("</style></head>\n<body>\n")
  }

  private func banner(in buffer: inout XMLBuffer) {
    buffer.markup("<a class=\"skip\" href=\"#failures\">Skip to the failures</a>\n")
    buffer.markup("<header class=\"top\"><h1><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\">")
    buffer.markup("<path d=\"M3 4v16M21 4v16M3 8h18M8 8v9M12 8v6M16 8v9M3 20q3-3 6 0t6 0 6 0\"/>")
    buffer.markup("</svg>sluice <span>")
    buffer.text(CleanText(line: subject, cap: Self.nameCap))
    buffer.markup("</span></h1>")
    buffer.markup(totals.isRed ? "<p class=\"vd bad\">" : "<p class=\"vd good\">")
    buffer.text(CleanText(line: verdict))
    buffer.markup("</p>\n<fieldset class=\"th\"><legend>Theme</legend>")
    buffer.markup("<input type=\"radio\" name=\"th\" id=\"ta\" checked=\"checked\"/>")
    buffer.markup("<label for=\"ta\">Auto</label><input type=\"radio\" name=\"th\" id=\"tl\"/>")
    buffer.markup("<label for=\"tl\">Light</label><input type=\"radio\" name=\"th\" id=\"td\"/>")
    buffer.markup("<label for=\"td\">Dark</label></fieldset></header>\n")
  }

  private func navigation(in buffer: inout XMLBuffer) {
    buffer.markup("<nav aria-label=\"Parts of the report\"><ul>")
    buffer.markup("<li><a href=\"#overview\">Overview</a></li>")
    buffer.markup("<li><a href=\"#failures\">Failures</a>")
    links(to: causes, CauseFamily.counted(causes), in: &buffer)
    buffer.markup("</li>")
    if !advice.isEmpty {
      buffer.markup("<li><a href=\"#advice\">Advice</a>")
      let pieces = CauseFamily.count(of: advice)
      links(to: advice, pieces == 1 ? "1 piece" : "\(pieces) pieces", in: &buffer)
      buffer.markup("</li>")
    }
    if !untested.isEmpty {
      buffer.markup("<li><a href=\"#untested\">Not tested</a></li>")
    }
    if !matrix.isEmpty {
      buffer.markup("<li><a href=\"#matrix\">Streams and rules</a></li>")
    }
    buffer.markup("<li><a href=\"#cases\">All cases</a></li></ul></nav>\n")
  }

  private func links(
    to families: [CauseFamily<HTMLCause>], _ head: String, in buffer: inout XMLBuffer
  ) {
    guard !families.isEmpty else { return }
    buffer.markup("<h2>")
    buffer.text(CleanText(line: head))
    buffer.markup("</h2><ol>")
    for family in families {
      buffer.markup("<li>")
      link(to: family.lead, in: &buffer)
      if !family.also.isEmpty {
        buffer.markup("<ol aria-label=\"also\">")
        for cause in family.also {
          buffer.markup("<li>")
          link(to: cause, in: &buffer)
          buffer.markup("</li>")
        }
        buffer.markup("</ol>")
      }
      buffer.markup("</li>")
    }
    buffer.markup("</ol>")
  }

  private func link(to cause: HTMLCause, in buffer: inout XMLBuffer) {
    buffer.markup("<a")
    buffer.attribute("href", CleanText(line: "#\(cause.anchor)"))
    buffer.markup("><span>")
    buffer.text(CleanText(line: cause.cause, cap: Self.nameCap))
    buffer.markup("</span> <b>")
    buffer.text(CleanText(line: "\(cause.count)"))
    buffer.markup("</b></a>")
  }

  private func overview(in buffer: inout XMLBuffer) {
    buffer.markup("<section id=\"overview\" aria-label=\"Overview\"><ul class=\"tiles\">")
    tile(totals.failures, "failed", "f", query: nil, in: &buffer)
    tile(totals.errors, totals.errors == 1 ? "error" : "errors", "e", query: nil, in: &buffer)
    tile(totals.skipped, "skipped", "s", query: "skipped", in: &buffer)
    tile(totals.passed, "passed", "p", query: "passed", in: &buffer)
    buffer.markup("</ul>\n<svg class=\"bar\" viewBox=\"0 0 1000 8\" preserveAspectRatio=\"none\"")
    buffer.markup(" role=\"img\"")
    buffer.attribute("aria-label", CleanText(line: totals.sentence))
    buffer.markup(">")
    bar(in: &buffer)
    buffer.markup("</svg>\n")
    if let reason = summary.interruption ?? summary.cutShort {
      buffer.markup("<p class=\"warn\">stopped early: ")
      buffer.text(CleanText(line: reason, cap: 4_096))
      buffer.markup("</p>\n")
    }
    buffer.markup("<dl>")
    for (name, value) in facts {
      buffer.markup("<div><dt>")
      buffer.text(CleanText(line: name))
      buffer.markup("</dt><dd>")
      buffer.text(CleanText(line: value, cap: Self.nameCap))
      buffer.markup("</dd></div>")
    }
    buffer.markup("</dl></section>\n")
  }

  private func tile(
    _ count: Int, _ name: String, _ kind: String, query: String?, in buffer: inout XMLBuffer
  ) {
    buffer.markup("<li")
    buffer.attribute("class", CleanText(line: count == 0 ? "\(kind) none" : kind))
    buffer.markup("><a")
    buffer.attribute("href", CleanText(line: query == nil ? "#failures" : "#cases"))
    if let query { buffer.attribute("data-q", CleanText(line: query)) }
    buffer.markup("><b>")
    buffer.text(CleanText(line: "\(count)"))
    buffer.markup("</b> ")
    buffer.text(CleanText(line: name))
    buffer.markup("</a></li>")
  }

  /// The shares of the outcomes, in thousandths.
  private func bar(in buffer: inout XMLBuffer) {
    let parts = [
      (totals.failures, "f"), (totals.errors, "e"), (totals.skipped, "s"), (totals.passed, "p"),
    ]
    var before = 0
    for (count, kind) in parts where count > 0 {
      let start = before * 1_000 / totals.cases
      before += count
      buffer.markup("<rect height=\"8\"")
      buffer.attribute("class", CleanText(line: kind))
      buffer.attribute("x", start)
      buffer.attribute("width", before * 1_000 / totals.cases - start)
      buffer.markup("/>")
    }
  }

  private var facts: [(name: String, value: String)] {
    var facts = header.properties.map { property in
      (property.name.replacing(/^sluice\./, with: ""), property.value)
    }
    if case .run = header.origin { facts.append(("begun", "\(timestamp)")) }
    if let host = header.hostname { facts.append(("machine", host.string)) }
    guard !summary.isOfResultsAlone else { return facts }
    facts.append(("rules", "\(summary.exercisedRules) exercised"))
    if let schedules = summary.schedules {
      facts.append(("schedules", "\(schedules.run) run, \(schedules.distinct) distinct"))
      facts.append(
        ("under every one", "\(schedules.completeCases) of \(schedules.cases) cases"))
    }
    facts.append(("virtual time", Self.time(summary.virtualTime)))
    if header.clock == .real { facts.append(("real time", Self.time(summary.realTime))) }
    return facts
  }

  /// A time as people say it, in the two largest units that it has.
  private static func time(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    guard seconds >= 60 else { return "\(Milliseconds(duration)) s" }
    let parts = [
      (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"),
      (seconds % 60, "s"),
    ]
    return parts.drop { count, _ in count == 0 }.prefix(2)
      .map { count, unit in "\(count) \(unit)" }.joined(separator: " ")
  }

  private func filter(in buffer: inout XMLBuffer) {
    buffer.markup("<search class=\"fl js\"><label for=\"q\">Filter</label><input id=\"q\"")
    buffer.markup(" type=\"search\" placeholder=\"words of a case, rule or message\"")
    buffer.markup(" autocomplete=\"off\" spellcheck=\"false\" aria-describedby=\"qn\"/>")
    buffer.markup("<output id=\"qn\" for=\"q\" aria-live=\"polite\"></output>")
    buffer.markup("<label for=\"so\">Sort by <select id=\"so\">")
    buffer.markup("<option value=\"\">default</option><option value=\"state\">state</option>")
    buffer.markup("<option value=\"time\">time</option></select></label>")
    buffer.markup("<button type=\"button\" id=\"fold\">Fold all</button></search>\n")
  }

  private func counts(_ totals: ReportTotals, in buffer: inout XMLBuffer) {
    buffer.markup(" <span>")
    for (count, name, kind) in [
      (totals.failures, "failed", "f"), (totals.errors, "errors", "e"),
      (totals.skipped, "skipped", "s"), (totals.passed, "passed", "p"),
    ] where count > 0 {
      buffer.markup("<i")
      buffer.attribute("class", CleanText(line: kind))
      buffer.markup(">")
      buffer.text(CleanText(line: "\(count) \(name)"))
      buffer.markup("</i> ")
    }
    buffer.markup("</span>")
  }

  private func end(in buffer: inout XMLBuffer) {
    buffer.markup("</main></div>\n<footer><p class=\"js\">Keys: <kbd>/</kbd> filter, <kbd>j</kbd>")
    buffer.markup(" and <kbd>k</kbd> next and previous failure, <kbd>Enter</kbd> open or fold, ")
    buffer.markup("<kbd>Esc</kbd> show all.</p></footer>\n<script>//<![CDATA[\n")
    buffer.markup(HTMLScript.page)
    buffer.markup("\n//]]></script>\n</body></html>\n")
  }
}
