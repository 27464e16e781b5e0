/// The name of a function as a backtrace has it, and what a reader needs of it.
struct FunctionName {
  /// The module that it is of.
  let module: Substring
  /// The name without the types of its parameters and its result.
  let short: String

  /// - Parameter symbol: The demangled symbol, such as `closure #1 () async -> () in M.f(x: Int)`.
  init(_ symbol: String) {
    // A closure stands before what it is in, and that may be one too.
    let place = symbol.ranges(of: " in ").last.map { range in symbol[range.upperBound...] }
    let isClosure = symbol.hasPrefix("closure #") && place != nil
    let function = isClosure ? place ?? symbol[...] : symbol[...]
    module = function.prefix { character in character != "." }
    short = (isClosure ? "a closure in " : "") + FunctionName.shortened(function)
  }

  /// The labels of the parameters stay, as in `next(isolation:)`.
  private static func shortened(_ function: Substring) -> String {
    guard let open = function.firstIndex(of: "(") else { return String(function) }
    var labels = ""
    var label = ""
    var depth = 0
    for character in function[function.index(after: open)...] {
      switch character {
      case "(", "<", "[": depth += 1
      case ")" where depth == 0: return "\(function[..<open])(\(labels))"
      case ")", ">", "]": depth -= 1
      case ":" where depth == 0: labels += "\(label):"
      case "," where depth == 0: label = ""
      case " ": label = ""
      default: label.append(character)
      }
    }
    return String(function)
  }
}
