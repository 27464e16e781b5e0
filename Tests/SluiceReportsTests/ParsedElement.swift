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
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    open.removeLast()
  }
}
