/// The labels of a simulation, each a small number, so that no event carries text.
struct LabelTable {
  /// The label of what belongs to nothing else: the script itself.
  static let script: UInt32 = 0

  private var names = ["script"]
  private var counts: [UInt32] = [0]
  private var numbers: [String: UInt32] = [:]

  /// From here on names are looked up by hash; a few are found faster by comparing.
  private static let linearLimit = 16

  /// Returns the number of a name, the same for equal names.
  mutating func number(of name: String) -> UInt32 {
    if names.count <= Self.linearLimit {
      for index in names.indices where names[index] == name { return UInt32(index) }
    } else if let number = numbers[name] {
      return number
    }
    let number = UInt32(names.count)
    names.append(name)
    counts.append(0)
    if names.count > Self.linearLimit {
      if numbers.isEmpty { for index in names.indices { numbers[names[index]] = UInt32(index) } }
      numbers[name] = number
    }
    return number
  }

  /// Returns the name of a number.
  func name(of number: UInt32) -> String {
    Int(number) < names.count ? names[Int(number)] : "label \(number)"
  }

  /// Returns which event of its label this new one is, beginning with 1.
  mutating func nextOrdinal(of number: UInt32) -> UInt32 {
    guard Int(number) < counts.count else { return 0 }
    counts[Int(number)] &+= 1
    return counts[Int(number)]
  }
}
