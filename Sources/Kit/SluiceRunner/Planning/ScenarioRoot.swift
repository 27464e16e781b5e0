import Foundation

/// The directory that holds `Scenarios`, and beside it, for a gate of somebody else's, the
/// scenarios that come with the kit.
///
/// Reports show paths relative to it, wherever the command was called from. What comes with the kit
/// is shown as `sluice:/Scenarios/…`, and may be named so.
package struct ScenarioRoot: Sendable, Hashable {
  /// The directory's absolute path.
  package let path: String
  /// The scenarios that come with the kit; nil where those of the directory are all.
  package let shipped: ShippedScenarios?

  /// A root at an absolute path.
  package init(path: String, shipped: ShippedScenarios? = nil) {
    self.path = AbsolutePath(path, from: "/").text
    self.shipped = shipped
  }

  /// The root whose `Scenarios` a path leads into; nil for any other path.
  ///
  /// - Parameter path: The absolute path.
  /// - Returns: The root.
  package static func around(_ path: String) -> ScenarioRoot? {
    let parts = path.split(separator: "/")
    guard let index = parts.lastIndex(of: "Scenarios") else { return nil }
    return ScenarioRoot(path: "/" + parts[..<index].joined(separator: "/"))
  }

  /// The nearest directory with a `Scenarios` folder, upwards from a place.
  ///
  /// - Parameter place: The absolute path of where to begin.
  /// - Returns: The root; nil if the place is not inside one.
  package static func find(from place: String) -> ScenarioRoot? {
    upwards(from: place) { root in root.hasScenarios }
  }

  /// The caller's own package, beside the scenarios that come with the kit.
  ///
  /// It is the nearest directory upwards that has scenarios or is a package; the place itself if
  /// there is none.
  /// - Parameters:
  ///   - place: The absolute path of where to begin.
  ///   - shipped: The scenarios that come with the kit.
  /// - Returns: The root.
  package static func find(from place: String, beside shipped: ShippedScenarios) -> ScenarioRoot {
    let own = upwards(from: place) { root in
      root.hasScenarios || (try? FileKind(at: root.path(of: "Package.swift"))) != nil
    }
    return ScenarioRoot(path: own?.path ?? place, shipped: shipped)
  }

  private static func upwards(
    from place: String, _ isWanted: (ScenarioRoot) -> Bool
  ) -> ScenarioRoot? {
    var directory = AbsolutePath(place, from: "/").text
    while true {
      let root = ScenarioRoot(path: directory)
      if isWanted(root) { return root }
      let parent = AbsolutePath("..", from: directory).text
      guard parent != directory else { return nil }
      directory = parent
    }
  }

  /// Whether there is such a directory.
  package var isFolder: Bool { (try? FileKind(at: path)) == .directory }

  /// Whether the directory has scenarios.
  package var hasScenarios: Bool { (try? FileKind(at: path(of: "Scenarios"))) == .directory }

  /// The path of something below the root.
  ///
  /// - Parameter shownPath: The path as reports show it.
  /// - Returns: The path as it can be opened.
  package func path(of shownPath: String) -> String {
    if let shipped, shownPath.hasPrefix(ShippedScenarios.mark) {
      return "\(shipped.path)/\(shownPath.dropFirst(ShippedScenarios.mark.count))"
    }
    return shownPath.hasPrefix("/") ? shownPath : prefix + shownPath
  }

  /// Whether a path that reports show is one of the scenarios that come with the kit.
  package func isShipped(_ shownPath: String) -> Bool {
    shipped != nil && shownPath.hasPrefix(ShippedScenarios.mark)
  }

  /// A path as reports show it: relative to the root where it lies below it, and marked as the
  /// kit's where it is one of the scenarios that come with it.
  ///
  /// - Parameter absolutePath: The path as it can be opened.
  /// - Returns: The path to show.
  package func shown(_ absolutePath: String) -> String {
    if let shipped, let place = shipped.shown(absolutePath) { return place }
    return absolutePath.hasPrefix(prefix)
      ? String(absolutePath.dropFirst(prefix.count)) : absolutePath
  }

  private var prefix: String { path == "/" ? path : path + "/" }
}

/// The scenarios that come with the kit, wherever it was built or put.
package struct ShippedScenarios: Sendable, Hashable {
  /// What the paths of the kit's own files begin with where they are shown.
  package static let mark = "sluice:/"

  /// The absolute path of the folder in which `Scenarios` stands.
  package let path: String
  /// The products whose scenarios are meant where none are named.
  package let products: [String]

  /// The scenarios at a place.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the folder in which `Scenarios` stands.
  ///   - products: The products whose scenarios are meant where none are named.
  package init(path: String, products: [String]) {
    self.path = AbsolutePath(path, from: "/").text
    self.products = products
  }

  /// The path of something in the folder of scenarios as reports show it; nil for anything else.
  func shown(_ absolutePath: String) -> String? {
    let folder = "\(path)/Scenarios"
    guard absolutePath == folder || absolutePath.hasPrefix("\(folder)/") else { return nil }
    return ShippedScenarios.mark + absolutePath.dropFirst(path.count + 1)
  }

  /// The kit's scenarios beside the running program, where builds put them, or else where its
  /// sources were when it was built.
  ///
  /// - Parameter products: The products whose scenarios are meant where none are named.
  /// - Throws: `PlanError.missing` where they are at neither place.
  package init(of products: [String]) throws(PlanError) {
    try self.init(of: products, lookingAt: ShippedScenarios.builds + [ShippedScenarios.source])
  }

  /// The kit's scenarios where its sources were when it was built, in which editors open them, or
  /// else beside the running program.
  ///
  /// - Parameter products: The products whose scenarios are meant where none are named.
  /// - Throws: `PlanError.missing` where they are at neither place.
  init(inSourcesOf products: [String]) throws(PlanError) {
    try self.init(of: products, lookingAt: [ShippedScenarios.source] + ShippedScenarios.builds)
  }

  private init(of products: [String], lookingAt places: [String]) throws(PlanError) {
    let place = places.first { place in ScenarioRoot(path: place).hasScenarios }
    guard let place else {
      throw .missing("\(ShippedScenarios.bundle), which holds the scenarios of the kit")
    }
    self.init(path: place, products: products)
  }

  private static let bundle = "sluice_SluiceRunner.resources"
  private static let source = AbsolutePath("../../../../..", from: #filePath).text

  /// The folders beside the running program in which builds put what comes with it.
  private static var builds: [String] {
    [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()]
      .compactMap { folder in folder?.appending(path: bundle).path(percentEncoded: false) }
  }
}
