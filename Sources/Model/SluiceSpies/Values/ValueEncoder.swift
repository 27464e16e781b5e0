/// An encoder whose output is a value: members by their keys, elements in order.
///
/// What is inside has the form that it would have alone, so that a set's or a dictionary's order
/// shows nowhere.
struct ValueEncoder {
  /// What an encoder has written into one place so far.
  fileprivate final class Place {
    enum Content {
      case nothing
      case single(Value)
      case members([(name: String, place: Place)])
      case elements([Place])
    }

    var content = Content.nothing

    /// The value of what was written; nothing at all is an object without members.
    var value: Value {
      switch content {
      case .nothing: .object([])
      case .single(let value): value
      case .members(let members): .members(members.map { ($0.name, $0.place.value) })
      case .elements(let places): .array(places.map { place in place.value })
      }
    }

    /// A new place under a key; what was there under it goes.
    func member(_ name: String) -> Place {
      var members: [(name: String, place: Place)] = []
      if case .members(let present) = content { members = present.filter { $0.name != name } }
      let place = Place()
      content = .members(members + [(name, place)])
      return place
    }

    /// A new place behind the others.
    func element() -> Place {
      let place = Place()
      content = .elements(elements + [place])
      return place
    }

    var elements: [Place] {
      if case .elements(let places) = content { places } else { [] }
    }
  }

  /// The value that something encodes itself to.
  ///
  /// - Parameter subject: What is encoded, by its own `encode(to:)`.
  /// - Returns: The value.
  /// - Throws: What its `encode(to:)` throws.
  static func encode(_ subject: any Encodable) throws -> Value {
    let place = Place()
    try subject.encode(to: PlaceEncoder(place: place, codingPath: []))
    return place.value
  }
}

private struct PlaceEncoder: Encoder, SingleValueEncodingContainer {
  let place: ValueEncoder.Place
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .nothing = place.content { place.content = .members([]) }
    return KeyedEncodingContainer(KeyedPlaces(place: place, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .nothing = place.content { place.content = .elements([]) }
    return PlacesInOrder(place: place, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { place.content = .single(.null) }

  func encode(_ value: some Encodable) { place.content = .single(Value(projecting: value)) }
}

private struct KeyedPlaces<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: ValueEncoder.Place
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { place.member(key.stringValue).content = .single(.null) }

  func encode(_ value: some Encodable, forKey key: Key) {
    place.member(key.stringValue).content = .single(Value(projecting: value))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    PlaceEncoder(place: place.member("super"), codingPath: codingPath)
  }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  private func encoder(_ key: Key) -> PlaceEncoder {
    PlaceEncoder(place: place.member(key.stringValue), codingPath: codingPath + [key])
  }
}

private struct PlacesInOrder: UnkeyedEncodingContainer {
  let place: ValueEncoder.Place
  let codingPath: [any CodingKey]
  var count: Int { place.elements.count }

  func encodeNil() { place.element().content = .single(.null) }

  func encode(_ value: some Encodable) {
    place.element().content = .single(Value(projecting: value))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    superEncoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    superEncoder().unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    PlaceEncoder(place: place.element(), codingPath: codingPath)
  }
}
