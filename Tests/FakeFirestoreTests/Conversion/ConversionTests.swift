import FakeFirestore
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Values in scenarios")
struct ScenarioValueTests {
  static let values: [Value] = [
    .null, .bool(true), .integer(.min), .double(-0.0), .double(.nan), .string("é\u{0}"),
    .call("timestamp", .string("2024-02-29T12:30:00.25Z")),
    .call("timestamp", .string("1969-12-31T23:59:59.999999Z")),
    .call("timestamp", .string("0001-01-01T00:00:00Z")),
    .call("bytes", .string("AP8=")), .call("geo", .double(52.5), .double(-13.4)),
    .call("ref", .path("cities/SF")), .array([.integer(1), .members([("a", .null)])]),
    .members([("b", .integer(1)), ("a", .array([]))]), .members([]),
  ]

  @Test("are read and shown again as they were", arguments: values)
  func roundTrip(_ value: Value) throws {
    let operand = try InputValue(scenario: value).operand
    #expect(operand.projected.description == value.description)
  }

  static let mistakes: [Value] = [
    .duration(5), .symbol("x"), .path("a/b"), .call("timestamp", .string("2023-02-29T00:00:00Z")),
    .call("timestamp", .string("2024-01-01T24:00:00Z")), .call("timestamp", .string("yesterday")),
    .call("timestamp", .integer(1)), .call("bytes", .string("%")), .call("unknown", []),
    .call("geo", .integer(91), .integer(0)), .call("geo", .integer(1)),
    .call("ref", .path("cities")), .call("increment", .string("1")), .call("double", .symbol("x")),
    .call("arrayUnion", .integer(1)), .call("serverTimestamp", .integer(1)),
  ]

  @Test("are refused where the product does not store them", arguments: mistakes)
  func mistake(_ value: Value) {
    #expect(throws: FirestoreUsageError.self) { try InputValue(scenario: value) }
  }

  @Test("carry the special values of a write")
  func special() throws {
    let fields = Value.members([
      ("a.b", .call("increment", .integer(2))), ("c", .call("delete", [])),
      ("d", .call("arrayUnion", .array([.integer(1)]))),
    ])
    let update = try Mutation.update(city, InputValue.update(scenario: fields))
    let before = CachedDocument(
      key: city, version: 1, contents: .found(["a": ["b": 1], "c": 1]))
    let after = update.appliedLocally(to: before, at: second(1))
    #expect(after.fields == ["a": ["b": 3], "d": [1]])
  }
}

@Suite("Values in Swift")
struct SwiftValueTests {
  @Test("are stored and read back as the SDK's types")
  func roundTrip() throws {
    try World.run { world in
      let document = world.firestore.document("c/a")
      let date = Date(timeIntervalSince1970: 1.5)
      document.setData([
        "null": NSNull(), "none": Int?.none as Any, "bool": true, "int": 3, "unsigned": UInt8(4),
        "double": 2.5, "float": Float(0.5), "string": "s", "date": date, "data": Data([1, 2]),
        "stamp": Timestamp(seconds: 1, nanoseconds: 1_999),
        "geo": GeoPoint(latitude: 1, longitude: 2),
        "reference": document, "array": [1, "two"], "map": ["inner": ["deep": 1]],
      ])
      var snapshot: DocumentSnapshot?
      document.addSnapshotListener { news, _ in snapshot = news }
      world.settle()
      let data = try #require(snapshot?.data())
      #expect(data.count == 15)
      #expect(data["null"] is NSNull && data["none"] is NSNull)
      #expect(data["bool"] as? Bool == true)
      #expect(data["int"] as? Int == 3 && data["unsigned"] as? Int == 4)
      #expect(data["double"] as? Double == 2.5 && data["float"] as? Double == 0.5)
      #expect((data["date"] as? Timestamp)?.dateValue() == date)
      #expect(data["data"] as? Data == Data([1, 2]))
      #expect(data["stamp"] as? Timestamp == Timestamp(seconds: 1, nanoseconds: 1_000))
      #expect(data["reference"] as? DocumentReference == document)
      #expect((data["array"] as? [Any])?.last as? String == "two")
      #expect(snapshot?.get("map.inner.deep") as? Int == 1)
      #expect(snapshot?["string"] as? String == "s")
      #expect(snapshot?.get(FieldPath(["absent"])) == nil)
    }
  }

  @Test("show an undecided server timestamp as the reader asks")
  func serverTimestamps() throws {
    try World.run { world in
      world.emulator.latency = FirestoreLatency(write: .seconds(1))
      try world.put("c/a", ("at", 7))
      var snapshot: DocumentSnapshot?
      let document = world.firestore.document("c/a")
      document.addSnapshotListener { news, _ in snapshot = news }
      world.settle()
      document.updateData(["at": FieldValue.serverTimestamp()])
      world.settle()
      #expect(snapshot?.data()?["at"] is NSNull)
      #expect(snapshot?.data(with: .previous)?["at"] as? Int == 7)
      #expect(snapshot?.get("at", serverTimestampBehavior: .estimate) is Timestamp)
      #expect(snapshot?.metadata.hasPendingWrites == true)
    }
  }
}

@Suite("Error")
struct ErrorTests {
  @Test("has the domain and the numbers of the vendor", arguments: FirestoreErrorCode.Code.allCases)
  func numbers(_ code: FirestoreErrorCode.Code) {
    guard code != .OK else { return }
    let error: any Error = FirestoreErrorCode(code)
    let bridged = error as? any CustomNSError
    #expect(bridged?.errorCode == code.rawValue)
    #expect(FirestoreErrorCode.errorDomain == "FIRFirestoreErrorDomain")
    #expect(FirestoreErrorCode.Code(scenarioName: code.scenarioName) == code)
    #expect(error.localizedDescription.isEmpty == false)
  }

  @Test("spells its codes as scenarios do")
  func names() {
    #expect(FirestoreErrorCode.Code.permissionDenied.scenarioName == "permission-denied")
    #expect(FirestoreErrorCode.Code(scenarioName: "ok") == nil)
    #expect(FirestoreErrorCode.Code(scenarioName: "permissionDenied") == nil)
  }
}
