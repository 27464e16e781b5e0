// Types that are called like types of the kit and of the products that it knows.

/// Who asks.
public struct User: Sendable {
  /// By which the store knows it.
  public var name: String

  /// A user of a name.
  public init(name: String) { self.name = name }
}

/// What a user may ask for.
public struct Query: Sendable {
  /// What is asked.
  public var text: String
  /// By whom.
  public var user: User

  /// A query of a user.
  public init(_ text: String, by user: User) {
    self.text = text
    self.user = user
  }
}

/// What a query finds.
public enum Value: Sendable, Equatable {
  case row(Int)
}

/// Why a query finds nothing.
public struct Failure: Error {
  /// In words.
  public var reason: String

  /// A failure for a reason.
  public init(reason: String) { self.reason = reason }
}

/// What a store tells of a query.
public enum Event: Sendable {
  case found(Value)
  case failed(Failure)
}

/// Who may ask what.
public struct Auth: Sendable {
  /// The names of those who may ask.
  public var users: [String]

  /// Admits users by their names.
  public init(users: [String]) { self.users = users }

  /// Whether a query may be asked.
  public func admits(_ query: Query) -> Bool { users.contains(query.user.name) }
}

/// A store, which calls back with events until it is told to stop.
public protocol Store: Sendable {
  func listen(
    to query: Query, _ tell: @escaping @Sendable (Event) -> Void
  ) -> @Sendable () -> Void
}

extension Store {
  /// What a query finds from now on, if its user is admitted.
  public func values(of query: Query, auth: Auth) -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream { continuation in
      guard auth.admits(query) else {
        return continuation.finish(throwing: Failure(reason: "not admitted"))
      }
      let stop = listen(to: query) { event in
        switch event {
        case .found(let value): continuation.yield(value)
        case .failed(let failure): continuation.finish(throwing: failure)
        }
      }
      continuation.onTermination = { _ in stop() }
    }
  }
}
