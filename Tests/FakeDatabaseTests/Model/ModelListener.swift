import FakeDatabase

/// A promise that did not hold.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A listener for all kinds of events, who rebuilds the query's state from those of children.
///
/// What one operation raises ends before the next one begins. Previous keys are of the state after
/// the operation, so children are put in their places once all events of it are there.
struct ModelListener {
  let registration: RegistrationID
  let query: QuerySpecification
  private var children: [NamedNode] = []
  /// The last value of the whole query; nil until there is one.
  private(set) var value: TreeNode?

  init(_ registration: RegistrationID, _ query: QuerySpecification) {
    self.registration = registration
    self.query = query
  }

  /// Hears what one operation raised.
  ///
  /// Until the server has answered the query, a refused write may take away what made its value
  /// known; then it has none until the next one.
  mutating func hear(_ events: [DataEvent], isAnswered: Bool) throws {
    if events.isEmpty { return }
    for (event, next) in zip(events, events.dropFirst()) where event.kind > next.kind {
      throw BrokenPromise("\(next.kind) came behind \(event.kind)")
    }
    var places: [(child: NamedNode, previous: ChildKey?)] = []
    for event in events where event.kind != .value { try hear(event, &places) }
    try settle(&places)
    if events.last?.kind == .value {
      value = events.last?.node
    } else if !isAnswered {
      value = nil
    }
    try check(events)
  }

  private mutating func hear(
    _ event: DataEvent, _ places: inout [(child: NamedNode, previous: ChildKey?)]
  ) throws {
    guard let key = event.key else { throw BrokenPromise("\(event.kind) came without a key") }
    let position = children.firstIndex { $0.key == key }
    let child = NamedNode(key, event.node)
    switch (event.kind, position) {
    case (.childAdded, nil): places.append((child, event.previousKey))
    case (.childRemoved, let position?):
      guard children[position].node == event.node, event.previousKey == nil else {
        throw BrokenPromise("\(key) was removed as \(event.node.exported.text)")
      }
      children.remove(at: position)
    case (.childMoved, let position?):
      children.remove(at: position)
      places.append((child, event.previousKey))
    case (.childChanged, _):
      if let place = places.firstIndex(where: { $0.child.key == key }) {
        places[place].child = child
      } else if let position, children[position].node != event.node {
        children[position] = child
      } else {
        throw BrokenPromise("\(key) changed to what it was, or was not there")
      }
    default: throw BrokenPromise("\(event.kind) of \(key) came in the wrong state")
    }
  }

  /// Puts children into their places, each behind its previous one once that is in its own.
  private mutating func settle(
    _ places: inout [(child: NamedNode, previous: ChildKey?)]
  ) throws {
    while !places.isEmpty {
      let next = places.firstIndex { place in
        place.previous.map { key in children.contains { $0.key == key } } ?? true
      }
      guard let next else { throw BrokenPromise("\(places[0].child.key) has no place") }
      let (child, previous) = places.remove(at: next)
      let position = children.firstIndex { $0.key == previous }
      children.insert(child, at: position.map { $0 + 1 } ?? 0)
    }
  }

  /// Compares what the child events made with the last value and the previous keys.
  private func check(_ events: [DataEvent]) throws {
    for event in events where event.kind != .value && event.kind != .childRemoved {
      let position = children.firstIndex { $0.key == event.key } ?? 0
      guard event.previousKey == (position > 0 ? children[position - 1].key : nil) else {
        throw BrokenPromise("\(event.key?.text ?? "") is not behind \(event.previousKey as Any)")
      }
    }
    guard let value else { return }
    guard events.filter({ $0.kind == .value }).count == 1 else {
      throw BrokenPromise("children changed and the value was not raised once")
    }
    let expected = Array(value.children(by: query.index))
    guard children.map(\.key) == expected.map(\.key),
      zip(children, expected).allSatisfy({ $0.node == $1.node })
    else {
      throw BrokenPromise(
        "the child events make \(children.map(\.key.text)), the value is \(value.exported.text)")
    }
  }
}
