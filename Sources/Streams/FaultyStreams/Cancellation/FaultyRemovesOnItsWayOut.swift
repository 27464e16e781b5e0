import FakeListener

/// Breaks `cancellation.removed-before-end`: where it finds itself cancelled after add it leaves at
/// once, and removes in a task.
enum FaultyRemovesOnItsWayOut {
  static let subject = FaultySubject.wired(
    "removes-on-its-way-out", breaks: "cancellation.removed-before-end", in: "cancel-inside-add"
  ) { source, options, outlet in
    let wasCancelled = Task.isCancelled
    let handle = try source.subscribe(options: options) { event in outlet.pass(event) }
    if Task.isCancelled, !wasCancelled {
      Task { handle.remove() }
      outlet.finish()
    } else {
      outlet.keep(handle)
    }
  }
}
