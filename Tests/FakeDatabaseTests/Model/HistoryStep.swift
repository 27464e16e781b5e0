import FakeDatabase

/// One step of a random history; every step means something in every state, so that any of them can
/// be left out.
enum HistoryStep: Sendable {
  /// A listener for all kinds of events.
  case listen(QuerySpecification)
  /// The removal of the listener at a place in the list of all.
  case unlisten(Int)
  /// The removal of all listeners of the query of the listener at a place in the list.
  case unlistenAll(Int)
  /// A write of this client.
  case write(ModelWrite, isVisible: Bool)
  /// A write of somebody else.
  case foreignWrite(ModelWrite)
  /// The server takes the client's next message, refusing it if it is a write.
  case serve(refuses: Bool)
  /// The client takes the server's next answer.
  case deliver
  /// The server ends the listen at a place in its list.
  case revoke(Int)
}

/// Places with new contents: one of them as a set, several as an update of their common parent.
struct ModelWrite: Sendable {
  let path: TreePath
  /// Relative to the path; the path itself for a set.
  let places: [(path: TreePath, value: DatabaseValue)]

  var isSet: Bool { places.count == 1 && places[0].path.isRoot }

  /// The places from the root with what is written there.
  func nodes() throws -> [(path: TreePath, node: TreeNode)] {
    try places.map { (path.appending($0.path), try TreeNode($0.value)) }
  }

  func update() throws -> CompoundWrite {
    var update = CompoundWrite()
    for place in places { update.add(try TreeNode(place.value), at: place.path) }
    return update
  }
}

extension HistoryStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .listen(let query): "listen \(query.text)"
    case .unlisten(let place): "unlisten #\(place)"
    case .unlistenAll(let place): "unlisten all of the query of #\(place)"
    case .write(let write, let isVisible): "write \(write)\(isVisible ? "" : ", hidden")"
    case .foreignWrite(let write): "somebody else writes \(write)"
    case .serve(let refuses): "serve\(refuses ? ", refusing" : "")"
    case .deliver: "deliver"
    case .revoke(let place): "revoke listen #\(place)"
    }
  }
}

extension ModelWrite: CustomStringConvertible {
  var description: String {
    isSet
      ? "\(path) = \(places[0].value.text)"
      : "\(path): " + places.map { "\($0.path) = \($0.value.text)" }.joined(separator: ", ")
  }
}

extension QuerySpecification {
  /// The query in one line.
  var text: String {
    let endpoint = { (name: String, endpoint: Endpoint?) -> String? in
      endpoint.map {
        let value = $0.value.map { TreeNode.leaf($0).exported.text } ?? "null"
        let key = $0.key.map { ", \($0)" } ?? ""
        return "\(name)\($0.isInclusive ? "" : ", not itself,") \(value)\(key)"
      }
    }
    let parts = [
      parameters.explicitIndex.map { "by \($0)" },
      endpoint("from", parameters.start), endpoint("to", parameters.end),
      parameters.limit.map { "\($0)" },
    ]
    return (["\(path)"] + parts.compactMap { $0 }).joined(separator: " ")
  }
}

extension DatabaseValue {
  /// The data as JSON.
  var text: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    case .array(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.name)\": \($0.value.text)" }.joined(separator: ", ") + "}"
    }
  }
}
