import SluiceSpies

/// Who listens to what at the server, found by client and by place: a write asks those alone whom
/// it may concern, however many others listen elsewhere.
struct ServerListens: Sendable {
  /// A query that a client listens to.
  struct Listen: Sendable {
    let client: DatabaseClientID
    /// How many listens there were before it, at all clients.
    let number: Int
    let query: QuerySpecification
    let tag: QueryTag?
  }

  private var byClient: [DatabaseClientID: [QuerySpecification: Listen]] = [:]
  /// Those at a place, by their numbers.
  private var byPath = PathTree<[Int: Listen]>()
  private var soFar = 0

  /// The clients that listen to anything, in their order.
  var clients: [DatabaseClientID] { byClient.keys.sorted() }

  /// What a client listens to, in the order of its listens.
  func listens(of client: DatabaseClientID) -> [Listen] {
    (byClient[client] ?? [:]).values.sorted { one, other in one.number < other.number }
  }

  /// Adds a listen behind all others; one of the same query is replaced.
  mutating func add(_ query: QuerySpecification, tag: QueryTag?, of client: DatabaseClientID) {
    remove(query, of: client)
    soFar += 1
    let listen = Listen(client: client, number: soFar, query: query, tag: tag)
    byClient[client, default: [:]][query] = listen
    byPath.change(at: query.path) { place in
      if place.value == nil { place.value = [:] }
      place.value?[listen.number] = listen
    }
  }

  /// Takes a listen out; one that is not there is no mistake.
  mutating func remove(_ query: QuerySpecification, of client: DatabaseClientID) {
    guard let listen = byClient[client]?.removeValue(forKey: query) else { return }
    if byClient[client]?.isEmpty == true { byClient[client] = nil }
    forgetPlace(of: listen)
  }

  /// Takes all listens of a client out.
  mutating func removeAll(of client: DatabaseClientID) {
    for listen in (byClient.removeValue(forKey: client) ?? [:]).values {
      forgetPlace(of: listen)
    }
  }

  private mutating func forgetPlace(of listen: Listen) {
    byPath.change(at: listen.query.path) { place in
      place.value?[listen.number] = nil
      if place.value?.isEmpty == true { place.value = nil }
    }
  }

  /// Those who listen to one of some places, to something above it or to something below it, each
  /// with the places that concern it.
  ///
  /// - Parameter places: The places.
  /// - Returns: The listens by client, those of a client in their order; their places in the order
  ///   in which they were given.
  func concerned(by places: [TreePath]) -> [(listen: Listen, places: [TreePath])] {
    var found: [Int: (listen: Listen, places: [TreePath])] = [:]
    for place in places {
      let note = { (listens: [Int: Listen]) in
        WorkCounter.count(listens.count)
        for (number, listen) in listens {
          found[number, default: (listen, [])].places.append(place)
        }
      }
      byPath.visit(on: place) { _, listens in note(listens) }
      let below = byPath.subtree(at: place)
      for key in below.keys { below[key].visit { _, listens in note(listens) } }
    }
    return found.values.sorted { one, other in
      (one.listen.client, one.listen.number) < (other.listen.client, other.listen.number)
    }
  }
}
