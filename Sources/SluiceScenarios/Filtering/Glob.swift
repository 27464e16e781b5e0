/// A pattern in which `*` stands for any letters and `?` for one.
struct Glob: Hashable, Sendable {
  private enum Part: Hashable {
    case letter(UnicodeScalar)
    case one
    case any
  }

  private var parts: [Part] = []

  /// Creates a pattern; a backslash takes the meaning from the letter after it.
  init(_ text: String) {
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        parts.append(.letter(scalar))
        isEscaped = false
      case "\\": isEscaped = true
      case "*":
        if parts.last != .any { parts.append(.any) }
      case "?": parts.append(.one)
      default: parts.append(.letter(scalar))
      }
    }
    if isEscaped { parts.append(.letter("\\")) }
  }

  /// Whether the whole text matches.
  func matches(_ text: String) -> Bool {
    matches(Array(text.unicodeScalars)[...])
  }

  /// Whether the text matches as a whole, or up to one of its slashes.
  func matchesLeading(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    if matches(scalars[...]) { return true }
    return scalars.indices.contains { index in
      scalars[index] == "/" && matches(scalars[..<index])
    }
  }

  /// Goes back to the last `*` only, so the time is at most the product of both lengths.
  private func matches(_ text: ArraySlice<UnicodeScalar>) -> Bool {
    var part = 0
    var place = text.startIndex
    var star: (part: Int, place: Int)?
    while place < text.endIndex {
      if part < parts.count, fits(parts[part], text[place]) {
        part += 1
        place += 1
      } else if part < parts.count, parts[part] == .any {
        star = (part, place)
        part += 1
      } else if let last = star {
        star = (last.part, last.place + 1)
        part = last.part + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { rest in rest == .any }
  }

  private func fits(_ part: Part, _ scalar: UnicodeScalar) -> Bool {
    switch part {
    case .letter(let wanted): wanted == scalar
    case .one: true
    case .any: false
    }
  }
}
