package import SluiceSimulation
import SluiceSpies

/// The seed of one schedule of one case: a function of the case's id, the run's seed and the
/// schedule's number, and of nothing else.
package struct ScheduleSeed {
  /// The seed.
  package let value: UInt64

  /// The seed of a schedule.
  ///
  /// - Parameters:
  ///   - caseID: The case's stable id.
  ///   - runSeed: The seed of the run, or the scenario's own.
  ///   - number: The number of the schedule; 0 is the canonical one.
  package init(caseID: String, runSeed: UInt64, number: Int) {
    // FNV-1a over the id, which spreads well enough for SplitMix64 to do the rest.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in caseID.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var mixer = SplitMix64(seed: hash ^ runSeed)
    var second = SplitMix64(seed: mixer.next() &+ UInt64(truncatingIfNeeded: number))
    value = second.next()
  }
}

/// The schedules that are tried beside the canonical one.
package enum FurtherSchedules {
  /// The scheduler of a further schedule; the first is 1.
  ///
  /// The first takes turns by label. Then random walks and walks by priorities alternate: those
  /// find what many orders show, these what hangs on a few events that are far apart, with bounds
  /// from few choices to many.
  ///
  /// - Parameters:
  ///   - number: The number of the schedule, from 1.
  ///   - seed: What its choices follow from.
  /// - Returns: The scheduler.
  package static func scheduler(_ number: Int, seed: UInt64) -> any Walk {
    guard number > 1 else { return RoundRobin(seed: seed) }
    guard number.isMultiple(of: 2) else { return RandomWalk(seed: seed) }
    let (depth, choices) = priorityWalks[number / 2 % priorityWalks.count]
    return PriorityWalk(seed: seed, depth: depth, expectedChoices: choices)
  }

  /// The depths of walks by priorities, and the numbers of choices that they are made for.
  private static let priorityWalks = [(2, 8), (3, 32), (2, 32), (4, 128)]
}

/// A schedule as a table of the scenario language, which forces it where a scenario has it.
package struct ScheduleTable {
  private let schedule: Schedule

  /// The table of a schedule.
  package init(_ schedule: Schedule) {
    self.schedule = schedule
  }

  /// The table, headed by how far it is from the canonical schedule.
  ///
  /// - Parameter remarks: What else is told of it, one line each.
  /// - Returns: The heading and the table.
  package func lines(_ remarks: [String]) -> [String] {
    let count = ScheduleTable.departures(schedule.departures.count)
    return ["schedule: \(count) from the canonical one" + remarks.map { "; \($0)" }.joined()]
      + table.map { line in "  \(line)" }
  }

  /// A number of departures in words.
  package static func departures(_ count: Int) -> String {
    count == 1 ? "1 departure" : "\(count) departures"
  }

  /// The lines of the table as a scenario has them.
  package var table: [String] {
    let rows = [["at", "ready", "run"]] + departures
    let widths = (0..<3).map { column in rows.map { row in row[column].utf8.count }.max() ?? 0 }
    let seed = schedule.seed == 0 ? [] : ["seed \(Int64(bitPattern: schedule.seed))"]
    return seed + ["schedule"]
      + rows.map { row in
        let cells = zip(row, widths).map { cell, width in
          cell + String(repeating: " ", count: width - cell.utf8.count)
        }
        return "  | \(cells.joined(separator: " | ")) |"
      }
  }

  /// For each departure the time, the events that are ready, and the one that runs.
  package var departures: [[String]] { schedule.departures.map(cells) }

  private func cells(_ choice: Choice) -> [String] {
    let ready = choice.ready.map(\.description).joined(separator: ", ")
    return [
      "\(Value.duration(choice.instant.nanoseconds))", "[\(ready)]", choice.run.description,
    ]
  }
}
