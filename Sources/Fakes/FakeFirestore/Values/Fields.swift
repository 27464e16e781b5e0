/// The fields of a document or a map value, always in the order of their names.
///
/// One array in name order instead of a dictionary: comparing, printing and walking never depend on
/// hashing.
package struct Fields: Equatable, Sendable {
  /// One field with its value.
  package struct Entry: Equatable, Sendable {
    package let name: Name
    package var value: DocumentValue
  }

  /// The fields in the order of their names; every name stands once.
  package private(set) var entries: [Entry] = []

  package init() {}

  /// The fields of these pairs; of two with one name the later one counts.
  package init(_ pairs: [(Name, DocumentValue)]) {
    for (name, value) in pairs {
      self[name] = value
    }
  }

  /// The value of one field; nil reads as absent, and setting nil takes the field out.
  package subscript(name: Name) -> DocumentValue? {
    get {
      let place = place(of: name)
      return contains(name, at: place) ? entries[place].value : nil
    }
    set {
      let place = place(of: name)
      switch (contains(name, at: place), newValue) {
      case (true, .some(let value)): entries[place].value = value
      case (true, .none): entries.remove(at: place)
      case (false, .some(let value)): entries.insert(Entry(name: name, value: value), at: place)
      case (false, .none): break
      }
    }
  }

  /// The value at a path through nested maps.
  ///
  /// Setting makes the maps on the way, replacing what is not a map; setting nil leaves them as
  /// they are, as the product does (source: `Firestore/core/src/model/object_value.cc`).
  package subscript(path: FieldPath) -> DocumentValue? {
    get { self[path.segments[...]] }
    set { self[path.segments[...]] = newValue }
  }

  private subscript(segments: ArraySlice<Name>) -> DocumentValue? {
    get {
      guard let first = segments.first else { return nil }
      if segments.count == 1 { return self[first] }
      guard case .map(let inner) = self[first] else { return nil }
      return inner[segments.dropFirst()]
    }
    set {
      guard let first = segments.first else { return }
      if segments.count == 1 {
        self[first] = newValue
        return
      }
      var inner = Fields()
      if case .map(let existing) = self[first] {
        inner = existing
      } else if newValue == nil {
        return
      }
      inner[segments.dropFirst()] = newValue
      self[first] = .map(inner)
    }
  }

  /// The index of the first field whose name is not less than this one.
  private func place(of name: Name) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func contains(_ name: Name, at place: Int) -> Bool {
    place < entries.count && entries[place].name == name
  }
}

extension Fields: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (Name, DocumentValue)...) {
    self.init(elements)
  }
}

extension Fields: CustomStringConvertible {
  package var description: String {
    "{" + entries.map { "\($0.name): \($0.value)" }.joined(separator: ", ") + "}"
  }
}
