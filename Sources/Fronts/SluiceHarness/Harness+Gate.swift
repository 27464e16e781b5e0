public import SluiceConformance
public import SluiceProducts
import SluiceRunner
package import SluiceSpies

/// Programs for streams of one's own.
extension Harness {
  /// A program for streams of one's own, with the scenarios that come with the kit.
  ///
  /// - Parameters:
  ///   - name: The program's name, as it is called.
  ///   - subjects: The streams, each over the scripted listener or over one of the products.
  ///   - products: Products of one's own, or of the kit's, that the streams are over.
  ///   - rules: Rules of one's own, which judge every case beside those of the kit.
  ///   - level: The weakest rules that fail a case where a call does not say `--level`. The rules
  ///     below are advice, which fails nothing.
  ///   - edition: The edition of the kit whose cases and rules count where a call does not say
  ///     `--edition`, as in `2026.12`. Later cases and rules are advice. Nil for the newest.
  public init(
    name: String, subjects: [Subject], products: [Product] = [], rules: [Rule] = [],
    level: Rule.Level = .must, edition: String? = nil
  ) {
    self.init(
      name: name, subjects: subjects, products: products, rules: rules, level: level,
      edition: edition, newest: .newest)
  }

  /// A program for streams of one's own over a kit of some edition.
  ///
  /// - Parameters:
  ///   - name: The program's name, as it is called.
  ///   - subjects: The streams, each over the scripted listener or over one of the products.
  ///   - products: Products of one's own, or of the kit's, that the streams are over.
  ///   - rules: Rules of one's own, which judge every case beside those of the kit.
  ///   - level: The weakest rules that fail a case where a call does not say it.
  ///   - edition: The last edition whose cases and rules count where a call does not say it.
  ///   - newest: The newest edition of the kit.
  package init(
    name: String, subjects: [Subject], products: [Product] = [], rules: [Rule] = [],
    level: Rule.Level = .must, edition: String? = nil, newest: Edition
  ) {
    let hasListener = products.contains { product in product.name == ListenerProduct.product.name }
    let all = hasListener ? products : [ListenerProduct.product] + products
    var mistake =
      RuleMistake.first(in: rules, upTo: newest)?.description
      ?? Harness.mistake(in: subjects, over: all)
    var ownEdition: Edition?
    do throws(EditionError) {
      if let edition { ownEdition = try Edition(edition, upTo: newest) }
    } catch {
      mistake = mistake ?? "the edition of the gate is of no use: \(error)"
    }
    self.init(
      name: name,
      products: mistake == nil
        ? all.enumerated().map { place, product in
          product.judged(by: place == 0 ? rules : [])
            .with(subjects.filter { subject in subject.isOf(product) })
        } : [],
      shipped: .beside, level: level, edition: ownEdition, newest: newest)
    self.mistake = mistake
  }

  /// Why a gate can't be run as it is written, in a sentence; nil if it can.
  private static func mistake(in subjects: [Subject], over products: [Product]) -> String? {
    let productNames = products.map { product in product.name }
    guard Set(productNames).count == products.count else {
      return "two products of the gate have one name: \(productNames.joined(separator: ", "))"
    }
    if let clash = Product.clash(in: products) { return clash }
    guard !subjects.isEmpty else { return "the gate names no stream: its 'subjects' are empty" }
    for (index, subject) in subjects.enumerated() {
      let (name, stream) = (subject.name, subject.stream)
      guard name.isSubjectName else {
        return "a stream can't be called \(quoted(name)): the name is a word of calls and the name "
          + "of a report"
      }
      guard products.contains(where: { product in subject.isOf(product) }) else {
        return "'\(name)' implements \(stream), which no product of the gate has"
      }
      let earlier = subjects[..<index]
      guard !earlier.contains(where: { ($0.name, $0.stream) == (name, stream) }) else {
        return "two streams of the gate are called '\(name)' and implement \(stream)"
      }
    }
    // A call that names no stream would mean this one and pass over the others.
    let isAlone = subjects.allSatisfy { subject in subject.name == subjects[0].name }
    guard isAlone || !subjects.contains(where: { subject in subject.name == reference }) else {
      return "of several streams none can be called '\(reference)'"
    }
    return nil
  }
}

extension String {
  /// Whether a stream can be called so: shells, options and file systems take it for one word.
  fileprivate var isSubjectName: Bool {
    !isEmpty && !hasPrefix("-") && !hasPrefix(".") && !contains("/")
      && !unicodeScalars.contains { scalar in scalar.properties.generalCategory == .control }
  }
}
