/// Breaks `memory.allocations-flat`: a manager keeps a page of a kilobyte for each subscription
/// that it has served, by the number of the subscription.
enum FaultyKeepsAPageForEach {
  static let subject = FaultySubject.making(
    "keeps-a-page-for-each", breaks: "memory.allocations-flat", in: "started-for-days",
    { source in PageKeeper(source) }, open: { keeper in StreamPerIteration { keeper.open() } })
}
