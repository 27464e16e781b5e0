extension Escape: CustomStringConvertible {
  /// What has left or come in, in words.
  public var description: String {
    switch kind {
    case .thread: "\(label) started a thread" + inPlace("")
    case .call: "a foreign thread used the simulation for \(label)"
    case .task: "a foreign thread" + inPlace(", started") + " resumed a task of \(label)"
    case .job: "a foreign thread" + inPlace(", started") + " enqueued a job of \(label)"
    case .source(.other): "\(label) made a dispatch source" + inPlace("")
    case .source(let source): "\(label) made a dispatch source (\(source.rawValue))" + inPlace("")
    case .elsewhere: "a task of \(label) went to an executor outside the simulation"
    }
  }

  private func inPlace(_ word: String) -> String {
    guard let place else { return "" }
    return "\(word) in '\(place)'" + (word.isEmpty ? "" : ",")
  }
}
