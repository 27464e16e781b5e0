import SluiceRunner
import Testing

@Suite("Line buffer")
struct LineBufferTests {
  @Test("cuts the same lines however the bytes arrive", arguments: 1...12)
  func pieces(_ size: Int) {
    let bytes = Array("one\n\ntwo é\u{301}\r\nlast".utf8)
    var buffer = LineBuffer(limit: 100)
    var lines: [LineBuffer.Line] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      buffer.append(Array(bytes[start..<min(start + size, bytes.count)]))
      while let line = buffer.next() { lines.append(line) }
    }
    #expect(lines == ["one", "", "two é\u{301}\r"].map { line in .text(line) })
    buffer.append([0x0A])
    #expect(buffer.next() == .text("last"))
    #expect(buffer.next() == nil)
  }

  @Test("calls a line unusable that is no UTF-8, and goes on")
  func invalid() {
    var buffer = LineBuffer(limit: 100)
    buffer.append([0x61, 0xFF, 0x0A, 0x62, 0x0A])
    #expect(buffer.next() == .unusable("a\u{FFFD}"))
    #expect(buffer.next() == .text("b"))
  }

  @Test("calls a line unusable that is too long, before its end has come")
  func long() {
    var buffer = LineBuffer(limit: 4)
    buffer.append(Array("1234".utf8))
    #expect(buffer.next() == nil)
    buffer.append(Array("5".utf8))
    #expect(buffer.next() == .unusable("12345"))
    buffer.append(Array("\n".utf8))
    #expect(buffer.next() == .unusable("12345"))
  }
}
