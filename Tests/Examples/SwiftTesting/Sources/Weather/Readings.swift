import Foundation
import Synchronization

/// What a station tells.
public protocol WeatherObserver: AnyObject, Sendable {
  func measured(_ degrees: Double)
  func ended(_ error: (any Error)?)
}

/// A source of readings, which calls its observers until they are detached.
public protocol WeatherStation: Sendable {
  /// Attaches an observer; what is returned detaches it.
  func attach(_ observer: any WeatherObserver) throws -> @Sendable () -> Void
}

extension WeatherStation {
  /// The readings of the station; each iteration attaches an observer of its own.
  public var readings: Readings { Readings(station: self) }
}

public struct Readings: AsyncSequence, Sendable {
  let station: any WeatherStation

  public func makeAsyncIterator() -> Iterator {
    Iterator(lifetime: Lifetime(of: Subscription(to: station)))
  }

  public struct Iterator: AsyncIteratorProtocol {
    let lifetime: Lifetime

    public func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Double? {
      try await lifetime.subscription.next(isolation: actor)
    }
  }
}

/// The iterator's share of a subscription, which the station does not have.
final class Lifetime: Sendable {
  let subscription: Subscription

  init(of subscription: Subscription) { self.subscription = subscription }

  deinit { subscription.cancel() }
}

final class Subscription: WeatherObserver {
  private struct State {
    var hasBegun = false
    var detach: (@Sendable () -> Void)?
    var buffer: [Double] = []
    var waiter: CheckedContinuation<Double?, any Error>?
    var end: Result<Double?, any Error>?
  }

  /// A mistake on purpose, to see it found.
  private static let leaks = ProcessInfo.processInfo.environment["WEATHER_LEAKS"] != nil

  private let station: any WeatherStation
  private let state = Mutex(State())

  init(to station: any WeatherStation) { self.station = station }

  func next(isolation actor: isolated (any Actor)?) async throws -> Double? {
    try await withTaskCancellationHandler(
      operation: {
        attach()
        return try await withCheckedThrowingContinuation(isolation: actor, ask)
      }, onCancel: cancel, isolation: actor)
  }

  func measured(_ degrees: Double) {
    let waiter = state.withLock { state in
      if state.end == nil, state.waiter == nil { state.buffer.append(degrees) }
      return state.waiter.take()
    }
    waiter?.resume(returning: degrees)
  }

  func ended(_ error: (any Error)?) {
    finish(with: error.map { error in .failure(error) } ?? .success(nil))
  }

  func cancel() { finish(with: .success(nil), isCancelled: true) }

  private func attach() {
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun && state.end == nil
    }
    guard isFirst else { return }
    do {
      let detach = try station.attach(self)
      let isLate = state.withLock { state in
        if state.end == nil { state.detach = detach }
        return state.end != nil
      }
      if isLate { detach() }
    } catch {
      ended(error)
    }
  }

  private func ask(_ waiter: CheckedContinuation<Double?, any Error>) {
    let answer: Result<Double?, any Error>? = state.withLock { state in
      if !state.buffer.isEmpty { return .success(state.buffer.removeFirst()) }
      if state.end == nil { state.waiter = waiter }
      defer { if state.end != nil { state.end = .success(nil) } }
      return state.end
    }
    if let answer { waiter.resume(with: answer) }
  }

  /// Detaches first, then wakes: whoever sees the end finds the station released.
  private func finish(with end: Result<Double?, any Error>, isCancelled: Bool = false) {
    let (detach, waiter) = state.withLock { state in
      if isCancelled { state.buffer = [] }
      let waiter = state.waiter.take()
      state.end = waiter == nil && !isCancelled ? state.end ?? end : .success(nil)
      return (state.detach.take(), waiter)
    }
    if !(isCancelled && Subscription.leaks) { detach?() }
    waiter?.resume(with: end)
  }
}
