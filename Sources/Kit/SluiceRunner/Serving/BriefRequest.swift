import SluiceText

/// What a run asks of most cases: one line of words with tabs between them.
///
/// It is the request for a case as `run` plays it, of which nothing is wanted beside the result and
/// perhaps its logs. To write and to read them all as JSON took 2 % of a run.
///
/// The words are `play`, the texts and the flags of the request, how much is drawn of a failure,
/// the seed, and the number of further schedules.
enum BriefRequest {
  private static let mark = "play"
  private static let textCount = 8
  private static let flagCount = 5

  /// The line of a request.
  ///
  /// - Parameter request: What is asked for.
  /// - Returns: The line; nil for a request that asks for more, which crosses as JSON.
  static func line(of request: CaseRequest) -> String? {
    guard case .thorough(let count) = request.exploration else { return nil }
    let commands = request.commands
    let texts = [
      request.root, request.shownPath, request.id, request.subject, request.level,
      request.edition, commands.run, commands.replay,
    ]
    let flags = [
      request.keepsLogs, request.endsWithLogs, request.account.hasEvents, request.writesScenario,
      request.isPatient,
    ]
    let drawing = request.account.drawing
    guard CaseRequest(texts, flags, drawing, request.seed, count: count) == request else {
      return nil
    }
    return TabbedWords.line(
      [mark] + texts + flags.map { flag in flag ? "1" : "0" }
        + [drawing.rawValue, "\(request.seed)", "\(count)"])
  }

  /// The request in a line; nil if it is not a brief one.
  ///
  /// - Parameter line: The request's line.
  /// - Returns: The request.
  /// - Throws: `CaseLineError` where what begins so is no request.
  static func request(in line: String) throws(CaseLineError) -> CaseRequest? {
    guard line.hasPrefix("\(mark)\t") else { return nil }
    let words = Array(TabbedWords.words(of: line).dropFirst())
    let flags = words.dropFirst(textCount).prefix(flagCount)
    guard
      words.count == textCount + flagCount + 3,
      flags.allSatisfy({ word in word == "0" || word == "1" }),
      let drawing = CaseFailure.Extent.Drawing(rawValue: words[textCount + flagCount]),
      let seed = UInt64(words[textCount + flagCount + 1]),
      let count = Int(words[textCount + flagCount + 2]), count >= 0
    else { throw .unreadable(reason: "'\(line)' does not ask for a case") }
    return CaseRequest(
      Array(words.prefix(textCount)), flags.map { word in word == "1" }, drawing, seed,
      count: count)
  }
}

extension CaseRequest {
  /// The request that a brief one is, of all its texts and flags.
  fileprivate init(
    _ texts: [String], _ flags: [Bool], _ drawing: CaseFailure.Extent.Drawing, _ seed: UInt64,
    count: Int
  ) {
    self.init(
      root: texts[0], shownPath: texts[1], id: texts[2], subject: texts[3], level: texts[4],
      edition: texts[5], exploration: .thorough(count: count), seed: seed,
      commands: ExplorationCommands(run: texts[6], replay: texts[7]))
    keepsLogs = flags[0]
    endsWithLogs = flags[1]
    account.hasEvents = flags[2]
    writesScenario = flags[3]
    isPatient = flags[4]
    account.drawing = drawing
  }
}

/// Words with tabs between them: a line that is cheap to write and to read.
package enum TabbedWords {
  /// The line of words; nil if one of them has a tab or a line feed in it.
  static func line(_ words: [String]) -> String? {
    let isClean = words.allSatisfy { word in
      !word.utf8.contains { byte in byte == UInt8(ascii: "\t") || byte == lineFeed }
    }
    return isClean ? words.joined(separator: "\t") : nil
  }

  /// The words of a line, of which there is one at least.
  package static func words(of line: String) -> [String] {
    line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      .map { word in String(Substring(word)) }
  }
}
