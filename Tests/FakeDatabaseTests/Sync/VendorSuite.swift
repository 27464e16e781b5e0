import FakeDatabase
import Foundation

/// The vendor's suite for the tree, as far as it stands beside the repository, or above it.
enum VendorSuite {
  static let cases: [VendorCase] = {
    var directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while directory.path != "/" {
      directory.deleteLastPathComponent()
      let file = directory.appendingPathComponent(
        "shared/data/realtime-database/sync-point-spec.json")
      guard let data = try? Data(contentsOf: file) else { continue }
      let tests = (try? JSONDecoder().decode(JSONText.self, from: data))?.value.elements ?? []
      return ["", "foo/bar/baz"].flatMap { place in
        tests.map { VendorCase(place: place, test: $0) }
      }
    }
    return []
  }()
}

/// One test of the vendor's suite at one place.
struct VendorCase: Sendable, CustomStringConvertible {
  let place: String
  let test: DatabaseValue

  var description: String { "\(test["name"]?.string ?? "?"), at /\(place)" }

  var steps: [DatabaseValue] { test["steps"]?.elements ?? [] }
}

/// What an event of the suite says, as far as it is compared.
struct VendorEvent: Equatable, CustomStringConvertible {
  let path: TreePath
  let kind: EventKind
  let key: ChildKey?
  let node: TreeNode
  /// Nil where it is not compared.
  let previous: ChildKey??

  /// What was raised.
  init(_ event: DataEvent, comparesPrevious: Bool) {
    path = event.query.path
    kind = event.kind
    key = event.key
    node = event.node
    previous = comparesPrevious ? .some(event.previousKey) : nil
  }

  /// What the suite expects.
  init(_ event: DatabaseValue, at place: String, comparesPrevious: Bool) throws {
    path = try TreePath(parsing: place + "/" + (event["path"]?.string ?? ""))
    kind = try EventKind(vendorName: event["type"]?.string ?? "")
    key = kind == .value ? nil : event["name"]?.string.map { ChildKey($0) }
    node = try TreeNode(event["data"] ?? .null)
    previous = comparesPrevious ? .some(event["prevName"]?.string.map { ChildKey($0) }) : nil
  }

  var description: String {
    let previous = previous.map { " behind \($0?.text ?? "nothing")" } ?? ""
    return "\(path) \(kind) \(key?.text ?? "") \(node.exported.text)\(previous)"
  }
}

/// A word in the suite that the driver does not know.
struct UnknownWord: Error {
  let word: String
}

extension EventKind {
  init(vendorName: String) throws {
    self =
      switch vendorName {
      case "child_removed": .childRemoved
      case "child_added": .childAdded
      case "child_moved": .childMoved
      case "child_changed": .childChanged
      case "value": .value
      default: throw UnknownWord(word: vendorName)
      }
  }

  /// Whether events of this kind tell the key before.
  var hasPrevious: Bool { self != .childRemoved && self != .value }
}
