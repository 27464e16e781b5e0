package import SluiceSimulation
import SluiceSpies
package import SluiceText

extension ScheduleAccount {
  /// The account of a schedule, headed by how far it is from the canonical one.
  ///
  /// - Parameters:
  ///   - schedule: The schedule.
  ///   - headings: Further parts of the heading.
  ///   - remarks: Further lines.
  package init(of schedule: Schedule, _ headings: [String], remarks: [String] = []) {
    let count = ScheduleAccount.departures(schedule.departures.count)
    self.init(
      "schedule: \(count) from the canonical one" + headings.map { "; \($0)" }.joined(),
      text: schedule.description,
      ScheduleRows(seed: schedule.seed, departures: schedule.departures.map(Self.cells)),
      remarks: Self.accounts(of: schedule) + remarks)
  }

  /// How many departures are told in words.
  private static let mostAccounts = 3

  /// What the first departures come to in words, each on a line.
  private static func accounts(of schedule: Schedule) -> [String] {
    schedule.departures.prefix(mostAccounts).compactMap { choice in
      choice.account.map { words in
        " at \(Value.readable(nanoseconds: choice.instant.nanoseconds)) \(words)"
      }
    }
  }

  /// A number of departures in words.
  package static func departures(_ count: Int) -> String {
    count == 1 ? "1 departure" : "\(count) departures"
  }

  private static func cells(_ choice: Choice) -> [String] {
    let ready = choice.ready.map(\.description).joined(separator: ", ")
    return [
      "\(Value.duration(choice.instant.nanoseconds))", "[\(ready)]", choice.run.description,
    ]
  }
}
