import SluiceConformance
import SluiceSpies

/// Two values of knobs that no right stream has together, and why.
package struct KnobExclusion: Sendable {
  /// The values of one knob.
  package let values: [KnobValue]
  /// Those of another one.
  package let others: [KnobValue]
  /// Why none of the first goes with any of the second.
  package let reason: String

  /// An exclusion of each of some values with each of others.
  package init(_ values: [KnobValue], _ others: [KnobValue], _ reason: String) {
    self.values = values
    self.others = others
    self.reason = reason
  }

  /// Every exclusion.
  package static let all: [KnobExclusion] = ofShapes + ofAbilities + ofTraits

  /// What an interface can't have.
  private static let ofShapes = [
    KnobExclusion(
      [.callback(.event), .callback(.pair), .callback(.result)], [.lacks(.fail)],
      "the callback has a place for an error, which the interface would not have"),
    KnobExclusion(
      [.callback(.event), .callback(.optional)], [.lacks(.finish)],
      "the callback has a place for the end, which the interface would not have"),
    KnobExclusion(
      [.callback(.result), .callback(.value), .callback(.optional), .lacks(.fail)],
      [.emptyEvent(.ends)],
      "the callback is never called with nothing, which thus has no meaning"),
    KnobExclusion(
      [.callback(.result), .callback(.value), .callback(.optional), .lacks(.fail)],
      [.ambiguousEvent(.yields)],
      "of a value and an error at once the callback is told the error"),
    KnobExclusion(
      [.interface(.delegate)], [.refusal(.thrown)], "setting a property does not throw"),
  ]

  /// What a source can't lack by itself.
  private static let ofAbilities = [
    KnobExclusion(
      [.lacks(.fail)], [.can(.refuse), .can(.sendBoth)],
      "a source without errors has none to refuse with or to send beside a value"),
    KnobExclusion(
      [.listeners(2), .joining(.allEnd), .merging(.combining)], [.lacks(.serveSeveral)],
      "the source serves one listener at a time"),
  ]

  /// What a stream can't declare.
  private static let ofTraits = [
    KnobExclusion(
      [.listeners(1)], [.joining(.allEnd)], "the end of the only listener is the end of all"),
    KnobExclusion(
      [.latency(.zero)], [.merging(.latest), .merging(.quiet), .merging(.leading)],
      "a value that is not kept back merges with no other"),
    KnobExclusion(
      [.latency(.zero), .merging(.combining)], [.bufferOnCancel(.flushes)],
      "there is nothing to flush but the buffer"),
    KnobExclusion(
      [.listeners(1)], [.merging(.combining)], "there is nothing to combine with"),
    KnobExclusion(
      [.merging(.combining)], [.latency(ControlDelayed.pause)],
      "a combination waits for values, and not for time"),
    KnobExclusion(
      [.iterators(.independent), .iterators(.split), .iterators(.single)],
      [.lateIterator(.latest)], "an iterator joins others in a broadcast only"),
    KnobExclusion(
      [.iterators(.broadcast), .lateIterator(.latest)], [.releasesWhileHeld(false)],
      "a broadcast lets go of its listener with its last reader"),
    KnobExclusion(
      [.iterators(.independent)], [.releasesWhileHeld(false)],
      "each iteration that is over would leave a listener until the sequence goes, which is a leak"
    ),
    KnobExclusion(
      [.iterators(.independent)], [.registration(.access)],
      "the number of iterations, each with a listener of its own, is unknown at the access"),
    KnobExclusion(
      [.canFail(false)], [.cancelOutcome(.throwsCancellation)],
      "a stream that can't throw can't throw the cancellation"),
    KnobExclusion(
      [.canFail(false)], [.repeatsError(true)], "a stream that can't throw repeats no error"),
  ]
}
