import FakeListener

/// Breaks `registration.kept-while-waiting`: an object removes when it dies, the listener refers to
/// it weakly, and nobody keeps it.
enum FaultyRemovesWithAnObjectNobodyKeeps {
  static let subject = FaultySubject.wired(
    "removes-with-an-object-nobody-keeps", breaks: "registration.kept-while-waiting",
    in: "values-one-by-one"
  ) { source, options, outlet in
    let listening = Listening(outlet)
    let handle = try source.subscribe(options: options) { [weak listening] event in
      listening?.outlet.pass(event)
    }
    outlet.keep(handle)
  }

  private final class Listening: Sendable {
    let outlet: Outlet

    init(_ outlet: Outlet) {
      self.outlet = outlet
    }

    deinit { outlet.latch.takeHandle()?.remove() }
  }
}
