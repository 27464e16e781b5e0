import FakeListener

/// The decisions of a stream that reads two others in a group of tasks.
protocol MergeSteps: SendableMetatype {
  /// How many of the two have to end before the group does.
  static var lastEnd: Int { get }
  /// Whether the stream ends with its group.
  static var endsWithItsGroup: Bool { get }
  /// Whether the second is read only when the first has ended.
  static var isSequential: Bool { get }
}

extension MergeSteps {
  static var lastEnd: Int { 2 }
  static var endsWithItsGroup: Bool { true }
  static var isSequential: Bool { false }
}

/// Two streams, read by a task each, which feed a third one.
enum MergeInAGroup {
  static func stream<Steps: MergeSteps>(
    _ steps: Steps.Type, _ source: FakeListener<SentinelElement>, _ options: ListenerOptions
  ) -> StreamPerIteration {
    StreamPerIteration {
      let first = StreamPerIteration.listening(to: source, options)
      let second = StreamPerIteration.listening(to: source, options)
      return StreamPerIteration.Stream { continuation in
        let task = Task {
          do {
            try await withThrowingTaskGroup(of: Void.self) { group in
              group.addTask { for try await element in first { continuation.yield(element) } }
              if Steps.isSequential { _ = try await group.next() }
              group.addTask { for try await element in second { continuation.yield(element) } }
              for _ in 0..<Steps.lastEnd where !group.isEmpty { _ = try await group.next() }
              group.cancelAll()
            }
            if Steps.endsWithItsGroup || Task.isCancelled { continuation.finish() }
          } catch {
            continuation.finish(throwing: error)
          }
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
  }
}
