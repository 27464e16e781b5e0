public import SluiceSpies

/// One obligation of a stream, and the function that decides from a log whether it was met.
///
/// A rule stands in a file of its own, with example logs that are also its tests: those it must
/// accept and those it must reject, with the entry to blame. It sees nothing but the log and the
/// subject's declared traits.
public struct Rule: Sendable {
  /// The stable name, `<group>.<name>`.
  public var id: String
  /// The obligation in one sentence, lower case, without a full stop.
  public var statement: String
  /// How grave a violation is.
  public var level: Level
  /// Why a violation is no graver; nil for the level `must`, where nothing has to be said.
  ///
  /// Each rule of the kit below `must` has one.
  public var levelReason: String?
  /// The edition of the kit with which the rule came.
  ///
  /// A gate of an older edition has its violations as advice. Rules of other authors belong to the
  /// first edition, so that they always count.
  public var edition: Edition
  /// Why the obligation exists: what goes wrong for a user where it is not met.
  public var rationale: String
  /// What wrong code usually looks like that violates it, in a sentence or two.
  ///
  /// Each rule of the kit has one; nil where the author of another rule leaves it out.
  public var usualCause: String?
  /// The usual causes between which a log decides, the likeliest first.
  ///
  /// The account of a failure has the first one that its log speaks for, and ``usualCause`` where
  /// there is none. Each of the kit's is taken by an example log of its rule.
  public var causes: [Cause]
  /// What to write instead of the usual cause, in a sentence or two.
  ///
  /// Each rule of the kit has one; nil where the author of another rule leaves it out.
  public var fix: String?
  /// The usual cause and the fix in Swift.
  ///
  /// Each rule of the kit of the level `must` has it; nil where the author of another rule leaves
  /// it out.
  public var code: Code?
  /// Where the obligation comes from.
  public var anchors: [Anchor]
  /// The names of the traits that the verdict depends on; none for a universal rule.
  public var traits: [TraitName]
  /// The abilities of the source of which the rule needs one to apply; none where it always does.
  public var needs: Set<SourceAbility>
  /// The ids of the more general rules that a violation of this one breaks too.
  public var implies: [String]
  /// What its verdict is worth where the code ran on real threads.
  public var underThreads: UnderThreads
  /// Example logs, which the rule's own test runs.
  ///
  /// They are made anew for whoever asks: some have thousands of entries, and no run reads one.
  public var examples: [Example] { makeExamples() }
  /// The verdict on one run.
  public var check: @Sendable (Evidence) -> Verdict
  private let makeExamples: @Sendable () -> [Example]

  /// A rule with everything that it says of itself.
  ///
  /// - Parameters:
  ///   - id: The stable name, `<group>.<name>` in small letters, digits and hyphens.
  ///   - statement: The obligation in one sentence, lower case, without a full stop.
  ///   - level: How grave a violation is.
  ///   - levelReason: Why a violation is no graver, for a level below `must`.
  ///   - edition: The edition of the kit with which the rule came; the first, unless it is said.
  ///   - rationale: What goes wrong for a user where the obligation is not met.
  ///   - usualCause: What wrong code usually looks like that violates it.
  ///   - causes: The usual causes between which a log decides, the likeliest first.
  ///   - fix: What to write instead.
  ///   - code: The usual cause and the fix in Swift.
  ///   - anchors: Where the obligation comes from.
  ///   - traits: The traits that the verdict depends on.
  ///   - needs: The abilities of the source of which the rule needs one to apply; none where it
  ///     always does.
  ///   - implies: The ids of the more general rules that a violation breaks too.
  ///   - underThreads: What the verdict is worth where the code ran on real threads.
  ///   - examples: Logs that the rule must accept or reject, which `check` has it judge.
  ///   - check: The verdict on one run. It is called for every run of every case, in each worker
  ///     process, and must depend on the evidence alone.
  public init(
    id: String, statement: String, level: Level, levelReason: String? = nil,
    edition: Edition = .first, rationale: String, usualCause: String? = nil,
    causes: [Cause] = [], fix: String? = nil, code: Code? = nil, anchors: [Anchor] = [],
    traits: [TraitName] = [], needs: Set<SourceAbility> = [], implies: [String] = [],
    underThreads: UnderThreads,
    examples: @autoclosure @escaping @Sendable () -> [Example] = [],
    check: @escaping @Sendable (Evidence) -> Verdict
  ) {
    self.id = id
    self.statement = statement
    self.level = level
    self.levelReason = levelReason
    self.edition = edition
    self.rationale = rationale
    self.usualCause = usualCause
    self.causes = causes
    self.fix = fix
    self.code = code
    self.anchors = anchors
    self.traits = traits
    self.needs = needs
    self.implies = implies
    self.underThreads = underThreads
    makeExamples = examples
    if needs.isEmpty {
      self.check = check
      return
    }
    let absence = needs.sorted().map { ability in ability.absence }.joined(separator: " and ")
    self.check = { evidence in
      needs.contains(where: evidence.declarations.someSource)
        ? check(evidence) : .inapplicable(because: "the source \(absence)")
    }
  }

  /// The part of the id before the dot.
  public var group: String {
    String(id.prefix { character in character != "." })
  }
}

extension Rule {
  /// How grave a violation is.
  public enum Level: String, Sendable, Comparable, CaseIterable {
    /// Reported only.
    case may
    /// Advice by default; fails the case where the gate or the run asks for `should`.
    case should
    /// Fails the case.
    case must

    /// Whether one level is less grave than the other.
    public static func < (left: Level, right: Level) -> Bool {
      (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
  }

  /// Where an obligation comes from.
  public enum Anchor: Sendable, Hashable {
    /// A rule of the Reactive Streams specification for the JVM, by number.
    case reactiveStreams(String)
    /// A Swift Evolution proposal, by number.
    case swiftEvolution(String)
    /// The testing plan of the proposal for `AsyncSequence` event streams in Firebase.
    case proposal
    /// The guide to asynchronous streams of ForgeObservers.
    case observersGuide
    /// The article on iterating over web socket messages.
    case webSocketArticle
    /// A measurement of the kit's authors with Swift 6.3.1, by what it shows.
    case measured(String)
    /// Another codebase, by name and what it does.
    case practice(String)
    /// A document of the rule's author, such as a specification or an issue, by its name.
    case document(String)
  }
}
