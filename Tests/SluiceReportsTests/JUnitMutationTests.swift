import Foundation
import SluiceReports
import SluiceSimulation
import Testing

/// Reports with something done to them, the same ones each time.
private struct Mutations {
  /// A report with every construct that reports have, and three cases that are red.
  static let report = """
    <!-- a & b < c -->
    <testsuites name="sluice" tests="6" timestamp="2023-11-14T22:13:20Z">
      <testsuite name="outer &amp; é" hostname="ci-7">
        <properties><property name="subject" value="a&#10;b &lt;&#x41;&#128512;> 'x'"/></properties>
        <testcase name="one" classname="c" time="0.25" file="a/b" line="12" assertions="3"/>
        <testcase name="two" classname='c "q"' time="1">
          <properties><property name="sluice.rule" value="r"/></properties>
          <failure type="RuleViolation" message="still&#9;there">text &gt; more
     日本 <![CDATA[ raw ]] <b>&amp; ]]> end</failure>
          <system-out>out\r\nline [15ms] ]] </system-out>
        </testcase>
        <testsuite name="inner"><testcase name="three"><error message="m"/></testcase></testsuite>
        <?target some ?>
        <testcase name="four"><failure>body</failure><skipped message="s"/></testcase>
        <testcase name="five"><skipped/></testcase>
        <testcase name="six" />
      </testsuite>
    </testsuites>
    """
  private static let bytes = Array("<>&\"'/=!?-[] \n\rabcx;#:\0".utf8) + [0xFF, 0xC3]
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func next() -> Data {
    var bytes = Array(Self.report.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &generator) where bytes.count > 40 { change(&bytes) }
    return Data(bytes)
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let start = Int.random(in: 0..<bytes.count, using: &generator)
    let end = min(bytes.count, start + Int.random(in: 1..<40, using: &generator))
    let other = Int.random(in: 0..<bytes.count, using: &generator)
    let slice = Array(bytes[start..<end])
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<4: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 4..<8: bytes[start] = Self.bytes.randomElement(using: &generator) ?? 0
    case 8..<10: bytes.removeSubrange(start..<end)
    case 10..<12: bytes.remove(at: start)
    case 12..<14: bytes.insert(contentsOf: slice, at: end)
    case 14..<16: bytes.insert(contentsOf: slice, at: other)
    case 16..<19:
      let target = min(other, bytes.count - slice.count)
      bytes.replaceSubrange(start..<end, with: bytes[target..<target + slice.count])
      bytes.replaceSubrange(target..<target + slice.count, with: slice)
    default: bytes.removeSubrange(start...)
    }
  }
}

@Suite("Mutated JUnit reports")
struct JUnitMutationTests {
  private static func red(_ report: Data) throws(JUnitReadingError) -> Set<String> {
    var names: Set<String> = []
    _ = try JUnitReader.read(report) { testcase in
      if testcase.outcome.problem != nil { names.insert(testcase.name) }
    }
    return names
  }

  /// How many elements of a red outcome begin, outside of what a comment or the like swallows.
  private static func outcomes(in report: Data) -> Int {
    let swallowed = /<\?.*?\?>|<!--.*?-->|<!\[CDATA\[.*?\]\]>/.dotMatchesNewlines()
    return String(decoding: report, as: UTF8.self).replacing(swallowed, with: "")
      .matches(of: /<(failure|error)[ >\/\n]/).count
  }

  @Test("are read or refused with a place in them, and none traps")
  func sound() throws {
    #expect(try Self.red(Data(Mutations.report.utf8)) == ["two", "three", "four"])
    var mutations = Mutations(seed: 1)
    var (read, lost) = (0, 0)
    for number in 0..<6_000 {
      let report = mutations.next()
      do {
        let red = try Self.red(report)
        read += 1
        guard red.count < 3 else { continue }
        lost += 1
        // Only a report that has lost the element itself may be read without the failure.
        #expect(
          Self.outcomes(in: report) < 3,
          "mutant \(number): \(String(decoding: report, as: UTF8.self))")
      } catch .malformed(let error) {
        let lines = report.count { byte in byte == 0x0A || byte == 0x0D } + 1
        #expect((1...lines).contains(error.location.line), "mutant \(number)")
        #expect((1...report.count + 1).contains(error.location.column), "mutant \(number)")
      } catch {}
    }
    // Renamed, as in `<eror/>`; without its `<`, and so text; cut out; or swallowed.
    #expect(lost < 20 && read > 600)
  }

  /// Prints, for each file of a folder, the events as Expat has them, or null for what it refuses.
  private static let expat = """
    import json, os, sys, xml.sax
    class Events(xml.sax.ContentHandler):
        def __init__(self): self.all = []
        def startElement(self, name, attributes):
            values = sorted(k + "=" + v for k, v in attributes.items())
            self.all.append(["<" + name] + values + [str(len(values))])
        def endElement(self, name): self.all.append([">" + name])
        def characters(self, text):
            if self.all[-1][0][0] == '"': self.all[-1][0] += text
            else: self.all.append(['"' + text])
    result = []
    for number in range(int(sys.argv[2])):
        events = Events()
        try:
            xml.sax.parse(os.path.join(sys.argv[1], str(number)), events)
            result.append(events.all)
        except xml.sax.SAXParseException:
            result.append(None)
    print(json.dumps(result))
    """

  /// The events as the kit has them, nil for what it refuses.
  private static func events(of report: Data, attributes: Set<String>) -> [[String]]? {
    var parser = XMLPullParser(report)
    var events: [[String]] = []
    do {
      while let event = try parser.next() {
        switch event {
        case .startElement:
          var texts: [String] = []
          for name in attributes {
            if let value = try parser.value(of: name) { texts.append("\(name)=\(value)") }
          }
          texts.sort { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
          events.append(["<" + (try parser.elementName())] + texts + ["\(parser.attributeCount)"])
        case .endElement: events.append([">" + (try parser.elementName())])
        case .text:
          let text = try parser.characters()
          if text.isEmpty { continue }
          if let last = events.last?.first, last.hasPrefix("\"") {
            events[events.count - 1] = [last + text]
          } else {
            events.append(["\"" + text])
          }
        }
      }
      return events
    } catch {
      return nil
    }
  }

  @Test(
    "are read or refused as Expat does",
    .enabled(if: ForeignReader.python != nil, "needs python3"))
  func expat() throws {
    let directory = try TemporaryDirectory()
    var mutations = Mutations(seed: 2)
    let reports = (0..<1_500).map { _ in mutations.next() }
    for (number, report) in reports.enumerated() {
      try report.write(to: URL(fileURLWithPath: directory.path("\(number)")))
    }
    let output = try ForeignReader.output(
      of: ForeignReader.python,
      ["-c", Self.expat, directory.path("."), "\(reports.count)"])
    let theirs = try JSONDecoder().decode([[[String]]?].self, from: output)
    #expect(theirs.count == reports.count && theirs.count { $0 != nil } > 150)
    for (report, their) in zip(reports, theirs) {
      let events: [[String]] = their ?? []
      let names: [String] = events.flatMap { event in
        event.dropFirst().compactMap { text in text.split(separator: "=").first.map(String.init) }
      }
      let ours = Self.events(of: report, attributes: Set(names))
      #expect(ours == their, "\(String(decoding: report, as: UTF8.self))")
    }
  }
}
