import SluiceSpies

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
    WorkCounter.looked()
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
      log.report(
        .unknownVariable, "no variable has the name '$\(name)'", at: span,
        suggestion: environment.nearest(to: name).map { name in "$" + name })
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

  /// Adds so many parts to the work; whether the case may have them.
  private mutating func hasRoom(for parts: Int, at span: SourceSpan) -> Bool {
    work += parts
    if work - workBefore <= ScenarioLimits.valueParts { return true }
    log.report(
      .valueTooLarge,
      "with its variables the case has more than \(ScenarioLimits.valueParts) parts of values",
      at: span)
    return false
  }

  private mutating func fits(_ value: SyntaxValue, depth: Int, at span: SourceSpan) -> Bool {
    // Where there is no room left, nothing more is looked at.
    let room = ScenarioLimits.valueParts - (work - workBefore)
    guard hasRoom(for: room > 0 ? value.size(limit: room) : 1, at: span) else { return false }
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
    WorkCounter.looked(path.segments.count)
    for (index, segment) in path.segments.enumerated() {
      guard case .variable(let name) = segment else { continue }
      work += 1
      guard let slot = lookUp(name, at: span, in: environment),
        case .value(let value) = slot.meaning
      else { continue }
      if let text = Substitution.segment(value) {
        guard hasRoom(for: text.utf8.count / SyntaxValue.partOfText, at: span) else {
          return result
        }
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

  /// How many bytes of a text count as one part of a value, beside the text itself.
  ///
  /// A text that stands once in a file may be used a hundred thousand times: what is made of it all
  /// has to stay within the memory of a machine.
  static let partOfText = 64

  /// How many values this one consists of, a long text being several, not counted further than a
  /// limit.
  func size(limit: Int) -> Int {
    WorkCounter.looked()
    var count = 1 + textBytes / SyntaxValue.partOfText
    if case .path(let path) = kind { count += path.segments.count }
    for child in children where count <= limit { count += child.size(limit: limit - count) }
    return count
  }

  /// How many bytes of text it has itself; a name or a key of a million letters is one, too.
  private var textBytes: Int {
    switch kind {
    case .string(let text), .text(let text), .symbol(let text): text.utf8.count
    case .path(let path): path.segments.reduce(0) { sum, segment in sum + segment.size }
    case .object(let object): object.members.reduce(0) { sum, one in sum + one.key.utf8.count }
    case .call(let call): call.name.text.utf8.count
    default: 0
    }
  }

  /// The value in the notation of the language, if it is short enough to be shown.
  var shortText: String? { size(limit: 32) <= 32 ? description : nil }

  /// How deep this value is nested: 0 for one without brackets.
  var depth: Int {
    WorkCounter.looked()
    return switch kind {
    case .array, .object, .call: 1 + (children.map(\.depth).max() ?? 0)
    default: 0
    }
  }
}
