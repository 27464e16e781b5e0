public import FakeAuth

extension Auth {
  /// Who is signed in, written the plain way; for one consumer.
  ///
  /// It listens from now on.
  public var authStateChanges: AsyncStream<User?> {
    AsyncStream { continuation in
      let handle = self.addStateDidChangeListener { _, user in continuation.yield(user) }
      continuation.onTermination = { _ in self.removeStateDidChangeListener(handle) }
    }
  }

  /// Who is signed in at each change of the token, in the shape that was shipped: each iterator
  /// makes a plain stream of its own.
  public var idTokenChanges: some AsyncSequence<User?, Never> & Sendable {
    StreamPerIterator {
      AsyncStream<User?> { continuation in
        let handle = self.addIDTokenDidChangeListener { _, user in continuation.yield(user) }
        continuation.onTermination = { _ in self.removeIDTokenDidChangeListener(handle) }
      }
    }
  }
}
