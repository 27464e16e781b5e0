/// The cases that are known to fail, each with the rule or the problem that it fails by.
///
/// The text form has one case a line, `<rule or problem> <case id>`, sorted by bytes; `#` begins a comment. The list is
/// exact: a listed case that passes, or fails by something else, fails the run, and so does an unlisted one.
public struct KnownFailures: Sendable, Hashable {
  /// One listed case.
  public struct Entry: Sendable, Hashable {
    /// What it fails by: a rule's id, or the name of another kind of problem.
    public var cause: String
    /// The line of the list, from 1.
    public var line: Int
  }

  /// The entries by the ids of their cases.
  public private(set) var entries: [String: Entry] = [:]

  /// An empty list.
  public init() {}

  /// The list in a text.
  ///
  /// - Parameter text: The text form.
  /// - Throws: `KnownFailuresError` for a line without a case or with one that stands already.
  public init(parsing text: String) throws(KnownFailuresError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let number = index + 1
      let content = line.prefix { character in character != "#" }
      let words = content.split(
        maxSplits: 1, whereSeparator: { character in character == " " || character == "\r" })
      guard let cause = words.first else { continue }
      guard words.count == 2 else { throw .incomplete(line: number, String(cause)) }
      var id = words[1]
      while let last = id.last, last.isWhitespace { id.removeLast() }
      if let other = entries[String(id)] {
        throw .repeated(line: number, id: String(id), first: other.line)
      }
      entries[String(id)] = Entry(cause: String(cause), line: number)
    }
  }

  /// The text form of a list.
  ///
  /// - Parameter failures: The ids of the cases, each with what it fails by.
  /// - Returns: One line a case, sorted by bytes.
  public static func text(_ failures: [(id: String, cause: String)]) -> String {
    failures
      .map { failure in "\(failure.cause) \(failure.id)" }
      .sorted { left, right in left.utf8.lexicographicallyPrecedes(right.utf8) }
      .map { line in line + "\n" }
      .joined()
  }

  /// A result as it stands with the list taken into account.
  ///
  /// A case that fails as listed is skipped with the reason; one that is listed and does not fail so, fails.
  public func applied(to result: CaseResult) -> CaseResult {
    guard let entry = entries[result.id] else { return result }
    var result = result
    switch result.outcome {
    case .failed(let problem), .errored(let problem):
      guard problem.cause == entry.cause else { return result }
      result.outcome = .skipped("known failure: \(problem.message)")
    case .skipped: break
    case .passed:
      let message = "passes unexpectedly: listed as a known failure of \(entry.cause)"
      result.outcome = .failed(
        Problem(kind: .passesUnexpectedly, message: message, body: message, line: 1))
    }
    return result
  }
}

extension Problem {
  /// What a list of known failures calls the problem: the rule's id, or the kind.
  public var cause: String {
    rule ?? kind.rawValue
  }
}

/// A mistake in a list of known failures.
public enum KnownFailuresError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A line names a cause and no case.
  case incomplete(line: Int, String)
  /// A case stands twice.
  case repeated(line: Int, id: String, first: Int)

  /// The line of the list, from 1.
  public var line: Int {
    switch self {
    case .incomplete(let line, _), .repeated(let line, _, _): line
    }
  }

  /// The mistake in a sentence.
  public var description: String {
    switch self {
    case .incomplete(_, let cause): "'\(cause)' is followed by no case id"
    case .repeated(_, let id, let first): "the case '\(id)' stands already in line \(first)"
    }
  }
}
