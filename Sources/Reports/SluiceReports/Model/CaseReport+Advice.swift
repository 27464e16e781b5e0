/// The accounts of advice in the output of a case, which is all that JUnit has room for.
extension CaseReport {
  private static let adviceMark = "advice: "

  /// What the case wrote, and behind it the accounts of the advice on it.
  ///
  /// A piece without an account of its own has it in what the case wrote.
  var output: String {
    let texts = advice.filter { problem in !problem.body.isEmpty }.map(Self.output)
    guard !texts.isEmpty else { return systemOut }
    return ((systemOut.isEmpty ? [] : [systemOut]) + texts).joined(separator: "\n")
  }

  private static func output(of problem: CaseOutcome.Problem) -> String {
    adviceMark + problem.body
  }

  /// The length that the account of a piece of advice has in the output, in bytes of UTF-8.
  package static func outputLength(of problem: CaseOutcome.Problem) -> Int {
    CleanText(output(of: problem), cap: .max).string.utf8.count
  }

  /// Takes the advice that a report has been read with out of what the case wrote.
  ///
  /// A report may have cut the output. Then the accounts stay there, and the pieces have none.
  ///
  /// - Parameter pieces: The pieces in their order, with the lengths of their accounts there.
  package mutating func takeAdvice(_ pieces: [(problem: CaseOutcome.Problem, length: Int)]) {
    advice = pieces.map(\.problem)
    var rest = systemOut
    var accounts: [String] = []
    for piece in pieces.reversed() {
      guard let account = Self.takeAccount(of: piece.length, from: &rest) else { return }
      accounts.append(account)
    }
    systemOut = rest
    for (index, account) in accounts.reversed().enumerated() { advice[index].body = account }
  }

  /// Takes an account of some length from the end of an output, and the line break before it.
  private static func takeAccount(of length: Int, from output: inout String) -> String? {
    guard length > adviceMark.utf8.count, length <= output.utf8.count else { return nil }
    let start = output.utf8.index(output.endIndex, offsetBy: -length)
    guard start.samePosition(in: output.unicodeScalars) != nil,
      output.utf8[start...].starts(with: adviceMark.utf8)
    else { return nil }
    let account = output.unicodeScalars[start...].dropFirst(adviceMark.unicodeScalars.count)
    var before = output.unicodeScalars[..<start]
    guard before.isEmpty || before.popLast() == "\n" else { return nil }
    let text = String(account)
    output = String(before)
    return text
  }
}
