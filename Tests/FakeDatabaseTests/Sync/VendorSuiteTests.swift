import Testing

@Suite("Vendor's suite")
struct VendorSuiteTests {
  @Test(
    "the tree raises the events that the vendor's own suite states",
    .enabled(if: !VendorSuite.cases.isEmpty, "needs shared/data/realtime-database"),
    arguments: VendorSuite.cases)
  func events(test: VendorCase) throws {
    var driver = VendorDriver(place: test.place)
    for (number, step) in test.steps.enumerated() {
      try driver.take(step, number: number)
    }
  }

  @Test(
    "the suite is found whole: 55 tests, each at two places",
    .enabled(if: !VendorSuite.cases.isEmpty, "needs shared/data/realtime-database"))
  func completeness() {
    #expect(VendorSuite.cases.count >= 110)
    #expect(VendorSuite.cases.allSatisfy { !$0.steps.isEmpty })
  }
}
