package import SluiceSimulation

/// What the name of an event in a schedule says of whose work it is.
package enum LabelKind: String, CaseIterable, Sendable {
  /// Work of the task that iterates.
  case consumer
  /// Work that the call has started which reads the stream.
  case access
  /// Something that a line of the scenario does.
  case stimulus
  /// A callback that is on its way.
  case deliver
  /// The end of the time that a consumer is busy.
  case busy
  /// The rest of a backend's call.
  case goesOn = "goes-on"

  /// The kind of a name, with the rest of the name; nil for work under another name.
  package static func read(_ label: String) -> (kind: LabelKind, subject: String)? {
    for kind in [LabelKind.consumer, .access, .stimulus]
    where label.hasPrefix("\(kind.rawValue).") {
      return (kind, String(label.dropFirst(kind.rawValue.count + 1)))
    }
    for kind in [LabelKind.deliver, .busy] where label.hasSuffix(".\(kind.rawValue)") {
      return (kind, String(label.dropLast(kind.rawValue.count + 1)))
    }
    return label == EventName.goesOn ? (.goesOn, "") : nil
  }

  /// What events of this kind are, in a sentence or two.
  package var meaning: String {
    switch self {
    case .consumer:
      "consumer.S is work of the task that iterates 'S': each step of its loop, and what its "
        + "next() does until it waits."
    case .access:
      "access.S is work that the call has started which reads the stream for 'S': a Task, a block "
        + "on a queue or a call of an actor that goes on when that call has returned."
    case .stimulus:
      "stimulus.cancel and the like is what a line of the scenario does: a cancel, a start, a pull "
        + "or a verb such as listener.send."
    case .deliver:
      "listener.deliver and the like is a callback of the backend that is on its way."
    case .goesOn:
      "goes-on is the rest of a call of the backend, such as add: what runs before it falls into "
        + "the call."
    case .busy: "S.busy is the end of the time for which the loop body of 'S' is busy."
    }
  }

  /// What an event is, as a part of a sentence.
  fileprivate static func words(for event: EventName) -> String {
    guard let (kind, subject) = read(event.label) else { return "the work '\(event.label)'" }
    return switch kind {
    case .consumer: "the task that iterates '\(subject)'"
    case .access: "the work that reading '\(subject)' has started"
    case .stimulus: "the line with \(subject)"
    case .deliver: "a callback of \(subject)"
    case .goesOn: "the rest of the backend's call"
    case .busy: "the loop body of '\(subject)'"
    }
  }
}

extension Choice {
  /// What ran before what, in words: `at 0ms the task that iterates 'S' ran before …`.
  package var account: String? {
    guard let first = ready.first(where: { other in other != run }) else { return nil }
    return
      "\(LabelKind.words(for: run)) (\(run)) ran before \(LabelKind.words(for: first)) (\(first))"
  }
}
