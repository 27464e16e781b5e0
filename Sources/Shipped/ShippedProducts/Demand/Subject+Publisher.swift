public import DemandStreams
public import SluiceConformance
import SluiceProducts
import SluiceSimulation
import SluiceSpies

extension SluiceConformance.Subject {
  /// A publisher of a sequence under test, as a bridge makes it.
  ///
  ///     enum MyGate: ConformanceGate {
  ///       static let products = [DemandProduct.product]
  ///       static let subjects = [Subject.publisher("mine") { source in MyPublisher(source) }]
  ///     }
  ///
  /// - Parameters:
  ///   - name: The bridge's name, as a stream has one.
  ///   - make: Makes the publisher of a run's sequence; it must call nobody back.
  /// - Returns: The subject, of the product ``DemandProduct/product``.
  public static func publisher<Made: Publisher>(
    _ name: String, _ make: @escaping @Sendable (DemandSource) -> Made
  ) -> SluiceConformance.Subject where Made.Output == Int, Made: SendableMetatype {
    SluiceConformance.Subject(
      name, stream: DemandProduct.publisher, traits: Traits(), lacking: [],
      failsByType: true,
      wants: PublisherMaker { source in
        let publisher = CallbackBox(make(source))
        return { drive in
          publisher.callback.subscribe(DrivenSubscriber<Made.Failure>(drive))
        }
      }, asking: nil
    ) { _, _ throws(SubjectError) in throw .badArgument("a publisher is no stream") }
  }

  /// A sequence of a publisher's values under test, as a bridge makes it.
  ///
  /// - Parameters:
  ///   - name: The bridge's name.
  ///   - change: Declares what it is otherwise than the reference.
  ///   - make: Makes the sequence of the kit's publisher; nothing may be subscribed by that unless
  ///     it is declared.
  /// - Returns: The subject, of the product ``DemandProduct/product``.
  public static func values<Made: AsyncSequence & SendableMetatype>(
    _ name: String, traits change: (inout Traits) -> Void = { _ in },
    _ make: @escaping @Sendable (FakePublisher) -> Made
  ) -> SluiceConformance.Subject where Made.Element == Int {
    SluiceConformance.Subject(
      name, of: DemandProduct.values, traits: change,
      project: { number in .integer(Int64(number)) }, open: make)
  }
}

/// How the publisher of a run is made, as its subject holds it.
struct PublisherMaker: Sendable {
  /// What subscribes a scenario's subscriber to it.
  typealias Subscribing = @Sendable (SubscriberDrive) -> Void

  let make: @Sendable (DemandSource) -> Subscribing

  init(_ make: @escaping @Sendable (DemandSource) -> Subscribing) {
    self.make = make
  }
}
