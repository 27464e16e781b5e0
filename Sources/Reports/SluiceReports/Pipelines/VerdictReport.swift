package import SluiceText

/// The account of one case for an issue about a wrong verdict: one file in Markdown.
///
/// Each part stands between marks that no line of it closes, so text of a subject is never markup.
/// The same parts make the same bytes.
package struct VerdictReport: Sendable, Hashable {
  /// The first line, by which a later call knows the file as one of the kit's.
  static let beginning = "# A verdict of Sluice\n"

  /// The file as far as it is made.
  package private(set) var text: String

  /// A report without parts.
  ///
  /// - Parameter introduction: The paragraphs below the title, which are Markdown.
  package init(introduction: [String]) {
    text = Self.beginning
    for paragraph in introduction { text += "\n\(paragraph)\n" }
  }

  /// Adds a heading.
  package mutating func add(heading: String) { text += "\n## \(heading)\n" }

  /// Adds a paragraph of Markdown.
  package mutating func add(paragraph: String) { text += "\n\(paragraph)\n" }

  /// Adds lines as they are, cleaned.
  ///
  /// - Parameters:
  ///   - lines: The lines, as wide as they are.
  ///   - language: The language, for readers that colour it.
  package mutating func add(_ lines: DisplayText, as language: String = "text") {
    let clean = lines.rendered { line in CleanText(line).lines.joined(separator: " ") }
    text += "\n" + Markdown.fenced(clean.rendered(columns: nil), as: language)
  }
}
