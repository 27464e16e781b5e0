import SluiceRunner
import Testing

@Suite("Output tail")
struct OutputTailTests {
  @Test("is the same however the bytes arrive", arguments: [1, 2, 3, 7, 50, 1000])
  func pieces(_ size: Int) {
    let bytes = (0..<1000).map { number in UInt8(0x61 + number % 26) }
    var tail = OutputTail(limit: 10)
    for start in stride(from: 0, to: bytes.count, by: size) {
      tail.append(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    #expect(tail.text == String(decoding: bytes.suffix(10), as: UTF8.self))
    #expect(tail.droppedBytes == 990)
  }

  @Test(
    "has the beginning of the line that it cuts, however the bytes arrive",
    arguments: [1, 2, 3, 7, 50, 3000], [0, 5, 700])
  func cutLine(_ size: Int, _ before: Int) {
    let line = "Fatal error: " + String(repeating: "long", count: 400)
    let bytes = Array((String(repeating: "\n", count: before) + line).utf8)
    var tail = OutputTail(limit: 10)
    for start in stride(from: 0, to: bytes.count, by: size) {
      tail.append(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    #expect(tail.cutLine == line.prefix(512))
    tail.append(Array("\n0123456789".utf8))
    #expect(tail.cutLine == "" && tail.text == "0123456789")
  }

  @Test("is everything while that fits")
  func short() {
    var tail = OutputTail(limit: 10)
    #expect(tail.text == "")
    tail.append(Array("0123456789".utf8))
    #expect(tail.text == "0123456789" && tail.cutLine == "")
    #expect(tail.droppedBytes == 0)
  }

  @Test("begins with a whole scalar where it was cut", arguments: 4...8)
  func scalars(_ limit: Int) {
    var tail = OutputTail(limit: limit)
    tail.append(Array("🙂🙂🙂".utf8))
    #expect(tail.text == String(repeating: "🙂", count: limit / 4))
    #expect(tail.droppedBytes == 12 - 4 * (limit / 4))
  }

  @Test("shows bytes that are no UTF-8 as replacement characters")
  func invalid() {
    var tail = OutputTail(limit: 10)
    tail.append([0x80, 0x61, 0xFF])
    #expect(tail.text == "\u{FFFD}a\u{FFFD}")
  }
}
