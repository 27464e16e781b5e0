import FakeFirestore
import Testing

@Suite("Bloom filter")
struct BloomFilterTests {
  @Test(
    "is of digests as RFC 1321 has them",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
      ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
      (
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        "d174ab98d277d9f5a5611c2c9f419d9f"
      ),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
    ])
  func digest(_ text: String, _ expected: String) {
    let (first, second) = MD5(text.utf8).halves
    let bytes = [first, second].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) }
    }
    let digits = Array("0123456789abcdef")
    let digest = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    #expect(String(digest) == expected)
  }

  @Test("digests texts of every length around the end of a block")
  func blocks() {
    let digests = (50..<140).map { count in
      MD5(Array(repeating: UInt8(ascii: "a"), count: count)).halves.0
    }
    #expect(Set(digests).count == digests.count)
  }

  @Test("denies no name that is in it, and nearly all others", arguments: [1, 2, 100, 5000])
  func membership(_ count: Int) {
    let filter = BloomFilter(of: (0..<count).map { "in/\($0)" })
    #expect((0..<count).allSatisfy { filter.mightContain("in/\($0)") })
    let passing = (0..<10_000).count { filter.mightContain("out/\($0)") }
    #expect(passing < 200, "\(passing)")
  }

  @Test("of a server's bits counts those before the padding alone")
  func padding() throws {
    // Three of twenty bits for each of two names, as a program in another language has set them.
    let filter = try #require(BloomFilter(bitmap: [0, 161, 11], padding: 4, hashCount: 3))
    #expect(filter.bitCount == 20)
    let ids = ["SF", "LA", "NY", "DC", "TO"].filter { filter.mightContain("cities/\($0)") }
    #expect(ids == ["SF", "LA"])
  }

  @Test("with nothing in it denies every name")
  func nothing() throws {
    #expect(!BloomFilter(of: []).mightContain("a"))
    #expect(try !#require(BloomFilter(bitmap: [], padding: 0, hashCount: 0)).mightContain("a"))
  }

  @Test(
    "is not made of parts that contradict each other",
    arguments: [([1], 8, 1), ([1], -1, 1), ([1], 0, -1), ([1], 0, 0), ([], 1, 0)])
  func contradiction(_ bitmap: [UInt8], _ padding: Int, _ hashCount: Int) {
    #expect(BloomFilter(bitmap: bitmap, padding: padding, hashCount: hashCount) == nil)
  }
}
