import FakeDatabase
import SluiceSpies
import Testing

@Suite("Database server")
struct DatabaseServerTests {
  private static let root = TreePath([ChildKey("n")])

  private static func server(_ data: DatabaseValue) throws -> DatabaseServer {
    var server = DatabaseServer()
    _ = try server.write(.set(root, TreeNode(data)), milliseconds: 0)
    return server
  }

  private static func parameters(
    _ build: (QueryParameters) throws(DatabaseUsageError) -> QueryParameters
  ) throws -> QueryParameters {
    try build(QueryParameters())
  }

  /// What a message tells, in one line.
  private static func text(_ message: DatabaseServer.Message) -> String {
    switch message.news {
    case .overwrite(let path, let node, let tag):
      "\(message.client) set \(path) \(node.exported.projected) \(tag ?? 0)"
    case .merge(let path, let nodes, let tag):
      "\(message.client) merge \(path) "
        + nodes.sorted { $0.key < $1.key }
        .map { "\($0.key)=\($0.value.exported.projected)" }.joined(separator: " ")
        + " \(tag ?? 0)"
    case .revoked(let query, let error):
      "\(message.client) revoked \(query.path) \(error.code.rawValue)"
    }
  }

  @Test("answers a query with its window: the children of its range, cut to its limit")
  func window() throws {
    let node = try TreeNode(["a": 4, "b": 3, "c": 2, "d": 1, "e": 5])
    let first = try Self.parameters { parameters throws(DatabaseUsageError) in
      try parameters.ordered(by: .value).starting(at: 2).limited(to: .first(2))
    }
    #expect(node.window(of: first).map(\.key.text) == ["c", "b"])
    let last = try Self.parameters { parameters throws(DatabaseUsageError) in
      try parameters.ordered(by: .value).ending(before: 5).limited(to: .last(3))
    }
    #expect(node.window(of: last).map(\.key.text) == ["c", "b", "a"])
    let none = try Self.parameters { parameters throws(DatabaseUsageError) in
      try parameters.ordered(by: .value).starting(at: 4).ending(at: 2)
    }
    #expect(node.window(of: none).isEmpty)
    #expect(node.answer(to: none).isEmpty)
  }

  @Test("tells a limited query of the children that left its window, came in, or changed")
  func tagged() throws {
    var server = try Self.server(["a": 1, "b": 2, "c": 3])
    let parameters = try Self.parameters { parameters throws(DatabaseUsageError) in
      try parameters.ordered(by: .value).limited(to: .first(2))
    }
    let query = QuerySpecification(Self.root, parameters)
    let answer = try server.listen(1, to: query, tag: 7)
    #expect("\(answer.exported.projected)" == "{a: 1, b: 2}")
    let messages = try server.write(
      .set(Self.root.appending("a"), .empty), milliseconds: 0)
    #expect(messages.map(Self.text) == ["1 merge /n /a=null /c=3 7"])
    let outside = try server.write(
      .set(Self.root.appending("z"), .leaf(.integer(9))), milliseconds: 0)
    #expect(outside.isEmpty)
  }

  @Test("tells a listen to all data what was written where, and nothing of what did not change")
  func untagged() throws {
    var server = try Self.server(["a": 1, "b": ["c": 2]])
    _ = try server.listen(1, to: QuerySpecification(Self.root), tag: nil)
    _ = try server.listen(2, to: QuerySpecification(Self.root.appending("b")), tag: nil)
    let deep = try server.write(
      .set(Self.root.appending("b").appending("c"), .leaf(.integer(3))), milliseconds: 0)
    #expect(deep.map(Self.text) == ["1 set /n/b/c 3 0", "2 set /n/b/c 3 0"])
    let merge = try server.write(
      .update(
        Self.root, [["a"]: .leaf(.integer(5)), ["d"]: .leaf(.integer(6)), ["z"]: .empty]),
      milliseconds: 0)
    #expect(merge.map(Self.text) == ["1 merge /n /a=5 /d=6 0"])
    let same = try server.write(
      .set(Self.root.appending("a"), .leaf(.integer(5))), milliseconds: 0)
    #expect(same.isEmpty)
  }

  @Test("refuses what a rule names, what holds it and what it holds; a trusted write passes")
  func rules() throws {
    var server = try Self.server(["a": ["b": ["c": 1]]])
    let place = Self.root.appending("a").appending("b")
    _ = try server.listen(1, to: QuerySpecification(Self.root), tag: nil)
    #expect(server.deny(DatabaseDenial(at: place)).map(Self.text) == ["1 revoked /n 1"])
    for path in [Self.root, place, place.appending("c")] {
      #expect(throws: DatabaseError(.permissionDenied)) {
        _ = try server.write(.set(path, .empty), milliseconds: 0)
      }
      #expect(throws: DatabaseError(.permissionDenied)) {
        _ = try server.listen(1, to: QuerySpecification(path), tag: nil)
      }
    }
    _ = try server.write(.set(Self.root.appending("d"), .leaf(.integer(1))), milliseconds: 0)
    _ = try server.write(.set(place, .empty), milliseconds: 0, isTrusted: true)
    server.allow(place)
    _ = try server.listen(1, to: QuerySpecification(place), tag: nil)
  }

  @Test("takes a transaction's write only on top of what it saw")
  func expectation() throws {
    var server = try Self.server(1)
    let write = DatabaseWrite.set(Self.root, .leaf(.integer(2)))
    #expect(throws: DatabaseError.self) {
      _ = try server.write(write, milliseconds: 0, expecting: .leaf(.integer(0)))
    }
    _ = try server.write(write, milliseconds: 0, expecting: .leaf(.integer(1)))
    #expect(server.root.node(at: Self.root) == .leaf(.integer(2)))
  }
}
