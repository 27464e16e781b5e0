package import SluiceText

/// Learns which causes of failures are symptoms of others, from faulty streams with one fault each.
package struct SymptomLearning {
  /// How many streams have to fail by both causes, most often by the one that tells the fault.
  private static let fewestStreams = 2
  /// One in how many of the streams that fail by a cause has to fail by its symptom.
  private static let share = 3

  /// How many streams fail by each cause.
  private var streams: [String: Int] = [:]
  /// How many streams fail by both causes of a pair.
  private var both: [Pair: Int] = [:]
  /// How many of these fail by the first one in at least as many cases.
  private var led: [Pair: Int] = [:]

  private struct Pair: Hashable {
    let cause: String
    let symptom: String
  }

  /// Learning from streams that fail in so many cases by each cause.
  package init(from streams: some Sequence<[String: Int]>) {
    for causes in streams { take(in: causes) }
  }

  private mutating func take(in causes: [String: Int]) {
    for (cause, count) in causes {
      streams[cause, default: 0] += 1
      for (symptom, cases) in causes where symptom != cause {
        both[Pair(cause: cause, symptom: symptom), default: 0] += 1
        if count >= cases { led[Pair(cause: cause, symptom: symptom), default: 0] += 1 }
      }
    }
  }

  /// Whether a cause is a symptom of another one.
  private func shows(_ pair: Pair) -> Bool {
    led[pair, default: 0] >= Self.fewestStreams
      && both[pair, default: 0] * Self.share >= streams[pair.cause, default: 0]
  }

  /// What differs from a table of symptoms, as sentences in the order of the causes.
  package func differences(from symptoms: Symptoms) -> [String] {
    let declared = symptoms.causes.flatMap { cause, symptoms in
      symptoms.map { symptom in Pair(cause: cause, symptom: symptom) }
    }
    return Set(declared).union(both.keys).sorted { left, right in
      (left.cause, left.symptom) < (right.cause, right.symptom)
    }.compactMap { pair in
      let isDeclared = symptoms.causes[pair.cause]?.contains(pair.symptom) == true
      guard isDeclared != shows(pair) else { return nil }
      let streams = SelfTestMatrix.count(streams[pair.cause, default: 0], "stream")
      return "\(pair.symptom) \(isDeclared ? "is not" : "is") a symptom of \(pair.cause), "
        + "by \(both[pair, default: 0]) of \(streams): LearnedSymptoms.swift says otherwise"
    }
  }
}
