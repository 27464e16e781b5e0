/// How far a transfer is, as a pure function of what has happened to it.
///
/// Each step says what observers are to be told of, in this order; a step that does not fit the
/// phase changes nothing, so there is one terminal transition at most.
struct TransferState: Sendable {
  enum Phase: Hashable, Sendable {
    /// Made, and not started.
    case created
    /// Started, and its first event has not come.
    case queueing
    case running
    /// A download that was paused, and its resume data is not there.
    case pausing
    case paused
    case succeeded
    case failed
    case cancelled
  }

  private(set) var phase = Phase.created
  private(set) var completedBytes: Int64 = 0
  private(set) var totalBytes: Int64
  private(set) var error: StorageError?
  private(set) var metadata: StorageMetadata?
  /// Counts starts and stops, so that what belongs to an earlier stretch is dropped.
  private(set) var stretch = 0
  private let pausesAtOnce: Bool

  /// A transfer that was not started: an upload has a total of 0 at first, a download an unknown
  /// one.
  init(isUpload: Bool, metadata: StorageMetadata? = nil) {
    pausesAtOnce = isUpload
    totalBytes = isUpload ? 0 : -1
    self.metadata = metadata
  }

  /// Whether nothing can happen to it any more.
  var isOver: Bool {
    switch phase {
    case .succeeded, .failed, .cancelled: true
    case .created, .queueing, .running, .pausing, .paused: false
    }
  }

  /// What a snapshot says that is not made for an observer.
  var status: StorageTaskStatus {
    switch phase {
    case .created: .unknown
    case .queueing, .running: .resume
    case .pausing, .paused: .pause
    case .succeeded: .success
    case .failed, .cancelled: .failure
    }
  }

  /// Whether a new observer of a status is told at once; one of a cancelled task never is.
  func replays(_ observed: StorageTaskStatus) -> Bool {
    switch (phase, observed) {
    case (.running, .resume), (.running, .progress), (.paused, .pause), (.succeeded, .success),
      (.failed, .failure):
      true
    default: false
    }
  }

  /// What a snapshot of a status is made of.
  func facts(_ status: StorageTaskStatus) -> TransferFacts {
    TransferFacts(
      status: status, completedBytes: completedBytes, totalBytes: totalBytes, error: error,
      metadata: metadata)
  }
}

// MARK: - Steps

extension TransferState {
  /// The app starts it.
  mutating func enqueue() -> Bool {
    guard phase == .created else { return false }
    phase = .queueing
    return true
  }

  /// Its first event has come.
  mutating func begin() -> Bool {
    guard phase == .queueing else { return false }
    phase = .running
    return true
  }

  /// Bytes went over, so many in all.
  mutating func advance(to completedBytes: Int64, of totalBytes: Int64) -> [TransferFacts] {
    guard phase == .running else { return [] }
    self.completedBytes = completedBytes
    self.totalBytes = totalBytes
    return [facts(.progress)]
  }

  /// The app pauses it: an upload stands still at once, a download when its resume data is there.
  mutating func pause() -> [TransferFacts] {
    guard phase == .running || phase == .queueing else { return [] }
    stretch += 1
    guard pausesAtOnce || phase == .queueing else {
      phase = .pausing
      return []
    }
    phase = .paused
    return [facts(.pause)]
  }

  /// The resume data of a paused download is there.
  mutating func receiveResumeData() -> [TransferFacts] {
    guard phase == .pausing else { return [] }
    phase = .paused
    return [facts(.pause)]
  }

  /// The app resumes it.
  mutating func resume() -> [TransferFacts] {
    guard phase == .paused || phase == .pausing else { return [] }
    stretch += 1
    phase = .running
    return [facts(.resume)]
  }

  /// The server has everything, or everything has arrived.
  mutating func succeed(_ metadata: StorageMetadata?) -> [TransferFacts] {
    guard phase == .running else { return [] }
    let last = facts(.progress)
    self.metadata = metadata
    phase = .succeeded
    return [last, facts(.success)]
  }

  /// It can't go on.
  mutating func fail(_ error: StorageError) -> [TransferFacts] {
    guard phase == .running else { return [] }
    let last = facts(.progress)
    self.error = error
    phase = .failed
    return [last, facts(.failure)]
  }

  /// The app cancels it: a failure without a progress before it.
  mutating func cancel() -> [TransferFacts] {
    guard !isOver else { return [] }
    error = StorageError(.cancelled)
    phase = .cancelled
    return [facts(.failure)]
  }
}

// MARK: - What a script says

extension TransferState {
  /// Takes what a script has said as the present state, whatever was before.
  mutating func become(_ facts: TransferFacts) {
    completedBytes = facts.completedBytes
    totalBytes = facts.totalBytes
    error = facts.error
    phase =
      switch facts.status {
      case .unknown: .created
      case .resume, .progress: .running
      case .pause: .paused
      case .success: .succeeded
      case .failure: facts.error?.code == .cancelled ? .cancelled : .failed
      }
  }
}

/// What is known of a task at one moment, without the task.
struct TransferFacts: Sendable {
  var status: StorageTaskStatus
  var completedBytes: Int64
  var totalBytes: Int64
  var error: StorageError?
  var metadata: StorageMetadata?
}
