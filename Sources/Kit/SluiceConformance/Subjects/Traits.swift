package import SluiceSpies

/// What a stream declares of itself where respected implementations differ.
///
/// A rule that depends on a trait judges a stream by what it declares; universal rules ask for no
/// declaration. The defaults describe the reference streams.
public struct Traits: Sendable, Hashable {
  /// How many listeners one iteration adds.
  ///
  /// Each is a source of its own: a value is owed once for each of them that was called back with
  /// it, also where they are listeners of one backend.
  public var listeners = 1
  /// What the end of one of several listeners means.
  public var joining = Joining.firstEnd
  /// When it adds them.
  public var registration = RegistrationPoint.firstNext
  /// How promptly it removes them when the iteration is over.
  public var removal = Removal.synchronous
  /// How the iteration ends on cancellation.
  public var cancelOutcome = CancelOutcome.ends
  /// What becomes of values that are buffered when the consumer is cancelled.
  public var bufferOnCancel = BufferOnCancel.drops
  /// What several iterators of one sequence have in common.
  public var iterators = Iterators.independent
  /// What an iterator gets first that joins others of a broadcast.
  public var lateIterator = LateIterator.fromNow
  /// Whether the registration is released with the iteration although the sequence value is still
  /// held.
  public var releasesWhileHeld = true
  /// Whether the source hands a present value to each new listener.
  public var initialValue = InitialValue.none
  /// What a callback without value and without error means.
  public var emptyEvent = EmptyEvent.ignored
  /// What a callback with both a value and an error means.
  public var ambiguousEvent = AmbiguousEvent.fails
  /// How much later than its callback a value may reach a consumer that waits.
  ///
  /// Anything else is as prompt as without: whatever a stream keeps back, when its consumer is
  /// cancelled it removes its listener as soon as ``removal`` says, and leaves no timer and no task
  /// behind. What it keeps back then is dropped, also where it drains its buffer, unless its
  /// ``bufferOnCancel`` is ``BufferOnCancel/flushes``. The source's end
  /// waits for what is kept back, and may come as much later as a value; so may an error, which
  /// may come at once, too, and then what is kept back is dropped.
  public var latency = Duration.zero
  /// What becomes of values that come while an earlier one is kept back.
  public var merging = Merging.none
  /// What becomes of values for which there is no room.
  public var overflow = Overflow.unbounded
  /// What iterating does once the source has ended.
  public var afterSourceEnd = AfterSourceEnd.ends
  /// What the stream does once the app has dropped its owner: the object that it was read from.
  public var owner = Owner.none
  /// Whether the stream can throw (`Failure` is not `Never`).
  public var canFail = true
  /// Whether an error that a waiting consumer got is thrown once more by its next call.
  ///
  /// Swift 6.3's `AsyncThrowingStream` does so where it is finished by its continuation while a
  /// consumer waits.
  public var repeatsError = false
  /// What kind of source the stream is over.
  public var source = Source.listener
  /// The abilities that the source lacks, a bit each: no trait, but what the subject says of it.
  private var absentAbilities: UInt16 = 0

  /// The traits of the reference streams.
  public init() {}

  /// How long the stream keeps a value back that it is going to hand on.
  package var delay: Duration { merging == .leading ? .zero : latency }

  /// Whether a consumer that was cancelled still gets what was buffered then.
  ///
  /// - Parameters:
  ///   - place: The number of the entry with the cancel; nil for a consumer without one.
  ///   - entries: The log of the stream.
  /// - Returns: Whether it does, by what the stream declares.
  package func drains(afterCancelAt place: Int?, in entries: [LogEntry]) -> Bool {
    guard bufferOnCancel == .drainsAfterEnd else { return bufferOnCancel.handsOut }
    guard let place else { return false }
    return entries[..<place].contains { entry in
      guard case .callbackBegan(_, let payload) = entry.event else { return false }
      return payload.ends(self)
    }
  }

  /// A copy with some traits declared otherwise.
  public func with(_ change: (inout Traits) -> Void) -> Traits {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Traits {
  /// The abilities that the source under the stream lacks, as its subject says.
  package var sourceLacks: Set<SourceAbility> {
    get { Set(SourceAbility.allCases.filter { ability in !sourceCan(ability) }) }
    set {
      absentAbilities = newValue.reduce(0) { mask, ability in
        ability.including.reduce(mask) { mask, included in mask | included.mask }
      }
    }
  }

  /// Whether the source under the stream has an ability.
  ///
  /// One whose present value the stream reads hands none to new listeners.
  package func sourceCan(_ ability: SourceAbility) -> Bool {
    absentAbilities & ability.mask == 0 && !(ability == .present && initialValue == .read)
  }

  /// A copy over a source that lacks some abilities.
  package func lacking(_ abilities: SourceAbility...) -> Traits {
    with { traits in traits.sourceLacks.formUnion(abilities) }
  }
}

extension SourceAbility {
  fileprivate var mask: UInt16 {
    switch self {
    case .fail: 1
    case .finish: 2
    case .refuse: 4
    case .sendNothing: 8
    case .sendBoth: 16
    case .present: 32
    case .serveSeveral: 64
    case .removeWithHandle: 128
    case .keepRemoved: 256
    }
  }
}

extension Traits {
  /// What the end of one of several listeners means for the stream.
  ///
  /// An error of any of them ends the stream, whatever is declared, and so does an add that throws.
  public enum Joining: String, Sendable, CaseIterable {
    /// It is the stream's: the first end ends it, and nothing that another listener is told after
    /// that is owed. Values come in the order of their callbacks, whichever listener was called.
    case firstEnd = "first-end"
    /// It is the end of that one: the stream goes on with what the others are told, and ends with
    /// the last of all that it declares to add. So do merged streams. The values of each listener
    /// come in the order of its callbacks; those of different ones may overtake one another. The
    /// listener that has ended may be removed at once, or with the others.
    case allEnd = "all-end"
  }

  /// When a stream adds its listeners.
  ///
  /// It has called add when that call comes back: what happens from then on reaches it. One whose
  /// ``removal`` is ``Removal/settled`` may add some steps later, by quiescence.
  public enum RegistrationPoint: String, Sendable, CaseIterable {
    /// When the stream is read from its owner.
    case access
    /// When an iterator is made.
    case iterator
    /// When `next()` is called for the first time.
    case firstNext = "first-next"
  }

  /// How promptly a stream lets go of its listeners when an iteration is over: cancelled, left, or
  /// ended by its source.
  ///
  /// Later than it declares is a violation, and which one tells how late: a rule that a listener is
  /// removed at all asks whether it is gone by quiescence of the instant, whatever is declared;
  /// `teardown.removal-declared` and `cancellation.removed-before-end` ask only those who declare
  /// ``synchronous`` whether it was gone at once.
  public enum Removal: String, Sendable, CaseIterable {
    /// Before anybody could notice: a cancel of a consumer that waits removes before the call comes
    /// back, one of a busy consumer before its next `next()` answers, and nobody sees the end of a
    /// cancelled iteration or gets the source's error while something is registered.
    case synchronous
    /// By quiescence: before virtual time moves on, some steps after what ended the iteration.
    ///
    /// For a stream that reads its source in a task of its own, or removes in one, or adds or
    /// removes with `await`. Its consumer may see the end first. What it was about to do when the
    /// iteration ended it may still do, if nothing is left of that by quiescence: add a listener,
    /// and hand on or lose a value that was called back at that very instant. A listener whose add
    /// takes virtual time is removed by the quiescence after the add came back.
    ///
    /// Nothing of this is about an end that the source brings: values that came before an error, or
    /// before an add that throws, come before it to the consumer. A stream whose values go through
    /// a queue or a task sends the error the same way.
    case settled
    /// With the iterator: by quiescence once the loop has let go of it.
    ///
    /// For a stream whose listener belongs to its iterator, and is removed by its `deinit`. Here a
    /// consumer drops its iterator with its end, as `for await` does. All else is as ``settled``.
    case withIterator = "with-iterator"
  }

  /// How an iteration ends on cancellation.
  public enum CancelOutcome: String, Sendable, CaseIterable {
    /// With `nil`.
    case ends
    /// With `CancellationError`, or with an error of its own that its subject says stands for it.
    case throwsCancellation = "throws-cancellation"
  }

  /// What becomes of buffered values on cancellation.
  public enum BufferOnCancel: String, Sendable, CaseIterable {
    /// They are dropped.
    case drops
    /// They are still handed out.
    case drains
    /// They are still handed out, and so is what the stream keeps back for its ``Traits/latency``:
    /// the cancel flushes it.
    case flushes
    /// They are dropped while the source goes on, and still handed out once it has ended.
    case drainsAfterEnd = "drains-after-end"

    /// Whether a cancel leaves the buffer to the consumer while the source goes on.
    var handsOut: Bool { self == .drains || self == .flushes }
  }

  /// What several iterators of one sequence have in common.
  public enum Iterators: String, Sendable, CaseIterable {
    /// Nothing: each has a subscription and all values of its own.
    case independent
    /// One subscription for all of them, and every value for each: a stream that is shared.
    ///
    /// An iterator joins with its first `next()`, by the time that this answers or everything
    /// rests, or when it is made, where the stream declares to register then; before that it may
    /// count already. It leaves when its iteration is over, or with the iterator. From the one to
    /// the other each value is its own, as if nobody else were there: what another one has taken,
    /// or not taken yet, changes nothing, nor does another one's cancel. ``Traits/lateIterator``
    /// says what comes before that.
    ///
    /// The listener is added with the first that joins, or before, as ``Traits/registration`` says;
    /// it is the only one, is kept for as long as anybody reads, whoever it was that added it, and
    /// is removed with the last that leaves, as promptly as ``Traits/removal`` says. Who joins
    /// after that starts anew, or comes to an end at once; who joins before the removal may keep it
    /// from happening. The source's end or error is everybody's, and a failed add may be
    /// everybody's.
    case broadcast
    /// One subscription; each value goes to one of them.
    case split
    /// There may be only one.
    case single
  }

  /// What an iterator gets first that joins others of a broadcast; it has no meaning where each has
  /// a subscription of its own.
  public enum LateIterator: String, Sendable, CaseIterable {
    /// Nothing that was called back before it could have joined.
    case fromNow = "from-now"
    /// The latest value, if one was called back since the listener was added that is still there;
    /// then what comes from now on. Of several listeners it is the latest value of any.
    ///
    /// One from before everybody had left may be kept for whoever comes next, or forgotten.
    case latest
  }

  /// Whether the source hands a present value to each new listener.
  public enum InitialValue: String, Sendable, CaseIterable {
    /// Only changes are called back.
    case none
    /// The present value comes first, once.
    case present
    /// Only changes are called back, and the stream reads the present value itself: a property of
    /// the source such as `batteryLevel` or `currentPath`.
    ///
    /// No change is lost between the reading and the add, and no older value comes after a newer
    /// one: a consumer that waits has been handed the present value last. A value may come twice,
    /// by the reading and by the callback; what was called back before the last reading may be left
    /// out. A source of this kind hands no present value to a new listener.
    case read
  }

  /// What a callback without value and without error means.
  public enum EmptyEvent: String, Sendable, CaseIterable {
    /// Nothing.
    case ignored
    /// The end.
    case ends
  }

  /// What a callback with both a value and an error means.
  public enum AmbiguousEvent: String, Sendable, CaseIterable {
    /// The error; the value is dropped.
    case fails
    /// The value; the error is dropped.
    case yields
  }

  /// What becomes of values that come while an earlier one is kept back, for ``Traits/latency`` at
  /// most, or until there is one of each source.
  ///
  /// Of several listeners the value of one may stand for that of another, or each for itself.
  public enum Merging: String, Sendable, CaseIterable {
    /// Each is handed on, each by the latency after its own callback: a delay.
    case none
    /// The latest stands for all: by the latency after each callback its value is handed on, or one
    /// that was called back later. So do throttles and samples.
    case latest
    /// The last of those that follow one another within the latency stands for all, and is handed
    /// on by the latency after it. So does a debounce.
    case quiet
    /// The first stands for all that come within the latency after it was handed on, and is handed
    /// on at once. So does a throttle with its leading value alone.
    ///
    /// Here the latency is the length of an interval: no value is kept back. A value is owed if a
    /// consumer waits for it, and the interval of the value before is over.
    case leading
    /// Nothing is handed on until each of the stream's listeners was called back with a value; the
    /// latest of each is kept until then. From there on each value is handed on. So do streams that
    /// combine the latest values of several sources.
    ///
    /// The value that a combination stands for in the log is the one that came last. A source that
    /// ends without a value ends the stream, since nothing can be combined any more.
    case combining

    /// Whether a value is handed on that comes alone, or as the last of several.
    package var handsOnTheLast: Bool { self != .leading && self != .combining }
  }

  /// What becomes of values for which there is no room.
  ///
  /// Several listeners of a stream fill one buffer.
  public enum Overflow: Sendable, Hashable {
    /// There is always room.
    case unbounded
    /// The newest values survive, this many.
    case newest(Int)
    /// The oldest values survive, this many.
    case oldest(Int)
  }

  /// What a stream does once the app has dropped its owner: the object that it was read from, such
  /// as a manager or a hub.
  public enum Owner: String, Sendable, CaseIterable {
    /// The stream has no owner: it is read from its source. A subject that makes an owner for each
    /// run declares ``kept`` instead, unless it says ``ends``.
    case none
    /// The stream goes on: it keeps its owner alive, or no longer needs it.
    case kept
    /// The stream ends by quiescence, and has removed its listeners by then.
    ///
    /// For a stream that its owner finishes in its `deinit`. Values that are buffered then may
    /// still come before the end.
    case ends
  }

  /// What kind of source a stream is over.
  public enum Source: String, Sendable, CaseIterable {
    /// One that calls its listeners whenever there is something.
    case listener
    /// An operation under way, which calls its listeners, and whose state tells that it is over
    /// also those whom no callback told.
    case operation
    /// One that hands out a message for each receive, and that is opened and closed.
    case socket
    /// A publisher, which hands over as many values as it was asked for.
    case publisher
  }

  /// What iterating does once the source has ended.
  public enum AfterSourceEnd: String, Sendable, CaseIterable {
    /// It ends at once.
    case ends
    /// It fails at once.
    case fails
    /// It starts afresh.
    case restarts
  }
}
