import Foundation

/// The scenario files that a call names.
public enum ScenarioFinder {
  /// The files below the named places, each once, sorted by the bytes of their paths.
  ///
  /// - Parameters:
  ///   - places: Files and directories, relative to the working directory; the root's `Scenarios` if there are none.
  ///   - workingDirectory: Where relative places begin.
  ///   - root: Where paths that reports show begin.
  /// - Returns: The paths as reports show them.
  /// - Throws: `PlanError` for a place that does not exist or is no scenario file.
  public static func files(
    _ places: [String], workingDirectory: String, root: ScenarioRoot
  ) throws(PlanError) -> [String] {
    var found: Set<String> = []
    let places = places.isEmpty ? [root.path(of: "Scenarios")] : places
    for place in places {
      let base = URL(filePath: workingDirectory, directoryHint: .isDirectory)
      let url = URL(filePath: place, relativeTo: base).standardizedFileURL
      let path = url.path(percentEncoded: false)
      guard let isDirectory = try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
      else {
        throw .missing(place)
      }
      if isDirectory {
        for file in try files(below: url) { found.insert(root.shown(file)) }
      } else {
        guard url.pathExtension == "scenario" else { throw .noScenario(place) }
        found.insert(root.shown(path))
      }
    }
    return found.sorted { left, right in left.utf8.lexicographicallyPrecedes(right.utf8) }
  }

  private static func files(below directory: URL) throws(PlanError) -> [String] {
    let path = directory.path(percentEncoded: false)
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: path)
        .filter { name in name.hasSuffix(".scenario") }
        .map { name in (path.hasSuffix("/") ? path : path + "/") + name }
    } catch {
      throw .unreadable(path, reason: error.localizedDescription)
    }
  }
}

/// A reason for which a run can't be planned.
public enum PlanError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no such file or directory.
  case missing(String)
  /// A file without the extension of scenarios.
  case noScenario(String)
  /// A file or directory that can't be read.
  case unreadable(String, reason: String)

  /// The file or directory in question.
  public var place: String {
    switch self {
    case .missing(let place), .noScenario(let place), .unreadable(let place, _): place
    }
  }

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .missing(let place): "there is no file or directory '\(place)'"
    case .noScenario(let place): "'\(place)' is no .scenario file"
    case .unreadable(let place, let reason): "'\(place)' can't be read: \(reason)"
    }
  }
}
