/// Whether to print in colour: the values of `--color`.
public enum ColorChoice: String, CaseIterable, Sendable {
  /// As the environment says, or else only on a terminal.
  case auto
  /// In any case.
  case always
  /// In no case.
  case never

  /// Whether to print in colour to a stream.
  ///
  /// The option decides first, then `NO_COLOR` if it is not empty, then `CLICOLOR_FORCE` if it is
  /// neither empty nor 0, then whether the stream is a terminal, and not a dumb one.
  public func usesColor(on sink: any TextSink, variables: EnvironmentVariables) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if let value = variables["NO_COLOR"], !value.isEmpty { return false }
      if let value = variables["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return true }
      return sink.isTerminal && variables["TERM"] != "dumb"
    }
  }
}
