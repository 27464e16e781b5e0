import SluiceSimulation
import SluiceSpies
import Synchronization

/// A count of what a subject allocates, with what it showed after each number of subscriptions.
struct AllocationCourse {
  private let account: SubjectAllocations.Account
  private(set) var samples = AllocationSamples()

  /// A course that begins now; nil where allocations can't be counted.
  init?() {
    guard let account = SubjectAllocations.open() else { return nil }
    self.account = account
  }

  /// Takes a sample.
  ///
  /// - Parameter subscriptions: The number of subscriptions that are over; none is under way.
  mutating func sample(after subscriptions: Int) {
    guard let living = account.living else { return }
    samples.add(living, after: subscriptions)
  }

  /// Ends the count.
  func close() { account.close() }
}

extension Stage {
  /// Begins to count what the subject allocates, once there are enough consumers.
  ///
  /// It does not where a test is handed the elements, or where the backend marks no borders: what
  /// these keep would count.
  func countAllocations() {
    guard consumers.count == AllocationSamples.firstCounted, simulation.platform == nil,
      log.hasBorders, !state.withLock({ state in state.sharesElements })
    else { return }
    let course = AllocationCourse()
    state.withLock { state in state.allocations = course }
  }

  /// Takes a sample of the subject's allocations, where no consumer lives.
  func sampleAllocations() {
    let ended = news.ended
    state.withLock { state in
      guard ended == state.consumers.count else { return }
      state.allocations?.sample(after: ended)
    }
  }

  /// Ends the count of the subject's allocations, and notes in the log how they have grown.
  ///
  /// A timer that is still set may free memory later: then nothing is noted.
  func concludeAllocations() {
    sampleAllocations()
    guard let course = state.withLock({ state in state.allocations.take() }) else { return }
    course.close()
    if simulation.nextTimer == nil, let growth = course.samples.growth { log.note(growth) }
  }
}
