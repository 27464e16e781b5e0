/// The variables that are visible at a place.
struct Environment {
  /// What a variable stands for.
  enum Meaning {
    case value(SyntaxValue)
    /// A cell that is empty in this row.
    case empty(row: SourceSpan)
    /// Something that is not known here, such as a parameter of a flow that is checked by itself.
    case unknown
  }

  struct Slot {
    var meaning: Meaning
    var declaration: SourceSpan
  }

  /// The columns of the scenario or the parameters of the flow.
  var local: [String: Slot] = [:]
  /// The values of the file and of those it uses.
  var shared: [String: Slot] = [:]
  /// Whether more variables may exist than are known, because their declaration can't be read.
  var isIncomplete = false

  subscript(name: String) -> Slot? { local[name] ?? shared[name] }

  /// The names in the order of the alphabet, for suggestions.
  var names: [String] { (Array(local.keys) + Array(shared.keys)).sorted() }
}
