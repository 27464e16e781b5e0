import FakeListener
import SluiceConformance
import SluiceSpies
import Synchronization

enum DeliveryPages {
  static let all = [
    eachValueOnce, noInventedValues, wakesWaiter, initialFirst, presentCurrent, emptyEventPolicy,
    ambiguousEventPolicy,
  ]

  static let eachValueOnce = RulePage.values(.eachValueOnce) { source in
    // wrong: delivery.each-value-once
    AsyncStream { continuation in
      let last = Box<Double>()
      let handle = source.addValueListener { price in
        if price != last.value { continuation.yield(price) }
        last.value = price
      }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  } right: { source in
    // right: delivery.each-value-once
    AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  }

  static let noInventedValues = RulePage.states(
    .noInventedValues, NoInventedValuesWrong.self, NoInventedValuesRight.self)
  static let wakesWaiter = RulePage.states(
    .wakesWaiter, WakesWaiterWrong.self, WakesWaiterRight.self)

  static let initialFirst = RulePage.values(.initialFirst) { source in
    // wrong: delivery.initial-first
    AsyncStream { continuation in
      let isConnected = Flag()
      let handle = source.addValueListener { price in
        if isConnected.isRaised { continuation.yield(price) }
        isConnected.raise()  // the first callback is only a confirmation
      }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  } right: { source in
    // right: delivery.initial-first
    AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  }

  static let presentCurrent = RulePage.values(
    .presentCurrent, Traits.asyncStream.with { $0.initialValue = .read }
  ) { source in
    AsyncStream { continuation in
      // wrong: delivery.present-current
      if let price = source.presentValue { continuation.yield(price) }
      let handle = source.addValueListener { price in
        continuation.yield(price)
      }
      // end
      continuation.onTermination = { _ in handle.remove() }
    }
  } right: { source in
    AsyncStream { continuation in
      // right: delivery.present-current
      let hasChanged = Mutex(false)
      let handle = source.addValueListener { price in
        hasChanged.withLock { hasChanged in
          hasChanged = true
          continuation.yield(price)
        }
      }
      let price = source.presentValue
      hasChanged.withLock { hasChanged in
        if let price, !hasChanged { continuation.yield(price) }
      }
      // end
      continuation.onTermination = { _ in handle.remove() }
    }
  }

  static let emptyEventPolicy = RulePage.throwing(.emptyEventPolicy, lacking: .finish) { source in
    AsyncThrowingStream { continuation in
      // wrong: delivery.empty-event-policy
      let handle = source.addPairListener { price, error in
        if let price {
          continuation.yield(price)
        } else {
          continuation.finish(throwing: error)
        }
      }
      // end
      continuation.onTermination = { _ in handle.remove() }
    }
  } right: { source in
    AsyncThrowingStream { continuation in
      // right: delivery.empty-event-policy
      let handle = source.addPairListener { price, error in
        if let error {
          continuation.finish(throwing: error)
        } else if let price {
          continuation.yield(price)
        }
      }
      // end
      continuation.onTermination = { _ in handle.remove() }
    }
  }

  static let ambiguousEventPolicy = RulePage.throwing(
    .ambiguousEventPolicy, lacking: .finish
  ) { source in
    AsyncThrowingStream { continuation in
      // wrong: delivery.ambiguous-event-policy
      let handle = source.addPairListener { price, error in
        if let price { continuation.yield(price) }
        if let error { continuation.finish(throwing: error) }
      }
      // end
      continuation.onTermination = { _ in handle.remove() }
    }
  } right: { source in
    AsyncThrowingStream { continuation in
      // right: delivery.ambiguous-event-policy
      let handle = source.addPairListener { price, error in
        switch (price, error) {
        case (_, let error?): continuation.finish(throwing: error)
        case (let price?, nil): continuation.yield(price)
        case (nil, nil): break
        }
      }
      // end
      continuation.onTermination = { _ in handle.remove() }
    }
  }
}

private struct NoInventedValuesWrong: InboxState {
  var buffer: [Double] = []
  var waiter: Waiter?
  var end: Result<Double?, any Error>?
  // wrong: delivery.no-invented-values
  mutating func receive(_ price: Double) -> Waiter? {
    guard end == nil else { return nil }
    buffer.append(price)
    return waiter.take()  // the caller resumes it with the price
  }
  // end
}

private struct NoInventedValuesRight: InboxState {
  var buffer: [Double] = []
  var waiter: Waiter?
  var end: Result<Double?, any Error>?
  // right: delivery.no-invented-values
  mutating func receive(_ price: Double) -> Waiter? {
    guard end == nil else { return nil }
    if waiter == nil { buffer.append(price) }
    return waiter.take()  // the caller resumes it with the price
  }
  // end
}

private struct WakesWaiterWrong: InboxState {
  var buffer: [Double] = []
  var waiter: Waiter?
  var end: Result<Double?, any Error>?
  // wrong: delivery.wakes-waiter
  mutating func receive(_ price: Double) -> Waiter? {
    if end == nil { buffer.append(price) }
    return nil
  }
  // end
}

private struct WakesWaiterRight: InboxState {
  var buffer: [Double] = []
  var waiter: Waiter?
  var end: Result<Double?, any Error>?
  // right: delivery.wakes-waiter
  mutating func receive(_ price: Double) -> Waiter? {
    // The caller resumes the waiter with the price.
    if let waiter = waiter.take() { return waiter }
    if end == nil { buffer.append(price) }
    return nil
  }
  // end
}
