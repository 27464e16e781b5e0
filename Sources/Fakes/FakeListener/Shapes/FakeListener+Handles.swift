import SluiceSpies

/// What add returns: the identity of one registration, and the way to end it.
///
/// It holds its source, as a vendor's handle does. In a source whose handles remove themselves, and
/// where it was added as such, letting go of the last reference ends the registration.
public final class ListenerHandle: Sendable {
  private let handle: RegistrationHandle

  init(_ handle: RegistrationHandle) {
    self.handle = handle
  }

  /// Ends the registration: the listener is let go of, and muted unless a late callback is in the
  /// script.
  public func remove() {
    handle.remove()
  }
}

extension FakeListener {
  /// Adds a listener for which the interface returns a handle with `remove()`.
  ///
  /// Where a scenario says `listener.behave(handles: self-removing)`, the end of the handle removes
  /// it too.
  ///
  /// ```swift
  /// func listen(_ body: @escaping (Result<Reading, any Error>) -> Void) -> ListenerHandle {
  ///   source.addListener(.result(body))
  /// }
  /// ```
  ///
  /// An actor calls it from its own function, and an interface whose add throws says what:
  ///
  /// ```swift
  /// func listen(_ body: @escaping @Sendable (Reading) -> Void) async throws -> ListenerHandle {
  ///   try source.addListener(.value(body), throwing: (any Error).self)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: Passed to the spy unchanged.
  ///   - callback: How the listener is called.
  ///   - throwing: The errors that the interface's add can throw; none by default, and then the
  ///     error with which the script refuses the add is called back.
  /// - Returns: The handle by which the listener is removed.
  /// - Throws: The error with which the script refuses this add, if the interface can throw it.
  public func addListener<Refusal: Error>(
    options: ListenerOptions = .none, _ callback: ListenerCallback<Element>,
    throwing: Refusal.Type = Never.self
  ) throws(Refusal) -> ListenerHandle {
    let registration = try register(options, callback, throwing: throwing)
    return makeHandle(
      of: registration, removesWhenDropped: behavior.registrations.handlesRemoveThemselves)
  }

  /// Adds a listener for which the interface returns a handle that removes it when it is dropped,
  /// as a cancellable does, whatever the scenario says of handles.
  ///
  /// Its death is recorded as the handle's and not as a call of the stream's: an explicit remove
  /// and the death after it are one remove.
  ///
  /// ```swift
  /// final class Cancellable: Sendable {
  ///   let handle: ListenerHandle
  ///   func cancel() { handle.remove() }
  /// }
  /// func sink(_ body: @escaping (Reading) -> Void) -> Cancellable {
  ///   Cancellable(source.addSelfRemovingListener(.value(body)))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: Passed to the spy unchanged.
  ///   - callback: How the listener is called.
  ///   - throwing: The errors that the interface's add can throw; none by default, and then the
  ///     error with which the script refuses the add is called back.
  /// - Returns: The handle, whose end or `remove()` removes the listener.
  /// - Throws: The error with which the script refuses this add, if the interface can throw it.
  public func addSelfRemovingListener<Refusal: Error>(
    options: ListenerOptions = .none, _ callback: ListenerCallback<Element>,
    throwing: Refusal.Type = Never.self
  ) throws(Refusal) -> ListenerHandle {
    let registration = try register(options, callback, throwing: throwing)
    return makeHandle(of: registration, removesWhenDropped: true)
  }

  private func makeHandle(
    of registration: SpyRegistration, removesWhenDropped: Bool
  ) -> ListenerHandle {
    ListenerHandle(
      RegistrationHandle(
        registration, sentinel: Sentinel(.handle(registration.id), log: spy.log),
        removesWhenDropped: removesWhenDropped
      ) { [self] in
        remove(registration)
      })
  }
}

/// The source as an interface of its own: what streams without a fake of their own are written for.
extension FakeListener {
  /// Adds a listener in the vendor's shape: a value, or an error, or whatever else the script hands
  /// over.
  ///
  /// ```swift
  /// let handle = source.addListener { value, error in … }
  /// ```
  ///
  /// - Parameters:
  ///   - options: Passed to the spy unchanged.
  ///   - throwing: The errors that the interface's add can throw; none by default, and then the
  ///     error with which the script refuses the add is called back.
  ///   - listener: Called with each value or error.
  ///   - onFinish: Called at the source's end. A listener without it still counts as told.
  /// - Returns: The handle by which the listener is removed.
  /// - Throws: The error with which the script refuses this add, if the interface can throw it.
  public func addListener<Refusal: Error>(
    options: ListenerOptions = .none, throwing: Refusal.Type = Never.self,
    _ listener: @escaping (Element?, (any Error)?) -> Void, onFinish: @escaping () -> Void = {}
  ) throws(Refusal) -> ListenerHandle {
    try addListener(options: options, .pair(listener, onFinish: onFinish), throwing: throwing)
  }

  /// Adds a listener that takes values alone; what else the script sends has no way to reach it.
  ///
  /// It hears the value of a value with an error. An add that cannot throw is not refused, since
  /// this listener could not be told: the script refuses the next add that can.
  ///
  /// ```swift
  /// let handle = source.addValueListener { value in … }
  /// ```
  ///
  /// - Parameters:
  ///   - options: Passed to the spy unchanged.
  ///   - throwing: The errors that the interface's add can throw; none by default.
  ///   - listener: Called with each value.
  /// - Returns: The handle by which the listener is removed.
  /// - Throws: The error with which the script refuses this add, if the interface can throw it.
  public func addValueListener<Refusal: Error>(
    options: ListenerOptions = .none, throwing: Refusal.Type = Never.self,
    _ listener: @escaping (Element) -> Void
  ) throws(Refusal) -> ListenerHandle {
    try addListener(options: options, .value(listener), throwing: throwing)
  }

  /// Adds a listener that takes events.
  ///
  /// - Parameters:
  ///   - options: Passed to the spy unchanged.
  ///   - throwing: The errors that the interface's add can throw; none by default, and then the
  ///     error with which the script refuses the add is called back.
  ///   - listener: Called with each event.
  /// - Returns: The handle by which the listener is removed.
  /// - Throws: The error with which the script refuses this add, if the interface can throw it.
  public func addEventListener<Refusal: Error>(
    options: ListenerOptions = .none, throwing: Refusal.Type = Never.self,
    _ listener: @escaping (ListenerEvent<Element>) -> Void
  ) throws(Refusal) -> ListenerHandle {
    try addListener(options: options, .event(listener), throwing: throwing)
  }
}
