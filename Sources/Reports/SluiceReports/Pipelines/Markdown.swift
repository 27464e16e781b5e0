/// The two ways in which Markdown takes text that it must not read as markup.
enum Markdown {
  /// Lines as they are, between marks that are longer than any row of such marks in them.
  static func fenced(_ lines: [String], as language: String) -> String {
    var longest = 2
    var row = 0
    for line in lines {
      for scalar in line.unicodeScalars {
        row = scalar == "`" ? row + 1 : 0
        longest = max(longest, row)
      }
      row = 0
    }
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence)\(language)\n" + lines.map { line in line + "\n" }.joined() + "\(fence)\n"
  }

  /// Text that is no markup, neither of Markdown nor of HTML, in a line or in a cell of a table.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar.isASCII && special.contains(scalar) ? "&#\(scalar.value);" : String(scalar)
    }.joined()
  }

  private static let special = Set("&<>|`*_[]\\~#!@:\"".unicodeScalars)
}
