import FakeDatabase
import Testing

/// Takes one test of the vendor's suite through a tree, step by step.
struct VendorDriver {
  private let place: String
  private var tree = SyncTree()
  private var lastWrite: WriteID = -1
  private var lastRegistration: RegistrationID = 0
  /// The listener for each number that the suite gives to some, by place.
  private var registrations: [String: RegistrationID] = [:]
  /// What the server is asked for at present.
  private var listens: Set<SyncEffect> = []

  init(place: String) {
    self.place = place
  }

  mutating func take(_ step: DatabaseValue, number: Int) throws {
    let type = step["type"]?.string ?? ""
    let expected = step["events"]?.elements ?? []
    let events = try raised(by: step, type: type)
    let comment = Comment(rawValue: "step \(number), \(type)")
    #expect(events.count == expected.count, comment)
    guard events.count == expected.count else { return }
    if type == "listen" || type == "unlisten" {
      try compareInOrder(events, expected, comment)
    } else {
      try compareByPlace(events[...], expected[...], comment)
    }
  }

  private mutating func raised(by step: DatabaseValue, type: String) throws -> [DataEvent] {
    let path = try VendorDriver.path(place + "/" + (step["path"]?.string ?? ""))
    let data = step["data"] ?? .null
    let events: [SyncEvent]
    switch type {
    case "listen": events = try listen(to: path, step)
    case "unlisten":
      let name = "\(step["callbackId"]?.integer ?? 0) \(path)"
      let id = try #require(registrations[name])
      carryOut(tree.unlisten(to: try query(path, step["params"]), id))
      events = []
    case "set":
      lastWrite += 1
      events = tree.set(
        path, to: try TreeNode(data), id: lastWrite, isVisible: step["visible"] != false)
    case "update":
      lastWrite += 1
      let update = try CompoundWrite(updating: path, with: data.members)
      events = tree.update(path, with: update, id: lastWrite)
    case "ackUserWrite":
      events = tree.settle(
        try #require(step["writeId"]?.integer), isRefused: step["revert"] == true)
    case "serverUpdate":
      events = tree.serverSet(path, to: try TreeNode(data), tag: step["tag"]?.integer)
    case "serverMerge":
      let update = try CompoundWrite(updating: path, with: data.members)
      events = tree.serverMerge(path, update, tag: step["tag"]?.integer)
    case "suppressWarning": events = []
    default: throw UnknownWord(word: type)
    }
    return events.compactMap { event in
      if case .data(let event) = event { return event }
      return nil
    }
  }

  private mutating func listen(
    to path: TreePath, _ step: DatabaseValue
  ) throws -> [SyncEvent] {
    lastRegistration += 1
    if let number = step["callbackId"]?.integer {
      registrations["\(number) \(path)"] = lastRegistration
    }
    let registration = Registration(lastRegistration, Set(EventKind.allCases))
    let outcome = tree.listen(to: try query(path, step["params"]), registration)
    carryOut(outcome.effects)
    return outcome.events
  }

  /// Asks the server, which must not be asked twice nor told to stop what it was not asked for.
  private mutating func carryOut(_ effects: [SyncEffect]) {
    for effect in effects {
      switch effect {
      case .startListening: #expect(listens.insert(effect).inserted, "\(effect)")
      case .stopListening(let query, let tag):
        #expect(listens.remove(.startListening(query, tag: tag)) != nil, "\(effect)")
      }
    }
  }

  private func query(
    _ path: TreePath, _ parameters: DatabaseValue?
  ) throws -> QuerySpecification {
    var result = QueryParameters()
    guard let parameters else { return QuerySpecification(path) }
    if let child = parameters["orderBy"]?.string {
      result = try result.ordered(byChild: child)
    }
    if parameters["orderByKey"] == true { result = try result.ordered(by: .key) }
    if let start = parameters["startAt"] {
      result = try result.starting(at: start["index"] ?? .null, key: start["name"]?.string)
    }
    if let end = parameters["endAt"] {
      result = try result.ending(at: end["index"] ?? .null, key: end["name"]?.string)
    }
    if let value = parameters["equalTo"] {
      result = try result.equal(to: value["index"] ?? .null, key: value["name"]?.string)
    }
    if let count = parameters["limitToFirst"]?.integer {
      result = try result.limited(to: .first(count))
    }
    if let count = parameters["limitToLast"]?.integer {
      result = try result.limited(to: .last(count))
    }
    return QuerySpecification(path, result)
  }

  /// The path that a text names; it may end in `.priority`.
  private static func path(_ text: String) throws -> TreePath {
    let suffix = ".priority"
    guard text.hasSuffix(suffix) else { return try TreePath(parsing: text) }
    return try TreePath(parsing: String(text.dropLast(suffix.count))).appending(.priority)
  }

  private func compareInOrder(
    _ events: [DataEvent], _ expected: [DatabaseValue], _ comment: Comment
  ) throws {
    for (event, expected) in zip(events, expected) {
      let left = VendorEvent(event, comparesPrevious: true)
      let right = try VendorEvent(expected, at: place, comparesPrevious: true)
      #expect(left == right, comment)
    }
  }

  /// Compares runs of events at one place: within a run, each query's kinds stand in their order,
  /// and each event is one that was expected.
  private func compareByPlace(
    _ events: ArraySlice<DataEvent>, _ expected: ArraySlice<DatabaseValue>, _ comment: Comment
  ) throws {
    guard let first = expected.first else { return }
    let run = expected.prefix { $0["path"] == first["path"] }
    let actual = events.prefix(run.count)
    var unused = try run.map { event in
      let kind = try EventKind(vendorName: event["type"]?.string ?? "")
      return try VendorEvent(event, at: place, comparesPrevious: kind.hasPrevious)
    }
    var lastKinds: [QuerySpecification: EventKind] = [:]
    for event in actual {
      let raised = VendorEvent(event, comparesPrevious: event.kind.hasPrevious)
      let position = unused.firstIndex(of: raised)
      #expect(position != nil, "\(comment): \(raised) is none of \(unused)")
      if let position { unused.remove(at: position) }
      #expect(lastKinds[event.query].map { $0 <= event.kind } ?? true, comment)
      lastKinds[event.query] = event.kind
    }
    try compareByPlace(
      events.dropFirst(run.count), expected.dropFirst(run.count), comment)
  }
}
