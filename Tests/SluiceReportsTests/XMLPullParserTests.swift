import Foundation
import SluiceReports
import Testing

@Suite("XML pull parser")
struct XMLPullParserTests {
  /// The events of a document in one line: `<name a=value>`, `</name>`, and texts in brackets.
  private static func events(
    _ data: Data, attributes: [String] = ["a", "b"]
  ) throws(XMLSyntaxError) -> String {
    var parser = XMLPullParser(data)
    var text = ""
    while let event = try parser.next() {
      switch event {
      case .startElement:
        text += "<\(try parser.elementName())"
        for name in attributes {
          if let value = try parser.value(of: name) { text += " \(name)=\(value)" }
        }
        text += ">"
      case .endElement: text += "</\(try parser.elementName())>"
      case .text: text += "[\(try parser.characters())]"
      }
    }
    return text
  }

  @Test(
    "reads what is well-formed",
    arguments: [
      ("<r/>", "<r></r>"), (" \n<r></r >\r\n", "<r></r>"), ("\u{FEFF}<r />", "<r></r>"),
      ("<?xml version='1.0'?><r/>", "<r></r>"),
      ("\u{FEFF}<?xml version=\"1.1\" encoding='utf-8' standalone='no' ?><r/>", "<r></r>"),
      ("<?xml-stylesheet?><!----><r/><?p a?b ??><!-- - -->", "<r></r>"),
      ("<r a='1' b=\"2\"/>", "<r a=1 b=2></r>"), ("<r\na\t=\n'>'/>", "<r a=>></r>"),
      ("<r c='1' A='2' a=''/>", "<r a=></r>"),
      ("<é·:a.b-c_1/>", "<é·:a.b-c_1></é·:a.b-c_1>"),
      ("<r e\u{301}='1' é='1'/>", "<r></r>"),
      ("<r><s/>t<s>u</s></r>", "<r><s></s>[t]<s>[u]</s></r>"),
      ("<r>&lt;&gt;&amp;&quot;&apos;</r>", "<r>[<>&\"']</r>"),
      ("<r>&#65;&#x42;&#x1f600;&#0000000000000067;</r>", "<r>[AB😀C]</r>"),
      ("<r a='&#10;&#x9;&#xD;\n\t\r \r\n'/>", "<r a=\n\t\r    \u{20}></r>"),
      ("<r>a\r\nb\rc\nd&#13;</r>", "<r>[a\nb\nc\nd\r]</r>"),
      ("<r><![CDATA[<&]]]]>]]&gt;<![CDATA[]]></r>", "<r>[<&]]][]]>][]</r>"),
      ("<r><![CDATA[a\r\nb]]></r>", "<r>[a\nb]</r>"),
      ("<r>a<!-- < & -->b<?p?>c</r>", "<r>[a][b][c]</r>"),
      (
        "<r>\u{7F}\u{85}\u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFF}</r>",
        "<r>[\u{7F}\u{85}\u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFF}]</r>"
      ),
    ])
  func wellFormed(text: String, events: String) throws {
    let read = try Self.events(Data(text.utf8))
    #expect(read.utf8.elementsEqual(events.utf8), "\(read)")
    // A slice of data has other indices.
    #expect(try Self.events(Data("??\(text)??".utf8).dropFirst(2).dropLast(2)) == read)
  }

  @Test(
    "refuses what is malformed, with the place and the reason",
    arguments: [
      ("", "1:1: the file is empty"), ("a", "1:1: no root element begins here"),
      ("<!-- -->\n ", "2:2: no root element begins here"),
      ("\u{FEFF}&lt;", "1:1: no root element begins here"),
      ("<r>", "1:4: the file ends before the element 'r' of 1:1 does"),
      ("<r>\n<s>é</s>\n ", "3:2: the file ends before the element 'r' of 1:1 does"),
      ("<r>&amp;", "1:9: the file ends before the element 'r' of 1:1 does"),
      ("<r><s>\r\n</r>", "2:1: '</r>' comes before the end tag of 's' of 1:4"),
      ("<r></R>", "1:4: '</R>' comes before the end tag of 'r' of 1:1"),
      ("<r/></r>", "1:5: '</r>' has no start tag"), ("</r>", "1:1: '</r>' has no start tag"),
      ("<r/>\r\r<r/>", "3:1: the root element has ended, and only comments can follow it"),
      ("<r/> x", "1:6: the root element has ended, and only comments can follow it"),
      ("<r/>\0", "1:5: the root element has ended, and only comments can follow it"),
      ("<r><", "1:5: the file ends before the tag of 1:4 does"),
      ("<r a", "1:5: the file ends before the tag of 1:1 does"),
      ("<r a='b", "1:8: the file ends before the value of 'a' of 1:4 does"),
      ("<r/", "1:4: the file ends before the tag of 1:1 does"),
      ("<r></r", "1:7: the file ends before the tag of 1:4 does"),
      ("<r><!-- -", "1:10: the file ends before the comment of 1:4 does"),
      ("<r><!-- --", "1:11: the file ends before the comment of 1:4 does"),
      ("<r><!-->", "1:9: the file ends before the comment of 1:4 does"),
      ("<r>&am", "1:7: the file ends before the reference of 1:4 does"),
      ("<r>&#1", "1:7: the file ends before the reference of 1:4 does"),
      ("<r><!-", "1:7: the file ends before the markup of 1:4 does"),
      ("<r><![CDATA[ ]]", "1:16: the file ends before the CDATA section of 1:4 does"),
      ("<?p ", "1:5: the file ends before the processing instruction of 1:1 does"),
      ("<r>a < b</r>", "1:6: '<' begins no tag; a '<' in a text is written as '&lt;'"),
      ("<r><1/></r>", "1:4: '<' begins no tag; a '<' in a text is written as '&lt;'"),
      ("<r =''/>", "1:4: a name is missing"), ("<r a/>", "1:5: '=' is missing"),
      ("<r a=b/>", "1:6: '\"' is missing"), ("<r a='1'b=''/>", "1:9: a blank or '>' is missing"),
      ("<r / >", "1:5: '>' is missing"), ("<r></r a=''>", "1:8: '>' is missing"),
      ("<r a='<'/>", "1:7: the value of 'a' contains '<', which is written as '&lt;'"),
      ("<r a='' b='' a=''/>", "1:14: the attribute 'a' is there twice"),
      ("<r>a & b</r>", "1:6: '&' begins no reference; a '&' in a text is written as '&amp;'"),
      ("<r a='&amp'/>", "1:7: '&' begins no reference; a '&' in a text is written as '&amp;'"),
      ("<r>&#x;</r>", "1:4: '&' begins no reference; a '&' in a text is written as '&amp;'"),
      ("<r>é&nbsp;</r>", "1:5: the entity 'nbsp' is none of XML's five"),
      ("<r>&#0;</r>", "1:4: XML does not allow U+0000"),
      ("<r>&#xD800;</r>", "1:4: XML does not allow U+D800"),
      ("<r>&#xFFFE;</r>", "1:4: XML does not allow U+FFFE"),
      ("<r>&#99999999999999999999;</r>", "1:4: XML does not allow U+110000"),
      ("<r>\u{1B}[0m</r>", "1:4: XML does not allow U+001B"),
      ("<r a='\0'/>", "1:7: XML does not allow U+0000"),
      ("<r><!--\u{8}--></r>", "1:8: XML does not allow U+0008"),
      ("<r>é\u{FFFF}</r>", "1:5: XML does not allow U+FFFF"),
      ("<r><![CDATA[\u{FFFE}]]></r>", "1:13: XML does not allow U+FFFE"),
      ("<aé×/>", "1:4: no name has U+00D7 at this place"),
      ("<·/>", "1:2: no name has U+00B7 at this place"),
      ("<r><!-- a -- b --></r>", "1:11: a comment contains '--'"),
      ("<r><!-- ---></r>", "1:9: a comment contains '--'"),
      ("<r>]]]></r>", "1:5: a text contains ']]>', which is written as ']]&gt;'"),
      (
        "<r><!DOCTYPE r></r>",
        "1:4: a document type declaration is refused: "
          + "JUnit reports need none"
      ),
      (
        "<!DOCTYPE r [<!ENTITY a 'b'>]><r/>",
        "1:1: a document type declaration is refused: "
          + "JUnit reports need none"
      ),
      ("<r><!x></r>", "1:4: '<!' begins neither a comment nor a CDATA section"),
      ("<![CDATA[]]><r/>", "1:1: '<!' begins neither a comment nor a CDATA section"),
      ("<?p+?><r/>", "1:4: a blank or '?>' is missing"), ("<? p?><r/>", "1:3: a name is missing"),
      (
        " <?xml version='1.0'?><r/>",
        "1:2: an XML declaration is allowed only at the beginning of the file"
      ),
      ("<r><?XML?></r>", "1:4: an XML declaration is allowed only at the beginning of the file"),
      (
        "<?xml version='1.0' encoding='ISO-8859-1'?><r/>",
        "1:31: the encoding is 'ISO-8859-1'; save the file as UTF-8"
      ),
      ("<\0r\0", "1:1: the file is UTF-16 or UTF-32; save it as UTF-8"),
    ])
  func malformed(text: String, error: String) {
    Self.expect(error, of: Data(text.utf8))
  }

  @Test(
    "refuses a declaration that is not in order",
    arguments: [
      ("<?xml encoding='UTF-8'?><r/>", 7), ("<?xml version='2.0'?><r/>", 16),
      ("<?xml version='1.'?><r/>", 16), ("<?xml version='1.0' ?", 21),
      ("<?xml version='1.0' version='1.0'?><r/>", 21), ("<?xml ?><r/>", 7),
      ("<?xml version='1.0' standalone='maybe'?><r/>", 33), ("<?xml version='1.0'><r/>", 20),
      ("<?xml version='1.0' standalone='no' encoding='UTF-8'?><r/>", 37),
    ])
  func declaration(text: String, column: Int) {
    Self.expect(
      "1:\(column): the XML declaration is not as in '<?xml version=\"1.0\" encoding=\"UTF-8\"?>'",
      of: Data(text.utf8))
  }

  @Test(
    "refuses bytes that are no UTF-8, wherever they are",
    arguments: [
      ("<r a", "='1'/>"), ("<r", "/>"), ("<r a='", "'/>"), ("<r>", "</r>"), ("<r><!--", "--></r>"),
      ("<r><?p ", "?></r>"), ("<r><![CDATA[", "]]></r>"), ("<r></r", ">"),
    ],
    [
      [0xB5], [0xC3], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98],
      [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFF],
    ] as [[UInt8]])
  func encoding(around: (String, String), bytes: [UInt8]) {
    Self.expect(
      "1:\(around.0.utf8.count + 1): the bytes are no UTF-8",
      of: Data(Array(around.0.utf8) + bytes + Array(around.1.utf8)))
  }

  @Test("refuses UTF-16 by its byte order mark", arguments: [[0xFF, 0xFE], [0xFE, 0xFF]])
  func wide(mark: [UInt8]) {
    Self.expect(
      "1:1: the file is UTF-16 or UTF-32; save it as UTF-8",
      of: Data(mark + [0x3C, 0x00, 0x72, 0x00]))
  }

  private static func expect(_ description: String, of data: Data) {
    let error = #expect(throws: XMLSyntaxError.self) { try events(data) }
    #expect(error?.description == description)
  }

  @Test("says where each event begins")
  func places() throws {
    var parser = XMLPullParser(Data("\u{FEFF}<r>\r\n é<s/>\r<![CDATA[]]>\n</r>".utf8))
    var places: [String] = []
    while try parser.next() != nil { places.append("\(parser.location)") }
    #expect(places == ["1:1", "1:4", "2:3", "2:3", "2:7", "3:1", "3:13", "4:1"])
  }

  @Test("refuses every beginning of a document, at its end")
  func truncated() throws {
    let text = "<r a='&#10;'><!-- - --><s>a&lt;]]<![CDATA[]]]]><?p ?></s ></r>"
    #expect(try Self.events(Data(text.utf8)) == "<r a=\n><s>[a<]]][]]]</s></r>")
    for count in 0..<text.utf8.count {
      let error = #expect(throws: XMLSyntaxError.self) {
        try Self.events(Data(text.utf8.prefix(count)))
      }
      #expect(error?.location == XMLLocation(line: 1, column: count + 1), "\(count)")
    }
  }
}

@Suite("Cost of the XML pull parser")
struct XMLPullParserCostTests {
  /// Shapes in which another reader was, or could be, slow.
  private static let shapes: [(name: String, make: @Sendable (Int) -> String)] = [
    ("elements", { "<r>" + String(repeating: "<s/>", count: $0) + "</r>" }),
    ("attributes", { "<r" + (0..<$0).map { " a\($0)=''" }.joined() + "/>" }),
    ("text", { "<r>" + String(repeating: "text\n", count: $0) + "</r>" }),
    ("references", { "<r>" + String(repeating: "&#10;", count: $0) + "</r>" }),
    ("references in a value", { "<r a='" + String(repeating: "&#10;", count: $0) + "'/>" }),
    ("brackets", { "<r>" + String(repeating: "]", count: $0) + "</r>" }),
    ("hyphens", { "<r><!--" + String(repeating: "- ", count: $0) + "--></r>" }),
    ("brackets in a section", { "<r><![CDATA[" + String(repeating: "]", count: $0) + "]]></r>" }),
    ("a name", { "<r" + String(repeating: "é", count: $0) + "/>" }),
    ("zeros", { "<r>&#" + String(repeating: "0", count: $0) + "65;</r>" }),
    ("comments", { "<r>" + String(repeating: "a<!---->", count: $0) + "</r>" }),
    ("open elements", { String(repeating: "<r>", count: $0) }),
    ("an open value", { "<r a='" + String(repeating: "&", count: $0) }),
    ("an open comment", { "<r><!--" + String(repeating: "-<!-", count: $0) }),
  ]

  /// How many bytes are looked at until the document ends, or is refused.
  private static func examined(_ text: String) -> Int {
    var parser = XMLPullParser(Data(text.utf8))
    do {
      while let event = try parser.next() {
        switch event {
        case .startElement:
          _ = try parser.elementName()
          _ = try parser.value(of: "a")
        case .endElement: _ = try parser.elementName()
        case .text: _ = try parser.characters()
        }
      }
    } catch {}
    return parser.examined
  }

  @Test("grows with the size of the file", arguments: shapes.map(\.name))
  func linear(name: String) throws {
    let shape = try #require(Self.shapes.first { $0.name == name })
    for count in [500, 2_000, 8_000] {
      let text = shape.make(count)
      #expect(Self.examined(text) <= 4 * text.utf8.count + 64, "\(count)")
    }
  }

  @Test("is bounded in depth")
  func depth() throws {
    let most = XMLPullParser.deepest
    func text(_ depth: Int) -> Data {
      Data((String(repeating: "<r>", count: depth) + String(repeating: "</r>", count: depth)).utf8)
    }
    var parser = XMLPullParser(text(most))
    while try parser.next() != nil {}
    parser = XMLPullParser(text(most + 1))
    let error = #expect(throws: XMLSyntaxError.self) { while try parser.next() != nil {} }
    #expect(error?.description == "1:\(3 * most + 1): more than \(most) elements are open")
  }
}
