/// What a source keeps for a registration.
package protocol Registered {
  /// The registration.
  var registration: SpyRegistration { get }
}

/// What a source keeps for its registrations, in the order in which it began to.
///
/// Each is found and taken out at the same cost however many there are; going through all of them
/// costs a step for each.
package struct RegistrationList<Entry: Registered>: Sequence {
  /// Nil where one was taken out that others came after.
  private var slots: [Entry?] = []
  /// Where each is; not kept while there are few, who are looked through.
  private var places: [RegistrationID: Int] = [:]
  /// How many there are.
  package private(set) var count = 0

  /// An empty list.
  package init() {}

  /// Puts one in behind all others.
  package mutating func append(_ entry: Entry) {
    count += 1
    slots.append(entry)
    if slots.count > mostToLookThrough {
      if places.isEmpty { findPlaces() } else { places[entry.registration.id] = slots.count - 1 }
    }
  }

  /// What is kept for a registration; nil for one that is not in the list.
  package subscript(id: RegistrationID) -> Entry? {
    place(of: id).flatMap { place in slots[place] }
  }

  /// Takes one out.
  ///
  /// - Parameter id: Its registration.
  /// - Returns: What was kept for it; nil for one that is not in the list.
  @discardableResult
  package mutating func remove(_ id: RegistrationID) -> Entry? {
    guard let place = place(of: id), let entry = slots[place] else { return nil }
    count -= 1
    guard !places.isEmpty else { return slots.remove(at: place) }
    slots[place] = nil
    places[id] = nil
    // So each closing up is paid for by as many who were taken out before.
    if count * 2 < slots.count { closeUp() }
    return entry
  }

  private func place(of id: RegistrationID) -> Int? {
    guard places.isEmpty else { return places[id] }
    return slots.firstIndex { entry in entry?.registration.id == id }
  }

  private mutating func closeUp() {
    slots.removeAll { entry in entry == nil }
    places.removeAll(keepingCapacity: true)
    if slots.count > mostToLookThrough { findPlaces() }
  }

  private mutating func findPlaces() {
    for place in slots.indices {
      if let entry = slots[place] { places[entry.registration.id] = place }
    }
  }

  /// A walk over what a list held when the walk began.
  package struct Iterator: IteratorProtocol {
    fileprivate var slots: IndexingIterator<[Entry?]>

    package mutating func next() -> Entry? {
      while let slot = slots.next() {
        if let slot { return slot }
      }
      return nil
    }
  }

  package func makeIterator() -> Iterator { Iterator(slots: slots.makeIterator()) }
}

/// So many are looked through one after the other.
private let mostToLookThrough = 8
