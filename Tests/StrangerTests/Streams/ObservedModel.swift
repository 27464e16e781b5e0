import Observation
import SluiceTesting
import Synchronization

/// A model that views observe, fed by a listener until it is stopped.
@Observable final class VolumeModel: Sendable {
  private let box = Mutex<(volume: Int?, isOver: Bool)>((nil, false))
  private let subscription = Subscription()

  /// The volume; nil as long as nothing has been told.
  var volume: Int? {
    access(keyPath: \.volume)
    return box.withLock { box in box.volume }
  }

  var isOver: Bool {
    access(keyPath: \.isOver)
    return box.withLock { box in box.isOver }
  }

  init(_ source: FakeListener<Int>) {
    let handle = source.addListener(.value { [weak self] volume in self?.hear(volume) })
    subscription.begin { handle.remove() }
  }

  deinit { subscription.end() }

  private func hear(_ volume: Int) {
    guard !box.withLock({ box in box.isOver }) else { return }
    withMutation(keyPath: \.volume) { box.withLock { box in box.volume = volume } }
  }

  func stop(leaks: Bool) {
    withMutation(keyPath: \.isOver) { box.withLock { box in box.isOver = true } }
    if !leaks { subscription.end() }
  }
}

/// The volumes of a model, by `Observations`.
struct Volumes: AsyncSequence, Sendable {
  typealias Element = Int
  typealias Failure = Never

  let source: FakeListener<Int>
  let leaks: Bool

  func makeAsyncIterator() -> Iterator {
    let model = VolumeModel(source)
    let volumes = Observations<Int?, Never>.untilFinished {
      model.isOver ? .finish : .next(model.volume)
    }
    return Iterator(model: model, leaks: leaks, base: volumes.makeAsyncIterator())
  }

  struct Iterator: AsyncIteratorProtocol {
    let model: VolumeModel
    let leaks: Bool
    var base: Observations<Int?, Never>.Iterator

    mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
      await withTaskCancellationHandler {
        while let volume = await base.next(isolation: actor) {
          if let volume { return volume }
        }
        return nil
      } onCancel: { [model, leaks] in
        model.stop(leaks: leaks)
      }
    }
  }

  static let stranger = Stranger(
    "observations", over: .listener(Int.self).lacking(.fail, .finish, .sendNothing),
    traits: .asyncStreamPerIterator.with { traits in
      // A change wakes the consumer, which reads the volume a moment later.
      traits.latency = .nanoseconds(1)
      traits.merging = .latest
      traits.overflow = .newest(1)
      traits.bufferOnCancel = .drops
    }, twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in Volumes(source: source, leaks: leaks) }
}
