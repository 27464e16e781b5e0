import SluiceSpies

extension Rule {
  /// The rule that a cycle of dependencies is an error that names the path.
  public static let cycleNamed = Rule(
    id: "container.cycle-named",
    statement:
      "components that need each other in a cycle are an error that names its path in order",
    level: .must,
    rationale: """
      In a cycle no creation can ever come back. Without a guard the app hangs or overflows \
      its stack at a line that has nothing to do with the mistake; without the path nobody \
      knows which of the arrows is wrong.
      """,
    usualCause: """
      The container gives nil to the lookup that closes the cycle, or its error names only the \
      ends of the cycle.
      """,
    fix: """
      Keep the path of the creations under way, and throw an error that names each component on \
      it, in order.
      """,
    code: .cycleNamed,
    anchors: [
      .interop("Depending on Functionality from Another Framework"),
      .practice("Dagger (dagger.dev), whose error for a dependency cycle has the path of it"),
    ],
    underThreads: .counts,
    examples: [
      .conforming(
        "the path is named", after: .cycleOfThree,
        [.lookup(1), .failed(1, "in a cycle: Beta → Gamma → Alpha → Beta")]),
      .violating(
        "nothing instead of an error", after: .cycleOfThree, [.lookup(1), .nothing(1).blamed]),
      .violating(
        "two of three are named", after: .cycleOfThree,
        [.lookup(1), .failed(1, "Alpha needs Gamma, which needs Alpha").blamed]),
      .violating(
        "another order", after: .cycleOfThree,
        [.lookup(1), .failed(1, "Alpha → Gamma → Beta → Alpha").blamed]),
      .silent("no cycle", after: .alphaFound, []),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofContainerIn: evidence) { container, app in
      let offers = Set(app.components.map(\.offer))
      var known: [String: [[String]]] = [:]
      return .overall(container.answered(in: app)) { lookup in
        guard lookup.asker == .user, let returned = lookup.returned else { return .notExercised }
        let cycles = known[lookup.offer] ?? app.roster.cycles(from: lookup.offer)
        known[lookup.offer] = cycles
        guard let first = cycles.first, !app.roster.isMissing(from: lookup.offer) else {
          return .notExercised
        }
        if case .failure(let failure)? = lookup.answer,
          cycles.contains(where: { cycle in failure.names(cycle: cycle, amongst: offers) })
        {
          return .held
        }
        return .violated(
          at: returned,
          because: "no error names the path of the cycle "
            + (first + first.prefix(1)).joined(separator: " → "))
      }
    }
  }
}

extension [Rule.Example.Line] {
  /// The default app with three components that need each other.
  fileprivate static let cycleOfThree: Self = [
    .library(), .component(1, "Alpha", needs: ["Beta"]), .component(2, "Beta", needs: ["Gamma"]),
    .component(3, "Gamma", needs: ["Alpha"]), .configure(), .configured(),
  ]
}

extension Rule.Code {
  fileprivate static let cycleNamed = Rule.Code(
    wrong: """
      // A creation asks for what is being created.
      func close(cycle: [String]) throws -> ContainerInstance? {
        nil
      }
      """,
    right: """
      // A creation asks for what is being created.
      func close(cycle: [String]) throws -> ContainerInstance? {
        throw ContainerError("a cycle: \\(cycle.joined(separator: " > "))")
      }
      """)
}
