/// The reading of scenario files: lexer, parser and checker in one.
///
/// A file is checked as a whole, with all cases of its matrices, before anything of it can be run.
package struct ScenarioReader {
  /// What reading a file gave.
  package struct Result: Sendable {
    /// The file, or nil if it has an error.
    package var file: ScenarioFile?
    /// All errors and warnings in the order of the text: this file's, then those of the files it
    /// uses.
    package var diagnostics: [Diagnostic]
    /// The files in which the diagnostics' spans are.
    package var sources: SourceMap
  }

  /// The vocabulary.
  package let registry: Registry
  private let load: (String) -> [UInt8]?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - registry: The vocabulary.
  ///   - load: Gives the content of a file that `use` names, or nil if there is no such file. Its
  ///     argument is a path in the manner of the paths given to ``read(path:bytes:)``.
  package init(registry: Registry, load: @escaping (String) -> [UInt8]? = { _ in nil }) {
    self.registry = registry
    self.load = load
  }

  /// Reads a file whose content is at hand.
  ///
  /// - Parameters:
  ///   - path: The path, with `/` between its parts; its folders give product and layer.
  ///   - bytes: The content.
  /// - Returns: The file if it has no errors, and everything that is to be said about it.
  package func read(path: String, bytes: [UInt8]) -> Result {
    var linker = Linker(load: load)
    let index = linker.link(path, bytes: bytes)
    var checker = FileChecker(registry: registry, path: path, linker: linker)
    checker.check(linker.trees[index])
    let log = checker.resolver.substitution.log
    var file: ScenarioFile?
    if !log.hasErrors {
      file = ScenarioFile(
        path: path, place: checker.place, sources: linker.sources, program: linker.program,
        scenarios: checker.scenarios, registry: registry)
    }
    return Result(file: file, diagnostics: log.sorted, sources: linker.sources)
  }

  /// Reads a file from text in memory.
  ///
  /// - Parameters:
  ///   - path: The path, with `/` between its parts; its folders give product and layer.
  ///   - text: The content.
  /// - Returns: The file if it has no errors, and everything that is to be said about it.
  package func read(path: String, text: String) -> Result {
    read(path: path, bytes: Array(text.utf8))
  }
}

/// The product and the layer that a file's path gives to its scenarios.
package struct ScenarioPlace: Hashable, Sendable {
  /// The product, which is the folder below `Scenarios`.
  package var product: String
  /// The layer, which is the folder below the product.
  package var layer: ScenarioLayer
  /// The path without `Scenarios/` and without `.scenario`: the first part of every case's id.
  package var stem: String

  /// The name of the file without its folders and its extension.
  package var fileName: String {
    stem.split(separator: "/").last.map(String.init) ?? stem
  }

  static let fileExtension = ".scenario"

  /// The folders and the name of a scenario file: what follows the last `Scenarios` in its path.
  ///
  /// - Returns: Product, layer and file name, or nil where the path has another form.
  static func parts(of path: String) -> (product: String, layer: String, name: String)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    guard parts.count >= 4, parts[parts.count - 4] == "Scenarios" else { return nil }
    let file = parts[parts.count - 1]
    guard file.hasSuffix(fileExtension), file.utf8.count > fileExtension.utf8.count else {
      return nil
    }
    return (parts[parts.count - 3], parts[parts.count - 2], String(file.dropLast(9)))
  }
}

/// The layer of a scenario: what it drives and what it is about.
public enum ScenarioLayer: String, CaseIterable, Hashable, Sendable {
  /// The script hands the listener exactly what the scenario says.
  case unit
  /// Real operations on the state of an emulated backend.
  case integration
  /// Cancellation and teardown, on either of them.
  case cancellation
}

/// The bounds of the language: past each of them there is an error at the place.
package enum ScenarioLimits {
  /// How deep values may be nested, also after variables are put in.
  package static let depth = 64
  /// The largest file in bytes.
  package static let fileBytes = 1_048_576
  /// The most lines of a file.
  package static let lines = 10_000
  /// The most cases of a file, all matrices multiplied.
  package static let cases = 10_000
  /// The most steps of a case, all flows played.
  package static let steps = 10_000
  /// The most errors and warnings of a file.
  package static let diagnostics = 1_000
  /// The most errors and warnings of a line.
  package static let diagnosticsOfLine = 20
  /// The most parts of all values of a case, all variables put in; of a text that a variable
  /// brings, 64 bytes are a part.
  package static let valueParts = 100_000
}
