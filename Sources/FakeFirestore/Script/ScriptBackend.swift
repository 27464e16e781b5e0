import SluiceSimulation
import SluiceSpies
import Synchronization

/// What a script says to the listeners of one path.
struct ScriptedNews: Sendable {
  let path: ResourcePath
  let documents: [CachedDocument]
  let metadata: SnapshotMetadata
}

/// The listeners of a script, and the results that it said last.
final class ScriptBackend: FirestoreBackend {
  private struct State {
    var listeners: [FirestoreListener] = []
    var documentIDs = DocumentIDs(client: 0)
    /// What each listener was told last, by the number of its registration.
    var results: [Int: [CachedDocument]] = [:]
  }

  private static let deliveryLabel = "firestore.deliver"
  private let queue: CallbackQueue
  private let state = Mutex(State())

  init(in simulation: Simulation) {
    queue = CallbackQueue(.main, in: simulation)
  }

  var listeners: [FirestoreListener] { state.withLock { $0.listeners } }

  func attach(_ listener: FirestoreListener) {
    state.withLock { $0.listeners.append(listener) }
  }

  func detach(_ listener: FirestoreListener) {
    state.withLock { state in state.listeners.removeAll { $0 === listener } }
  }

  /// Tells the listeners of a path its new results, with an error beside them where one is said.
  func send(
    _ news: ScriptedNews, _ delivery: CallbackDelivery, error: (any Error)?
  ) {
    deliver(delivery) { listener in
      guard listener.shape.path == news.path else { return nil }
      let before = state.withLock { state in
        let number = listener.registration.id.number
        defer { state.results[number] = news.documents }
        return state.results[number, default: []]
      }
      let snapshot = SnapshotState.scripted(
        ScriptedSnapshot(
          documents: news.documents, changes: Self.changes(from: before, to: news.documents),
          hasPendingWrites: news.metadata.hasPendingWrites,
          isFromCache: news.metadata.isFromCache))
      return error.map { .both(snapshot, $0) } ?? .snapshot(snapshot)
    }
  }

  /// Tells each listener what is for it, in the order of the adds.
  func deliver(
    _ delivery: CallbackDelivery, _ news: (FirestoreListener) -> ListenerNews?
  ) {
    for listener in listeners {
      guard let news = news(listener) else { continue }
      switch delivery {
      case .direct: listener.tell(news)
      case .queued(let delay):
        queue.asyncAfter(delay, Self.deliveryLabel) { listener.tell(news) }
      case .late(let delay):
        guard let held = listener.current else { continue }
        queue.asyncAfter(delay, Self.deliveryLabel) { listener.tell(news, through: held) }
      }
    }
  }

  /// What turns some results into others: removed, added, modified, by walking from the old ones to
  /// the new order.
  private static func changes(
    from before: [CachedDocument], to after: [CachedDocument]
  ) -> [ViewSnapshot.IndexedChange] {
    var walk = before.map(\.key)
    var result: [ViewSnapshot.IndexedChange] = []
    for document in before where !after.contains(where: { $0.key == document.key }) {
      result.append(.init(.removed, document, walk.firstIndex(of: document.key), nil))
      walk.removeAll { $0 == document.key }
    }
    for (index, document) in after.enumerated()
    where !before.contains(where: { $0.key == document.key }) {
      let place = min(index, walk.count)
      walk.insert(document.key, at: place)
      result.append(.init(.added, document, nil, place))
    }
    for (index, document) in after.enumerated() {
      guard let old = before.first(where: { $0.key == document.key }), old != document else {
        continue
      }
      let place = walk.firstIndex(of: document.key)
      walk.removeAll { $0 == document.key }
      let target = min(index, walk.count)
      walk.insert(document.key, at: target)
      result.append(.init(.modified, document, place, target))
    }
    return result
  }
}

extension ViewSnapshot.IndexedChange {
  fileprivate init(
    _ kind: ViewChange.Kind, _ document: CachedDocument, _ oldIndex: Int?, _ newIndex: Int?
  ) {
    self.init(change: ViewChange(kind, document), oldIndex: oldIndex, newIndex: newIndex)
  }
}

// MARK: - What a script does not do

extension ScriptBackend {
  private static let refusal = FirestoreErrorCode(
    .unimplemented, message: "a script has no documents to write or read")

  func write(_ mutations: [Mutation], completion: WriteCompletion?) {
    guard let completion else { return }
    queue.async("firestore.complete") { completion.callback(Self.refusal) }
  }

  func fetch(
    _ query: Query, from source: FirestoreSource,
    _ completion: CallbackBox<(Result<SnapshotState, FirestoreErrorCode>) -> Void>
  ) {
    queue.async("firestore.complete") { completion.callback(.failure(Self.refusal)) }
  }

  func setNetworkEnabled(_ isEnabled: Bool, completion: WriteCompletion?) {
    guard let completion else { return }
    queue.async("firestore.complete") { completion.callback(nil) }
  }

  func makeDocumentID() -> String { state.withLock { $0.documentIDs.next() } }
}
