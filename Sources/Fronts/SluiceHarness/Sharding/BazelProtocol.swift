import Foundation
import SluiceRunner

/// What Bazel asks of the tests that it runs, by variables: part of its test encyclopedia.
///
/// It is obeyed where the call does not say otherwise, since a test's command line is the same in
/// each shard.
struct BazelProtocol {
  /// The variable that says where the report goes.
  static let reportVariable = "XML_OUTPUT_FILE"

  /// The shard to run, if Bazel has the test sharded.
  let shard: Shard?
  /// Where it wants the report.
  let report: String?
  /// The pattern of cases that somebody asks for by `--test_filter`.
  let pattern: String?
  private let statusFile: String?
  private let prematureExitFile: String?
  /// Where relative paths begin.
  private let directory: String

  /// What the variables of a call ask.
  ///
  /// - Throws: `UsageError` for numbers that name no shard.
  init(_ environment: CommandEnvironment) throws(UsageError) {
    let variables = environment.variables
    directory = environment.workingDirectory
    report = variables[Self.reportVariable]
    pattern = variables["TESTBRIDGE_TEST_ONLY"].flatMap { text in text.isEmpty ? nil : text }
    statusFile = variables["TEST_SHARD_STATUS_FILE"]
    prematureExitFile = variables["TEST_PREMATURE_EXIT_FILE"]
    guard let total = variables["TEST_TOTAL_SHARDS"] else {
      shard = nil
      return
    }
    let number = variables["TEST_SHARD_INDEX"] ?? ""
    guard let count = Int(plain: total), let index = Int(plain: number),
      let shard = Shard(index, from: 0, of: count)
    else {
      throw .unusableShard(
        reason: "TEST_SHARD_INDEX=\(number) and TEST_TOTAL_SHARDS=\(total) are no shard and a count"
      )
    }
    self.shard = shard
  }

  /// Says that sharding is understood, and that the test has begun: a file that stays where it ends
  /// before its time.
  func begin() {
    for path in [statusFile, prematureExitFile] {
      guard let place = place(path) else { continue }
      _ = FileManager.default.createFile(atPath: place, contents: nil)
    }
  }

  /// Says that the test has come to its end.
  ///
  /// A path of a folder is a mistake of who set it, and no reason to remove the folder.
  func end() {
    guard let place = place(prematureExitFile), FileKind.isRegular(at: place) else { return }
    try? FileManager.default.removeItem(atPath: place)
  }

  private func place(_ path: String?) -> String? {
    guard let path, !path.isEmpty else { return nil }
    return AbsolutePath(path, from: directory).text
  }
}
