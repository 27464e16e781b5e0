import Foundation
import SluiceRunner
import SluiceScenarios

/// What `sluice.json` says at the root: defaults of options, for all commands that have them or for
/// one, and profiles of such defaults.
///
/// A key is an option's name without its dashes, the name of a command, or `profiles`. The same
/// declarations by which calls are read say which keys there are and what they take. `report` is
/// the name of both: an object belongs to the command.
struct Configuration {
  /// The file's name.
  static let fileName = "sluice.json"

  /// A default with its place.
  struct Default {
    /// What stands for the words of a call; none for an option that is switched off.
    let values: [String]
    let place: String
  }

  /// Defaults by the command, nil for all, and the name of the option.
  private struct Layer {
    var general: [String: Default] = [:]
    var commands: [String: [String: Default]] = [:]
  }

  private var file = Layer()
  private var profiles: [String: Layer] = [:]
  private let path: String
  private let harness: Harness
  private let commands: [any Command.Type]

  /// Reads the file of a root; nil where there is none.
  ///
  /// - Parameters:
  ///   - root: The root.
  ///   - harness: The program.
  ///   - isForgiving: Whether mistakes in single members are passed over, and values are not
  ///     looked at.
  /// - Throws: `UsageError` for a text that is no JSON, or for all mistakes in members, with their
  ///   places, be they of use to the call or not.
  init?(
    at root: ScenarioRoot, of harness: Harness, isForgiving: Bool = false
  ) throws(UsageError) {
    path = root.path(of: Self.fileName)
    self.harness = harness
    commands = harness.commands.filter { command in !command.isHidden }
    let files = FileManager.default
    guard files.fileExists(atPath: path) else {
      guard let end = try? files.destinationOfSymbolicLink(atPath: path) else { return nil }
      throw .unusableConfiguration(
        "'\(Self.fileName)' can't be read: it is a link to \(quoted(end)), which leads to no file")
    }
    let text: String
    do throws(PlanError) {
      text = try FileContent.text(at: path, shownAs: Self.fileName)
    } catch {
      throw .unusableConfiguration(error.description)
    }
    let json: LocatedJSON
    do throws(LocatedJSONError) {
      json = try LocatedJSON(reading: text)
    } catch {
      throw Self.mistake(error.reason, at: error.place)
    }
    var mistakes: [UsageError] = []
    for member in try Self.members(of: json, as: "the file") {
      guard member.key == "profiles" else {
        mistakes += read(member, into: &file, isForgiving: isForgiving)
        continue
      }
      do throws(UsageError) {
        for profile in try Self.members(of: member.value, as: "'profiles'") {
          mistakes += readProfile(profile, isForgiving: isForgiving)
        }
      } catch {
        mistakes.append(error)
      }
    }
    if !isForgiving, let mistake = UsageError(all: mistakes) { throw mistake }
  }

  /// The paths that a file names which is no JSON, as far as that can be told: whatever stands in
  /// quotes, alone or behind the kind of a report.
  static func places(inSpoiltFileOf root: ScenarioRoot) -> [String] {
    guard
      let text = try? FileContent.text(at: root.path(of: fileName), shownAs: fileName),
      (try? LocatedJSON(reading: text)) == nil
    else { return [] }
    return text.matches(of: /"((?:[^"\\\n]|\\.)+)"/).map { match in
      let word = match.1.replacing(/\\(.)/) { escape in escape.1 }
      let path = word.split(separator: "=", maxSplits: 1).last.map { part in String(part) } ?? ""
      return root.path(of: path)
    }
  }

  /// Reads a profile.
  ///
  /// - Returns: Its mistakes.
  private mutating func readProfile(
    _ profile: LocatedJSON.Member, isForgiving: Bool
  ) -> [UsageError] {
    var layer = Layer()
    var mistakes: [UsageError] = []
    do throws(UsageError) {
      for member in try Self.members(of: profile.value, as: "a profile") {
        mistakes += read(member, into: &layer, isForgiving: isForgiving)
      }
    } catch {
      mistakes.append(error)
    }
    profiles[profile.key] = layer
    return mistakes
  }

  /// The default of an option for a command; nil where nothing is said of it.
  ///
  /// A profile goes before the rest, and what is said for one command before what is for all.
  ///
  /// - Throws: `UsageError` for a profile that there is not.
  func value(
    of option: OptionDeclaration, for command: any Command.Type, profile: String?
  ) throws(UsageError) -> Default? {
    var layers = [file]
    if let profile {
      guard let layer = profiles[profile] else {
        throw .unknown("profile", profile, known: profiles.keys.sorted(), listsKnown: true)
      }
      layers.insert(layer, at: 0)
    }
    for layer in layers {
      let found = layer.commands[command.name]?[option.name] ?? layer.general[option.name]
      if let found { return found }
    }
    return nil
  }

  /// Reads a member of the file or of a profile.
  ///
  /// - Returns: Its mistakes.
  private func read(
    _ member: LocatedJSON.Member, into layer: inout Layer, isForgiving: Bool
  ) -> [UsageError] {
    var mistakes: [UsageError] = []
    do throws(UsageError) {
      guard let command = command(named: member) else {
        let found = try value(of: member, among: commands.flatMap { command in command.options })
        if !isForgiving { try check(found.name, found.value, for: commands) }
        layer.general[found.name] = found.value
        return []
      }
      for option in try Self.members(of: member.value, as: "'\(member.key)'") {
        do throws(UsageError) {
          let found = try value(of: option, among: command.options)
          if !isForgiving { try check(found.name, found.value, for: [command]) }
          layer.commands[command.name, default: [:]][found.name] = found.value
        } catch {
          mistakes.append(error)
        }
      }
    } catch {
      mistakes.append(error)
    }
    return mistakes
  }

  /// The command that a key names; nil for the key of an option.
  private func command(named member: LocatedJSON.Member) -> (any Command.Type)? {
    let isObject = if case .object = member.value.value { true } else { false }
    let isOption = commands.contains { command in
      command.options.contains { option in option.name == "--\(member.key)" }
    }
    guard isObject || !isOption else { return nil }
    return commands.first { command in command.name == member.key }
  }

  private func value(
    of member: LocatedJSON.Member, among options: [OptionDeclaration]
  ) throws(UsageError) -> (name: String, value: Default) {
    let name = "--\(member.key)"
    guard let option = options.first(where: { option in option.name == name }) else {
      let known =
        options.map { option in String(option.name.dropFirst(2)) }
        + commands.map { command in command.name } + ["profiles"]
      let nearest = Suggestion.nearest(to: member.key, among: known)
      let question = nearest.map { word in "; did you mean \(word)?" } ?? ""
      throw Self.mistake("there is no key \(quoted(member.key))\(question)", at: member.place)
    }
    let values = try values(of: member, for: option)
    let place = Self.shown(member.value.place)
    return (name, Default(values: values, place: place))
  }

  /// Refuses a value that no call of some commands could have.
  ///
  /// - Parameters:
  ///   - name: The name of the option.
  ///   - value: The value.
  ///   - commands: The commands, of which some have the option.
  /// - Throws: `UsageError.configured` with what the first of those has against it, if all have.
  private func check(
    _ name: String, _ value: Default, for commands: [any Command.Type]
  ) throws(UsageError) {
    var first: UsageError?
    for command in commands {
      guard let option = command.options.first(where: { option in option.name == name }) else {
        continue
      }
      do throws(UsageError) {
        return try harness.check(value.values, of: option, for: command)
      } catch {
        first = first ?? error
      }
    }
    if let first { throw .configured(place: value.place, first) }
  }

  private func values(
    of member: LocatedJSON.Member, for option: OptionDeclaration
  ) throws(UsageError) -> [String] {
    switch (option.value, member.value.value) {
    case (.none, .boolean(let isGiven)): return isGiven ? [""] : []
    case (.one, .list(let elements)) where option.isRepeatable:
      return try elements.map { element throws(UsageError) in
        guard case .text(let text) = element.value, !text.isEmpty else {
          throw Self.mistake(
            "\(quoted(member.key)) takes texts, not \(element.kind)", at: element.place)
        }
        return text
      }
    case (.one, .text(let text)) where !text.isEmpty,
      (.optional, .text(let text)) where !text.isEmpty,
      (.one, .number(let text)):
      return [text]
    case (.optional, .boolean(let isGiven)): return isGiven ? [""] : []
    case (let kind, _):
      let wanted =
        switch kind {
        case .none: "true or false"
        case .one: option.isRepeatable ? "a text or a list of texts" : "a text or a number"
        case .optional: "a text, true or false"
        }
      let given =
        if case .text("") = member.value.value { "an empty text" } else { member.value.kind }
      throw Self.mistake(
        "\(quoted(member.key)) takes \(wanted), not \(given)", at: member.value.place)
    }
  }

  private static func members(
    of json: LocatedJSON, as name: String
  ) throws(UsageError) -> [LocatedJSON.Member] {
    guard case .object(let members) = json.value else {
      throw mistake("\(name) has to be an object, and is \(json.kind)", at: json.place)
    }
    return members
  }

  private static func shown(_ place: ListError.Place) -> String {
    "\(fileName):\(place.line):\(place.column)"
  }

  private static func mistake(_ reason: String, at place: ListError.Place) -> UsageError {
    .unusableConfiguration("\(shown(place)): error: \(reason)")
  }
}
