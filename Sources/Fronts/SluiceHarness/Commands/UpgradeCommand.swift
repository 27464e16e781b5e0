import SluiceConformance
import SluiceReports
import SluiceRunner
import SluiceSpies

/// `sluice upgrade`.
struct UpgradeCommand: Command {
  static let name = "upgrade"
  static let summary = "Shows what would fail if the gate took the newest edition."
  static let discussion = [
    "Plays the cases in the edition of the gate, and shows as failures what is",
    "advice there since it came with a later edition. A case that fails already is",
    "skipped. Ends with 0 if nothing would fail, with 1 if something would, and with",
    "the line to write in sluice.json. The report goes to Reports/upgrade.xml.",
  ]
  static let operand: OperandDeclaration? = .selectors
  static let options: [OptionDeclaration] = [
    .subject, .filter, .level, .edition, RunCommand.schedules, .seed, RunCommand.reproducible,
    .jobs, .isolation, RunCommand.watchdog, RunCommand.verbose, RunCommand.quiet, RunCommand.log,
    .color,
  ]

  let values: RunOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> UpgradeCommand {
    UpgradeCommand(values: try RunCommand.parse(parsed).values)
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    environment.watchSignals()
    return try harness.upgrade(values, in: environment)
  }
}

extension Harness {
  /// Plays the selected cases and shows what would fail in the newest edition alone.
  func upgrade(
    _ options: RunOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    try check(edition: options.edition)
    let edition = options.edition ?? usual.edition
    guard edition < newestEdition else {
      let isDeclared = undeclaredEdition(in: options) == nil
      environment.tell(
        "the gate has the newest edition\(isDeclared ? "" : ", since it declares none"): "
          + "nothing would change; in sluice.json it is:\n\(UpgradeTally.line(edition))\n")
      return .success
    }
    let level = options.level.map(\.level) ?? usualLevel
    let tally = UpgradeTally(
      of: EditionChange(from: edition, level: level, rules: rules), to: newestEdition)
    var options = options
    let root = try root(in: environment)
    let report = hasDefaultSubject ? "upgrade" : "upgrade-\(options.subject)"
    options.junit = root.path(of: "Reports/\(report).xml")
    let code = try run(options, upgrading: tally, in: environment)
    if code == .success || code == .failure { environment.tell(tally.summary) }
    return code
  }
}
