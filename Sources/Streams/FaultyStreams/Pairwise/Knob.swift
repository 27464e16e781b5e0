package import SluiceConformance
package import SluiceSpies

/// One thing that can be chosen of an adjustable stream.
package enum Knob: Sendable, Hashable {
  /// How the listener is called back.
  case callback
  /// How the listener is added and removed.
  case interface
  /// How the interface refuses a listener.
  case refusal
  /// What the stream declares of itself.
  case trait(TraitName)
  /// What the source can do.
  case ability(SourceAbility)

  /// Every knob: one for each trait and each ability that there is.
  package static let all: [Knob] =
    [.callback, .interface, .refusal]
    + TraitName.allCases.map { name in .trait(name) }
    + SourceAbility.allCases.map { ability in .ability(ability) }

  /// The name in tables.
  package var name: String {
    switch self {
    case .callback: "callback"
    case .interface: "interface"
    case .refusal: "refusal"
    case .trait(let name): name.rawValue
    case .ability(let ability): "source.\(ability.rawValue)"
    }
  }

  /// What a knob can be set to.
  package enum Range: Sendable, Hashable {
    /// One of several values.
    case values([KnobValue])
    /// Nothing, for a reason.
    case fixed(because: String)
  }

  /// What it can be set to.
  package var range: Range {
    switch self {
    case .callback: .values(AdjustableCallback.allCases.map { .callback($0) })
    case .interface: .values(AdjustableInterface.allCases.map { .interface($0) })
    case .refusal: .values(AdjustableRefusal.allCases.map { .refusal($0) })
    case .trait(let name): Knob.range(of: name)
    case .ability(let ability): .values([.can(ability), .lacks(ability)])
    }
  }

  /// The values that it can be set to; none for one that is fixed.
  package var values: [KnobValue] {
    if case .values(let values) = range { values } else { [] }
  }

  private static func range(of name: TraitName) -> Range {
    switch name {
    case .listeners: .values([1, 2].map { .listeners($0) })
    case .joining: .values(Traits.Joining.allCases.map { .joining($0) })
    case .registration: .values(Traits.RegistrationPoint.allCases.map { .registration($0) })
    case .removal: .values(Traits.Removal.allCases.map { .removal($0) })
    case .cancelOutcome: .values(Traits.CancelOutcome.allCases.map { .cancelOutcome($0) })
    case .bufferOnCancel: .values(Traits.BufferOnCancel.allCases.map { .bufferOnCancel($0) })
    case .iterators: .values(Traits.Iterators.allCases.map { .iterators($0) })
    case .lateIterator: .values(Traits.LateIterator.allCases.map { .lateIterator($0) })
    case .releasesWhileHeld: .values([true, false].map { .releasesWhileHeld($0) })
    case .initialValue: .fixed(because: "a case gives the source a present value")
    case .emptyEvent: .values(Traits.EmptyEvent.allCases.map { .emptyEvent($0) })
    case .ambiguousEvent: .values(Traits.AmbiguousEvent.allCases.map { .ambiguousEvent($0) })
    case .latency: .values([.zero, ControlDelayed.pause].map { .latency($0) })
    case .merging: .values(Traits.Merging.allCases.map { .merging($0) })
    case .overflow: .values([.unbounded, .newest(1), .oldest(1)].map { .overflow($0) })
    case .afterSourceEnd: .fixed(because: "a case chooses what the source does after its end")
    case .owner: .fixed(because: "these streams have no owner; controls of their own do")
    case .canFail: .values([true, false].map { .canFail($0) })
    case .repeatsError: .values([false, true].map { .repeatsError($0) })
    case .source:
      .fixed(because: "operations, sockets and publishers are products with controls of their own")
    }
  }
}

/// What a knob is set to.
package enum KnobValue: Sendable, Hashable {
  case callback(AdjustableCallback)
  case interface(AdjustableInterface)
  case refusal(AdjustableRefusal)
  case listeners(Int)
  case joining(Traits.Joining)
  case registration(Traits.RegistrationPoint)
  case removal(Traits.Removal)
  case cancelOutcome(Traits.CancelOutcome)
  case bufferOnCancel(Traits.BufferOnCancel)
  case iterators(Traits.Iterators)
  case lateIterator(Traits.LateIterator)
  case releasesWhileHeld(Bool)
  case emptyEvent(Traits.EmptyEvent)
  case ambiguousEvent(Traits.AmbiguousEvent)
  case latency(Duration)
  case merging(Traits.Merging)
  case overflow(Traits.Overflow)
  case canFail(Bool)
  case repeatsError(Bool)
  case can(SourceAbility)
  case lacks(SourceAbility)

  /// The knob that it is a value of.
  package var knob: Knob {
    switch self {
    case .callback: .callback
    case .interface: .interface
    case .refusal: .refusal
    case .listeners: .trait(.listeners)
    case .joining: .trait(.joining)
    case .registration: .trait(.registration)
    case .removal: .trait(.removal)
    case .cancelOutcome: .trait(.cancelOutcome)
    case .bufferOnCancel: .trait(.bufferOnCancel)
    case .iterators: .trait(.iterators)
    case .lateIterator: .trait(.lateIterator)
    case .releasesWhileHeld: .trait(.releasesWhileHeld)
    case .emptyEvent: .trait(.emptyEvent)
    case .ambiguousEvent: .trait(.ambiguousEvent)
    case .latency: .trait(.latency)
    case .merging: .trait(.merging)
    case .overflow: .trait(.overflow)
    case .canFail: .trait(.canFail)
    case .repeatsError: .trait(.repeatsError)
    case .can(let ability), .lacks(let ability): .ability(ability)
    }
  }

  /// The name in tables, such as `iterators.single`.
  package var name: String {
    let traits = AdjustableSettings([self]).traits
    return switch self {
    case .callback(let value): "callback.\(value.rawValue)"
    case .interface(let value): "interface.\(value.rawValue)"
    case .refusal(let value): "refusal.\(value.rawValue)"
    case .can(let ability): "source.can-\(ability.rawValue)"
    case .lacks(let ability): "source.lacks-\(ability.rawValue)"
    default:
      if case .trait(let name) = knob { "\(name.rawValue).\(traits.word(for: name))" } else { "" }
    }
  }
}
