import SluiceSpies

@available(
  *, unavailable,
  message: """
    FakeCore does not model options from files: \
    use FirebaseOptions(googleAppID:gcmSenderID:)
    """
)
extension FirebaseOptions {
  /// The options in a file.
  public convenience init?(contentsOfFile plistPath: String) {
    MissingCorePart.optionFiles.stop()
  }

  /// The options in the app's own file.
  public static func defaultOptions() -> FirebaseOptions? { MissingCorePart.optionFiles.stop() }
}

@available(
  *, unavailable,
  message: """
    FakeCore does not model options of other products: \
    leave them out, as no fake reads them
    """
)
extension FirebaseOptions {
  /// The app's name where users sign in.
  public var clientID: String? {
    get { MissingCorePart.otherOptions.stop() }
    set { MissingCorePart.otherOptions.stop() }
  }

  /// The app's name on the device.
  public var bundleID: String {
    get { MissingCorePart.otherOptions.stop() }
    set { MissingCorePart.otherOptions.stop() }
  }

  /// The group of apps that share data.
  public var appGroupID: String? {
    get { MissingCorePart.otherOptions.stop() }
    set { MissingCorePart.otherOptions.stop() }
  }
}

@available(
  *, unavailable,
  message: """
    FakeCore does not model consent to data collection: \
    leave it out, as no fake collects data
    """
)
extension FirebaseApp {
  /// Whether products may collect data.
  public var isDataCollectionDefaultEnabled: Bool {
    get { MissingCorePart.dataCollection.stop() }
    set { MissingCorePart.dataCollection.stop() }
  }
}

/// How much the products log.
@available(
  *, unavailable,
  message: "FakeCore does not model logging: read the events of the Core"
)
public final class FirebaseConfiguration {
  private init() {}

  /// The configuration of the process.
  public static var shared: FirebaseConfiguration { MissingCorePart.logging.stop() }

  /// Has the products log more or less.
  public func setLoggerLevel(_ loggerLevel: FirebaseLoggerLevel) { MissingCorePart.logging.stop() }
}

/// How much is logged.
@available(
  *, unavailable,
  message: "FakeCore does not model logging: read the events of the Core"
)
public enum FirebaseLoggerLevel {
  /// Errors alone.
  case error
  /// Warnings, too.
  case warning
  /// What is usual.
  case notice
  /// More.
  case info
  /// Everything.
  case debug
  /// The least.
  case min
  /// The most.
  case max
}
