extension Event.Caller {
  /// Who is running now, as far as the driver has said: inherited by the tasks that a consumer's
  /// task creates.
  @TaskLocal public static var current = Event.Caller.unknown
}
