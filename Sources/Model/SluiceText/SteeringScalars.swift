extension Unicode.Scalar {
  /// Whether a terminal may obey the scalar instead of showing it: a control, or what turns the
  /// direction of reading.
  package var steersTerminals: Bool {
    switch value {
    case ..<0x20, 0x7F...0x9F: true
    // Nothing needs to be looked up of what most texts are made of.
    case ..<0x7F: false
    default: properties.isBidiControl
    }
  }
}
