import SluiceConformance
import SluiceRunner
import SluiceScenarios
import SluiceSpies
import SluiceText

/// The command that shows one case of a run again, as a shell takes it where the run was called.
struct AgainCommand {
  let call: CallWords
  let options: RunOptions
  /// What counts where the call does not say it.
  let usual: GateDefaults
  /// The path of the list of known failures as reports show it, if there is one.
  let knownFailing: String?

  /// The weakest rules that fail a case.
  var level: RuleLevelChoice { options.level ?? usual.level }

  /// The last edition whose cases and rules count.
  var edition: Edition { options.edition ?? usual.edition }

  /// The command by which a case fails by a rule, too, whose violation is advice here.
  func text(for scenario: ScenarioCase, counting rule: Rule) -> String {
    var stricter = options
    if rule.level < level.level { stricter.level = RuleLevelChoice(rule.level) }
    stricter.edition = max(edition, rule.edition)
    return AgainCommand(
      call: call, options: stricter, usual: usual, knownFailing: knownFailing
    ).text(for: scenario)
  }

  /// The commands for a case.
  func commands(for scenario: ScenarioCase) -> ExplorationCommands {
    ExplorationCommands(run: text(for: scenario), replay: replay(scenario))
  }

  /// The command that replays a case, up to the option that takes the schedule.
  private func replay(_ scenario: ScenarioCase) -> String {
    var words = call.words("replay", scenario.path)
    words += common(RunOptions(), scenario) + ["--filter", CaseFilter.text(selecting: scenario.id)]
    return (words + ["--schedule"]).map(ShellWord.quoted).joined(separator: " ")
  }

  /// What runs and replays share.
  private func common(_ defaults: RunOptions, _ scenario: ScenarioCase) -> [String] {
    var words: [String] = []
    let isAll = options.hasDefaults
    if isAll || options.subject != defaults.subject { words += ["--subject", options.subject] }
    if isAll || level != usual.level { words += ["--level", level.rawValue] }
    // A case that came later fails in its own edition.
    let edition = max(edition, scenario.edition)
    if isAll || edition != usual.edition { words += ["--edition", "\(edition)"] }
    if isAll || options.watchdog != defaults.watchdog {
      words += ["--watchdog", AgainCommand.seconds(options.watchdog)]
    }
    return words
  }

  /// The command for a case: its file, and whatever of the call has a say in its result.
  func text(for scenario: ScenarioCase) -> String {
    let defaults = RunOptions()
    var words = call.words("run", scenario.path) + common(defaults, scenario)
    if options.hasDefaults || options.seed != defaults.seed {
      words += ["--seed", "\(options.seed)"]
    }
    if options.hasDefaults || options.schedules != defaults.schedules {
      let isEvery = options.schedules == Exploration.every
      words += ["--schedules", isEvery ? "all" : "\(options.schedules)"]
    }
    // The only case of a call is in the first slice; its hash is what it was.
    if options.isShardedElsewhere, options.shardDivision == .slices { words += ["--shard", "1/1"] }
    if let knownFailing { words += ["--known-failing", call.path(knownFailing)] }
    words += ["--filter", CaseFilter.text(selecting: scenario.id)]
    return words.map(ShellWord.quoted).joined(separator: " ")
  }

  /// A time as `--watchdog` takes it.
  static func seconds(_ duration: Duration) -> String {
    let nanoseconds = duration.wholeNanoseconds
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    guard rest > 0 else { return "\(whole)" }
    let digits = "\(rest)"
    var decimals = String(repeating: "0", count: 9 - digits.count) + digits
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(whole).\(decimals)"
  }
}
