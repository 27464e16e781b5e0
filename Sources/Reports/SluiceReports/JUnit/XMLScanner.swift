/// Reading position of `XMLPullParser`, and the steps by which it advances.
///
/// Each step takes the bytes again, as a value that keeps them could not be copied. Offsets stay
/// within them or at their end.
struct XMLScanner {
  /// The next byte to read.
  var offset = 0
  /// How many bytes the steps have looked at.
  var examined = 0

  /// Advances to a stop, over characters that XML allows.
  ///
  /// - Returns: The stop; nil at the end.
  mutating func skip(
    to stops: ASCIISet, _ bytes: Span<UInt8>
  ) throws(XMLSyntaxError) -> UInt8? {
    let start = offset
    var (index, all, stop) = (offset, UInt8(0), UInt8?.none)
    while index < bytes.count {
      let byte = bytes[index]
      if stops.has(byte) {
        stop = byte
        break
      }
      all |= byte
      index += 1
    }
    offset = index
    examined += index - start
    if all >= 0x80 { try bytes.checkScalars(start..<index) }
    if let stop, stop < 0x20 {
      throw XMLSyntaxError(.forbiddenScalar(UInt32(stop)), at: index, in: bytes)
    }
    return stop
  }

  /// Advances past an end, of which the first byte is a stop.
  private mutating func skip(
    past end: String, _ stops: ASCIISet, _ what: String, from start: Int, _ bytes: Span<UInt8>
  ) throws(XMLSyntaxError) {
    while try skip(to: stops, bytes) != nil {
      if bytes.begins(with: end, at: offset) {
        offset += end.utf8.count
        return
      }
      offset += 1
    }
    throw bytes.unfinished(what, from: start)
  }

  /// Advances over the reference that begins here.
  mutating func skipReference(_ bytes: Span<UInt8>) throws(XMLSyntaxError) {
    let start = offset
    _ = try bytes.reference(at: &offset)
    examined += offset - start
  }

  /// Advances over blanks, tabs and line ends.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  mutating func skipBlanks(_ bytes: Span<UInt8>) -> Bool {
    let start = offset
    while let byte = bytes.byte(at: offset), XMLBytes.blanks.has(byte) { offset += 1 }
    examined += offset - start
    return offset > start
  }

  /// Advances over a character that has to be here, in the tag that begins at an offset.
  mutating func take(
    _ character: String, in tag: Int, _ bytes: Span<UInt8>
  ) throws(XMLSyntaxError) {
    guard offset < bytes.count else { throw bytes.unfinished("the tag", from: tag) }
    guard bytes.begins(with: character, at: offset) else {
      throw XMLSyntaxError(.missing("'\(character)'"), at: offset, in: bytes)
    }
    offset += 1
  }

  /// Advances over a name.
  mutating func name(
    in tag: Int, _ bytes: Span<UInt8>
  ) throws(XMLSyntaxError) -> Range<Int> {
    let start = offset
    var (index, all) = (offset, UInt8(0))
    while let byte = bytes.byte(at: index), byte >= 0x80 || XMLBytes.names.has(byte) {
      all |= byte
      index += 1
    }
    offset = index
    examined += index - start
    guard let first = bytes.byte(at: start) else { throw bytes.unfinished("the tag", from: tag) }
    guard first >= 0x80 || XMLBytes.nameStarts.has(first) else {
      throw start == tag + 1
        ? XMLSyntaxError(.bareTagStart, at: tag, in: bytes)
        : XMLSyntaxError(.missingName, at: start, in: bytes)
    }
    if all >= 0x80 { try bytes.checkName(start..<index) }
    return start..<index
  }
}

// MARK: - Larger steps

extension XMLScanner {
  /// Advances over blanks and the attribute behind them.
  ///
  /// - Returns: Where its name and its value are; nil at `>`, `/` and `?`.
  mutating func attribute(
    in tag: Int, _ bytes: Span<UInt8>
  ) throws(XMLSyntaxError) -> (name: Range<Int>, value: Range<Int>)? {
    let hasBlank = skipBlanks(bytes)
    switch bytes.byte(at: offset) {
    case nil: throw bytes.unfinished("the tag", from: tag)
    case UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "?"): return nil
    case _ where !hasBlank:
      throw XMLSyntaxError(.missing("a blank or '>'"), at: offset, in: bytes)
    default: break
    }
    let name = try name(in: tag, bytes)
    skipBlanks(bytes)
    try take("=", in: tag, bytes)
    skipBlanks(bytes)
    let isApostrophe = bytes.byte(at: offset) == UInt8(ascii: "'")
    if isApostrophe { offset += 1 } else { try take("\"", in: tag, bytes) }
    let start = offset
    let stops = isApostrophe ? XMLBytes.apostropheStops : XMLBytes.quoteStops
    while let byte = try skip(to: stops, bytes) {
      switch byte {
      case UInt8(ascii: "&"): try skipReference(bytes)
      case UInt8(ascii: "<"):
        throw XMLSyntaxError(.tagInValue(bytes.shown(name)), at: offset, in: bytes)
      default:
        offset += 1
        return (name, start..<offset - 1)
      }
    }
    throw bytes.unfinished("the value of '\(bytes.shown(name))'", from: name.lowerBound)
  }

  /// Advances over the XML declaration, if one begins here.
  mutating func skipDeclaration(_ bytes: Span<UInt8>) throws(XMLSyntaxError) {
    let start = offset
    guard bytes.begins(with: "<?xml", at: start), let next = bytes.byte(at: start + 5),
      XMLBytes.blanks.has(next)
    else { return }
    offset += 5
    // Each part is optional but the first; all come in this order.
    let names = ["version", "encoding", "standalone"]
    var following = 0
    while let (name, value) = try attribute(in: start, bytes) {
      let text = try bytes.string(value)
      guard let index = names[following...].firstIndex(where: { bytes.has($0, at: name) }),
        index == 0 || following > 0
      else { throw XMLSyntaxError(.malformedDeclaration, at: name.lowerBound, in: bytes) }
      following = index + 1
      switch index {
      case 0
      where text.hasPrefix("1.") && text.utf8.count > 2
        && text.utf8.dropFirst(2).allSatisfy { (0x30...0x39).contains($0) }:
        break
      case 1 where ["utf-8", "utf8"].contains(text.lowercased()): break
      case 1: throw XMLSyntaxError(.otherEncoding(text), at: value.lowerBound, in: bytes)
      case 2 where text == "yes" || text == "no": break
      default: throw XMLSyntaxError(.malformedDeclaration, at: value.lowerBound, in: bytes)
      }
    }
    guard following > 0, bytes.begins(with: "?>", at: offset) else {
      throw XMLSyntaxError(.malformedDeclaration, at: offset, in: bytes)
    }
    offset += 2
  }

  /// Advances over the CDATA section that begins here.
  ///
  /// - Returns: Where its text is.
  mutating func skipSection(_ bytes: Span<UInt8>) throws(XMLSyntaxError) -> Range<Int> {
    let start = offset
    offset += 9
    try skip(past: "]]>", XMLBytes.sectionStops, "the CDATA section", from: start, bytes)
    return start + 9..<offset - 3
  }

  /// Advances over the comment that begins here.
  mutating func skipComment(_ bytes: Span<UInt8>) throws(XMLSyntaxError) {
    let start = offset
    offset += 4
    try skip(past: "--", XMLBytes.commentStops, "the comment", from: start, bytes)
    guard let byte = bytes.byte(at: offset) else {
      throw bytes.unfinished("the comment", from: start)
    }
    guard byte == UInt8(ascii: ">") else {
      throw XMLSyntaxError(.doubleHyphen, at: offset - 2, in: bytes)
    }
    offset += 1
  }

  /// Advances over the processing instruction that begins here.
  mutating func skipInstruction(_ bytes: Span<UInt8>) throws(XMLSyntaxError) {
    let start = offset
    offset += 2
    let target = try name(in: start, bytes)
    if target.count == 3, bytes.shown(target).lowercased() == "xml" {
      throw XMLSyntaxError(.misplacedDeclaration, at: start, in: bytes)
    }
    if !skipBlanks(bytes), offset < bytes.count, !bytes.begins(with: "?>", at: offset) {
      throw XMLSyntaxError(.missing("a blank or '?>'"), at: offset, in: bytes)
    }
    try skip(
      past: "?>", XMLBytes.instructionStops, "the processing instruction", from: start, bytes)
  }
}

/// The sets of ASCII characters that XML's grammar needs.
///
/// A set of stops has the forbidden controls in it, so that one look at a byte finds both.
enum XMLBytes {
  static let nameStarts = ASCIISet(letters + ":_")
  static let names = ASCIISet(letters + ":_-.0123456789")
  static let blanks = ASCIISet(" \t\r\n")
  static let textStops = stops("<&]")
  static let quoteStops = stops("<&\"")
  static let apostropheStops = stops("<&'")
  static let commentStops = stops("-")
  static let sectionStops = stops("]")
  static let instructionStops = stops("?")
  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

  private static func stops(_ characters: String) -> ASCIISet {
    var set = ASCIISet(characters)
    for byte: UInt8 in 0..<0x20 where !blanks.has(byte) { set.insert(byte) }
    return set
  }
}
