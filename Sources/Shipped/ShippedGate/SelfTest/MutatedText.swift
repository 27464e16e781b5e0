import SluiceSimulation

/// A text to which something is done: to a byte, a word, a line, a number or a bracket, to what it
/// ends with, and to what makes it a text.
struct MutatedText {
  /// The source of choices.
  var random: SplitMix64
  /// Words to put in.
  let words: [[UInt8]]
  /// Texts whose pieces are put in.
  let others: [[UInt8]]
  /// The text.
  var bytes: [UInt8] = []

  /// Does one thing to the text.
  mutating func mutate() {
    switch random.below(14) {
    case 0: changeByte()
    case 1: bytes.removeSubrange(range(of: 12))
    case 2: bytes.insert(contentsOf: words[random.below(words.count)], at: place())
    case 3: bytes.replaceSubrange(range(of: 12), with: words[random.below(words.count)])
    case 4: changeLine()
    case 5: splice()
    case 6: bytes.removeSubrange(place()...)
    case 7: bytes.insert(contentsOf: letter(), at: place())
    case 8: nest()
    case 9: bytes.insert(contentsOf: number(), at: place())
    case 10: bytes.insert(contentsOf: noText(), at: place())
    case 11: bytes.insert(contentsOf: repeatElement(0, count: 1 + random.below(20)), at: place())
    case 12: exchange()
    default: if random.below(8) == 0 { pile() }
    }
  }

  private mutating func place() -> Int { random.below(bytes.count + 1) }

  /// Any place with up to so many bytes behind it.
  private mutating func range(of most: Int) -> Range<Int> {
    let start = place()
    return start..<min(bytes.count, start + random.below(most))
  }

  private mutating func changeByte() {
    guard !bytes.isEmpty else { return }
    bytes[random.below(bytes.count)] = UInt8(random.below(256))
  }

  /// Takes a line out, doubles it or moves it.
  private mutating func changeLine() {
    let feed = UInt8(ascii: "\n")
    var lines = bytes.split(separator: feed, omittingEmptySubsequences: false)
    let line = lines[random.below(lines.count)]
    switch random.below(3) {
    case 0: lines.remove(at: random.below(lines.count))
    case 1: lines.insert(line, at: random.below(lines.count + 1))
    default: lines.swapAt(random.below(lines.count), random.below(lines.count))
    }
    bytes = Array(lines.joined(separator: [feed]))
  }

  private mutating func splice() {
    let other = others[random.below(others.count)]
    let start = random.below(other.count + 1)
    let piece = other[start..<min(other.count, start + random.below(300))]
    bytes.insert(contentsOf: piece, at: place())
  }

  /// Any scalar there is.
  private mutating func letter() -> [UInt8] {
    let most = [0x80, 0x3000, 0x1_0000, 0x11_0000][random.below(4)]
    let scalar = UnicodeScalar(UInt32(random.below(most))) ?? "\u{FFFD}"
    return Array(String(scalar).utf8)
  }

  /// Brackets around what stands somewhere, up to deeper than may be, and now and then unclosed.
  private mutating func nest() {
    let (open, close) = [("[", "]"), ("{a: ", "}"), ("doc(", ")"), ("(", ")")][random.below(4)]
    let depth = 1 + random.below(random.below(2) == 0 ? 4 : 100)
    let inside = range(of: 20)
    let closed = random.below(3) == 0 ? 0 : depth
    bytes.insert(contentsOf: String(repeating: close, count: closed).utf8, at: inside.upperBound)
    bytes.insert(contentsOf: String(repeating: open, count: depth).utf8, at: inside.lowerBound)
  }

  /// A number, up to far larger than may be.
  private mutating func number() -> [UInt8] {
    var text = ["", "-", "@", "+", "$"][random.below(5)]
    let most = random.below(2) == 0 ? 4 : 400
    for _ in 0..<(1 + random.below(most)) { text += "\(random.below(10))" }
    return Array((text + ["", ".5", "e9", "e999", "ms", "h", "...", "#1"][random.below(8)]).utf8)
  }

  /// Bytes that are no UTF-8.
  private mutating func noText() -> [UInt8] {
    [[0xC0], [0x80], [0xE2, 0x82], [0xF5], [0xED, 0xA0, 0x80], [0xF4, 0x90], [0xFF]][
      random.below(7)]
  }

  /// Exchanges two pieces of the file.
  private mutating func exchange() {
    let (one, other) = (range(of: 20), range(of: 20))
    guard one.upperBound <= other.lowerBound else { return }
    let (first, second) = (Array(bytes[one]), Array(bytes[other]))
    bytes.replaceSubrange(other, with: first)
    bytes.replaceSubrange(one, with: second)
  }

  /// Has a piece of the file stand again and again.
  private mutating func pile() {
    let piece = bytes[range(of: 40)]
    let times = random.below(500)
    bytes.insert(contentsOf: repeatElement(piece, count: times).joined(), at: piece.endIndex)
  }
}
