package import Foundation

/// Pull parser of XML 1.0 in UTF-8 without document types, which is what JUnit reports are.
///
/// Foundation's parser crashes on some malformed files, refuses files over 10 MB, and needs time
/// that grows with the square of the number of attributes. This one checks all that makes a
/// document well-formed, and stops at the first problem with its place. It decodes only the names,
/// values and texts that its caller asks for. Its time grows with the number of bytes; its memory
/// grows with the number of open elements, of the attributes of one tag, and with a decoded text.
///
/// After an error it is of no further use.
package struct XMLPullParser {
  /// A part of the file that the parser has read.
  package enum Event: Sendable {
    /// A start tag, or an empty-element tag, which an end follows.
    case startElement
    /// The end of an element.
    case endElement
    /// A text up to the next markup, or a CDATA section.
    case text
  }

  /// How many elements can be open at once: as many as libxml2 allows.
  package static let deepest = 256

  private let data: Data
  private var scanner = XMLScanner()
  /// The names of the open elements, in their start tags.
  private var open: [Range<Int>] = []
  private var hasRoot = false
  /// Whether the last tag is an empty-element tag, whose end is the next event.
  private var endsAtOnce = false
  private var eventOffset = 0
  private var name = 0..<0
  private var attributes: [(name: Range<Int>, value: Range<Int>)] = []
  private var text = 0..<0
  private var isSection = false

  /// Creates a parser that has read nothing.
  ///
  /// - Parameter data: The file. The parser never copies it, so a mapped one stays mapped.
  package init(_ data: Data) { self.data = data }

  /// Reads on to the next event.
  ///
  /// - Returns: The event; nil at the end of a well-formed file.
  /// - Throws: `XMLSyntaxError` for the first problem of the file.
  package mutating func next() throws(XMLSyntaxError) -> Event? {
    let data = data
    let bytes = data.span
    if endsAtOnce {
      endsAtOnce = false
      open.removeLast()
      return .endElement
    }
    if scanner.offset == 0 { try begin(bytes) }
    while true {
      if open.isEmpty { scanner.skipBlanks(bytes) }
      eventOffset = scanner.offset
      guard let byte = bytes.byte(at: scanner.offset) else {
        try checkEnd(bytes)
        return nil
      }
      if byte == UInt8(ascii: "<") {
        if let event = try markup(bytes) { return event }
      } else if open.isEmpty {
        throw XMLSyntaxError(hasRoot ? .contentAfterRoot : .noRoot, at: eventOffset, in: bytes)
      } else {
        return try characters(bytes)
      }
    }
  }
}

// MARK: - What an event has

extension XMLPullParser {
  /// The place of the last event, from a pass over all bytes before it.
  package var location: XMLLocation { data.span.location(of: eventOffset) }

  /// How many bytes and attributes all calls together have looked at.
  package var examined: Int { scanner.examined }

  /// The number of attributes of the last start tag.
  package var attributeCount: Int { attributes.count }

  /// Decodes the name of the element whose start or end is the last event.
  package mutating func elementName() throws(XMLSyntaxError) -> String {
    scanner.examined += name.count
    return try data.span.string(name)
  }

  /// Decodes the value of an attribute of the last start tag.
  ///
  /// - Parameter key: The name.
  /// - Returns: The value, with a blank for each literal line end and tab; nil if there is no such
  ///   attribute.
  /// - Throws: `XMLSyntaxError` if the file has changed since the tag was read.
  package mutating func value(of key: String) throws(XMLSyntaxError) -> String? {
    let data = data
    let bytes = data.span
    for attribute in attributes {
      scanner.examined += 1
      guard bytes.has(key, at: attribute.name) else { continue }
      return try decoded(attribute.value, stops: Self.valueStops, blank: " ", bytes)
    }
    return nil
  }

  /// Decodes the text that is the last event.
  ///
  /// - Returns: The text, with LF for each line end.
  package mutating func characters() throws(XMLSyntaxError) -> String {
    let data = data
    let stops = isSection ? Self.sectionCodes : Self.textCodes
    return try decoded(text, stops: stops, blank: "\n", data.span)
  }

  private static let valueStops = ASCIISet("&\t\n\r")
  private static let textCodes = ASCIISet("&\r")
  private static let sectionCodes = ASCIISet("\r")

  private mutating func decoded(
    _ range: Range<Int>, stops: ASCIISet, blank: String, _ bytes: Span<UInt8>
  ) throws(XMLSyntaxError) -> String {
    scanner.examined += range.count
    var result = ""
    var (start, index) = (range.lowerBound, range.lowerBound)
    while index < range.upperBound {
      let byte = bytes[index]
      guard stops.has(byte) else {
        index += 1
        continue
      }
      result += try bytes.string(start..<index)
      if byte == UInt8(ascii: "&") {
        result.unicodeScalars.append(try bytes.reference(at: &index))
      } else {
        let isPair = byte == UInt8(ascii: "\r") && bytes.byte(at: index + 1) == UInt8(ascii: "\n")
        index += isPair ? 2 : 1
        result += blank
      }
      start = index
    }
    // In a mapped file that has changed since, a reference can end elsewhere.
    if start < range.upperBound { result += try bytes.string(start..<range.upperBound) }
    return result
  }
}

// MARK: - The beginning and the end

extension XMLPullParser {
  private mutating func begin(_ bytes: Span<UInt8>) throws(XMLSyntaxError) {
    guard !bytes.isEmpty else { throw XMLSyntaxError(.emptyFile, at: 0, in: bytes) }
    switch (bytes[0], bytes.byte(at: 1)) {
    case (0xFF, 0xFE), (0xFE, 0xFF), (0x3C, 0), (0, 0x3C), (0, 0):
      throw XMLSyntaxError(.wideEncoding, at: 0, in: bytes)
    default: break
    }
    if bytes.begins(with: "\u{FEFF}", at: 0) { scanner.offset = 3 }
    try scanner.skipDeclaration(bytes)
  }

  private func checkEnd(_ bytes: Span<UInt8>) throws(XMLSyntaxError) {
    if let name = open.last {
      throw bytes.unfinished("the element '\(bytes.shown(name))'", from: name.lowerBound - 1)
    }
    guard hasRoot else { throw XMLSyntaxError(.noRoot, at: eventOffset, in: bytes) }
  }
}

// MARK: - Markup

extension XMLPullParser {
  /// Reads what begins with `<`; nil for a comment and a processing instruction.
  private mutating func markup(_ bytes: Span<UInt8>) throws(XMLSyntaxError) -> Event? {
    switch bytes.byte(at: eventOffset + 1) {
    case UInt8(ascii: "/"): return try endTag(bytes)
    case UInt8(ascii: "?"): try scanner.skipInstruction(bytes)
    case UInt8(ascii: "!"):
      if bytes.begins(with: "<!--", at: eventOffset) {
        try scanner.skipComment(bytes)
      } else if bytes.begins(with: "<![CDATA[", at: eventOffset), !open.isEmpty {
        text = try scanner.skipSection(bytes)
        isSection = true
        return .text
      } else if bytes.ends(within: "<!--", at: eventOffset)
        || bytes.ends(within: "<![CDATA[", at: eventOffset)
      {
        throw bytes.unfinished("the markup", from: eventOffset)
      } else {
        let isType = bytes.begins(with: "<!DOCTYPE", at: eventOffset)
        throw XMLSyntaxError(isType ? .documentType : .unknownMarkup, at: eventOffset, in: bytes)
      }
    default: return try startTag(bytes)
    }
    return nil
  }

  private mutating func startTag(_ bytes: Span<UInt8>) throws(XMLSyntaxError) -> Event {
    if hasRoot, open.isEmpty {
      throw XMLSyntaxError(.contentAfterRoot, at: eventOffset, in: bytes)
    }
    guard open.count < Self.deepest else {
      throw XMLSyntaxError(.tooDeep(limit: Self.deepest), at: eventOffset, in: bytes)
    }
    scanner.offset += 1
    name = try scanner.name(in: eventOffset, bytes)
    attributes.removeAll(keepingCapacity: true)
    while let attribute = try scanner.attribute(in: eventOffset, bytes) {
      attributes.append(attribute)
    }
    try checkAttributes(bytes)
    endsAtOnce = bytes[scanner.offset] == UInt8(ascii: "/")
    if endsAtOnce { scanner.offset += 1 }
    try scanner.take(">", in: eventOffset, bytes)
    hasRoot = true
    open.append(name)
    return .startElement
  }

  private mutating func endTag(_ bytes: Span<UInt8>) throws(XMLSyntaxError) -> Event {
    scanner.offset += 2
    name = try scanner.name(in: eventOffset, bytes)
    scanner.skipBlanks(bytes)
    try scanner.take(">", in: eventOffset, bytes)
    guard let last = open.popLast() else {
      throw XMLSyntaxError(.strayEndTag(bytes.shown(name)), at: eventOffset, in: bytes)
    }
    scanner.examined += name.count
    guard bytes.areSame(name, last) else {
      throw XMLSyntaxError(
        .mismatchedEndTag(
          bytes.shown(name), open: bytes.shown(last), bytes.location(of: last.lowerBound - 1)),
        at: eventOffset, in: bytes)
    }
    return .endElement
  }

  /// Refuses a second attribute of a name, in time that grows with the length of the tag.
  private mutating func checkAttributes(_ bytes: Span<UInt8>) throws(XMLSyntaxError) {
    // A set costs more than to compare the few names that tags usually have.
    guard attributes.count > 8 else {
      for (index, attribute) in attributes.enumerated() {
        scanner.examined += index
        for earlier in attributes[..<index] where bytes.areSame(earlier.name, attribute.name) {
          throw duplicate(attribute.name, bytes)
        }
      }
      return
    }
    // Arrays of bytes, as strings of other bytes can be equal.
    var names: Set<[UInt8]> = []
    for attribute in attributes {
      scanner.examined += attribute.name.count
      var name: [UInt8] = []
      for index in attribute.name { name.append(bytes[index]) }
      guard names.insert(name).inserted else { throw duplicate(attribute.name, bytes) }
    }
  }

  private func duplicate(_ name: Range<Int>, _ bytes: Span<UInt8>) -> XMLSyntaxError {
    XMLSyntaxError(.duplicateAttribute(bytes.shown(name)), at: name.lowerBound, in: bytes)
  }
}

// MARK: - Text

extension XMLPullParser {
  private mutating func characters(_ bytes: Span<UInt8>) throws(XMLSyntaxError) -> Event {
    while let byte = try scanner.skip(to: XMLBytes.textStops, bytes), byte != UInt8(ascii: "<") {
      if byte == UInt8(ascii: "&") {
        try scanner.skipReference(bytes)
      } else if bytes.begins(with: "]]>", at: scanner.offset) {
        throw XMLSyntaxError(.sectionEndInText, at: scanner.offset, in: bytes)
      } else {
        scanner.offset += 1
      }
    }
    (text, isSection) = (eventOffset..<scanner.offset, false)
    return .text
  }
}
