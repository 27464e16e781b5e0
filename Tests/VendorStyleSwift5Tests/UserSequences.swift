import FakeAuth

// A wrapper in the vendor's style: a sequence of its own, hidden behind an opaque type, whose
// iterator makes an `AsyncStream` from a listener. This one file is compiled in Swift 5 and in
// Swift 6 language mode.

extension Auth {
  /// Who is signed in, then each change of the user.
  var authStateChanges: some AsyncSequence<User?, Never> {
    UserSequence(auth: self, subject: .state)
  }

  /// Who is signed in, then whoever is at each change of the token.
  var idTokenChanges: some AsyncSequence<User?, Never> {
    UserSequence(auth: self, subject: .idToken)
  }
}

/// The users of one kind of listener; each iterator listens on its own.
private struct UserSequence: AsyncSequence, Sendable {
  typealias Element = User?
  typealias Failure = Never

  enum Subject {
    case state
    case idToken
  }

  let auth: Auth
  let subject: Subject

  struct Iterator: AsyncIteratorProtocol {
    private var iterator: AsyncStream<User?>.Iterator

    init(_ auth: Auth, _ subject: Subject) {
      let stream = AsyncStream<User?> { continuation in
        switch subject {
        case .state:
          let handle = auth.addStateDidChangeListener { _, user in continuation.yield(user) }
          continuation.onTermination = { @Sendable _ in
            auth.removeStateDidChangeListener(handle)
          }
        case .idToken:
          let handle = auth.addIDTokenDidChangeListener { _, user in continuation.yield(user) }
          continuation.onTermination = { @Sendable _ in
            auth.removeIDTokenDidChangeListener(handle)
          }
        }
      }
      iterator = stream.makeAsyncIterator()
    }

    mutating func next() async -> User?? {
      await iterator.next(isolation: #isolation)
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(auth, subject)
  }
}
