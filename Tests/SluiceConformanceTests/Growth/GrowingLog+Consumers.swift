import SluiceConformance
import SluiceSpies

extension GrowingLog {
  /// More and more consumers, each with a stream of its own.
  static let consumers: [GrowingLog] = [
    GrowingLog("consumers that come and go") { count in
      each(count) { number in
        starts(number) + [.quiescent] + cancelled(number)
          + [.next(ConsumerID(number)), .end(ConsumerID(number)), .quiescent]
      } + epilogue(count)
    },
    GrowingLog("consumers that come, and leave their listeners") { count in
      each(count) { number in
        starts(number) + [.quiescent] + cancelled(number, removes: false)
      } + epilogue(count)
    },
    GrowingLog("consumers that are cancelled while all wait") { count in
      each(count) { number in starts(number) } + [.quiescent]
        + each(count) { number in cancelled(number) } + epilogue(count)
    },
    GrowingLog("consumers that wait, and each gets a value") { count in
      each(count) { number in starts(number) } + [.quiescent]
        + each(count) { number in
          let (id, registration) = (ConsumerID(number), RegistrationID(number))
          return [
            .callback(Int64(number), registration), .called(registration),
            .element(Int64(number), id), .next(id), .quiescent,
          ]
        } + epilogue(count)
    },
    GrowingLog("consumers of which each gets the value of the next") { count in
      each(count) { number in starts(number) } + [.quiescent]
        + each(count) { number in
          let (id, other) = (ConsumerID(number), RegistrationID(number % count + 1))
          return [
            .callback(Int64(number), other), .called(other), .element(Int64(number), id),
            .next(id), .quiescent,
          ]
        } + epilogue(count)
    },
    GrowingLog("consumers that are cancelled within a callback") { count in
      each(count) { number in starts(number) } + [.quiescent]
        + each(count) { number in
          let (id, registration) = (ConsumerID(number), RegistrationID(number))
          return [
            .callback(Int64(number), registration), .cancel(id),
            .remove(registration, by: id, of: SequenceID(number)), .removed(registration),
            .cancelled(id), .called(registration), .end(id), .left(.ended, id), .quiescent,
          ]
        } + epilogue(count)
    },
    GrowingLog("consumers whose source ends") { count in
      each(count) { number in starts(number) } + [.quiescent]
        + each(count) { number in over(number, .finish, .end(ConsumerID(number))) }
        + epilogue(count)
    },
    GrowingLog("consumers whose source fails") { count in
      each(count) { number in starts(number) } + [.quiescent]
        + each(count) { number in
          over(
            number, .failure(.named("unavailable")), .failure("unavailable", ConsumerID(number)))
        } + epilogue(count)
    },
    GrowingLog("consumers that come after the source's end") { count in
      starts(1) + [.quiescent] + over(1, .finish, .end())
        + each(count) { number in
          let (id, sequence) = (ConsumerID(number + 1), SequenceID(number + 1))
          return [
            .accessed(sequence), .madeIterator(id, of: sequence), .droppedSequence(sequence),
            .next(id), .end(id), .left(.ended, id), .quiescent,
          ]
        } + epilogue(count + 1)
    },
    GrowingLog("consumers that wait after the source's end") { count in
      starts(1) + [.quiescent] + over(1, .finish, .end())
        + each(count) { number in starts(number + 1) + [.quiescent] } + epilogue(count + 1)
    },
    GrowingLog("consumers whose add fails") { count in
      each(count) { number in
        let (id, sequence) = (ConsumerID(number), SequenceID(number))
        return [
          .accessed(sequence), .madeIterator(id, of: sequence), .next(id),
          .add(RegistrationID(number), by: id, of: sequence),
          .line(.addThrew(RegistrationID(number), .named("denied"))), .failure("denied", id),
          .left(.failed, id), .quiescent,
        ]
      } + epilogue(count)
    },
    GrowingLog("consumers that leave their loop") { count in
      each(count) { number in
        let (id, registration) = (ConsumerID(number), RegistrationID(number))
        return starts(number) + [
          .callback(1, registration), .called(registration), .element(1, id),
          .left([.broke, .bodyThrew, .operatorEnded, .dropped][number % 4], id),
          .droppedIterator(id), .remove(registration, by: id, of: SequenceID(number)),
          .removed(registration), .taskEnded(id), .quiescent,
        ]
      } + epilogue(count)
    },
    GrowingLog("consumers that time passes over") { count in
      each(count) { number in starts(number) } + [.quiescent]
        + each(count) { _ in [.line(.jobScheduled("consumer")).after(1_000_000), .quiescent] }
        + epilogue(count)
    },
    GrowingLog("things that are left") { count in
      .waiting + cancelled(1) + [.epilogue, .quiescent, .over]
        + each(count) { number in
          [
            .line(.sentinelDied(.element(number))), .line(.sentinelAlive(.handle(1))),
            .line(.taskAlive("left over")),
          ]
        }
    },
    GrowingLog("streams that nobody iterates") { count in
      each(count) { number in
        [.accessed(SequenceID(number)), .droppedSequence(SequenceID(number)), .quiescent]
      } + epilogue()
    },
  ]

  private static func over(_ number: Int, _ payload: Event.Payload, _ answer: Line) -> [Line] {
    let (id, registration) = (ConsumerID(number), RegistrationID(number))
    return [
      .callback(payload, registration), .remove(registration, by: id, of: SequenceID(number)),
      .removed(registration), .called(registration), answer, .left(.ended, id), .quiescent,
    ]
  }
}
