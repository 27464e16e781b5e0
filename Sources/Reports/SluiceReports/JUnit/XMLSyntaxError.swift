/// Place in a text file.
package struct XMLLocation: Sendable, Hashable, CustomStringConvertible {
  /// The line, counted from 1; LF, CR LF and a lone CR each end a line.
  package var line: Int
  /// The column in Unicode scalars, counted from 1, as everywhere in the kit; a byte order mark has
  /// none.
  package var column: Int

  /// Creates a place.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The form `line:column`.
  package var description: String { "\(line):\(column)" }
}

/// First reason why a text is not XML that `XMLPullParser` reads, and where.
package struct XMLSyntaxError: Error, Hashable, CustomStringConvertible {
  /// The problem.
  package var problem: Problem
  /// The first byte that is wrong; where the file ends too early, its end.
  package var location: XMLLocation

  init(_ problem: Problem, at offset: Int, in bytes: Span<UInt8>) {
    self.problem = problem
    location = bytes.location(of: offset)
  }

  /// The form `line:column: reason`.
  package var description: String { "\(location): \(problem)" }
}

extension XMLSyntaxError {
  /// Problem of a text.
  ///
  /// Names are those of the file, cut to their beginning.
  package enum Problem: Sendable, Hashable {
    /// The file has no byte.
    case emptyFile
    /// The file ends, or has text, before its root begins.
    case noRoot
    /// The file has the zero bytes or the byte order mark of UTF-16 or UTF-32.
    case wideEncoding
    /// The XML declaration names another encoding than UTF-8.
    case otherEncoding(String)
    /// The XML declaration has other parts than `version`, `encoding` and `standalone`.
    case malformedDeclaration
    /// An XML declaration is elsewhere than at the beginning.
    case misplacedDeclaration
    /// Bytes are no UTF-8.
    case malformedUTF8
    /// XML 1.0 forbids the scalar, also as a reference.
    case forbiddenScalar(UInt32)
    /// A document type declaration begins.
    case documentType
    /// `<!` begins nothing that an element can contain.
    case unknownMarkup
    /// The file ends before something that begins at a place does.
    case unfinished(String, XMLLocation)
    /// An element ends before one in it does.
    case mismatchedEndTag(String, open: String, XMLLocation)
    /// An end tag has no start tag.
    case strayEndTag(String)
    /// Something follows the root element.
    case contentAfterRoot
    /// More elements are open than any report needs.
    case tooDeep(limit: Int)
    /// `<` begins no tag.
    case bareTagStart
    /// A name has to be here.
    case missingName
    /// A scalar that no name has at this place.
    case forbiddenInName(UInt32)
    /// Something has to be here.
    case missing(String)
    /// A value has `<` in it.
    case tagInValue(String)
    /// A tag has two attributes of a name.
    case duplicateAttribute(String)
    /// `&` begins no reference.
    case bareAmpersand
    /// An entity that only a document type could declare.
    case unknownEntity(String)
    /// A comment contains `--`.
    case doubleHyphen
    /// Text contains `]]>`.
    case sectionEndInText
  }
}

extension XMLSyntaxError.Problem: CustomStringConvertible {
  /// The reason in words.
  package var description: String {
    switch self {
    case .emptyFile: "the file is empty"
    case .noRoot: "no root element begins here"
    case .wideEncoding: "the file is UTF-16 or UTF-32; save it as UTF-8"
    case .otherEncoding(let name): "the encoding is '\(clean(name))'; save the file as UTF-8"
    case .malformedDeclaration:
      "the XML declaration is not as in '<?xml version=\"1.0\" encoding=\"UTF-8\"?>'"
    case .misplacedDeclaration: "an XML declaration is allowed only at the beginning of the file"
    case .malformedUTF8: "the bytes are no UTF-8"
    case .forbiddenScalar(let scalar): "XML does not allow U+\(hexadecimal(scalar))"
    case .documentType: "a document type declaration is refused: JUnit reports need none"
    case .unknownMarkup: "'<!' begins neither a comment nor a CDATA section"
    case .unfinished(let what, let start): "the file ends before \(clean(what)) of \(start) does"
    case .mismatchedEndTag(let name, let open, let start):
      "'</\(clean(name))>' comes before the end tag of '\(clean(open))' of \(start)"
    case .strayEndTag(let name): "'</\(clean(name))>' has no start tag"
    case .contentAfterRoot: "the root element has ended, and only comments can follow it"
    case .tooDeep(let limit): "more than \(limit) elements are open"
    case .bareTagStart: "'<' begins no tag; a '<' in a text is written as '&lt;'"
    case .missingName: "a name is missing"
    case .forbiddenInName(let scalar): "no name has U+\(hexadecimal(scalar)) at this place"
    case .missing(let what): "\(clean(what)) is missing"
    case .tagInValue(let name):
      "the value of '\(clean(name))' contains '<', which is written as '&lt;'"
    case .duplicateAttribute(let name): "the attribute '\(clean(name))' is there twice"
    case .bareAmpersand: "'&' begins no reference; a '&' in a text is written as '&amp;'"
    case .unknownEntity(let name): "the entity '\(clean(name))' is none of XML's five"
    case .doubleHyphen: "a comment contains '--'"
    case .sectionEndInText: "a text contains ']]>', which is written as ']]&gt;'"
    }
  }

  private func clean(_ text: String) -> String { CleanText(line: text).string }

  private func hexadecimal(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
