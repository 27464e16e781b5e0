import SluiceSpies

/// The loading of a file and of the files that it uses.
///
/// A file sees what the files that it uses declare themselves, not what those use in turn. Every
/// file is read once.
struct Linker {
  let load: (String) -> [UInt8]?
  var sources = SourceMap()
  var program = Program()
  var substitution = Substitution(log: DiagnosticLog())
  /// The syntax tree of each file of ``sources``.
  private(set) var trees: [SyntaxFile] = []
  private var indices: [String: Int] = [:]
  /// Which files each has taken its names from.
  private var included: [Int: Set<Int>] = [:]
  /// The files that are being read, the outermost first.
  private var open: [String] = []

  init(load: @escaping (String) -> [UInt8]?) {
    self.load = load
  }

  /// Reads a file whose content is at hand, and everything that it uses.
  mutating func link(_ path: String, bytes: [UInt8]) -> Int {
    let source = SourceFile(path: path, bytes: bytes)
    let index = sources.append(source)
    indices[path] = index
    program.modules.append(Program.Module())
    trees.append(Parser.parse(source, file: index, into: substitution.log))
    open.append(path)
    for use in trees[index].uses { link(use, from: path, into: index) }
    open.removeLast()
    declareValues(of: index)
    declareFlows(of: index)
    return index
  }

  // MARK: Files

  private mutating func link(_ use: SyntaxFile.Use, from path: String, into index: Int) {
    guard let target = Linker.resolve(use.path, from: path) else {
      return substitution.log.report(
        .unusablePath, "'\(use.path)' is no path relative to this file", at: use.span,
        notes: ["it has '/' between its parts, does not begin with one and stays below the root"])
    }
    if open.contains(target) {
      let circle = (open.drop { file in file != target } + [target]).joined(separator: " → ")
      return substitution.log.report(
        .useCycle, "files use each other in a circle", at: use.span, notes: [circle])
    }
    guard open.count < ScenarioLimits.depth else {
      return substitution.log.report(
        .tooDeep, "files use each other more than \(ScenarioLimits.depth) deep", at: use.span)
    }
    if let known = indices[target] { return include(known, into: index, at: use.span) }
    guard let bytes = load(target) else {
      return substitution.log.report(
        .missingFile, "the file '\(target)' can't be read", at: use.span)
    }
    include(link(target, bytes: bytes), into: index, at: use.span)
  }

  private mutating func include(_ other: Int, into index: Int, at span: SourceSpan) {
    guard included[index, default: []].insert(other).inserted else { return }
    let module = program.modules[other]
    WorkCounter.looked(module.ownValues.count + module.ownFlows.count)
    for name in module.ownValues {
      let slot = module.values[name.text]
      if let known = program.modules[index].values[name.text], known.declaration != name.span {
        reportTwice(name, known.declaration, importedAt: span)
      }
      program.modules[index].values[name.text] = slot
    }
    for name in module.ownFlows {
      let flow = module.flows[name.text]
      if let known = program.modules[index].flows[name.text], known != flow {
        reportTwice(name, program.flows[known].syntax.name.span, importedAt: span)
      }
      program.modules[index].flows[name.text] = flow
    }
  }

  private mutating func reportTwice(
    _ name: SyntaxName, _ first: SourceSpan, importedAt span: SourceSpan
  ) {
    substitution.log.report(
      .duplicateName, "two files that this one uses declare '\(name.text)'", at: span,
      label: Diagnostic.Label(span: first, message: "one of them"))
  }

  /// The path of a used file: relative to the folder of the file that uses it, without `.` and
  /// `..`.
  static func resolve(_ use: String, from path: String) -> String? {
    guard !use.isEmpty, !use.hasPrefix("/"), !use.utf8.contains(UInt8(ascii: "\\")) else {
      return nil
    }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
    for part in use.split(separator: "/", omittingEmptySubsequences: false) {
      switch part {
      case "": return nil
      case ".": continue
      case "..":
        guard let last = parts.last, !last.isEmpty, last != "." else { return nil }
        if last == ".." { return nil }
        parts.removeLast()
      default: parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }

  // MARK: Declarations

  /// Reads the values of a file; each may use those before it and those of used files.
  private mutating func declareValues(of index: Int) {
    for declaration in trees[index].lets {
      let name = declaration.name
      if let known = program.modules[index].values[name.text] {
        substitution.log.report(
          .duplicateName, "the value '\(name.text)' is declared already", at: name.span,
          label: Diagnostic.Label(span: known.declaration, message: "here first"))
        continue
      }
      substitution.workBefore = substitution.work
      let value = replaced(declaration.value, inModule: index)
      let meaning: Environment.Meaning =
        if let value, !value.hasVariable { .value(value) } else { .unknown }
      program.modules[index].values[name.text] = Environment.Slot(
        meaning: meaning, declaration: name.span)
      program.modules[index].ownValues.append(name)
    }
  }

  /// A value with the variables of a file put in; nothing keeps these afterwards, so that the next
  /// is added to them in their place and not to a copy.
  private mutating func replaced(_ value: SyntaxValue?, inModule index: Int) -> SyntaxValue? {
    guard let value else { return nil }
    return substitution.replace(value, in: Environment(shared: program.modules[index].values))
  }

  private mutating func declareFlows(of index: Int) {
    for flow in trees[index].flows {
      let name = flow.name
      if let known = program.modules[index].flows[name.text] {
        let first = program.flows[known].syntax.name.span
        substitution.log.report(
          .duplicateName, "the flow '\(name.text)' is declared already", at: name.span,
          label: Diagnostic.Label(span: first, message: "here first"))
        continue
      }
      for parameter in flow.parameters {
        guard let known = program.modules[index].values[parameter.text] else { continue }
        substitution.log.report(
          .duplicateName, "'\(parameter.text)' is a value already, and a parameter hides it",
          at: parameter.span,
          label: Diagnostic.Label(span: known.declaration, message: "the value"))
      }
      program.modules[index].flows[name.text] = program.flows.count
      program.modules[index].ownFlows.append(name)
      program.flows.append(Program.Flow(syntax: flow, module: index))
    }
  }
}

extension SyntaxValue {
  /// Whether a variable is left in it.
  var hasVariable: Bool {
    switch kind {
    case .variable: true
    case .path(let path):
      path.segments.contains { segment in
        if case .variable = segment { true } else { false }
      }
    default: children.contains(where: \.hasVariable)
    }
  }
}

/// A scenario file with all the files that it uses, read and linked.
struct Program: Sendable {
  /// A flow with the place of the file in whose variables its steps are read.
  struct Flow: Sendable {
    var syntax: SyntaxFile.Flow
    var module: Int
  }

  /// One file.
  struct Module: Sendable {
    /// The file's own values and those of the files that it uses.
    var values: [String: Environment.Slot] = [:]
    /// The file's own flows and those of the files that it uses, as indices of ``Program/flows``.
    var flows: [String: Int] = [:]
    /// The names that the file itself declares: those that a file which uses it sees.
    var ownValues: [SyntaxName] = []
    var ownFlows: [SyntaxName] = []
  }

  var modules: [Module] = []
  var flows: [Flow] = []
}

/// A scenario whose tables have been read.
struct LinkedScenario: Sendable {
  /// A row of a matrix.
  struct Row: Sendable {
    var id: String
    var slots: [Environment.Slot]
    var xfail: String?
    var skip: String?
  }

  struct Matrix: Sendable {
    let columns: [SyntaxName]
    let rows: [Row]
    /// Where the row of an id stands.
    private let places: [String: Int]

    init(columns: [SyntaxName], rows: [Row]) {
      self.columns = columns
      self.rows = rows
      places = Dictionary(
        rows.indices.map { place in (rows[place].id, place) }, uniquingKeysWith: { one, _ in one })
    }

    func place(of id: Substring) -> Int? { places[String(id)] }
  }

  var syntax: SyntaxScenario
  var matrices: [Matrix]
  var schedule: [ForcedChoice]

  /// How many cases it has; clamped where the product does not fit.
  var caseCount: Int {
    var count = 1
    for matrix in matrices {
      let (product, overflow) = count.multipliedReportingOverflow(by: matrix.rows.count)
      if overflow { return Int.max }
      count = product
    }
    return count
  }

  /// The number of the case of some rows.
  ///
  /// - Parameter ids: The ids of the rows, each behind a `/`, as they end the case's own id.
  /// - Returns: The number; nil if there are no such rows.
  func index(of ids: Substring) -> Int? {
    // No id has a `/` of its own.
    let parts = ids.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first?.isEmpty == true, parts.count == matrices.count + 1 else { return nil }
    var index = 0
    for (matrix, id) in zip(matrices, parts.dropFirst()) {
      guard let place = matrix.place(of: id) else { return nil }
      index = index * matrix.rows.count + place
    }
    return index
  }

  /// The rows of a case; the last matrix runs fastest.
  func rows(of index: Int) -> [Row] {
    var rest = index
    var rows: [Row] = []
    for matrix in matrices.reversed() {
      rows.append(matrix.rows[rest % matrix.rows.count])
      rest /= matrix.rows.count
    }
    return rows.reversed()
  }
}
