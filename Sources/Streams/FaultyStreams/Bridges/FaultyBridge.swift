package import DemandStreams

/// A way to make a publisher of a sequence.
package protocol SequenceBridge: Sendable {
  /// The publisher.
  ///
  /// - Parameter base: The sequence.
  /// - Returns: The publisher.
  func publisher<Base: AsyncSequence & Sendable>(
    of base: Base
  ) -> AnyPublisher<Base.Element, Base.Failure> where Base.Element: Sendable
}

/// A way to make a sequence of a publisher's values.
package protocol PublisherBridge: Sendable {
  /// The sequence.
  ///
  /// - Parameter base: The publisher.
  /// - Returns: The sequence.
  func values<Base: Publisher & Sendable>(
    of base: Base
  ) -> any AsyncSequence<Base.Output, any Error> & Sendable
  where Base.Output: Sendable, Base.Failure == any Error
}

/// A bridge that is wrong on purpose, with the rule that has to say so.
package struct FaultyBridge<Bridge: Sendable>: Sendable {
  /// What it is called.
  package let name: String
  /// The id of the rule that it breaks.
  package let rule: String
  /// The bridge.
  package let bridge: Bridge
}

extension FaultyBridge: CustomStringConvertible {
  /// The bridge's name, as test output shows it.
  package var description: String { name }
}

/// The bridges that are wrong on purpose, and those that are right and not the reference.
package enum FaultyBridges {
  /// Publishers of sequences.
  package static let publishers: [FaultyBridge<any SequenceBridge>] =
    publishers(PublishingFault.allCases.filter { fault in !fault.isRacing }) + [
      FaultyForwardsInATask.bridge, FaultySendsThroughASubject.bridge,
      FaultyHandsOverInTasks.bridge,
    ] + FaultyDrainsInRequest.bridges + FaultyStartsATaskForEachRequest.bridges

  /// Sequences of publishers.
  package static let sequences: [FaultyBridge<any PublisherBridge>] =
    sequences(SubscribingFault.allCases.filter { fault in !fault.isRacing })
    + FaultySinksIntoAStream.bridges

  /// Publishers of sequences that are wrong under some orders of events only.
  package static let racingPublishers = publishers(
    PublishingFault.allCases.filter { fault in fault.isRacing })

  /// Sequences of publishers that are wrong under some orders of events only.
  package static let racingSequences = sequences(
    SubscribingFault.allCases.filter { fault in fault.isRacing })

  private static func publishers(
    _ faults: [PublishingFault]
  ) -> [FaultyBridge<any SequenceBridge>] {
    faults.map { fault in
      FaultyBridge(name: fault.rawValue, rule: fault.rule, bridge: PlainSequenceBridge(fault))
    }
  }

  private static func sequences(
    _ faults: [SubscribingFault]
  ) -> [FaultyBridge<any PublisherBridge>] {
    faults.map { fault in
      FaultyBridge(name: fault.rawValue, rule: fault.rule, bridge: PlainPublisherBridge(fault))
    }
  }

  /// Bridges that take the run down with them.
  package static let fatal: [FaultyBridge<any PublisherBridge>] = FatalSequence.bridges

  /// A publisher of a sequence that is right, and written otherwise.
  package static let controlPublisher: any SequenceBridge = PlainSequenceBridge(nil)
  /// A sequence of a publisher that is right, and written otherwise.
  package static let controlSequence: any PublisherBridge = PlainPublisherBridge(nil)
}

/// The plain publisher with one fault, or none.
private struct PlainSequenceBridge: SequenceBridge {
  let fault: PublishingFault?

  init(_ fault: PublishingFault?) {
    self.fault = fault
  }

  func publisher<Base: AsyncSequence & Sendable>(
    of base: Base
  ) -> AnyPublisher<Base.Element, Base.Failure> where Base.Element: Sendable {
    AnyPublisher(PlainPublisher(base, with: fault))
  }
}

/// The plain sequence with one fault, or none.
private struct PlainPublisherBridge: PublisherBridge {
  let fault: SubscribingFault?

  init(_ fault: SubscribingFault?) {
    self.fault = fault
  }

  func values<Base: Publisher & Sendable>(
    of base: Base
  ) -> any AsyncSequence<Base.Output, any Error> & Sendable
  where Base.Output: Sendable, Base.Failure == any Error {
    PlainValues(base, with: fault)
  }
}
