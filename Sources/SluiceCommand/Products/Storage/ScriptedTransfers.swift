import FakeStorage
import Foundation
import SluiceRunner
import SluiceSpies
import Synchronization

/// A script with one task for each place that was ever named, all of which it speaks to.
final class ScriptedTransfers: Sendable {
  private let script: StorageScript
  /// The tasks in the order in which they were first named.
  private let tasks = Mutex<[StorageUploadTask]>([])

  init(_ script: StorageScript) {
    self.script = script
  }

  /// The number of observers of all tasks.
  var observerCount: Int { script.storage.observerCount }

  /// The task at a place, made when it is first named.
  func task(at path: String) -> StorageTask {
    // Making one calls nobody back, so the lock may be held meanwhile.
    tasks.withLock { tasks in
      let reference = script.storage.reference(withPath: path)
      if let task = tasks.first(where: { $0.snapshot.reference == reference }) { return task }
      let task = reference.putData(Data())
      tasks.append(task)
      return task
    }
  }

  /// Plays a script verb on every task.
  func perform(_ call: ScriptedCall) throws {
    let tasks = tasks.withLock { $0 }
    switch call {
    case .send(let value, let delivery):
      let news = try ScriptedTransferNews(value)
      for task in tasks { news.play(script, task, delivery) }
    case .sendMany(let count, let first):
      guard count >= 0 else { throw FixtureError("a number of values is not negative") }
      for number in 0..<count {
        for task in tasks {
          script.sendProgress(first + number, of: -1, to: task)
        }
      }
    case .fail(let name, let delivery):
      let error = try StorageError(named: name)
      for task in tasks { script.fail(error, to: task, delivery) }
    case .finish(let delivery):
      for task in tasks { script.send(.success, to: task, delivery) }
    case .sendNothing, .sendBoth:
      throw FixtureError("Storage's observers are handed one snapshot, never nothing and never two")
    case .refuse: throw FixtureError("Storage's observe never throws")
    }
  }
}

/// What a script tells of a transfer: `progress(…)`, a bare number of bytes, `paused()`,
/// `resumed()`.
private enum ScriptedTransferNews {
  case progress(Int64, of: Int64)
  case status(StorageTaskStatus)

  init(_ value: Value) throws(FixtureError) {
    switch value {
    case .integer(let completed): self = .progress(completed, of: -1)
    case .call("paused", _): self = .status(.pause)
    case .call("resumed", _): self = .status(.resume)
    case .call("progress", let arguments):
      guard arguments.count == 2, let completed = arguments[0].value.wholeNumber else {
        throw FixtureError("\(value) does not say how many bytes went over")
      }
      self = .progress(completed, of: arguments[1].value.wholeNumber ?? -1)
    default: throw FixtureError("\(value) is not progress(…), paused() or resumed()")
    }
  }

  func play(_ script: StorageScript, _ task: StorageTask, _ delivery: CallbackDelivery) {
    switch self {
    case .progress(let completed, let total):
      script.sendProgress(completed, of: total, to: task, delivery)
    case .status(let status): script.send(status, to: task, delivery)
    }
  }
}

extension StorageError {
  init(named name: String) throws(FixtureError) {
    guard let code = StorageErrorCode(scenarioName: name) else {
      throw FixtureError("Storage has no error '\(name)'")
    }
    self.init(code)
  }
}
