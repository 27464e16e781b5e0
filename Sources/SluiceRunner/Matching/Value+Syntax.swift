import SluiceProducts
package import SluiceScenarios
package import SluiceSpies

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
