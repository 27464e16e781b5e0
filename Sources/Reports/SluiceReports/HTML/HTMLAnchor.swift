import SluiceText

/// The name of a case in the address of a page: what a person recognizes of its id, and a
/// fingerprint that tells ids apart which look alike then.
struct HTMLAnchor {
  private let name: String

  private static let longest = 120

  /// The anchor of a case with an id.
  init(of id: String) {
    var bytes: [UInt8] = []
    for byte in id.utf8 where bytes.count < Self.longest {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte + 32)
      case UInt8(ascii: "/"), UInt8(ascii: "."): bytes.append(byte)
      default: if bytes.last != UInt8(ascii: "-") { bytes.append(UInt8(ascii: "-")) }
      }
    }
    let mark = Fingerprint(of: id).hexadecimal.suffix(6)
    name = String(decoding: bytes, as: UTF8.self) + "~\(mark)"
  }

  /// What stands in the attribute `id`.
  var id: CleanText { CleanText(line: name) }

  /// What a link to it says.
  var reference: CleanText { CleanText(line: "#" + name) }
}
