/// The pairs of dependent transitions of a run that could have come in the other order.
struct SearchRaces {
  private typealias Transition = SearchReduction.Transition

  private let transitions: [SearchReduction.Transition]
  /// For each transition those that came before it in every equivalent run, a bit each.
  private var earlier: [BitRow] = []
  /// For each transition the one that made it ready; nil if it was ready from the start.
  private var enablers: [Int?] = []

  init(_ transitions: [SearchReduction.Transition]) {
    self.transitions = transitions
    for index in transitions.indices {
      enablers.append(enabler(of: index))
      earlier.append(rowOfEarlier(than: index))
    }
  }

  /// Gives a turn, at the choice before the first transition of each race, to one event with which
  /// the other order can begin.
  func addTurns(to path: inout [SearchNode]) {
    for second in transitions.indices {
      for first in races(with: second) {
        guard let node = transitions[first].node else { continue }
        let beginnings = beginnings(of: second, without: first)
        let positions = path[node].ready.indices.filter { position in
          beginnings.contains(path[node].ready[position])
        }
        if positions.contains(where: path[node].begun.contains) { continue }
        if let position = positions.first {
          path[node].add(position)
        } else {
          path[node].addAll()
        }
      }
    }
  }

  /// The transition whose end made another one ready.
  private func enabler(of index: Int) -> Int? {
    let transition = transitions[index]
    var first = index
    while first > transition.segmentStart, transitions[first - 1].ready.contains(transition.key) {
      first -= 1
    }
    return first > transition.segmentStart ? first - 1 : nil
  }

  private func rowOfEarlier(than index: Int) -> BitRow {
    var row = BitRow(count: transitions.count)
    let transition = transitions[index]
    if let enabler = enablers[index] {
      row.formUnion(earlier[enabler])
      row.insert(enabler)
    }
    for other in (transition.segmentStart..<index).reversed() where !row.contains(other) {
      if transitions[other].dependence.isIndependent(of: transition.dependence) { continue }
      row.formUnion(earlier[other])
      row.insert(other)
    }
    return row
  }

  /// The earlier transitions that a transition depends on directly, and that didn't make it ready.
  private func races(with second: Int) -> [Int] {
    let transition = transitions[second]
    // What lies behind the enabler or behind another dependent transition is no race of its own.
    var behind = BitRow(count: transitions.count)
    if let enabler = enablers[second] {
      behind.formUnion(earlier[enabler])
      behind.insert(enabler)
    }
    var races: [Int] = []
    for first in (transition.segmentStart..<second).reversed() where !behind.contains(first) {
      if transitions[first].dependence.isIndependent(of: transition.dependence) { continue }
      races.append(first)
      behind.formUnion(earlier[first])
    }
    return races
  }

  /// The events with which a run can begin, instead of the first transition of a race, that comes
  /// to the second one without the first.
  private func beginnings(of second: Int, without first: Int) -> [UInt64] {
    let others = (first + 1..<second).filter { index in !earlier[index].contains(first) } + [second]
    return others.filter { index in
      !others.contains { other in other < index && earlier[index].contains(other) }
        || index == others.first
    }.map { index in transitions[index].key }
  }
}

/// A row of bits, as many as a run has transitions.
struct BitRow {
  private var words: [UInt64]

  init(count: Int) {
    words = Array(repeating: 0, count: (count + 63) / 64)
  }

  mutating func insert(_ index: Int) { words[index / 64] |= 1 << UInt64(index % 64) }
  func contains(_ index: Int) -> Bool { words[index / 64] & (1 << UInt64(index % 64)) != 0 }

  mutating func formUnion(_ other: BitRow) {
    for index in words.indices { words[index] |= other.words[index] }
  }
}
