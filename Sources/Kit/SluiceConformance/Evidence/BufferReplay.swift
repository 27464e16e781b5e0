import SluiceSpies

/// What may be in a bounded buffer as its policy has it, followed along a log.
///
/// Where a value and a call of `next()` meet nobody can say from outside which the buffer saw
/// first, nor how long a value is on its way to it; so several contents are possible, until an
/// answer or a rest tells. At a rest every value has arrived.
struct BufferReplay {
  /// One possible content.
  private struct State: Hashable {
    /// How many of the values that have come have reached the buffer.
    var arrived = 0
    /// What it holds, oldest first.
    var held: [Value] = []
    /// What it has given to the call of `next()` that waits.
    var given: Value?
  }

  private let policy: Traits.Overflow
  private var come: [Value] = []
  /// Nil where too much is possible to be followed.
  private var states: Set<State>? = [State()]
  private var isAsked = false
  /// Whether values have come since the consumer asked.
  private(set) var hasComeSinceAsked = false
  /// Whether there was no room for some value, whatever the order.
  private(set) var hasOverflowed = false

  /// How many contents are followed.
  private static let most = 200

  init(_ policy: Traits.Overflow) {
    self.policy = policy
  }

  /// A value was called back.
  mutating func comes(_ value: Value) {
    come.append(value)
    hasComeSinceAsked = true
    if isAsked { explore() }
  }

  /// The consumer called `next()`.
  mutating func asks() {
    isAsked = true
    hasComeSinceAsked = false
    explore()
  }

  /// `next()` answered with a value.
  ///
  /// - Returns: Whether the policy allows for that.
  mutating func answers(_ value: Value) -> Bool {
    isAsked = false
    guard let states else { return true }
    let possible = states.filter { state in state.given == value }
    guard !possible.isEmpty else { return false }
    self.states = Set(
      possible.map { state in
        var state = state
        state.given = nil
        return state
      })
    return true
  }

  /// Nothing is ready any more.
  ///
  /// - Returns: Whether the policy allows for a consumer that still waits, if it does.
  mutating func rests() -> Bool {
    guard let states else {
      // A consumer that waits has emptied the buffer, whatever was in it.
      if isAsked { self.states = [State(arrived: come.count)] }
      return true
    }
    if isAsked {
      let empty = State(arrived: come.count)
      self.states = [empty]
      return states.contains(empty)
    }
    self.states = Set(
      states.map { state in
        var state = state
        while state.arrived < come.count { take(in: &state) }
        return state
      })
    return true
  }

  /// The next value on its way reaches the buffer.
  private mutating func take(in state: inout State) {
    state.held.append(come[state.arrived])
    state.arrived += 1
    switch policy {
    case .newest(let room) where state.held.count > room: state.held.removeFirst()
    case .oldest(let room) where state.held.count > room: state.held.removeLast()
    default: return
    }
    hasOverflowed = true
  }

  /// Adds whatever may have become of each content while the consumer waits.
  private mutating func explore() {
    guard var states else { return }
    var pending = Array(states)
    while let state = pending.popLast() {
      for next in successors(of: state) where states.insert(next).inserted {
        pending.append(next)
      }
      guard states.count <= Self.most else {
        self.states = nil
        return
      }
    }
    self.states = states
  }

  private mutating func successors(of state: State) -> [State] {
    var successors: [State] = []
    if state.given == nil, !state.held.isEmpty {
      var next = state
      next.given = next.held.removeFirst()
      successors.append(next)
    }
    if state.arrived < come.count {
      var next = state
      if state.given == nil, state.held.isEmpty {
        var handed = state
        handed.given = come[state.arrived]
        handed.arrived += 1
        successors.append(handed)
      }
      let before = hasOverflowed
      take(in: &next)
      // What is only possible is no proof.
      hasOverflowed = before
      successors.append(next)
    }
    return successors
  }
}
