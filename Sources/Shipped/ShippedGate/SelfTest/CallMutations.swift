import SluiceSimulation

/// A call with something done to one of its inputs.
package struct MutatedCall: Sendable {
  /// Which input that is.
  package enum Kind: String, CaseIterable, Sendable {
    /// The file with defaults of options.
    case configuration
    /// A list of known failures, or of rules that nothing exercises.
    case list
    /// The variables by which engines and Bazel tell a job what to do, and those for options.
    case variables
    /// The expression that selects cases.
    case filter
    /// A schedule, as a word or in a file.
    case schedule
    /// The options that say which shard is meant.
    case shard
  }

  /// Which input was mutated.
  package var kind: Kind
  /// The words after the program's name.
  package var words: [String]
  /// The variables.
  package var variables: [String: String] = [:]
  /// The files that the call finds, by their paths below its root.
  package var files: [String: [UInt8]] = [:]

  /// A call.
  package init(
    kind: Kind, words: [String], variables: [String: String] = [:],
    files: [String: [UInt8]] = [:]
  ) {
    self.kind = kind
    self.words = words
    self.variables = variables
    self.files = files
  }
}

/// Calls, each made of right inputs by a seed and its number alone.
package struct CallMutations: Sendable {
  private let seed: UInt64

  /// The mutants of a seed.
  package init(seed: UInt64) { self.seed = seed }

  /// The mutant of a number.
  package func mutant(_ number: Int) -> MutatedCall {
    var random = SplitMix64(seed: seed ^ (UInt64(number) &* 0x9E37_79B9_7F4A_7C15))
    let kind = MutatedCall.Kind.allCases[number % MutatedCall.Kind.allCases.count]
    return switch kind {
    case .configuration: configuration(&random)
    case .list: list(&random)
    case .variables: variables(&random)
    case .filter: filter(&random)
    case .schedule: schedule(&random)
    case .shard: shard(&random)
    }
  }

  /// One of some texts, with one to three things done to it, most often one.
  private func mutated(
    _ originals: [String], _ words: [String], _ random: inout SplitMix64
  ) -> [UInt8] {
    let texts = originals.map { text in Array(text.utf8) }
    var text = MutatedText(
      random: random, words: words.map { word in Array(word.utf8) }, others: texts)
    text.bytes = texts[text.random.below(texts.count)]
    for _ in 0..<(1 + text.random.below(1 + text.random.below(3))) { text.mutate() }
    random = text.random
    return text.bytes
  }

  private func text(
    _ originals: [String], _ words: [String], _ random: inout SplitMix64
  ) -> String {
    String(decoding: mutated(originals, words, &random), as: UTF8.self)
  }

  private func configuration(_ random: inout SplitMix64) -> MutatedCall {
    let words = [["list"], ["check"], ["list", "--profile", "ci"], ["check", "--profile", "ci"]]
    var call = MutatedCall(kind: .configuration, words: words[random.below(words.count)])
    call.files["sluice.json"] = mutated(
      CallCorpus.configurations, CallCorpus.configurationWords, &random)
    return call
  }

  private func list(_ random: inout SplitMix64) -> MutatedCall {
    var call = MutatedCall(kind: .list, words: CallCorpus.run)
    if random.below(4) == 0 {
      call.files["Scenarios/not-exercised.txt"] = mutated(
        CallCorpus.unexercised, CallCorpus.listWords, &random)
    } else {
      call.files["known.txt"] = mutated(CallCorpus.known, CallCorpus.listWords, &random)
      call.words += ["--known-failing", "known.txt"]
    }
    return call
  }

  private func filter(_ random: inout SplitMix64) -> MutatedCall {
    let filter = text(CallCorpus.filters, CallCorpus.filterWords, &random)
    // A word that begins with dashes is an option, unless it is attached.
    return MutatedCall(kind: .filter, words: ["list", "--filter=\(filter)"])
  }

  private func schedule(_ random: inout SplitMix64) -> MutatedCall {
    let schedule = mutated(CallCorpus.schedules, CallCorpus.scheduleWords, &random)
    var call = MutatedCall(kind: .schedule, words: CallCorpus.replay)
    if random.below(2) == 0 {
      call.words.append("--schedule=\(String(decoding: schedule, as: UTF8.self))")
    } else {
      call.words += ["--schedule", "@some.schedule"]
      call.files["some.schedule"] = schedule
    }
    return call
  }

  private func shard(_ random: inout SplitMix64) -> MutatedCall {
    let shard = text(CallCorpus.shards, CallCorpus.shardWords, &random)
    var call = MutatedCall(kind: .shard, words: CallCorpus.run + ["--shard=\(shard)"])
    if random.below(3) == 0 {
      let division = text(["hash", "slices"], CallCorpus.shardWords, &random)
      call.words.append("--shard-by=\(division)")
    }
    return call
  }

  /// The variables of one engine, or several, of which one or two are mutated.
  private func variables(_ random: inout SplitMix64) -> MutatedCall {
    var call = MutatedCall(kind: .variables, words: CallCorpus.run)
    for _ in 0..<(1 + random.below(2)) {
      call.variables.merge(CallCorpus.engines[random.below(CallCorpus.engines.count)]) { one, _ in
        one
      }
    }
    for _ in 0..<(1 + random.below(2)) {
      let names = call.variables.keys.sorted()
      guard !names.isEmpty else { break }
      let name = names[random.below(names.count)]
      switch random.below(8) {
      case 0: call.variables[name] = nil
      case 1:
        let other = text([name], CallCorpus.variableWords, &random)
        // A misspelt name is told, and must not be one that leads elsewhere.
        call.variables["SLUICE_X\(other)"] = "1"
      default:
        let value = text([call.variables[name] ?? ""], CallCorpus.variableWords, &random)
        let isPath = CallCorpus.paths.contains(name)
        // No call may write outside of its folder, and no variable has a zero byte.
        call.variables[name] = value.replacing("\0", with: "").replacing(
          "/", with: isPath ? "_" : "/")
      }
    }
    if random.below(2) == 0 { call.words += ["--shard", "auto"] }
    return call
  }
}
