import Synchronization

/// A notice that was put up under a name.
public struct Notice: Sendable {
  /// The text of the notice.
  public let text: String

  /// A notice with a text.
  public init(text: String) { self.text = text }
}

/// A board that posts notices to observers, as notification centres do.
public protocol Board: Sendable {
  func addObserver(
    forName name: String, using block: @escaping @Sendable (Notice) -> Void
  ) -> any Sendable
  func removeObserver(_ observer: any Sendable)
}

/// A bulletin that shares one observer of a board among all its readers.
public final class Bulletin: AsyncSequence, Sendable {
  private struct State {
    var readers: [Int: AsyncStream<Notice>.Continuation] = [:]
    var lastReader = 0
    /// The number of the issue, which ends when its last reader leaves.
    var issue = 0
    var isOpen = false
    var observer: (any Sendable)?
  }

  private let board: any Board
  private let name: String
  private let state = Mutex(State())

  /// A bulletin of the notices with a name.
  public init(of board: any Board, named name: String) {
    self.board = board
    self.name = name
  }

  /// An iterator over the notices from now on.
  public func makeAsyncIterator() -> AsyncStream<Notice>.Iterator {
    let (stream, continuation) = AsyncStream<Notice>.makeStream()
    let (reader, opened) = state.withLock { state -> (Int, Int?) in
      defer { state.isOpen = true }
      state.lastReader += 1
      state.readers[state.lastReader] = continuation
      return (state.lastReader, state.isOpen ? nil : state.issue)
    }
    continuation.onTermination = { _ in self.leave(reader) }
    if let opened { open(opened) }
    return stream.makeAsyncIterator()
  }

  private func open(_ issue: Int) {
    let observer = board.addObserver(forName: name) { [weak self] notice in
      self?.tell(notice, of: issue)
    }
    let isLate = state.withLock { state in
      if state.issue == issue { state.observer = observer }
      return state.issue != issue
    }
    if isLate { board.removeObserver(observer) }
  }

  private func tell(_ notice: Notice, of issue: Int) {
    let readers = state.withLock { state in state.issue == issue ? state.readers : [:] }
    for reader in readers.keys.sorted() { readers[reader]?.yield(notice) }
  }

  private func leave(_ reader: Int) {
    let observer: (any Sendable)? = state.withLock { state in
      state.readers[reader] = nil
      guard state.readers.isEmpty, state.isOpen else { return nil }
      #if LEAKS
        return nil
      #else
        state.issue += 1
        state.isOpen = false
        return state.observer.take()
      #endif
    }
    if let observer { board.removeObserver(observer) }
  }
}
