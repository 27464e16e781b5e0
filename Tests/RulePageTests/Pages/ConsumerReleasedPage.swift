import SluiceConformance

enum ConsumerReleasedPage {
  static let rule = Rule.consumerReleased

  static func wrong(_ prices: AsyncStream<Double>, _ screen: Screen) {
    // wrong: memory.consumer-released
    // The assignment keeps its closure.
    screen.assignment = Assignment(of: prices) { price in
      screen.price = price
    }
    // end
  }

  static func right(_ prices: AsyncStream<Double>, _ screen: Screen) {
    // right: memory.consumer-released
    // The assignment keeps its closure.
    screen.assignment = Assignment(of: prices) { [weak screen] price in
      screen?.price = price
    }
    // end
  }
}
