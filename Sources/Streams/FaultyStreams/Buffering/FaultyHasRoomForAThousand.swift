import FakeListener
import SluiceConformance

/// Breaks `buffering.unbounded-lossless`: its buffer has room for 1,024 values, which somebody took
/// for enough, and then the newest push out the oldest.
enum FaultyHasRoomForAThousand {
  static let subject = FaultySubject.over(
    "has-room-for-a-thousand", breaks: "buffering.unbounded-lossless",
    in: "ten-thousand-against-a-stalled-consumer",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in
      StreamPerIteration {
        StreamPerIteration.listening(to: source, options, policy: .bufferingNewest(1_024))
      }
    })
}
