public import FakeCore
import SluiceSimulation
import SluiceSpies
import Synchronization

/// One client's storage, in the shape of the vendor's SDK, with a fake behind it.
///
/// Not modelled, and refused with a sentence: download URLs, lists of objects, reading and changing
/// metadata, deletion of objects, URLs of places, buckets by other URLs than gs://bucket, files by
/// other URLs than file URLs, settings, awaited transfers, further metadata.
///
/// Fault model. What stands behind it decides: a `StorageScript` hands observers exactly what it is
/// told to, a `StorageEmulator` transfers bytes on the virtual clock. Its behaviour can be told to
/// trap on a second remove, and to keep the closures of removed observers. It never loses or
/// repeats an add or a remove, and does nothing by chance. One registration is one observer with
/// its handle. Source: `FirebaseStorage/Sources/Storage.swift`.
public final class Storage: Sendable {
  /// What says which app the storage belongs to.
  public let membership: AppMembership
  let credentials: UserCredentials
  /// The name of the bucket.
  public let bucket: String
  let backend: any StorageBackend
  let spy: Spy
  let behavior: RegistrationBehavior
  let callbacks: CallbackQueue
  private let newestFirst = Mutex(false)
  /// The tasks that somebody keeps, in the order of their making.
  private let tasks = Mutex<[KeptTask]>([])

  private struct KeptTask: Sendable {
    weak let task: StorageTask?
  }

  init(
    backend: any StorageBackend, simulation: Simulation, spy: Spy, behavior: RegistrationBehavior,
    bucket: String = defaultBucket
  ) {
    membership = AppMembership()
    credentials = UserCredentials(of: membership)
    self.bucket = bucket
    self.backend = backend
    self.spy = spy
    self.behavior = behavior
    callbacks = CallbackQueue(.main, in: simulation)
  }

  /// The root of the bucket.
  public func reference() -> StorageReference {
    StorageReference(storage: self, segments: [])
  }

  /// A place in the bucket; slashes at the ends and in a row count as one.
  public func reference(withPath path: String) -> StorageReference {
    reference().child(path)
  }

  /// Whether observers of one status are told from the newest to the oldest.
  ///
  /// The vendor specifies no order, so a wrapper must not rely on one.
  public var tellsNewestObserverFirst: Bool {
    get { newestFirst.withLock { $0 } }
    set { newestFirst.withLock { $0 = newValue } }
  }

  /// The number of observers that were added through this object and not removed by who added them.
  public var observerCount: Int { spy.active.count }
}

extension Storage {
  /// Takes in a task that was made.
  func add(_ task: StorageTask) {
    tasks.withLock { tasks in
      tasks.removeAll { kept in kept.task == nil }
      tasks.append(KeptTask(task: task))
    }
  }

  /// Lets go of the observers of all tasks, because the app is deleted.
  func closeObservers() {
    let kept = tasks.withLock { tasks in tasks }
    for entry in kept { entry.task?.observers.close() }
  }
}

/// What stands behind a storage: a script, or an emulator.
protocol StorageBackend: Sendable {
  /// Makes what does the work of a new task.
  func makeDriver(of request: TransferRequest, at reference: StorageReference) -> any TaskDriver
  /// Has the transfers of a storage stop where they are, telling nobody.
  func stopTransfers(of storage: Storage)
}
