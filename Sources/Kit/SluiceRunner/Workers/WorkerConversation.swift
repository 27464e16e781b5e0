package import SluiceText

/// What a supervisor knows of one worker from the lines it wrote: a pure state machine.
///
/// It only judges lines. Who reads them, how long that may take, and what is done with a worker
/// that is incoherent is `WorkerProcess`'s matter.
package struct WorkerConversation {
  /// Where the conversation is.
  package enum State: Equatable {
    /// The worker was started and has not said yet that it is ready.
    case starting
    /// It waits for a request.
    case idle
    /// A request was handed over; nothing shows yet that it was read.
    case asked(Int)
    /// The worker has begun on the request.
    case busy(Int)
    /// An answer has come. Only the end of the request shows that no other one follows.
    case answered(Int, String)
  }

  /// What a line means to the supervisor.
  package enum Sign: Equatable {
    /// The worker can be given its first request.
    case ready
    /// The worker is alive.
    case alive
    /// The request is answered.
    case answered(String)
    /// The functions that the request hangs in: no sign of life.
    case located([String])
    /// The line has no place here: the subject has written it. No line of the worker is to be
    /// trusted any more.
    case incoherent(line: String)
  }

  /// Where the conversation is.
  package private(set) var state = State.starting
  /// The last progress on the present request.
  package private(set) var lastProgress: String?
  /// The latest lines of the log that it told, of the present request.
  package private(set) var log: [String] = []
  /// How many lines of it were told.
  package private(set) var toldEntries = 0
  /// The log as a picture, if it was told as one.
  package private(set) var picture: LogPicture?
  /// The functions in which the present request has crashed, innermost first.
  package private(set) var crash: [String] = []
  /// Whether any request was answered.
  package private(set) var hasServed = false

  /// The conversation with a worker that was just started.
  package init() {}

  /// Notes that a request is handed over.
  ///
  /// The worker must be idle.
  package mutating func ask(_ number: Int) {
    precondition(state == .idle, "a worker that is \(state) can't be asked \(number)")
    state = .asked(number)
    lastProgress = nil
    log = []
    toldEntries = 0
    picture = nil
    crash = []
  }

  /// Takes the next line and says what it means.
  package mutating func hear(_ line: LineBuffer.Line) -> Sign {
    guard case .text(let text) = line else {
      guard case .unusable(let excerpt) = line else { return .alive }
      return .incoherent(line: excerpt)
    }
    switch (state, WorkerLine(text)) {
    case (.starting, .ready):
      state = .idle
      return .ready
    case (.asked(let asked), .began(let number)) where number == asked:
      state = .busy(number)
      return .alive
    case (.busy(let asked), .progress(let number, let progress)) where number == asked:
      switch LogProgress(progress) {
      case .entry(let line): note(line)
      case .picture(let drawn?): picture = drawn
      case .picture(nil): return .incoherent(line: text)
      case nil where progress != StepProgress.goesOn: lastProgress = progress
      case nil: break
      }
      return .alive
    case (.busy(let asked), .location(let number, let functions)) where number == asked:
      return .located(functions)
    case (_, .location): return .alive
    case (.busy(let asked), .crash(let number, let functions)) where number == asked:
      crash = functions
      return .alive
    case (.busy(let asked), .answer(let number, let answer)) where number == asked:
      state = .answered(number, answer)
      return .alive
    case (.answered(let asked, let answer), .ended(let number)) where number == asked:
      state = .idle
      hasServed = true
      return .answered(answer)
    default:
      return .incoherent(line: text)
    }
  }

  /// The number of the present request, if there is one.
  package var request: Int? {
    switch state {
    case .starting, .idle: nil
    case .asked(let number), .busy(let number), .answered(let number, _): number
    }
  }

  /// Whether the worker can tell where a request is.
  package var canBeLocated: Bool {
    if case .busy = state { true } else { false }
  }

  /// The most lines of a log that are kept.
  private static let longestLog = 1_000

  /// Keeps a line of the log, and never more than twice as many as wanted.
  private mutating func note(_ line: String) {
    log.append(line)
    toldEntries += 1
    if log.count > 2 * Self.longestLog { log.removeFirst(log.count - Self.longestLog) }
  }

  /// Whether an end of the worker now is the fault of what it did before, and not of the request it
  /// was handed: it has served, and has not begun on this one.
  package var isSpent: Bool { hasServed && !hasBegun }

  /// Whether anything shows that it has read the request it was handed.
  package var hasBegun: Bool {
    if case .asked = state { false } else { true }
  }
}

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
  /// From the worker, when it was asked: the functions that the request is in all the time,
  /// innermost first.
  case location(Int, [String])
  /// From the worker, before a fatal signal ends it: the functions in which the request has
  /// crashed.
  case crash(Int, [String])
  /// From the worker: the answer.
  case answer(Int, String)
  /// From the worker, with the answer: the end of this request. A subject that writes an answer of
  /// its own is found out by it: the worker's answer comes where the end is due.
  case ended(Int)

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
    case ("location", let number?, 3): self = .location(number, Self.functions(in: words[2]))
    case ("crash", let number?, 3): self = .crash(number, Self.functions(in: words[2]))
    case ("answer", let number?, 3): self = .answer(number, String(words[2]))
    case ("ended", let number?, 2): self = .ended(number)
    default: return nil
    }
  }

  private static func functions(in words: Substring) -> [String] {
    words.split(separator: "\t").map { word in String(word) }
  }

  /// The bytes to write, with the line feed.
  package var bytes: [UInt8] {
    let line =
      switch self {
      case .request(let number, let text): "request \(number) \(text)"
      case .ready: "ready"
      case .began(let number): "began \(number)"
      case .progress(let number, let text): "progress \(number) \(text)"
      case .location(let number, let functions):
        "location \(number) \(functions.joined(separator: "\t"))"
      case .crash(let number, let functions): "crash \(number) \(functions.joined(separator: "\t"))"
      case .answer(let number, let text): "answer \(number) \(text)"
      case .ended(let number): "ended \(number)"
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

/// Bytes that arrive in pieces, cut into lines.
package struct LineBuffer {
  /// A line that was cut off.
  package enum Line: Equatable {
    /// A whole line, without its line feed.
    case text(String)
    /// A line that is not UTF-8, or longer than the limit; here as far as it can be shown.
    case unusable(String)
  }

  private let limit: Int
  private var pending: [UInt8] = []
  /// Where the next line begins, and how far was looked for its end: nothing is looked at twice.
  private var start = 0
  private var searched = 0

  /// A buffer for lines of at most `limit` bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Takes more bytes.
  package mutating func append(_ bytes: [UInt8]) {
    pending += bytes
  }

  /// The next line, or `nil` until more bytes come.
  package mutating func next() -> Line? {
    guard let end = pending[searched...].firstIndex(of: lineFeed) else {
      searched = pending.count
      guard pending.count - start <= limit else { return .unusable(excerpt(pending[start...])) }
      pending.removeSubrange(..<start)
      (start, searched) = (0, pending.count)
      return nil
    }
    let line = pending[start..<end]
    (start, searched) = (end + 1, end + 1)
    guard line.count <= limit, let text = String(validating: line, as: UTF8.self) else {
      return .unusable(excerpt(line))
    }
    return .text(text)
  }

  private func excerpt(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(200), as: UTF8.self)
  }
}
