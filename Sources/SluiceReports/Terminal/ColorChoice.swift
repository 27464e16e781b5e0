/// When to colour what goes to a terminal: the value of `--color`.
public enum ColorChoice: String, Sendable, Hashable, CaseIterable {
  /// As the environment and the stream suggest.
  case auto
  /// Always.
  case always
  /// Never.
  case never

  /// The decision whether to use colours, made from nothing but its arguments.
  ///
  /// The option decides before `NO_COLOR`, that before `CLICOLOR_FORCE`, and only then the stream.
  /// As their conventions have it, `NO_COLOR` counts unless it is empty, and `CLICOLOR_FORCE`
  /// unless it is empty or `0`.
  ///
  /// - Parameters:
  ///   - environment: the variables of the process.
  ///   - isTerminal: whether the stream that is written to is a terminal.
  /// - Returns: true if colours are to be used.
  public func usesColor(environment: [String: String], isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let value = environment["NO_COLOR"], !value.isEmpty { return false }
    if let value = environment["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return true }
    return isTerminal
  }
}
