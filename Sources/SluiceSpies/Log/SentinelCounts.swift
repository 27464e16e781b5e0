/// How many watched objects of each role live now.
struct SentinelCounts {
  private var owners = 0
  private var fixtures = 0
  private var numbered: [Event.SentinelRole: Int] = [:]

  /// Whether none lives.
  var isEmpty: Bool { owners == 0 && fixtures == 0 && numbered.isEmpty }

  /// Counts one more that lives.
  mutating func born(_ role: Event.SentinelRole) {
    switch role {
    case .owner: owners += 1
    case .fixture: fixtures += 1
    case .handle, .element, .consumer: numbered[role, default: 0] += 1
    }
  }

  /// Counts one fewer that lives.
  mutating func died(_ role: Event.SentinelRole) {
    switch role {
    case .owner: owners -= 1
    case .fixture: fixtures -= 1
    case .handle, .element, .consumer:
      let others = numbered.removeValue(forKey: role) ?? 1
      if others > 1 { numbered[role] = others - 1 }
    }
  }

  /// The roles of which any live, in their order.
  var living: [Event.SentinelRole] {
    var living: [Event.SentinelRole] = []
    if owners > 0 { living.append(.owner) }
    if fixtures > 0 { living.append(.fixture) }
    return living + numbered.keys.sorted()
  }
}
