import FakeListener
package import SluiceConformance
package import SluiceSpies

/// How the listener of an adjustable stream is called back.
package enum AdjustableCallback: String, Sendable, CaseIterable {
  /// With an event.
  case event
  /// With an optional value and an optional error.
  case pair
  /// With a result.
  case result
  /// With a value; errors and the end have callbacks of their own, if there are any.
  case value
  /// With an optional value, where nil is the end.
  case optional
}

/// How the listener of an adjustable stream is added and removed.
package enum AdjustableInterface: String, Sendable, CaseIterable {
  /// By a handle with `remove()`.
  case handle
  /// By a handle that removes when it is dropped, and is dropped.
  case selfRemovingHandle = "self-removing-handle"
  /// By a token for `removeObserver(_:)`.
  case token
  /// By a key that the caller chooses.
  case key
  /// As a weak delegate.
  case delegate
  /// By `start` and `stop`.
  case startStop = "start-stop"
}

/// How an interface says that it refuses a listener.
package enum AdjustableRefusal: String, Sendable, CaseIterable {
  /// Its add throws.
  case thrown
  /// It calls the listener back with the error.
  case calledBack = "called-back"
}

/// One choice of everything that can be chosen of an adjustable stream.
package struct AdjustableSettings: Sendable {
  /// How its listener is called back.
  package var callbackShape = AdjustableCallback.event
  /// How its listener is added and removed.
  package var connection = AdjustableInterface.handle
  /// How its interface refuses a listener.
  package var refusal = AdjustableRefusal.thrown
  /// What it does, and declares.
  package var traits = Traits()
  /// The abilities that its source lacks.
  package var lacking: Set<SourceAbility> = []

  /// The settings that some values of knobs choose; knobs without a value stay as they are.
  package init(_ values: [KnobValue]) {
    for value in values { apply(value) }
  }

  private mutating func apply(_ value: KnobValue) {
    switch value {
    case .callback(let value): callbackShape = value
    case .interface(let value): connection = value
    case .refusal(let value): refusal = value
    case .listeners(let value): traits.listeners = value
    case .joining(let value): traits.joining = value
    case .registration(let value): traits.registration = value
    case .removal(let value): traits.removal = value
    case .cancelOutcome(let value): traits.cancelOutcome = value
    case .bufferOnCancel(let value): traits.bufferOnCancel = value
    case .iterators(let value): traits.iterators = value
    case .lateIterator(let value): traits.lateIterator = value
    case .releasesWhileHeld(let value): traits.releasesWhileHeld = value
    case .emptyEvent(let value): traits.emptyEvent = value
    case .ambiguousEvent(let value): traits.ambiguousEvent = value
    case .latency(let value): traits.latency = value
    case .merging(let value): traits.merging = value
    case .overflow(let value): traits.overflow = value
    case .canFail(let value): traits.canFail = value
    case .repeatsError(let value): traits.repeatsError = value
    case .can: break
    case .lacks(let ability): lacking.insert(ability)
    }
  }
}
