import FakeCore
import Foundation
import Sluice
import Synchronization

/// A protocol that a product of a test offers.
protocol Alpha: AnyObject, Sendable {
  var number: Int { get }
}

/// What another one offers.
protocol Beta: AnyObject, Sendable {
  var alpha: (any Alpha)? { get }
}

/// What a third one offers.
protocol Gamma: AnyObject, Sendable {}

/// The instance behind all of them.
final class Instance: Alpha, Beta, Gamma, ComponentLifecycleMaintainer {
  let number: Int
  let alpha: (any Alpha)?
  private let onDeletion: @Sendable (FirebaseApp) -> Void

  init(
    _ number: Int = 0, alpha: (any Alpha)? = nil,
    onDeletion: @escaping @Sendable (FirebaseApp) -> Void = { _ in }
  ) {
    self.number = number
    self.alpha = alpha
    self.onDeletion = onDeletion
  }

  func appWillBeDeleted(_ app: FirebaseApp) { onDeletion(app) }
}

/// What a test writes down from any thread.
final class Record<Entry: Sendable>: Sendable {
  private let entries = Mutex<[Entry]>([])

  func append(_ entry: Entry) { entries.withLock { entries in entries.append(entry) } }

  var all: [Entry] { entries.withLock { entries in entries } }

  var count: Int { all.count }
}

/// How many instances were made.
final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { count in count } }

  /// The next number, from 1 on.
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

extension Library {
  /// A library of a test.
  static func of(_ name: String, version: String = "1", _ components: Component...) -> Library {
    Library(name: name, version: version) { components }
  }
}

extension Component {
  /// A component whose instances are numbered as they are made.
  static func alpha(
    counting counter: Counter = Counter(), timing: InstantiationTiming = .lazy,
    isCacheable isCached: Bool = true, dependencies: [Dependency] = [],
    pausing pause: @escaping @Sendable () -> Void = {},
    onDeletion: @escaping @Sendable (FirebaseApp) -> Void = { _ in }
  ) -> Component {
    Component(
      (any Alpha).self, instantiationTiming: timing, dependencies: dependencies
    ) { _, isCacheable in
      isCacheable = isCached
      pause()
      return Instance(counter.next(), onDeletion: onDeletion)
    }
  }

  /// A component that asks the container for something before it makes its cached instance.
  static func asking<Offered: Sendable, Other: Sendable>(
    _ offer: Offered.Type, for other: Other.Type, as instance: @escaping @Sendable () -> Offered
  ) -> Component {
    Component(offer, dependencies: [Dependency(other, isRequired: true)]) {
      container, isCacheable in
      isCacheable = true
      _ = try container.instance(of: other)
      return instance()
    }
  }
}

/// Takes a millisecond of virtual time: whoever is not held back comes in meanwhile.
@Sendable func linger() { usleep(1000) }

/// Runs a test in a simulation with a core of its own, under one order or more.
@discardableResult
func withCore(
  schedules: TestSchedules = .canonical, _ test: @escaping (TestStage, Core) throws -> Void
) throws -> TriedSchedules {
  try simulate(schedules: schedules) { stage in
    try test(stage, stage.keep(Core(in: stage.simulation)))
  }
}
