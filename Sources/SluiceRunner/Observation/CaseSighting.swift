package import SluiceConformance

/// What one case showed of one trait of a stream.
///
/// It crosses from a worker as a part of the case's result.
package struct CaseSighting: Sendable, Hashable, Codable {
  /// The stream, such as `listener.values`.
  package var stream: String
  /// The trait's name.
  package var trait: String
  /// What was seen.
  package var seen: SeenValue
  /// The number of the schedule that showed it; 0 for the canonical one.
  package var schedule: Int
  /// The entry of that run's log.
  package var entry: Int

  /// A sighting with its case's stream and schedule.
  package init(stream: String, trait: String, seen: SeenValue, schedule: Int = 0, entry: Int = 0) {
    self.stream = stream
    self.trait = trait
    self.seen = seen
    self.schedule = schedule
    self.entry = entry
  }
}

extension Exploration {
  /// How many further schedules there are beside the canonical one; 0 for what has none by number.
  var furtherSchedules: Int {
    if case .sample(_, let count) = self { count } else { 0 }
  }
}
