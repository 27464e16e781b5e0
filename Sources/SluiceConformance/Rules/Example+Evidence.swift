import SluiceSimulation
public import SluiceSpies

extension Rule.Example {
  /// This example, of a scenario that asked for options when it accessed stream 1.
  public func asking(_ options: Value) -> Rule.Example {
    var example = self
    example.askedOptions = [1: options]
    return example
  }

  /// This example, of streams that listen to a source each.
  var ofTwoSources: Rule.Example {
    var example = self
    example.hasSourceEach = true
    return example
  }

  /// The place of the line that is marked as the one to blame.
  public var blamed: Int? {
    lines.firstIndex { line in line.isBlamed }
  }

  /// The example's log as a rule sees it.
  public var evidence: Evidence {
    var nanoseconds: Int64 = 0
    var entries: [LogEntry] = []
    var step = -1
    for line in lines {
      nanoseconds += line.delay
      if !line.isOfSameStep { step += 1 }
      var entry = LogEntry(
        instant: Instant(nanoseconds: nanoseconds), step: step, event: line.event)
      entry.interruptions = line.interruptions
      entry.elements = line.elements
      entries.append(entry)
    }
    var declarations = Declarations(traits)
    if hasSourceEach {
      for case .accessed(let id) in entries.map(\.event) {
        declarations.declare(source: .integer(Int64(id.number)), of: id)
      }
    }
    return Evidence(
      entries, filedIn: LogIndex(), declarations: declarations, askedOptions: askedOptions)
  }
}
