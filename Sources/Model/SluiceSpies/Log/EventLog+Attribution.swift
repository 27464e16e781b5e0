package import SluiceSimulation

/// Whose a call is that is to be recorded.
extension EventLog {
  /// Has what is called by a label count as somebody's doing, wherever it runs.
  ///
  /// A task inherits the label of whoever creates it, detached or not, and a block that of whoever
  /// puts it on a queue.
  ///
  /// - Parameters:
  ///   - label: The label, which nobody else acts by.
  ///   - caller: Who acts.
  package func attribute(_ label: String, to caller: Event.Caller) {
    name(caller, of: simulation.number(ofLabel: label))
  }

  /// Who makes the call that is to be recorded; unknown where several may.
  var caller: Event.Caller {
    let candidates = candidates
    return candidates.count == 1 ? candidates[0].caller : .unknown
  }

  /// Who makes the call of add that is to be recorded.
  ///
  /// Where several may, as a task that they share performs what they ask for, it is the one with
  /// fewer adds so far: each wants its own. So is one who asked meanwhile where the task's maker
  /// has its own already. Where that does not tell either, nobody knows; nor where the maker has
  /// gone, or was cancelled, before it had one.
  var callerOfAdd: Event.Caller {
    let candidates = candidates
    let fewest = candidates.map(\.adds).min()
    let likely = candidates.filter { candidate in candidate.adds == fewest }
    guard likely.count == 1 else { return .unknown }
    guard let standing = simulation.standing, !standing.hasOwnTaskLocals else {
      return likely[0].caller
    }
    let without = callers(of: standing.since).filter { other in
      other.adds == 0 && other.caller.consumer != nil && other.caller != likely[0].caller
        && other.caller.sequence == likely[0].caller.sequence
    }
    guard !without.isEmpty else { return likely[0].caller }
    if likely[0].adds == 0 {
      return mayHaveLeft(likely[0].caller.consumer) ? .unknown : likely[0].caller
    }
    return without.count == 1 ? without[0].caller : .unknown
  }

  /// Those who may be making the call: whom the driver has named, where its word is for what runs,
  /// or those who had it run.
  private var candidates: [(caller: Event.Caller, adds: Int)] {
    let named = Event.Caller.current
    guard let standing = simulation.standing else {
      return named == .unknown || !isNameRight ? [] : [(named, 0)]
    }
    if standing.hasOwnTaskLocals, named != .unknown { return [(named, 0)] }
    var candidates: [(caller: Event.Caller, adds: Int)] = []
    let askers = callers(of: standing.labels)
    // What is done for a sequence by a task that it made may be what its consumers ask for.
    let isSequences = askers.allSatisfy { asker in asker.caller.consumer == nil }
    let others =
      isSequences
      ? callers(of: standing.since).filter { other in
        askers.contains { asker in asker.caller.sequence == other.caller.sequence }
      } : []
    for candidate in askers + others
    where !candidates.contains(where: { other in other.caller == candidate.caller }) {
      candidates.append(candidate)
    }
    // Who opened a sequence does not stand beside a consumer of it.
    return candidates.filter { candidate in
      candidate.caller.consumer != nil
        || !candidates.contains { other in
          other.caller.consumer != nil && other.caller.sequence == candidate.caller.sequence
        }
    }
  }

  /// Whether the name that a real thread finds is for what it runs: it is where there is one
  /// consumer, and otherwise in the task that was named itself.
  private var isNameRight: Bool {
    !isOnThreads || !hasSeveralConsumers || Event.Caller.bearer == TaskIdentity.current
  }

  private var isOnThreads: Bool { simulation.platform != nil }
}

extension Event.Caller {
  /// Who is running now, as far as the driver has said: inherited by the tasks that a consumer's
  /// task creates.
  @TaskLocal public static var current = Event.Caller.unknown

  /// On real threads, the task that was named, which others inherit the name from; nil where the
  /// name is a thread's.
  @TaskLocal package static var bearer: TaskIdentity?
}
