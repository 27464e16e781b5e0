import FakeListener
import SluiceConformance
import SluiceProducts

/// Breaks `delivery.present-current`: it hands over the property's value, and then adds its
/// listener.
///
/// A change between the two is told to no listener.
enum FaultyReadsAndThenAdds {
  static let subject = RacingSubject(
    subject: .overListener("faulty-reads-and-then-adds", traits: PropertyLink.traits) {
      source, options in
      PropertyLink.stream { link in
        link.yield(source.presentValue)
        link.add(to: source, options) { link, element in link.yield(element) }
      }
    },
    rule: "delivery.present-current",
    caseID: "listener/unit/present/a present value moves while a stream starts/direct")
}
