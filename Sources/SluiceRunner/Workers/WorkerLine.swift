/// One line between a supervisor and a worker.
///
/// Requests carry numbers, so that a worker's line about an earlier request can't be taken for one
/// about the present.
package enum WorkerLine: Equatable {
  /// To the worker: the next request.
  case request(Int, String)
  /// From the worker: it has started and waits for requests.
  case ready
  /// From the worker: it has read the request and begins.
  case began(Int)
  /// From the worker: it is alive, and where it is.
  case progress(Int, String)
  /// From the worker: the answer, and the end of this request.
  case answer(Int, String)

  /// Reads a line without its line feed; `nil` if it is none of these.
  package init?(_ line: String) {
    let words = line.utf8.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
      .map { word in Substring(word) }
    let number = words.count > 1 ? Int(words[1]) : nil
    switch (words.first, number, words.count) {
    case ("ready", nil, 1): self = .ready
    case ("began", let number?, 2): self = .began(number)
    case ("request", let number?, 3): self = .request(number, String(words[2]))
    case ("progress", let number?, 3): self = .progress(number, String(words[2]))
    case ("answer", let number?, 3): self = .answer(number, String(words[2]))
    default: return nil
    }
  }

  /// The bytes to write, with the line feed.
  package var bytes: [UInt8] {
    let line =
      switch self {
      case .request(let number, let text): "request \(number) \(text)"
      case .ready: "ready"
      case .began(let number): "began \(number)"
      case .progress(let number, let text): "progress \(number) \(text)"
      case .answer(let number, let text): "answer \(number) \(text)"
      }
    return Array(line.utf8) + [lineFeed]
  }
}

/// The byte that ends a line of the protocol.
let lineFeed: UInt8 = 0x0A

/// Whether a text can be sent as it is: lines are told apart by their line feeds alone.
func isOneLine(_ text: String) -> Bool {
  !text.utf8.contains(lineFeed)
}
