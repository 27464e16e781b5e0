import SluiceConformance
import SluiceSpies

extension GrowingLog {
  /// Publishers that are asked for more and more, and more and more of those who ask.
  static let publishers: [GrowingLog] = ofOneSubscriber + ofSubscribers + ofReaders

  private static func line(_ event: DemandEvent) -> Line { .line(.demand(event)) }

  /// A subscriber that has its subscription.
  private static func subscribed(_ number: Int = 1) -> [Line] {
    [
      line(.subscribeCalled(number)), line(.subscriptionBegan(number)),
      line(.subscriptionEnded(number)), line(.subscribeReturned(number)),
    ]
  }

  private static func asks(_ number: Int = 1, _ demand: Int? = 1) -> [Line] {
    [line(.requestCalled(number, demand)), line(.requestReturned(number))]
  }

  private static func iterates(_ number: Int = 1) -> [Line] {
    [line(.iteratorMade(number, for: number)), line(.nextCalled(number))]
  }

  /// The sequence gives a value, and the subscriber gets it and asks for more.
  private static func passes(_ value: Int, to number: Int = 1, asking demand: Int? = 0) -> [Line] {
    let value = Value.integer(Int64(value))
    return [
      line(.nextReturned(number, .element(value))), line(.valueBegan(number, value)),
      line(.valueEnded(number, demand)),
    ]
  }

  private static func cancels(_ number: Int = 1) -> [Line] {
    [
      line(.cancelCalled(number)), line(.nextCancelled(number)), line(.cancelReturned(number)),
      line(.nextReturned(number, .end)), line(.subscriberDied(number)),
      line(.iteratorDied(number)), .quiescent,
    ]
  }

  private static func ends(_ number: Int, _ failure: Failure? = nil) -> [Line] {
    let output = failure.map { failure in Event.Output.failure(failure) } ?? .end
    return [
      line(.nextReturned(number, output)), line(.completionBegan(number, failure)),
      line(.completionEnded(number)), line(.subscriberDied(number)), line(.iteratorDied(number)),
      .quiescent,
    ]
  }

  private static let ofOneSubscriber: [GrowingLog] = [
    GrowingLog("values that are asked for one by one") { count in
      subscribed() + asks() + iterates()
        + each(count) { number in
          passes(number) + [.quiescent] + asks() + [line(.nextCalled(1)), .quiescent]
        } + cancels()
    },
    GrowingLog("values that replies ask for") { count in
      subscribed() + asks() + iterates()
        + each(count) { number in
          passes(number, asking: 1) + [line(.nextCalled(1)), .quiescent]
        } + cancels()
    },
    GrowingLog("requests of which nothing comes") { count in
      subscribed() + each(count) { _ in asks() + [.quiescent] } + cancels()
    },
    GrowingLog("values inside each other") { count in
      subscribed() + asks() + iterates()
        + each(count) { number in
          [line(.valueBegan(1, .integer(Int64(number)))), line(.requestCalled(1, 1))]
        }
        + each(count) { _ in [line(.requestReturned(1)), line(.valueEnded(1, 0))] }
        + [.quiescent] + cancels()
    },
    GrowingLog("values after the end") { count in
      subscribed() + asks(1, nil) + iterates() + ends(1)
        + each(count) { number in passes(number) + [.quiescent] }
    },
    GrowingLog("iterators of which nobody knows for whom they are") { count in
      subscribed() + asks(1, nil)
        + each(count) { number in
          [line(.iteratorMade(number, for: nil)), line(.nextCalled(number)), .quiescent]
        } + cancels()
    },
    GrowingLog("iterators of one subscriber") { count in
      subscribed() + asks(1, nil)
        + each(count) { number in
          [line(.iteratorMade(number, for: 1)), line(.nextCalled(number)), .quiescent]
        } + cancels()
    },
  ]

  private static let ofSubscribers: [GrowingLog] = [
    GrowingLog("subscribers, and each gets a value") { count in
      each(count) { number in
        subscribed(number) + asks(number) + iterates(number) + [.quiescent]
      }
        + each(count) { number in passes(1, to: number) + [.quiescent] }
        + each(count) { number in cancels(number) }
    },
    GrowingLog("subscribers one after another") { count in
      each(count) { number in
        subscribed(number) + asks(number) + iterates(number) + [.quiescent] + ends(number)
      }
    },
    GrowingLog("subscribers that are told of a failure") { count in
      each(count) { number in
        subscribed(number) + asks(number) + iterates(number) + [.quiescent]
      } + each(count) { number in ends(number, .named("unavailable")) }
    },
    GrowingLog("subscribers that share an iterator") { count in
      each(1) { number in subscribed(number) + asks(number) + iterates(number) }
        + each(count) { number in subscribed(number + 1) + asks(number + 1) + [.quiescent] }
        + each(count) { number in cancels(number + 1) }
    },
    GrowingLog("subscribers whose sequences are asked for too much") { count in
      each(count) { number in
        subscribed(number) + asks(number) + iterates(number)
          + [line(.cancelCalled(number)), line(.cancelReturned(number)), .quiescent]
          + [line(.nextCalled(number)), line(.nextCalled(number)), .quiescent]
      }
    },
    GrowingLog("subscribers that wait for demand when they are cancelled") { count in
      each(count) { number in
        subscribed(number) + asks(number) + iterates(number) + passes(1, to: number)
      } + [.quiescent]
        + each(count) { number in
          [
            line(.cancelCalled(number)), line(.cancelReturned(number)),
            line(.subscriberDied(number)), .quiescent,
          ]
        }
    },
  ]

  /// Publishers that are read as sequences.
  private static let ofReaders: [GrowingLog] = [
    GrowingLog("values that a publisher is asked for") { count in
      .waiting
        + each(count) { number in
          [
            line(.asked(1, 1)), .quiescent, .callback(Int64(number)), .called(),
            .element(Int64(number)), .next(), .quiescent,
          ]
        } + cancelled(1) + epilogue()
    },
    GrowingLog("publishers that are asked, each by its consumer") { count in
      each(count) { number in
        starts(number) + [line(.asked(RegistrationID(number), 1)), .quiescent]
      }
        + each(count) { number in
          let (id, registration) = (ConsumerID(number), RegistrationID(number))
          return [
            .callback(1, registration), .called(registration), .element(1, id), .next(id),
            line(.asked(registration, 1)), .quiescent,
          ]
        } + epilogue(count)
    },
    GrowingLog("publishers that one consumer asks one after another") { count in
      [.accessed(), .madeIterator(), .next()]
        + each(count) { number in
          let registration = RegistrationID(number)
          return [
            .add(registration), .added(registration), line(.asked(registration, 1)), .quiescent,
            .callback(Int64(number), registration), .called(registration),
            .element(Int64(number)), .next(), .remove(registration), .removed(registration),
          ]
        } + [.quiescent] + epilogue()
    },
    GrowingLog("second subscriptions") { count in
      .waiting + [line(.asked(1, 1))]
        + each(count) { _ in [line(.offeredAgain(1))] }
        + each(count) { _ in [line(.declined(1))] } + [.quiescent] + cancelled(1) + epilogue()
    },
  ]
}
