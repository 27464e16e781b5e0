/// The name of a trait, as scenarios (`requires`) and reports write it.
///
/// A scenario requires a bare trait name to be true, or one value of a trait, written
/// `trait.value`.
public enum TraitName: String, Sendable, CaseIterable {
  /// How many listeners one iteration adds.
  case listeners
  /// What the end of one of several listeners means.
  case joining
  /// When the listeners are added.
  case registration
  /// How promptly they are removed.
  case removal
  /// How the iteration ends on cancellation.
  case cancelOutcome = "cancel-outcome"
  /// What becomes of buffered values on cancellation.
  case bufferOnCancel = "buffer-on-cancel"
  /// What several iterators have in common.
  case iterators
  /// What an iterator gets first that joins others.
  case lateIterator = "late-iterator"
  /// Whether all is released while the sequence is held.
  case releasesWhileHeld = "releases-while-held"
  /// Whether a present value comes first.
  case initialValue = "initial-value"
  /// What neither value nor error means.
  case emptyEvent = "empty-event"
  /// What both value and error mean.
  case ambiguousEvent = "ambiguous-event"
  /// How much later than its callback a value may come.
  case latency
  /// What becomes of values that come while an earlier one is kept back.
  case merging
  /// What becomes of values without room.
  case overflow
  /// What iterating does after the source's end.
  case afterSourceEnd = "after-source-end"
  /// What the stream does once its owner was dropped.
  case owner
  /// Whether the stream can throw.
  case canFail = "can-fail"
  /// Whether an error that a waiting consumer got is thrown once more.
  case repeatsError = "repeats-error"
  /// What kind of source the stream is over.
  case source
}

extension Traits {
  /// The words that hold of these traits: `trait.value` for each trait, and the bare name of each
  /// that is true.
  public var words: [String] {
    var words: [String] = []
    for name in TraitName.allCases {
      let value = word(for: name)
      if value == "true" { words.append(name.rawValue) }
      words.append("\(name.rawValue).\(value)")
    }
    if listeners > 1 { words.append("\(TraitName.listeners.rawValue).several") }
    if owner != .none { words.append("\(TraitName.owner.rawValue).some") }
    if merging.handsOnTheLast { words.append("\(TraitName.merging.rawValue).last") }
    return words
  }

  /// A trait's value in one word.
  public func word(for name: TraitName) -> String {
    switch name {
    case .listeners: "\(listeners)"
    case .joining: joining.rawValue
    case .registration: registration.rawValue
    case .removal: removal.rawValue
    case .cancelOutcome: cancelOutcome.rawValue
    case .bufferOnCancel: bufferOnCancel.rawValue
    case .iterators: iterators.rawValue
    case .lateIterator: lateIterator.rawValue
    case .releasesWhileHeld: "\(releasesWhileHeld)"
    case .initialValue: initialValue.rawValue
    case .emptyEvent: emptyEvent.rawValue
    case .ambiguousEvent: ambiguousEvent.rawValue
    case .latency: latency.latencyWord
    case .merging: merging.rawValue
    case .overflow: overflow.word
    case .afterSourceEnd: afterSourceEnd.rawValue
    case .owner: owner.rawValue
    case .canFail: "\(canFail)"
    case .repeatsError: "\(repeatsError)"
    case .source: source.rawValue
    }
  }

  /// Every word that a scenario may require of a trait without a number.
  public static var knownWords: [String] {
    let values: [(TraitName, [String])] = [
      (.listeners, ["1", "2", "3", "4", "several"]),
      (.joining, Joining.allCases.map { $0.rawValue }),
      (.registration, RegistrationPoint.allCases.map { $0.rawValue }),
      (.removal, Removal.allCases.map { $0.rawValue }),
      (.cancelOutcome, CancelOutcome.allCases.map { $0.rawValue }),
      (.bufferOnCancel, BufferOnCancel.allCases.map { $0.rawValue }),
      (.iterators, Iterators.allCases.map { $0.rawValue }),
      (.lateIterator, LateIterator.allCases.map { $0.rawValue }),
      (.releasesWhileHeld, ["true", "false"]),
      (.initialValue, InitialValue.allCases.map { $0.rawValue }),
      (.emptyEvent, EmptyEvent.allCases.map { $0.rawValue }),
      (.ambiguousEvent, AmbiguousEvent.allCases.map { $0.rawValue }),
      (.latency, ["none"]),
      (.merging, Merging.allCases.map { $0.rawValue } + ["last"]),
      (.overflow, ["unbounded"]),
      (.afterSourceEnd, AfterSourceEnd.allCases.map { $0.rawValue }),
      (.owner, Owner.allCases.map { $0.rawValue } + ["some"]),
      (.canFail, ["true", "false"]),
      (.repeatsError, ["true", "false"]),
      (.source, Source.allCases.map { $0.rawValue }),
    ]
    let flags: [TraitName] = [.releasesWhileHeld, .canFail, .repeatsError]
    return flags.map { $0.rawValue }
      + values.flatMap { name, words in words.map { word in "\(name.rawValue).\(word)" } }
  }
}

extension Traits.Overflow {
  fileprivate var word: String {
    switch self {
    case .unbounded: "unbounded"
    case .newest(let count): "newest-\(count)"
    case .oldest(let count): "oldest-\(count)"
    }
  }
}
