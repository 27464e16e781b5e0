extension Value {
  /// placeholder until merged
  public init(projecting element: some Any) {
    switch element {
    case let element as any ProjectsToValue: self = element.projected
    default: self = .string("\(element)")
    }
  }
}
