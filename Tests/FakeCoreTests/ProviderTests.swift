import FakeCore
import Foundation
import Sluice
import Testing

/// A product with several instances for an app, as Firestore has for its databases.
///
/// Source: the text on interop, *Multiple Instances per FIRApp*.
@Suite("Providers of instances")
struct ProviderTests {
  private final class Ledger: Sendable {
    let app: String
    let database: String

    init(_ app: String, _ database: String) {
      self.app = app
      self.database = database
    }

    static func ledger(app: FirebaseApp, database: String) throws -> Ledger {
      try app.container.requiredInstance(of: (any LedgerProvider).self).ledger(for: database)
    }
  }

  private protocol LedgerProvider: AnyObject, Sendable {
    func ledger(for database: String) -> Ledger
  }

  private final class LedgerComponent: LedgerProvider {
    private let ledgers: InstancesByParameter<String, Ledger>
    private let app: String
    private let counter: Counter
    private let beforeMaking: @Sendable () -> Void

    init(
      app: FirebaseApp, counting counter: Counter,
      beforeMaking: @escaping @Sendable () -> Void = {}
    ) {
      self.app = app.name
      self.counter = counter
      self.beforeMaking = beforeMaking
      ledgers = InstancesByParameter(of: app)
    }

    func ledger(for database: String) -> Ledger {
      ledgers.instance(for: database) {
        linger()
        beforeMaking()
        _ = counter.next()
        return Ledger(app, database)
      }
    }
  }

  private func library(counting counter: Counter) -> Library {
    .of(
      "fire-ledger",
      Component((any LedgerProvider).self) { container, isCacheable in
        isCacheable = true
        return LedgerComponent(app: container.app, counting: counter)
      })
  }

  @Test("are one for an app, and give the same instance for the same parameter")
  func parameters() throws {
    try withCore { _, core in
      let counter = Counter()
      core.register(library(counting: counter))
      let app = try core.configure(name: "first")
      let other = try core.configure(name: "second")
      let main = try Ledger.ledger(app: app, database: "main")
      let archive = try Ledger.ledger(app: app, database: "archive")
      #expect(main !== archive)
      #expect(try Ledger.ledger(app: app, database: "main") === main)
      #expect(try Ledger.ledger(app: other, database: "main") !== main)
      #expect(main.database == "main" && archive.database == "archive")
      #expect(counter.value == 3)
      let providers = core.events.filter { event in
        if case .instanceCreated = event { true } else { false }
      }
      #expect(providers.count == 2)
    }
  }

  @Test("give one instance to all who ask for one parameter at once")
  func racing() throws {
    try withCore(schedules: .all) { stage, core in
      let counter = Counter()
      core.register(library(counting: counter))
      let app = try core.configure()
      let found = Record<ObjectIdentifier>()
      stage.perform {
        for number in 1...3 {
          stage.simulation.spawn("asker.\(number)") {
            guard let ledger = try? Ledger.ledger(app: app, database: "main") else { return }
            found.append(ObjectIdentifier(ledger))
          }
        }
      }
      stage.advance(by: .seconds(1))
      stage.settle()
      #expect(found.count == 3)
      #expect(Set(found.all).count == 1)
      #expect(counter.value == 1)
    }
  }

  @Test("ask the container while they are made, and a creation asks for them meanwhile")
  func entwined() throws {
    try withCore(schedules: .all) { stage, core in
      let counter = Counter()
      core.register(
        .of(
          "fire-ledger", .alpha(),
          Component((any LedgerProvider).self) { container, isCacheable in
            isCacheable = true
            return LedgerComponent(app: container.app, counting: counter) {
              _ = try? container.instance(of: (any Alpha).self)
            }
          },
          Component((any Beta).self) { container, isCacheable in
            isCacheable = true
            linger()
            _ = try Ledger.ledger(app: container.app, database: "main")
            return Instance()
          }))
      let app = try core.configure()
      _ = try app.container.instance(of: (any LedgerProvider).self)
      let found = Record<String>()
      stage.perform {
        stage.simulation.spawn("ledger") {
          if (try? Ledger.ledger(app: app, database: "main")) != nil { found.append("ledger") }
        }
        stage.simulation.spawn("beta") {
          if (try? app.container.instance(of: (any Beta).self)) != nil { found.append("beta") }
        }
      }
      stage.advance(by: .seconds(1))
      stage.settle()
      #expect(found.count == 2)
      #expect(counter.value == 1)
    }
  }
}
