import FakeListener
import SluiceConformance
import SluiceProducts
import Synchronization

/// Streams that a manager hands out, and that differ in what becomes of them without it.
enum OwnedStreams {
  /// The right ones: the first ends with its manager, the others go on.
  static let controls: [Subject] = [
    subject("right-ends-with-its-owner", .ends, Manager.init) { manager in
      StreamPerIteration { [weak manager] in manager?.open() ?? .ended }
    },
    subject("right-keeps-its-owner", .kept, Manager.init) { manager in
      StreamPerIteration { manager.open(keeping: manager) }
    },
    subject("right-needs-no-owner", .kept, Manager.init) { manager in
      StreamPerIteration { [source = manager.source] in
        .wired(from: source, listedIn: OutletList()) { latch in latch.release() }
      }
    },
  ]

  /// The faulty ones, each with the rule that has to catch it and a shipped case in which it does.
  static let faulty: [DeclaringSubject] = [
    DeclaringSubject(
      subject("faulty-outlives-its-owner", .ends, Manager.init) { manager in
        StreamPerIteration { manager.open(keeping: manager) }
      },
      "teardown.owner-drop-ends", "an owner is dropped, and its stream ends"),
    DeclaringSubject(
      subject("faulty-has-its-owner-remove", .ends, Manager.init) { manager in
        StreamPerIteration { [weak manager] in manager?.openWeakly() ?? .ended }
      },
      "teardown.owner-drop-ends", "an owner is dropped, and its stream ends"),
    DeclaringSubject(
      subject("faulty-removes-by-an-owner-that-went", .kept, RemovingManager.init) { manager in
        StreamPerIteration { [weak manager, source = manager.source] in
          .wired(from: source, listedIn: OutletList()) { latch in manager?.remove(latch) }
        }
      },
      "cancellation.suspended-removes", "an owner is dropped, and its stream goes on"),
    DeclaringSubject(
      subject("faulty-loses-its-listener-with-its-owner", .kept, RemovingManager.init) { manager in
        StreamPerIteration { [weak manager] in manager?.open() ?? .ended }
      },
      "registration.kept-while-waiting", "an owner is dropped, and its stream goes on"),
  ]

  private static func subject<Made>(
    _ name: String, _ owner: Traits.Owner,
    _ make: @escaping @Sendable (FakeListener<SentinelElement>) -> Made,
    open: @escaping @Sendable (Made) -> StreamPerIteration
  ) -> Subject {
    Subject(
      name, over: .sentinels,
      traits: Traits.asyncThrowingStreamPerIterator.with { traits in traits.owner = owner },
      making: make, open: open)
  }
}

/// A manager that finishes its streams in its `deinit`.
private final class Manager: Sendable {
  let source: FakeListener<SentinelElement>
  private let list = OutletList()

  init(_ source: FakeListener<SentinelElement>) {
    self.source = source
  }

  deinit {
    for outlet in list.takeAll() { outlet.continuation.finish() }
  }

  /// A stream that removes its own listener, and may keep its owner alive.
  func open(keeping owner: Manager? = nil) -> StreamPerIteration.Stream {
    .wired(from: source, listedIn: list) { latch in
      withExtendedLifetime(owner) { latch.release() }
    }
  }

  /// A stream whose listener is removed only while its manager lives.
  func openWeakly() -> StreamPerIteration.Stream {
    .wired(from: source, listedIn: list) { [weak self] latch in
      if self != nil { latch.release() }
    }
  }
}

/// A manager that removes all its listeners in its `deinit`, and finishes no stream.
private final class RemovingManager: Sendable {
  let source: FakeListener<SentinelElement>
  private let list = OutletList()

  init(_ source: FakeListener<SentinelElement>) {
    self.source = source
  }

  deinit {
    for outlet in list.takeAll() { outlet.latch.release() }
  }

  func open() -> StreamPerIteration.Stream {
    .wired(from: source, listedIn: list) { latch in latch.release() }
  }

  func remove(_ latch: HandleLatch) { latch.release() }
}

/// The streams that a manager has open.
private final class OutletList: Sendable {
  private struct State {
    var outlets: [Int: Outlet] = [:]
    var last = 0
  }

  private let state = Mutex(State())

  func add(_ outlet: Outlet) -> Int {
    state.withLock { state in
      state.last += 1
      state.outlets[state.last] = outlet
      return state.last
    }
  }

  func remove(_ place: Int) {
    let removed = state.withLock { state in state.outlets.removeValue(forKey: place) }
    _ = consume removed
  }

  func takeAll() -> [Outlet] {
    state.withLock { state in
      defer { state.outlets = [:] }
      return state.outlets.sorted { one, other in one.key < other.key }.map { $0.value }
    }
  }
}

extension StreamPerIteration.Stream {
  /// A stream that is over already.
  fileprivate static var ended: Self { Self { continuation in continuation.finish() } }

  /// A stream that is in a list for as long as it is open.
  ///
  /// - Parameters:
  ///   - source: Where it listens.
  ///   - list: The list.
  ///   - end: Removes its listener when it is over.
  /// - Returns: The stream.
  fileprivate static func wired(
    from source: FakeListener<SentinelElement>, listedIn list: OutletList,
    end: @escaping @Sendable (HandleLatch) -> Void
  ) -> Self {
    .wired(source, .none) { source, options, outlet in
      let place = list.add(outlet)
      outlet.continuation.onTermination = { [latch = outlet.latch] _ in
        list.remove(place)
        end(latch)
      }
      outlet.keep(
        try source.addEventListener(options: options, throwing: (any Error).self) { event in
          outlet.pass(event)
        })
    }
  }
}
