/// The parts of XML's grammar that need no state.
extension Span<UInt8> {
  /// The byte at an offset; nil at the end.
  @inline(__always)
  func byte(at offset: Int) -> UInt8? { offset < count ? self[offset] : nil }

  /// Whether the bytes from an offset on begin with a text.
  func begins(with text: String, at offset: Int) -> Bool {
    let end = offset + text.utf8.count
    return end <= count && has(text, at: offset..<end)
  }

  /// Whether the bytes end within a text that would begin at an offset.
  func ends(within text: String, at offset: Int) -> Bool {
    let (left, other) = (count - offset, text.utf8Span.span)
    guard left < other.count else { return false }
    for index in 0..<left where self[offset + index] != other[index] { return false }
    return true
  }

  /// Whether a range has the bytes of a text, and no others.
  func has(_ text: String, at range: Range<Int>) -> Bool {
    let other = text.utf8Span.span
    guard other.count == range.count else { return false }
    for index in other.indices where self[range.lowerBound + index] != other[index] {
      return false
    }
    return true
  }

  /// Whether two ranges have the same bytes.
  func areSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    guard one.count == other.count else { return false }
    for index in 0..<one.count
    where self[one.lowerBound + index] != self[other.lowerBound + index] { return false }
    return true
  }

  /// The text of a range.
  ///
  /// A mapped file can change after its check, so this throws where a precondition would do for
  /// bytes in memory.
  func string(_ range: Range<Int>) throws(XMLSyntaxError) -> String {
    guard !range.isEmpty else { return "" }
    do {
      return String(copying: try UTF8Span(validating: extracting(range)))
    } catch {
      throw XMLSyntaxError(
        .malformedUTF8, at: range.lowerBound + error.byteOffsets.lowerBound, in: self)
    }
  }

  /// The beginning of a name, for a message.
  func shown(_ range: Range<Int>) -> String {
    var bytes: [UInt8] = []
    for index in range.prefix(120) { bytes.append(self[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The error that the bytes end within what begins at an offset.
  func unfinished(_ what: String, from start: Int) -> XMLSyntaxError {
    XMLSyntaxError(.unfinished(what, location(of: start)), at: count, in: self)
  }

  /// The line and column of an offset, from a pass over all bytes before it.
  func location(of offset: Int) -> XMLLocation {
    var location = XMLLocation(line: 1, column: 1)
    var index = begins(with: "\u{FEFF}", at: 0) ? 3 : 0
    while index < Swift.min(offset, count) {
      switch self[index] {
      case UInt8(ascii: "\r") where byte(at: index + 1) == UInt8(ascii: "\n"): break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        location = XMLLocation(line: location.line + 1, column: 1)
      case 0x80..<0xC0: break
      default: location.column += 1
      }
      index += 1
    }
    return location
  }
}

extension Span<UInt8> {
  /// Refuses bytes beyond ASCII that are no UTF-8, or the two scalars of them that XML forbids.
  ///
  /// The bytes on both sides of the range are ASCII, so it divides no scalar.
  func checkScalars(_ range: Range<Int>) throws(XMLSyntaxError) {
    do {
      _ = try UTF8Span(validating: extracting(range))
    } catch {
      throw XMLSyntaxError(
        .malformedUTF8, at: range.lowerBound + error.byteOffsets.lowerBound, in: self)
    }
    var index = range.lowerBound
    while index < range.upperBound - 2 {
      // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
      if self[index] == 0xEF, self[index + 1] == 0xBF, self[index + 2] >= 0xBE {
        let scalar: UInt32 = self[index + 2] == 0xBE ? 0xFFFE : 0xFFFF
        throw XMLSyntaxError(.forbiddenScalar(scalar), at: index, in: self)
      }
      index += 1
    }
  }

  /// Refuses a name with a scalar that XML has in no name at its place.
  func checkName(_ range: Range<Int>) throws(XMLSyntaxError) {
    var offset = range.lowerBound
    for scalar in try string(range).unicodeScalars {
      let isFirst = offset == range.lowerBound
      guard scalar.beginsNames || !isFirst && scalar.continuesNames else {
        throw XMLSyntaxError(.forbiddenInName(scalar.value), at: offset, in: self)
      }
      offset += UTF8.width(scalar)
    }
  }

  /// The scalar of a reference, whose `&` is at the offset; on return that is behind the `;`.
  func reference(at offset: inout Int) throws(XMLSyntaxError) -> Unicode.Scalar {
    let start = offset
    guard byte(at: start + 1) != UInt8(ascii: "#") else {
      return try numericReference(at: &offset)
    }
    var end = start + 1
    while let byte = byte(at: end), byte >= 0x80 || XMLBytes.names.has(byte) { end += 1 }
    let name = start + 1..<end
    guard end < count else { throw unfinished("the reference", from: start) }
    guard let first = byte(at: start + 1), first >= 0x80 || XMLBytes.nameStarts.has(first),
      byte(at: end) == UInt8(ascii: ";")
    else { throw XMLSyntaxError(.bareAmpersand, at: start, in: self) }
    offset = end + 1
    if has("amp", at: name) { return "&" }
    if has("lt", at: name) { return "<" }
    if has("gt", at: name) { return ">" }
    if has("quot", at: name) { return "\"" }
    if has("apos", at: name) { return "'" }
    throw XMLSyntaxError(.unknownEntity(shown(name)), at: start, in: self)
  }

  private func numericReference(at offset: inout Int) throws(XMLSyntaxError) -> Unicode.Scalar {
    let start = offset
    let isHexadecimal = byte(at: start + 2) == UInt8(ascii: "x")
    let digits = start + (isHexadecimal ? 3 : 2)
    var (end, value) = (digits, UInt32(0))
    while let byte = byte(at: end), let digit = Self.digit(byte, isHexadecimal) {
      // Any number of zeros may lead; a number beyond Unicode stays there.
      value = Swift.min(value * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
      end += 1
    }
    guard end < count else { throw unfinished("the reference", from: start) }
    guard end > digits, byte(at: end) == UInt8(ascii: ";") else {
      throw XMLSyntaxError(.bareAmpersand, at: start, in: self)
    }
    guard let scalar = Unicode.Scalar(value), scalar.isOfXML else {
      throw XMLSyntaxError(.forbiddenScalar(value), at: start, in: self)
    }
    offset = end + 1
    return scalar
  }

  private static func digit(_ byte: UInt8, _ isHexadecimal: Bool) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f") where isHexadecimal:
      UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F") where isHexadecimal:
      UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}

extension Unicode.Scalar {
  /// Whether XML 1.0 allows the scalar at all, as `Char` of its section 2.2.
  fileprivate var isOfXML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }

  /// Whether a name can begin with the scalar, as `NameStartChar` of section 2.3.
  fileprivate var beginsNames: Bool {
    switch value {
    case ..<0x80: XMLBytes.nameStarts.has(UInt8(value))
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D,
      0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
      0x1_0000...0xE_FFFF:
      true
    default: false
    }
  }

  /// Whether a name can go on with the scalar if it can't begin with it, as `NameChar` there.
  fileprivate var continuesNames: Bool {
    switch value {
    case ..<0x80: XMLBytes.names.has(UInt8(value))
    case 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: false
    }
  }
}
