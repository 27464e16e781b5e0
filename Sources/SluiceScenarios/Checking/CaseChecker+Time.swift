extension CaseChecker {
  /// Fills in the earliest instant of a line, and reports stamps that go back or into a silence.
  mutating func checkTime(_ line: inout ResolvedLine) {
    let now = max(floor, silence?.until ?? 0)
    switch line.step.timing {
    case .same: line.step.earliest = now
    case .at(let instant):
      checkStamp(instant, line)
      line.step.earliest = max(now, instant)
    case .after(let nanoseconds):
      let (instant, overflow) = now.addingReportingOverflow(nanoseconds)
      if overflow {
        report(
          .timeOverflow, "this instant is further than the clock can go", at: line.places.stamp,
          of: line)
      }
      line.step.earliest = overflow ? Int64.max : instant
    }
    if line.step.timing != .same {
      floor = max(floor, line.step.earliest)
      floorSpan = line.places.stamp ?? line.step.span
      silent = nil
    }
    switch line.step.action {
    case .expect(.silence(let name, let until)):
      checkSilence(until, line)
      silent = (name, line.step.span)
    case .expect: break
    default: silent = nil
    }
  }

  private mutating func checkStamp(_ instant: Int64, _ line: ResolvedLine) {
    let time = DurationText.short(instant)
    if instant < floor {
      report(
        .stampDecreases, "\(time) is before \(DurationText.short(floor))", at: line.places.stamp,
        of: line,
        label: floorSpan.map { span in
          Diagnostic.Label(span: span, message: "the latest stamp before it")
        })
    } else if let silence, instant < silence.until {
      let end = DurationText.short(silence.until)
      report(
        .stampInSilence, "\(time) lies in a silence up to \(end)", at: line.places.stamp, of: line,
        label: Diagnostic.Label(span: silence.span, message: "the silence"))
    }
  }

  /// A silence that ends when another one does is fine: two streams are silent side by side.
  private mutating func checkSilence(_ until: Int64, _ line: ResolvedLine) {
    let start = line.step.earliest
    if until < start || (until == start && silence?.until != until) {
      report(
        .emptySilence,
        "the silence ends at \(DurationText.short(until)), and it begins at "
          + DurationText.short(start), at: line.places.until, of: line)
    }
    if until > silence?.until ?? -1 { silence = (until, line.step.span) }
  }
}
