public import SluiceSpies

/// How a listener of some interface is called: what of an event its callback can take, and what it
/// is called with then.
///
/// The source tells a listener only what its callback has a place for. What it has none for is not
/// called, and not recorded as a callback; so no rule blames a stream for what it could not hear.
///
/// | the callback | hears a value, an error, both, neither, the end |
/// |---|---|
/// | ``pair(_:onFinish:)`` | all as they are; the end by `onFinish` |
/// | ``result(_:onFinish:)`` | of both the error, of neither nothing; the end by `onFinish` |
/// | ``value(_:onFailure:onFinish:)`` | the same, an error by `onFailure` |
/// | ``optional(_:onFailure:)`` | the same, the end by nil |
/// | ``failure(_:)`` | errors, of both the error |
/// | ``finish(_:)`` | the end |
/// | ``event(_:)`` | all as they are |
///
/// Where the interface can't tell something, its subject says so of the source, and scenarios
/// about that are left out: `.lacking(.fail)` without `onFailure`, `.lacking(.finish)` without
/// `onFinish`.
/// A stream that merely forgets a callback of the interface does not, and its cases fail.
///
/// Where an interface has a listener for each kind of event, a stream adds several, one with
/// ``value(_:onFailure:onFinish:)`` or ``only(_:)`` of it, one with ``failure(_:)``, one with
/// ``finish(_:)``, and its subject declares how many: `traits.listeners`. Each hears its own events
/// alone. Of both a value and an error each hears its part, so the subject declares
/// `traits.ambiguousEvent = .yields`.
///
/// ```swift
/// func observe(_ body: @escaping (Result<Reading, any Error>) -> Void) -> ListenerHandle {
///   source.addListener(.result(body))
/// }
/// ```
public struct ListenerCallback<Element: Sendable> {
  /// What of an event the callback can take; nil where it has no place for it.
  let heard: (ListenerEvent<Element>) -> ListenerEvent<Element>?
  /// Calls it with what it can take.
  let call: (ListenerEvent<Element>) -> Void

  /// The abilities of the source that it has a place for, of those that concern the callback alone.
  var audible: Set<SourceAbility> {
    var audible: Set<SourceAbility> = []
    if heard(.failure(ScriptedError("refused"))) != nil { audible.formUnion([.fail, .refuse]) }
    if heard(.finish) != nil { audible.insert(.finish) }
    if heard(.nothing) != nil { audible.insert(.sendNothing) }
    return audible
  }

  /// Calls back with what of an event the callback can take, and records that.
  func tell(
    _ event: ListenerEvent<Element>, of registration: SpyRegistration,
    _ project: (Element) -> Value
  ) {
    guard let heard = heard(event) else { return }
    registration.deliver(heard.payload(project)) { call(heard) }
  }
}

extension ListenerCallback {
  /// A callback of a value and an error, of which usually one is nil.
  ///
  /// - Parameters:
  ///   - body: Called with each value or error, with both, or with neither.
  ///   - onFinish: Called at the source's end; nil where the interface can't tell it.
  /// - Returns: The callback, for an add.
  public static func pair(
    _ body: @escaping (Element?, (any Error)?) -> Void, onFinish: (() -> Void)? = nil
  ) -> ListenerCallback {
    ListenerCallback { event in
      if case .finish = event, onFinish == nil { nil } else { event }
    } call: { event in
      switch event {
      case .value(let element): body(element, nil)
      case .failure(let error): body(nil, error)
      case .both(let element, let error): body(element, error)
      case .nothing: body(nil, nil)
      case .finish: onFinish?()
      }
    }
  }

  /// A callback of a result, which of a value and an error at once is told the error.
  ///
  /// - Parameters:
  ///   - body: Called with each value or error.
  ///   - onFinish: Called at the source's end; nil where the interface can't tell it.
  /// - Returns: The callback, for an add.
  public static func result(
    _ body: @escaping (Result<Element, any Error>) -> Void, onFinish: (() -> Void)? = nil
  ) -> ListenerCallback {
    value(
      { element in body(.success(element)) }, onFailure: { error in body(.failure(error)) },
      onFinish: onFinish)
  }

  /// A callback of a value, with others for the error and the end where the interface has them.
  ///
  /// All of them are one listener: one add, one remove.
  ///
  /// - Parameters:
  ///   - body: Called with each value.
  ///   - onFailure: Called with each error; nil where the interface can't tell it.
  ///   - onFinish: Called at the source's end; nil where the interface can't tell it.
  /// - Returns: The callback, for an add.
  public static func value(
    _ body: @escaping (Element) -> Void, onFailure: ((any Error) -> Void)? = nil,
    onFinish: (() -> Void)? = nil
  ) -> ListenerCallback {
    ListenerCallback { event in
      switch event {
      case .value: event
      case .failure: onFailure == nil ? nil : event
      case .both(let element, let error): onFailure == nil ? .value(element) : .failure(error)
      case .nothing: nil
      case .finish: onFinish == nil ? nil : event
      }
    } call: { event in
      switch event {
      case .value(let element): body(element)
      case .failure(let error): onFailure?(error)
      case .finish: onFinish?()
      case .both, .nothing: break
      }
    }
  }

  /// A callback of an optional value, where nil is the source's end.
  ///
  /// - Parameters:
  ///   - body: Called with each value, and with nil at the end.
  ///   - onFailure: Called with each error; nil where the interface can't tell it.
  /// - Returns: The callback, for an add.
  public static func optional(
    _ body: @escaping (Element?) -> Void, onFailure: ((any Error) -> Void)? = nil
  ) -> ListenerCallback {
    value({ element in body(element) }, onFailure: onFailure, onFinish: { body(nil) })
  }

  /// A callback of errors alone, for an interface with a listener for each kind of event.
  ///
  /// - Parameter body: Called with each error.
  /// - Returns: The callback, for an add.
  public static func failure(_ body: @escaping (any Error) -> Void) -> ListenerCallback {
    ListenerCallback { event in
      switch event {
      case .failure(let error), .both(_, let error): .failure(error)
      case .value, .nothing, .finish: nil
      }
    } call: { event in
      if case .failure(let error) = event { body(error) }
    }
  }

  /// A callback of the end alone, for an interface with a listener for each kind of event.
  ///
  /// - Parameter body: Called at the source's end.
  /// - Returns: The callback, for an add.
  public static func finish(_ body: @escaping () -> Void) -> ListenerCallback {
    ListenerCallback { event in
      if case .finish = event { event } else { nil }
    } call: { _ in
      body()
    }
  }

  /// A callback that takes whatever the script sends.
  ///
  /// - Parameter body: Called with each event.
  /// - Returns: The callback, for an add.
  public static func event(
    _ body: @escaping (ListenerEvent<Element>) -> Void
  ) -> ListenerCallback {
    ListenerCallback(heard: { event in event }, call: body)
  }

  /// The callback for some values alone, for an interface with a listener for each kind of value.
  ///
  /// - Parameter isMeant: Whether a value is of the kind; errors and the end are let through.
  /// - Returns: The callback, for which other values are neither called nor recorded.
  public func only(_ isMeant: @escaping (Element) -> Bool) -> ListenerCallback {
    ListenerCallback(
      heard: { [heard] event in
        switch event {
        case .value(let element), .both(let element, _): isMeant(element) ? heard(event) : nil
        case .failure, .nothing, .finish: heard(event)
        }
      }, call: call)
  }
}

/// What a stream passes to add besides its listener; the fake gives it no meaning and records it
/// unchanged.
public struct ListenerOptions: Sendable, Hashable {
  /// The options as the log shows them; `null` for none.
  public var value: Value

  /// Options that the log shows as this value.
  public init(_ value: Value) {
    self.value = value
  }

  /// No options.
  public static let none = ListenerOptions(.null)
}
