import Foundation
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
      ("static M.Feed.cancel(inout M.State) -> M.State.Effects", "M.Feed.cancel(_:)"),
      ("M.Feed.join((Swift.Int, M.Feed), () -> ()) -> ()", "M.Feed.join(_:_:)"),
      ("M.Feed.pick<A>([A], Swift.Dictionary<A, M.T<A>>) -> A", "M.Feed.pick(_:_:)"),
      ("M.Feed.add(_: Swift.Int, to: (Swift.Int) -> Swift.Int) -> ()", "M.Feed.add(_:to:)"),
      ("M.M.Ledger.write() -> ()", "M.Ledger.write()"),
      ("M.M.write() -> ()", "M.write()"),
      ("M.Mill.write() -> ()", "M.Mill.write()"),
    ])
  func names(_ symbol: String, _ name: String) {
    #expect(WaitingText.places(in: [symbol]) == ["    in \(name)"])
  }

  @Test("are without the kit's own, and without those of Swift's library where there are others")
  func others() {
    let backtrace = [
      "Swift._assertionFailure(_: Swift.StaticString) -> Swift.Never", "M.Feed.stop() -> ()",
      "FakeListener.ListenerCallback.value(_: Swift.Int) -> ()",
      "SluiceSpies.SpyRegistration.remove() -> ()",
      "SluiceConformance.Stage.cancel() -> ()",
    ]
    #expect(WaitingText.places(in: backtrace) == ["    in M.Feed.stop()"])
    #expect(
      WaitingText.places(in: [backtrace[0]]) == ["    in Swift._assertionFailure(_:)"])
    #expect(WaitingText.places(in: [backtrace[3]]).isEmpty)
  }

  @Test("of a wait are the stream's own, and not those of the system through which it waits")
  func waits() {
    let backtrace = [
      "(extension in Foundation):Foundation.NSLocking.withLock<A>(() throws -> A) throws -> A",
      "dispatch_sync", "Synchronization.Mutex.withLock<A>(() -> A) -> A",
      "closure #1 () -> () in M.Book.total.setter : Swift.Int", "pthread_mutex_lock",
      "M.Book.total.setter : Swift.Int", "M.Book.read() -> ()",
    ]
    #expect(
      WaitingText.places(in: backtrace) == [
        "    in a closure in M.Book.total", "    in M.Book.total", "    in M.Book.read()",
      ])
    #expect(WaitingText.places(in: ["dispatch_sync"]) == ["    in dispatch_sync"])
  }

  @Test("are the kit's own, or a backend's, in every module of the kit")
  func modules() throws {
    let sources = try #require(Self.sources)
    let floors = ["Fakes", "Fronts", "Kit", "Model", "Reports", "Runtime"]
    let modules = try floors.flatMap { floor in
      try FileManager.default.contentsOfDirectory(atPath: "\(sources)/\(floor)")
    }.filter { module in module.hasPrefix("Sluice") || module.hasPrefix("Fake") }
    #expect(modules.count > 20)
    for module in modules {
      let backtrace = ["\(module).Thing.work() -> ()", "M.Feed.stop() -> ()"]
      #expect(WaitingText.places(in: backtrace) == ["    in M.Feed.stop()"], "\(module)")
    }
  }

  /// The folder of the sources, above this file.
  private static let sources: String? = {
    var folder = #filePath[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      let sources = "\(folder)/Sources"
      if FileManager.default.fileExists(atPath: "\(sources)/Kit") { return sources }
    }
    return nil
  }()
}
