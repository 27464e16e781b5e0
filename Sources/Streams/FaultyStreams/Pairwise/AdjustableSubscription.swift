import FakeListener
import SluiceConformance
import Synchronization

/// The settings of an adjustable stream, its source, and the options that it passes to add.
struct AdjustableOrigin: Sendable {
  let settings: AdjustableSettings
  let source: FakeListener<SentinelElement>
  let options: ListenerOptions
}

/// What the listeners and the readers of an adjustable stream share: a state behind one lock, and
/// what is done outside of it.
final class AdjustableSubscription: Sendable {
  private let origin: AdjustableOrigin
  private let state: Mutex<AdjustableState>

  private var settings: AdjustableSettings { origin.settings }

  init(_ origin: AdjustableOrigin) {
    self.origin = origin
    state = Mutex(AdjustableState(settings: origin.settings))
  }

  /// A new reader that has not joined.
  func makeReader() -> Int { state.withLock { state in state.makeReader() } }

  /// The number of a new consumer.
  func makeConsumer() -> Int { state.withLock { state in state.makeConsumer() } }

  /// A reader joins, if it has not yet.
  func enter(_ reader: Int) { step { state in state.enter(reader) } }

  /// The owner of a reader is gone.
  func drop(_ reader: Int) { step { state in state.drop(reader) } }

  /// The next answer for a consumer of a reader, which joins with it if it has not yet.
  func next(
    _ reader: Int, _ consumer: Int, isolation actor: isolated (any Actor)?
  ) async -> AdjustableState.Answer {
    await withTaskCancellationHandler(
      operation: {
        enter(reader)
        return await withCheckedContinuation(isolation: actor) { waiter in
          step { state in state.ask(reader, consumer, waiter) }
        }
      },
      onCancel: { step { state in state.cancel(reader, consumer) } },
      isolation: actor)
  }

  private func step(_ change: (inout AdjustableState) -> AdjustableState.Effects) {
    perform(state.withLock { state in change(&state) })
  }

  private func perform(_ effects: AdjustableState.Effects) {
    remove(effects.removed)
    for timer in effects.obsolete { timer.cancel() }
    for (waiter, answer) in effects.answered { waiter.resume(returning: answer) }
    if let deserted = effects.deserted {
      Task { self.step { state in state.stopIfDeserted(deserted) } }
    }
    for (reader, round) in effects.timers { startTimer(reader, round) }
    if let started = effects.started { start(started) }
  }

  /// Removes listeners; where the stream declares to settle, in a task.
  ///
  /// A broadcast has left its readers in a task already, and removes before another listener can be
  /// added.
  private func remove(_ connections: [AdjustableConnection]) {
    guard !connections.isEmpty else { return }
    guard settings.traits.removal == .settled, settings.traits.iterators != .broadcast else {
      for connection in connections { connection.remove() }
      return
    }
    Task { for connection in connections { connection.remove() } }
  }

  private func startTimer(_ reader: Int, _ round: Int) {
    let timer = Task { [latency = settings.traits.latency] in
      try? await Task.sleep(for: latency)
      self.step { state in state.timerFired(reader, round) }
    }
    step { state in state.keep(timer, reader, round) }
  }

  private func start(_ generation: Int) {
    for listener in 0..<settings.traits.listeners {
      guard state.withLock({ state in state.isStarting(generation) }) else { break }
      let connection = AdjustableConnection()
      do {
        try connection.add(to: origin.source, origin.options, settings) { [weak self] event in
          self?.step { state in state.receive(event, of: listener, generation) }
        }
        step { state in state.added(connection, generation) }
      } catch {
        step { state in state.refused(error, generation) }
      }
    }
    step { state in state.started(generation) }
  }
}
