/// One line of a list that people keep by hand: a word, and what belongs to it.
///
/// Such a list has one entry a line; empty lines, and lines that begin with `#`, say nothing.
struct ListedLine {
  /// The first word.
  var word: String
  /// All that follows the word, without the space around it; empty if there is nothing.
  var rest: String
  /// The line, from 1.
  var line: Int
  /// The column of the word in Unicode scalars, from 1.
  var column: Int
  /// The column of the rest, or where it is missing.
  var restColumn: Int

  /// The entries of a text, in order.
  static func all(in text: String) -> [ListedLine] {
    // By scalars: a line feed after a carriage return is no `Character` of its own.
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated().compactMap { index, line in ListedLine(line, number: index + 1) }
  }

  private init?(_ scalars: Substring.UnicodeScalarView, number: Int) {
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let content = scalars.drop(while: isSpace)
    guard let first = content.first, first != "#" else { return nil }
    let word = content.prefix { scalar in !isSpace(scalar) }
    var rest = content.dropFirst(word.count)
    rest = rest.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    self.word = String(word)
    self.rest = String(rest)
    line = number
    column = scalars.count - content.count + 1
    restColumn =
      rest.isEmpty
      ? column + word.count : scalars.distance(from: scalars.startIndex, to: rest.startIndex) + 1
  }
}
