import SluiceSpies

extension [Rule.Example.Line] {
  // How most examples begin: consumer 1 iterates stream 1, which adds registration 1 at the first
  // next().

  /// The consumer waits for its first value.
  package static let waiting: Self = [
    .accessed(), .madeIterator(), .droppedSequence(), .next(), .add(), .added(), .quiescent,
  ]

  /// The consumer got value 1 and is in its loop body.
  package static let busy: Self = waiting + [.callback(1), .called(), .element(1), .quiescent]

  /// The consumer got value 1 and waits for the next.
  package static let waitingAgain: Self =
    waiting + [.callback(1), .called(), .element(1), .next(), .quiescent]

  /// The consumer waits, and the scenario still holds the sequence.
  package static let waitingHeld: Self = [
    .accessed(), .madeIterator(), .next(), .add(), .added(), .quiescent,
  ]

  /// Consumers 1 and 2 wait, each on a stream and a registration of its own.
  package static let twoWaiting: Self =
    waiting + [
      .accessed(2), .madeIterator(2, of: 2), .droppedSequence(2), .next(2),
      .add(2, by: 2, of: 2), .added(2), .quiescent,
    ]

  /// Consumers 1 and 2 wait, both on stream 1 and the registration that the first of them added.
  package static let twoSharing: Self = waitingHeld + [.madeIterator(2), .next(2), .quiescent]

  /// The consumer waits, is cancelled, and everything is released.
  package static let cancelledAndOver: Self =
    waiting + [
      .cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .next(), .end(), .quiescent,
      .epilogue, .droppedIterator(), .quiescent, .over,
    ]
}

extension Traits {
  /// The reference streams' traits with one declared otherwise, as examples have them.
  package static func declaring<Trait>(
    _ trait: WritableKeyPath<Traits, Trait>, _ value: Trait
  ) -> Traits {
    Traits().with { traits in traits[keyPath: trait] = value }
  }
}
