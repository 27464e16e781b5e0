import SluiceSpies

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
