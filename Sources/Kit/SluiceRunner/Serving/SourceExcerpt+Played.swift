import SluiceScenarios
import SluiceText

extension SourceExcerpt.Played {
  /// The greatest number of Unicode scalars of a played line.
  private static let longestLine = 1_000

  /// What the lines of a scenario do not say of one of its cases; nil if they say it all.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - shown: The numbers of the lines that a reader sees.
  init?(of scenario: ScenarioCase, in shown: Range<Int>) {
    let values = scenario.variables.map { variable in Variable(variable.name, variable.text) }
    let flows = Self.flows(of: scenario, in: shown)
    guard !values.isEmpty || !flows.isEmpty else { return nil }
    self.init(values: values, flows: flows)
  }

  /// The flows that some lines of a scenario play, with what they came to in one of its cases.
  private static func flows(of scenario: ScenarioCase, in shown: Range<Int>) -> [Flow] {
    let text = ScenarioText(of: scenario, registry: scenario.registry)
    var flows: [Flow] = []
    for step in scenario.timeline {
      guard let playedFrom = step.playedFrom.first else { continue }
      let line = scenario.number(of: playedFrom)
      guard shown.contains(line) else { continue }
      if flows.last?.line != line { flows.append(Flow(line: line)) }
      flows[flows.count - 1].append(
        text.lines(of: step).map { line in
          let cut = line.unicodeScalars.prefix(longestLine)
          return cut.endIndex == line.unicodeScalars.endIndex ? line : "\(String(cut))…"
        })
    }
    return flows
  }
}
