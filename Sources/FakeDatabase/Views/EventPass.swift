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
