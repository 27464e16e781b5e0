import SluiceSimulation

/// A generator of numbers that are the same for the same seed on every machine.
struct TestRandom: RandomNumberGenerator {
  private var numbers: SplitMix64

  init(seed: UInt64) {
    numbers = SplitMix64(seed: seed)
  }

  mutating func next() -> UInt64 { numbers.next() }

  /// A number from 0 to one below a bound.
  mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }

  /// Whether something happens that does so many times in a hundred.
  mutating func chance(_ percent: Int) -> Bool {
    below(100) < percent
  }

  /// One of several.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
