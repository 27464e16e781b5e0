import FaultyStreams
import SluiceConformance
import SluiceRunner
package import SluiceText

/// A stream of the kit's own, and what its cases have to say of it.
package struct SelfTestEntry: Sendable {
  /// What the cases have to say.
  package enum Expectation: Sendable, Hashable {
    /// Nothing, under any schedule.
    case right
    /// Nothing, under the canonical schedule; a campaign plays the others.
    case rightInUsualOrder
    /// That it breaks a rule, under the canonical schedule.
    case breaks(rule: String)
    /// That it breaks a rule under some schedules.
    case races(rule: String)
    /// That a run of it ends in one of these ways, under the canonical schedule.
    case ends(Set<CaseFailure.Kind>)
    /// That it takes the process down under some schedules.
    case crashes
  }

  /// The stream's name.
  package let name: String
  /// The product whose cases it is played in.
  package let product: String
  /// What they have to say.
  package let expectation: Expectation

  /// A stream with what is expected of it.
  package init(name: String, product: String, expectation: Expectation) {
    self.name = name
    self.product = product
    self.expectation = expectation
  }

  /// The rule that has to catch it; nil where none has to.
  var rule: String? {
    switch expectation {
    case .breaks(let rule), .races(let rule): rule
    case .right, .rightInUsualOrder, .ends, .crashes: nil
    }
  }

  /// Whether nobody may blame it.
  var isRight: Bool { expectation == .right || expectation == .rightInUsualOrder }

  /// Whether its cases are played under further schedules.
  var isExplored: Bool {
    switch expectation {
    case .right, .races, .crashes: true
    case .rightInUsualOrder, .breaks, .ends: false
    }
  }

  /// Whether random cases have a say.
  var isPlayedAtRandom: Bool {
    switch expectation {
    case .right, .races: !RandomVocabulary.selfTested(product).isEmpty
    case .rightInUsualOrder, .breaks, .ends, .crashes: false
    }
  }

  /// After how many cases that show what is expected no more are played; nil for never.
  ///
  /// Each of a stream that takes its process down costs a process.
  var enough: Int? {
    switch expectation {
    case .ends, .crashes: SelfTestMatrix.fewestCases
    case .right, .rightInUsualOrder, .breaks, .races: nil
    }
  }

  /// Whether a verdict is what the stream is there for.
  func isShown(by verdict: CaseVerdict) -> Bool {
    switch expectation {
    case .right, .rightInUsualOrder: false
    case .breaks(let rule), .races(let rule): verdict.rules.contains(rule)
    case .ends(let kinds): verdict.kind.map(kinds.contains) == true
    case .crashes: verdict.kind == .subjectCrashed
    }
  }
}

/// The streams that a self-test plays.
///
/// Left out are the ones of `sluice stress`, which no simulation can tell from right ones, and
/// those that only a comparison of two processes shows.
package enum SelfTestRoster {
  /// All of them, the right ones first.
  package static let all: [SelfTestEntry] = right + faulty + fatal

  /// The names of the streams that read a present value.
  static let readers = Set(
    FaultySubjects.all.filter { subject in subject.traits.initialValue == .read }
      .map { subject in subject.name })

  /// Why a rule need not be caught by a case, by its id.
  static let exempt = [
    "memory.consumer-released":
      "no scenario assigns elements to an object; the tests of assign(to:on:) do"
  ]

  /// Those that nobody may blame.
  private static let right =
    (["reference", "reference-draining", "standard"] + controls)
    .map { name in SelfTestEntry(name: name, product: listener, expectation: .right) }
    + PairwiseControls.all.map { control in
      SelfTestEntry(name: control.name, product: listener, expectation: .rightInUsualOrder)
    }
    + ["reference", FaultyContainers.control.name].map { name in
      SelfTestEntry(name: name, product: core, expectation: .right)
    }
    + (["reference"] + Set(FaultyBridges.controls.map { control in control.name })).map { name in
      SelfTestEntry(name: name, product: demand, expectation: .right)
    }

  private static let controls = ControlStreams.all.map { control in control.name }

  /// Those that a rule has to catch.
  private static let faulty =
    FaultyStreams.all.map { faulty in
      SelfTestEntry(
        name: faulty.subject.name, product: listener, expectation: .breaks(rule: faulty.rule))
    }
    + DeclaringSubject.all.map { declaring in
      SelfTestEntry(
        name: declaring.subject.name, product: listener, expectation: .breaks(rule: declaring.rule))
    }
    + FaultySockets.all.map { faulty in
      SelfTestEntry(
        name: faulty.subject.name, product: "websocket", expectation: .breaks(rule: faulty.rule))
    }
    + FaultyAppStreams.all.map { faulty in
      SelfTestEntry(
        name: faulty.subject.name, product: "app", expectation: .breaks(rule: faulty.rule))
    }
    + FaultyContainers.all.map { faulty in
      SelfTestEntry(
        name: faulty.subject.name, product: core, expectation: .breaks(rule: faulty.rule))
    }
    + FaultyBridges.all.map { faulty in
      SelfTestEntry(
        name: faulty.subject.name, product: demand, expectation: .breaks(rule: faulty.rule))
    }
    + RacingStreams.all.map { racing in
      SelfTestEntry(
        name: racing.subject.name, product: listener, expectation: .races(rule: racing.rule))
    }
    + FaultyBridges.racing.map { racing in
      SelfTestEntry(
        name: racing.subject.name, product: demand, expectation: .races(rule: racing.rule))
    }

  /// Those that end a run before a rule can say anything, or that leave the simulation.
  private static let fatal =
    FatalStreams.all.map { subject in
      SelfTestEntry(name: subject.name, product: listener, expectation: .ends(endings))
    }
    + EscapingStreams.all.map { subject in
      SelfTestEntry(name: subject.name, product: listener, expectation: .ends([.escaped]))
    }
    + (TwiceAnsweredStreams.all + TwiceAnsweredStreams.styles)
    .filter { subject in subject.stream.hasPrefix("\(listener).") }
    .map { subject in
      SelfTestEntry(name: subject.name, product: listener, expectation: .crashes)
    }

  fileprivate static let listener = "listener"
  private static let core = "core"
  private static let demand = "demand"

  /// How a run comes to no end: the stream blocks, spins, traps, forges an answer, or leaves its
  /// consumer waiting.
  private static let endings: Set<CaseFailure.Kind> = [
    .subjectCrashed, .subjectHung, .answerUnusable, .deadlocked, .limitReached, .ruleViolation,
  ]
}
