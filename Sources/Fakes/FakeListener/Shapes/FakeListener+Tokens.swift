import SluiceSimulation
import SluiceSpies
import Synchronization

/// What stands for a listener where the interface has `removeObserver(_:)`: a number, without a
/// reference to the source.
///
/// An interface with tokens of a type of its own makes them of the number and back.
public struct ListenerToken: Hashable, Sendable {
  /// The number, which no other registration of the run has.
  public let number: Int

  /// The token with a number.
  public init(_ number: Int) {
    self.number = number
  }
}

extension FakeListener {
  /// Adds a listener for which the interface returns a token.
  ///
  /// ```swift
  /// func addObserver(_ body: @escaping (Reading) -> Void) -> Int {
  ///   source.addObserver(.value(body)).number
  /// }
  /// func removeObserver(_ token: Int) {
  ///   source.removeObserver(ListenerToken(token))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: Passed to the spy unchanged.
  ///   - callback: How the listener is called.
  ///   - throwing: The errors that the interface's add can throw; none by default, and then the
  ///     error with which the script refuses the add is called back.
  /// - Returns: The token by which the listener is removed.
  /// - Throws: The error with which the script refuses this add, if the interface can throw it.
  public func addObserver<Refusal: Error>(
    options: ListenerOptions = .none, _ callback: ListenerCallback<Element>,
    throwing: Refusal.Type = Never.self
  ) throws(Refusal) -> ListenerToken {
    let registration = try register(options, callback, throwing: throwing)
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    let token = ListenerToken(registration.id.number)
    state.withLock { state in state.tokens[token] = registration }
    return token
  }

  /// Removes the listener that a token stands for.
  ///
  /// A token that this source never gave is recorded as a remove of something that was never added,
  /// and otherwise ignored. A second remove is recorded, and traps where the source's behaviour
  /// says so.
  public func removeObserver(_ token: ListenerToken) {
    guard let registration = state.withLock({ state in state.tokens[token] }) else {
      spy.removeUnmatched(.call("token", .integer(Int64(token.number))))
      return
    }
    remove(registration)
  }

  /// Adds a listener under a key, which stands for the listener that was added with it last.
  ///
  /// - Parameters:
  ///   - key: The key by which the listener is removed.
  ///   - options: Passed to the spy unchanged.
  ///   - throwing: The errors that the interface's add can throw; none by default, and then the
  ///     error with which the script refuses the add is called back.
  ///   - listener: Called with each value or error.
  ///   - onFinish: Called at the source's end.
  /// - Throws: The error with which the script refuses this add, if the interface can throw it.
  public func addListener<Refusal: Error>(
    forKey key: String, options: ListenerOptions = .none,
    throwing: Refusal.Type = Never.self,
    _ listener: @escaping (Element?, (any Error)?) -> Void,
    onFinish: @escaping () -> Void = {}
  ) throws(Refusal) {
    try addListener(
      forKey: key, options: options, .pair(listener, onFinish: onFinish), throwing: throwing)
  }

  /// Adds a listener under a key that the interface lets its caller choose; the key stands for the
  /// listener that was added with it last.
  ///
  /// - Parameters:
  ///   - key: The key by which the listener is removed.
  ///   - options: Passed to the spy unchanged.
  ///   - callback: How the listener is called.
  ///   - throwing: The errors that the interface's add can throw; none by default, and then the
  ///     error with which the script refuses the add is called back.
  /// - Throws: The error with which the script refuses this add, if the interface can throw it.
  public func addListener<Refusal: Error>(
    forKey key: String, options: ListenerOptions = .none, _ callback: ListenerCallback<Element>,
    throwing: Refusal.Type = Never.self
  ) throws(Refusal) {
    _ = try register(options, forKey: key, callback, throwing: throwing)
  }

  /// Removes the listener that was added last under a key.
  ///
  /// A key under which nothing was ever added is recorded as a remove of something that was never
  /// added, and otherwise ignored.
  public func removeListener(forKey key: String) {
    let registration = state.withLock { state in state.newestOfKey[key] }
    guard let registration else {
      spy.removeUnmatched(.string(key))
      return
    }
    remove(registration)
  }
}
