package import SluiceConformance
package import SluiceProducts
import SluiceSpies

/// Something that happens to a stream from outside, and may race with others of its kind.
package enum Stimulus: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// The backend calls a listener with a value.
  case value
  /// The backend calls a listener with an error.
  case error
  /// The backend calls a listener with the end, or the app closes the source.
  case end
  /// A listener is added for a consumer; of two of a shared stream, a reader begins while it has
  /// none.
  case add
  /// A consumer's task is cancelled.
  case cancel
  /// A consumer leaves its loop by itself: by `break`, by throwing, or at the end of an operator.
  case `break`
  /// An iterator is let go of in the middle, or a sequence while nobody makes an iterator of it.
  case drop

  /// Whether an iteration is over with it.
  var endsIterations: Bool {
    switch self {
    case .error, .end, .cancel, .break, .drop: true
    case .value, .add: false
    }
  }

  /// Whether one stimulus stands before another in tables.
  package static func < (left: Stimulus, right: Stimulus) -> Bool {
    left.place < right.place
  }

  private var place: Int { Stimulus.allCases.firstIndex(of: self) ?? 0 }
}

/// Two stimuli, of one kind or of two, in whatever order.
package struct StimulusPair: Sendable, Hashable, Codable, Comparable {
  /// The one that stands first in tables.
  package let first: Stimulus
  /// The other one.
  package let second: Stimulus

  /// A pair of two kinds, or of one twice.
  package init(_ one: Stimulus, _ other: Stimulus) {
    first = min(one, other)
    second = max(one, other)
  }

  /// Every pair there is, in the order of tables.
  package static let all: [StimulusPair] = Stimulus.allCases.flatMap { first in
    Stimulus.allCases.filter { second in second >= first }.map { second in
      StimulusPair(first, second)
    }
  }

  /// Whether one pair stands before another in tables.
  package static func < (left: StimulusPair, right: StimulusPair) -> Bool {
    (left.first, left.second) < (right.first, right.second)
  }
}

/// A call that a stream makes to its backend, in the middle of which something can come to it.
package enum StimulusCall: String, Sendable, Hashable, Codable, CaseIterable {
  /// The add of the first listener of an iteration.
  case firstAdd = "first add"
  /// The add of the last listener of an iteration that has several.
  case lastAdd = "last add"
  /// The remove of the first listener of an iteration to go.
  case firstRemove = "first remove"
  /// The remove of the last listener of an iteration that has several.
  case lastRemove = "last remove"

  fileprivate var place: Int { StimulusCall.allCases.firstIndex(of: self) ?? 0 }
}

/// A stimulus that comes to a stream inside a call that the stream makes.
package struct StimulusInside: Sendable, Hashable, Codable, Comparable {
  /// The call.
  package let call: StimulusCall
  /// What comes.
  package let stimulus: Stimulus

  /// What comes inside the calls of a stream sooner or later, however it is written, in the order
  /// of tables.
  ///
  /// A consumer does nothing meanwhile: it neither leaves its loop nor lets go of its iterator.
  /// Where there are several listeners, which of them is told what is up to the stream, so that the
  /// one that is there first, or last, may be told nothing at all. A socket tells only whoever has
  /// asked it for a message, which nobody does inside an add, and a publisher hands a value only to
  /// whoever has asked by then, which need not be inside it. An app that closes a source closes
  /// nothing for a single listener that is being removed.
  ///
  /// - Parameters:
  ///   - possible: What can come to the stream at all.
  ///   - traits: What the stream declares.
  /// - Returns: What a set of cases has to have had inside a call.
  package static func certain(of possible: [Stimulus], with traits: Traits) -> [StimulusInside] {
    let isAlone = traits.listeners == 1
    return all.filter { inside in
      guard possible.contains(inside.stimulus) else { return false }
      let isAnswer = inside.stimulus == .value || inside.stimulus == .error
      return switch inside.call {
      case .firstAdd where isAnswer && traits.source == .socket: false
      case .firstAdd where inside.stimulus == .value && traits.source == .publisher: false
      case .firstAdd: isAlone || inside.stimulus == .cancel
      case .firstRemove where inside.stimulus == .end: traits.sourceCan(.finish) || !isAlone
      case .firstRemove: true
      case .lastAdd: !isAlone
      case .lastRemove: !isAlone && inside.stimulus == .cancel
      }
    }
  }

  /// Everything that can come inside calls, in the order of tables.
  package static let all = StimulusCall.allCases.flatMap { call in
    columns.map { stimulus in StimulusInside(call: call, stimulus: stimulus) }
  }

  /// The stimuli that can come inside a call.
  package static let columns: [Stimulus] = [.value, .error, .end, .cancel]

  /// Whether it stands before another in tables.
  package static func < (left: StimulusInside, right: StimulusInside) -> Bool {
    (left.call.place, left.stimulus) < (right.call.place, right.stimulus)
  }
}

extension StimulusPair {
  /// Whether the pair can race for a stream.
  ///
  /// Two adds of a shared stream are two readers that begin while it is idle: one that registers
  /// where it is read is never idle.
  ///
  /// - Parameters:
  ///   - possible: What can come to the stream at all.
  ///   - traits: What the stream declares.
  /// - Returns: Whether both can come together.
  package func isPossible(among possible: [Stimulus], with traits: Traits) -> Bool {
    if self == StimulusPair(.add, .add), traits.sharesListeners, traits.registration == .access {
      return false
    }
    return possible.contains(first) && possible.contains(second)
  }
}

extension Traits {
  /// Whether several iterators of one sequence have their listeners in common.
  var sharesListeners: Bool { iterators == .broadcast || iterators == .split }
}

extension Subject {
  /// The stimuli that can come to the stream, by what it declares and what there is around it.
  ///
  /// A stream that can't fail gets no error. One whose source never ends by itself gets an end only
  /// where the app can close the source: that of a socket, or of a product that belongs to an app
  /// which the verbs of another product delete. Everybody can add, cancel, leave and let go.
  ///
  /// - Parameter products: The products of the program.
  /// - Returns: The stimuli, in the order of tables.
  package func possibleStimuli(among products: [Product]) -> [Stimulus] {
    let isOfApp = products.contains { product in
      product.belongsToApp && stream.hasPrefix("\(product.name).")
    }
    let isClosable =
      traits.source == .socket || (isOfApp && products.contains { product in product.isDeletable })
    return Stimulus.allCases.filter { stimulus in
      switch stimulus {
      case .error: traits.canFail && traits.sourceCan(.fail)
      case .end: traits.sourceCan(.finish) || isClosable
      case .value, .add, .cancel, .break, .drop: true
      }
    }
  }
}
