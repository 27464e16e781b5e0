// Strict concurrency takes the variable `stdout` for shared mutable state.
@unsafe @preconcurrency import Glibc

/// The C library's standard output, as far as a worker cares about it.
enum StandardOutput {
  /// Makes every line that is printed leave the process at once.
  ///
  /// A subject that traps has printed its last lines then, and they reach the report.
  static func sendEveryLine() {
    // Proof: the library allocates the buffer itself, and nobody ever assigns the variable.
    unsafe setvbuf(stdout, nil, _IOLBF, 0)
  }

  /// Sends what was printed so far.
  static func flush() {
    fflush(nil)
  }
}
