/// A mistake in a list that people keep by hand, with its place.
package enum ListError: Error, Sendable, Hashable {
  /// A place in a list, from 1.
  package struct Place: Sendable, Hashable {
    /// The line.
    package var line: Int
    /// The column in Unicode scalars.
    package var column: Int

    /// A place in a list.
    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// A line has a first word, and what belongs to it is missing.
  case incomplete(Place, word: String, missing: String)
  /// An entry stands twice.
  case repeated(Place, entry: String, firstLine: Int)
  /// A word is not one of those that may stand there.
  case unknown(Place, kind: String, word: String, suggestion: String?)

  /// The mistake's place.
  package var place: Place {
    switch self {
    case .incomplete(let place, _, _), .repeated(let place, _, _), .unknown(let place, _, _, _):
      place
    }
  }
}

extension ListError: CustomStringConvertible {
  /// The mistake in a sentence, without its place.
  package var description: String {
    switch self {
    case .incomplete(_, let word, let missing): "'\(word)' is followed by no \(missing)"
    case .repeated(_, let entry, let line): "'\(entry)' stands already in line \(line)"
    case .unknown(_, let kind, let word, let suggestion):
      "there is no \(kind) '\(word)'"
        + (suggestion.map { known in "; did you mean \(known)?" } ?? "")
    }
  }
}

extension ListedLine {
  /// The place of the first word.
  var place: ListError.Place { ListError.Place(line: line, column: column) }
  /// The place of what belongs to it.
  var restPlace: ListError.Place { ListError.Place(line: line, column: restColumn) }
}
