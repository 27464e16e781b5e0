import SluiceSimulation

/// A small program of events over shared cells, for searches to find all ends of.
struct SearchProgram {
  /// One event: what it does, and what it makes ready.
  struct Action {
    enum Kind {
      case ordinary
      case queued(Int)
      case racing
    }

    var label: String
    var kind = Kind.ordinary
    /// The cells that it changes, in a way that shows the order of the changes.
    var cells: [Int] = []
    /// Whether, between two changes, others may fall in.
    var isCall = false
    /// Whether it makes its children only if its first cell has an odd number of changes.
    var isConditional = false
    var children: [Action] = []
  }

  var actions: [Action]

  /// What all schedules of a search lead to, and how many runs that took.
  struct Result {
    var ends: Set<String> = []
    var runs = 0
    var redundantRuns = 0
    var isExhausted = false
  }

  /// Runs the whole search.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - ignored: A cell that is kept from the search, which makes it wrong.
  /// - Returns: What was found.
  func ends(under search: ExhaustiveSearch, ignoring ignored: Int? = nil) -> Result {
    var result = Result()
    while let scheduler = search.nextRun() {
      let (end, footprints) = end(under: scheduler, ignoring: ignored)
      result.ends.insert(end)
      if search.isReduced { search.learn(footprints) }
    }
    result.runs = search.runs
    result.redundantRuns = search.redundantRuns
    result.isExhausted = search.isExhausted
    return result
  }

  /// Runs the program once, and returns what it led to and what each step touched.
  func end(
    under scheduler: any Scheduler, ignoring ignored: Int? = nil
  ) -> (end: String, footprints: [Footprint]) {
    let run = Run(ignored: ignored)
    Simulation(scheduler: scheduler).perform { simulation in
      run.queues = (0..<2).map { _ in CallbackQueue(in: simulation) }
      for action in actions { run.make(action, in: simulation) }
      _ = simulation.settle()
      simulation.end()
    }
    return (run.end, run.footprints)
  }

  private final class Run {
    var queues: [CallbackQueue] = []
    var footprints: [Footprint] = []
    private var cells: [Int: [String]] = [:]
    private let ignored: Int?

    init(ignored: Int?) {
      self.ignored = ignored
    }

    /// The changes of each cell in their order.
    var end: String {
      cells.keys.sorted().map { cell in "\(cell):\(cells[cell, default: []].joined())" }
        .joined(separator: " ")
    }

    func make(_ action: Action, in simulation: Simulation) {
      let box = SimulationConfined(simulation)
      let body = { self.run(action, in: box.value) }
      switch action.kind {
      case .ordinary: simulation.schedule(action.label, body)
      case .queued(let queue): queues[queue].async(action.label, body)
      case .racing: simulation.race(action.label, body)
      }
    }

    private func run(_ action: Action, in simulation: Simulation) {
      for (index, cell) in action.cells.enumerated() {
        if index > 0, action.isCall { simulation.offerInterruptions() }
        touch(cell, at: simulation.step)
        cells[cell, default: []].append(action.label)
      }
      if action.isConditional, let cell = action.cells.first,
        cells[cell, default: []].count.isMultiple(of: 2)
      {
        return
      }
      for child in action.children { make(child, in: simulation) }
    }

    private func touch(_ cell: Int, at step: Int) {
      while footprints.count < step { footprints.append(.nothing) }
      if cell != ignored { footprints[step - 1].insert(cell) }
    }
  }
}

extension SearchProgram {
  /// A random program of four to six events.
  init(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    var size = 4 + numbers.below(3)
    actions = []
    while size > 0 {
      actions.append(
        Self.action("\(Character(UnicodeScalar(UInt8(97 + actions.count))))", &size, &numbers))
    }
  }

  private static func action(
    _ label: String, _ size: inout Int, _ numbers: inout SplitMix64
  ) -> Action {
    size -= 1
    var action = Action(label: label)
    switch numbers.below(6) {
    case 0: action.kind = .queued(numbers.below(2))
    case 1: action.kind = .racing
    default: break
    }
    action.cells = (0..<(1 + numbers.below(2))).map { _ in numbers.below(4) }
    action.isCall = numbers.below(2) == 0
    action.isConditional = numbers.below(4) == 0
    while size > 0, numbers.below(3) == 0 {
      action.children.append(Self.action(label + "\(action.children.count)", &size, &numbers))
    }
    return action
  }
}
