import SluiceSpies

extension Binder {
  /// Reports a value that does not have a type.
  ///
  /// - Parameters:
  ///   - value: The value, with its variables replaced.
  ///   - type: The type of its place.
  ///   - role: What the place is, for the message.
  func check(_ value: SyntaxValue, _ type: ValueType, as role: String) {
    WorkCounter.looked()
    if case .variable = value.kind { return }
    switch type {
    case .data: checkData(value)
    case .pattern: checkPattern(value)
    case .oneOf(let types):
      guard let fitting = types.first(where: { candidate in accepts(value, candidate) }) else {
        return mismatch(value, type, role)
      }
      check(value, fitting, as: role)
    default:
      guard accepts(value, type) else { return mismatch(value, type, role) }
      checkContent(value, type, role)
    }
  }

  /// Whether the outside of a value has a type, whatever is inside it.
  private func accepts(_ value: SyntaxValue, _ type: ValueType) -> Bool {
    switch (type, value.kind) {
    case (_, .variable): true
    case (.bool, .bool), (.int, .int), (.double, .double), (.duration, .duration): true
    case (.string, .string), (.string, .text), (.null, .null): true
    case (.path, .path), (.path, .string): true
    case (.object, .object), (.objectPattern, .object), (.objectPattern, .wildcard): true
    case (.array, .array), (.arrayPattern, .array), (.arrayPattern, .wildcard): true
    case (.list, .array(let array)): !array.isOpen
    case (.symbol(let names), .symbol(let name)): names.isEmpty || names.contains(name)
    case (.error, .symbol), (.stream, .symbol): true
    case (.data, let kind): isDataHead(kind)
    case (.pattern, _): true
    case (.oneOf(let types), _): types.contains { candidate in accepts(value, candidate) }
    default: false
    }
  }

  private func isDataHead(_ kind: SyntaxValue.Kind) -> Bool {
    switch kind {
    case .null, .bool, .int, .double, .string, .text, .array, .object, .call: true
    default: false
    }
  }

  private func checkContent(
    _ value: SyntaxValue, _ type: ValueType, _ role: String
  ) {
    switch (type, value.kind) {
    case (.object, _), (.array, _): checkData(value)
    case (.objectPattern, _), (.arrayPattern, _): checkPattern(value)
    case (.list(let element), .array(let array)):
      for member in array.elements {
        check(member, element, as: "an element of \(role)")
      }
    case (.error, .symbol(let name)):
      checkError(SyntaxName(name, at: value.span))
    default: break
    }
  }

  private func mismatch(_ value: SyntaxValue, _ type: ValueType, _ role: String) {
    var notes: [String] = []
    if case (.list, .array) = (type, value.kind) {
      notes = ["the list is whole, so it can't end with '...'"]
    }
    log.report(
      .wrongType, "\(role) is \(type.noun), and this is \(value.noun)", at: value.span,
      label: origin(value), notes: notes, suggestion: Binder.suggestion(for: value, as: type))
  }

  /// What was probably meant by a value that does not have a type.
  private static func suggestion(for value: SyntaxValue, as type: ValueType) -> String? {
    switch (type, value.kind) {
    case (.symbol(let names), .symbol(let word)): Suggestion.nearest(to: word, among: names)
    case (.symbol(let names), .string(let word)) where names.isEmpty || names.contains(word): word
    case (.string, .symbol(let word)): Value.quoted(word)
    case (.path, .symbol(let word)): "/" + word
    case (.double, .int(let number)): "\(number).0"
    case (.duration, .int(let number)) where number >= 0: "\(number)ms"
    default: nil
    }
  }

  /// The place where a value is written, if a variable brought it.
  func origin(_ value: SyntaxValue) -> Diagnostic.Label? {
    value.origin.map { span in Diagnostic.Label(span: span, message: "the value is written here") }
  }

  /// Reports an error name that the registry does not have.
  func checkError(_ name: SyntaxName) {
    guard registry.error(name.text) == nil else { return }
    log.report(
      .unknownError, "no error has the name '\(name.text)'", at: name.span,
      suggestion: Suggestion.nearest(to: name.text, among: registry.errors.map(\.name)))
  }

  // MARK: Data and patterns

  private func checkData(_ value: SyntaxValue) {
    WorkCounter.looked()
    switch value.kind {
    case .wildcard:
      log.report(
        .patternInData, "a wildcard matches values and is none", at: value.span,
        label: origin(value))
    case .symbol(let word):
      log.report(
        .bareWord, "the bare word '\(word)' is not a string", at: value.span,
        label: origin(value), suggestion: Value.quoted(word))
    case .path:
      log.report(
        .wrongType, "a path is not data", at: value.span, label: origin(value),
        suggestion: value.shortText.map { text in
          registry.constructor("ref", in: place?.product) == nil
            ? Value.quoted(text) : "ref(\(text))"
        })
    case .duration:
      log.report(.wrongType, "a duration is not data", at: value.span, label: origin(value))
    case .array(let array) where array.isOpen:
      reportOpen(value)
    case .object(let object) where object.isOpen:
      reportOpen(value)
    case .call(let call):
      return checkConstructor(call, value, isPattern: false)
    default: break
    }
    for child in value.children { checkData(child) }
  }

  private func reportOpen(_ value: SyntaxValue) {
    log.report(
      .patternInData, "'...' makes a pattern, and this is data", at: value.span,
      label: origin(value))
  }

  private func checkPattern(_ value: SyntaxValue) {
    WorkCounter.looked()
    if case .call(let call) = value.kind {
      return checkConstructor(call, value, isPattern: true)
    }
    for child in value.children { checkPattern(child) }
  }

  private func checkConstructor(
    _ call: SyntaxCall, _ value: SyntaxValue, isPattern: Bool
  ) {
    let name = call.name.text
    guard let signature = registry.constructor(name, in: place?.product) else {
      if registry.verb(name) != nil || registry.stream(name) != nil {
        return log.report(
          .wrongKindOfCall, "'\(name)' makes no value", at: call.name.span, label: origin(value))
      }
      return log.report(
        .unknownConstructor, "no value is made by '\(name)(…)'", at: call.name.span,
        label: origin(value),
        suggestion: Suggestion.nearest(to: name, among: registry.constructors.map(\.name)))
    }
    checkProduct(signature, call.name)
    if signature.usage == (isPattern ? .data : .pattern) {
      let message = isPattern ? "'\(name)' makes data, and" : "'\(name)' makes a pattern, and"
      log.report(
        .patternInData, message + (isPattern ? " this is a pattern" : " this is data"),
        at: call.name.span, label: origin(value))
    }
    _ = bind(call, to: signature, at: value.span, inPattern: isPattern)
  }
}
