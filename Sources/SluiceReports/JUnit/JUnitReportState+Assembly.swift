import Foundation

extension JUnitReportState {
  /// Writes the whole report beside the target, then moves it into place.
  func assemble() throws(ReportError) {
    let draft = try target.makeTemporaryFile(for: "draft")
    defer { try? FileManager.default.removeItem(at: draft) }
    var writer = try ChunkedWriter(to: draft, for: target.path)
    try writer.write(Data(opening()))
    for (name, suite) in suites.sorted(by: { $0.key < $1.key }) {
      try writer.write(Data(opening(of: suite, name: name)))
      try spool.forEachRecord(of: suite.cases) { record throws(ReportError) in
        try writer.write(record.xml)
        return true
      }
      try writer.write(Data("  </testsuite>\n".utf8))
    }
    try writer.write(Data("</testsuites>\n".utf8))
    try writer.finish()
    try target.replace(with: draft)
  }

  private func opening() -> [UInt8] {
    var buffer = XMLBuffer()
    buffer.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites")
    buffer.attribute("name", CleanText(line: header.name))
    summary(totals, in: &buffer)
    buffer.markup(">\n")
    return buffer.bytes
  }

  private func opening(of suite: Suite, name: ByteOrderedName) -> [UInt8] {
    var buffer = XMLBuffer()
    buffer.markup("  <testsuite")
    buffer.attribute("name", CleanText(name.string))
    summary(suite.totals, in: &buffer)
    if let hostname = header.hostname { buffer.attribute("hostname", hostname) }
    if let file = suite.file.file { buffer.attribute("file", file) }
    buffer.markup(">\n")
    let properties = header.properties.map { property in
      (name: CleanText(line: property.name), value: CleanText(property.value))
    }
    buffer.properties(properties, indentation: "    ")
    return buffer.bytes
  }

  private func summary(_ totals: ReportTotals, in buffer: inout XMLBuffer) {
    buffer.attribute("tests", totals.cases)
    buffer.attribute("failures", totals.failures)
    buffer.attribute("errors", totals.errors)
    buffer.attribute("skipped", totals.skipped)
    buffer.attribute("time", CleanText("\(totals.time)"))
    buffer.attribute("timestamp", CleanText("\(timestamp)"))
  }
}
