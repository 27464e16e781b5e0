/// The bounds of the language: past each of them there is an error at the place.
public enum ScenarioLimits {
  /// How deep values may be nested, also after variables are put in.
  public static let depth = 64
  /// The largest file in bytes.
  public static let fileBytes = 1_048_576
  /// The most lines of a file.
  public static let lines = 10_000
  /// The most cases of a file, all matrices multiplied.
  public static let cases = 10_000
  /// The most steps of a case, all flows played.
  public static let steps = 10_000
  /// The most errors and warnings of a file.
  public static let diagnostics = 1_000
  /// The most parts of all values of a case, all variables put in.
  public static let valueParts = 100_000
}
