import FakeDatabase

/// A client with its listeners, a server, and what is under way between them.
struct ModelWorld {
  /// What the client asks the server at once.
  private enum Request {
    case listens([(id: Int, effect: SyncEffect)])
    case write(WriteID, ModelWrite)
  }

  /// What the server tells at once, with its tree as it was then.
  private struct Answer {
    let messages: [ServerMessage]
    let tree: TreeNode
  }

  /// Something that the client asks for.
  private struct Asked {
    let id: Int
    let query: QuerySpecification
    let tag: QueryTag?
  }

  private var client = SyncTree()
  private var server = ModelServer()
  private var requests: [Request] = []
  private var answers: [Answer] = []
  private var listeners: [ModelListener] = []
  private var lastRegistration = 0
  private var lastWrite = 0
  private var lastListen = 0
  /// The client's pending writes that its listeners see, in order.
  private var pending: [(id: WriteID, write: ModelWrite)] = []
  /// The places written since there was no pending write.
  private var touched: [TreePath] = []
  /// What the client asks for at present.
  private var listens: [Asked] = []
  /// Of these, what the server has answered.
  private var answered: Set<Int> = []
  /// The server's tree as the client has heard of it.
  private var seen = TreeNode.empty

  /// Takes a history, then all that is under way, and checks after each step.
  static func run(_ history: [HistoryStep]) throws {
    var world = ModelWorld()
    for step in history {
      try world.take(step)
      try world.check()
    }
    while !world.requests.isEmpty || !world.answers.isEmpty {
      try world.take(world.answers.isEmpty ? .serve(refuses: false) : .deliver)
      try world.check()
    }
    try world.checkEnd()
  }

  private mutating func take(_ step: HistoryStep) throws {
    switch step {
    case .listen(let query):
      lastRegistration += 1
      listeners.append(ModelListener(lastRegistration, query))
      let registration = Registration(lastRegistration, Set(EventKind.allCases))
      let outcome = client.listen(to: query, registration)
      try carryOut(outcome.effects)
      try hear(outcome.events)
    case .unlisten(let place):
      guard !listeners.isEmpty else { return }
      let listener = listeners.remove(at: place % listeners.count)
      try carryOut(client.unlisten(to: listener.query, listener.registration))
    case .unlistenAll(let place):
      guard !listeners.isEmpty else { return }
      let query = listeners[place % listeners.count].query
      removeListeners(of: query)
      try carryOut(client.unlistenAll(to: query))
    case .write(let write, let isVisible): try take(write, isVisible: isVisible || !write.isSet)
    case .foreignWrite(let write): answer(try server.take(write))
    case .serve(let refuses): try serve(refuses: refuses)
    case .deliver: try deliver()
    case .revoke(let place):
      let messages = server.revoke(place)
      if !messages.isEmpty { answer(messages) }
    }
  }

  private mutating func take(_ write: ModelWrite, isVisible: Bool) throws {
    lastWrite += 1
    requests.append(.write(lastWrite, write))
    if isVisible {
      if pending.isEmpty { touched = [] }
      pending.append((lastWrite, write))
      touched += write.places.map { write.path.appending($0.path) }
    }
    try hear(
      write.isSet
        ? client.set(
          write.path, to: try TreeNode(write.places[0].value), id: lastWrite,
          isVisible: isVisible)
        : client.update(write.path, with: try write.update(), id: lastWrite))
  }

  private mutating func answer(_ messages: [ServerMessage]) {
    answers.append(Answer(messages: messages, tree: server.tree))
  }

  private mutating func serve(refuses: Bool) throws {
    guard !requests.isEmpty else { return }
    switch requests.removeFirst() {
    case .write(let id, let write):
      let told = refuses ? [] : try server.take(write)
      answer(told + [.settle(id, isRefused: refuses)])
    case .listens(let effects):
      var messages: [ServerMessage] = []
      for (id, effect) in effects {
        switch effect {
        case .startListening(let query, let tag):
          messages += server.start(.init(id: id, query: query, tag: tag))
        case .stopListening: server.stop(id)
        }
      }
      answer(messages)
    }
  }

  private mutating func deliver() throws {
    guard !answers.isEmpty else { return }
    let answer = answers.removeFirst()
    for message in answer.messages {
      switch message {
      case .set(let path, let node, let tag):
        try hear(client.serverSet(path, to: node, tag: tag))
      case .merge(let path, let update, let tag):
        try hear(client.serverMerge(path, update, tag: tag))
      case .settle(let id, let isRefused):
        pending.removeAll { $0.id == id }
        try hear(client.settle(id, isRefused: isRefused))
      case .answered(let id):
        if listens.contains(where: { $0.id == id }) { answered.insert(id) }
      case .revoked(let id, let query):
        guard let position = listens.firstIndex(where: { $0.id == id }) else { continue }
        listens.remove(at: position)
        removeListeners(of: query)
        let outcome = client.cancel(query)
        try carryOut(outcome.effects)
      }
    }
    seen = answer.tree
  }

  private mutating func removeListeners(of query: QuerySpecification) {
    listeners.removeAll { listener in
      query.isDefault ? listener.query.path == query.path : listener.query == query
    }
  }

  /// Asks the server, and checks that it is asked for each thing once.
  private mutating func carryOut(_ effects: [SyncEffect]) throws {
    var numbered: [(id: Int, effect: SyncEffect)] = []
    for effect in effects {
      switch effect {
      case .startListening(let query, let tag):
        lastListen += 1
        numbered.append((lastListen, effect))
        listens.append(Asked(id: lastListen, query: query, tag: tag))
      case .stopListening(let query, let tag):
        let position = listens.firstIndex { $0.query == query && $0.tag == tag }
        guard let position else { throw BrokenPromise("\(query.text) is not listened to") }
        numbered.append((listens.remove(at: position).id, effect))
      }
    }
    if !numbered.isEmpty { requests.append(.listens(numbered)) }
    for listener in listeners {
      let count = listens.filter { covers($0.query, listener.query) }.count
      guard count == 1 else {
        throw BrokenPromise("\(count) listens tell of \(listener.query.text)")
      }
    }
  }

  /// What the client asks for that tells of a query.
  private func teller(of query: QuerySpecification) -> Asked? {
    listens.first { covers($0.query, query) }
  }

  private func covers(_ listened: QuerySpecification, _ query: QuerySpecification) -> Bool {
    listened == query || (listened.loadsAllData && listened.path.contains(query.path))
  }

  private mutating func hear(_ events: [SyncEvent]) throws {
    let data = events.compactMap { event in
      if case .data(let event) = event { return event }
      return nil
    }
    var heard: [TreePath] = []
    for path in data.map(\.query.path) where path != heard.last {
      if let above = heard.first(where: { $0.contains(path) }) {
        throw BrokenPromise("\(above) heard before \(path)")
      }
      heard.append(path)
    }
    for position in listeners.indices {
      let registration = listeners[position].registration
      let isAnswered = teller(of: listeners[position].query).map { answered.contains($0.id) }
      try listeners[position].hear(
        data.filter { $0.registration == registration }, isAnswered: isAnswered ?? false)
    }
  }
}

extension ModelWorld {
  /// Compares each listener's last value with the tree seen through its query.
  private func check() throws {
    for listener in listeners {
      let query = listener.query
      guard let teller = teller(of: query), answered.contains(teller.id) else { continue }
      if let expected = try expected(of: query, isWhole: teller.tag == nil) {
        try compare(listener, with: expected)
      }
    }
  }

  /// Compares each listener's last value with the server's tree, once nothing is under way.
  private func checkEnd() throws {
    for listener in listeners {
      let node = server.tree.node(at: listener.query.path)
      try compare(listener, with: ModelServer.part(of: node, listener.query))
    }
  }

  private func compare(_ listener: ModelListener, with expected: TreeNode) throws {
    guard let value = listener.value, value == expected else {
      throw BrokenPromise(
        "\(listener.query.text) shows \(listener.value?.exported.text ?? "nothing yet"), and is "
          + expected.exported.text)
    }
  }

  /// What a query shows of what the client has heard with its pending writes on top.
  ///
  /// Of a query that is listened to by itself only the children in its part are known. Where the
  /// client has written to another one, nobody can tell what it is until the server answers, and
  /// nil is returned.
  private func expected(of query: QuerySpecification, isWhole: Bool) throws -> TreeNode? {
    let path = query.path
    var node = seen.node(at: path)
    var isWhole = isWhole
    if !isWhole { node = ModelServer.part(of: node, query) }
    var known = Set(node.children.map(\.key))
    for place in try pendingTogether() {
      if let rest = path.relative(to: place.path) {
        node = place.node.node(at: rest)
        isWhole = true
      } else if let rest = place.path.relative(to: path), let key = rest.first {
        if rest.count == 1 { known.insert(key) }
        if isWhole || known.contains(key) { node = node.setting(rest, to: place.node) }
      }
    }
    let isUnknown =
      !pending.isEmpty
      && touched.contains { place in
        place.relative(to: path).map { rest in
          rest.first.map { !known.contains($0) } ?? true
        } ?? place.contains(path)
      }
    if !isWhole, isUnknown { return nil }
    return ModelServer.part(of: node, query)
  }

  /// The pending writes as one: places that don't overlap, with what is written there.
  ///
  /// A write at or below an earlier one changes what that wrote; one above it takes its place. What
  /// they made of the server's data in between is not seen.
  private func pendingTogether() throws -> [(path: TreePath, node: TreeNode)] {
    var together: [(path: TreePath, node: TreeNode)] = []
    for write in pending {
      for place in try write.write.nodes() {
        if let above = together.firstIndex(where: { $0.path.contains(place.path) }),
          let rest = place.path.relative(to: together[above].path)
        {
          together[above].node = together[above].node.setting(rest, to: place.node)
        } else {
          together.removeAll { earlier in place.path.contains(earlier.path) }
          together.append(place)
        }
      }
    }
    return together
  }
}
