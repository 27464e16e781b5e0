/// The result of one case, as every form of report reads it.
///
/// The reports know nothing of scenarios, rules or simulations; whoever runs the cases translates
/// into this type. Text may hold anything a wrong subject can produce, at any length: the reports
/// clean, escape and cap it.
package struct CaseReport: Sendable, Hashable {
  /// The group the case is counted in; in JUnit XML, a `testsuite`.
  package var suite: String
  /// The qualifier of the name; (suite, classname, name) is unique in a run.
  package var classname: String
  /// The name a person reads.
  package var name: String
  /// The stable identity by which the command line selects the case.
  package var id: String
  /// Where the case is written down.
  package var place: SourcePlace?
  /// How many checks were made, where that is counted.
  package var assertions: Int?
  /// How long the case took on the virtual clock: the same in every run.
  package var virtualTime: Duration
  /// How long the case took for the person waiting.
  package var realTime: Duration
  /// Facts about the case, shown in this order.
  package var properties: [ReportProperty]
  /// What came of it.
  package var outcome: CaseOutcome
  /// What the case wrote, if anything.
  package var systemOut: String

  /// Creates the result of a case.
  ///
  /// - Parameters:
  ///   - suite: the group the case is counted in.
  ///   - classname: the qualifier of the name.
  ///   - name: the name a person reads; (suite, classname, name) is unique in a run.
  ///   - id: the stable identity by which the command line selects the case.
  ///   - place: where the case is written down.
  ///   - assertions: how many checks were made, where that is counted.
  ///   - virtualTime: how long it took on the virtual clock, not negative.
  ///   - realTime: how long it took for the person waiting, not negative.
  ///   - properties: facts about the case, shown in this order.
  ///   - outcome: what came of it.
  ///   - systemOut: what the case wrote, if anything.
  package init(
    suite: String, classname: String, name: String, id: String, place: SourcePlace? = nil,
    assertions: Int? = nil, virtualTime: Duration = .zero, realTime: Duration = .zero,
    properties: [ReportProperty] = [], outcome: CaseOutcome = .passed, systemOut: String = ""
  ) {
    self.suite = suite
    self.classname = classname
    self.name = name
    self.id = id
    self.place = place
    self.assertions = assertions
    self.virtualTime = virtualTime
    self.realTime = realTime
    self.properties = properties
    self.outcome = outcome
    self.systemOut = systemOut
  }
}

extension CaseReport {
  /// The time that a report of this kind shows.
  package func time(on clock: ReportClock) -> Duration {
    switch clock {
    case .virtual: virtualTime
    case .real: realTime
    }
  }
}
