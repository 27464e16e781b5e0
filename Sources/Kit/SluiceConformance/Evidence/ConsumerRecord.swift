public import SluiceSpies

/// What the log says of one consumer; numbers are places in the log.
public struct ConsumerRecord: Sendable {
  /// The consumer.
  @Looked public var id: ConsumerID
  /// The sequence that it iterates.
  @Looked public var sequence: SequenceID
  /// Where it made its iterator.
  @Looked public var iteratorMade: Int
  /// The calls of `next()`, in order.
  public var nexts: [NextRecord] = []
  /// Those of the calls, by their numbers, that were still under way when nothing was ready any
  /// more; the last one only once it is over.
  var rested: [Int] = []
  /// The cancellations, in order.
  public var cancels: [CancelRecord] = []
  /// The first call of `next()` that answered with the stream's end, not an operator's, or with an
  /// error.
  @Looked public var terminal: NextRecord?
  /// Where it left its loop.
  @Looked public var loopEnded: Int?
  /// Why it left its loop.
  @Looked public var loopEnd: Event.LoopEnd?
  /// Where its iterator was dropped.
  @Looked public var iteratorDropped: Int?
  /// Where its task ended.
  @Looked public var taskEnded: Int?
}

extension ConsumerRecord {
  /// The values that `next()` answered with, in order, with the places of the answers.
  public var elements: [(value: Value, at: Int)] {
    nexts.compactMap { next in
      guard case .element(let value)? = next.output, let returned = next.returned else {
        return nil
      }
      return (value, returned)
    }
  }

  /// Where it was cancelled for the first time.
  public var cancelled: Int? {
    cancels.first?.called
  }

  /// Where it was gone: out of its loop, without its iterator or at the end of its task.
  public var gone: Int? {
    loopEnded.orEarlier(iteratorDropped).orEarlier(taskEnded)
  }

  /// Where it stopped wanting values: cancelled, answered with the end or an error, or gone.
  public var closed: Int? {
    cancelled.orEarlier(terminal?.returned).orEarlier(gone)
  }

  /// The call of `next()` in which it waited at a place in the log.
  public func waiting(at index: Int) -> NextRecord? {
    let place = nexts.partition { next in next.called < index }
    guard place > 0, nexts[place - 1].isOpen(at: index) else { return nil }
    return nexts[place - 1]
  }

  /// The call of `next()` that was answered at a place in the log.
  func next(answeredAt index: Int) -> NextRecord? {
    let place = nexts.partition { next in next.called < index }
    guard place > 0, nexts[place - 1].returned == index else { return nil }
    return nexts[place - 1]
  }

  /// Whether it waited in `next()` at a place in the log.
  public func isWaiting(at index: Int) -> Bool {
    waiting(at: index) != nil
  }

  /// The first call of `next()` made after a place in the log.
  public func next(after index: Int) -> NextRecord? {
    let place = nexts.partition { next in next.called <= index }
    return place < nexts.count ? nexts[place] : nil
  }

  /// The first call of `next()` made after a place in the log in which it may have waited when
  /// nothing was ready any more.
  ///
  /// A consumer that was busy a thousand times is not asked about each.
  func nextToRest(after index: Int) -> NextRecord? {
    let place = nexts.partition { next in next.called <= index }
    if let number = rested.first(after: place - 1) { return nexts[number] }
    guard let last = nexts.last, place < nexts.count, last.returned == nil else { return nil }
    return last
  }

  /// Whether a call of `next()` was answered by the operator alone, which did not ask the stream.
  public func isOperators(_ next: NextRecord) -> Bool {
    loopEnd == .operatorEnded && next.output == .end
  }

  /// Whether a value came before a place in the log.
  public func hasElement(before index: Int) -> Bool {
    guard let first = nexts.first, case .element? = first.output else { return false }
    return (first.returned ?? .max) < index
  }
}
