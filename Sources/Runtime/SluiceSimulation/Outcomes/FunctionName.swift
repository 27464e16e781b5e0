/// The name of a function as a backtrace has it, and what a reader needs of it.
package struct FunctionName {
  /// The module that it is of.
  package let module: Substring
  /// The name without the types of its parameters and its result.
  package let short: String
  /// The function, or the one that a closure is in.
  package let surrounding: String
  /// Whether it is a closure.
  package let isClosure: Bool

  /// The name in a symbol.
  ///
  /// - Parameter symbol: The demangled symbol, such as `closure #1 () async -> () in M.f(x: Int)`.
  package init(_ symbol: String) {
    // A private name has one for its file beside it, as in `M.(f in _0A1B)()`; and what is in an
    // extension with its module, where it is not the type's.
    let symbol = symbol.replacing(/\(([^()]+) in _[0-9A-F]+\)/) { match in match.1 }
      .replacing(/\(extension in [^()]+\):/, with: "")
    // A closure precedes the function that it is in, which may be a closure, too.
    let place = symbol.ranges(of: " in ").last.map { range in symbol[range.upperBound...] }
    isClosure = symbol.firstMatch(of: /^(implicit )?closure #/) != nil && place != nil
    let function = isClosure ? place ?? symbol[...] : symbol[...]
    let name = FunctionName.withoutKind(function)
    module = name.prefix { character in character != "." }
    surrounding = FunctionName.named(once: module, in: FunctionName.shortened(name))
    short = (isClosure ? "a closure in " : "") + surrounding
  }

  /// A declaration without the words before its name, such as `static`.
  private static func withoutKind(_ declaration: Substring) -> Substring {
    var name = declaration
    while let kind = kinds.first(where: name.hasPrefix),
      let end = name.firstRange(of: kind.hasSuffix("argument ") ? " of " : kind)
    {
      name = name[end.upperBound...]
    }
    return name
  }

  private static let kinds = [
    "static ", "@objc ", "@nonobjc ", "default argument ",
    "variable initialization expression of ", "one-time initialization function for ",
  ]

  /// A name without its module where a type that has the module's name follows it.
  private static func named(once module: Substring, in name: String) -> String {
    name.hasPrefix("\(module).\(module).") ? String(name.dropFirst(module.count + 1)) : name
  }

  /// The labels of the parameters stay, as in `next(isolation:)`; types go, and what generic ones
  /// are of.
  private static func shortened(_ function: Substring) -> String {
    var name = ""
    var parameter = Parameter()
    var depth = (round: 0, angle: 0)
    for character in function.replacing("->", with: "") {
      switch (character, depth.round, depth.angle) {
      case ("<", 0, _): depth.angle += 1
      case (">", 0, 1...): depth.angle -= 1
      case (_, 0, 1...): continue
      case (" ", 0, 0): return FunctionName.withoutAccessor(name)
      case ("(", 0, 0):
        name.append("(")
        depth.round = 1
      case (")", 1, _): return name + parameter.end() + ")"
      case (":", 1, _): name += parameter.beginType()
      case (",", 1, _): name += parameter.end()
      case (" ", _, _): parameter.words = ""
      default:
        if depth.round == 0 { name.append(character) } else { parameter.append(character) }
        if depth.round > 0, "(<[".contains(character) { depth.round += 1 }
        if depth.round > 0, ")>]".contains(character) { depth.round -= 1 }
      }
    }
    return FunctionName.withoutAccessor(name)
  }

  /// A parameter, as far as it is read: symbols leave out labels where a function has none at all.
  private struct Parameter {
    var words = ""
    private var isThere = false
    private var isLabelled = false

    mutating func append(_ character: Character) {
      words.append(character)
      isThere = true
    }

    mutating func beginType() -> String {
      isLabelled = true
      return "\(words):"
    }

    mutating func end() -> String {
      defer { self = Parameter() }
      return isThere && !isLabelled ? "_:" : ""
    }
  }

  private static let accessors = [".getter", ".setter", ".modify", ".read"]

  private static func withoutAccessor(_ name: String) -> String {
    let accessor = accessors.first(where: name.hasSuffix)
    return accessor.map { accessor in String(name.dropLast(accessor.count)) } ?? name
  }
}
