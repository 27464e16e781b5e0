import FakeCore

// part: options from files

private func optionFiles() {
  _ = FirebaseOptions(contentsOfFile: "Options.plist")
  _ = FirebaseOptions.defaultOptions()
}

// part: options of other products

private func otherOptions(_ options: FirebaseOptions) {
  options.clientID = "client"
  options.bundleID = "test.example"
  options.appGroupID = "group"
}

// part: consent to data collection

private func dataCollection(_ app: FirebaseApp) { app.isDataCollectionDefaultEnabled = false }

// part: logging

private func logging() { FirebaseConfiguration.shared.setLoggerLevel(.min) }

private func log(_ level: FirebaseLoggerLevel) {}
