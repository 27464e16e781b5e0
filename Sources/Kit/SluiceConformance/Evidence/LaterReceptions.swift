import SluiceSpies

/// Where something was first got that had been called back later than something else.
struct LaterReceptions {
  /// What was owed and got of one line: where it was called back, in order, with the number of the
  /// first reception of it or of what came after it.
  private struct Line {
    var began: [Int] = []
    var first: [Int] = []
  }

  private let subscription: Subscription
  /// Nil for all sources together.
  private var lines: [RegistrationID?: Line] = [:]

  init(in subscription: Subscription) {
    self.subscription = subscription
    var numbers: [RegistrationID?: [(began: Int, number: Int)]] = [:]
    for (number, reception) in subscription.receptions.enumerated() {
      guard let delivery = subscription.origin(of: reception), delivery.isDue else { continue }
      numbers[source(of: delivery), default: []].append((delivery.began, number))
    }
    for (source, got) in numbers {
      var line = Line()
      var first = Int.max
      for (began, number) in got.sorted(by: { $0.began < $1.began }).reversed() {
        first = min(first, number)
        line.began.append(began)
        line.first.append(first)
      }
      line.began.reverse()
      line.first.reverse()
      lines[source] = line
    }
  }

  /// Of joined sources each has an order of its own.
  private func source(of delivery: Delivery) -> RegistrationID? {
    subscription.traits.joining == .firstEnd ? nil : delivery.registration
  }

  /// Where a consumer first got what was owed and had been called back after a value: of joined
  /// sources by the same one.
  func first(after delivery: Delivery) -> Int? {
    guard let line = lines[source(of: delivery)] else { return nil }
    let later = line.began.partition { began in began <= delivery.began }
    return later < line.first.count ? subscription.receptions[line.first[later]].at : nil
  }
}
