import SluiceConformance
import SluiceSpies

extension GrowingLog {
  /// More and more iterators of one sequence.
  static let sharing: [GrowingLog] = [
    iterators.declaring("each for itself") { traits in traits.iterators = .independent },
    iterators.declaring("sharing one subscription") { traits in traits.iterators = .split }.ofPairs,
    iterators.declaring("each getting all") { traits in traits.iterators = .broadcast }.ofPairs,
    readers.declaring("each for itself") { traits in traits.iterators = .independent },
    readers.declaring("sharing one subscription") { traits in traits.iterators = .split }.ofPairs,
    readers.declaring("each getting all") { traits in traits.iterators = .broadcast }.ofPairs,
  ]

  /// Iterators that all wait for what one of them has added.
  private static let iterators = GrowingLog("iterators of one sequence") { count in
    let waiting: [Line] = each(count) { number in
      [.madeIterator(ConsumerID(number + 1)), .next(ConsumerID(number + 1)), .quiescent]
    }
    let served: [Line] = each(count) { number in
      [.element(1, ConsumerID(number + 1)), .next(ConsumerID(number + 1))]
    }
    let left: [Line] = each(count) { number in
      let id = ConsumerID(number + 1)
      return [.cancel(id), .cancelled(id), .end(id), .left(.ended, id), .quiescent]
    }
    let first: [Line] = [.element(1), .next(), .quiescent]
    let over: [Line] = cancelled(1) + [.droppedSequence()] + epilogue(count + 1)
    return .waitingHeld + waiting + [.callback(1), .called()] + served + first + left + over
  }

  /// Iterators one after another, each with a registration of its own.
  private static let readers = GrowingLog("one iterator of a sequence after another") { count in
    [.accessed()]
      + each(count) { number in
        let (id, registration) = (ConsumerID(number), RegistrationID(number))
        return [
          .madeIterator(id), .next(id), .add(registration, by: id), .added(registration),
          .quiescent, .callback(Int64(number), registration), .called(registration),
          .element(Int64(number), id), .next(id), .quiescent, .cancel(id),
          .remove(registration, by: id), .removed(registration), .cancelled(id), .end(id),
          .left(.ended, id), .quiescent,
        ]
      } + [.droppedSequence()] + epilogue(count)
  }

  /// More and more registrations of one consumer.
  static let registrations: [GrowingLog] = [
    GrowingLog("listeners that one consumer adds and removes") { count in
      [.accessed(), .madeIterator(), .next()]
        + each(count) { number in
          let registration = RegistrationID(number)
          return [
            .add(registration), .added(registration), .callback(Int64(number), registration),
            .called(registration), .element(Int64(number)), .next(), .remove(registration),
            .removed(registration), .quiescent,
          ]
        } + epilogue()
    },
    GrowingLog("listeners of one consumer, of which each gets a value") { count in
      [.accessed(), .madeIterator(), .next()] + together(count)
        + each(count) { number in
          let registration = RegistrationID(number)
          return [
            .callback(Int64(number), registration), .called(registration),
            .element(Int64(number)), .next(), .quiescent,
          ]
        } + released(count) + epilogue()
    },
    GrowingLog("listeners of one consumer, of which each ends") { count in
      [.accessed(), .madeIterator(), .next()] + together(count)
        + each(count) { number in
          [.callback(.finish, RegistrationID(number)), .called(RegistrationID(number)), .quiescent]
        } + [.end(), .left()] + released(count) + epilogue()
    },
    GrowingLog("listeners that nobody owns") { count in
      each(2) { number in starts(number) }
        + each(count) { number in
          let registration = RegistrationID(number + 2)
          return [
            .add(registration, by: nil, of: nil), .added(registration),
            .callback(Int64(number), registration), .called(registration),
            .remove(registration, by: nil, of: nil), .removed(registration),
            .line(.removeUnmatched(.integer(1), by: .unknown)), .quiescent,
          ]
        } + epilogue(2)
    },
  ]

  private static func together(_ count: Int) -> [Line] {
    each(count) { number in [.add(RegistrationID(number)), .added(RegistrationID(number))] }
      + [.quiescent]
  }

  private static func released(_ count: Int) -> [Line] {
    [.cancel()]
      + each(count) { number in
        [.remove(RegistrationID(number)), .removed(RegistrationID(number))]
      } + [.cancelled(), .quiescent]
  }
}
