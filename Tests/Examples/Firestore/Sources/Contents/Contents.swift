import FakeFirestore  // in the app: FirebaseFirestore
import Synchronization

extension DocumentReference {
  /// The document whenever it changes, as the app reads it: each iterator listens for itself.
  public func contents(includeMetadataChanges: Bool = false) -> Contents {
    Contents(document: self, includeMetadataChanges: includeMetadataChanges)
  }
}

/// The snapshots of a document, as a stream.
public struct Contents: AsyncSequence, Sendable {
  let document: DocumentReference
  let includeMetadataChanges: Bool

  /// An iterator, which listens from now on.
  public func makeAsyncIterator() -> AsyncThrowingStream<DocumentSnapshot, any Error>.Iterator {
    AsyncThrowingStream { continuation in
      let listening = Listening()
      continuation.onTermination = { _ in listening.end {} }
      let registration = document.addSnapshotListener(
        includeMetadataChanges: includeMetadataChanges
      ) { snapshot, error in
        if let error {
          listening.end { continuation.finish(throwing: error) }
        } else if let snapshot, !listening.isOver {
          continuation.yield(snapshot)
        }
      }
      listening.begin(registration)
    }.makeAsyncIterator()
  }
}

/// The registration of one iteration, from the return of add until the iteration is over.
private final class Listening: Sendable {
  private struct State {
    var registration: (any ListenerRegistration)?
    var isOver = false
  }

  private let state = Mutex(State())

  var isOver: Bool { state.withLock { $0.isOver } }

  func begin(_ registration: any ListenerRegistration) {
    change { $0.registration = registration }
  }

  /// Removes the listener, then tells the end; what comes inside the removal finds it over.
  func end(_ tell: () -> Void) {
    guard !isOver else { return }
    change { $0.isOver = true }
    tell()
  }

  private func change(_ change: (inout State) -> Void) {
    let left = state.withLock { state in
      change(&state)
      return state.isOver ? state.registration.take() : nil
    }
    #if !LEAKS
      left?.remove()
    #endif
  }
}
