package import Foundation

/// A case as a JUnit report names it.
package struct JUnitCaseName: Sendable, Hashable {
  private let suite: ByteOrderedName
  private let name: ByteOrderedName

  /// The name of a case that is reported.
  ///
  /// - Throws: `ReportError.unusableCase` if no report can have it.
  package init(_ report: CaseReport) throws(ReportError) {
    let clean = try JUnitCase(report)
    self.init(suite: clean.suite.string, name: clean.name.string)
  }

  fileprivate init(suite: String, name: String) {
    self.suite = ByteOrderedName(suite)
    self.name = ByteOrderedName(name)
  }
}

/// The cases of a JUnit report that failed or could not be judged, and what its run was of.
///
/// Every dialect is read, and reports of other programs in the same shape. What no report has, such
/// as a document type, is passed over.
package struct FailedJUnitCases {
  /// The cases.
  package private(set) var names: Set<JUnitCaseName> = []
  /// The properties of the first suite that has any.
  package private(set) var properties: [String: String] = [:]

  private var suite = ""
  private var name: String?
  private var hasFailed = false
  private var depth = 0
  private var isWhole = false

  /// Reads a report.
  ///
  /// - Parameter report: Its bytes.
  /// - Throws: `JUnitReadingError` for what is no JUnit report, or is a part of one.
  package init(reading report: Data) throws(JUnitReadingError) {
    var scanner = MarkupScanner(report)
    while let tag = try scanner.next() {
      if depth == 0, !isWhole, tag.name != "testsuites", tag.name != "testsuite" {
        throw .otherRoot(tag.name)
      }
      take(tag)
    }
    guard isWhole, depth == 0 else { throw .cutOff }
  }

  private mutating func take(_ tag: MarkupScanner.Tag) {
    switch (tag.name, tag.kind) {
    case ("testsuite", .opening), ("testsuite", .empty): suite = tag.attributes["name"] ?? ""
    case ("testcase", .opening):
      name = tag.attributes["name"] ?? ""
      hasFailed = false
    case ("testcase", .closing):
      if hasFailed, let name { names.insert(JUnitCaseName(suite: suite, name: name)) }
      name = nil
    case ("failure", .opening), ("failure", .empty), ("error", .opening), ("error", .empty):
      hasFailed = true
    case ("property", .empty) where name == nil:
      guard let key = tag.attributes["name"], properties[key] == nil else { break }
      properties[key] = tag.attributes["value"] ?? ""
    default: break
    }
    switch tag.kind {
    case .opening: depth += 1
    case .closing: depth -= 1
    case .empty: break
    }
    if depth == 0 { isWhole = true }
  }
}

/// Why a file can't be read as a JUnit report.
package enum JUnitReadingError: Error, Equatable, CustomStringConvertible {
  /// It does not begin as one: here the name of its root.
  case otherRoot(String)
  /// A tag can't be read, at this byte.
  case malformed(offset: Int)
  /// It ends before its root does.
  case cutOff

  /// The reason in a sentence.
  package var description: String {
    switch self {
    case .otherRoot(let name): "it is no JUnit report: its root is '\(name)'"
    case .malformed(let offset): "it is no JUnit report: byte \(offset) is no markup"
    case .cutOff: "it is no JUnit report, or a part of one"
    }
  }
}

/// The tags of a piece of XML, one by one; the text between them is passed over.
private struct MarkupScanner {
  /// A tag.
  struct Tag {
    enum Kind {
      case opening, closing, empty
    }

    var name: String
    var kind: Kind
    var attributes: [String: String] = [:]
  }

  private let bytes: Data
  private var index: Data.Index

  init(_ bytes: Data) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  private var malformed: JUnitReadingError {
    .malformed(offset: bytes.distance(from: bytes.startIndex, to: index))
  }

  /// The next tag; nil behind the last.
  mutating func next() throws(JUnitReadingError) -> Tag? {
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = start + 1
      if skip("!--", to: "-->") || skip("![CDATA[", to: "]]>") || skip("?", to: "?>")
        || skip("!", to: ">")
      {
        continue
      }
      return try tag()
    }
    return nil
  }

  /// Passes over what begins and ends so; false where it does not begin so.
  private mutating func skip(_ beginning: String, to end: String) -> Bool {
    guard bytes[index...].starts(with: beginning.utf8) else { return false }
    index = bytes[index...].firstRange(of: Data(end.utf8))?.upperBound ?? bytes.endIndex
    return true
  }

  private mutating func tag() throws(JUnitReadingError) -> Tag {
    let isClosing = take("/")
    var tag = Tag(name: word(), kind: isClosing ? .closing : .opening)
    guard !tag.name.isEmpty else { throw malformed }
    while true {
      skipSpace()
      if take(">") { return tag }
      if take("/"), take(">") {
        tag.kind = .empty
        return tag
      }
      let name = word()
      skipSpace()
      guard !name.isEmpty, take("=") else { throw malformed }
      skipSpace()
      let quote: UInt8 = take("\"") ? UInt8(ascii: "\"") : UInt8(ascii: "'")
      guard quote == UInt8(ascii: "\"") || take("'"),
        let end = bytes[index...].firstIndex(of: quote)
      else { throw malformed }
      tag.attributes[name] = text(bytes[index..<end])
      index = end + 1
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard index < bytes.endIndex, bytes[index] == UInt8(ascii: scalar) else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while index < bytes.endIndex, Self.isSpace(bytes[index]) { index += 1 }
  }

  private mutating func word() -> String {
    let start = index
    while index < bytes.endIndex, !Self.isSpace(bytes[index]), !Self.ends.has(bytes[index]) {
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static let ends = ASCIISet("/>=<\"'")

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The value of an attribute, its references replaced.
  private func text(_ raw: Data) -> String {
    let text = String(decoding: raw, as: UTF8.self)
    guard raw.contains(UInt8(ascii: "&")) else { return text }
    var plain = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "&", let end = rest.firstIndex(of: ";"),
        let meant = Self.scalar(of: String(rest[..<end]))
      else {
        plain.append(scalar)
        continue
      }
      plain.append(meant)
      rest = rest[rest.index(after: end)...]
    }
    return String(plain)
  }

  private static func scalar(of reference: String) -> Unicode.Scalar? {
    switch reference {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard reference.hasPrefix("#") else { return nil }
      let digits = reference.dropFirst()
      let number =
        digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap(Unicode.Scalar.init)
    }
  }
}
