import FakeCore
import Interop
import ShippedProducts
import SluiceHarness
import Testing

/// Who is in a room, as a library of somebody's own tells it: the app's container makes it.
final class Room: ComponentLifecycleMaintainer {
  let app: FirebaseApp
  let door: FakeListener<Int>
  /// Authentication, known by its protocol alone.
  let auth: (any AuthInterop)?

  fileprivate init(in container: ComponentContainer, door: FakeListener<Int>) throws {
    app = container.app
    self.door = door
    auth = try container.instance(of: (any AuthInterop).self)
  }

  /// How many are in it; one that `stays` takes no notice of the deletion of its app.
  func counts(stays: Bool) -> AsyncStream<Int> {
    AsyncStream { continuation in
      let handle = door.addListener(.value { count in continuation.yield(count) })
      let notice = stays ? nil : app.onDeletion { continuation.finish() }
      continuation.onTermination = { _ in
        notice?.remove()
        handle.remove()
      }
    }
  }

  func appWillBeDeleted(_: FirebaseApp) { door.close() }

  static func room(app: FirebaseApp) -> Room {
    guard let room = try? app.container.instance(of: Room.self) else {
      preconditionFailure("no library offers a room")
    }
    return room
  }

  static func library(door: @escaping @Sendable () -> FakeListener<Int>) -> Library {
    Library(name: "own-room", version: "1.0.0") {
      let auth = Dependency((any AuthInterop).self, isRequired: false)
      return [
        Component(Room.self, dependencies: [auth]) { container, isCacheable in
          isCacheable = true
          return try Room(in: container, door: door())
        }
      ]
    }
  }
}

/// The rooms of the apps of one run, each with a door of its own.
final class RoomBackend: Sendable {
  private let rooms: RunInstances<Room>

  init(in setting: FixtureSetting) {
    rooms = RunApp.of(setting).instances(
      from: Room.library {
        FakeListener(in: setting.simulation, spy: setting.spy) { count in .integer(Int64(count)) }
      }, Room.room(app:))
  }

  static let product = Product(
    "room", summary: "A room.", belongsToApp: true, backend: RoomBackend.init(in:),
    verbs: [
      Verb<RoomBackend>(
        "enter", "Has somebody come in.", Parameter<Int64>("count", .integer, "how many there are"),
        example: "room.enter(1)"
      ) { backend, count in try backend.rooms.first.door.send(Int(count)) }
    ],
    probes: [
      Probe<RoomBackend>(
        "guest", "Who is signed in.", result: .pattern, example: "expect room.guest == null"
      ) { backend in
        try backend.rooms.first.auth?.getUserID().map { uid in .string(uid) } ?? .null
      }
    ], streams: counts)

  static let counts = StreamDeclaration<RoomBackend, Room>(
    "room.counts", "How many are in it.", example: "S = room.counts()",
    lacking: [.finish],
    source: { backend in try backend.rooms.first })

  static func subject(_ name: String, stays: Bool) -> Subject {
    Subject(
      name, of: counts, traits: { traits in traits = .asyncStream },
      project: { count in .integer(Int64(count)) }, open: { room in room.counts(stays: stays) })
  }
}

@Suite("A library of one's own", .startsPrograms)
struct OwnLibraryTests {
  @Test("has the apps of its scenarios make the instances of a library of one's own")
  func ownLibrary() throws {
    let root = try TemporaryFolder()
    try root.write("// swift-tools-version: 6.3\n", to: "Package.swift")
    try root.write(
      """
      format 1
      scenario "the room ends with its app, and a new app has a new one"
        given
          auth.account("ada", "ada@example.test", "secret")
        timeline
          @0ms  expect app.components == ["Room", "AuthCombinedInterop", ...]
                S = room.counts()
                room.enter(1)
                expect S next 1
                auth.sign-in("ada@example.test", "secret")
          @1s   expect room.guest == "ada"
                app.delete()
                expect S removed
                expect S finish
                app.configure()
                T = room.counts()
                room.enter(2)
                expect T next 2

      scenario "the deletion races somebody who comes in"
        tags race
        timeline
          @0ms  S = room.counts() lenient
                expect S added
          @10ms race room.enter(1)
                race app.delete()
                expect S removed

      """, to: "Scenarios/app/integration/room.scenario")
    let room = RoomBackend.product
    let gate = Harness(
      name: "gate",
      subjects: [
        RoomBackend.subject("mine", stays: false), RoomBackend.subject("stays", stays: true),
      ],
      products: [room, AuthProduct.product, AppProduct.product(of: [room, AuthProduct.product])])
    let words = ["run", "--isolation", "none", "Scenarios"]
    let mine = MemoryCall(words + ["--subject", "mine"], of: gate, in: root.path)
    #expect(mine.exitCode == .success, "\(mine.output)\(mine.errors)")
    #expect(mine.output.contains("2 passed, 0 failed"), "\(mine.output)")
    let stays = MemoryCall(
      words + ["--subject", "stays", "--format", "json"], of: gate, in: root.path)
    #expect(stays.exitCode == .failure)
    let broken = try ReportedCase.all(in: stays.output).flatMap { one in one.rules }
    #expect(Set(broken) == ["teardown.app-deletion-ends"])
  }
}
