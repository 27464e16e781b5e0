package import SluiceSimulation

extension Event.Caller {
  /// Who is running now, as far as the driver has said: inherited by the tasks that a consumer's
  /// task creates.
  @TaskLocal public static var current = Event.Caller.unknown

  /// On real threads, the task that was named, which others inherit the name from; nil where the
  /// name is a thread's.
  @TaskLocal package static var bearer: TaskIdentity?
}
