import SluiceText
import Testing

@Suite("Fingerprints")
struct FingerprintTests {
  @Test("are FNV-1a, and know where one part ends")
  func values() {
    #expect(Fingerprint().hexadecimal == "cbf29ce484222325")
    #expect(Fingerprint(of: "a", "bc").value != Fingerprint(of: "ab", "c").value)
    #expect(Fingerprint(of: "é").value != Fingerprint(of: "e\u{301}").value)
    // FNV-1a of "foobar", then of the separator.
    var foobar = Fingerprint()
    foobar.combine(bytesOf: "foo")
    foobar.combine(bytesOf: "bar")
    #expect(foobar.value == 0x8594_4171_F739_67E8)
    let expected = (0x8594_4171_F739_67E8 ^ 0xFF) &* 0x0000_0100_0000_01B3 as UInt64
    #expect(Fingerprint(of: "foobar").value == expected)
  }
}
