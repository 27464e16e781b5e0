/// The latest events of a run: which task each ran, under which label, and when.
///
/// Looked at only when a run does not end, so that noting an event has to cost next to nothing: no
/// allocation once it has grown, and no text.
struct EventHistory {
  private struct Record {
    var task: UInt
    var label: UInt32
    var ordinal: UInt32
    var instant: Int64
  }

  /// How many events are kept; a power of two.
  static let length = 4_096

  /// A ring once it is full; the event of a step is at its number, counted from 0.
  private var records: [Record] = []
  /// The number of events so far.
  private(set) var count = 0

  /// Notes that an event begins.
  ///
  /// - Parameters:
  ///   - task: The address of the task that it runs, 0 for none.
  ///   - label: Its label, as ``LabelTable`` numbers it.
  ///   - ordinal: Which event of its label it is.
  ///   - instant: The virtual time in nanoseconds.
  @inline(__always)
  mutating func append(task: UInt, label: UInt32, ordinal: UInt32, instant: Int64) {
    let record = Record(task: task, label: label, ordinal: ordinal, instant: instant)
    if records.count < Self.length {
      records.append(record)
    } else {
      records[count & (Self.length - 1)] = record
    }
    count += 1
  }

  /// The steps that are kept, oldest first.
  private var steps: ClosedRange<Int>? {
    count == 0 ? nil : (count - records.count + 1)...count
  }

  /// The latest events, oldest first.
  func latest(_ number: Int, names: LabelTable) -> [TraceEntry] {
    guard let steps else { return [] }
    return steps.suffix(number).map { step in entry(step, names) }
  }

  /// The latest event that ran a task after a step; nil if it is not among those that are kept.
  func last(of task: UInt, after step: Int, names: LabelTable) -> TraceEntry? {
    guard let steps else { return nil }
    for candidate in steps.reversed() {
      guard candidate > step else { return nil }
      if record(candidate).task == task { return entry(candidate, names) }
    }
    return nil
  }

  /// The event of a step; nil if it is not among those that are kept.
  func event(of step: Int, names: LabelTable) -> TraceEntry? {
    steps?.contains(step) == true ? entry(step, names) : nil
  }

  /// The labels of the events after a step, as far as those are kept.
  func labels(after step: Int) -> [UInt32] {
    guard let steps, step < steps.upperBound else { return [] }
    var labels: [UInt32] = []
    for later in max(step + 1, steps.lowerBound)...steps.upperBound {
      let label = record(later).label
      if !labels.contains(label) { labels.append(label) }
    }
    return labels
  }

  private func record(_ step: Int) -> Record { records[(step - 1) & (Self.length - 1)] }

  private func entry(_ step: Int, _ names: LabelTable) -> TraceEntry {
    let record = record(step)
    return TraceEntry(
      step: step, instant: Instant(nanoseconds: record.instant),
      event: EventName(label: names.name(of: record.label), ordinal: Int(record.ordinal)))
  }
}

/// The labels of a simulation, each a small number, so that no event carries text.
struct LabelTable {
  /// The label of what belongs to nothing else: the script itself.
  static let script: UInt32 = 0

  private var names = [EventName.script.label]
  private var counts: [UInt32] = [0]
  private var numbers: [String: UInt32] = [:]

  /// From here on names are looked up by hash; a few are found faster by comparing.
  private static let linearLimit = 16

  /// Returns the number of a name, the same for equal names.
  mutating func number(of name: String) -> UInt32 {
    if names.count <= Self.linearLimit {
      for index in names.indices where names[index] == name { return UInt32(index) }
    } else if let number = numbers[name] {
      return number
    }
    let number = UInt32(names.count)
    names.append(name)
    counts.append(0)
    if names.count > Self.linearLimit {
      if numbers.isEmpty { for index in names.indices { numbers[names[index]] = UInt32(index) } }
      numbers[name] = number
    }
    return number
  }

  /// Returns the name of a number.
  func name(of number: UInt32) -> String {
    Int(number) < names.count ? names[Int(number)] : "label \(number)"
  }

  /// Returns which event of its label this new one is, beginning with 1.
  mutating func nextOrdinal(of number: UInt32) -> UInt32 {
    guard Int(number) < counts.count else { return 0 }
    counts[Int(number)] &+= 1
    return counts[Int(number)]
  }
}
