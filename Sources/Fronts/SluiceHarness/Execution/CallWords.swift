package import SluiceRunner

/// How a call is made once more: the words of its program and of its root, and paths as they are
/// named where it was made.
///
/// Of a run whose reports have the same bytes everywhere nothing of that is told: it is made again
/// by the package manager, from the root.
package struct CallWords {
  private let program: [String]
  private let root: ScenarioRoot
  /// What names the root, if the call does.
  private let rootWords: [String]
  /// Where paths begin; nil for the root.
  private let folder: String?

  /// The words of a call.
  ///
  /// - Parameters:
  ///   - environment: Where it is made.
  ///   - root: Where the paths begin that reports show.
  ///   - isReproducible: Whether reports must have the same bytes everywhere.
  package init(_ environment: CommandEnvironment, root: ScenarioRoot, isReproducible: Bool = false)
  {
    self.root = root
    let name = environment.programName
    let isElsewhere = environment.workingDirectory != root.path
    folder = isReproducible || !isElsewhere ? nil : environment.workingDirectory
    let usual = ["swift", "run", name]
    guard !isReproducible, let called = environment.calledAs else {
      program = usual
      rootWords = []
      return
    }
    program = Self.packageManager(called, name) ?? [called]
    rootWords =
      environment.root.map { path in
        [OptionDeclaration.root.name, Self.path(path, from: environment.workingDirectory)]
      } ?? []
  }

  /// The words that begin a command about a scenario file.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - shownPath: The file, as reports show it.
  /// - Returns: The words.
  package func words(_ command: String, _ shownPath: String) -> [String] {
    program + [command, path(shownPath)] + rootWords
  }

  /// A path that reports show, as it is named where the call was made.
  func path(_ shownPath: String) -> String {
    guard let folder, !root.isShipped(shownPath) else { return shownPath }
    return Self.path(root.path(of: shownPath), from: folder)
  }

  private static func path(_ place: String, from folder: String) -> String {
    if place == folder { return "." }
    let prefix = folder == "/" ? folder : folder + "/"
    return place.hasPrefix(prefix) ? String(place.dropFirst(prefix.count)) : place
  }

  /// The words by which the package manager was told to run the program; nil if it was not.
  ///
  /// It starts what it has built by a path from the working directory, in which the name of the
  /// platform stands: `.build/x86_64-unknown-linux-gnu/debug/sluice`. By hand that is left out.
  private static func packageManager(_ called: String, _ name: String) -> [String]? {
    let parts = called.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 4, !called.hasPrefix("/") else { return nil }
    let (scratch, platform) = (parts[parts.count - 4], parts[parts.count - 3])
    let configuration = parts[parts.count - 2]
    guard scratch.hasPrefix(".build"), platform.contains("-"), parts[parts.count - 1] == name,
      ["debug", "release"].contains(configuration)
    else { return nil }
    // Upwards the package is found; elsewhere may be the package, or only what is built.
    guard parts.dropLast(4).allSatisfy({ part in part == ".." }) else { return nil }
    var words = ["swift", "run"]
    if configuration != "debug" { words += ["-c", configuration] }
    if scratch != ".build" { words += ["--scratch-path", scratch] }
    return words + [name]
  }
}
