import FakeDatabase

extension SyncEvent {
  /// The event in one line: who hears it, the kind, the child and what is behind which.
  var text: String {
    switch self {
    case .cancelled(let registration, _): return "\(registration) cancelled"
    case .data(let event):
      let key = event.key.map { " \($0)" } ?? ""
      let previous = event.previousKey.map { " behind \($0)" } ?? ""
      return "\(event.registration) \(event.kind)\(key) \(event.node.exported.text)\(previous)"
    }
  }
}

extension SyncEffect {
  /// The effect in one line.
  var text: String {
    let tagText = { (tag: QueryTag?) in tag.map { " as \($0)" } ?? "" }
    return switch self {
    case .startListening(let query, let tag): "start \(query.text)\(tagText(tag))"
    case .stopListening(let query, let tag): "stop \(query.text)\(tagText(tag))"
    }
  }
}

extension Registration {
  /// A listener for the whole value.
  static func value(_ id: RegistrationID) -> Registration { Registration(id, [.value]) }

  /// A listener for everything.
  static func all(_ id: RegistrationID) -> Registration {
    Registration(id, Set(EventKind.allCases))
  }
}

extension QuerySpecification {
  /// The first children of a place, in the order of keys.
  static func first(_ count: Int, of path: TreePath) -> QuerySpecification {
    var parameters = QueryParameters()
    parameters.explicitIndex = .key
    parameters.limit = .first(count)
    return QuerySpecification(path, parameters)
  }
}
