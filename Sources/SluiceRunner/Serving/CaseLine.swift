import Foundation

/// The one-line form of what crosses between a run and its workers.
package enum CaseLine {
  /// A value as one line of JSON, with its members sorted.
  ///
  /// - Parameter value: What crosses.
  /// - Returns: The line.
  /// - Throws: `CaseLineError` if the value can't be written.
  package static func encode(_ value: some Encodable) throws(CaseLineError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      // Line breaks stand in strings only, where JSON escapes them.
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw .unwritable(reason: "\(error)")
    }
  }

  /// The value in a line of JSON.
  ///
  /// - Parameters:
  ///   - type: The type of what crosses.
  ///   - line: The line.
  /// - Returns: The value.
  /// - Throws: `CaseLineError` if the line is not such a value.
  package static func decode<Content: Decodable>(
    _ type: Content.Type, from line: String
  ) throws(CaseLineError) -> Content {
    do {
      return try JSONDecoder().decode(type, from: Data(line.utf8))
    } catch {
      throw .unreadable(reason: "\(error)")
    }
  }
}

/// A line between a run and a worker that is of no use: a mistake of the kit's own.
package enum CaseLineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A value that can't be written as a line.
  case unwritable(reason: String)
  /// A line that is not what should cross.
  case unreadable(reason: String)
  /// A request whose level is none.
  case unknownLevel(String)
  /// An answer about another case than was asked for.
  case otherCase(asked: String, answered: String)

  /// The mistake in a sentence.
  package var description: String {
    switch self {
    case .unwritable(let reason): "a line between run and worker can't be written: \(reason)"
    case .unreadable(let reason): "a line between run and worker can't be read: \(reason)"
    case .unknownLevel(let level): "a worker was asked for the level '\(level)'"
    case .otherCase(let asked, let answered):
      "a worker was asked for '\(asked)' and answered for '\(answered)'"
    }
  }
}
