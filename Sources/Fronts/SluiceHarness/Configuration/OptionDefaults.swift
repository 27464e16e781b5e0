import SluiceRunner
import SluiceScenarios

/// Where an option's value comes from.
package enum OptionOrigin: Equatable, Sendable {
  /// The words of the call.
  case call
  /// An environment variable, by its name.
  case variable(String)
  /// A file, by the place in it.
  case file(String)

  /// How messages name it; nil for the call, whose words need no place.
  var place: String? {
    switch self {
    case .call: nil
    case .variable(let name): name
    case .file(let place): place
    }
  }
}

extension OptionDeclaration {
  /// Where the folder `Scenarios` stands.
  package static let root = OptionDeclaration(
    "--root", .one("FOLDER"), help: "the folder with Scenarios and sluice.json (default: found)")
  /// Which defaults of the file are meant.
  package static let profile = OptionDeclaration(
    "--profile", .one("NAME"), help: "defaults of sluice.json that go before its others")
  /// What every command has that is called by hand.
  static let shared = [root, profile]

  /// What the names of variables begin with that give options.
  fileprivate static let variablePrefix = "SLUICE_"

  /// The environment variable that gives it where a call doesn't: `SLUICE_JOBS` for `--jobs`.
  var variable: String {
    Self.variablePrefix + name.dropFirst(2).uppercased().replacing("-", with: "_")
  }

  /// Options that a call has at most one of.
  private static let exclusive = [
    [RunCommand.verbose, RunCommand.quiet], [RunCommand.failFast, RunCommand.maxFailures],
  ]

  /// Those that a call can't have besides this one.
  func isExcluded(by parsed: ParsedOptions) -> Bool {
    let others = Self.exclusive.filter { options in options.contains(self) }.joined()
    if others.contains(where: { other in other != self && parsed.isGiven(other) }) { return true }
    // In one process there is one simulation, however many workers are usual.
    return self == .jobs && parsed.text(.isolation) == IsolationChoice.none.rawValue
  }
}

extension Harness {
  /// The options of a call, with what its environment and the file of its root say where it
  /// doesn't: a word goes before a variable, and that before the file.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - words: The words behind its name.
  ///   - environment: Where the call is made; it learns of the root that the call names.
  /// - Returns: The options.
  /// - Throws: `UsageError` for the first mistake in any of them.
  func options(
    of command: any Command.Type, _ words: some Sequence<String>,
    in environment: inout CommandEnvironment
  ) throws(UsageError) -> ParsedOptions {
    guard !command.isHidden else {
      return try ParsedOptions(words, options: command.options, operand: command.operand)
    }
    var parsed = try ParsedOptions(
      words, options: command.options + OptionDeclaration.shared, operand: command.operand)
    for option in OptionDeclaration.shared + command.options {
      try parsed.take(option, from: environment.variables)
    }
    environment.root = parsed.text(.root).map { path in
      AbsolutePath(path, from: environment.workingDirectory).text
    }
    let profile = parsed.text(.profile)
    do throws(UsageError) {
      // A command that is about no scenarios needs no root.
      let root = environment.root == nil ? try? root(in: environment) : try root(in: environment)
      guard let root, let file = try Configuration(at: root, of: self) else {
        if let profile { throw .unknownName(kind: "profile", name: profile, suggestion: nil) }
        return parsed
      }
      for option in command.options {
        let found = try file.value(of: option, for: command, profile: profile)
        if let found { parsed.take(option, found, root: root) }
      }
    } catch {
      throw parsed.located(error)
    }
    return parsed
  }

  /// Looks at the values of one option alone, as if a call of a command had them.
  ///
  /// - Parameters:
  ///   - texts: The values; none for an option that is switched off.
  ///   - option: The option.
  ///   - command: The command.
  /// - Throws: `UsageError` for what no call can have; not for what goes with other options only.
  func check(
    _ texts: [String], of option: OptionDeclaration, for command: any Command.Type
  ) throws(UsageError) {
    guard let text = texts.first else { return }
    let words = command.operand == nil ? [] : ["-"]
    var parsed = try ParsedOptions(words, options: [], operand: command.operand)
    parsed.supply(option, texts, from: .call)
    do throws(UsageError) {
      _ = try command.parse(parsed)
    } catch .needsOption {
    } catch .missingOption {}
    switch option {
    case .subject: try checkSubject(text)
    case .filter: _ = try Harness.filter(text)
    case .schedule: try ScheduleChoice(text).check()
    default: break
    }
  }

  /// Variables whose names are nearly those of options, in sentences.
  ///
  /// What begins alike and is like no option's is somebody else's.
  func variableMistakes(in variables: EnvironmentVariables) -> [String] {
    let options = commands.filter { command in !command.isHidden }
      .flatMap { command in command.options }
    let known = (OptionDeclaration.shared + options).map { option in option.variable }
    return variables.sorted.compactMap { name, _ -> String? in
      guard name.hasPrefix(OptionDeclaration.variablePrefix), !known.contains(name) else {
        return nil
      }
      let length = OptionDeclaration.variablePrefix.count
      let nearest = Suggestion.nearest(
        to: String(name.dropFirst(length)),
        among: known.map { name in String(name.dropFirst(length)) })
      return nearest.map { ending in
        "the variable \(quoted(name)) is passed over; did you mean "
          + "\(OptionDeclaration.variablePrefix)\(ending)?"
      }
    }
  }

  /// What some options have in a call that is wrong, as far as it can be told.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - values: What the words of the call say of them, by their names.
  ///   - command: The command.
  ///   - environment: Where the call is made.
  /// - Returns: The values, with what variables say, or else the file of the root, where words say
  ///   nothing.
  func supplied(
    _ options: [OptionDeclaration], _ values: [String: [String]], of command: any Command.Type,
    in environment: CommandEnvironment
  ) -> [String: [String]] {
    var values = values
    for option in options where values[option.name] == nil {
      guard let text = environment.variables[option.variable], !text.isEmpty else { continue }
      values[option.name] = option.isRepeatable ? ParsedOptions.lines(of: text) : [text]
    }
    var environment = environment
    environment.root = values[OptionDeclaration.root.name]?.first.map { path in
      AbsolutePath(path, from: environment.workingDirectory).text
    }
    guard let root = try? root(in: environment),
      let file = try? Configuration(at: root, of: self, isForgiving: true)
    else { return values }
    let profile = values[OptionDeclaration.profile.name]?.first
    for option in options where values[option.name] == nil && command.options.contains(option) {
      // Of a profile that there is not, the rest of the file is left.
      let named = try? file.value(of: option, for: command, profile: profile)
      let found = named ?? (try? file.value(of: option, for: command, profile: nil))
      guard let found else { continue }
      values[option.name] = found.values.map { text in option.value(text, below: root) }
    }
    return values
  }
}

extension ParsedOptions {
  /// Takes the value of an option from its variable, unless the call has one or what excludes it.
  ///
  /// A variable that is empty says nothing.
  fileprivate mutating func take(
    _ option: OptionDeclaration, from variables: EnvironmentVariables
  ) throws(UsageError) {
    guard let text = variables[option.variable], !text.isEmpty else { return }
    defaulted.insert(option.name)
    guard !isGiven(option), !option.isExcluded(by: self) else { return }
    let origin = OptionOrigin.variable(option.variable)
    switch option.value {
    case .one: supply(option, option.isRepeatable ? Self.lines(of: text) : [text], from: origin)
    case .optional where !["true", "false"].contains(text): supply(option, [text], from: origin)
    case .none, .optional:
      guard ["true", "false", "1", "0"].contains(text) else {
        throw .configured(
          place: option.variable,
          .wrongValue(option: option.name, value: text, expected: "true, 1, false or 0"))
      }
      supply(option, text == "true" || text == "1" ? [""] : [], from: origin)
    }
  }

  /// Takes the value of an option from the file, unless something said it before.
  fileprivate mutating func take(
    _ option: OptionDeclaration, _ value: Configuration.Default, root: ScenarioRoot
  ) {
    defaulted.insert(option.name)
    guard !isSaid(option), !option.isExcluded(by: self) else { return }
    supply(
      option, value.values.map { text in option.value(text, below: root) },
      from: .file(value.place))
  }

  fileprivate static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { line in String(line) }
  }

  /// An error as it is told: with the variable or the place in the file that gave the option which
  /// it is about, if one did.
  func located(_ error: UsageError) -> UsageError {
    for name in error.options {
      if let place = origin(of: name)?.place { return .configured(place: place, error) }
    }
    return error
  }
}

extension OptionDeclaration {
  /// A value of the file, in which paths begin at the root.
  fileprivate func value(_ text: String, below root: ScenarioRoot) -> String {
    guard case .one(let placeholder) = value else { return text }
    switch placeholder {
    case "FILE", "FOLDER": return root.path(of: text)
    case "SCHEDULE|@FILE":
      guard case .file(let path) = ScheduleChoice(text) else { return text }
      return ScheduleChoice.file(root.path(of: path)).word
    case "KIND=FILE":
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? "\(parts[0])=\(root.path(of: String(parts[1])))" : text
    default: return text
    }
  }
}

extension UsageError {
  /// The names of the options that it is about.
  fileprivate var options: [String] {
    func name(_ text: String) -> String {
      text.split(separator: " ").first.map(String.init) ?? text
    }
    switch self {
    case .wrongValue(let option, _, _), .unexpectedValue(let option, _),
      .missingValue(let option, _), .needsOption(let option, _), .repeatedOption(let option):
      return [name(option)]
    case .conflictingOptions(let one, let other): return [name(one), name(other)]
    case .sharedPlace(_, let options): return options
    case .unknownName(let kind, _, _, _): return ["--\(kind)"]
    case .unusableFilter: return [OptionDeclaration.filter.name]
    case .unusableShard: return [RunCommand.shard.name]
    default: return []
    }
  }
}
