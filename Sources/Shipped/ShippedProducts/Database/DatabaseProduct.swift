public import FakeDatabase
import SluiceConformance
public import SluiceProducts
import SluiceSpies

/// The Realtime Database: places, queries and the events of their children, by script and by
/// emulator.
public enum DatabaseProduct {
  /// The product, without implementations.
  public static let product = Product(
    "database", module: "FakeDatabase",
    summary: "The Realtime Database: values and events of children, by script and by emulator.",
    belongsToApp: true,
    backend: DatabaseBackend.init(in:),
    verbs: ScriptVerbs.verbs() + DatabaseVerbs.all,
    probes: probes,
    streams: value, events,
    constructors: child, SharedValues.increment, SharedValues.serverTimestamp)

  /// The data of a place or a query; the present ones come first.
  ///
  /// The proposal calls it `value`; the SDK's unreleased sources call it `snapshots`
  /// (`FirebaseDatabase/Swift/Sources/Database+AsyncSequences.swift`).
  public static let value = StreamDeclaration<DatabaseBackend, DatabaseQuery>(
    "database.value", "The data of a place or a query, whenever they change.",
    DatabaseParameters.query, example: "S = database.value(/scores)",
    traits: { traits in traits.initialValue = .present }, lacking: [.finish],
    options: { query in query.parameters.projected },
    source: { backend, query in try backend.database.query(query) })

  /// The events of children, for which a stream needs a listener of each kind; at first there may
  /// be none.
  ///
  /// The proposal calls it `events()`; the SDK's unreleased sources call it `childEvents()`.
  public static let events = StreamDeclaration<DatabaseBackend, DatabaseQuery>(
    "database.events", "The events of the children of a place or a query.",
    DatabaseParameters.query,
    example: "E = database.events(/scores, orderBy: \"pts\", limitToLast: 2)",
    traits: { traits in traits.listeners = 4 }, lacking: [.finish],
    options: { query in query.parameters.projected },
    source: { backend, query in try backend.database.query(query) })

  private static let probes: [Probe<DatabaseBackend>] = [
    Probe(
      counting: "listeners", "The number of listeners that are registered now.",
      example: "expect database.listeners == 0"
    ) { backend in try backend.database.listenerCount },
    Probe(
      "data", "The data of a place at the server; null where there are none.",
      DatabaseParameters.path, result: .data,
      example: "expect database.data(/scores/ada) == {pts: 10}"
    ) { backend, path in
      try backend.clients.emulator.node(at: path).exported.projected
    },
    Probe(
      "answers",
      "What writes, transactions and single events of all clients ended with, in order.",
      result: .data, example: "expect database.answers == [ok, {committed: true, value: 2}]"
    ) { backend in .array(try backend.clients.told.values) },
  ]

  /// An event of a child, as a script hands one over.
  static let child = Constructor(
    "child", "An event of a child for a script to hand over.",
    Parameter<ChildEventKind>("event", .choice, "what happened"),
    Parameter<String>("key", .string, "the child's key"),
    Parameter<Value>("value", .data, "its data"),
    Parameter.optional(
      label: "prev", .oneOf(.string, .null),
      "the key of the sibling before it; it is the first if there is none"),
    example: "listener.send(child(added, \"bo\", {pts: 20}, prev: \"ada\"))", isDataOnly: true
  ) { kind, key, value, previousSibling in
    ScriptedChild(
      type: kind.type, child: NamedNode(ChildKey(key), try TreeNode(checking: value)),
      previousSiblingKey: previousSibling?.letters)
  }
}

/// An event of a child that a scenario has a script hand over.
struct ScriptedChild: Sendable {
  let type: DataEventType
  let child: NamedNode
  let previousSiblingKey: String?
}

/// What can happen to a child.
enum ChildEventKind: String, Sendable, CaseIterable {
  case added
  case changed
  case moved
  case removed

  /// The kind as the product has it.
  var type: DataEventType {
    switch self {
    case .added: .childAdded
    case .changed: .childChanged
    case .moved: .childMoved
    case .removed: .childRemoved
    }
  }
}
