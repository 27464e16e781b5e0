import SluiceProducts
package import SluiceScenarios
package import SluiceSpies

/// A value that a scenario expects, with its wildcards and open ends.
///
/// An open object (`{…, ...}`) matches one with at least its members, an open array one that begins
/// so; a constructor's labelled arguments stand for themselves, where a flag that is false may as
/// well be left out; a path matches a string of the same letters.
package struct Pattern {
  let syntax: SyntaxValue

  /// A pattern as a scenario writes it.
  package init(syntax: SyntaxValue) {
    self.syntax = syntax
  }

  /// What a value lacks to match, each with its place within the value; empty if it matches.
  package func differences(from value: Value) -> [Difference] {
    var found: [Difference] = []
    Pattern.compare(syntax, with: value, at: "", into: &found)
    return found
  }

  /// Whether a value matches.
  package func matches(_ value: Value) -> Bool {
    differences(from: value).isEmpty
  }
}

/// One place where a value is not as expected.
package struct Difference: Hashable {
  /// Where, as member names and indexes from the whole value inwards; empty for the whole.
  package var place: String
  /// What was expected there; nil for nothing.
  package var expected: String?
  /// What is there; nil for nothing.
  package var actual: String?
}

extension Difference: CustomStringConvertible {
  package var description: String {
    let subject = place.isEmpty ? "" : "\(place): "
    switch (expected, actual) {
    case (let expected?, let actual?): return "\(subject)expected \(expected), got \(actual)"
    case (let expected?, nil): return "\(subject)expected \(expected), got nothing"
    case (nil, let actual?): return "\(subject)unexpected \(actual)"
    case (nil, nil): return "\(subject)different"
    }
  }
}

extension Pattern {
  private static func compare(
    _ syntax: SyntaxValue, with value: Value, at place: String, into found: inout [Difference]
  ) {
    switch (syntax.kind, value) {
    case (.wildcard, _): return
    case (.array(let array), .array(let values)):
      compare(array, with: values, at: place, into: &found)
    case (.object(let object), .object(let members)):
      compare(object, with: members, at: place, into: &found)
    case (.call(let call), .call(let name, let arguments)) where call.name.text == name:
      compare(call, with: arguments, at: place, into: &found)
    case (.path(let path), .string(let string)) where path.text == string: return
    case (.string(let string), .path(let path)) where path == string: return
    default:
      let expected = Value(syntax)
      if expected != value {
        found.append(
          Difference(
            place: place, expected: expected.description, actual: value.description))
      }
    }
  }

  private static func compare(
    _ array: SyntaxArray, with values: [Value], at place: String, into found: inout [Difference]
  ) {
    for (index, element) in array.elements.enumerated() {
      let inner = "\(place)[\(index)]"
      if values.indices.contains(index) {
        compare(element, with: values[index], at: inner, into: &found)
      } else {
        found.append(Difference(place: inner, expected: Value(element).description))
      }
    }
    guard !array.isOpen, values.count > array.elements.count else { return }
    for index in array.elements.count..<values.count {
      found.append(Difference(place: "\(place)[\(index)]", actual: values[index].description))
    }
  }

  private static func compare(
    _ object: SyntaxObject, with members: [Value.Member], at place: String,
    into found: inout [Difference]
  ) {
    for member in object.members {
      let inner = join(place, member.key)
      if let actual = members.first(where: { other in other.name == member.key }) {
        compare(member.value, with: actual.value, at: inner, into: &found)
      } else {
        found.append(Difference(place: inner, expected: Value(member.value).description))
      }
    }
    guard !object.isOpen else { return }
    for member in members where object[member.name] == nil {
      found.append(
        Difference(place: join(place, member.name), actual: member.value.description))
    }
  }

  private static func compare(
    _ call: SyntaxCall, with arguments: [Value.Argument], at place: String,
    into found: inout [Difference]
  ) {
    let unlabelled = arguments.filter { argument in argument.label == nil }
    var next = 0
    for argument in call.arguments {
      let actual: Value?
      let inner: String
      if let label = argument.label?.text {
        actual = arguments.first { other in other.label == label }?.value
        inner = join(place, label)
      } else {
        actual = unlabelled.indices.contains(next) ? unlabelled[next].value : nil
        inner = call.arguments.count == 1 ? place : join(place, "\(call.name.text)#\(next + 1)")
        next += 1
      }
      if let actual {
        compare(argument.value, with: actual, at: inner, into: &found)
      } else if argument.label == nil || argument.value.kind != .bool(false) {
        found.append(Difference(place: inner, expected: Value(argument.value).description))
      }
    }
    let labels = call.arguments.compactMap { argument in argument.label?.text }
    for extra in arguments {
      guard let label = extra.label, !labels.contains(label), extra.value != .bool(false) else {
        continue
      }
      found.append(Difference(place: join(place, label), actual: extra.value.description))
    }
    for extra in unlabelled.dropFirst(next) {
      found.append(Difference(place: place, actual: extra.value.description))
    }
  }

  private static func join(_ place: String, _ name: String) -> String {
    place.isEmpty ? name : "\(place).\(name)"
  }
}

extension Value {
  /// The value that a scenario writes, without its places.
  ///
  /// - Parameter syntax: A value of a checked case: no variables, no wildcards, no `...`.
  package init(_ syntax: SyntaxValue) {
    switch syntax.kind {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .duration(let nanoseconds): self = .duration(nanoseconds)
    case .string(let value), .text(let value): self = .string(value)
    case .path(let path): self = .path(path.text)
    case .symbol(let word): self = .symbol(word)
    case .array(let array): self = .array(array.elements.map { element in Value(element) })
    case .object(let object):
      self = .members(object.members.map { member in (member.key, Value(member.value)) })
    case .call(let call):
      let arguments = Value.arguments(of: call)
      self = Value.double(call.name.text, arguments) ?? .call(call.name.text, arguments)
    case .wildcard: self = .symbol("_")
    case .variable(let name): self = .symbol("$\(name)")
    }
  }

  /// The double without a notation of its own that a constructor stands for.
  private static func double(_ name: String, _ arguments: [Argument]) -> Value? {
    guard name == "double", arguments.count == 1 else { return nil }
    return switch arguments[0].value {
    case .symbol("nan"): .double(.nan)
    case .symbol("infinity"): .double(.infinity)
    case .integer(let number): .double(Double(number))
    case .double(let number): .double(number)
    default: nil
    }
  }

  private static func arguments(of call: SyntaxCall) -> [Argument] {
    call.arguments.map { argument in Argument(argument.label?.text, Value(argument.value)) }
  }
}

extension ScenarioCall {
  /// The arguments without their places, each labelled with its parameter's name.
  var values: [Value.Argument] {
    arguments.map { argument in Value.Argument(argument.parameter, Value(argument.value)) }
  }

  /// What a stream that is read by this call listens to: equal calls read one source.
  var source: Value { .call(name, values) }
}

extension Call {
  /// The call of a scenario line, without its places.
  init(_ call: ScenarioCall, table: ScenarioTable? = nil) {
    let rows = table?.objects ?? []
    self.init(
      name: call.name, arguments: call.values,
      rows: rows.map { row in
        row.members.map { member in Value.Member(member.key, Value(member.value)) }
      })
  }
}
