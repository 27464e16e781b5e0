extension FileChecker {
  /// Checks each flow of the file by itself, so that what nothing plays is checked too.
  mutating func checkFlowsAlone() {
    resolver.playsFlows = false
    for flow in resolver.program.flows where flow.module == 0 && !flow.syntax.isBroken {
      let wasUsed = resolver.substitution.used
      var environment = Environment(shared: resolver.program.modules[flow.module].values)
      for parameter in flow.syntax.parameters {
        environment.local[parameter.text] = Environment.Slot(
          meaning: .unknown, declaration: parameter.span)
      }
      resolver.substitution.workBefore = resolver.substitution.work
      _ = resolver.resolve(flow.syntax.steps, in: environment, module: flow.module)
      reportUnused(flow.syntax, wasUsed)
      if resolver.substitution.work > FileChecker.work { return }
    }
  }

  private mutating func reportUnused(_ flow: SyntaxFile.Flow, _ wasUsed: Set<SourceSpan>) {
    for parameter in flow.parameters
    where !resolver.substitution.used.contains(parameter.span) && !wasUsed.contains(parameter.span)
    {
      report(
        .unusedParameter, "the steps of '\(flow.name.text)' do not use '\(parameter.text)'",
        at: parameter.span)
    }
  }

  // MARK: Recursion

  private struct Play {
    var name: SyntaxName
    var flow: Int
  }

  /// Reports each `play` that closes a circle of flows.
  ///
  /// A search in depth with a stack of its own: a chain of flows may be as long as the file.
  mutating func checkRecursion() {
    let plays = resolver.program.flows.map(plays)
    var isDone = [Bool](repeating: false, count: plays.count)
    for root in plays.indices where !isDone[root] {
      var path = [(flow: root, next: 0)]
      var isOpen: Set<Int> = [root]
      while let top = path.last {
        guard top.next < plays[top.flow].count else {
          isDone[top.flow] = true
          isOpen.remove(top.flow)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let play = plays[top.flow][top.next]
        if isOpen.contains(play.flow) {
          reportRecursion(play)
        } else if !isDone[play.flow] {
          isOpen.insert(play.flow)
          path.append((play.flow, 0))
        }
      }
    }
  }

  private func plays(_ flow: Program.Flow) -> [Play] {
    let known = resolver.program.modules[flow.module].flows
    return flow.syntax.steps.compactMap { step in
      guard case .play(let name, _, _) = step.action else { return nil }
      return known[name.text].map { index in Play(name: name, flow: index) }
    }
  }

  private mutating func reportRecursion(_ play: Play) {
    let declaration = resolver.program.flows[play.flow].syntax.name.span
    report(
      .recursiveFlow, "this plays '\(play.name.text)' inside itself", at: play.name.span,
      label: Diagnostic.Label(span: declaration, message: "it is declared here"))
  }
}
