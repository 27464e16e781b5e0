import FakeFirestore
import Testing

/// The tests compare what listeners and the callers of writes are told; what else the suite states,
/// such as tokens, or how often the client asks, is not compared.
@Suite("Vendor's tests of the client")
struct SpecTests {
  @Test(
    "listeners are told what the vendor's own tests state",
    .enabled(if: !SpecSuite.cases.isEmpty, "needs shared/data/firestore"),
    arguments: SpecSuite.played)
  func events(test: SpecCase) throws {
    for cache in test.caches {
      let mismatches = try SpecPlayer.mismatches(of: test, cache: cache)
      #expect(mismatches.isEmpty, "\(cache): \(mismatches.joined(separator: "\n"))")
    }
  }

  @Test(
    "a test that is made to expect something else fails, whichever way it is done",
    .enabled(if: !SpecSuite.cases.isEmpty, "needs shared/data/firestore"),
    arguments: SpecSuite.played)
  func corruption(test: SpecCase) throws {
    let cache = try #require(test.caches.first)
    var ways = 0
    for corruption in SpecCorruption.all {
      guard let corrupted = corruption.apply(test) else { continue }
      ways += 1
      #expect(corrupted.test != test.test, "\(corruption)")
      #expect(try !SpecPlayer.mismatches(of: corrupted, cache: cache).isEmpty, "\(corruption)")
    }
    #expect(ways >= 6)
  }

  @Test(
    "what is left out of the suite is known to fail, by its name and what it needs",
    .enabled(if: !SpecSuite.cases.isEmpty, "needs shared/data/firestore"),
    arguments: SpecSuite.leftOut)
  func leftOut(test: SpecCase) throws {
    let needs = SpecFeature.allCases.filter(test.missing.contains).map { "\($0)" }
    for cache in test.caches {
      withKnownIssue("\(test.name) needs \(needs.joined(separator: ", "))") {
        let mismatches = try SpecPlayer.mismatches(of: test, cache: cache)
        #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
      }
    }
  }

  @Test(
    "what is left out of the suite needs what the client does not have",
    .enabled(if: !SpecSuite.cases.isEmpty, "needs shared/data/firestore"))
  func completeness() {
    #expect(SpecSuite.cases.allSatisfy { !$0.steps.isEmpty })
    #expect(SpecSuite.played.count * 4 > SpecSuite.cases.count * 3)
    // The part of the suite that has been looked through, test by test.
    guard SpecSuite.cases.count == 97 else { return }
    #expect(SpecSuite.played.count == 90)
    #expect(SpecSuite.played.filter { test in test.caches.contains(.eager) }.count == 61)
    let features = SpecSuite.cases.flatMap(\.missing)
    let counts = Dictionary(features.map { ($0, 1) }, uniquingKeysWith: +)
    #expect(counts == [.bundles: 7])
  }
}
