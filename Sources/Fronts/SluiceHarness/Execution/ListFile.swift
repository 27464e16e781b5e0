import Foundation
import SluiceRunner

/// A list that people keep by hand, at a path.
struct ListFile {
  /// The path as it can be opened.
  let path: String
  /// The path as messages show it.
  let shownPath: String

  /// Whether there is anything at the path.
  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// Reads the list.
  ///
  /// - Parameter parse: Makes it of the text.
  /// - Returns: What the text says.
  /// - Throws: `LocatedError` for a mistake in it, `PlanError` if it can't be read.
  func read<Content>(_ parse: (String) throws(ListError) -> Content) throws -> Content {
    let text = try FileContent.text(at: path, shownAs: shownPath)
    do throws(ListError) {
      return try parse(text)
    } catch {
      throw LocatedError(path: shownPath, place: error.place, reason: error.description)
    }
  }
}

/// A mistake in a list, with its place.
struct LocatedError: Error, CustomStringConvertible {
  let path: String
  let place: ListError.Place
  let reason: String

  var description: String { "\(path):\(place.line):\(place.column): error: \(reason)" }
}
