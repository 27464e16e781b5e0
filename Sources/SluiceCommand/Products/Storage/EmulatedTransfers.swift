import FakeStorage
import Foundation
import SluiceRunner
import SluiceSpies
import Synchronization

/// An emulator with its client, and the latest transfer at each place.
final class EmulatedTransfers: Sendable {
  /// A transfer of either kind.
  private typealias Transfer = StorageObservableTask & StorageTaskManagement

  let storage: Storage
  private let emulator: StorageEmulator
  private let transfers = Mutex<[String: any Transfer]>([:])

  init(in setting: FixtureSetting) {
    emulator = StorageEmulator(in: setting.simulation)
    storage = emulator.makeStorage(spy: setting.spy)
  }

  deinit {
    // What still runs when the run is over would keep its task, as in an app that goes on.
    emulator.shutDown()
  }

  /// The latest transfer at a place; nil where there was none.
  func task(at path: String) -> StorageTask? {
    transfers.withLock { $0[storage.reference(withPath: path).fullPath] }
  }

  /// The size of an object at the server; null where there is none.
  func bytes(at path: String) -> Value {
    emulator.contents(of: path).map { data in .integer(Int64(data.count)) } ?? .null
  }

  /// Does what a verb says.
  func perform(_ invocation: Invocation) throws {
    let path = invocation["path"]?.place ?? ""
    switch invocation.name {
    case "storage.upload":
      start(try storage.reference(withPath: path).putData(data(invocation)))
    case "storage.download":
      start(
        storage.reference(withPath: path)
          .getData(maxSize: invocation["max"]?.wholeNumber ?? .max) { _, _ in })
    case "storage.pause": try transfer(at: path).pause()
    case "storage.resume": try transfer(at: path).resume()
    case "storage.cancel": try transfer(at: path).cancel()
    case "storage.put":
      emulator.put(path, try data(invocation), tellsSize: invocation["tells-size"]?.truth != false)
    case "storage.delete": emulator.delete(path)
    case "storage.deny":
      emulator.deny(
        path, code: try StorageError(named: invocation["code"]?.word ?? "permission-denied").code)
    case "storage.allow": emulator.allow(path)
    case "storage.offline": emulator.isReachable = false
    case "storage.online": emulator.isReachable = true
    case "storage.latency": setLatency(invocation)
    case "storage.pieces": emulator.pieceSize = try bytes(invocation)
    case "storage.observers":
      storage.tellsNewestObserverFirst = invocation["order"] == .symbol("newest-first")
    default: throw FixtureError("Storage knows no '\(invocation.name)'")
    }
  }

  private func start(_ transfer: any Transfer) {
    let path = transfer.snapshot.reference.fullPath
    let replaced = transfers.withLock { $0.updateValue(transfer, forKey: path) }
    // What it captures ends outside the lock.
    _ = replaced
  }

  private func transfer(at path: String) throws(FixtureError) -> any StorageTaskManagement {
    let place = storage.reference(withPath: path).fullPath
    guard let transfer = transfers.withLock({ $0[place] }) else {
      throw FixtureError("nothing was uploaded to \(path) or downloaded from it")
    }
    return transfer
  }

  private func bytes(_ invocation: Invocation) throws(FixtureError) -> Int64 {
    let bytes = invocation["bytes"]?.wholeNumber ?? 0
    guard (0...1_000_000_000).contains(bytes) else {
      throw FixtureError("a number of bytes is from 0 to 1000000000")
    }
    return bytes
  }

  private func data(_ invocation: Invocation) throws(FixtureError) -> Data {
    Data(count: Int(try bytes(invocation)))
  }

  private func setLatency(_ invocation: Invocation) {
    func duration(_ kind: String, _ present: Duration) -> Duration {
      invocation[kind]?.nanoseconds.map { .nanoseconds($0) } ?? present
    }
    let present = emulator.latency
    emulator.latency = StorageLatency(
      response: duration("response", present.response), piece: duration("piece", present.piece),
      finish: duration("finish", present.finish),
      resumeData: duration("resume-data", present.resumeData))
  }
}
