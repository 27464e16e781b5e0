/// Choices of the values of all knobs, in which each possible pair of values occurs.
///
/// Greedy and deterministic: each row begins with the first pair that no row has, and every further
/// knob gets the value that adds the most new pairs and can still be completed.
package struct CoveringArray: Sendable {
  /// Two values of different knobs.
  package struct Pair: Sendable, Hashable {
    /// The value of the knob that is first in the list.
    package let first: KnobValue
    /// The other value.
    package let second: KnobValue

    /// A pair of values, in the order of their knobs.
    package init(first: KnobValue, second: KnobValue) {
      self.first = first
      self.second = second
    }
  }

  /// The values of all knobs in each row, in the order of the knobs.
  package private(set) var rows: [[KnobValue]] = []
  /// The pairs that no row can have.
  package private(set) var impossible: [Pair] = []

  /// A set of values by their numbers, a bit each.
  private typealias Mask = UInt128

  private let values: [KnobValue]
  /// The values of each knob.
  private var knobs: [Mask] = []
  /// For each value the values of other knobs that it goes with.
  private var compatible: [Mask]
  /// For each value the values with which no row has it yet.
  private var missing: [Mask]

  /// The rows for some knobs.
  ///
  /// - Parameters:
  ///   - knobs: The knobs; those that are fixed are left out.
  ///   - exclusions: What does not go together.
  package init(of knobs: [Knob] = Knob.all, excluding exclusions: [KnobExclusion]) {
    values = knobs.flatMap { knob in knob.values }
    precondition(values.count <= Mask.bitWidth, "more values than a mask has bits")
    compatible = []
    missing = []
    let numbers = Dictionary(
      values.enumerated().map { number, value in (value, number) }, uniquingKeysWith: { $1 })
    let all = (Mask(1) << Mask(values.count)) - 1
    var first = 0
    for knob in knobs where !knob.values.isEmpty {
      let mask = ((Mask(1) << Mask(knob.values.count)) - 1) << Mask(first)
      self.knobs.append(mask)
      compatible += knob.values.map { _ in all & ~mask }
      first += knob.values.count
    }
    for exclusion in exclusions {
      for one in exclusion.values.compactMap({ numbers[$0] }) {
        for other in exclusion.others.compactMap({ numbers[$0] }) {
          compatible[one] &= ~(Mask(1) << Mask(other))
          compatible[other] &= ~(Mask(1) << Mask(one))
        }
      }
    }
    missing = compatible
    findImpossible()
    while let row = nextRow() { rows.append(row.map { number in values[number] }) }
  }

  /// How many pairs of values of different knobs there are.
  package var pairCount: Int {
    let sizes = knobs.map(\.nonzeroBitCount)
    let sum = sizes.reduce(0, +)
    return (sum * sum - sizes.reduce(0) { total, size in total + size * size }) / 2
  }

  private mutating func findImpossible() {
    for one in values.indices {
      for other in values.indices.dropFirst(one + 1) where !isSameKnob(one, other) {
        let bit = Mask(1) << Mask(other)
        let isPossible =
          compatible[one] & bit != 0
          && canComplete([one, other], compatible[one] & compatible[other])
        if isPossible { continue }
        impossible.append(Pair(first: values[one], second: values[other]))
        missing[one] &= ~bit
        missing[other] &= ~(Mask(1) << Mask(one))
      }
    }
  }

  private func isSameKnob(_ one: Int, _ other: Int) -> Bool {
    let both = (Mask(1) << Mask(one)) | (Mask(1) << Mask(other))
    return knobs.contains { knob in knob & both == both }
  }

  /// Whether the knobs that have no value yet can all be given one.
  private func canComplete(_ chosen: [Int], _ allowed: Mask) -> Bool {
    let taken = chosen.reduce(Mask(0)) { mask, number in mask | Mask(1) << Mask(number) }
    return canComplete(from: 0, taken, allowed)
  }

  private func canComplete(from place: Int, _ taken: Mask, _ allowed: Mask) -> Bool {
    guard let open = knobs.indices.first(where: { $0 >= place && knobs[$0] & taken == 0 }) else {
      return true
    }
    return numbers(in: knobs[open] & allowed).contains { number in
      canComplete(from: open + 1, taken, allowed & compatible[number])
    }
  }

  private func numbers(in mask: Mask) -> some Sequence<Int> {
    sequence(state: mask) { rest -> Int? in
      guard rest != 0 else { return nil }
      defer { rest &= rest - 1 }
      return rest.trailingZeroBitCount
    }
  }

  /// The next row, by the numbers of its values; nil if no pair is missing.
  private mutating func nextRow() -> [Int]? {
    guard let one = values.indices.first(where: { number in missing[number] != 0 }) else {
      return nil
    }
    var chosen = [one]
    var taken = Mask(1) << Mask(one)
    var allowed = compatible[one]
    choose(missing[one].trailingZeroBitCount, &chosen, &taken, &allowed)
    for knob in knobs where knob & taken == 0 {
      let best = numbers(in: knob & allowed)
        .filter { number in canComplete(chosen + [number], allowed & compatible[number]) }
        .map { number in (number, gain: (missing[number] & taken).nonzeroBitCount) }
        .max { one, other in (one.gain, other.0) < (other.gain, one.0) }
      guard let best else { preconditionFailure("a row that can't be completed was begun") }
      choose(best.0, &chosen, &taken, &allowed)
    }
    for number in chosen { missing[number] &= ~taken }
    return chosen.sorted()
  }

  private func choose(
    _ number: Int, _ chosen: inout [Int], _ taken: inout Mask, _ allowed: inout Mask
  ) {
    chosen.append(number)
    taken |= Mask(1) << Mask(number)
    allowed &= compatible[number]
  }
}
