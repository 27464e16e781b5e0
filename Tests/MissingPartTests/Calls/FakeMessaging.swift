import FakeMessaging
import Foundation

// part: topics

private func topicsLater(_ messaging: Messaging) {
  messaging.subscribe(toTopic: "weather") { error in }
  messaging.unsubscribe(fromTopic: "weather") { error in }
}

private func topics(_ messaging: Messaging) async throws {
  try await messaging.subscribe(toTopic: "weather")
  try await messaging.unsubscribe(fromTopic: "weather")
}

// part: Apple's push tokens

private func pushTokens(_ messaging: Messaging) { messaging.apnsToken = Data() }

// part: tokens of other senders

private func otherSendersLater(_ messaging: Messaging) {
  messaging.retrieveFCMToken(forSenderID: "1") { token, error in }
  messaging.deleteFCMToken(forSenderID: "1") { error in }
}

private func otherSenders(_ messaging: Messaging) async throws {
  _ = try await messaging.retrieveFCMToken(forSenderID: "1")
  try await messaging.deleteFCMToken(forSenderID: "1")
}

// part: automatic tokens

private func automaticTokens(_ messaging: Messaging) { messaging.isAutoInitEnabled = true }

// part: reports of deliveries

private func deliveryReports(_ messaging: Messaging) {
  messaging.appDidReceiveMessage([:])
  _ = Messaging.serviceExtension()
}

// part: deletion of all data

private func dataDeletionLater(_ messaging: Messaging) { messaging.deleteData { error in } }

private func dataDeletion(_ messaging: Messaging) async throws { try await messaging.deleteData() }

// part: notifications by the system's centre

private func systemNotifications() {
  NotificationCenter.default.addObserver(
    forName: .MessagingRegistrationTokenRefreshed, object: nil, queue: nil
  ) { _ in }
}
