package import SluiceText

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
  /// How long the case took on the virtual clock, not negative: the same in every run.
  package var virtualTime: Duration
  /// How long the case took for the person waiting, not negative.
  package var realTime: Duration
  /// Facts about the case, shown in this order.
  package var properties: [ReportProperty]
  /// What came of it.
  package var outcome: CaseOutcome
  /// The violations that fail nothing, one for each rule.
  package var advice: [CaseOutcome.Problem]
  /// What the case wrote, if anything.
  package var systemOut: String

  /// Creates the result of a case.
  package init(
    suite: String, classname: String, name: String, id: String, place: SourcePlace? = nil,
    assertions: Int? = nil, virtualTime: Duration = .zero, realTime: Duration = .zero,
    properties: [ReportProperty] = [], outcome: CaseOutcome = .passed,
    advice: [CaseOutcome.Problem] = [],
    systemOut: String = ""
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
    self.advice = advice
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

/// The one outcome of a case.
///
/// A broken rule or expectation is a failure; a crash, a hang, or a schedule or fixture that can't
/// be used is an error; what does not apply, or fails as it is known to, is skipped.
package enum CaseOutcome: Sendable, Hashable {
  /// Everything that was asked of the case held.
  case passed
  /// A rule or an expectation did not hold.
  case failure(Problem)
  /// The case could not be judged.
  case error(Problem)
  /// The case was not judged, on purpose, with the reason.
  case skipped(message: String)
}

extension CaseOutcome {
  /// What went wrong in a case, in a line and at length.
  package struct Problem: Sendable, Hashable {
    /// The kind of problem as one word, such as `RuleViolation`.
    ///
    /// Some readers of reports take words like `yaml` or `date` for the name of a data type and
    /// convert the text; a report refuses those.
    package var type: String
    /// The problem in one line.
    package var message: String
    /// The whole account: where, what happened before, and the command that shows it again; a
    /// report puts the message before it unless it begins with it.
    package var body: String
    /// The place to blame, where it is more exact than the place of the case.
    package var place: SourcePlace?
    /// The id of the rule that is violated, if one is; nil where nothing says so.
    package var rule: String?
    /// The failure as the judge has made it; nil where a report is all that is left of it.
    package var failure: CaseFailure?

    /// Creates an account of a problem.
    package init(
      type: String, message: String, body: String = "", place: SourcePlace? = nil,
      failure: CaseFailure? = nil
    ) {
      self.type = type
      self.message = message
      self.body = body
      self.place = place
      self.failure = failure
      rule = failure?.rule
    }

    /// The account of a failure.
    package init(_ failure: CaseFailure) {
      self.init(
        type: failure.kind.rawValue, message: failure.message, body: failure.text().rendered,
        failure: failure)
    }
  }

  /// The problem, if the outcome turns the run red.
  package var problem: Problem? {
    switch self {
    case .passed, .skipped: nil
    case .failure(let problem), .error(let problem): problem
    }
  }
}

/// A named fact about a case or a run.
package struct ReportProperty: Sendable, Hashable {
  /// The name, such as `sluice.rule`; not empty.
  package var name: String
  /// The value; it may be empty.
  package var value: String

  /// Creates a named fact.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// A place in a source file: what an editor needs to jump to it.
///
/// A value of this type only names a place. Whether the file exists is not looked up, and whether
/// the path suits a report is decided by who writes the report.
package struct SourcePlace: Sendable, Hashable {
  /// The path as it is to be shown, relative to the root of the project where that is possible.
  package var file: String
  /// The line, counted from 1.
  package var line: Int?
  /// The column in Unicode scalars, counted from 1; it means nothing without a line.
  package var column: Int?

  /// Creates a place in a file.
  package init(file: String, line: Int? = nil, column: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourcePlace: CustomStringConvertible {
  /// The form compilers print: `file:line:column`, as far as it is known.
  package var description: String {
    guard let line else { return file }
    guard let column else { return "\(file):\(line)" }
    return "\(file):\(line):\(column)"
  }
}

/// The clock whose times a report shows.
package enum ReportClock: Sendable, Hashable {
  /// The simulation's clock: the same figures in every run, on every machine.
  case virtual
  /// The clock on the wall.
  case real
}
