public import SluiceSpies

/// What a listener can be told in one callback, with every combination that a callback of two
/// optionals allows.
public enum ListenerEvent<Element: Sendable>: Sendable {
  /// A value and no error.
  case value(Element)
  /// An error and no value.
  case failure(any Error)
  /// Both a value and an error.
  case both(Element, any Error)
  /// Neither a value nor an error.
  case nothing
  /// The source's end.
  case finish
}

extension ListenerEvent {
  /// The event as the log keeps it.
  func payload(_ project: (Element) -> Value) -> Event.Payload {
    switch self {
    case .value(let element): .value(project(element))
    case .failure(let error): .failure(Failure(error))
    case .both(let element, let error): .both(project(element), Failure(error))
    case .nothing: .nothing
    case .finish: .finish
    }
  }
}

/// An error that a script hands to listeners: a code name and nothing else.
public struct ScriptedError: Error, Sendable, Hashable, ProjectsToValue {
  /// The name of the error's code, such as `unavailable`.
  public let code: String

  /// An error with a code name.
  public init(_ code: String) {
    self.code = code
  }

  /// The code name as a symbol.
  public var projected: Value { .symbol(code) }
}

/// An element whose copies the harness can see die.
public struct SentinelElement: Sendable, ProjectsToValue {
  /// What the element stands for.
  public let value: Value
  private let sentinel: Sentinel

  /// An element that stands for a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - number: The number under which a leak is reported.
  ///   - log: The log that counts what lives.
  public init(_ value: Value, number: Int, log: EventLog) {
    self.value = value
    sentinel = Sentinel(.element(number), log: log)
  }

  /// The value that the element stands for.
  public var projected: Value { value }
}

/// How a scripted source behaves throughout a run, where real sources differ.
public struct ListenerBehavior: Sendable {
  /// How registrations are treated.
  public var registrations = RegistrationBehavior()
  /// When a present value, if one is set, reaches a new listener.
  public var presentValueDelivery = CallbackDelivery.direct
  /// What a listener that is added after the source's end is told.
  public var afterEnd = AfterEnd.finishesAgain

  /// A source with strong handles, which ignores second removes and tells late listeners of its
  /// end.
  public init() {}

  /// What a listener that is added after the source's end is told.
  public enum AfterEnd: Sendable {
    /// The end, inside add.
    case finishesAgain
    /// This error, inside add.
    case fails(any Error)
    /// Nothing, until the script goes on.
    case startsAfresh
  }
}
