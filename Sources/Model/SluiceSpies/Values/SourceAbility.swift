/// Something that a listener's source may be able to do besides calling back with values.
///
/// What the source can do and what the stream makes of it are two things: a stream declares the
/// second by its traits. A subject names the abilities that its source lacks; the others count as
/// present. A case that needs an absent one is left out, with the reason.
public enum SourceAbility: String, Sendable, Hashable, Comparable, CaseIterable {
  /// Calls back with an error. A source without it has no ``refuse`` and no ``sendBoth`` either.
  case fail
  /// Tells its listeners that it has ended.
  case finish
  /// Refuses a listener: its add throws, or calls back with an error.
  case refuse
  /// Calls back with neither a value nor an error.
  case sendNothing = "send-nothing"
  /// Calls back with a value and an error at once.
  case sendBoth = "send-both"
  /// Hands a present value to each new listener.
  case present
  /// Serves several listeners at once.
  case serveSeveral = "serve-several"
  /// Removes a listener when its handle is dropped. A source that hands out tokens, or none, lacks
  /// it.
  case removeWithHandle = "remove-with-handle"
  /// Keeps the callback of a listener that was removed, and whatever it captures.
  case keepRemoved = "keep-removed"

  /// What a source without the ability is like: the end of a sentence that begins with "the
  /// source".
  package var absence: String {
    switch self {
    case .fail: "never calls back with an error"
    case .finish: "never tells an end"
    case .refuse: "never refuses a listener"
    case .sendNothing: "never calls back with nothing"
    case .sendBoth: "never calls back with a value and an error at once"
    case .present: "has no present value"
    case .serveSeveral: "serves one listener at a time"
    case .removeWithHandle: "keeps a listener whose handle is dropped"
    case .keepRemoved: "lets go of a listener that was removed"
    }
  }

  /// The abilities that a source lacks which lacks this one.
  package var including: Set<SourceAbility> {
    self == .fail ? [.fail, .refuse, .sendBoth] : [self]
  }

  /// Whether one ability is before another in lists.
  public static func < (left: SourceAbility, right: SourceAbility) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}

extension SourceAbility {
  /// The abilities that a listener certainly does not notice.
  ///
  /// - Parameter audible: Those that it has a callback for, of ``fail``, ``refuse``, ``finish`` and
  ///   ``sendNothing``; a value and an error at once come by the callbacks for each.
  /// - Returns: The others of these, and what can't come without them.
  package static func silent(to audible: Set<SourceAbility>) -> Set<SourceAbility> {
    let silent = Set([.fail, .refuse, .finish, .sendNothing]).subtracting(audible)
    return silent.contains(.fail) ? silent.union([.sendBoth]) : silent
  }

  /// The abilities for each of which a listener has a callback of its own, which it would not have
  /// if the source lacked it.
  package static func registered(by audible: Set<SourceAbility>) -> Set<SourceAbility> {
    audible.intersection([.fail, .finish])
  }
}

extension Set<SourceAbility> {
  /// Those that don't follow from another one of these.
  package var withoutImplied: Set<SourceAbility> {
    subtracting(
      reduce(into: Set()) { implied, ability in
        implied.formUnion(ability.including.subtracting([ability]))
      })
  }

  /// How a subject's source is declared to lack these, in Swift: `.lacking(.fail, .finish)`.
  package var declaration: String {
    let names = withoutImplied.sorted().map { ability in ".\(ability)" }
    return ".lacking(\(names.joined(separator: ", ")))"
  }
}
