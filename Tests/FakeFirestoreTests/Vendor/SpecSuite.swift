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
  static var leftOut: [SpecCase] { cases.filter { !$0.missing.isEmpty } }
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
    for step in steps {
      if step["loadBundle"] != nil { result.insert(.bundles) }
      if step["failDatabase"] != nil { result.insert(.failingDatabase) }
    }
    return result
  }

  /// The caches with which the vendor plays the test: on disk, in memory, or both.
  var caches: [CacheCollection] {
    let tags = test["tags"]?.elements.compactMap(\.text) ?? []
    if tags.contains("durable-persistence") { return [.leastRecentlyUsed()] }
    if tags.contains("eager-gc") { return [.eager] }
    let isAlsoEager = test["config"]?["useEagerGCForMemory"]?.flag == true
    return isAlsoEager ? [.leastRecentlyUsed(), .eager] : [.leastRecentlyUsed()]
  }
}

/// What the vendor's client has and this one does not.
enum SpecFeature: Hashable, Sendable, CaseIterable {
  /// Documents that come in a file.
  case bundles
  /// Several windows that share a cache, which only the vendor's client for browsers has.
  case severalClients
  /// A cache that can't be read or written for a while.
  case failingDatabase
}

/// A word in the suite that the player does not know.
struct UnknownSpecWord: Error {
  let word: String
}
