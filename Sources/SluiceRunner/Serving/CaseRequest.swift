import Foundation

/// What a run asks a worker for: one case, and how to run it. It crosses as one line of JSON.
public struct CaseRequest: Sendable, Hashable, Codable {
  /// The directory where shown paths begin.
  public var root: String
  /// The path as reports show it.
  public var shownPath: String
  /// The case's stable id.
  public var id: String
  /// The name of the implementations under test.
  public var subject: String
  /// The lowest level at which a violation fails the case.
  public var level: String
  /// The command that shows the case again.
  public var again: String

  /// A request for one case.
  public init(
    root: String, shownPath: String, id: String, subject: String, level: String, again: String
  ) {
    self.root = root
    self.shownPath = shownPath
    self.id = id
    self.subject = subject
    self.level = level
    self.again = again
  }
}

/// The one-line form of what crosses between a run and its workers.
public enum CaseLine {
  /// A value as one line of JSON, with its members sorted.
  ///
  /// - Parameter value: What crosses.
  /// - Returns: The line.
  /// - Throws: `CaseLineError` if the value can't be written.
  public static func encode(_ value: some Encodable) throws(CaseLineError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      // Line breaks stand in strings only, where JSON escapes them.
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw CaseLineError(reason: "\(error)")
    }
  }

  /// The value in a line of JSON.
  ///
  /// - Parameters:
  ///   - type: The type of what crosses.
  ///   - line: The line.
  /// - Returns: The value.
  /// - Throws: `CaseLineError` if the line is not such a value.
  public static func decode<Content: Decodable>(
    _ type: Content.Type, from line: String
  ) throws(CaseLineError) -> Content {
    do {
      return try JSONDecoder().decode(type, from: Data(line.utf8))
    } catch {
      throw CaseLineError(reason: "\(error)")
    }
  }
}

/// A line between a run and a worker that can't be written or read: a mistake of the kit's own.
public struct CaseLineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong with the line.
  public var reason: String

  /// The mistake in a sentence.
  public var description: String { "a line between run and worker is unusable: \(reason)" }
}
