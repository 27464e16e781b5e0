/// What a stream declares of one trait, beside everything that was seen of it.
public struct TraitComparison: Sendable, Hashable {
  /// Something that was seen, and where.
  public struct Occasion: Sendable, Hashable {
    /// What was seen.
    public var seen: SeenValue
    /// Where, such as the id of a case.
    public var place: String

    /// Something seen at a place.
    public init(_ seen: SeenValue, at place: String) {
      self.seen = seen
      self.place = place
    }
  }

  /// How a declaration relates to what is seen.
  public enum Relation: String, Sendable {
    /// Nothing was seen of the trait, so that nothing can be said.
    case unseen
    /// It is what is seen.
    case equal
    /// It promises more than the stream keeps: rules object to a stream that may be as it is meant.
    case stricter
    /// It promises less than the stream keeps: rules look past what they could check.
    case laxer
    /// It promises something else, neither more nor less.
    case other
    /// What was seen fits no declaration at all, which is the rules' matter.
    case impossible
  }

  /// The trait.
  public let trait: TraitName
  /// What is declared, in one word.
  public let declared: String
  /// What there is to declare, in one word: what was seen, or what is declared where nothing was or
  /// where no single declaration would be right.
  public let found: String
  /// What was seen, each different thing once, where it was seen first.
  public let occasions: [Occasion]
  /// How the declaration relates to what was seen.
  public let relation: Relation
  /// Whether different things were seen that no declaration fits all of, or what none allows at
  /// all.
  public let isContradictory: Bool

  /// The comparison of one trait.
  ///
  /// Where what was seen varies with the occasion, the most careful of the declarations counts, if
  /// the trait's values go from strict to lax.
  ///
  /// - Parameters:
  ///   - trait: The trait.
  ///   - traits: What the stream declares.
  ///   - occasions: Everything that was seen of the trait.
  public init(_ trait: TraitName, declaring traits: Traits, seen occasions: [Occasion]) {
    self.trait = trait
    let declared = traits.word(for: trait)
    self.declared = declared
    var distinct: [Occasion] = []
    for occasion in occasions {
      let known = distinct.firstIndex { known in
        known.seen.words == occasion.seen.words && known.seen.note == occasion.seen.note
      }
      guard let known else {
        distinct.append(occasion)
        continue
      }
      // Of several occasions on which nothing was lost the greatest says most.
      if distinct[known].seen.room ?? 0 < occasion.seen.room ?? 0 { distinct[known] = occasion }
    }
    self.occasions = distinct
    var candidates = [declared]
    for word in distinct.flatMap({ occasion in occasion.seen.words })
    where !candidates.contains(word) {
      candidates.append(word)
    }
    let fitting = candidates.first { word in
      occasions.allSatisfy { occasion in occasion.seen.fits(word) }
    }
    isContradictory = fitting == nil
    let seen = candidates.filter { word in
      distinct.contains { occasion in occasion.seen.words.contains(word) }
    }
    found = fitting ?? trait.mostCareful(of: seen) ?? declared
    if occasions.isEmpty {
      relation = .unseen
    } else if found == declared {
      let isAllowed = fitting != nil || trait.mostCareful(of: seen) == declared
      let isImpossible = distinct.contains { occasion in occasion.seen.words.isEmpty }
      relation = isImpossible ? .impossible : isAllowed ? .equal : .other
    } else {
      relation = trait.relation(of: declared, to: found)
    }
  }

  /// Whether the declaration is other than what was seen.
  public var isDifferent: Bool {
    switch relation {
    case .unseen, .equal, .impossible: false
    case .stricter, .laxer, .other: true
    }
  }
}

extension Traits {
  /// These traits as declared, with each one that was seen to be otherwise as it was seen.
  ///
  /// A removal is not declared more promptly than it was. Most streams that settle are quicker than
  /// their consumer, so no number of logs shows that a removal never comes later.
  public func corrected(by comparisons: [TraitComparison]) -> Traits {
    comparisons.reduce(self) { traits, comparison in
      if comparison.trait == .removal, comparison.relation == .laxer { return traits }
      return traits.declaring(comparison.trait, as: comparison.found) ?? traits
    }
  }
}

extension TraitName {
  /// The values from the one that promises most to the one that promises least; none where they
  /// promise different things.
  private var fromStrictToLax: [String] {
    switch self {
    case .registration: ["first-next", "iterator", "access"]
    case .removal: ["synchronous", "settled", "with-iterator"]
    case .iterators: ["independent", "broadcast", "split", "single"]
    case .lateIterator: ["latest", "from-now"]
    case .releasesWhileHeld, .canFail: ["true", "false"]
    case .repeatsError: ["false", "true"]
    case .initialValue: ["read", "present", "none"]
    case .merging: ["none", "combining", "leading", "latest", "quiet"]
    case .joining: ["all-end", "first-end"]
    case .listeners, .cancelOutcome, .bufferOnCancel, .emptyEvent, .ambiguousEvent, .latency,
      .overflow, .afterSourceEnd, .owner, .source:
      []
    }
  }

  /// Of several values the one that promises least; nil where they don't go from strict to lax.
  func mostCareful(of words: [String]) -> String? {
    if words.count == 1 { return words[0] }
    if self == .overflow {
      let bounds = words.compactMap { word in
        Traits.Overflow(word: word)?.bound.map { bound in (word, bound) }
      }
      let least = bounds.min { one, other in one.1 < other.1 }
      // What keeps the newest is no bound on what keeps the oldest.
      return Set(bounds.map { $0.0.prefix(1) }).count == 1 ? least?.0 : nil
    }
    if self == .latency {
      return words.max { one, other in
        Duration(latencyWord: one) ?? .zero < Duration(latencyWord: other) ?? .zero
      }
    }
    // A removal that may go with the iterator as well as settle promises more by settling.
    if self == .removal, words.contains("settled") { return "settled" }
    return fromStrictToLax.last { word in words.contains(word) }
  }

  /// How one value relates to another, as a declaration to what is seen.
  func relation(of declared: String, to seen: String) -> TraitComparison.Relation {
    if self == .overflow { return Self.overflowRelation(of: declared, to: seen) }
    if self == .latency {
      return Duration(latencyWord: declared) ?? .zero < Duration(latencyWord: seen) ?? .zero
        ? .stricter : .laxer
    }
    let order = fromStrictToLax
    guard
      let one = order.firstIndex(of: declared), let other = order.firstIndex(of: seen)
    else { return .other }
    return one < other ? .stricter : .laxer
  }

  private static func overflowRelation(
    of declared: String, to seen: String
  ) -> TraitComparison.Relation {
    switch (Traits.Overflow(word: declared), Traits.Overflow(word: seen)) {
    case (.unbounded?, _): .stricter
    case (_, .unbounded?): .laxer
    case (.newest(let one)?, .newest(let other)?), (.oldest(let one)?, .oldest(let other)?):
      one > other ? .stricter : .laxer
    default: .other
    }
  }
}
