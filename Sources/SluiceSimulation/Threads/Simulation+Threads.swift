extension Simulation {
  /// No simulation at all, but the world of a run on real threads, for whatever asks for one.
  ///
  /// Fakes, spies and consumers are made in it as in any simulation; their queues, their tasks and
  /// their clock are then the platform's. It schedules nothing, is never entered with `perform`,
  /// and asking it for what only a simulation has (settling, timers, waiters) stops the process.
  ///
  /// - Parameter platform: The clock, the queues and the chance.
  package convenience init(on platform: any ThreadPlatform) {
    self.init(scheduler: FirstInFirstOut(), limits: Limits(), platform: platform)
  }
}
