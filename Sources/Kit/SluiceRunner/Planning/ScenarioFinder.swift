import Foundation

/// The scenario files that a call names.
package enum ScenarioFinder {
  /// The files below the named places, each once, sorted by the bytes of their paths.
  ///
  /// - Parameters:
  ///   - places: Files and directories, relative to the working directory; all of the root's
  ///     `Scenarios` if there are none.
  ///   - workingDirectory: Where relative places begin.
  ///   - root: Where paths that reports show begin.
  /// - Returns: The paths as reports show them.
  /// - Throws: `PlanError` for a place that does not exist, is no scenario file, holds none, or
  ///   lies outside the root's `Scenarios`.
  package static func files(
    _ places: [String], workingDirectory: String, root: ScenarioRoot
  ) throws(PlanError) -> [String] {
    guard !places.isEmpty else { return try sorted(try allFiles(of: root)) }
    var found: Set<FoundPath> = []
    for place in places {
      // The kit's own scenarios are named as they are shown.
      let isMarked = root.shipped != nil && place.hasPrefix(ShippedScenarios.mark)
      let path = AbsolutePath(
        isMarked ? root.path(of: place) : place, from: workingDirectory
      ).text
      guard let kind = try? FileKind(at: path) else { throw .missing(place) }
      let shown = try shownPath(of: path, named: place, root: root)
      if kind == .directory {
        found.formUnion(try files(below: shown, of: root, named: place))
      } else {
        guard place.hasSuffix(".scenario") else { throw .noScenario(place) }
        found.insert(FoundPath(text: shown))
      }
    }
    return try sorted(found)
  }

  /// The root's own files, and those of the kit's that are about its products.
  private static func allFiles(of root: ScenarioRoot) throws(PlanError) -> Set<FoundPath> {
    guard let shipped = root.shipped else {
      return try files(below: folder, of: root, named: folder)
    }
    var found: Set<FoundPath> = []
    for product in shipped.products {
      found.formUnion(try files(ofProduct: product, in: ShippedScenarios.mark, of: root))
    }
    // Where the kit's sources are the caller's package, its scenarios are there once.
    if root.hasScenarios, root.path != shipped.path {
      do throws(PlanError) {
        found.formUnion(try files(below: folder, of: root, named: folder))
      } catch .noScenarios {
        // A folder of one's own may be empty as yet.
      }
    }
    guard !found.isEmpty else { throw .noScenarios(folder) }
    return found
  }

  /// The files that are about some products: the root's own, and those of the kit's.
  ///
  /// Of their apps they are the root's own: the kit's are about many products, of which only those
  /// that are tested need be there.
  ///
  /// - Parameters:
  ///   - products: The names of the products.
  ///   - apps: The names of the apps that use them.
  ///   - root: Where paths that reports show begin.
  /// - Returns: The paths as reports show them, sorted by their bytes.
  /// - Throws: `PlanError` where there are none, or a folder can't be read.
  package static func files(
    about products: [String], apps: [String] = [], root: ScenarioRoot
  ) throws(PlanError) -> [String] {
    var found: Set<FoundPath> = []
    for app in apps { found.formUnion(try files(ofProduct: app, in: "", of: root)) }
    for product in products {
      found.formUnion(try files(ofProduct: product, in: "", of: root))
      guard root.shipped != nil else { continue }
      found.formUnion(try files(ofProduct: product, in: ShippedScenarios.mark, of: root))
    }
    guard !found.isEmpty else {
      throw .noScenarios("\(folder)/\(products.joined(separator: ", "))")
    }
    return try sorted(found)
  }

  /// The files of a product's folder, of which there need be none.
  private static func files(
    ofProduct product: String, in mark: String, of root: ScenarioRoot
  ) throws(PlanError) -> Set<FoundPath> {
    let place = "\(mark)\(folder)/\(product)"
    guard try isFolder(root.path(of: place), named: place) else { return [] }
    do throws(PlanError) {
      return try files(below: place, of: root, named: place)
    } catch .noScenarios {
      return []
    }
  }

  /// Whether a word means a place rather than a pattern of case ids: something stands there, or it
  /// ends as the names of scenario files do.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - workingDirectory: Where relative places begin.
  /// - Returns: True for a place, also for one that is missing.
  package static func isPlace(_ word: String, workingDirectory: String) -> Bool {
    if word.hasSuffix(".scenario") || word.hasPrefix(ShippedScenarios.mark) { return true }
    return (try? FileKind(at: AbsolutePath(word, from: workingDirectory).text)) != nil
  }

  /// The folder of the root in which scenarios live.
  private static let folder = "Scenarios"

  /// The paths, sorted by their bytes.
  ///
  /// Two that differ in nothing but how Unicode writes a letter are one to everybody who compares
  /// texts, and so are the cases in them.
  private static func sorted(_ paths: Set<FoundPath>) throws(PlanError) -> [String] {
    let sorted = paths.map(\.text).sorted { left, right in
      left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    var seen: Set<String> = []
    for path in sorted {
      let (isNew, other) = seen.insert(path)
      if !isNew { throw .alike(path, other: other) }
    }
    return sorted
  }

  /// A path, which is another one where its bytes are others.
  private struct FoundPath: Hashable {
    let text: String

    static func == (left: Self, right: Self) -> Bool {
      left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  /// The path below the root, also where the caller came there through links.
  private static func shownPath(
    of path: String, named place: String, root: ScenarioRoot
  ) throws(PlanError) -> String {
    let direct = root.shown(path)
    if isInFolder(direct) { return direct }
    let resolved = ScenarioRoot(path: followed(root.path), shipped: root.shipped)
      .shown(followed(path))
    guard isInFolder(resolved) else {
      throw .outside(place, folder: root.path(of: folder))
    }
    return resolved
  }

  private static func isInFolder(_ shown: String) -> Bool {
    let marked = ShippedScenarios.mark + folder
    return [folder, marked].contains(shown)
      || shown.hasPrefix("\(folder)/") || shown.hasPrefix("\(marked)/")
  }

  private static func followed(_ path: String) -> String {
    let resolved = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    return AbsolutePath(resolved, from: "/").text
  }

  private static func files(
    below shown: String, of root: ScenarioRoot, named place: String
  ) throws(PlanError) -> Set<FoundPath> {
    var found: Set<FoundPath> = []
    try find(&found, below: shown, of: root, named: place)
    guard !found.isEmpty else { throw .noScenarios(place) }
    return found
  }

  /// Follows links to folders, but into none that it is in already.
  ///
  /// - Throws: `PlanError.unreadable` for the first folder that can't be read, as a caller would
  ///   name it who has named the uppermost one so.
  private static func find(
    _ found: inout Set<FoundPath>, below shown: String, of root: ScenarioRoot, named place: String,
    inside folders: Set<String> = []
  ) throws(PlanError) {
    let path = root.path(of: shown)
    var folders = folders
    guard folders.insert(followed(path)).inserted else { return }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw .unreadable(place, reason: FileContent.reason(of: error))
    }
    let stem = place.hasSuffix("/") ? place : place + "/"
    for name in names.sorted() {
      let child = "\(shown)/\(name)"
      if name.hasSuffix(".scenario") {
        found.insert(FoundPath(text: child))
      } else if try isFolder(root.path(of: child), named: stem + name) {
        try find(&found, below: child, of: root, named: stem + name, inside: folders)
      }
    }
  }

  /// Whether a name that was listed is that of a folder, whose scenarios would be missing if it was
  /// passed over.
  private static func isFolder(_ path: String, named name: String) throws(PlanError) -> Bool {
    do {
      return try FileKind(at: path) == .directory
    } catch {
      switch FileContent.absence(of: path, error) {
      case .gone: return false
      case let reason: throw .unreadable(name, reason: "\(reason)")
      }
    }
  }
}
