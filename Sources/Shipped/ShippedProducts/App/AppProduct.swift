public import SluiceProducts
import SluiceSpies

/// An app that uses several products at once, and can be configured and deleted.
public enum AppProduct {
  /// The product, whose scenarios may use the words of its parts.
  ///
  /// - Parameter parts: The products that it can use.
  /// - Returns: The product.
  public static func product(of parts: [Product]) -> Product {
    .app(
      "app", summary: "An app: several products at once, each with a backend of its own.",
      of: parts, isDeletable: true, backend: RunApp.of, verbs: verbs, probes: probes)
  }

  private static let which = Parameter<ClientChoice>(
    "which", .choice, default: .first,
    "the app: the first is the default one, and streams are read from it")

  private static let verbs = [
    Verb<RunApp>(
      "configure",
      "Configures an app: the first again after its deletion, or the second, for second clients.",
      which, example: "app.configure(second)"
    ) { app, which in try app.configure(which) },
    Verb<RunApp>(
      "delete", "Deletes an app: its instances are told, and streams of them end.",
      which, example: "app.delete()"
    ) { app, which in try app.delete(which) },
  ]

  private static let probes = [
    Probe<RunApp>(
      "names", "The apps that are configured, in order: first, second.", result: .pattern,
      example: "expect app.names == [first]"
    ) { app in .array(app.names.map(Value.symbol)) },
    Probe<RunApp>(
      "components", "The protocols that an app's components offer, in order.", which,
      result: .pattern, example: #"expect app.components == ["AuthInterop", ...]"#
    ) { app, which in .array(try app.components(of: which).map(Value.string)) },
  ]
}
