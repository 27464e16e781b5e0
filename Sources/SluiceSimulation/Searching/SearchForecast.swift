/// A guess at what sleeps in the part of a run that no run has been through before.
///
/// What a step touches is known only when the run is over. The guess, from what events of the same
/// names touched in other runs, spares the search most of the runs that would turn out redundant;
/// nothing is left out because of it.
struct SearchForecast {
  private var touched: [UInt64: Dependence] = [:]
  private var sleepers: [SearchNode.Sleeper] = []
  /// How many steps of the present run the sleepers are up to date with.
  private var stepsSeen = 0

  mutating func learn(_ course: RunCourse, _ footprints: [Footprint]) {
    for (index, step) in course.steps.enumerated() {
      var dependence = step.dependence
      dependence.touch(index < footprints.count ? footprints[index] : .everything)
      touched[step.key, default: .nothing].formUnion(dependence)
    }
  }

  /// Begins a run with what sleeps while its last repeated choice is carried out, as a step.
  mutating func begin(_ sleepers: [SearchNode.Sleeper], atStep step: Int) {
    self.sleepers = sleepers
    stepsSeen = step - 1
  }

  /// Returns the position of the first event that is not guessed to sleep; 0 if all are.
  mutating func firstAwake(of keys: [UInt64], in course: RunCourse) -> Int {
    while stepsSeen < course.steps.count {
      let step = course.steps[stepsSeen]
      stepsSeen += 1
      guard let dependence = touched[step.key] else {
        sleepers = []
        continue
      }
      sleepers.removeAll { sleeper in !sleeper.dependence.isIndependent(of: dependence) }
    }
    let awake = keys.firstIndex { key in !sleepers.contains { sleeper in sleeper.key == key } }
    return awake ?? 0
  }
}
