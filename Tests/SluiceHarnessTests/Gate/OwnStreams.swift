import FakeListener
import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceSpies
import Synchronization

extension FakeListener<Double> {
  /// A stream of temperatures, as somebody who knows nothing of the kit writes it.
  fileprivate func temperatures(removes: Bool) -> AsyncThrowingStream<Double, any Error> {
    AsyncThrowingStream { continuation in
      let handle = self.addListener(
        { value, error in
          if let error { continuation.finish(throwing: error) }
          if let value { continuation.yield(value) }
        }, onFinish: { continuation.finish() })
      if removes { continuation.onTermination = { _ in handle.remove() } }
    }
  }
}

/// Streams and a product as somebody else's package has them.
enum OwnStreams {
  private static let traits = Traits().with { traits in
    traits.registration = .access
    traits.iterators = .single
    traits.bufferOnCancel = .drains
    traits.releasesWhileHeld = false
    traits.repeatsError = true
  }

  /// One that lets go of its listener.
  static let right = Subject("right", over: .listener(Double.self), traits: traits) { source in
    source.temperatures(removes: true)
  }

  /// One that never does.
  static let leaking = Subject("leaking", over: .listener(Double.self), traits: traits) { source in
    source.temperatures(removes: false)
  }

  /// One that adds when it is made, and declares to add when it is iterated.
  static let eager = Subject(
    "eager", over: .listener(Double.self), traits: traits.with { $0.registration = .firstNext }
  ) { source in
    source.temperatures(removes: true)
  }

  /// One that adds when it is made, declares otherwise, and never removes.
  static let eagerAndLeaking = Subject(
    "eager-and-leaking", over: .listener(Double.self),
    traits: traits.with { $0.registration = .firstNext }
  ) { source in
    source.temperatures(removes: false)
  }

  /// A product of somebody's own, with a stream of what it is set to.
  static let oven = Product(
    "oven", summary: "An oven.", backend: { setting in Oven(spy: setting.spy) },
    verbs: [
      Verb(
        "heat", "Sets the temperature.", Parameter<Int64>("degrees", .integer, "how hot"),
        example: "oven.heat(180)"
      ) { oven, degrees in try oven.heat(degrees) }
    ], streams: temperatures)

  private static let temperatures = StreamDeclaration<Oven, Oven>(
    "oven.temperatures", "What the oven is set to.", example: "S = oven.temperatures()",
    traits: { traits in
      traits.registration = .access
      traits.iterators = .single
      traits.bufferOnCancel = .drains
      traits.releasesWhileHeld = false
      traits.repeatsError = true
      traits.canFail = false
    }, source: { oven in oven })

  /// The stream of that product.
  static let ovenStream = Subject(
    "right", of: temperatures, project: { degrees in .integer(degrees) },
    open: { (oven: Oven) in oven.temperatures })
}

/// The source of a product of somebody's own.
final class Oven: Sendable {
  private let spy: Spy
  private let listeners = Mutex<[(SpyRegistration, AsyncStream<Int64>.Continuation)]>([])

  fileprivate init(spy: Spy) {
    self.spy = spy
  }

  fileprivate var temperatures: AsyncStream<Int64> {
    AsyncStream { continuation in
      let registration = spy.addCalled()
      listeners.withLock { listeners in listeners.append((registration, continuation)) }
      continuation.onTermination = { [self] _ in
        registration.remove { isFirst in
          guard isFirst else { return }
          listeners.withLock { listeners in
            listeners.removeAll { listener in listener.0.id == registration.id }
          }
        }
      }
      registration.reachAdd()
      registration.addReturned()
    }
  }

  fileprivate func heat(_ degrees: Int64) throws {
    guard degrees <= 300 else { throw FixtureError("an oven gets no hotter than 300 degrees") }
    for (registration, continuation) in listeners.withLock({ listeners in listeners }) {
      registration.deliver(.value(.integer(degrees))) { continuation.yield(degrees) }
    }
  }
}
