import Foundation
import Testing

@Suite(
  "Page of a run, in a browser", .campaign,
  .enabled(if: Chromium.isThere, "there is no Chromium here"))
struct PageCampaign {
  @Test("is read by mouse, keys and screen readers in both themes, of five thousand cases too")
  func page() throws {
    let call = try FinishedCall(
      "\(BuiltProgram.repository)/Scripts/check-html", ["--program", BuiltProgram.path],
      in: BuiltProgram.repository, variables: [:])
    #expect(call.exitCode == 0, "\(call.output)\(call.errors)")
    // The page of the proposal, and that of many cases.
    let counts = call.output.split(separator: "\n").filter { line in line.contains(" cases: ") }
    #expect(counts.count == 2)
    #expect(call.output.contains("\n5000 cases: "))
  }
}

private enum Chromium {
  /// Whether there is one, under a name that `Scripts/check-html` knows.
  static var isThere: Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    return names.contains { name in
      folders.contains { folder in
        FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
      }
    }
  }
}
