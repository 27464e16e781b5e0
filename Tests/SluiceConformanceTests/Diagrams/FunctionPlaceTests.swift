import SluiceConformance
import Testing

@Suite("The functions in which a stream waits or has crashed")
struct FunctionPlaceTests {
  @Test(
    "have names without types, and without what is done with them",
    arguments: [
      (
        "M.Feed.next(isolation: isolated Swift.Actor?) async -> Swift.Int?",
        "M.Feed.next(isolation:)"
      ),
      ("static M.Feed.make() -> M.Feed", "M.Feed.make()"),
      ("@objc M.Feed.stop() -> ()", "M.Feed.stop()"),
      ("M.Feed.latest.getter : Swift.Int", "M.Feed.latest"),
      (
        "closure #1 () -> M.F in variable initialization expression of static M.Gate.feeds : [M.F]",
        "a closure in M.Gate.feeds"
      ),
      (
        "closure #2 () async -> () in closure #1 () -> () in M.Feed.start() -> ()",
        "a closure in M.Feed.start()"
      ),
      ("closure #1 () -> () in one-time initialization function for feed", "a closure in feed"),
      (
        "closure #1 () -> () in default argument 0 of M.f(_: () -> ()) -> ()",
        "a closure in M.f(_:)"
      ),
      ("M.(decode in _0A1B2C)(from: Swift.String) -> ()", "M.decode(from:)"),
    ])
  func names(_ symbol: String, _ name: String) {
    #expect(WaitingText.places(in: [symbol]) == ["    in \(name)"])
  }

  @Test("are without the kit's own, and without those of Swift's library where there are others")
  func others() {
    let backtrace = [
      "Swift._assertionFailure(_: Swift.StaticString) -> Swift.Never", "M.Feed.stop() -> ()",
      "FakeListener.ListenerCallback.value(_: Swift.Int) -> ()",
      "SluiceSpies.SpyRegistration.remove() -> ()", "sluice_serve",
      "SluiceConformance.Stage.cancel() -> ()",
    ]
    #expect(WaitingText.places(in: backtrace) == ["    in M.Feed.stop()"])
    #expect(
      WaitingText.places(in: [backtrace[0]]) == ["    in Swift._assertionFailure(_:)"])
    #expect(WaitingText.places(in: [backtrace[4]]).isEmpty)
  }
}
