/// The check of calls and values against the registry.
///
/// A variable that is still there was reported or belongs to a flow that is checked by itself; it
/// fits everywhere.
struct Binder {
  let registry: Registry
  /// Where the scenario stands; nil for a file that only other files use.
  let place: ScenarioPlace?
  let log: DiagnosticLog

  /// Matches the arguments of a call with the parameters of its signature.
  func bind(
    _ call: SyntaxCall, to signature: some CallableSignature, at span: SourceSpan,
    inPattern: Bool = false
  ) -> ScenarioCall {
    var taken: [Int: SourceSpan] = [:]
    var isComplete = true
    var values = [[SyntaxValue]](repeating: [], count: signature.parameters.count)
    for argument in call.arguments {
      guard let position = position(of: argument, signature, taken: taken) else {
        isComplete = false
        continue
      }
      let parameter = signature.parameters[position]
      if parameter.presence != .variadic { taken[position] = argument.value.span }
      let type = inPattern ? parameter.type.asPattern : parameter.type
      check(argument.value, type, as: "'\(parameter.name)'")
      values[position].append(argument.value)
    }
    var arguments: [ScenarioCall.Argument] = []
    for (parameter, given) in zip(signature.parameters, values) {
      switch parameter.presence {
      case .required where given.isEmpty:
        guard isComplete else { continue }
        log.report(
          .argumentCount, "'\(signature.name)' needs \(parameter.noun)", at: call.name.span,
          notes: ["usage: \(signature.usage)"])
      case .defaulted(let kind) where given.isEmpty:
        arguments.append(
          ScenarioCall.Argument(parameter: parameter.name, value: SyntaxValue(kind, at: span)))
      default:
        arguments += given.map { value in
          ScenarioCall.Argument(parameter: parameter.name, value: value)
        }
      }
    }
    return ScenarioCall(name: signature.name, arguments: arguments, span: span)
  }

  /// The parameter that an argument is for.
  private func position(
    of argument: SyntaxCall.Argument, _ signature: some CallableSignature,
    taken: [Int: SourceSpan]
  ) -> Int? {
    let parameters = signature.parameters
    guard let label = argument.label else {
      let free = parameters.indices.first { index in
        parameters[index].label == nil && taken[index] == nil
      }
      if free == nil { reportSurplus(argument, signature, taken: taken) }
      return free
    }
    guard let index = parameters.firstIndex(where: { $0.label == label.text }) else {
      return reportLabel(label, signature, taken: taken)
    }
    if let first = taken[index] {
      log.report(
        .argumentCount, "the argument '\(label.text)' stands twice", at: label.span,
        label: Diagnostic.Label(span: first, message: "here first"))
      return nil
    }
    return index
  }

  /// Reports an unknown label; the parameter, where it is one that takes no label.
  private func reportLabel(
    _ label: SyntaxName, _ signature: some CallableSignature, taken: [Int: SourceSpan]
  ) -> Int? {
    let parameters = signature.parameters
    let unlabelled = parameters.indices.first { index in
      parameters[index].name == label.text && taken[index] == nil
    }
    let message =
      unlabelled == nil
      ? "'\(signature.name)' has no argument with the label '\(label.text)'"
      : "'\(label.text)' is known by its position and takes no label"
    let labels = parameters.compactMap(\.label)
    log.report(
      .argumentLabel, message, at: label.span, notes: ["usage: \(signature.usage)"],
      suggestion: Suggestion.nearest(to: label.text, among: labels))
    return unlabelled
  }

  private func reportSurplus(
    _ argument: SyntaxCall.Argument, _ signature: some CallableSignature,
    taken: [Int: SourceSpan]
  ) {
    let parameters = signature.parameters
    let unlabelled = parameters.count { parameter in parameter.label == nil }
    let open = parameters.indices.first { parameters[$0].label != nil && taken[$0] == nil }
    let label = open.flatMap { index in parameters[index].label }
    let count = unlabelled == 1 ? "1 argument" : "\(unlabelled) arguments"
    log.report(
      .argumentCount, "'\(signature.name)' takes \(count) without a label, and this is one more",
      at: argument.value.span, notes: ["usage: \(signature.usage)"],
      suggestion: label.flatMap { label in
        argument.value.shortText.map { text in "\(label): \(text)" }
      })
  }
}

extension ParameterSignature {
  /// The parameter as a thing that is missing.
  var noun: String {
    label.map { label in "the argument '\(label):'" } ?? "\(type.noun) for '\(name)'"
  }
}

extension ValueType {
  /// The type that the same parameter has where the call is a pattern.
  var asPattern: ValueType {
    switch self {
    case .data: .pattern
    case .object: .objectPattern
    case .array: .arrayPattern
    case .oneOf(let types): .oneOf(types.map(\.asPattern))
    default: self
    }
  }
}
