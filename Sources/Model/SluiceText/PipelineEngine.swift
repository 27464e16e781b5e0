/// An engine of pipelines that obeys commands in what a job prints.
///
/// Jenkins, CircleCI, Slurm, Kubernetes and Bazel obey nothing that is plain text, so they are not
/// among them: console notes of Jenkins are sequences for terminals, which clean text has none of.
package enum PipelineEngine: String, CaseIterable, Sendable {
  /// GitHub Actions, and engines that run its workflows, as Gitea and Forgejo do.
  case gitHub = "GITHUB_ACTIONS"
  /// Azure Pipelines.
  case azure = "TF_BUILD"
  /// TeamCity.
  case teamCity = "TEAMCITY_VERSION"
  /// GitLab.
  case gitLab = "GITLAB_CI"
  /// Buildkite.
  case buildkite = "BUILDKITE"

  /// The variable by which a job knows that the engine runs it.
  package var variable: String { rawValue }

  /// The engines that run a job.
  ///
  /// - Parameter value: The value of a variable of the job; nil for one that is not set.
  /// - Returns: The engines whose variables are neither empty nor switched off.
  package static func running(_ value: (String) -> String?) -> [PipelineEngine] {
    allCases.filter { engine in
      value(engine.variable).map { text in !offValues.contains(text.lowercased()) } ?? false
    }
  }

  /// Values that say that an engine is not there.
  private static let offValues: Set<String> = ["", "0", "false"]

  /// The beginnings of commands.
  var marks: [CommandMark] {
    switch self {
    // The runner drops blanks before the colons. It still finds the older form inside a line.
    case .gitHub: [CommandMark("::", isAtStart: true), CommandMark("##[")]
    case .azure: [CommandMark("##vso["), CommandMark("##[")]
    case .teamCity: [CommandMark("##teamcity[")]
    case .gitLab: [CommandMark("section_start:"), CommandMark("section_end:")]
    // Headers of groups.
    case .buildkite:
      ["---", "+++", "~~~", "^^^"].map { text in CommandMark("\(text) ", isAtStart: true) }
    }
  }
}

/// The beginning of a command of an engine.
struct CommandMark: Sendable {
  /// The mark, in lower case; a blank matches any blank.
  let text: [Unicode.Scalar]
  /// Whether only blanks may precede it in its line.
  let isAtStart: Bool

  init(_ text: String, isAtStart: Bool = false) {
    self.text = Array(text.unicodeScalars)
    self.isAtStart = isAtStart
  }
}
