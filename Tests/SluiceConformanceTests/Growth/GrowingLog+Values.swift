import SluiceConformance
import SluiceSpies

extension GrowingLog {
  /// One consumer that is told more and more.
  static let values: [GrowingLog] = [
    GrowingLog("values that are got one by one") { count in
      .waiting
        + each(count) { number in
          [.callback(Int64(number)), .called(), .element(Int64(number)), .next(), .quiescent]
        } + cancelled(1) + epilogue()
    },
    GrowingLog("values one after another, got in the end") { count in
      .busy + each(count) { number in [.callback(Int64(number)), .called(), .quiescent] }
        + each(count) { number in [.next(), .element(Int64(number))] }
        + [.next(), .quiescent] + cancelled(1) + epilogue()
    },
    GrowingLog("equal values, and none is got") { count in
      .waiting + each(count) { _ in [.callback(7), .called(), .quiescent] }
        + cancelled(1) + epilogue()
    },
    GrowingLog("values that wait when the consumer is cancelled") { count in
      .busy + each(count) { number in [.callback(Int64(number)), .called()] }
        + cancelled(1) + epilogue()
    },
    GrowingLog("values within add") { count in
      [.accessed(), .madeIterator(), .next(), .add()]
        + each(count) { number in [.callback(Int64(number)), .called()] } + [.added()]
        + each(count) { number in [.element(Int64(number)), .next()] } + [.quiescent]
        + epilogue()
    },
    GrowingLog("values within add that are lost") { count in
      [.accessed(), .madeIterator(), .next(), .add()]
        + each(count) { number in [.callback(Int64(number)), .called()] }
        + [.added(), .quiescent, .callback(0), .called(), .element(0), .next(), .quiescent]
        + epilogue()
    },
    GrowingLog("values within add of which every other is lost") { count in
      [.accessed(), .madeIterator(), .next(), .add()]
        + each(count) { number in [.callback(Int64(number)), .called()] } + [.added()]
        + each(count / 2) { number in [.element(Int64(2 * number)), .next()] } + [.quiescent]
        + epilogue()
    },
    GrowingLog("values with errors of which every other is lost") { count in
      .waiting
        + each(count) { number in
          [.callback(.both(.integer(Int64(number)), .named("unavailable"))), .called()]
        }
        + each(count / 2) { number in [.element(Int64(2 * number)), .next()] } + [.quiescent]
        + epilogue()
    }
    .declaring("yielding", { traits in traits.ambiguousEvent = .yields }),
    GrowingLog("values that nobody sent") { count in
      .waiting + each(count) { number in [.element(Int64(number)), .next(), .quiescent] }
    },
    GrowingLog("values before an error") { count in
      .busy + each(count) { number in [.callback(Int64(number)), .called()] }
        + [.callback(.failure(.named("unavailable"))), .remove(), .removed(), .called()]
        + each(count) { number in [.next(), .element(Int64(number))] }
        + [.next(), .failure(), .left(.failed), .quiescent] + epilogue()
    },
    GrowingLog("values of which an error drops all") { count in
      .busy + each(count) { number in [.callback(Int64(number)), .called()] }
        + [
          .callback(.failure(.named("unavailable"))), .remove(), .removed(), .called(), .next(),
          .failure(), .left(.failed), .quiescent,
        ]
    },
    GrowingLog("callbacks with nothing") { count in
      .waiting + each(count) { _ in [.callback(.nothing), .called(), .quiescent] } + epilogue()
    },
    GrowingLog("callbacks with nothing, and values") { count in
      .waiting
        + each(count) { number in
          [
            .callback(.nothing), .called(), .quiescent, .callback(Int64(number)), .called(),
            .element(Int64(number)), .next(), .quiescent,
          ]
        } + epilogue()
    },
    GrowingLog("callbacks with both") { count in
      .waiting
        + each(count) { number in
          [
            .callback(.both(.integer(Int64(number)), .named("unavailable"))), .called(),
            .element(Int64(number)), .next(), .quiescent,
          ]
        } + epilogue()
    }
    .declaring("yielding", { traits in traits.ambiguousEvent = .yields }),
    GrowingLog("callbacks after the end") { count in
      .waiting + [.callback(.finish), .called(), .end(), .left(), .remove(), .removed()]
        + each(count) { number in
          [.callback(Int64(number)), .called(), .callback(.finish), .called(), .quiescent]
        } + epilogue()
    },
    GrowingLog("errors after an error") { count in
      .waiting
        + [
          .callback(.failure(.named("unavailable"))), .called(), .failure(), .left(.failed),
          .remove(), .removed(),
        ]
        + each(count) { _ in
          [
            .callback(.failure(.named("unavailable"))), .called(), .next(), .failure(),
            .quiescent,
          ]
        } + epilogue()
    },
    GrowingLog("calls past the end") { count in
      .waiting + cancelled(1) + each(count) { _ in [.next(), .end(), .quiescent] } + epilogue()
    },
    GrowingLog("cancels") { count in
      .waiting + each(count) { _ in [.cancel(), .cancelled()] }
        + [.remove(), .removed(), .end(), .left(), .quiescent] + epilogue()
    },
    GrowingLog("removes") { count in
      .waiting + [.cancel()] + each(count) { _ in [.remove(), .removed()] }
        + [.cancelled(), .end(), .left(), .quiescent] + epilogue()
    },
    GrowingLog("values within remove") { count in
      .waiting + [.cancel(), .remove()]
        + each(count) { number in [.callback(Int64(number)), .called()] }
        + [.removed(), .cancelled(), .end(), .left(), .quiescent] + epilogue()
    },
    GrowingLog("values with room for two", Traits.declaring(\.overflow, .newest(2))) { count in
      .busy
        + each(count) { number in
          [.callback(Int64(number)), .called(), .quiescent]
        }
        + [
          .next(), .element(Int64(count - 1)), .next(), .element(Int64(count)), .next(),
          .quiescent,
        ] + epilogue()
    },
  ]
}
