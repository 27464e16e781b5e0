import FakeAuth
import FakeCore
import FakeDatabase
import FakeDevice
import FakeFirestore
import FakeFunctions
import FakeMessaging
import FakeRemoteConfig
import FakeStorage
import FakeWebSocket
import Foundation
import SluiceSpies
import Testing

/// A part that a fake lacks, whichever fake it is.
struct Part: Hashable {
  /// The module of the fake.
  let fake: String
  /// What the documentation calls it.
  let name: String
  /// What a caller reads.
  let refusal: String

  init(_ part: some MissingPart) {
    fake = type(of: part).fake
    name = part.rawValue
    refusal = part.refusal
  }
}

extension Part: CustomTestStringConvertible {
  var testDescription: String { "\(fake): \(name)" }
}

/// A fake with the parts that it lacks.
struct FakeUnderTest {
  /// The module.
  let module: String
  /// The file with the fake's main type, in the folder of the module.
  let file: String
  /// What it lacks, in the order of the documentation.
  let parts: [Part]

  private init<Missing: MissingPart>(_ missing: Missing.Type, documentedIn file: String) {
    module = Missing.fake
    self.file = file
    parts = missing.allCases.map { part in Part(part) }
  }

  /// Every fake that stands for a product of a vendor's.
  static let all = [
    FakeUnderTest(MissingAuthPart.self, documentedIn: "API/Auth.swift"),
    FakeUnderTest(MissingCorePart.self, documentedIn: "FirebaseApp.swift"),
    FakeUnderTest(MissingDatabasePart.self, documentedIn: "API/Database.swift"),
    FakeUnderTest(MissingDevicePart.self, documentedIn: "FakeDevice.swift"),
    FakeUnderTest(MissingFirestorePart.self, documentedIn: "API/Firestore.swift"),
    FakeUnderTest(MissingFunctionsPart.self, documentedIn: "Functions.swift"),
    FakeUnderTest(MissingMessagingPart.self, documentedIn: "Messaging.swift"),
    FakeUnderTest(MissingRemoteConfigPart.self, documentedIn: "API/RemoteConfig.swift"),
    FakeUnderTest(MissingStoragePart.self, documentedIn: "API/Storage.swift"),
    FakeUnderTest(MissingWebSocketPart.self, documentedIn: "FakeWebSocketTask.swift"),
  ]

  /// The fakes of no vendor's product, which lack nothing: shapes of callbacks, and protocols.
  static let ofNoVendor: Set = ["FakeListener", "Interop"]

  /// The root of the repository.
  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// The folder of all fakes.
  static let folder = repository.appending(path: "Sources/Fakes")
}

extension FakeUnderTest: CustomTestStringConvertible {
  var testDescription: String { module }
}
