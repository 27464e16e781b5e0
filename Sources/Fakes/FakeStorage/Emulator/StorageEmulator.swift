import FakeCore
public import Foundation
public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A storage server with the device of one client, transferring bytes on the virtual clock.
///
/// Fault model. It can be told to take its time, by part of a transfer; to send bytes in pieces of
/// any size; to refuse transfers below a path, before and after they began; to be out of reach, for
/// which a client waits as long as the SDK does; not to say how large an object is; to tell the
/// newest observer first. It never loses or reorders bytes, never ends a task twice, and never
/// calls back inside a call of the app's. A transfer that runs keeps its task, as in the SDK: it
/// ends by itself, by a cancel, or by `shutDown()`. Sources:
/// `FirebaseStorage/Sources/Storage{ObservableTask,Task,UploadTask,DownloadTask}.swift`.
public final class StorageEmulator: Sendable {
  private struct State {
    var objects: [String: StoredObject] = [:]
    var files: [String: Data] = [:]
    var denials: [StorageDenial] = []
    var latency: StorageLatency
    var pieceSize: Int64 = 262_144
    var isReachable = true
    /// The tasks that run, in the order of their starts.
    var running: [StorageTask] = []
  }

  /// How long a client tries to reach the server: ten minutes, as the SDK does.
  static let retryTime = Duration.seconds(600)

  let simulation: Simulation
  let worker: CallbackQueue
  private let state: Mutex<State>

  /// A server without objects, and a device without files.
  ///
  /// - Parameters:
  ///   - simulation: Whose clock and events it uses.
  ///   - latency: How long the parts of a transfer take.
  public init(in simulation: Simulation, latency: StorageLatency = StorageLatency()) {
    self.simulation = simulation
    worker = CallbackQueue(.generic, in: simulation)
    state = Mutex(State(latency: latency))
  }

  /// The client's storage.
  ///
  /// - Parameters:
  ///   - spy: What records the adds, removes and callbacks of observers.
  ///   - behavior: How observers are treated throughout.
  ///   - bucket: The name of its bucket.
  /// - Returns: The storage, which keeps the emulator.
  public func makeStorage(
    spy: Spy, behavior: RegistrationBehavior = RegistrationBehavior(),
    bucket: String = Storage.defaultBucket
  ) -> Storage {
    Storage(backend: self, simulation: simulation, spy: spy, behavior: behavior, bucket: bucket)
  }

  /// How long the parts of a transfer take from now on; what is under way keeps its time.
  public var latency: StorageLatency {
    get { state.withLock { $0.latency } }
    set { state.withLock { $0.latency = newValue } }
  }

  /// The bytes that go over in one piece, 256 KiB unless it is said; at least 1.
  public var pieceSize: Int64 {
    get { state.withLock { $0.pieceSize } }
    set { state.withLock { $0.pieceSize = max(1, newValue) } }
  }

  /// Whether the server can be reached; transfers wait where it can't, and fail after ten minutes.
  public var isReachable: Bool {
    get { state.withLock { $0.isReachable } }
    set {
      let waiting = state.withLock { state in
        let isBack = newValue && !state.isReachable
        state.isReachable = newValue
        return isBack ? state.running : []
      }
      for task in waiting { (task.driver as? EmulatedTransfer)?.reach(task) }
    }
  }

  /// Lets go of what runs without telling anybody, as the end of a process does.
  public func shutDown() {
    let stopped = state.withLock { state in
      defer { state.running = [] }
      return state.running
    }
    // What they capture ends outside the lock.
    _ = stopped
  }
}

// MARK: - The server's objects and the device's files

extension StorageEmulator {
  /// Puts an object at the server, whatever the rules say.
  ///
  /// - Parameters:
  ///   - path: The place.
  ///   - data: The bytes.
  ///   - tellsSize: Whether a download learns the size at its first answer, and not at its end.
  public func put(_ path: String, _ data: Data, tellsSize: Bool = true) {
    _ = store(data, StorageMetadata(), at: path, tellsSize: tellsSize)
  }

  /// Takes an object away at the server, whatever the rules say; what is being downloaded goes on.
  public func delete(_ path: String) {
    state.withLock { _ = $0.objects.removeValue(forKey: Self.key(path)) }
  }

  /// The bytes of an object at the server; nil where there is none.
  public func contents(of path: String) -> Data? {
    state.withLock { $0.objects[Self.key(path)]?.data }
  }

  /// Refuses transfers below a path from now on; those that run learn it at their next answer.
  ///
  /// - Parameters:
  ///   - path: The place.
  ///   - code: The error that says so.
  public func deny(_ path: String, code: StorageErrorCode = .unauthorized) {
    let denial = StorageDenial(segments: path.split(separator: "/"), error: StorageError(code))
    state.withLock { $0.denials.append(denial) }
  }

  /// Refuses transfers below a path from now on to everybody but those who are signed in when they
  /// ask the server.
  ///
  /// - Parameters:
  ///   - path: The place.
  ///   - uid: The only user whom it does not refuse; nil for whoever is signed in.
  public func protect(_ path: String, for uid: String? = nil) {
    let denial = StorageDenial(
      segments: path.split(separator: "/"), error: StorageError(.unauthorized),
      spared: uid.map { uid in .user(uid) } ?? .users)
    state.withLock { $0.denials.append(denial) }
  }

  /// Takes back what was denied at exactly this path.
  public func allow(_ path: String) {
    let segments = path.split(separator: "/")
    state.withLock { $0.denials.removeAll { $0.segments == segments } }
  }

  /// Puts a file on the device.
  public func putFile(_ path: String, _ data: Data) {
    state.withLock { $0.files[path] = data }
  }

  /// The bytes of a file on the device; nil where there is none.
  public func file(_ path: String) -> Data? {
    state.withLock { $0.files[path] }
  }

  /// Stores an object, and returns what is known of it.
  func store(
    _ data: Data, _ metadata: StorageMetadata, at path: String, tellsSize: Bool = true
  ) -> StorageMetadata {
    let key = Self.key(path)
    return state.withLock { state in
      let generation = (state.objects[key]?.metadata.generation ?? 0) + 1
      let stored = metadata.stored(
        bucket: Storage.defaultBucket, path: key, size: Int64(data.count), generation: generation)
      state.objects[key] = StoredObject(data: data, metadata: stored, tellsSize: tellsSize)
      return stored
    }
  }

  /// The object at a place.
  func object(at path: String) -> StoredObject? {
    state.withLock { $0.objects[path] }
  }

  /// Why the server refuses a transfer at a place; nil if it does not.
  func refusal(at path: String, to uid: String?) -> StorageError? {
    state.withLock { state in
      state.denials.first { denial in denial.concerns(path) && !denial.spared.includes(uid) }?.error
    }
  }

  /// Whether some rule makes a difference between users, so that requests carry tokens.
  var wantsUsers: Bool {
    state.withLock { state in state.denials.contains { denial in denial.spared != .nobody } }
  }

  private static func key(_ path: String) -> String {
    path.split(separator: "/").joined(separator: "/")
  }
}

// MARK: - The transfers

extension StorageEmulator: StorageBackend {
  func makeDriver(
    of request: TransferRequest, at reference: StorageReference
  ) -> any TaskDriver {
    EmulatedTransfer(request, path: reference.fullPath, emulator: self)
  }

  /// Keeps a task while it runs.
  func keep(_ task: StorageTask) {
    guard !task.reference.storage.membership.isOver else { return }
    state.withLock { state in
      if !state.running.contains(where: { $0 === task }) { state.running.append(task) }
    }
  }

  func stopTransfers(of storage: Storage) {
    let stopped = state.withLock { state in
      let stopped = state.running.filter { task in task.reference.storage === storage }
      state.running.removeAll { task in task.reference.storage === storage }
      return stopped
    }
    // What they capture ends outside the lock.
    withExtendedLifetime(stopped) {}
  }

  /// Lets go of a task that does not run any more.
  func release(_ task: StorageTask) {
    state.withLock { state in state.running.removeAll { $0 === task } }
  }
}

/// How long each part of a transfer takes on the virtual clock; nothing takes any time unless it is
/// said.
public struct StorageLatency: Hashable, Sendable {
  /// From the start until the server's first answer, and from a resume until bytes go over again.
  public var response: Duration
  /// For each piece of bytes.
  public var piece: Duration
  /// From the last piece until the client knows that all is stored, or all has arrived.
  public var finish: Duration
  /// From the pause of a download until its resume data is there.
  public var resumeData: Duration

  /// Latencies for each part; zero or less is at the same virtual instant.
  public init(
    response: Duration = .zero, piece: Duration = .zero, finish: Duration = .zero,
    resumeData: Duration = .zero
  ) {
    self.response = response
    self.piece = piece
    self.finish = finish
    self.resumeData = resumeData
  }
}

/// An object at the server.
struct StoredObject: Sendable {
  var data: Data
  var metadata: StorageMetadata
  /// Whether the server tells a downloading client how large the object is.
  var tellsSize = true
}

/// What the server refuses.
private struct StorageDenial: Sendable {
  /// The place, below which everything is concerned.
  var segments: [Substring]
  var error: StorageError
  /// Whom it does not refuse.
  var spared = Spared.nobody

  /// Whether it concerns a place.
  func concerns(_ path: String) -> Bool {
    path.split(separator: "/").starts(with: segments)
  }
}
