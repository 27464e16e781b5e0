import FakeListener
import SluiceConformance

/// Breaks `registration.lazy-until-iterated`: it declares to add with the first `next()`, and adds
/// in the closure that builds its stream, which runs when an iterator is made.
enum FaultyTakesItsBuilderForLazy {
  static let subject = FaultySubject.wired(
    "takes-its-builder-for-lazy", breaks: "registration.lazy-until-iterated",
    in: "iterator-made-and-not-advanced",
    traits: { traits in traits.registration = .firstNext },
    wire: { source, options, outlet in
      outlet.keep(
        try source.subscribe(options: options) { event in outlet.pass(event) })
    })
}
