/// What a reduced search concludes from one run: which choices need another turn, and which events
/// need none.
///
/// Sleep sets after Godefroid (1996) and backtracking by races after Flanagan and Godefroid (2005),
/// in the form of source sets (Abdulla, Aronis, Jonsson and Sagonas, 2014). A transition is one
/// event taken from the ready ones, with all that happened inside it. Where events may fall into a
/// call, every possibility is tried; what an event touched is then what it touched on any of those
/// paths.
struct SearchReduction {
  /// One event that was taken from the ready ones, with what happened inside it.
  struct Transition {
    var key: UInt64
    /// The place in the path of the choice that took it; nil where it was the only ready event.
    var node: Int?
    /// The events that were ready.
    var ready: [UInt64]
    var dependence: Dependence
    /// The first transition since nothing was ready: none before can change places with this one.
    var segmentStart: Int
  }

  private let course: RunCourse
  private let footprints: [Footprint]

  init(course: RunCourse, footprints: [Footprint]) {
    self.course = course
    self.footprints = footprints
  }

  /// Brings the path of a search up to date with the run.
  func apply(to search: ExhaustiveSearch) {
    var transitions = transitions(along: search.path)
    if let redundant = putToSleep(transitions, along: &search.path) {
      search.redundantRuns += 1
      search.hasLeftOut = true
      transitions.removeSubrange(redundant...)
    }
    SearchRaces(transitions).addTurns(to: &search.path)
  }

  private func transitions(along path: [SearchNode]) -> [Transition] {
    var transitions: [Transition] = []
    var segmentStart = 0
    /// Whether the step before belongs to the script, so that nested ones do too.
    var isScripted = true
    var nodes = path.indices.filter { index in !path[index].isInsideCall }[...]
    for (index, step) in course.steps.enumerated() {
      var dependence = step.dependence
      dependence.touch(index < footprints.count ? footprints[index] : .everything)
      if step.isAfterRest { segmentStart = transitions.count }
      switch step.kind {
      case .stimulus: isScripted = true
      case .nested:
        guard !isScripted else { continue }
        transitions[transitions.count - 1].dependence.formUnion(dependence)
      case .event:
        isScripted = false
        var node: Int?
        if let next = nodes.first, path[next].step == index + 1 { node = nodes.removeFirst() }
        transitions.append(
          Transition(
            key: step.key, node: node, ready: node.map { path[$0].ready } ?? [step.key],
            dependence: dependence, segmentStart: segmentStart))
      }
    }
    return transitions
  }

  /// Finds out what sleeps at each choice.
  ///
  /// - Returns: The first transition that is one of a sleeper: from there on the run repeats
  ///   another one. The path then ends there.
  private func putToSleep(_ transitions: [Transition], along path: inout [SearchNode]) -> Int? {
    var sleepers: [SearchNode.Sleeper] = []
    for (index, transition) in transitions.enumerated() {
      if transition.segmentStart == index { sleepers = [] }
      if let node = transition.node { path[node].sleepers = sleepers }
      if sleepers.contains(where: { sleeper in sleeper.key == transition.key }) {
        cut(&path, at: index, of: transitions, sleepers)
        return index
      }
      if let node = transition.node {
        sleepers = path[node].sleepersOfChosen
        path[node].explore(transition.dependence)
      }
      sleepers.removeAll { sleeper in !sleeper.dependence.isIndependent(of: transition.dependence) }
    }
    return nil
  }

  /// Ends the path where the run became redundant, with a turn for an event that doesn't sleep.
  private func cut(
    _ path: inout [SearchNode], at index: Int, of transitions: [Transition],
    _ sleepers: [SearchNode.Sleeper]
  ) {
    let nextNode = transitions[index...].lazy.compactMap(\.node).first ?? path.count
    guard let node = transitions[index].node else {
      path.removeSubrange(nextNode...)
      return
    }
    path.removeSubrange((node + 1)...)
    let awake = path[node].ready.firstIndex { key in
      !sleepers.contains { sleeper in sleeper.key == key }
    }
    if let awake { path[node].add(awake) }
  }
}

/// The pairs of dependent transitions of a run that could have come in the other order.
struct SearchRaces {
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
