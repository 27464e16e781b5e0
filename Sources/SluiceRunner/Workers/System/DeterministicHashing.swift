import Glibc

/// Hashing without chance, so that a subject's sets and dictionaries have the same order in every
/// process.
///
/// Swift decides when its standard library is loaded, by a variable of the environment. The kit's
/// workers are started with it, and its programs begin again with it; a process that merely links
/// the kit is left as it is.
package enum DeterministicHashing {
  /// The variable, and the value with which nothing is left to chance.
  package static let variable = (name: "SWIFT_DETERMINISTIC_HASHING", value: "1")

  /// Has the process hash without chance: if it was not started so, it begins again, with the same
  /// words and in the same place, as the same process.
  ///
  /// To be called before anything else is done: whatever has happened is forgotten.
  ///
  /// - Parameters:
  ///   - arguments: All words of the call, the program's name first.
  ///   - program: The file that is begun; by default the one that is running.
  /// - Throws: `WorkerError.notStarted` if it can't begin again.
  package static func require(
    arguments: [String], program: String = "/proc/self/exe"
  ) throws(WorkerError) {
    // Proof: the value is compared before anything else happens, and the variable set while there
    // is one thread.
    let isSet = unsafe getenv(variable.name).map { unsafe strcmp($0, variable.value) == 0 }
    if isSet == true { return }
    unsafe setenv(variable.name, variable.value, 1)
    guard let words = CStringList(arguments) else {
      throw .notStarted(executable: program, reason: "an argument has a zero byte")
    }
    // Proof: the pointers are valid during the call, which only returns if it has failed.
    _ = unsafe words.withPointers { words in unsafe execv(program, words) }
    throw .notStarted(executable: program, reason: unsafe String(cString: strerror(errno)))
  }
}
