public import SluiceSpies

/// What a log shows of one trait of a stream, whatever the stream declares.
///
/// Where a rule asks whether a stream keeps what it declares, a sighting says what there would be
/// to declare.
public struct Sighting: Sendable, Hashable {
  /// The sequence by which the stream was read.
  public var sequence: SequenceID
  /// The trait.
  public var trait: TraitName
  /// What is seen of it.
  public var seen: SeenValue
  /// The entry of the log that shows it.
  public var entry: Int
}

/// The value of a trait as far as a log shows it.
public struct SeenValue: Sendable, Hashable, Codable {
  /// The words of the declarations that what is seen fits, the most careful first; none where it
  /// fits no declaration.
  public var words: [String]
  /// How many values there was room for at least, where none was lost: any bound from there on
  /// fits too.
  public var room: Int?
  /// What is seen, where it fits no declaration.
  public var note: String?

  /// A value that fits some declarations.
  public init(_ words: [String], room: Int? = nil, note: String? = nil) {
    self.words = words
    self.room = room
    self.note = note
  }

  /// Whether a declaration of the trait allows what is seen.
  ///
  /// - Parameter word: The declared value in one word.
  /// - Returns: Whether it does.
  public func fits(_ word: String) -> Bool {
    if words.contains(word) { return true }
    if let first = words.first, first != "none", word != "none",
      let latest = Duration(latencyWord: first), let latency = Duration(latencyWord: word)
    {
      return latest <= latency
    }
    guard let room, let bound = Traits.Overflow(word: word)?.bound else { return false }
    return bound >= room
  }

  /// What is seen, in words.
  public var text: String {
    note ?? words.joined(separator: " or ")
  }
}

extension Evidence {
  /// What the log shows of each stream's traits, by trait and entry.
  ///
  /// The declarations have no say in it; only the sources that they name have, where a log has
  /// streams of several.
  ///
  /// - Parameter lines: The places in the log at which something was done from outside, such as
  ///   scenario lines; nil where nobody noted them. What a source hands over by itself can be told
  ///   only with them.
  /// - Returns: The sightings; there may be several of one trait, and they may disagree.
  public func sightings(lines: [Int]? = nil) -> [Sighting] {
    let evidence = Evidence(
      entries, filedIn: index, declarations: declarations.declaring { $0 = .unassuming })
    var sightings: [Sighting] = []
    for subscription in evidence.subscriptions {
      sightings += evidence.sightingsOfRegistering(subscription)
      sightings += evidence.sightingsOfDelivery(subscription, lines: lines)
      sightings += evidence.sightingsOfEnding(subscription, lines: lines)
      sightings += [
        evidence.sightingOfReleasing(subscription), evidence.sightingOfFailing(subscription),
      ].compactMap { $0 }
    }
    for cancellation in evidence.cancellations {
      sightings += evidence.sightingsOfCancelling(cancellation)
    }
    let order = TraitName.allCases
    return sightings.sorted { one, other in
      let places = (order.firstIndex(of: one.trait) ?? 0, order.firstIndex(of: other.trait) ?? 0)
      return places.0 == places.1 ? one.entry < other.entry : places.0 < places.1
    }
  }
}

extension Traits {
  /// What a log is read with when nobody knows what its streams declare: whoever iterates a
  /// sequence may share its registrations.
  fileprivate static let unassuming = Traits().with { traits in traits.iterators = .split }
}

extension Subscription {
  /// The only consumer, where there is one and no other; with several it takes more than a log to
  /// tell what was owed to whom.
  var onlyConsumer: ConsumerRecord? {
    consumers.count == 1 ? consumers[0] : nil
  }

  func sighting(_ trait: TraitName, _ words: String..., at entry: Int) -> Sighting {
    Sighting(sequence: sequence, trait: trait, seen: SeenValue(words), entry: entry)
  }

  /// A sighting of what no declaration allows.
  func sighting(_ trait: TraitName, note: String, at entry: Int) -> Sighting {
    Sighting(sequence: sequence, trait: trait, seen: SeenValue([], note: note), entry: entry)
  }
}
