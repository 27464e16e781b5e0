/// The command line that starts a worker.
package struct WorkerCommand: Equatable, Sendable {
  /// The path of the program; it is not searched for.
  package var executable: String
  /// The words after the program's name.
  package var arguments: [String]
  /// The whole environment of the worker, but for what every worker is given.
  package var environment: [String: String]

  /// A command to start workers with.
  ///
  /// - Parameters:
  ///   - executable: the path of the program, which is not searched for.
  ///   - arguments: the words after the program's name.
  ///   - environment: all variables the worker sees; nothing is inherited silently. A worker is
  ///     also always given `SWIFT_DETERMINISTIC_HASHING=1`, so that a subject's sets and
  ///     dictionaries have the same order in every run, and `SWIFT_BACKTRACE=enable=no`, so that a
  ///     trap is over at once.
  package init(executable: String, arguments: [String] = [], environment: [String: String] = [:]) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
  }

  /// The environment as `NAME=value`, sorted by name.
  package var variables: [String] {
    var all = environment
    all[DeterministicHashing.variable.name] = DeterministicHashing.variable.value
    all["SWIFT_BACKTRACE"] = "enable=no"
    return all.sorted { one, other in one.key < other.key }.map { "\($0.key)=\($0.value)" }
  }
}
