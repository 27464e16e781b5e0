public import FakeAuth

extension Auth {
  /// Who is signed in: the present user first, then each change of the user, nil being nobody.
  ///
  /// Each iterator listens on its own, from its first `next()` to its end. Guarantees: those of
  /// `ListenerSequence`.
  public var authStateChanges: ListenerSequence<User?, Never> {
    ListenerSequence { sink in
      let handle = self.addStateDidChangeListener { _, user in sink.send(user) }
      return { self.removeStateDidChangeListener(handle) }
    }
  }

  /// Who is signed in: the present user first, then whoever is at each change of the token.
  ///
  /// Each iterator listens on its own, from its first `next()` to its end. Guarantees: those of
  /// `ListenerSequence`.
  public var idTokenChanges: ListenerSequence<User?, Never> {
    ListenerSequence { sink in
      let handle = self.addIDTokenDidChangeListener { _, user in sink.send(user) }
      return { self.removeIDTokenDidChangeListener(handle) }
    }
  }
}
