import FakeListener

/// Breaks `registration.options-forwarded`: the add has a default for its options, so nobody misses
/// the argument.
enum FaultyForgetsTheOptions {
  static let subject = FaultySubject.wired(
    "forgets-the-options", breaks: "registration.options-forwarded", in: "options-are-passed"
  ) { source, _, outlet in
    let handle = try source.subscribe { event in outlet.pass(event) }
    outlet.keep(handle)
  }
}
