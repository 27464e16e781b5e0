package import SluiceSpies

extension Evidence {
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
