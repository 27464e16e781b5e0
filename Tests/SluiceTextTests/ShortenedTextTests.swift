import SluiceText
import Testing

@Suite("A text that has little room")
struct ShortenedTextTests {
  @Test(
    "says how many lines are left out",
    arguments: [
      (4, "1\n2\n3\n4"), (9, "1\n2\n3\n4"), (3, "1\n2\n… 2 lines left out"),
      (1, "… 4 lines left out"),
    ])
  func shortened(count: Int, expected: String) {
    #expect(DisplayText("1\n2\n3\n4").shortened(to: count).rendered == expected)
  }
}
