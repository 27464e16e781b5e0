import Dispatch
package import SluiceRunner
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
  private let ahead: Int?
  private let start: OwnThread.Start

  /// Work for so many at a time.
  ///
  /// - Parameters:
  ///   - jobs: How many.
  ///   - ahead: How many pieces there are for each sharer that are not done, at most, with those
  ///     under way. The next is given out before the caller is told of the last, so what a sequence
  ///     makes of the outcomes comes by so many pieces late; one alone has a thread of its own. Nil
  ///     for two each, given out behind what the caller is told of; then one alone does them on the
  ///     thread that calls, piece by piece.
  ///   - start: Starts the thread of each.
  package init(
    jobs: Int, ahead: Int? = nil, startedBy start: @escaping OwnThread.Start = OwnThread.start
  ) {
    precondition(jobs > 0, "\(jobs) jobs do no work")
    precondition(ahead ?? 1 > 0, "nobody has anything to do")
    self.jobs = jobs
    self.ahead = ahead
    self.start = start
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
  /// - Throws: What a sharer throws for the first piece for which one does, what `each` throws, and
  ///   `WorkerError.noThread` if a thread can't be started. All threads have ended then.
  package func run<Sharer: WorkSharer>(
    _ items: some Sequence<Sharer.Item>, _ makeSharer: @escaping @Sendable () -> Sharer,
    each: (Sharer.Item, Sharer.Outcome) throws -> Bool
  ) throws {
    if jobs == 1, ahead == nil {
      let sharer = makeSharer()
      defer { sharer.dismiss() }
      for item in items { guard try each(item, sharer.outcome(of: item)) else { return } }
      return
    }
    let table = WorkTable<Sharer.Item, Sharer.Outcome>()
    let sharers = DispatchGroup()
    var started = 0
    defer {
      table.close(sharers: started)
      sharers.wait()
    }
    for _ in 0..<jobs {
      sharers.enter()
      do throws(WorkerError) {
        try start {
          table.share(makeSharer())
          sharers.leave()
        }
      } catch {
        sharers.leave()
        throw error
      }
      started += 1
    }
    var items = items.makeIterator()
    var given: [Sharer.Item] = []
    // How many were given out, done, and told of.
    var (done, told, isOpen) = (0, 0, true)
    func giveOut(_ done: Int) {
      let most = min(done + jobs * (ahead ?? 2), told + jobs * Self.longestWait)
      while isOpen, told + given.count < most {
        guard let item = items.next() else {
          isOpen = false
          break
        }
        table.put(told + given.count, item)
        given.append(item)
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
        if ahead != nil { giveOut(max(done, told + 1)) }
        guard try each(given[0], result) else { return }
        told += 1
        given.removeFirst()
      }
    }
  }
}

/// What is to be done, and what came of it, between the one who hands out and those who work.
private final class WorkTable<Item: Sendable, Outcome: Sendable>: Sendable {
  private let work = WaitingLine<(number: Int, item: Item)>()
  private let outcomes = Mutex<[Int: Result<Outcome, any Error>]>([:])
  /// Counts what was done.
  private let news = DispatchSemaphore(value: 0)

  func put(_ number: Int, _ item: Item) { work.append((number, item)) }

  func awaitOutcome() { news.wait() }

  func takeOutcome(_ number: Int) -> Result<Outcome, any Error>? {
    outcomes.withLock { outcomes in outcomes.removeValue(forKey: number) }
  }

  /// Lets nobody begin on anything any more.
  func close(sharers: Int) {
    work.refuse()
    work.end(for: sharers)
  }

  /// Works until the table is closed, or has somebody who failed: nobody is told of what had not
  /// begun by then.
  func share(_ sharer: some WorkSharer<Item, Outcome>) {
    while let next = work.next() {
      let outcome = Result { try sharer.outcome(of: next.item) }
      if case .failure = outcome { work.refuse() }
      outcomes.withLock { outcomes in outcomes[next.number] = outcome }
      news.signal()
    }
    sharer.dismiss()
  }
}
