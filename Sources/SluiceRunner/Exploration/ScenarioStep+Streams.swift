import SluiceScenarios

extension ScenarioStep {
  /// The name of the consumer that the line starts, if it starts one.
  var startedStream: String? {
    switch action {
    case .start(let stream, _, _), .iterate(let stream, _, _): stream
    case .perform, .control, .pull, .expect: nil
    }
  }

  /// Whether the line can't be without a consumer or a group of consumers.
  ///
  /// - Parameters:
  ///   - stream: The consumer's name.
  ///   - group: The name of the group that it belongs to, if it belongs to one.
  /// - Returns: Whether the line speaks of one of them.
  func speaks(of stream: String, in group: String?) -> Bool {
    if case .during(_, let other) = mode, other == stream { return true }
    switch action {
    case .iterate(_, let other, _): return other == stream
    case .control(_, let other): return other == stream || other == group
    case .pull(let other, _): return other == stream
    case .expect(.outcome(let other, _, _)), .expect(.silence(let other, _)):
      return other == stream
    case .start, .perform, .expect(.probe): return false
    }
  }

  /// The name of the group that the line starts a consumer in, if it does.
  var startedGroup: String? {
    switch action {
    case .start(_, _, let options), .iterate(_, _, let options): options.group
    case .perform, .control, .pull, .expect: nil
    }
  }
}
