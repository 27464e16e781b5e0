import FakeFirestore
import SluiceRunner
import SluiceSpies

/// A snapshot that a scenario has a script hand over: `snapshot(…)` of a document or `results(…)`
/// of a query.
struct ScriptedSnapshotValue {
  /// The document or the collection.
  let path: String
  /// The document's fields; null where it does not exist or where these are results.
  let fields: Value
  /// The results, if these are any.
  let documents: [(id: String, fields: Value)]?
  /// What the snapshot says of itself.
  let metadata: SnapshotMetadata

  /// The snapshot in a value.
  init(_ value: Value) throws(FixtureError) {
    guard case .call(let name, let arguments) = value, arguments.count >= 2,
      name == "snapshot" || name == "results", let path = arguments[0].value.place
    else {
      throw FixtureError("\(value) is neither snapshot(…) nor results(…)")
    }
    func flag(_ label: String) -> Bool {
      arguments.first { argument in argument.label == label }?.value == .bool(true)
    }
    self.path = path
    metadata = SnapshotMetadata(
      hasPendingWrites: flag("pending"), isFromCache: flag("cached"))
    fields = name == "snapshot" ? arguments[1].value : .null
    documents = name == "results" ? try Self.documents(in: arguments[1].value) : nil
  }

  private static func documents(
    in value: Value
  ) throws(FixtureError) -> [(id: String, fields: Value)] {
    guard case .array(let rows) = value else { throw FixtureError("\(value) is no array") }
    var documents: [(id: String, fields: Value)] = []
    for row in rows {
      guard case .array(let pair) = row, pair.count == 2, case .string(let id) = pair[0] else {
        throw FixtureError("\(row) is not an id with its fields")
      }
      documents.append((id, pair[1]))
    }
    return documents
  }
}

extension Value {
  /// The letters of a path; a place without a slash is a bare word.
  var place: String? {
    letters ?? word
  }
}
