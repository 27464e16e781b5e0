import FakeCore
import FakeFunctions
import FakeRemoteConfig
import FakeStorage
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Calls with an argument that no fake models")
struct RefusedCallTests {
  /// How a process ends that makes a call.
  private func end(of call: RefusedCall) async -> ExitTest.Result? {
    switch call {
    case .bucketURL:
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try RefusedCall.bucketURL.make()
      }
    case .databaseURL:
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try RefusedCall.databaseURL.make()
      }
    case .configDefault:
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try RefusedCall.configDefault.make()
      }
    case .notification:
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try RefusedCall.notification.make()
      }
    case .socketScheme:
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try RefusedCall.socketScheme.make()
      }
    case .fileURL, .functionData: nil
    }
  }

  @Test(
    "stop the process with a sentence where they have no way to fail",
    .startsIdlePrograms, arguments: RefusedCall.stopping)
  func stops(_ call: RefusedCall) async throws {
    let end = try #require(await end(of: call))
    let words = String(decoding: end.standardErrorContent, as: UTF8.self)
    #expect(words.contains("Fatal error: \(call.sentence)\n"), "\(words)")
  }

  @Test("fail with the product's error and a sentence where they have a completion")
  func fails() throws {
    let files = try RefusedCall.fileURL.make().map { error in error as? StorageError }
    let error = StorageError(.unknown, message: RefusedCall.fileURL.sentence)
    #expect(files == [error, error])
    let data = try RefusedCall.functionData.make().map { error in "\(error)" }
    #expect(data == [RefusedCall.functionData.sentence, RefusedCall.functionData.sentence])
    let others = RefusedCall.allCases.filter { call in !RefusedCall.stopping.contains(call) }
    #expect(others == [.fileURL, .functionData])
  }

  @Test("are few: what JSON has reaches a function")
  func data() throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      let server = FunctionsServer(in: simulation)
      server.setFunction("echo") { call in call.data }
      core.register(server.library())
      FirebaseApp.configure()
      let values: [any Sendable] = [
        "text", 1, UInt8(2), 1.5, true, NSNull(), ["a": [1, 2.5]] as [String: any Sendable],
        ["a", nil] as [String?],
      ]
      for value in values {
        Functions.functions().httpsCallable("echo").call(value) { _, error in
          #expect(error == nil, "\(value)")
        }
      }
      Functions.functions().httpsCallable("echo").call { _, error in #expect(error == nil) }
      #expect(simulation.settle() == nil)
      #expect(server.calls.count == values.count + 1)
      simulation.end()
    }
  }

  @Test("are few: texts and numbers are defaults, and any age but a NaN is one of a template")
  func defaults() throws {
    try Simulation().perform { simulation throws in
      let server = RemoteConfigEmulator(in: simulation)
      let config = server.makeRemoteConfig(spy: Spy(log: EventLog(of: simulation)))
      config.setDefaults([
        "color": NSString(string: "grey"), "size": NSNumber(value: 3),
        "wide": NSNumber(value: true),
      ])
      #expect(config["color"].stringValue == "grey")
      #expect(config["size"].stringValue == "3")
      #expect(config["wide"].boolValue)
      for age in [TimeInterval.infinity, -.infinity, 0, .greatestFiniteMagnitude] {
        config.fetch(withExpirationDuration: age) { status, _ in #expect(status == .success) }
        #expect(simulation.settle() == nil)
      }
      simulation.end()
    }
  }
}
