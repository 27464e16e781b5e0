import Foundation
import SluiceRunner
import SluiceText

/// The reading of one mutated line after the other, with a count of what they came to.
///
/// A run and a worker read them as they read each other: from bytes, by the order of the lines.
package struct LineReading {
  /// How many lines were not as they should be.
  package private(set) var problems = 0
  /// How many lines a reader has taken for a request or a result.
  package private(set) var read = 0
  /// How many were refused: as no line of the protocol, as a line of another form, and by what
  /// stands in them.
  package private(set) var refused = (asLine: 0, asForm: 0, asContent: 0)
  /// How many answers of red cases there were.
  package private(set) var red = 0

  /// How many of these were read as green after several changes, as of the outcome's kind and of
  /// the name `failure`: a reader skips members that it does not know, and no answer has a digest.
  package private(set) var lost = 0

  /// A reading that has not begun.
  package init() {}

  /// The counts of all mutants so far.
  package var summary: String {
    "\(read) read, \(refused.asLine) refused as a line, \(refused.asForm) as a form, "
      + "\(refused.asContent) by their content; \(red) of red cases, of which \(lost) were lost "
      + "by several changes; \(problems) problems"
  }

  /// Reads a mutant.
  ///
  /// - Parameter mutant: The mutant.
  /// - Returns: The reason why it is not read as it should be; nil if it is.
  package mutating func problem(with mutant: LineMutations.Mutant) -> String? {
    let problem =
      if let original = mutant.original.result {
        problem(withAnswerIn: mutant, to: original)
      } else {
        problem(withRequest: mutant.bytes)
      }
    if problem != nil { problems += 1 }
    return problem
  }

  private mutating func problem(
    withAnswerIn mutant: LineMutations.Mutant, to original: CaseResult
  ) -> String? {
    if original.failure != nil { red += 1 }
    guard let line = Self.answer(in: mutant.bytes) else {
      refused.asLine += 1
      return nil
    }
    let result: CaseResult
    do throws(CaseLineError) {
      result = try CaseResult(answer: line, of: original.id)
    } catch {
      countRefusal(of: line)
      return nil
    }
    read += 1
    do {
      try result.check()
      // Every report lays it out.
      _ = result.failure?.text()
      if result.id != original.id { return "read as the answer of '\(result.id)'" }
      let again = try CaseLine.encode(WorkerAnswer.result(result))
      if try CaseResult(answer: again, of: result.id) != result { return "written otherwise" }
      guard original.failure != nil, result.failure == nil else { return nil }
      if mutant.changes == 1 { return "a failure is lost: \(result.outcome)" }
      lost += 1
      return nil
    } catch {
      return "read, and then: \(error)"
    }
  }

  private mutating func countRefusal(of line: String) {
    if Self.hasForm(line) { refused.asContent += 1 } else { refused.asForm += 1 }
  }

  /// The answer that a supervisor takes from a worker's bytes; nil if it waits, or ends the worker.
  private static func answer(in bytes: [UInt8]) -> String? {
    var lines = LineBuffer(limit: WorkerLimits(silence: .zero).lineBytes)
    lines.append(WorkerLine.ready.bytes + WorkerLine.began(0).bytes)
    lines.append(Array("answer 0 ".utf8) + bytes + Array("\n".utf8) + WorkerLine.ended(0).bytes)
    var conversation = WorkerConversation()
    while let line = lines.next() {
      switch conversation.hear(line) {
      case .ready: conversation.ask(0)
      case .answered(let answer): return answer
      case .incoherent: return nil
      case .alive, .located: break
      }
    }
    return nil
  }

  private mutating func problem(withRequest bytes: [UInt8]) -> String? {
    var lines = LineBuffer(limit: WorkerLimits(silence: .zero).lineBytes)
    lines.append(Array("request 0 ".utf8) + bytes + Array("\n".utf8))
    guard case .text(let text)? = lines.next(), case .request(_, let line)? = WorkerLine(text)
    else {
      refused.asLine += 1
      return nil
    }
    let request: CaseRequest
    do throws(CaseLineError) {
      request = try CaseRequest(line: line)
    } catch {
      countRefusal(of: line)
      return nil
    }
    read += 1
    do {
      try request.check()
      return try CaseRequest(line: request.line()) == request ? nil : "written otherwise"
    } catch {
      return "read, and then: \(error)"
    }
  }

  /// Whether a line begins as a brief one, or is whole JSON with the members of one.
  private static func hasForm(_ line: String) -> Bool {
    guard line.hasPrefix("{") else { return line.hasPrefix("passed\t") || line.hasPrefix("play\t") }
    let value = try? JSONSerialization.jsonObject(with: Data(line.utf8))
    guard let members = value as? [String: Any] else { return false }
    return members["result"] != nil || members["unusable"] != nil || members["shownPath"] != nil
  }
}
