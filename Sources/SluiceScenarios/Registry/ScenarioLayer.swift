/// The layer of a scenario: what it drives and what it is about.
public enum ScenarioLayer: String, CaseIterable, Hashable, Sendable {
  /// The script hands the listener exactly what the scenario says.
  case unit
  /// Real operations on the state of an emulated backend.
  case integration
  /// Cancellation and teardown, on either of them.
  case cancellation
}
