/// The replacement of variables by syntax-tree values, with what goes wrong in it.
struct Substitution {
  let log: DiagnosticLog
  /// The declarations that something uses.
  var used: Set<SourceSpan> = []
  /// How many parts of values and steps were made so far, over all cases of the file.
  var work = 0
  /// How many variables were looked up so far.
  var lookUps = 0
  /// What ``work`` was when the present case began.
  var workBefore = 0

  /// The value with its variables replaced; a variable without a meaning stays as it is.
  mutating func replace(
    _ value: SyntaxValue, in environment: Environment, depth: Int = 0
  ) -> SyntaxValue {
    work += 1
    var result = value
    switch value.kind {
    case .variable(let name):
      return variable(name, value, in: environment, depth: depth)
    case .path(let path):
      result.kind = .path(replace(path, at: value.span, in: environment))
    case .array(var array):
      array.elements = array.elements.map { replace($0, in: environment, depth: depth + 1) }
      result.kind = .array(array)
    case .object(var object):
      for index in object.members.indices {
        object.members[index].value = replace(
          object.members[index].value, in: environment, depth: depth + 1)
      }
      result.kind = .object(object)
    case .call(let call):
      result.kind = .call(replace(call, in: environment, depth: depth + 1))
    default: break
    }
    return result
  }

  /// The call with the variables of its arguments replaced.
  mutating func replace(
    _ call: SyntaxCall, in environment: Environment, depth: Int = 0
  ) -> SyntaxCall {
    var result = call
    for index in result.arguments.indices {
      result.arguments[index].value = replace(
        result.arguments[index].value, in: environment, depth: depth)
    }
    return result
  }

  private mutating func variable(
    _ name: String, _ use: SyntaxValue, in environment: Environment, depth: Int
  ) -> SyntaxValue {
    guard let slot = lookUp(name, at: use.span, in: environment) else { return use }
    guard case .value(let value) = slot.meaning else { return use }
    guard fits(value, depth: depth, at: use.span) else { return use }
    return SyntaxValue(value.kind, at: use.span, origin: value.origin ?? value.span)
  }

  /// Finds a variable and reports where it has no value.
  private mutating func lookUp(
    _ name: String, at span: SourceSpan, in environment: Environment
  ) -> Environment.Slot? {
    lookUps += 1
    guard let slot = environment[name] else {
      if environment.isIncomplete || log.isFull { return nil }
      let near = Suggestion.nearest(to: name, among: environment.names)
      log.report(
        .unknownVariable, "no variable has the name '$\(name)'", at: span,
        suggestion: near.map { name in "$" + name })
      return nil
    }
    used.insert(slot.declaration)
    if case .empty(let row) = slot.meaning {
      log.report(
        .emptyCell, "'$\(name)' has no value in this row", at: span,
        label: Diagnostic.Label(span: row, message: "the cell is empty in this row"))
      return nil
    }
    return slot
  }

  private mutating func fits(_ value: SyntaxValue, depth: Int, at span: SourceSpan) -> Bool {
    let budget = ScenarioLimits.valueParts - (work - workBefore)
    let size = value.size(limit: max(0, budget))
    work += size
    if work - workBefore > ScenarioLimits.valueParts {
      log.report(
        .valueTooLarge,
        "with its variables the case has more than \(ScenarioLimits.valueParts) parts of values",
        at: span)
      return false
    }
    if depth + value.depth > ScenarioLimits.depth {
      log.report(
        .tooDeep,
        "with its variables this is nested more than \(ScenarioLimits.depth) deep", at: span,
        label: Diagnostic.Label(span: value.origin ?? value.span, message: "the value"))
      return false
    }
    return true
  }

  private mutating func replace(
    _ path: SyntaxPath, at span: SourceSpan, in environment: Environment
  ) -> SyntaxPath {
    var result = path
    for (index, segment) in path.segments.enumerated() {
      guard case .variable(let name) = segment else { continue }
      guard let slot = lookUp(name, at: span, in: environment),
        case .value(let value) = slot.meaning
      else { continue }
      if let text = Substitution.segment(value) {
        result.segments[index] = .literal(text)
      } else {
        log.report(
          .unusableInPath,
          "'$\(name)' is \(value.noun), which can't be a part of a path", at: span,
          label: Diagnostic.Label(span: value.origin ?? value.span, message: "the value"),
          notes: ["a part is a bare word, an integer or a string without a slash"])
      }
    }
    return result
  }

  /// The text of a value as a part of a path.
  private static func segment(_ value: SyntaxValue) -> String? {
    switch value.kind {
    case .symbol(let text): text
    case .int(let number): String(number)
    case .string(let text) where !text.isEmpty && !text.utf8.contains(UInt8(ascii: "/")): text
    default: nil
    }
  }
}

extension SyntaxValue {
  /// The values directly inside this one.
  var children: [SyntaxValue] {
    switch kind {
    case .array(let array): array.elements
    case .object(let object): object.members.map(\.value)
    case .call(let call): call.arguments.map(\.value)
    default: []
    }
  }

  /// How many values this one consists of, not counted further than a limit.
  func size(limit: Int) -> Int {
    var count = 1
    for child in children where count <= limit { count += child.size(limit: limit - count) }
    return count
  }

  /// How deep this value is nested: 0 for one without brackets.
  var depth: Int {
    switch kind {
    case .array, .object, .call: 1 + (children.map(\.depth).max() ?? 0)
    default: 0
    }
  }
}
