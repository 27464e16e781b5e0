import SluiceSpies

extension Subscription {
  /// Files the callbacks of all registrations in order, each under its circumstances.
  mutating func fileDeliveries(_ traits: Traits) {
    let removes = Spans(
      registrations.flatMap { registration in
        registration.removeCalled.indices.map { index in
          (
            registration.removeCalled[index],
            registration.removeReturned.indices.contains(index)
              ? registration.removeReturned[index] : Int.max
          )
        }
      })
    for registration in registrations {
      for callback in registration.callbacks {
        var delivery = Delivery(
          registration: registration.id, payload: callback.payload, began: callback.began)
        delivery.isInsideAdd = registration.isInsideAdd(callback.began)
        if removes.contain(callback.began) {
          delivery.phase = .insideRemove
        } else if let gone = registration.gone, gone < callback.began {
          delivery.phase = .afterRemove
        }
        deliveries.append(delivery)
      }
    }
    if registrations.count > 1 { deliveries.sort { left, right in left.began < right.began } }
    findSourceEnd(traits)
    ended = min(ended, cancelled ?? .max, addThrew ?? .max, sourceEnd?.began ?? .max)
    for consumer in consumers { ended = min(ended, consumer.gone ?? .max) }
    let closed = self.closed
    for place in deliveries.indices where deliveries[place].phase == .live {
      let delivery = deliveries[place]
      deliveries[place].isDue = delivery.began < closed && delivery.payload.yields(traits)
    }
  }

  private mutating func findSourceEnd(_ traits: Traits) {
    guard
      let place = deliveries.firstIndex(where: { delivery in
        delivery.phase == .live && delivery.payload.ends(traits)
      })
    else { return }
    let delivery = deliveries[place]
    sourceEnd = SourceEnd(
      failure: delivery.failure, payload: delivery.payload, began: delivery.began,
      isInsideAdd: delivery.isInsideAdd)
    for later in deliveries.indices[(place + 1)...] where deliveries[later].phase != .insideRemove {
      deliveries[later].phase = .afterEnd
    }
  }
}

/// Stretches of a log that can nest, made for asking whether a place lies in one.
struct Spans {
  private var starts: [Int] = []
  /// For each start, the furthest end of a stretch that begins there or before.
  private var reaches: [Int] = []

  init(_ spans: [(start: Int, end: Int)]) {
    guard !spans.isEmpty else { return }
    var reach = Int.min
    for span in spans.sorted(by: { left, right in left.start < right.start }) {
      reach = max(reach, span.end)
      starts.append(span.start)
      reaches.append(reach)
    }
  }

  func contain(_ place: Int) -> Bool {
    let before = starts.partition { start in start < place }
    return before > 0 && reaches[before - 1] > place
  }
}
