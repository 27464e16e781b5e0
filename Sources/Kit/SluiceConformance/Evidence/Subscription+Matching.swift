import SluiceSpies

extension Subscription {
  /// Traces each value that a consumer got to the delivery that it came from.
  ///
  /// Values may repeat, so a value is traced to the first delivery of an equal one that is not
  /// traced yet, that began before it was got, and that comes after the delivery traced last. Only
  /// if there is none is it traced to an earlier one that was passed over: then it came out of
  /// order. Where the newest values survive it is the last such delivery, since of equal ones the
  /// earlier may have been displaced. What no delivery explains stays untraced, and so does what a
  /// registration of unknown origin may have delivered.
  ///
  /// - Parameter strangers: The values that registrations of unknown origin delivered.
  mutating func matchReceptions(strangers: Set<Value>) {
    if traits.joining == .allEnd, registrations.count > 1 {
      traceBySource(within: mostPairsToCompare)
    } else if !isMatchedWithin(mostPairsToCompare), !isMatchedFromTheEnd() {
      let straight = matchInStep()
      if straight < receptions.count { matchApart(from: straight) }
    }
    if traits.delay > .zero { findWhatIsHandedOn() }
    if traits.merging == .leading { findWhatAnIntervalMayHide() }
    guard !strangers.isEmpty else { return }
    receptions.removeAll { reception in
      reception.delivery == nil && strangers.contains(reception.value)
    }
  }

  /// Traces the leading values that came exactly as delivered, which in a correct run are all.
  private mutating func matchInStep() -> Int {
    var delivery = 0
    for index in receptions.indices {
      while delivery < deliveries.count, deliveries[delivery].isLeftOut { delivery += 1 }
      guard
        delivery < deliveries.count, deliveries[delivery].began < receptions[index].at,
        deliveries[delivery].value == receptions[index].value
      else { return index }
      trace(index, to: delivery)
      delivery += 1
    }
    return receptions.count
  }

  /// Traces each value to the last delivery that can have brought it, in order, where the stream
  /// keeps the newest of those that wait: one that may come, if those explain everything.
  ///
  /// - Returns: Whether every value is explained; else nothing is traced.
  private mutating func isMatchedFromTheEnd() -> Bool {
    guard case .newest = traits.overflow, mayOverflow else { return false }
    return isMatchedFromTheEnd { delivery in delivery.mayCome }
      || isMatchedFromTheEnd { _ in true }
  }

  private mutating func isMatchedFromTheEnd(by isLikely: (Delivery) -> Bool) -> Bool {
    var traced: [(reception: Int, delivery: Int)] = []
    var delivery = deliveries.count
    for index in receptions.indices.reversed() {
      let reception = receptions[index]
      repeat {
        delivery -= 1
        guard delivery >= 0 else { return false }
      } while deliveries[delivery].value != reception.value
        || deliveries[delivery].began >= reception.at || !isLikely(deliveries[delivery])
      traced.append((index, delivery))
    }
    for (reception, delivery) in traced { trace(reception, to: delivery) }
    return true
  }

  private mutating func matchApart(from start: Int) {
    var cursor = start == 0 ? 0 : (receptions[start - 1].delivery ?? -1) + 1
    var ahead: [Value: ArraySlice<Int>] = [:]
    var passedOver: [Value: ArraySlice<Int>] = [:]
    for place in cursor..<deliveries.count {
      if let value = deliveries[place].value { ahead[value, default: []].append(place) }
    }
    for index in receptions.indices[start...] {
      let value = receptions[index].value
      while let place = ahead[value]?.first, place < cursor {
        ahead[value]?.removeFirst()
        passedOver[value, default: []].append(place)
      }
      if let place = ahead[value]?.first, deliveries[place].began < receptions[index].at {
        ahead[value]?.removeFirst()
        trace(index, to: place)
        cursor = place + 1
      } else if let places = passedOver[value], let first = places.indices.first {
        let chosen = places.firstIndex { place in deliveries[place].isDue } ?? first
        passedOver[value]?.remove(at: chosen)
        trace(index, to: places[chosen])
      }
    }
  }

  mutating func trace(_ reception: Int, to delivery: Int) {
    receptions[reception].delivery = delivery
    deliveries[delivery].received = receptions[reception].at
  }

  /// The first value got that no delivery explains.
  public var invented: Reception? {
    receptions.first { reception in reception.delivery == nil }
  }

  /// The delivery that a value was traced to.
  public func origin(of reception: Reception) -> Delivery? {
    reception.delivery.map { place in deliveries[place] }
  }

  /// The first value got that came from a delivery of a kind.
  public func firstReception(where belongs: (Delivery) -> Bool) -> Reception? {
    receptions.first { reception in origin(of: reception).map(belongs) == true }
  }

  /// The first value owed that nobody got although a later one was got, with the place where that
  /// shows.
  public var dropped: (delivery: Delivery, shown: Int)? {
    guard traits.joining == .allEnd else { return dropped(amongst: deliveries) }
    // What came of one source says nothing of what is to come of another one.
    return registrations.lazy
      .compactMap { registration in
        dropped(amongst: deliveries.filter { $0.registration == registration.id })
      }
      .min { one, other in one.shown < other.shown }
  }

  private func dropped(amongst deliveries: [Delivery]) -> (delivery: Delivery, shown: Int)? {
    guard
      let last = deliveries.lastIndex(where: { $0.isDue && $0.received != nil }),
      let lost = deliveries[..<last].firstIndex(where: { $0.isDue && $0.received == nil }),
      let shown = deliveries[lost...].compactMap({ $0.isDue ? $0.received : nil }).min()
    else { return nil }
    return (deliveries[lost], shown)
  }

  /// Traces values where some may be got or not, as of a broadcast that a consumer is about to
  /// join.
  ///
  /// As many as possible are explained, in order, and of those ways it is the one by which most
  /// came that had to. A value that stands for those before it is the last such one.
  ///
  /// - Parameter limit: How many pairs of a value and a delivery may be compared.
  /// - Returns: Whether every value is explained; else nothing is traced.
  private mutating func isMatchedWithin(_ limit: Int) -> Bool {
    let isOptional = deliveries.contains { delivery in
      delivery.phase == .beforeJoining || delivery.phase == .read || delivery.isMerged
    }
    guard isOptional else { return false }
    let (rows, columns) = (receptions.count, deliveries.count)
    guard rows > 0, rows * columns <= limit else { return false }
    // The worth of the best way to trace the receptions from a row on to the deliveries from a
    // column on; a value explained is worth more than all that are due, and one that is due more
    // than one that the stream may yield.
    let whole = 2 * columns + 1
    var worth = [Int](repeating: 0, count: (rows + 1) * (columns + 1))
    func gain(_ row: Int, _ column: Int) -> Int? {
      let delivery = deliveries[column]
      guard delivery.value == receptions[row].value, delivery.began < receptions[row].at else {
        return nil
      }
      let mayCome = delivery.mayCome && delivery.payload.yields(traits)
      return whole + (delivery.isDue ? 2 : mayCome ? 1 : 0)
    }
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() {
        let here = row * (columns + 1) + column
        worth[here] = max(worth[here + 1], worth[here + columns + 1])
        if let gain = gain(row, column) {
          worth[here] = max(worth[here], gain + worth[here + columns + 2])
        }
      }
    }
    guard worth[0] >= rows * whole else { return false }
    let takesLast = traits.merging == .latest
    var (row, column) = (0, 0)
    while row < rows, column < columns {
      let here = row * (columns + 1) + column
      if takesLast, worth[here] == worth[here + 1] {
        column += 1
        continue
      }
      if let gain = gain(row, column), worth[here] == gain + worth[here + columns + 2] {
        trace(row, to: column)
        row += 1
      }
      column += 1
    }
    return true
  }
}

extension Delivery {
  /// Whether a value that comes exactly as delivered is none of it: it has none, or another one may
  /// stand for it.
  fileprivate var isLeftOut: Bool { value == nil || isMerged }
}

/// Beyond so many pairs what may be got or not is traced as what has to be.
private let mostPairsToCompare = 250_000
