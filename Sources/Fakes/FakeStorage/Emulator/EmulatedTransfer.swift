import FakeCore
import Foundation
import SluiceSimulation
import SluiceSpies
import Synchronization

/// The course of one transfer: events on the worker queue, each of which takes a step of its task.
///
/// An event that belongs to an earlier stretch, from before a pause or the task's end, is dropped.
final class EmulatedTransfer: TaskDriver {
  private struct State {
    /// The bytes that go over, once they are known.
    var data: Data?
    /// The total that the client is told; negative where the server does not say.
    var toldTotal: Int64 = -1
    /// Whose token the request carries.
    var user: String?
    /// Whether it waits for the server to be reached.
    var isWaiting = false
    /// Counts the times when it had to wait, so that only the last of them is given up.
    var waits = 0
  }

  private let request: TransferRequest
  private let path: String
  private let emulator: StorageEmulator
  private let state = Mutex(State())

  init(_ request: TransferRequest, path: String, emulator: StorageEmulator) {
    self.request = request
    self.path = path
    self.emulator = emulator
  }

  // MARK: What the app asks for

  func enqueue(_ task: StorageTask) {
    guard task.withState({ $0.enqueue() }) else { return }
    emulator.keep(task)
    onWorker("begin", task) { [self] task in
      guard task.withState({ $0.begin() }) else { return }
      request(task)
    }
  }

  func pause(_ task: StorageTask) {
    onWorker("pause", task) { [self] task in
      task.change { $0.pause() }
      switch task.withState({ $0.phase }) {
      case .paused: emulator.release(task)
      case .pausing: awaitResumeData(task)
      default: break
      }
    }
  }

  func resume(_ task: StorageTask) {
    emulator.keep(task)
    onWorker("resume", task) { [self] task in
      if task.change({ $0.resume() }) {
        request(task)
      } else if task.withState({ $0.phase == .created || $0.isOver }) {
        emulator.release(task)
      }
    }
  }

  func cancel(_ task: StorageTask) {
    onWorker("cancel", task) { [self] task in
      if task.change({ $0.cancel() }) { end(task, .failure(StorageError(.cancelled))) }
    }
  }

  /// The server can be reached again.
  func reach(_ task: StorageTask) {
    let wasWaiting = state.withLock { state in
      defer { state.isWaiting = false }
      return state.isWaiting
    }
    guard wasWaiting, task.withState({ $0.phase == .running }) else { return }
    request(task)
  }

  // MARK: The course

  /// Asks the server, which answers after a while.
  private func request(_ task: StorageTask) {
    guard !waitsForServer(task) else { return }
    guard emulator.wantsUsers else { return send(task) }
    // The task that runs is the emulator's to keep, and not this closure's.
    task.reference.storage.credentials.fetch { [self, weak task] token in
      state.withLock { state in state.user = token?.uid }
      if let task { send(task) }
    }
  }

  private func send(_ task: StorageTask) {
    next("answer", task, after: emulator.latency.response) { [self] task in
      guard !waitsForServer(task) else { return }
      if let error = refusal { return fail(task, error) }
      if state.withLock({ $0.data == nil }) {
        do throws(StorageError) {
          try open()
        } catch {
          return fail(task, error)
        }
      }
      schedulePiece(task)
    }
  }

  private var refusal: StorageError? {
    emulator.refusal(at: path, to: state.withLock { state in state.user })
  }

  /// Finds the bytes that are to go over.
  private func open() throws(StorageError) {
    if let file = request.file, !file.isFileURL {
      let refusal = MissingStoragePart.fileURLs.refusal
      throw StorageError(.unknown, message: "\(file.absoluteString): \(refusal)")
    }
    switch request {
    case .upload(let data, _): remember(data, total: Int64(data.count))
    case .uploadFile(let file, _):
      guard let data = emulator.file(file.path) else {
        throw StorageError(.unknown, message: "there is no file at \(file.path)")
      }
      remember(data, total: Int64(data.count))
    case .download, .downloadFile:
      guard let object = emulator.object(at: path) else { throw StorageError(.objectNotFound) }
      if case .download(let maxSize) = request, object.data.count > maxSize {
        throw StorageError(.downloadSizeExceeded)
      }
      remember(object.data, total: object.tellsSize ? Int64(object.data.count) : -1)
    }
  }

  private func remember(_ data: Data, total: Int64) {
    state.withLock { state in
      state.data = data
      state.toldTotal = total
    }
  }

  private func schedulePiece(_ task: StorageTask) {
    let (data, total) = state.withLock { ($0.data ?? Data(), $0.toldTotal) }
    let size = Int64(data.count)
    let completed = task.withState { $0.completedBytes }
    guard completed < size else { return scheduleFinish(task) }
    next("piece", task, after: emulator.latency.piece) { [self] task in
      guard !waitsForServer(task) else { return }
      let bytes = min(size, completed + emulator.pieceSize)
      task.change { $0.advance(to: bytes, of: total) }
      schedulePiece(task)
    }
  }

  private func scheduleFinish(_ task: StorageTask) {
    next("finish", task, after: emulator.latency.finish) { [self] task in
      guard !waitsForServer(task) else { return }
      if let error = refusal { return fail(task, error) }
      succeed(task, with: state.withLock { $0.data ?? Data() })
    }
  }

  private func succeed(_ task: StorageTask, with data: Data) {
    switch request {
    case .upload, .uploadFile:
      let metadata = emulator.store(data, request.metadata ?? StorageMetadata(), at: path)
      if task.change({ $0.succeed(metadata) }) { end(task, .metadata(metadata)) }
    case .download:
      if task.change({ $0.succeed(nil) }) { end(task, .data(data)) }
    case .downloadFile(let file):
      emulator.putFile(file.path, data)
      if task.change({ $0.succeed(nil) }) { end(task, .data(data)) }
    }
  }

  private func fail(_ task: StorageTask, _ error: StorageError) {
    if task.change({ $0.fail(error) }) { end(task, .failure(error)) }
  }

  private func end(_ task: StorageTask, _ result: TransferResult) {
    emulator.release(task)
    guard let completion = task.takeCompletion() else { return }
    task.reference.storage.callbacks.async("storage.complete") { completion.call(result) }
  }

  // MARK: Waiting

  /// Whether the server is out of reach; then the transfer waits for it, up to the retry time.
  private func waitsForServer(_ task: StorageTask) -> Bool {
    if emulator.isReachable { return false }
    let wait = state.withLock { state in
      state.isWaiting = true
      state.waits += 1
      return state.waits
    }
    next("give-up", task, after: StorageEmulator.retryTime) { [self] task in
      let stillWaits = state.withLock { $0.isWaiting && $0.waits == wait }
      if stillWaits { fail(task, StorageError(.retryLimitExceeded)) }
    }
    return true
  }

  private func awaitResumeData(_ task: StorageTask) {
    let stretch = task.withState { $0.stretch }
    onWorker("resume-data", task, after: emulator.latency.resumeData) { [self] task in
      guard task.withState({ $0.stretch == stretch }) else { return }
      if task.change({ $0.receiveResumeData() }) { emulator.release(task) }
    }
  }

  /// Has something happen later, if the task still runs in the same stretch then.
  private func next(
    _ what: String, _ task: StorageTask, after delay: Duration,
    _ action: @escaping (StorageTask) -> Void
  ) {
    let stretch = task.withState { $0.stretch }
    onWorker(what, task, after: delay) { task in
      guard task.withState({ $0.stretch == stretch && $0.phase == .running }) else { return }
      action(task)
    }
  }

  /// Has something happen on the worker queue, unless the app is deleted by then; the event alone
  /// does not keep the task.
  private func onWorker(
    _ what: String, _ task: StorageTask, after delay: Duration = .zero,
    _ action: @escaping (StorageTask) -> Void
  ) {
    emulator.worker.asyncAfter(delay, "storage.\(what)") { [weak task] in
      if let task, !task.reference.storage.membership.isOver { action(task) }
    }
  }
}
