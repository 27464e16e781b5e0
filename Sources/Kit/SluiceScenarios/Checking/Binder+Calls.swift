extension Binder {
  /// Reports something that belongs to a product which the file's product does not reach.
  func checkProduct(
    _ signature: some CallableSignature, _ name: SyntaxName
  ) {
    guard let place, let owner = signature.product, owner != place.product else { return }
    let product = registry.product(place.product)
    if product == nil || product?.reaches.contains(owner) == true { return }
    log.report(
      .wrongProduct,
      "'\(signature.name)' belongs to '\(owner)', and this file to '\(place.product)'",
      at: name.span,
      notes: ["the folder below Scenarios says which product a file is about"])
  }

  /// Whether the scenarios of this file may use something of a product.
  private func reaches(_ owner: String?) -> Bool {
    guard let place, let owner, owner != place.product else { return true }
    return registry.product(place.product)?.reaches.contains(owner) ?? true
  }

  private func suggestion(_ name: String, among entries: [some CallableSignature]) -> String? {
    let near = entries.filter { entry in reaches(entry.product) }.map(\.name)
    return Suggestion.nearest(to: name, among: near)
      ?? Suggestion.nearest(to: name, among: entries.map(\.name))
      ?? near.first { candidate in candidate.split(separator: ".").last.map(String.init) == name }
  }

  /// A call of a verb.
  func verb(
    _ call: SyntaxCall, table: ScenarioTable?, at span: SourceSpan
  ) -> ScenarioCall? {
    let name = call.name
    guard let verb = registry.verb(name.text) else {
      reportUnknownVerb(name)
      return nil
    }
    checkProduct(verb, name)
    if let place, !verb.layers.contains(place.layer) {
      let layers = verb.layers.map(\.rawValue).joined(separator: ", ")
      log.report(
        .wrongLayer, "'\(name.text)' can't be used in the layer '\(place.layer.rawValue)'",
        at: name.span, notes: ["it belongs to: \(layers)"])
    }
    var bound = bind(call, to: verb, at: span)
    bound.needs = Set(
      [verb.needs].compactMap { ability in ability }
        + bound.arguments.compactMap { argument in
          if case .symbol(let word) = argument.value.kind { verb.needsOfWords[word] } else { nil }
        })
    checkTable(table, verb, name)
    return bound
  }

  private func reportUnknownVerb(_ name: SyntaxName) {
    if registry.stream(name.text) != nil {
      return log.report(
        .wrongKindOfCall, "'\(name.text)' is a stream, and a stream needs a name", at: name.span,
        notes: ["write: NAME = \(name.text)(…)"])
    }
    if registry.probe(name.text) != nil {
      return log.report(
        .wrongKindOfCall, "'\(name.text)' is a probe; it stands behind 'expect'", at: name.span)
    }
    log.report(
      .unknownVerb, "no verb has the name '\(name.text)'", at: name.span,
      suggestion: suggestion(name.text, among: registry.verbs))
  }

  private func checkTable(
    _ table: ScenarioTable?, _ verb: VerbSignature, _ name: SyntaxName
  ) {
    guard let table else {
      if verb.table?.isRequired == true {
        log.report(
          .tableMismatch, "a table must follow '\(verb.name)'", at: name.span)
      }
      return
    }
    guard let signature = verb.table else {
      return log.report(
        .tableMismatch, "'\(verb.name)' takes no table", at: table.span,
        label: Diagnostic.Label(span: name.span, message: "the table belongs to this"))
    }
    for column in signature.columns
    where column.presence == .required && !table.columns.contains(column.name) {
      log.report(
        .unknownColumn, "the table of '\(verb.name)' needs the column '\(column.name)'",
        at: table.span)
    }
    for (position, column) in table.columns.enumerated() {
      checkColumn(column, position, table, signature, verb)
    }
  }

  private func checkColumn(
    _ column: String, _ position: Int, _ table: ScenarioTable, _ signature: TableSignature,
    _ verb: VerbSignature
  ) {
    let known = signature.columns.first { candidate in candidate.name == column }
    guard let type = known?.type ?? signature.otherColumns else {
      return log.report(
        .unknownColumn, "the table of '\(verb.name)' has no column '\(column)'", at: table.span,
        suggestion: Suggestion.nearest(to: column, among: signature.columns.map(\.name)))
    }
    for row in table.rows {
      if let cell = row.cells[position] {
        check(cell, type, as: "'\(column)'")
      } else if known?.presence == .required {
        log.report(.tableMismatch, "this row needs a value for '\(column)'", at: row.span)
      }
    }
  }

  /// A call of a stream.
  func stream(
    _ value: SyntaxValue
  ) -> (call: ScenarioCall, signature: StreamSignature)? {
    guard case .call(let call) = value.kind else {
      if case .variable = value.kind { return nil }
      log.report(
        .unusableHere, "a stream is a call, and this is \(value.noun)", at: value.span,
        label: origin(value))
      return nil
    }
    let name = call.name
    guard let stream = registry.stream(name.text) else {
      if registry.verb(name.text) != nil {
        log.report(
          .wrongKindOfCall, "'\(name.text)' is a verb and makes no stream", at: name.span,
          label: use(value))
      } else {
        log.report(
          .unknownStream, "no stream has the name '\(name.text)'", at: name.span,
          label: use(value), suggestion: suggestion(name.text, among: registry.streams))
      }
      return nil
    }
    checkProduct(stream, name)
    return (bind(call, to: stream, at: value.span), stream)
  }

  /// The place of the variable that brought a call.
  private func use(_ value: SyntaxValue) -> Diagnostic.Label? {
    value.origin == nil ? nil : Diagnostic.Label(span: value.span, message: "it is used here")
  }

  /// A probe with what it is compared with.
  func probe(
    _ probe: SyntaxProbe, value: SyntaxValue, call: SyntaxCall, at span: SourceSpan
  ) -> ProbeExpectation? {
    guard let signature = registry.probe(probe.name.text) else {
      log.report(
        .unknownProbe, "no probe has the name '\(probe.name.text)'", at: probe.name.span,
        suggestion: suggestion(probe.name.text, among: registry.probes))
      return nil
    }
    checkProduct(signature, probe.name)
    check(value, signature.result.asPattern, as: "'\(probe.name.text)'")
    if probe.comparison == .lessOrEqual || probe.comparison == .greaterOrEqual {
      switch value.kind {
      case .int, .double, .duration, .string, .variable: break
      default:
        log.report(
          .wrongType, "'\(probe.comparison.rawValue)' compares numbers, durations and strings",
          at: value.span, label: origin(value))
      }
    }
    let bound = bind(call, to: signature, at: probe.name.span)
    return ProbeExpectation(
      probe: bound, comparison: probe.comparison, value: value, summary: signature.summary,
      span: span)
  }
}
