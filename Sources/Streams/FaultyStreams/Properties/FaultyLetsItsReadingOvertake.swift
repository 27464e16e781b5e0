import FakeListener
import SluiceConformance
import SluiceProducts

/// Breaks `delivery.present-current`: it adds its listener first, and hands over what it then reads
/// without a look at what the listener was told meanwhile.
///
/// A change between the reading and the hand-over comes first, and the older value after it.
enum FaultyLetsItsReadingOvertake {
  static let subject = RacingSubject(
    subject: .overListener("faulty-lets-its-reading-overtake", traits: PropertyLink.traits) {
      source, options in
      PropertyLink.stream { link in
        link.add(to: source, options) { link, element in link.yield(element) }
        link.yield(source.presentValue)
      }
    },
    rule: "delivery.present-current",
    caseID: "listener/unit/present/a present value moves while a stream starts/direct")
}
