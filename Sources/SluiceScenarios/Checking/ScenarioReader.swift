/// The reading of scenario files: lexer, parser and checker in one.
///
/// A file is checked as a whole, with all cases of its matrices, before anything of it can be run.
public struct ScenarioReader {
  /// What reading a file gave.
  public struct Result: Sendable {
    /// The file, or nil if it has an error.
    public var file: ScenarioFile?
    /// All errors and warnings in the order of the text: this file's, then those of the files it
    /// uses.
    public var diagnostics: [Diagnostic]
    /// The files in which the diagnostics' spans are.
    public var sources: SourceMap
  }

  /// The vocabulary.
  public let registry: Registry
  private let load: (String) -> [UInt8]?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - registry: The vocabulary.
  ///   - load: Gives the content of a file that `use` names, or nil if there is no such file. Its
  ///     argument is a path in the manner of the paths given to ``read(path:bytes:)``.
  public init(registry: Registry, load: @escaping (String) -> [UInt8]? = { _ in nil }) {
    self.registry = registry
    self.load = load
  }

  /// Reads a file whose content is at hand.
  ///
  /// - Parameters:
  ///   - path: The path, with `/` between its parts; its folders give product and layer.
  ///   - bytes: The content.
  /// - Returns: The file if it has no errors, and everything that is to be said about it.
  public func read(path: String, bytes: [UInt8]) -> Result {
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
  public func read(path: String, text: String) -> Result {
    read(path: path, bytes: Array(text.utf8))
  }
}
