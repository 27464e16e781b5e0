import FakeCore
import FakeStorage
import Foundation
public import SluiceProducts
import SluiceSpies
import Synchronization

/// The Storage of one run, as scenario lines speak to it: a script in the unit layer, else an
/// emulator.
public final class StorageBackend: ScriptedBackend {
  private let choice: BackendChoice<ScriptedTransfers, EmulatedTransfers>
  private let instances: RunInstances<Storage>

  init(in setting: FixtureSetting) {
    let choice = BackendChoice(
      of: "storage", in: setting.layer,
      script: { ScriptedTransfers(StorageScript(in: setting.simulation, spy: setting.spy)) },
      emulator: { EmulatedTransfers(in: setting) })
    self.choice = choice
    instances = RunApp.of(setting).instances(
      from: Storage.library { [choice = WeakChoice(choice)] _, bucket in
        choice.requiredInstance({ $0.storage }, { $0.makeStorage(bucket) })
      }, Storage.storage(app:))
  }

  /// The storage that tasks are of.
  var storage: Storage {
    get throws(FixtureError) { try instances.first }
  }

  /// The emulator with its client.
  var transfers: EmulatedTransfers {
    get throws(FixtureError) { try choice.emulator }
  }

  /// The transfer at a place whose stream is read.
  func task(at path: String) throws(FixtureError) -> StorageTask {
    switch choice.backend {
    case .script(let script): script.task(at: path, of: try storage)
    case .emulator: try transfer(at: path)
    }
  }

  /// The latest transfer at a place.
  func transfer(at path: String) throws(FixtureError) -> any EmulatedTransfers.Transfer {
    let place = try storage.reference(withPath: path)
    guard let transfer = try transfers.latest(at: place) else {
      throw FixtureError("nothing was uploaded to \(path) or downloaded from it")
    }
    return transfer
  }

  /// Has the app upload so many bytes.
  func upload(_ bytes: Int, to path: String) throws(FixtureError) {
    try transfers.note(storage.reference(withPath: path).putData(Data(count: bytes)))
  }

  /// Has the app download an object, unless it is too large.
  func download(from path: String, atMost limit: Int64) throws(FixtureError) {
    try transfers.note(storage.reference(withPath: path).getData(maxSize: limit) { _, _ in })
  }

  func chooseScript() throws(FixtureError) {
    try choice.chooseScript()
  }

  /// Has the listeners told what a script verb says.
  public func play(_ call: ScriptedCall) throws {
    try choice.script.play(call)
  }
}

/// A script with one task for each place that was ever named, all of which it speaks to.
private final class ScriptedTransfers: Sendable {
  private let script: StorageScript
  /// The tasks in the order in which they were first named.
  private let tasks = Mutex<[StorageUploadTask]>([])

  init(_ script: StorageScript) {
    self.script = script
  }

  var storage: Storage { script.storage }

  /// The task at a place, made when it is first named.
  func task(at path: String, of storage: Storage) -> StorageTask {
    // Making one calls nobody back, so the lock may be held meanwhile.
    tasks.withLock { tasks in
      let reference = storage.reference(withPath: path)
      if let task = tasks.first(where: { $0.snapshot.reference == reference }) { return task }
      let task = reference.putData(Data())
      tasks.append(task)
      return task
    }
  }

  /// Plays a script verb on every task.
  func play(_ call: ScriptedCall) throws {
    let tasks = tasks.withLock { $0 }
    switch call {
    case .send(let value, let delivery):
      let news = try ScriptedTransferNews(value)
      for task in tasks { news.play(script, task, delivery) }
    case .sendMany(let count, let first):
      for number in 0..<count {
        let news = ScriptedTransferNews.progress(first + number)
        for task in tasks { news.play(script, task, .direct) }
      }
    case .fail(let name, let delivery):
      let error = StorageError(try .init(named: name, of: "Storage"))
      for task in tasks { script.fail(error, to: task, delivery) }
    case .finish(let delivery):
      for task in tasks { script.send(.success, to: task, delivery) }
    case .sendNothing, .sendBoth:
      throw FixtureError("Storage's observers are handed one snapshot, never nothing and never two")
    case .refuse: throw FixtureError("Storage's observe never throws")
    }
  }
}

/// What a script tells of a transfer.
enum ScriptedTransferNews: Sendable {
  /// The bytes that went over and those in all; nil for unknown.
  case progress(Int64, of: Int64? = nil)
  /// A pause or a resume.
  case status(StorageTaskStatus)

  /// What a value that a scenario writes tells: `progress(…)`, a bare number of bytes, `paused()`,
  /// `resumed()`.
  fileprivate init(_ value: Value) throws {
    if case .integer(let completed) = value {
      self = .progress(completed)
    } else if let news = try StorageProduct.news(value) {
      self = news
    } else {
      throw FixtureError("\(value) is not progress(…), paused() or resumed()")
    }
  }

  fileprivate func play(
    _ script: StorageScript, _ task: StorageTask, _ delivery: CallbackDelivery
  ) {
    switch self {
    case .progress(let completed, let total):
      script.sendProgress(completed, of: total ?? -1, to: task, delivery)
    case .status(let status): script.send(status, to: task, delivery)
    }
  }
}

/// An emulator with its client, and the latest transfer at each place.
final class EmulatedTransfers: Sendable {
  /// A transfer of either kind.
  typealias Transfer = StorageObservableTask & StorageTaskManagement

  let emulator: StorageEmulator
  private let spy: Spy
  private let latest = Mutex<[String: any Transfer]>([:])

  init(in setting: FixtureSetting) {
    emulator = StorageEmulator(in: setting.simulation)
    spy = setting.spy
  }

  /// The storage of an app that asks for it.
  func makeStorage(_ bucket: String) -> Storage { emulator.makeStorage(spy: spy, bucket: bucket) }

  deinit {
    // What still runs when the run is over would keep its task, as in an app that goes on.
    emulator.shutDown()
  }

  /// The latest transfer at a place; nil where there was none.
  func latest(at place: StorageReference) -> (any Transfer)? {
    latest.withLock { latest in latest[place.fullPath] }
  }

  /// Puts an object of so many bytes at the server.
  func put(_ bytes: Int, at path: String, tellsSize: Bool) {
    emulator.put(path, Data(count: bytes), tellsSize: tellsSize)
  }

  /// Keeps a transfer that the app began.
  func note(_ transfer: any Transfer) {
    let path = transfer.snapshot.reference.fullPath
    let replaced = latest.withLock { latest in latest.updateValue(transfer, forKey: path) }
    // What it captures ends outside the lock.
    _ = replaced
  }
}
