import FakeCore
import FakeDatabase
import FakeDevice
import FakeFunctions
import FakeRemoteConfig
import FakeStorage
import FakeWebSocket
import Foundation
import SluiceSimulation
import SluiceSpies

/// A call that compiles and whose argument asks for what a fake does not model.
enum RefusedCall: CaseIterable {
  case bucketURL
  case databaseURL
  case configDefault
  case notification
  case socketScheme
  case fileURL
  case functionData

  /// The calls that have no way to fail, and stop the process.
  static let stopping = [
    bucketURL, databaseURL, configDefault, notification, socketScheme,
  ]

  /// What is asked for.
  var part: Part {
    switch self {
    case .bucketURL: Part(MissingStoragePart.bucketURLs)
    case .databaseURL: Part(MissingDatabasePart.databaseURLs)
    case .configDefault: Part(MissingRemoteConfigPart.otherDefaults)
    case .notification: Part(MissingDevicePart.otherNotifications)
    case .socketScheme: Part(MissingWebSocketPart.schemes)
    case .fileURL: Part(MissingStoragePart.fileURLs)
    case .functionData: Part(MissingFunctionsPart.otherData)
    }
  }

  /// The sentence for the caller, with the argument in front.
  var sentence: String {
    let argument =
      switch self {
      case .bucketURL: "gs://bucket/place"
      case .databaseURL: "https://demo.example.test/scores"
      case .configDefault: "colors, a NSArray"
      case .notification: "FakeDeviceBatteryLevelDidChange"
      case .socketScheme: "https://feed.test/v1"
      case .fileURL: "https://demo.example.test/a"
      case .functionData: "Date"
      }
    return "\(argument): \(part.refusal)"
  }

  /// Makes the call, and returns the errors that its completions were told.
  func make() throws -> [any Error] {
    try Simulation().perform { simulation throws in
      let errors = try make(in: simulation, Spy(log: EventLog(of: simulation)))
      simulation.end()
      return errors
    }
  }

  private func make(in simulation: Simulation, _ spy: Spy) throws -> [any Error] {
    let core = try Core(in: simulation)
    var errors: [any Error] = []
    let note = { (error: (any Error)?) in if let error { errors.append(error) } }
    switch self {
    case .bucketURL:
      core.register(StorageEmulator(in: simulation).library(spy: spy))
      FirebaseApp.configure()
      _ = Storage.storage(url: "gs://bucket/place")
    case .databaseURL:
      core.register(DatabaseEmulator(in: simulation).library(spy: spy))
      FirebaseApp.configure()
      _ = Database.database(url: "https://demo.example.test/scores")
    case .configDefault:
      let script = RemoteConfigScript(in: simulation, spy: spy)
      script.remoteConfig.setDefaults(["colors": NSArray(array: [1])])
    case .notification:
      let device = DeviceScript(in: simulation, spy: spy).device
      _ = device.notificationCenter.addObserver(
        forName: Notification.Name("FakeDeviceBatteryLevelDidChange")
      ) { _ in }
    case .socketScheme:
      let url = URL(string: "https://feed.test/v1") ?? URL(filePath: "/")
      _ = WebSocketScript(in: simulation, spy: spy).webSocketTask(with: url)
    case .fileURL:
      let emulator = StorageEmulator(in: simulation)
      emulator.put("a", Data(count: 1))
      let place = emulator.makeStorage(spy: spy).reference(withPath: "a")
      let url = URL(string: "https://demo.example.test/a") ?? URL(filePath: "/")
      place.putFile(from: url) { _, error in note(error) }
      place.write(toFile: url) { _, error in note(error) }
      _ = simulation.settle()
      emulator.shutDown()
    case .functionData:
      core.register(FunctionsServer(in: simulation).library())
      FirebaseApp.configure()
      let function = Functions.functions().httpsCallable("echo")
      function.call(Date(timeIntervalSince1970: 0)) { _, error in note(error) }
      function.call([["at": Date(timeIntervalSince1970: 0)]]) { _, error in note(error) }
      _ = simulation.settle()
    }
    return errors
  }
}
