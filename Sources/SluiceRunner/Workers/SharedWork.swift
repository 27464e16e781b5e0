import Dispatch
import Foundation
import Synchronization

/// One of several that share work: it belongs to one thread.
package protocol WorkSharer<Item, Outcome>: SendableMetatype {
  /// What is to be done.
  associatedtype Item: Sendable
  /// What comes of it.
  associatedtype Outcome: Sendable

  /// Does one piece of the work.
  ///
  /// - Parameter item: The piece.
  /// - Returns: What came of it.
  /// - Throws: What keeps the whole work from going on.
  func outcome(of item: Item) throws -> Outcome

  /// Told when there is nothing left to do.
  func dismiss()
}

/// Work that threads share, whose outcomes come in the order of the work, whoever was done first.
///
/// Nothing but time hangs on how many share it. What is done and has to wait for its turn is
/// bounded: where one piece takes long, the others run ahead by so many, and then wait.
package struct SharedWork {
  /// How many pieces for each sharer may be done or under way while one is waited for.
  private static let longestWait = 64

  private let jobs: Int
  private let isApart: Bool
  private let ahead: Int

  /// Work for so many at a time.
  ///
  /// - Parameters:
  ///   - jobs: How many.
  ///   - isApart: Whether the next piece is given out before the caller is told of the last; one
  ///     alone has a thread of its own then, and else does it on the thread that calls, piece by
  ///     piece.
  ///   - ahead: How many pieces there are for each sharer that are not done, at most, with those
  ///     under way. What a sequence makes of the outcomes so far comes by so many pieces late.
  package init(jobs: Int, isApart: Bool = false, ahead: Int = 2) {
    precondition(jobs > 0, "\(jobs) jobs do no work")
    precondition(ahead > 0, "nobody has anything to do")
    self.jobs = jobs
    self.ahead = ahead
    self.isApart = isApart
  }

  /// Has all work done.
  ///
  /// - Parameters:
  ///   - items: The pieces, each taken when there are few left to do: a sequence that ends early
  ///     stops the work.
  ///   - makeSharer: Makes whoever does a part of the work, on the thread that does it.
  ///   - each: Told of each piece and of what came of it, in order, on the thread that calls;
  ///     whether to go on. Of what was done beyond the last piece that it is told of it never
  ///     hears.
  /// - Throws: What a sharer throws for the first piece for which one does, and what `each` throws.
  ///   Nobody works any more then.
  package func run<Sharer: WorkSharer>(
    _ items: some Sequence<Sharer.Item>, _ makeSharer: @escaping @Sendable () -> Sharer,
    each: (Sharer.Item, Sharer.Outcome) throws -> Bool
  ) throws {
    if jobs == 1, !isApart {
      let sharer = makeSharer()
      defer { sharer.dismiss() }
      for item in items { guard try each(item, sharer.outcome(of: item)) else { return } }
      return
    }
    let table = WorkTable<Sharer.Item, Sharer.Outcome>()
    let sharers = DispatchGroup()
    for _ in 0..<jobs {
      sharers.enter()
      Thread.detachNewThread {
        table.share(makeSharer())
        sharers.leave()
      }
    }
    defer {
      table.close(sharers: jobs)
      sharers.wait()
    }
    var items = items.makeIterator()
    var given: [Sharer.Item] = []
    // How many were given out, done, and told of.
    var (done, told, isOpen) = (0, 0, true)
    func giveOut(_ done: Int) {
      let most = min(done + jobs * ahead, told + jobs * Self.longestWait)
      while isOpen, told + given.count < most {
        guard let item = items.next() else {
          isOpen = false
          break
        }
        given.append(item)
        table.put(item)
      }
    }
    while true {
      giveOut(done)
      guard !given.isEmpty else { return }
      table.awaitOutcome()
      done += 1
      while !given.isEmpty, let outcome = table.takeOutcome(told) {
        let result = try outcome.get()
        // It is done, though nobody may have waited for the news of it.
        if isApart { giveOut(max(done, told + 1)) }
        guard try each(given[0], result) else { return }
        told += 1
        given.removeFirst()
      }
    }
  }
}

/// What is to be done, and what came of it, between the one who hands out and those who work.
private final class WorkTable<Item: Sendable, Outcome: Sendable>: Sendable {
  private struct State {
    var waiting: [(number: Int, item: Item)] = []
    var count = 0
    var outcomes: [Int: Result<Outcome, any Error>] = [:]
    /// Whether somebody has failed: nobody is told of what had not begun by then.
    var hasFailed = false
  }

  private let state = Mutex(State())
  /// Counts what waits; and once for each who is to go when nothing does.
  private let work = DispatchSemaphore(value: 0)
  /// Counts what was done.
  private let news = DispatchSemaphore(value: 0)

  func put(_ item: Item) {
    state.withLock { state in
      if !state.hasFailed { state.waiting.append((state.count, item)) }
      state.count += 1
    }
    work.signal()
  }

  func awaitOutcome() { news.wait() }

  func takeOutcome(_ number: Int) -> Result<Outcome, any Error>? {
    state.withLock { state in state.outcomes.removeValue(forKey: number) }
  }

  /// Lets nobody begin on anything any more.
  func close(sharers: Int) {
    state.withLock { state in state.waiting = [] }
    for _ in 0..<sharers { work.signal() }
  }

  /// Works until the table is closed.
  func share(_ sharer: some WorkSharer<Item, Outcome>) {
    while true {
      work.wait()
      let next = state.withLock { state in
        state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      }
      guard let next else { return sharer.dismiss() }
      let outcome = Result { try sharer.outcome(of: next.item) }
      state.withLock { state in
        state.outcomes[next.number] = outcome
        guard case .failure = outcome else { return }
        state.hasFailed = true
        state.waiting = []
      }
      news.signal()
    }
  }
}
