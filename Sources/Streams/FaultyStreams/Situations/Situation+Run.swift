package import SluiceConformance
package import SluiceSimulation
package import SluiceSpies

extension Situation {
  /// What a situation came to with one subject.
  package struct Outcome: Sendable {
    /// Everything that happened.
    package var entries: [LogEntry]
    /// What the rules judge it by.
    package var traits: Traits
    /// The consumers whose task did not end, by name.
    package var stuck: [String]
    /// Why the simulation stopped before it was quiescent; nil if it did not.
    package var halt: Halt?
    /// The situation's own mistake; nil if it made none.
    package var mistake: String?

    /// The options that every access asked for; nil if none did.
    package var askedOptions: Value?

    /// The log with its index.
    package var evidence: Evidence {
      guard let askedOptions else { return Evidence(entries, traits: traits) }
      var asked: [SequenceID: Value] = [:]
      for case .accessed(let id) in entries.map(\.event) { asked[id] = askedOptions }
      return Evidence(entries, traits: traits, askedOptions: asked)
    }

    /// What each rule of the catalogue says, in its order.
    package func judge() -> [Judgement] {
      Rule.judge(evidence)
    }
  }

  /// Plays the situation with a subject in a simulation of its own, epilogue included.
  ///
  /// - Parameters:
  ///   - subject: The stream.
  ///   - scheduler: What orders the events; by default the canonical schedule.
  /// - Returns: What it came to.
  package func run(
    _ subject: Subject, scheduler: any Scheduler = FirstInFirstOut()
  ) -> Outcome {
    var stage: Stage?
    return Simulation(scheduler: scheduler).perform(
      { simulation in
        defer { simulation.end() }
        let play = ListenerPlay(self, of: subject, in: simulation)
        stage = play.stage
        return run(subject, in: play)
      },
      ifGivenUp: { outcome in
        // The thread that played is left where it is; the log tells how far it came.
        stage?.log.close()
        return Outcome(
          entries: stage?.log.entries ?? [], traits: traits(of: subject), stuck: [],
          mistake: "it can't go on: \(outcome)",
          askedOptions: arguments.first { argument in argument.label == "options" }?.value)
      })
  }

  private func run(_ subject: Subject, in play: ListenerPlay) -> Outcome {
    var mistake: String?
    do {
      try self.play(play)
    } catch {
      mistake = "\(error)"
    }
    play.settle()
    let epilogueHalt = play.stage.playEpilogue()
    let stuck = play.stage.unfinished.map { consumer in consumer.name }
    let lastHalt = play.stage.conclude { play.releaseFixture() }
    return Outcome(
      entries: play.stage.log.entries, traits: traits(of: subject), stuck: stuck,
      halt: play.halt ?? epilogueHalt ?? lastHalt, mistake: mistake,
      askedOptions: arguments.first { argument in argument.label == "options" }?.value)
  }
}
