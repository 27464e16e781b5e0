import SluiceConformance
import SluiceProducts
import Synchronization

/// A stream that a run has read, and what its backend decides for it.
struct ObservedStart {
  /// The stream's full name.
  var stream: String
  /// The traits that the backend has as it has them, whatever the subject declares: they say
  /// nothing of the subject.
  var decided: Set<TraitName>
}

/// The streams that a run has read, in the order of their sequences' numbers.
final class ObservedStarts: Sendable {
  private let state = Mutex<[ObservedStart]>([])

  var all: [ObservedStart] {
    state.withLock { starts in starts }
  }

  func append(_ start: ObservedStart) {
    state.withLock { starts in starts.append(start) }
  }
}

extension Product {
  /// A copy whose fixtures note each stream that is read from them.
  ///
  /// A run asks for a stream's traits once, just before it reads the stream.
  func noting(_ starts: ObservedStarts) -> Product {
    telling { fixture, subject in
      let decided = TraitName.allCases.filter { trait in
        fixture.decides(trait, for: subject)
      }
      starts.append(ObservedStart(stream: subject.stream, decided: Set(decided)))
    }
  }
}

extension ProductFixture {
  /// Whether a trait is the same over this backend, whatever the subject declares.
  fileprivate func decides(_ trait: TraitName, for subject: Subject) -> Bool {
    let words = trait.twoWords.compactMap { word -> String? in
      guard let traits = subject.traits.declaring(trait, as: word) else { return nil }
      var other = subject
      other.traits = traits
      return self.traits(of: other).word(for: trait)
    }
    return Set(words).count == 1
  }
}

extension TraitName {
  /// Two different values of the trait.
  fileprivate var twoWords: [String] {
    switch self {
    case .listeners: ["1", "2"]
    case .registration: ["access", "first-next"]
    case .removal: ["synchronous", "settled"]
    case .cancelOutcome: ["ends", "throws-cancellation"]
    case .bufferOnCancel: ["drops", "drains"]
    case .iterators: ["independent", "single"]
    case .releasesWhileHeld, .canFail, .repeatsError, .sourceCanEnd: ["true", "false"]
    case .initialValue: ["none", "present"]
    case .emptyEvent: ["ignored", "ends"]
    case .ambiguousEvent: ["fails", "yields"]
    case .overflow: ["unbounded", "newest-1"]
    case .afterSourceEnd: ["ends", "fails"]
    case .source: ["listener", "socket"]
    }
  }
}
