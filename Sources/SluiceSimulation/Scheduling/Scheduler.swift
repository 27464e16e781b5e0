/// What decides which of the ready events runs next.
///
/// A simulation asks three questions, and nothing else in it is a choice: that a run begins, which
/// event is next, and for a random number. A scheduler whose answers are a function of what it was
/// asked makes the whole run one.
public protocol Scheduler {
  /// Told once, before the first event of a run.
  mutating func begin()

  /// Returns the position in `ready` of what runs next; 0 is the canonical choice.
  ///
  /// Asked only where there is a choice. Where order is guaranteed there is none: of the events of
  /// one serial queue, or of the main queue and the main actor, only the first is among the ready
  /// ones.
  ///
  /// - Parameter ready: At least two possibilities. Between events they are the ready events, in
  ///   the order in which they became ready. Inside a backend's call (`ready.isInsideCall`) the
  ///   first is that the call goes on, and the others are what may fall into it.
  /// - Returns: A position below `ready.count`.
  mutating func choose(from ready: ReadyEvents) -> Int

  /// Returns 64 random bits, for whoever needs them inside the simulation.
  mutating func random() -> UInt64
}
