import FakeFirestore
import Foundation
import SluiceSpies

/// The vendor's own tests of its client, as far as they stand beside the repository, or above it.
enum SpecSuite {
  static let cases: [SpecCase] = {
    var directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while directory.path != "/" {
      directory.deleteLastPathComponent()
      let file = directory.appendingPathComponent("shared/data/firestore/spec-tests.json")
      guard let data = try? Data(contentsOf: file) else { continue }
      let tests = (try? JSONDecoder().decode(SpecText.self, from: data))?.value.members
      return tests?.entries.map { SpecCase(name: $0.name.text, test: $0.value) } ?? []
    }
    return []
  }()

  static var played: [SpecCase] { cases.filter { $0.missing.isEmpty } }
}

/// One test of the vendor's suite.
struct SpecCase: Sendable, CustomStringConvertible {
  let name: String
  var test: DocumentValue

  var description: String { name }

  var steps: [DocumentValue] {
    get { test["steps"]?.elements ?? [] }
    set { test["steps"] = .array(newValue) }
  }

  var concurrentLookups: Int {
    test["config"]?["maxConcurrentLimboResolutions"]?.number ?? 100
  }

  /// What the test is about and the client here does not have.
  var missing: Set<SpecFeature> {
    var result: Set<SpecFeature> = []
    if (test["config"]?["numClients"]?.number ?? 1) > 1 { result.insert(.severalClients) }
    if test["tags"]?.elements.contains(.string("eager-gc")) == true {
      result.insert(.eagerCollection)
    }
    for step in steps {
      if step["loadBundle"] != nil { result.insert(.bundles) }
      if step["triggerLruGC"] != nil { result.insert(.collection) }
      if step["failDatabase"] != nil { result.insert(.failingDatabase) }
    }
    if hintsBeforeRefusal { result.insert(.bloomFilters) }
    return result
  }

  /// Whether the server hints at a document whose lookup it then refuses.
  ///
  /// A client without bloom filters asks for the whole query again, of which its listeners are told
  /// the same, and looks up no document that the server could refuse.
  private var hintsBeforeRefusal: Bool {
    let hints = steps.drop { step in step["watchFilter"]?["bloomFilter"] == nil }
    return hints.contains { step in (step["watchRemove"]?["cause"] ?? .null) != .null }
  }
}

/// What the vendor's client has and this one does not.
enum SpecFeature: Hashable, Sendable, CaseIterable {
  /// Documents that come in a file.
  case bundles
  /// Documents that nobody listens to are forgotten at once: this client's cache is that on disk.
  case eagerCollection
  /// Documents that nobody has listened to for long are forgotten.
  case collection
  /// The server's hint which documents it counts, by which the others are looked up one by one.
  case bloomFilters
  /// Several windows that share a cache, which only the vendor's client for browsers has.
  case severalClients
  /// A cache that can't be read or written for a while.
  case failingDatabase
}

/// A word in the suite that the player does not know.
struct UnknownSpecWord: Error {
  let word: String
}
