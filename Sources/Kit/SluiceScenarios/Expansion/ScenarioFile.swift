import SluiceSpies

/// A checked scenario file, from which its cases can be made.
///
/// Cases are made one at a time: a file of ten thousand never holds more than the one in hand.
package struct ScenarioFile: Sendable {
  /// The path as it was given.
  package let path: String
  /// The product and the layer; nil for a file without scenarios that stands elsewhere.
  package let place: ScenarioPlace?
  /// The file and those that it uses.
  package let sources: SourceMap
  let program: Program
  let scenarios: [LinkedScenario]
  let registry: Registry
  /// How many cases the file has.
  package let caseCount: Int
  /// The scenarios by their names, of which no two are equal.
  private let scenariosByName: [String: LinkedScenario]

  init(
    path: String, place: ScenarioPlace?, sources: SourceMap, program: Program,
    scenarios: [LinkedScenario], registry: Registry
  ) {
    self.path = path
    self.place = place
    self.sources = sources
    self.program = program
    self.scenarios = scenarios
    self.registry = registry
    caseCount = scenarios.reduce(0) { count, scenario in count + scenario.caseCount }
    scenariosByName = Dictionary(
      scenarios.map { scenario in (scenario.syntax.name.text, scenario) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The cases in the order of the text; the rows of a scenario's last matrix vary fastest.
  package var cases: Cases { Cases(file: self) }

  /// The case of an id.
  ///
  /// The others are not looked at, so this takes no longer in a file of many.
  ///
  /// - Parameter id: The whole id.
  /// - Returns: The case, or nil if none has this id.
  package func scenarioCase(id: String) -> ScenarioCase? {
    guard let place, id.hasPrefix(place.stem + "/") else { return nil }
    // No name has a '/' of its own.
    let parts = id.dropFirst(place.stem.count + 1)
    let end = parts.firstIndex(of: "/") ?? parts.endIndex
    guard let scenario = scenariosByName[String(parts[..<end])],
      let index = scenario.index(of: parts[end...])
    else { return nil }
    var resolver = Resolver(program: program, registry: registry, place: place)
    return makeCase(scenario, index, in: place, with: &resolver)
  }

  private func id(
    of scenario: LinkedScenario, rows: [LinkedScenario.Row], in place: ScenarioPlace
  ) -> String {
    ([place.stem, scenario.syntax.name.text] + rows.map(\.id)).joined(separator: "/")
  }

  /// Makes one case of a scenario.
  func makeCase(
    _ linked: LinkedScenario, _ index: Int, in place: ScenarioPlace, with resolver: inout Resolver
  ) -> ScenarioCase {
    let syntax = linked.syntax
    let rows = linked.rows(of: index)
    resolver.substitution.workBefore = resolver.substitution.work
    let environment = resolver.environment(of: linked, rows: rows)
    let given = resolver.given(syntax, in: environment)
    var lines = resolver.resolve(syntax.steps, in: environment, module: 0)
    let finally = resolver.finally(syntax, in: environment)
    _ = CaseChecker.check(
      &lines, binder: resolver.binder, brokenStreams: [])
    assert(!resolver.substitution.log.hasErrors, "a checked file has no errors in its cases")
    let stream = ScenarioFile.firstStream(lines)
    let suite = stream.flatMap { name in registry.stream(name)?.suite }
    return ScenarioCase(
      id: id(of: linked, rows: rows, in: place),
      name: ([syntax.name.text] + rows.map(\.id)).joined(separator: "/"),
      scenario: syntax.name.text, caseIDs: rows.map(\.id),
      variables: linked.variables(of: rows),
      suite: "\(suite ?? "\(place.product).\(place.fileName)").\(place.layer.rawValue)",
      stream: stream, place: place, path: path, fileCaseCount: caseCount,
      line: sources.location(of: syntax.span).line,
      span: syntax.span, sources: sources, registry: registry, about: syntax.about?.text,
      rules: syntax.rules.map(\.text), tags: syntax.tags.map(\.text),
      edition: syntax.edition?.value ?? .first, requires: syntax.requires.map(\.text),
      xfail: rows.compactMap(\.xfail).first ?? syntax.xfail?.text,
      skip: rows.compactMap(\.skip).first ?? syntax.skip?.text, limit: syntax.limit,
      schedules: syntax.schedules, seed: syntax.seed, schedule: linked.schedule, given: given,
      timeline: lines.map(\.step), finally: finally)
  }

  private static func firstStream(_ lines: [ResolvedLine]) -> String? {
    for line in lines {
      if case .start(_, let call, _) = line.step.action { return call.name }
    }
    return nil
  }
}

extension ScenarioFile {
  /// The cases of a file, made when they are asked for.
  package struct Cases: Sequence, Sendable {
    let file: ScenarioFile

    /// Begins with the first case.
    package func makeIterator() -> Iterator { Iterator(file: file) }
  }

  /// The place in a file's cases up to which they have been made.
  package struct Iterator: IteratorProtocol {
    let file: ScenarioFile
    private var scenario = 0
    private var index = 0
    /// Keeps what is equal in all cases.
    private var resolver: Resolver

    init(file: ScenarioFile) {
      self.file = file
      resolver = Resolver(program: file.program, registry: file.registry, place: file.place)
    }

    /// Makes the next case.
    ///
    /// - Returns: The case, or nil after the last.
    package mutating func next() -> ScenarioCase? {
      guard let place = file.place else { return nil }
      while scenario < file.scenarios.count {
        let linked = file.scenarios[scenario]
        if index < linked.caseCount {
          defer { index += 1 }
          return file.makeCase(linked, index, in: place, with: &resolver)
        }
        scenario += 1
        index = 0
      }
      return nil
    }
  }
}
