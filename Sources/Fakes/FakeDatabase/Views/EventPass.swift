import SluiceSpies

/// The events that one operation raises in one view: removed, added, moved, changed, value, and
/// within a kind by the query's order.
///
/// Source: `FirebaseDatabase/Sources/Core/View/FEventGenerator.m`.
struct EventPass {
  let query: QuerySpecification
  /// What the view shows after the operation.
  let shown: TreeNode
  let changes: [ChildKey: ChildChange]
  let hasNewValue: Bool

  /// The events for some listeners, which hear of one change one after the other.
  func events(for registrations: [Registration]) -> [SyncEvent] {
    var events: [SyncEvent] = []
    let wanted = registrations.reduce(into: Set<EventKind>()) { $0.formUnion($1.kinds) }
    WorkCounter.count(registrations.count)
    for kind in EventKind.allCases where wanted.contains(kind) {
      if kind == .value {
        if hasNewValue { add(kind, nil, shown, nil, registrations, to: &events) }
        continue
      }
      for child in children(with: kind) {
        let previous = kind == .childRemoved ? nil : key(before: child)
        add(kind, child.key, child.node, previous, registrations, to: &events)
      }
    }
    return events
  }

  private func add(
    _ kind: EventKind, _ key: ChildKey?, _ node: TreeNode, _ previous: ChildKey?,
    _ registrations: [Registration], to events: inout [SyncEvent]
  ) {
    for registration in registrations where registration.kinds.contains(kind) {
      WorkCounter.count(1)
      events.append(
        .data(
          DataEvent(
            registration: registration.id, query: query, kind: kind, key: key, node: node,
            previousKey: previous)))
    }
  }

  /// The children that events of a kind are about, in the query's order.
  private func children(with kind: EventKind) -> [NamedNode] {
    let children: [NamedNode] = changes.compactMap { key, change in
      switch (kind, change) {
      case (.childRemoved, .removed(let node)), (.childAdded, .added(let node)):
        NamedNode(key, node)
      case (.childChanged, .changed(_, let node)): NamedNode(key, node)
      case (.childMoved, .changed(let old, let node)):
        query.index.isMove(from: old, to: node) ? NamedNode(key, node) : nil
      default: nil
      }
    }
    return children.sorted { query.index.order(of: $0, $1) == .ascending }
  }

  /// The key of the child before one, in the state after the operation.
  private func key(before child: NamedNode) -> ChildKey? {
    let children = shown.children(by: query.index)
    let position = children.prefixCount {
      query.index.order(of: $0, child) == .ascending
    }
    return position > 0 ? children[position - 1].key : nil
  }
}

/// The kinds of events, in the order in which one operation raises them in one view.
package enum EventKind: Int, Hashable, Sendable, CaseIterable, Comparable {
  case childRemoved
  case childAdded
  case childMoved
  case childChanged
  case value

  package static func < (left: EventKind, right: EventKind) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Something to tell one listener.
package enum SyncEvent: Sendable {
  /// Data that it asked for.
  case data(DataEvent)
  /// That it hears nothing any more, because the server refused the query.
  case cancelled(RegistrationID, QuerySpecification)
}

/// Data to tell one listener.
package struct DataEvent: Sendable {
  package let registration: RegistrationID
  package let query: QuerySpecification
  package let kind: EventKind
  /// The key of the child that the event is about; nil for the value of the whole query.
  package let key: ChildKey?
  /// What is there; of a child that was removed, what was there.
  package let node: TreeNode
  /// The key of the child before, in the state after the event; nil for the first child, for one
  /// that was removed, and for the whole value.
  package let previousKey: ChildKey?

  /// The place that the node is from.
  package var path: TreePath {
    key.map(query.path.appending) ?? query.path
  }
}

/// What has become of the children of a view in one operation, however many steps that took.
///
/// Source: `FirebaseDatabase/Sources/Core/View/FChildChangeAccumulator.m`. Other than there, a
/// child that ends as it was has not changed.
struct ChildChanges: Sendable {
  private(set) var byKey: [ChildKey: ChildChange] = [:]

  /// Adds a change on top of those before.
  mutating func add(_ key: ChildKey, _ change: ChildChange) {
    WorkCounter.count(1)
    guard let earlier = byKey[key] else {
      byKey[key] = change
      return
    }
    byKey[key] =
      switch (earlier, change) {
      case (.removed(let old), .added(let new)): ChildChanges.change(from: old, to: new)
      case (.changed(let old, _), .changed(_, let new)): ChildChanges.change(from: old, to: new)
      case (.added, .removed): nil
      case (.changed(let old, _), .removed): .removed(old)
      case (.added, .changed(_, let new)): .added(new)
      default:
        preconditionFailure("\(change) of the child \(key) can't follow \(earlier)")
      }
  }

  private static func change(from old: TreeNode, to new: TreeNode) -> ChildChange? {
    old == new ? nil : .changed(from: old, to: new)
  }
}

/// What has become of a child.
enum ChildChange: Sendable {
  case added(TreeNode)
  case removed(TreeNode)
  case changed(from: TreeNode, to: TreeNode)
}
