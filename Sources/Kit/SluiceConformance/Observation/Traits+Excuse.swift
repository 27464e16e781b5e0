package import SluiceSpies

extension Traits {
  /// Another declaration of one trait under which a violation would be none.
  ///
  /// It is no pardon: whether the stream is wrong or its declaration, only its author knows.
  public struct Excuse: Sendable, Hashable {
    /// The trait.
    public var trait: TraitName
    /// What is declared, in one word.
    public var declared: String
    /// What is seen, in the word that would excuse it.
    public var seen: String
    /// The Swift statement that declares it, for a closure that is passed to ``Traits/with(_:)``.
    public var statement: String

    /// The excuse as text for a person: one line, or two where one would be too wide.
    public var lines: [String] {
      let seen = "declares \(trait.rawValue): \(declared); seen: \(seen)."
      let advice = "If that is meant, declare it: \(statement)"
      return seen.count + 1 + advice.count <= Traits.widestLine
        ? ["\(seen) \(advice)"] : [seen, advice]
    }
  }
}

extension Evidence {
  /// The other declaration that excuses a violation, if there is one.
  ///
  /// It must be of a trait that the rule depends on, and of a value that the log shows; and with
  /// it, the same log must break no rule that it does not break as it is declared. Every other
  /// violation of the run must have an excuse too: where something else is wrong, what is seen of a
  /// trait may follow from that, and the advice would hide a fault. A universal rule
  /// has no excuse, and none is looked for in a log of over 10,000 entries: that of a run which
  /// never came to an end would be judged anew for longer than a worker may be silent.
  ///
  /// - Parameter judgement: What a rule says of this log.
  /// - Returns: The excuse; nil for a violation without one, and where nothing is violated.
  public func excuse(for judgement: Judgement) -> Traits.Excuse? {
    guard judgement.isViolation, entries.count <= Evidence.mostEntriesToExcuse,
      !judgement.rule.traits.isEmpty
    else { return nil }
    let primary = judgement.book.judge(self).primaryViolations
    let broken = Set(primary.map { violation in violation.ruleID })
    let sightings = sightings()
    return candidate(for: judgement, of: sightings, broken) { left in
      primary.filter { other in left.contains(other.ruleID) }.allSatisfy { other in
        candidate(for: other, of: sightings, broken) { _ in true } != nil
      }
    }
  }

  /// The other declaration that excuses one violation.
  ///
  /// - Parameters:
  ///   - judgement: The violation.
  ///   - sightings: What the log shows of the traits.
  ///   - broken: The rules that the log breaks as it is declared, without those that follow.
  ///   - isAccepted: Whether it is one with which the log still breaks some rules.
  /// - Returns: The excuse; nil for a violation without one.
  private func candidate(
    for judgement: Judgement, of sightings: [Sighting], _ broken: Set<String>,
    leaving isAccepted: (Set<String>) -> Bool
  ) -> Traits.Excuse? {
    for trait in judgement.rule.traits {
      for sighting in sightings where sighting.trait == trait {
        let declared = declarations[sighting.sequence]
        for word in sighting.seen.words where word != declared.word(for: trait) {
          guard let changed = declared.declaring(trait, as: word) else { continue }
          let violations = violations(
            of: judgement.book, declaring: trait, as: word, insteadOf: declared)
          let isExcused = !violations.all.contains(judgement.ruleID)
          guard isExcused, violations.primary.isSubset(of: broken),
            isAccepted(violations.primary)
          else { continue }
          return Traits.Excuse(
            trait: trait, declared: declared.word(for: trait), seen: word,
            statement: changed.assignment(of: trait))
        }
      }
    }
    return nil
  }

  static let mostEntriesToExcuse = 10_000

  /// The rules that the same log breaks where one trait is declared otherwise.
  private func violations(
    of book: RuleBook, declaring trait: TraitName, as word: String, insteadOf declared: Traits
  ) -> (all: Set<String>, primary: Set<String>) {
    let changed = declarations.declaring { traits in
      guard traits.word(for: trait) == declared.word(for: trait) else { return }
      traits = traits.declaring(trait, as: word) ?? traits
    }
    let evidence = Evidence(
      entries, filedIn: index, declarations: changed, askedOptions: askedOptions)
    let judgements = book.judge(evidence)
    return (
      Set(judgements.violations.map { judgement in judgement.ruleID }),
      Set(judgements.primaryViolations.map { judgement in judgement.ruleID })
    )
  }

  /// The other declaration of a trait with which an expectation would be met, if the log shows that
  /// the stream has it.
  ///
  /// What a line expects of an end, or of adds, hangs on what the stream declares. As for a rule's
  /// violation it is no pardon.
  ///
  /// - Parameters:
  ///   - traits: The traits on which the expectation hangs.
  ///   - sequence: The sequence of the consumer that it is about.
  ///   - isMet: Whether it is met by a stream with some declarations.
  /// - Returns: The excuse; nil if there is none, and for a log of a run that came to no end.
  package func excuse(
    amongst traits: [TraitName], of sequence: SequenceID, isMet: (Traits) -> Bool
  ) -> Traits.Excuse? {
    guard entries.count <= Evidence.mostEntriesToExcuse else { return nil }
    let declared = declarations[sequence]
    let seen = sightings().filter { sighting in sighting.sequence == sequence }
    for trait in traits {
      for sighting in seen where sighting.trait == trait {
        for word in sighting.seen.words where word != declared.word(for: trait) {
          guard let changed = declared.declaring(trait, as: word), isMet(changed) else { continue }
          return Traits.Excuse(
            trait: trait, declared: declared.word(for: trait), seen: word,
            statement: changed.assignment(of: trait))
        }
      }
    }
    return nil
  }
}
