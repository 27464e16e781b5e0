import Testing

@Suite("Vendor's tests of the client")
struct SpecTests {
  @Test(
    "listeners are told what the vendor's own tests state",
    .enabled(if: !SpecSuite.cases.isEmpty, "needs shared/data/firestore"),
    arguments: SpecSuite.played)
  func events(test: SpecCase) throws {
    let mismatches = try SpecPlayer.mismatches(of: test)
    #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
  }
}
