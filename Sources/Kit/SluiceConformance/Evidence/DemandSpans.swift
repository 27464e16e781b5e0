package import SluiceSpies

extension DemandEvidence {
  /// A call that began, and came back where the log still tells.
  package struct Span: Sendable {
    @Looked package private(set) var began: Int
    @Looked package fileprivate(set) var ended: Int?
    /// What was asked for by it: by a request, or by the reply to a value; nil for unlimited.
    package fileprivate(set) var demand: Int? = 0
    /// How many values the subscriber had asked for by then; nil for unlimited.
    package let askedBefore: Int?
    /// What a completion tells.
    package let failure: Failure?

    init(began: Int, demand: Int? = 0, askedBefore: Int? = 0, failure: Failure? = nil) {
      self.began = began
      self.demand = demand
      self.askedBefore = askedBefore
      self.failure = failure
    }

    /// Whether it is under way at a place.
    func isOpen(at place: Int) -> Bool { began < place && (ended ?? .max) > place }
  }

  /// Calls of one kind, in the order in which they began; they may be inside each other.
  package struct Spans: Sendable {
    package private(set) var all: [Span] = []
    /// Which are under way, the last to begin last.
    private var open: [Int] = []
    /// For each, the last place at which it or one before it came back; there once all are known.
    private var latestEnds: [Int] = []

    /// Whether there are none.
    package var isEmpty: Bool { all.isEmpty }
    /// The first to begin.
    package var first: Span? { all.first }

    /// Takes in one that begins.
    mutating func begin(_ span: Span) {
      open.append(all.count)
      all.append(span)
    }

    /// Ends what began last and is still under way.
    ///
    /// - Returns: Which it was, if any was.
    @discardableResult
    mutating func end(at place: Int, asking demand: Int? = 0) -> Int? {
      guard let last = open.popLast() else { return nil }
      all[last].ended = place
      if demand != 0 { all[last].demand = demand }
      return last
    }

    /// Takes in that no more will follow.
    mutating func complete() {
      latestEnds.removeAll()
      for span in all { latestEnds.append(max(latestEnds.last ?? .min, span.ended ?? .max)) }
    }

    /// How many began before a place.
    func count(before place: Int) -> Int { all.partition { span in span.began < place } }

    /// Whether one is under way at a place.
    func isOpen(at place: Int) -> Bool {
      let count = count(before: place)
      return count > 0 && latestEnds[count - 1] > place
    }
  }

  /// A walk along calls, in the order in which they began, for places one after the other.
  struct OpenCalls {
    private let calls: [Span]
    private var next = 0
    private var open: [Span] = []

    init(_ calls: [Span]) { self.calls = calls }

    /// The last to begin of those that are under way at a place, none of which lies before the one
    /// that was asked for last.
    mutating func last(at place: Int) -> Span? {
      while next < calls.count, calls[next].began < place {
        open.append(calls[next])
        next += 1
      }
      while let last = open.last, (last.ended ?? .max) < place { open.removeLast() }
      return open.last
    }
  }
}
