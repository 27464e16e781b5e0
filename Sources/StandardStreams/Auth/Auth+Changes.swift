public import FakeAuth
import ReferenceStreams

extension Auth {
  /// Who is signed in, in the proposal's type; for one consumer.
  ///
  /// It listens from the first `next()` to its end.
  public var authStateChanges: AsyncStream<User?> {
    let sequence = ListenerSequence<User?, Never> { sink in
      let handle = self.addStateDidChangeListener { _, user in sink.send(user) }
      return { self.removeStateDidChangeListener(handle) }
    }
    return AsyncStream(sequence)
  }

  /// Who is signed in at each change of the token, in the type that was shipped; for one consumer.
  ///
  /// It listens from the first `next()` to its end.
  public var idTokenChanges: some AsyncSequence<User?, Never> & Sendable {
    let sequence = ListenerSequence<User?, Never> { sink in
      let handle = self.addIDTokenDidChangeListener { _, user in sink.send(user) }
      return { self.removeIDTokenDidChangeListener(handle) }
    }
    return AsyncStream(sequence)
  }
}
