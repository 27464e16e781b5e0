import FakeCore
import Sluice
import Testing

@Suite("The notice of an app's deletion")
struct AppDeletionTests {
  /// An instance of a product with several, which says when it is closed.
  private final class Place: AppInstance {
    let membership = AppMembership()
    let name: String
    private let record: Record<String>

    init(_ name: String, _ record: Record<String>) {
      self.name = name
      self.record = record
    }

    func close() { record.append("\(name) closed") }
  }

  @Test("comes once, after the instances were told, to whoever still waits, in order")
  func order() throws {
    try withCore { _, core in
      let record = Record<String>()
      core.register(.of("fire-alpha", .alpha(onDeletion: { _ in record.append("instance") })))
      let app = try core.configure()
      _ = try app.container.instance(of: (any Alpha).self)
      let first = app.onDeletion { record.append("first") }
      let second = app.onDeletion { record.append("second") }
      let third = app.onDeletion {
        record.append("third")
        #expect(FirebaseApp.app() == nil && app.isDeleted)
        first.remove()
      }
      #expect(app.deletionObserverCount == 3)
      second.remove()
      second.remove()
      app.delete { _ in }
      app.delete { _ in }
      #expect(record.all == ["instance", "first", "third"])
      third.remove()
      #expect(app.deletionObserverCount == 0)
    }
  }

  @Test("comes at once where the app is deleted already, and an app of the same name has its own")
  func late() throws {
    try withCore { _, core in
      let record = Record<String>()
      let app = try core.configure()
      app.delete { _ in }
      let again = try core.configure()
      let registration = app.onDeletion { record.append("deleted") }
      let waiting = again.onDeletion { record.append("again") }
      #expect(record.all == ["deleted"])
      registration.remove()
      waiting.remove()
      again.delete { _ in }
      #expect(record.all == ["deleted"])
    }
  }

  @Test("leaves nothing of an observer that was removed")
  func trace() throws {
    try withCore { _, core in
      let app = try core.configure()
      weak var held: Place?
      let registration: AppDeletionRegistration
      do {
        let place = Place("held", Record())
        held = place
        registration = app.onDeletion { withExtendedLifetime(place) {} }
      }
      #expect(held != nil)
      registration.remove()
      #expect(held == nil)
    }
  }

  @Test("is no matter of instances that differ by a parameter: each is closed before, in order")
  func instances() throws {
    try withCore { _, core in
      let record = Record<String>()
      let app = try core.configure()
      let places = AppInstances<String, Place>(of: app) { _, name in Place(name, record) }
      let one = places.instance(for: "one")
      #expect(places.instance(for: "two") !== one && places.instance(for: "one") === one)
      #expect(one.membership.app === app && !one.membership.isOver)
      places.appWillBeDeleted(app)
      #expect(record.all == ["one closed", "two closed"])
      app.delete { _ in }
      #expect(one.membership.isOver)
    }
  }
}
