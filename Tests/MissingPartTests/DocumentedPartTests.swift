import Foundation
import Testing

@Suite("The documentation of a fake")
struct DocumentedPartTests {
  private static let heading = "Not modelled, and refused with a sentence: "

  /// The paragraph of a file's documentation that lists what is missing, as one line.
  private func list(in file: URL) throws -> String {
    let lines = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { line in line.hasPrefix("/// ") ? String(line.dropFirst(4)) : nil }
    let start = try #require(
      lines.firstIndex { line in line?.hasPrefix(Self.heading) == true }, "\(file.path)")
    return lines[start...].prefix { line in line != nil }.compactMap(\.self)
      .joined(separator: " ")
  }

  @Test("lists what the fake refuses, in its order", arguments: FakeUnderTest.all)
  func list(of fake: FakeUnderTest) throws {
    let file = FakeUnderTest.folder.appending(path: "\(fake.module)/\(fake.file)")
    let names = fake.parts.map { part in part.name }.joined(separator: ", ")
    #expect(try list(in: file) == "\(Self.heading)\(names).")
  }

  @Test("is compared for each fake in the folder of fakes")
  func complete() throws {
    let modules = try FileManager.default.contentsOfDirectory(
      atPath: FakeUnderTest.folder.path(percentEncoded: false))
    let known = FakeUnderTest.all.map { fake in fake.module }
    #expect(Set(modules) == FakeUnderTest.ofNoVendor.union(known))
  }

  @Test("is repeated by a call of each part, when it is compiled or when it runs")
  func called() throws {
    let compiled = try FakeUnderTest.all.flatMap { fake in try RefusedCode(of: fake).parts }
    let played = RefusedCall.allCases.map { call in call.part }
    let called = compiled + played
    #expect(Set(called) == Set(FakeUnderTest.all.flatMap { fake in fake.parts }))
    #expect(called.count == Set(called).count, "a part is called in one way")
  }
}
