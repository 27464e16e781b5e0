import SluiceSpies
import Synchronization

extension FakeListener {
  /// Has an add take its time, for an interface that adds with `await`: on an actor with something
  /// to do first, or over a wire.
  ///
  /// The add counts as called when this is called, and as done when the add inside is. Without it,
  /// a stream that is cancelled meanwhile would seem to add after its cancel. Where nothing is
  /// awaited, the function of an actor calls the add alone.
  ///
  /// The stream gets its handle only some events after the add is done, so that it can't remove in
  /// the very call that cancels it: its subject declares `traits.removal = .settled`. A remove with
  /// `await` calls the remove here first, and takes its time after it.
  ///
  /// While virtual time passes in an add nobody listens yet. A test by hand lets it pass before it
  /// sends anything. A line of a scenario waits for it, and the stamps of those behind it are so
  /// much later, unless the line races, or has `now` or `during`.
  ///
  /// ```swift
  /// func addListener(_ body: @escaping @Sendable (Reading) -> Void) async throws -> Int {
  ///   try await source.adding {
  ///     try await Task.sleep(for: .milliseconds(20))
  ///     return source.addObserver(.value(body)).number
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: Passed to the spy unchanged; those of the add inside are not.
  ///   - body: Awaits what it likes, and adds once, in whatever shape.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, with which the add then failed.
  public func adding<Result>(
    options: ListenerOptions = .none, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let call = AddUnderWay(spy.beginAdd(options: options.value), by: spy)
    do {
      let result = try await AddUnderWay.$current.withValue(call) { try await body() }
      precondition(call.take(for: spy) == nil, "an add was begun, and nothing added")
      return result
    } catch {
      call.take(for: spy)?.addThrew(error)
      throw error
    }
  }
}

/// An add that was called and has added nothing yet.
final class AddUnderWay: Sendable {
  /// The add that the running task is about.
  @TaskLocal static var current: AddUnderWay?

  private let spy: Spy
  private let registration: Mutex<SpyRegistration?>

  init(_ registration: SpyRegistration, by spy: Spy) {
    self.registration = Mutex(registration)
    self.spy = spy
  }

  /// The registration that the add is recorded as, for the first who adds with its spy.
  func take(for spy: Spy) -> SpyRegistration? {
    guard spy === self.spy else { return nil }
    let taken = registration.withLock { registration in registration.take() }
    if taken != nil { spy.endAdd() }
    return taken
  }
}
