import Foundation
public import SluiceConformance
public import SluiceProducts
import SluiceRunner

/// An executable that gates streams of one's own, with every command of the kit.
///
/// ```swift
/// import SluiceHarness
///
/// @main struct Gate: ConformanceGate {
///   static let subjects = [
///     Subject("weather", over: .listener(Double.self)) { source in
///       WeatherStation(sensor: FakeSensor(source)).temperatures
///     }
///   ]
/// }
/// ```
///
/// `swift run gate run` runs every scenario that comes with the kit for that kind of source, and
/// those in one's own `Scenarios`, under many schedules, in worker processes, and writes
/// `Reports/junit.xml`.
public protocol ConformanceGate {
  /// The streams that it gates.
  static var subjects: [Subject] { get }
  /// Products of one's own, or of the kit's, that the streams are over beside the scripted
  /// listener; none unless it is said.
  static var products: [Product] { get }
  /// Rules of one's own, which judge every case beside those of the kit; none unless it is said.
  static var rules: [Rule] { get }
  /// The weakest rules that fail a case where a call does not say `--level`; `must` unless it is
  /// said. The rules below are advice, which fails nothing.
  static var level: Rule.Level { get }
  /// The edition of the kit whose cases and rules count where a call does not say `--edition`, as
  /// in `"2026.12"`. Later cases and rules are advice, so that an update of the kit turns nothing
  /// red.
  ///
  /// Unless it is said it is `"newest"`, and each run shows the edition to write.
  static var edition: String { get }
  /// The program; the streams and the products with the kit's scenarios, unless it is said.
  static var harness: Harness { get }
}

extension ConformanceGate {
  /// None.
  public static var products: [Product] { [] }

  /// None.
  public static var rules: [Rule] { [] }

  /// Rules of the level `must`.
  public static var level: Rule.Level { .must }

  /// The word `newest`: no edition is declared.
  public static var edition: String { undeclaredEdition }

  private static var undeclaredEdition: String { "newest" }

  /// The streams and the products, with the scenarios that come with the kit, under the name of the
  /// executable.
  public static var harness: Harness {
    let file = CommandLine.arguments.first.map { path in URL(filePath: path).lastPathComponent }
    return Harness(
      name: file ?? "gate", subjects: subjects, products: products, rules: rules, level: level,
      edition: edition == undeclaredEdition ? nil : edition)
  }

  /// Runs the call of this process, and ends it.
  ///
  /// Hashing is without chance from here on, in this process as in its workers: the process begins
  /// again if it was not started with `SWIFT_DETERMINISTIC_HASHING=1`. What stands before this call
  /// then happens twice.
  public static func main() {
    exit(run(CommandLine.arguments).rawValue)
  }

  private static func run(_ commandLine: [String]) -> ExitCode {
    let environment = CommandEnvironment.process(commandLine: commandLine)
    do {
      try DeterministicHashing.require(arguments: commandLine)
    } catch {
      environment.standardError.write("\(harness.name): \(error)\n")
      return .harnessFailure
    }
    if let mistake = SystemLimit.mistake {
      environment.standardError.write("\(harness.name): \(mistake)\n")
      return .harnessFailure
    }
    return harness.run(in: environment)
  }
}
