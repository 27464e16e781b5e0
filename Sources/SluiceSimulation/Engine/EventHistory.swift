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

  private func record(_ step: Int) -> Record { records[(step - 1) & (Self.length - 1)] }

  private func entry(_ step: Int, _ names: LabelTable) -> TraceEntry {
    let record = record(step)
    return TraceEntry(
      step: step, instant: Instant(nanoseconds: record.instant),
      event: EventName(label: names.name(of: record.label), ordinal: Int(record.ordinal)))
  }
}
