/// What does the work of a task: a script, or a transfer of an emulator.
///
/// The task is told to each call, since it holds its driver.
protocol TaskDriver: Sendable {
  func enqueue(_ task: StorageTask)
  func pause(_ task: StorageTask)
  func resume(_ task: StorageTask)
  func cancel(_ task: StorageTask)
}
