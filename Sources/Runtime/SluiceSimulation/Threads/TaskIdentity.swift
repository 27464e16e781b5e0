/// Which task it is, while it lives: for telling a task on real threads from those that it makes.
package struct TaskIdentity: Sendable, Equatable {
  private let number: Int

  /// The task that is running; nil where none is.
  package static var current: TaskIdentity? {
    // The task is used within the closure alone, and only its hash is kept.
    unsafe withUnsafeCurrentTask { task in
      unsafe task.map { task in TaskIdentity(number: unsafe task.hashValue) }
    }
  }
}
