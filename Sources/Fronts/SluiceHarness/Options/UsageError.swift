import SluiceRunner
import SluiceScenarios

/// A wrong call: what the person at the terminal can put right.
package enum UsageError: Error, Equatable, CustomStringConvertible {
  /// The first word names no command.
  case unknownCommand(String, suggestion: String?)
  /// An option stands where the command's name should.
  case optionBeforeCommand(String)
  /// The command has no such option.
  case unknownOption(String, suggestion: String?)
  /// The option takes a value, and none follows, or an empty one.
  case missingValue(option: String, placeholder: String)
  /// The option takes no value, and one is attached.
  case unexpectedValue(option: String, value: String)
  /// The option may be given once only.
  case repeatedOption(String)
  /// The command needs an option that is not given; here with what it takes.
  case missingOption(String)
  /// The first option means nothing without the second.
  case needsOption(String, String)
  /// The program has several streams, of which the call has to name one.
  case severalSubjects([String])
  /// At most one of the two may be given.
  case conflictingOptions(String, String)
  /// More than one case is selected where one is needed; here with the ids of the first.
  case manyCases(count: Int, command: String, first: [String])
  /// A schedule's text can't be read, for this reason.
  case unusableSchedule(reason: String)
  /// The file of a schedule has none, or one that can't be read; here with the place.
  case unusableScheduleFile(String)
  /// What should name a shard names none, for this reason.
  case unusableShard(reason: String)
  /// The value is not of the kind that the option takes.
  case wrongValue(option: String, value: String, expected: String)
  /// The command needs a word that is not there.
  case missingOperand(placeholder: String)
  /// A word is there, and nothing is in it.
  case emptyOperand(placeholder: String)
  /// There is a word that the command has no use for.
  case excessOperand(String)
  /// A word should be the name of something, and nothing has that name; without a suggestion, the
  /// names that there are, where they can be taken in.
  case unknownName(kind: String, name: String, suggestion: String?, known: [String] = [])
  /// There is no folder of scenarios anywhere above where the call of a program was made.
  case noScenarios(program: String)
  /// A path that was given leads to no scenarios, for this reason.
  case unusablePath(reason: String)
  /// What a call writes would be lost, or take the place of something that is read; here with the
  /// options that say where it goes.
  case sharedPlace(reason: String, options: [String])
  /// The file with the defaults has a mistake; here with its place.
  case unusableConfiguration(String)
  /// The file with the defaults has several mistakes, here with their places: the first ones, and
  /// how many there are.
  indirect case severalMistakes([UsageError], count: Int)
  /// What a variable or the file with the defaults says is wrong: here its name or the place.
  indirect case configured(place: String, UsageError)
  /// A report needs a variable that only a step of GitHub's has.
  case missingVariable(String, report: String)
  /// A path that was given leads out of the scenarios of the root.
  case outsideOfRoot(String, reason: String)
  /// A filter can't be read; here as it is shown, with a mark below the mistake.
  case unusableFilter(shown: String)

  /// How many ids an error names.
  static let mostIDs = 5

  /// The mistake in a file with its place, for an error about one; nil for others.
  var mistakeInFile: String? {
    switch self {
    case .unusableConfiguration(let mistake), .unusableScheduleFile(let mistake): mistake
    case .severalMistakes: description
    default: nil
    }
  }

  /// How many mistakes an error shows.
  private static let mostMistakes = 20

  /// One error for all mistakes of a file; nil without one.
  init?(all mistakes: [UsageError]) {
    guard let first = mistakes.first else { return nil }
    self =
      mistakes.count == 1
      ? first
      : .severalMistakes(Array(mistakes.prefix(Self.mostMistakes)), count: mistakes.count)
  }

  /// A name that is none of the known ones, with the nearest of them as a suggestion.
  ///
  /// - Parameters:
  ///   - kind: what the name should name, such as `subject`.
  ///   - name: the name that was given.
  ///   - known: the names there are, in the order in which to prefer equally near ones.
  ///   - listsKnown: whether all of them are listed if none is near.
  /// - Returns: the error to throw.
  package static func unknown(
    _ kind: String, _ name: String, known: some Sequence<String>, listsKnown: Bool = false
  ) -> UsageError {
    let suggestion = Suggestion.nearest(to: name, among: known)
    return .unknownName(
      kind: kind, name: name, suggestion: suggestion,
      known: listsKnown && suggestion == nil ? Array(known) : [])
  }

  /// The sentence for the person at the terminal.
  package var description: String {
    switch self {
    case .unknownCommand(let name, let suggestion):
      "there is no command \(quoted(name))" + question(suggestion)
    case .optionBeforeCommand(let option):
      "the option \(quoted(option)) must follow a command"
    case .unknownOption(let option, let suggestion):
      "there is no option \(quoted(option))" + question(suggestion)
    case .missingValue(let option, let placeholder):
      "the option \(option) needs a value: \(option) \(placeholder)"
    case .unexpectedValue(let option, let value):
      "the option \(option) takes no value, but was given \(quoted(value))"
    case .repeatedOption(let option):
      "the option \(option) is given more than once"
    case .missingOption(let option):
      "the option \(option) is missing"
    case .needsOption(let option, let other):
      "the option \(option) goes with \(other) only"
    case .severalSubjects(let names):
      "there are several streams here; say which with --subject" + list(names)
    case .conflictingOptions(let option, let other):
      "the options \(option) and \(other) exclude each other"
    case .manyCases(let count, let command, let first):
      "\(command) takes one case, and \(count) are selected; '--filter' selects one by its id"
        + first.map { id in "\n  \(oneLine(id))" }.joined()
        + (count > first.count ? "\n  … and \(count - first.count) more" : "")
    case .unusableSchedule(let reason), .unusableShard(let reason): oneLine(reason)
    case .wrongValue(let option, let value, let expected):
      "the value \(quoted(value)) of the option \(option) is not \(expected)"
    case .missingOperand(let placeholder):
      "\(placeholder) is missing"
    case .emptyOperand(let placeholder):
      "\(placeholder) is empty"
    case .excessOperand(let word):
      "the argument \(quoted(word)) is one too many"
    case .unknownName(let kind, let name, let suggestion, let known):
      "there is no \(kind) \(quoted(name))" + question(suggestion) + list(known)
    case .noScenarios(let program):
      """
      there is no folder 'Scenarios', neither here nor in any folder above
        To test a stream of yours, write a gate, and call that: swift run gate run
        To run the kit's own cases against the kit's own streams, name their folder: \
      \(program) run \(ShippedScenarios.mark)Scenarios
      """
    case .unusablePath(let reason), .unusableConfiguration(let reason),
      .unusableScheduleFile(let reason), .outsideOfRoot(_, let reason), .sharedPlace(let reason, _):
      oneLine(reason)
    case .configured(let place, let error): "\(place): \(error)"
    case .severalMistakes(let first, let count):
      first.map { error in error.mistakeInFile ?? error.description }.joined(separator: "\n")
        + (count > first.count ? "\n… and \(count - first.count) more mistakes" : "")
    case .missingVariable(let variable, let report):
      "the report \(report) needs \(variable), which a step of GitHub's has; set it to a file, or "
        + "write the summary to one by '\(RunCommand.report.name) \(report)=FILE'"
    case .unusableFilter(let shown):
      "the filter can't be read\n" + shown.trimmingSuffix { scalar in scalar == "\n" }
    }
  }

  /// The names in lines of their own; nothing for none.
  private func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "" }
    let words = names.dropLast().map { name in "\(name), " } + names.suffix(1)
    let lines = HelpText.wrapped(words.joined(), width: 78).map { line in "\n  \(line)" }
    return "; there are" + lines.joined()
  }

  private func question(_ suggestion: String?) -> String {
    suggestion.map { word in "; did you mean \(word)?" } ?? ""
  }
}

extension String {
  fileprivate func trimmingSuffix(_ isDropped: (Unicode.Scalar) -> Bool) -> String {
    var scalars = unicodeScalars[...]
    while let last = scalars.last, isDropped(last) { scalars.removeLast() }
    return String(scalars)
  }
}

/// A text between quotes that shows what a terminal would not show, or would obey.
func quoted(_ text: String) -> String {
  let shown = text.unicodeScalars.map { scalar in
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
      "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: String(scalar)
    }
  }
  return "'\(shown.joined())'"
}
