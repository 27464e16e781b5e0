import SluiceConformance

/// Another declaration under which what a stream did would have been right.
enum Excuse {
  /// What to say of the declarations that would excuse a violation, each in a line.
  ///
  /// Nothing is proposed that would excuse a loss, or say less of the stream than its type: how
  /// much a buffer holds, that a source can't end, that a stream can't throw.
  ///
  /// - Parameters:
  ///   - rule: The rule that was broken.
  ///   - declared: What the streams declare.
  ///   - evidence: The run as it is judged under other traits.
  /// - Returns: The lines, none where no declaration would do.
  static func words(
    for rule: Rule, declared: Traits, evidence: (Traits) -> Evidence
  ) -> [String] {
    rule.traits.flatMap { name in
      alternatives(to: declared, of: name).compactMap { other -> String? in
        guard other.traits != declared else { return nil }
        if case .violated = rule.check(evidence(other.traits)) { return nil }
        return "declares \(name.rawValue): \(declared.word(for: name)); if "
          + "\(other.traits.word(for: name)) is meant, declare it: traits.\(other.code)"
      }
    }
  }

  private static func alternatives(
    to traits: Traits, of name: TraitName
  ) -> [(traits: Traits, code: String)] {
    switch name {
    case .registration: all(\.registration, "registration", traits)
    case .removal: all(\.removal, "removal", traits)
    case .cancelOutcome: all(\.cancelOutcome, "cancelOutcome", traits)
    case .bufferOnCancel: all(\.bufferOnCancel, "bufferOnCancel", traits)
    case .iterators: all(\.iterators, "iterators", traits)
    case .initialValue: all(\.initialValue, "initialValue", traits)
    case .emptyEvent: all(\.emptyEvent, "emptyEvent", traits)
    case .ambiguousEvent: all(\.ambiguousEvent, "ambiguousEvent", traits)
    case .afterSourceEnd: all(\.afterSourceEnd, "afterSourceEnd", traits)
    case .releasesWhileHeld: flip(\.releasesWhileHeld, "releasesWhileHeld", traits)
    case .repeatsError: flip(\.repeatsError, "repeatsError", traits)
    case .listeners, .overflow, .canFail, .sourceCanEnd, .source: []
    }
  }

  private static func all<Trait: CaseIterable>(
    _ trait: WritableKeyPath<Traits, Trait>, _ name: String, _ traits: Traits
  ) -> [(traits: Traits, code: String)] {
    Trait.allCases.map { value in
      (traits.with { $0[keyPath: trait] = value }, "\(name) = .\(value)")
    }
  }

  private static func flip(
    _ trait: WritableKeyPath<Traits, Bool>, _ name: String, _ traits: Traits
  ) -> [(traits: Traits, code: String)] {
    [(traits.with { $0[keyPath: trait].toggle() }, "\(name) = \(!traits[keyPath: trait])")]
  }
}
