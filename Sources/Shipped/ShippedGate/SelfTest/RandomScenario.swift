import SluiceSimulation

/// A scenario of up to four consumers, or subscribers, and nine lines, most of which race.
///
/// Any order of them is as good as another, and the rules alone can say whether what comes of it is
/// right.
package struct RandomScenario {
  private let words: RandomVocabulary
  private var random: SplitMix64
  private var lines: [String] = []
  private var milliseconds = 0
  private var lastNumber = 0
  private var consumers = 0
  /// Those that can be cancelled or left, and those whose sequence can be iterated again.
  private var running: [String] = []
  private var held: [String] = []
  /// Those whose start competes at the present instant: a line there can't name them.
  private var startingNow: Set<String> = []

  /// Random scenarios as the text of a file.
  ///
  /// - Parameters:
  ///   - words: What they are made of.
  ///   - count: How many.
  ///   - seed: What they follow from.
  /// - Returns: The text, the same each time.
  package static func file(of words: RandomVocabulary, count: Int, seed: UInt64) -> String {
    let scenarios = (0..<count).map { number in
      var scenario = RandomScenario(words: words, seed: seed &* 1_000_003 &+ UInt64(number))
      return scenario.text(named: "random \(number)")
    }
    return (["format 1\n"] + scenarios).joined(separator: "\n")
  }

  /// One of the scenarios of a file, with what it needs to be a file of its own.
  static func text(_ number: Int, of file: String) -> String {
    let parts = file.split(separator: "\n\n", omittingEmptySubsequences: true)
    return parts.indices.contains(number + 1) ? "format 1\n\n\(parts[number + 1])\n" : file
  }

  private init(words: RandomVocabulary, seed: UInt64) {
    self.words = words
    random = SplitMix64(seed: seed)
  }

  private mutating func text(named name: String) -> String {
    add(start(), mode: "")
    for _ in 0..<(2 + random.below(7)) { addLine() }
    let given = words.given.isEmpty ? [] : ["  given"] + words.given.map { line in "    \(line)" }
    return ([#"scenario "\#(name)""#] + given + ["  timeline"] + lines).joined(separator: "\n")
      + "\n"
  }

  private mutating func addLine() {
    if isLikely(30) {
      milliseconds += one(of: [1, 2, 5])
      startingNow = []
    }
    let mode = one(of: ["", "race", "race", "race", "now"])
    let usable = running.filter { consumer in !startingNow.contains(consumer) }
    let die = random.below(100)
    if die < 62 || (die < 85 ? usable.isEmpty : consumers == 4) {
      lastNumber += 1
      let actions = words.actions.filter { action in !usable.isEmpty || !action.contains("#") }
      var action = one(of: actions).replacing("%", with: "\(lastNumber)")
      if action.contains("#") { action = action.replacing("#", with: one(of: usable)) }
      add(action, mode: mode)
    } else if die < 85 {
      add(end(of: one(of: usable)), mode: mode)
    } else if words.hasSubscribers {
      // Subscribers are numbered in the order of the lines, which those that race don't keep.
      add(start(), mode: mode == "race" ? "" : mode)
    } else {
      add(start(), mode: mode)
      if mode == "race" { startingNow.insert(name(consumers)) }
    }
  }

  private mutating func end(of consumer: String) -> String {
    if words.hasSubscribers {
      return "demand.cancel(by: \(consumer)\(isLikely(20) ? ", after: 1ms" : ""))"
    }
    if isLikely(80) { return "cancel \(consumer)" }
    running.removeAll { name in name == consumer }
    return "break \(consumer)"
  }

  private mutating func start() -> String {
    consumers += 1
    let name = name(consumers)
    running.append(name)
    if words.hasSubscribers { return "demand.subscribe(\(manners()))" }
    let others = held.filter { other in !startingNow.contains(other) }
    let isIterated = !others.isEmpty && isLikely(30)
    let source = isIterated ? "iterate \(one(of: others))" : one(of: words.sources)
    return "\(name) = \(source) \(options(of: name, canBeHeld: !isIterated))"
  }

  private mutating func options(of name: String, canBeHeld: Bool) -> String {
    var options = ["lenient"]
    if isLikely(30) { options.append(one(of: ["busy 1ms", "busy 3ms"])) }
    if canBeHeld, isLikely(15) {
      options.append("held")
      held.append(name)
    }
    if isLikely(10) { options.append("precancelled") }
    if isLikely(15) { options.append(one(of: ["prefix 1", "prefix 2"])) }
    if isLikely(8) { options.append(one(of: ["throws at 1", "throws at 2"])) }
    if isLikely(10) { options.append("on main") }
    if isLikely(5) { options.append("map") }
    if isLikely(30) { options.append("leaves") }
    return options.joined(separator: " ")
  }

  /// How a subscriber asks.
  private mutating func manners() -> String {
    var manners: [String] = []
    if isLikely(70) { manners.append("asks: \(one(of: ["1", "1", "2", "3", "unlimited"]))") }
    if isLikely(25) { manners.append("replies: \(one(of: ["1", "1", "2", "unlimited"]))") }
    if isLikely(15) { manners.append("requests: \(one(of: ["1", "2"]))") }
    if isLikely(12) { manners.append("cancels-at: \(one(of: ["0", "1", "2"]))") }
    if isLikely(15) { manners.append("takes: \(one(of: ["1ms", "3ms"]))") }
    if isLikely(8) { manners.append("asks-at-end: true") }
    return manners.joined(separator: ", ")
  }

  /// A line directly behind one that races could come before it.
  private mutating func add(_ action: String, mode: String) {
    let mode = mode == "now" && lines.last?.contains(" race ") == true ? "" : mode
    lines.append(
      mode == "now" ? "    now \(action)" : "    @\(milliseconds)ms \(mode) \(action)")
  }

  /// What later lines call a consumer; a subscriber goes by its number alone.
  private func name(_ number: Int) -> String { words.hasSubscribers ? "\(number)" : "S\(number)" }

  private mutating func isLikely(_ percent: Int) -> Bool { random.below(100) < percent }

  private mutating func one<Item>(of items: [Item]) -> Item { items[random.below(items.count)] }
}
