import SluiceSpies
import Synchronization

/// The calls of an interface that is started with a callback and stopped without saying which: one
/// monitor, sensor or session.
///
/// A start is an add, and the stop after it the remove. Each object of the interface has a pair of
/// its own, several over one source if the script is to reach them all.
///
/// - A start while it is started takes the place of the one before, which is removed by it.
/// - A stop while it is stopped is a second remove of the last start. It is recorded, and traps
///   where the source's behaviour says so.
/// - A stop where nothing was ever started is recorded as a remove of something that was never
///   added; after a start that threw it is nothing, for a stream may set its clean-up before.
///
/// ```swift
/// final class FakeSensor: Sensor, Sendable {
///   private let pair: StartStopPair<Double>
///   init(_ source: FakeListener<Double>) { pair = StartStopPair(of: source) }
///   func start(_ body: @escaping (Double) -> Void) { pair.start(.value(body)) }
///   func stop() { pair.stop() }
/// }
/// ```
public final class StartStopPair<Element: Sendable>: Sendable {
  private enum Phase {
    case unused
    case started(SpyRegistration)
    case refused
    case stopped(SpyRegistration)
  }

  private let source: FakeListener<Element>
  private let phase = Mutex(Phase.unused)

  /// A pair that was never started.
  public init(of source: FakeListener<Element>) {
    self.source = source
  }

  /// Whether it was started and not stopped.
  public var isStarted: Bool {
    phase.withLock { phase in if case .started = phase { true } else { false } }
  }

  /// Starts it: adds a listener, in place of that of the last start if it is started.
  ///
  /// A stop from inside this call, which a callback may make, stops it.
  ///
  /// - Parameters:
  ///   - options: Passed to the spy unchanged.
  ///   - callback: How the listener is called.
  ///   - throwing: The errors that the interface's start can throw; none by default, and then the
  ///     error with which the script refuses the start is called back.
  /// - Throws: The error with which the script refuses this start, if the interface can throw it.
  public func start<Refusal: Error>(
    options: ListenerOptions = .none, _ callback: ListenerCallback<Element>,
    throwing: Refusal.Type = Never.self
  ) throws(Refusal) {
    if isStarted { stop() }
    do throws(Refusal) {
      _ = try source.register(
        options, throwing: throwing, audible: callback.audible
      ) { [project = source.project] registration in
        phase.withLock { phase in phase = .started(registration) }
        return { event in callback.tell(event, of: registration, project) }
      }
    } catch {
      phase.withLock { phase in phase = .refused }
      throw error
    }
  }

  /// Stops it: removes the listener of the last start.
  public func stop() {
    let phase = phase.withLock { phase in
      defer { if case .started(let registration) = phase { phase = .stopped(registration) } }
      return phase
    }
    switch phase {
    case .started(let registration), .stopped(let registration): source.remove(registration)
    case .unused: source.spy.removeUnmatched(.symbol("stop"))
    case .refused: break
    }
  }
}
