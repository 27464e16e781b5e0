/// The directory that holds `Scenarios`.
///
/// Reports show paths relative to it, wherever the command was called from.
public struct ScenarioRoot: Sendable, Hashable {
  /// The directory's absolute path.
  public let path: String

  /// A root at an absolute path.
  public init(path: String) {
    self.path = AbsolutePath(path, from: "/").text
  }

  /// The nearest directory with a `Scenarios` folder, upwards from the given places in turn.
  ///
  /// - Parameter places: Absolute paths of where to begin: the working directory first, then the
  ///   executable.
  /// - Returns: The root; nil if none of the places lies in one.
  public static func find(from places: [String]) -> ScenarioRoot? {
    for place in places {
      var directory = AbsolutePath(place, from: "/").text
      while true {
        let root = ScenarioRoot(path: directory)
        if (try? FileKind(at: root.path(of: "Scenarios"))) == .directory { return root }
        let parent = AbsolutePath("..", from: directory).text
        guard parent != directory else { break }
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
    shownPath.hasPrefix("/") ? shownPath : prefix + shownPath
  }

  /// A path as reports show it: relative to the root where it lies below it.
  ///
  /// - Parameter absolutePath: The path as it can be opened.
  /// - Returns: The path to show.
  public func shown(_ absolutePath: String) -> String {
    absolutePath.hasPrefix(prefix) ? String(absolutePath.dropFirst(prefix.count)) : absolutePath
  }

  private var prefix: String { path == "/" ? path : path + "/" }
}
