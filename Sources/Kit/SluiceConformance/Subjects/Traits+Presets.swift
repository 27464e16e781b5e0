// What the usual types do, as measured on Swift 6.3.1. A preset is a beginning: what a source has
// of its own, such as a present value, or no end, is declared with `with(_:)`.

extension Traits {
  /// A stream whose iterations have nothing in common, as the reference streams are: what
  /// `Traits()` is.
  ///
  /// Each iteration registers at its first `next()`, removes when it is over, however long the
  /// sequence is held, and drops what is buffered on cancellation. Take it for a sequence of your
  /// own with a state machine in its iterator; no other promises as much.
  public static let reference = Traits()

  /// An `AsyncStream` made by its closure, which adds the listener and has `onTermination` remove
  /// it, for one iteration.
  ///
  /// It has registered before anybody iterates, hands out what is buffered after a cancel, and lets
  /// go of its listener with its last reference: a `break` does not end it while it is held. Take
  /// it for a function or a property that returns a new `AsyncStream` each time.
  public static let asyncStream = Traits().with { traits in
    traits.registration = .access
    traits.bufferOnCancel = .drains
    traits.iterators = .single
    traits.releasesWhileHeld = false
    traits.canFail = false
  }

  /// An `AsyncThrowingStream` made by its closure, which adds the listener and has `onTermination`
  /// remove it.
  ///
  /// Beside what ``asyncStream`` declares, an error that a waiting consumer got is thrown once
  /// more. Two consumers that wait at once trap.
  public static let asyncThrowingStream = asyncStream.with { traits in
    traits.canFail = true
    traits.repeatsError = true
  }

  /// An ``asyncStream`` that several consumers read at once, such as one kept in a property: there
  /// is one listener, each value goes to one of them, and a cancel of one ends it for all.
  ///
  /// Only the type that can't throw is served so: of two consumers that wait for an
  /// `AsyncThrowingStream` the second traps.
  public static let shared = asyncStream.with { traits in
    traits.iterators = .split
  }

  /// A sequence whose `makeAsyncIterator()` makes an `AsyncStream` and keeps nothing but that
  /// stream's iterator.
  ///
  /// Each iteration has a listener of its own, which goes with its iterator although the sequence
  /// is held; what is buffered on cancellation is still handed out.
  public static let asyncStreamPerIterator = Traits().with { traits in
    traits.registration = .iterator
    traits.bufferOnCancel = .drains
    traits.canFail = false
  }

  /// A sequence whose `makeAsyncIterator()` makes an `AsyncThrowingStream` and keeps nothing but
  /// that stream's iterator: the shape in which vendors ship their listeners.
  public static let asyncThrowingStreamPerIterator = asyncStreamPerIterator.with { traits in
    traits.canFail = true
    traits.repeatsError = true
  }

  /// An `AsyncThrowingStream(unfolding:)` around an iterator as ``reference`` has it; for the kind
  /// that can't throw, `canFail` is false.
  ///
  /// The closure is asked for each value, so nothing is added before the first `next()` and nothing
  /// is buffered but in that iterator. There is one iteration, which holds its listener for as long
  /// as the sequence is held.
  public static let unfolding = Traits().with { traits in
    traits.iterators = .single
    traits.releasesWhileHeld = false
  }

  /// A stream kept in a property that has one listener for all who read it, and every value for
  /// each of them: in its iterator, from its first `next()` on.
  ///
  /// The listener comes with the first of them and goes with the last. What differs from stream to
  /// stream is declared with `with(_:)`: `registration` is `.iterator` and `bufferOnCancel` is
  /// `.drains` where each reader has an `AsyncStream` of its own, `lateIterator` is `.latest` where
  /// the latest value is replayed to who comes later, and `removal` is `.settled` where readers are
  /// kept by an actor.
  public static let broadcast = Traits().with { traits in
    traits.iterators = .broadcast
  }

  /// The presets by the Swift expressions that name them, in the order in which equally near ones
  /// are preferred.
  public static var presets: KeyValuePairs<String, Traits> {
    [
      "Traits()": reference,
      "Traits.asyncStream": asyncStream,
      "Traits.asyncThrowingStream": asyncThrowingStream,
      "Traits.asyncStreamPerIterator": asyncStreamPerIterator,
      "Traits.asyncThrowingStreamPerIterator": asyncThrowingStreamPerIterator,
      "Traits.unfolding": unfolding,
      "Traits.shared": shared,
      "Traits.broadcast": broadcast,
    ]
  }
}
