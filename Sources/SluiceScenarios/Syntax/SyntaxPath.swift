/// A path such as `cities/SF`, `/scores` or `cities/$id`.
public struct SyntaxPath: Hashable, Sendable {
  /// One part of a path between slashes.
  public enum Segment: Hashable, Sendable {
    /// Letters as they are written; never empty and without a slash.
    case literal(String)
    /// A variable, without its dollar sign.
    case variable(String)
  }

  /// The parts in order; only the root `/` has none.
  public var segments: [Segment]
  /// Whether the path begins with a slash.
  public var isAbsolute: Bool

  /// Creates a path.
  ///
  /// - Parameters:
  ///   - segments: The parts in order.
  ///   - isAbsolute: Whether it begins with a slash.
  public init(segments: [Segment], isAbsolute: Bool) {
    self.segments = segments
    self.isAbsolute = isAbsolute
  }

  /// The path as text, with variables in their written form.
  public var text: String {
    let parts = segments.map { segment in
      switch segment {
      case .literal(let text): text
      case .variable(let name): "$" + name
      }
    }
    return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }
}
