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
