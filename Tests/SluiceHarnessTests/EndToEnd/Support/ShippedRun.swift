/// A run of shipped scenarios by the program in one process, without the cases in which a wrong
/// stream traps: that would be the end of it.
struct ShippedRun {
  /// The cases with what became of them.
  let cases: [ReportedCase]
  /// How the call ended, and what it wrote.
  let call: FinishedCall

  /// Runs them.
  ///
  /// - Parameters:
  ///   - subject: The stream.
  ///   - words: The other words of the call: files, folders and options.
  ///   - directory: Where it is called.
  /// - Throws: What the system says if it can't be started, or what can't be read of its output.
  init(
    of subject: String, _ words: String..., in directory: String = BuiltProgram.repository
  ) throws {
    let folder = try TemporaryFolder()
    call = try BuiltProgram.run(
      [
        "run", "--subject", subject, "--isolation", "none", "--format", "json",
        "--filter", "!tag:traps", "--junit", folder.path(of: "junit.xml"),
      ] + words, in: directory)
    cases = try ReportedCase.all(in: call.output)
  }
}

extension ReportedCase {
  /// Whether somebody has something against the stream, or could not say.
  var isBlamed: Bool { outcome != "passed" && outcome != "skipped" }
}
