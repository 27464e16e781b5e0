import FakeDevice
import Foundation

// part: monitors of one kind of interface

private func interfaceChoices() {
  _ = FakePathMonitor(requiredInterfaceType: .wifi)
  _ = FakePathMonitor(prohibitedInterfaceTypes: [.cellular])
}

// part: details of a network path

private func pathDetails(_ path: ConnectivityStatus) {
  _ = path.isExpensive
  _ = path.isConstrained
  _ = path.supportsIPv4
  _ = path.supportsIPv6
  _ = path.supportsDNS
  _ = path.availableInterfaces
  _ = path.unsatisfiedReason
  _ = path.usesInterfaceType(.wifi)
}

// part: other queues than main and global

private func dispatchQueues(_ monitor: FakePathMonitor) {
  monitor.start(queue: DispatchQueue(label: "paths"))
}

// part: senders, queues and selectors of notifications

private func notificationFilters(_ center: FakeNotificationCenter) {
  _ = center.addObserver(forName: .keyboardDidShow, object: nil, queue: .main) { _ in }
  center.post(name: .keyboardDidHide, object: nil)
}

// part: ready-made sequences of notifications

private func notificationSequences(_ center: FakeNotificationCenter) async {
  for await notification in center.notifications(named: .keyboardDidShow) { _ = notification }
  _ = center.publisher(for: .keyboardDidHide)
}
