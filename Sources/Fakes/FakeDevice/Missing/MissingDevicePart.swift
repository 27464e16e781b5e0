import SluiceSpies

/// What the fake lacks of the system's observers.
package enum MissingDevicePart: String, MissingPart {
  case interfaceChoices = "monitors of one kind of interface"
  case pathDetails = "details of a network path"
  case dispatchQueues = "other queues than main and global"
  case notificationFilters = "senders, queues and selectors of notifications"
  case otherNotifications = "notifications other than those of the keyboard"
  case notificationSequences = "ready-made sequences of notifications"

  package static let fake = "FakeDevice"

  package var advice: String {
    switch self {
    case .interfaceChoices: "read interface of each status"
    case .pathDetails: "read reachability and interface"
    case .dispatchQueues: "pass .main or .global"
    case .notificationFilters: "use addObserver(forName:using:)"
    case .otherNotifications: "observe keyboardDidShow or keyboardDidHide"
    case .notificationSequences: "wrap addObserver(forName:using:)"
    }
  }
}
