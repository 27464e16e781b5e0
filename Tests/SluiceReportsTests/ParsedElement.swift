import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An XML element as a parser that is not ours reads it.
final class ParsedElement {
  let name: String
  let attributes: [String: String]
  fileprivate(set) var children: [ParsedElement] = []
  fileprivate(set) var text = ""
  /// The pieces of text in it, those of its elements among them, in document order.
  fileprivate(set) var pieces: [String] = []

  fileprivate init(name: String, attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  /// All elements of a name at any depth, in document order.
  func all(_ name: String) -> [ParsedElement] {
    children.flatMap { child in (child.name == name ? [child] : []) + child.all(name) }
  }

  /// The first element of a name at any depth.
  func first(_ name: String) -> ParsedElement? { all(name).first }
}

extension ParsedElement {
  /// Parses a document and gives its root.
  convenience init(xml: Data) throws {
    let parser = XMLParser(data: xml)
    let builder = TreeBuilder()
    parser.delegate = builder
    let isRead = parser.parse()
    try #require(isRead, "\(String(describing: parser.parserError))")
    let root = try #require(builder.root)
    self.init(name: root.name, attributes: root.attributes)
    children = root.children
    text = root.text
    pieces = root.pieces
  }
}

private final class TreeBuilder: NSObject, XMLParserDelegate {
  private(set) var root: ParsedElement?
  private var open: [ParsedElement] = []

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    let element = ParsedElement(name: elementName, attributes: attributes)
    if let parent = open.last { parent.children.append(element) } else { root = element }
    open.append(element)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    open.last?.text += string
    for element in open { element.pieces.append(string) }
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    open.removeLast()
  }
}

extension ParsedElement {
  /// It and all elements in it, in document order.
  var everything: [ParsedElement] { [self] + children.flatMap(\.everything) }

  /// All elements of a name that have these classes and no others.
  func elements(_ name: String, of classes: String) -> [ParsedElement] {
    all(name).filter { element in element.attributes["class"] == classes }
  }

  /// Its text and that of the elements in it, in document order.
  var allText: String { pieces.joined() }
}
