import FakeDatabase
import Foundation
import Testing

@Suite("Cancelled listens")
struct CancelTests {
  @Test("tell every cancel block of the query once, and end those without one in silence")
  func denied() throws {
    try DatabaseWorld.run { world in
      world.emulator.put("n", ["a": 1])
      world.emulator.deny("n", [.read])
      let query = world.place("n").queryOrderedByKey().queryLimited(toFirst: 1)
      world.listen("L", .value, to: query)
      world.listen("M", .childAdded, to: query)
      world.listen("N", .childAdded, to: query, hearsOfCancel: false)
      #expect(world.news == ["L: error 1", "M: error 1"])
      world.emulator.allow("n")
      world.emulator.put("n/0", 1)
      #expect(world.news == [])
    }
  }

  @Test("go on for other queries and places that the server does not refuse")
  func revoked() throws {
    try DatabaseWorld.run { world in
      world.listen("L", .value, to: world.place("n"))
      world.listen("M", .childAdded, to: world.place("n"))
      world.listen("O", .value, to: world.place("o"))
      _ = world.news
      world.emulator.deny("n", code: .unavailable)
      #expect(world.news == ["L: error 2", "M: error 2"])
      world.emulator.put("n", 1)
      world.emulator.put("o", 1)
      #expect(world.news == ["O: value 1"])
    }
  }

  @Test("bring errors of the product's domain and codes")
  func errors() {
    let codes = [
      (DatabaseError(.permissionDenied), 1), (DatabaseError(.unavailable), 2),
      (DatabaseError(.writeCancelled), 3), (DatabaseError(.other, message: "x"), 9999),
    ]
    for (error, code) in codes {
      let error = error as NSError
      #expect(error.domain == "com.firebase")
      #expect(error.code == code)
    }
  }

  @Test("are none when the connection ends or can't be had")
  func disconnected() throws {
    try DatabaseWorld.run { world in
      world.listen("L", .value, to: world.place("n"))
      _ = world.news
      world.database.goOffline()
      world.pass(.seconds(60))
      world.database.goOnline()
      world.settle()
      world.emulator.setNetwork(.unreachable, of: world.database)
      world.pass(.seconds(60))
      #expect(world.news == [])
      world.emulator.put("n", 1)
      #expect(world.news == [])
      world.emulator.setNetwork(.reachable, of: world.database)
      #expect(world.news == ["L: value 1"])
    }
  }

  @Test("leave the place to whoever asks again")
  func again() throws {
    try DatabaseWorld.run { world in
      world.emulator.deny("n")
      world.listen("L", .value, to: world.place("n"))
      #expect(world.news == ["L: error 1"])
      world.emulator.allow("n")
      world.listen("M", .value, to: world.place("n"))
      #expect(world.news == ["M: value null"])
    }
  }
}
