package import SluiceSimulation
import SluiceSpies

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
