import FakeDatabase
import FakeFirestore
import FakeRemoteConfig
import FakeStorage
import SluiceProducts
import SluiceSpies
import Testing

@Suite("Errors by the names that scenarios write")
struct NamedErrorTests {
  @Test("are found by their own name, each by another one")
  func names() throws {
    try check(DatabaseError.self)
    try check(FirestoreErrorCode.Code.self)
    try check(RemoteConfigUpdateError.Code.self)
    try check(StorageErrorCode.self)
  }

  private func check<Named: NamedError & Equatable>(_ type: Named.Type) throws {
    #expect(!type.allNamed.isEmpty)
    for error in type.allNamed {
      #expect(try Named(named: error.scenarioName, of: "this") == error)
    }
    #expect(Set(type.allNamed.map { error in error.scenarioName }).count == type.allNamed.count)
  }

  @Test("are refused by a name that none has, with the product's", arguments: ["ok", ""])
  func unknown(name: String) {
    #expect(throws: FixtureError("Firestore has no error '\(name)'")) {
      try FirestoreErrorCode.Code(named: name, of: "Firestore")
    }
    #expect(throws: FixtureError("Storage has no error '\(name)'")) {
      try StorageErrorCode(named: name, of: "Storage")
    }
  }
}
