import Foundation

/// The directory that holds `Scenarios`: reports show paths relative to it, wherever the command was called from.
public struct ScenarioRoot: Sendable, Hashable {
  /// The directory's path.
  public let path: String

  /// A root at a path.
  public init(path: String) {
    self.path = path
  }

  /// The nearest directory with a `Scenarios` folder, upwards from the given places in turn.
  ///
  /// - Parameter places: Where to begin: the working directory first, then where the executable stands.
  /// - Returns: The root; nil if none of the places lies in one.
  public static func find(from places: [String]) -> ScenarioRoot? {
    for place in places {
      var directory = URL(filePath: place, directoryHint: .isDirectory).standardizedFileURL
      while true {
        let folder = directory.appending(path: "Scenarios", directoryHint: .isDirectory)
        if (try? folder.checkResourceIsReachable()) == true {
          return ScenarioRoot(path: directory.path(percentEncoded: false))
        }
        let parent = directory.deletingLastPathComponent().standardizedFileURL
        guard parent.path != directory.path else { break }
        directory = parent
      }
    }
    return nil
  }

  /// The path of something below the root.
  ///
  /// - Parameter shownPath: The path as reports show it.
  /// - Returns: The path as it can be opened.
  public func path(of shownPath: String) -> String {
    shownPath.hasPrefix("/") ? shownPath : (path.hasSuffix("/") ? path : path + "/") + shownPath
  }

  /// A path as reports show it: relative to the root where it lies below it.
  ///
  /// - Parameter absolutePath: The path as it can be opened.
  /// - Returns: The path to show.
  public func shown(_ absolutePath: String) -> String {
    let prefix = path.hasSuffix("/") ? path : path + "/"
    return absolutePath.hasPrefix(prefix)
      ? String(absolutePath.dropFirst(prefix.count)) : absolutePath
  }
}
