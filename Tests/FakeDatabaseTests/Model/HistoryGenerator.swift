import FakeDatabase

/// A maker of random histories over a small tree, in which listeners, writes and places meet often.
struct HistoryGenerator {
  private var random: TestRandom
  /// Whether nearly everything happens at and below one place, leaf upon leaf.
  private var isDense = false
  private static let keys: [ChildKey] = ["a", "b", "c", "1", "10"]
  private static let places: [TreePath] = [
    [], ["a"], ["a"], ["a"], ["b"], ["a", "a"], ["a", "b"],
  ]

  init(seed: UInt64) {
    random = TestRandom(seed: seed)
  }

  mutating func history() -> [HistoryStep] {
    isDense = random.chance(40)
    let length = 6 + random.below(12)
    return (0..<length).map { position in position < 2 ? .listen(query()) : step() }
  }

  private mutating func step() -> HistoryStep {
    switch random.below(100) {
    case 0..<14: .listen(query())
    case 14..<19: .unlisten(random.below(6))
    case 19..<21: .unlistenAll(random.below(6))
    case 21..<40: .write(write(), isVisible: !random.chance(8))
    case 40..<55: .foreignWrite(write())
    case 55..<76: .serve(refuses: random.chance(30))
    case 76..<98: .deliver
    default: .revoke(random.below(4))
    }
  }

  private mutating func query() -> QuerySpecification {
    let path = isDense ? path(upTo: 1) : random.pick(HistoryGenerator.places)
    if random.chance(25) { return QuerySpecification(path) }
    var parameters = QueryParameters()
    if random.chance(75) {
      parameters.explicitIndex = random.pick([.key, .value, .child(["a"]), .child(["a", "b"])])
    }
    if random.chance(40) { parameters.start = endpoint(parameters.index) }
    if random.chance(40) { parameters.end = endpoint(parameters.index) }
    if random.chance(15) {
      parameters.start = Endpoint(endpoint(parameters.index).value)
      parameters.end = parameters.start
    }
    if random.chance(60) {
      let count = 1 + random.below(3)
      parameters.limit = random.chance(50) ? .first(count) : .last(count)
    }
    return QuerySpecification(path, parameters)
  }

  private mutating func endpoint(_ index: SortIndex) -> Endpoint {
    let isInclusive = random.chance(65)
    if index == .key {
      let key = random.pick(HistoryGenerator.keys)
      return Endpoint(.string(key.text), isInclusive: isInclusive)
    }
    let value: LeafValue? = random.pick([nil, .integer(0), .integer(1), .integer(2), .string("x")])
    let key = random.chance(30) ? random.pick(HistoryGenerator.keys) : nil
    return Endpoint(value, key: key, isInclusive: isInclusive)
  }

  private mutating func path(upTo length: Int) -> TreePath {
    let count = random.below(length + 1)
    let share = isDense ? 85 : 50
    return TreePath(
      (0..<count).map { _ in random.chance(share) ? "a" : random.pick(HistoryGenerator.keys) })
  }

  private mutating func write() -> ModelWrite {
    if random.chance(70) {
      let path = path(upTo: 3)
      return ModelWrite(path: path, places: [([], value(depth: 3 - path.count))])
    }
    let path = path(upTo: 1)
    var places: [TreePath: DatabaseValue] = [:]
    for _ in 0..<(1 + random.below(3)) {
      var place = self.path(upTo: 2)
      if place.isRoot { place = [random.pick(HistoryGenerator.keys)] }
      let overlaps = places.keys.contains { $0.contains(place) || place.contains($0) }
      if !overlaps { places[place] = value(depth: 3 - path.count - place.count) }
    }
    return ModelWrite(
      path: path,
      places: places.sorted { $0.key < $1.key }.map { (path: $0.key, value: $0.value) })
  }

  /// Data with so many levels at most; often nothing, sometimes with a priority.
  private mutating func value(depth: Int) -> DatabaseValue {
    if random.chance(20) { return .null }
    let plain: DatabaseValue
    if depth > 0, random.chance(60) {
      var members: [String: DatabaseValue] = [:]
      for _ in 0..<(1 + random.below(4)) {
        members[random.pick(HistoryGenerator.keys).text] = value(depth: depth - 1)
      }
      plain = .object(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
    } else {
      plain = random.pick([0, 1, 2, 1.5, "x", true])
    }
    guard random.chance(12) else { return plain }
    let priority: DatabaseValue = random.pick([0, 1, 2, "x"])
    if case .object(let members) = plain {
      return .object(members + [.init(".priority", priority)])
    }
    return [".value": plain, ".priority": priority]
  }
}
