public import Foundation
import SluiceSpies

/// What a listener of users is removed by.
public typealias AuthStateDidChangeListenerHandle = any NSObjectProtocol & Sendable

/// What a listener of tokens is removed by.
public typealias IDTokenDidChangeListenerHandle = any NSObjectProtocol & Sendable

extension Auth {
  /// Listens to who is signed in: first who is, then each change of the user.
  ///
  /// The first call is posted to the main queue and never comes inside this one. It says who is
  /// signed in when it comes, and comes even if the listener was removed meanwhile. The listener is
  /// not called for a new token of the same user.
  ///
  /// - Parameter listener: Called with this object and the user, on the main queue.
  /// - Returns: What the listener is removed by.
  @discardableResult
  public func addStateDidChangeListener(
    _ listener: @escaping (Auth, User?) -> Void
  ) -> AuthStateDidChangeListenerHandle {
    add(listener, hearing: .users)
  }

  /// Ends a listener: no change is told to it any more.
  ///
  /// Only its first call, if that is on its way, still comes. A second call, or one with something
  /// that no add returned, does nothing.
  ///
  /// - Parameter listenerHandle: What adding the listener returned.
  public func removeStateDidChangeListener(_ listenerHandle: any NSObjectProtocol) {
    remove(listenerHandle)
  }

  /// Listens to the token of who is signed in: first who is, then each change of the token.
  ///
  /// The token changes with the user, and whenever it is renewed. The first call comes as that of a
  /// state listener does.
  ///
  /// - Parameter listener: Called with this object and the user, on the main queue.
  /// - Returns: What the listener is removed by.
  @discardableResult
  public func addIDTokenDidChangeListener(
    _ listener: @escaping (Auth, User?) -> Void
  ) -> IDTokenDidChangeListenerHandle {
    add(listener, hearing: .tokens)
  }

  /// Ends a listener, as `removeStateDidChangeListener(_:)` does.
  ///
  /// - Parameter listenerHandle: What adding the listener returned.
  public func removeIDTokenDidChangeListener(_ listenerHandle: any NSObjectProtocol) {
    remove(listenerHandle)
  }

  private func add(
    _ listener: @escaping (Auth, User?) -> Void, hearing subject: AuthSubject
  ) -> any NSObjectProtocol & Sendable {
    let spied = registry.add(
      options: subject.projected,
      greet: { spied in backend.greet(spied, hearing: subject, of: self) },
      // The object keeps its listeners; they must not keep it.
      { [weak self] user in if let self { listener(self, user) } })
    return AuthListenerHandle(registry.makeHandle(of: spied))
  }

  private func remove(_ listenerHandle: any NSObjectProtocol) {
    guard let handle = listenerHandle as? AuthListenerHandle else {
      registry.spy.removeUnmatched(.string("\(type(of: listenerHandle))"))
      return
    }
    handle.remove()
  }
}
