/// The way to a field through nested maps, or the document's own id.
///
/// Names given one by one may hold any character; a dotted string may not hold `~ * / [ ]` and may
/// not have an empty part. Source: `Firestore/Source/Public/FirebaseFirestore/FIRFieldPath.h`.
public struct FieldPath: Hashable, Sendable {
  /// The names from the outermost map inwards; at least one.
  package let segments: [Name]

  /// The path through fields of these names, outermost first; each may hold any character.
  ///
  /// - Parameter fieldNames: The names of the fields; at least one, none of them empty.
  public init(_ fieldNames: [String]) {
    precondition(
      !fieldNames.isEmpty && !fieldNames.contains(""),
      "a field path needs at least one name and no empty one: \(fieldNames)")
    segments = fieldNames.map { Name($0) }
  }

  package init(segments: [Name]) {
    self.segments = segments
  }

  /// The path that a dotted string names.
  ///
  /// - Throws: `FirestoreUsageError.invalidFieldPath` when a part is empty or a character is not
  ///   allowed.
  package init(parsing text: String) throws(FirestoreUsageError) {
    let scalars = text.unicodeScalars
    let parts = scalars.split(separator: ".", omittingEmptySubsequences: false)
    let forbidden: [Unicode.Scalar] = ["~", "*", "/", "[", "]"]
    guard parts.allSatisfy({ !$0.isEmpty }), !scalars.contains(where: forbidden.contains) else {
      throw .invalidFieldPath(text)
    }
    segments = parts.map { Name(String($0)) }
  }

  /// The path that stands for the document's id.
  public static func documentID() -> FieldPath {
    .key
  }

  /// The path that stands for the document's key.
  package static let key = FieldPath(segments: ["__name__"])

  /// Whether this is the document's key and not a field.
  package var isKey: Bool { self == .key }

  /// Whether this path leads to the other one or further inwards from it.
  package func isPrefix(of other: FieldPath) -> Bool {
    other.segments.starts(with: segments)
  }
}

extension FieldPath: Comparable {
  /// Whether the left path comes first in the order of names, segment by segment.
  public static func < (left: FieldPath, right: FieldPath) -> Bool {
    left.segments.lexicographicallyPrecedes(right.segments)
  }
}

extension FieldPath: CustomStringConvertible {
  /// The names joined by dots, for messages.
  public var description: String { segments.map(\.text).joined(separator: ".") }
}

/// A piece of text with the product's identity and order: by its UTF-8 bytes.
///
/// Swift's own `String` compares by canonical equivalence, so that a composed and a decomposed `é`
/// would be one field there and are two fields in the product.
package struct Name: Hashable, Comparable, Sendable {
  /// The text as it was given.
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: Name, right: Name) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package static func < (left: Name, right: Name) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 {
      hasher.combine(byte)
    }
  }
}

extension Name: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) {
    self.init(text)
  }
}

extension Name: CustomStringConvertible {
  package var description: String { text }
}
