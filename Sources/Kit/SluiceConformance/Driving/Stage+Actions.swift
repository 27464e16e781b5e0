import SluiceSimulation
import SluiceSpies

extension Stage {
  /// Cancels the task of a consumer, or of a group with all its consumers.
  ///
  /// A consumer whose stream is being read just now is cancelled as soon as its task exists.
  /// - Parameter name: The consumer's or the group's name.
  /// - Throws: `StageError` where there is no such name, or it is a child task's.
  public func cancel(_ name: String) throws(StageError) {
    if let group = groups.first(where: { group in group.name == name }) {
      cancel(group)
      return
    }
    if cancelWhileOpening(name) { return }
    let consumer = try find(name)
    if let group = consumer.options.group { throw .cancelOfChild(name, group: group) }
    cancel(consumer)
  }

  /// Has a consumer call `next()` so many times more, each as soon as the one before has answered.
  ///
  /// A pull past the end calls `next()` there.
  /// - Throws: `StageError` where there is no such consumer or it asks by itself.
  public func pull(_ name: String, count: Int = 1) throws(StageError) {
    let consumer = try find(name)
    guard consumer.options.isManual || consumer.options.demand != nil else {
      throw .pullWithoutNeed(name)
    }
    consumer.gate.signal(.pull, count: count)
  }

  /// Has a consumer leave its loop by `break` at its next element.
  ///
  /// - Throws: `StageError` where there is no such consumer.
  public func breakLoop(_ name: String) throws(StageError) {
    try find(name).isBreaking = true
  }

  /// Drops a consumer's iterator and sequence, without cancelling anything.
  ///
  /// - Throws: `StageError` where there is no such consumer, or it waits in `next()`.
  public func drop(_ name: String) throws(StageError) {
    let consumer = try find(name)
    guard consumer.phase == .over || consumer.gate.isOccupied || consumer.options.isManual else {
      throw .dropWhileWaiting(name)
    }
    consumer.gate.drop()
    if consumer.options.isHeld { shelf.release(consumer.sequence) }
  }

  /// Lets go of a sequence that was held.
  ///
  /// - Throws: `StageError` where there is no such consumer.
  public func release(_ name: String) throws(StageError) {
    let consumer = try find(name)
    guard consumer.options.isHeld else { throw .sequenceGone(name) }
    shelf.release(consumer.sequence)
  }

  func cancel(_ consumer: Consumer) {
    log.append(.cancelCalled(consumer.id))
    Event.Caller.$current.withValue(
      Event.Caller(sequence: consumer.sequence, consumer: consumer.id)
    ) {
      consumer.cancelTask()
    }
    log.append(.cancelReturned(consumer.id))
  }

  func cancel(_ group: ConsumerGroup) {
    let members = group.members.filter { member in member.phase != .over }
    for member in members { log.append(.cancelCalled(member.id)) }
    let wasInside = SubjectAllocations.enter()
    group.task?.cancel()
    SubjectAllocations.restore(wasInside)
    for member in members { log.append(.cancelReturned(member.id)) }
  }
}
