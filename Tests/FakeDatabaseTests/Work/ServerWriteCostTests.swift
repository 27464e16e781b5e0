import FakeDatabase
import SluiceSpies
import Testing

@Suite("Cost of writes at the server")
struct ServerWriteCostTests {
  private static let sizes = [50, 500, 5000]
  /// What ten times as many may add: a handful of ways up and down balanced trees of what the
  /// server has, by key and by rank, each of which is at most eight branches longer.
  private static let greatestGrowth = 130

  private static let list: TreePath = ["list"]

  private static func key(_ number: Int) -> ChildKey { ChildKey("child\(number)") }

  private static func child(_ rank: Int) -> TreeNode {
    TreeNode.empty.setting("rank", to: .leaf(.integer(Int64(rank))))
  }

  /// A server with so many children in a list.
  private static func server(children: Int) throws -> DatabaseServer {
    var server = DatabaseServer()
    let named = (0..<children).map { number in NamedNode(key(number), child(number)) }
    let sorted = OrderedChildren(sorted: named.sorted { $0.key < $1.key })
    let node = TreeNode.children(ChildrenNode(priority: nil, children: sorted))
    _ = try server.write(.set(list, node), milliseconds: 0)
    return server
  }

  /// The steps of a write that so many listeners hear of.
  private static func write(
    _ write: DatabaseWrite, to server: inout DatabaseServer, telling listeners: Int = 1
  ) -> Int {
    var messages: [DatabaseServer.Message] = []
    let steps = WorkCounter.steps {
      messages = (try? server.write(write, milliseconds: 0)) ?? []
    }
    #expect(messages.count == listeners)
    return steps
  }

  /// A server with so many children, to each of which one of seven clients listens.
  private static func serverWithListens(toEachOf count: Int) throws -> DatabaseServer {
    var server = try server(children: count)
    for number in 0..<count {
      let place: TreePath = ["list", key(number)]
      _ = try server.listen(number % 7, to: QuerySpecification(place), tag: nil)
    }
    return server
  }

  private static func expectSlow(_ costs: [Int]) {
    #expect(costs[0] > 0)
    for (less, more) in zip(costs, costs.dropFirst()) {
      #expect(more - less <= greatestGrowth, "\(costs)")
    }
  }

  @Test("is that of the listens that they concern, however many listen elsewhere")
  func listensElsewhere() throws {
    let costs = try Self.sizes.map { count in
      var server = try Self.server(children: 10)
      for number in 0..<count {
        let place: TreePath = ["elsewhere", Self.key(number)]
        _ = try server.listen(number % 7, to: QuerySpecification(place), tag: nil)
      }
      _ = try server.listen(3, to: QuerySpecification(Self.list), tag: nil)
      return Self.write(.set(["list", "child3", "rank"], .leaf(.integer(77))), to: &server)
    }
    #expect(costs[0] > 0)
    #expect(Set(costs).count == 1, "\(costs)")
  }

  @Test("is that of the listens that they concern, however many listen to other children")
  func listensBeside() throws {
    let costs = try Self.sizes.map { count in
      var server = try Self.serverWithListens(toEachOf: count)
      return Self.write(.set(["list", "child3"], Self.child(77)), to: &server)
    }
    Self.expectSlow(costs)
  }

  @Test("is for many places at once that of one for each of them")
  func together() throws {
    let costs = try Self.sizes.map { count in
      var server = try Self.serverWithListens(toEachOf: count)
      let nodes = (0..<count).map { number in (TreePath([Self.key(number)]), Self.child(-1)) }
      let update = DatabaseWrite.update(Self.list, Dictionary(uniqueKeysWithValues: nodes))
      return Self.write(update, to: &server, telling: count) / count
    }
    Self.expectSlow(costs)
  }

  @Test("grows with the logarithm of the number of children where a query has a range or a limit")
  func windows() throws {
    var range = QueryParameters()
    range.explicitIndex = .child(["rank"])
    range.start = Endpoint(.integer(0))
    var limit = QueryParameters()
    limit.explicitIndex = .child(["rank"])
    limit.limit = .last(10)
    for parameters in [range, limit] {
      let costs = try Self.sizes.map { count in
        var server = try Self.server(children: count)
        let query = QuerySpecification(Self.list, parameters)
        _ = try server.listen(1, to: query, tag: 1)
        // One that stays within, one that goes, and one that comes in.
        let last: TreePath = ["list", Self.key(count - 1)]
        let writes: [DatabaseWrite] = [
          .set(last, Self.child(count)), .set(last, Self.child(-1)),
          .set(["list", "new"], Self.child(count + 1)),
        ]
        return writes.map { write in Self.write(write, to: &server) }.max() ?? 0
      }
      Self.expectSlow(costs)
    }
  }

  @Test("of whoever listens or leaves is that of one, however many there are")
  func listening() throws {
    let costs = try Self.sizes.map { count in
      var server = try Self.server(children: 10)
      for number in 0..<count {
        let place: TreePath = ["list", Self.key(number)]
        _ = try server.listen(1, to: QuerySpecification(place), tag: nil)
        _ = try server.listen(2, to: QuerySpecification(place), tag: nil)
      }
      let query = QuerySpecification(["list", "child1", "rank"])
      return WorkCounter.steps {
        _ = try? server.listen(1, to: query, tag: nil)
        server.unlisten(1, from: query)
        _ = try? server.listen(3, to: query, tag: nil)
        _ = server.disconnect(3, milliseconds: 0)
      }
    }
    #expect(costs[0] > 0)
    #expect(Set(costs).count == 1, "\(costs)")
  }
}
