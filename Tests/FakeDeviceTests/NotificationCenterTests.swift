import FakeDevice
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Notification centre")
struct NotificationCenterTests {
  @Test("calls an observer inside each post of its name, and tells nothing that was so before")
  func posts() throws {
    try DeviceWorld.run { world in
      world.emulator.change(.keyboard(.shown(height: 100)))
      world.settle()
      let notes = world.notes
      let center = world.device.notificationCenter
      _ = center.addObserver(forName: .keyboardDidShow) { notification in
        notes.add(KeyboardState.shown(height: notification.keyboardHeight))
      }
      _ = center.addObserver(forName: .keyboardDidHide) { _ in notes.add(KeyboardState.hidden) }
      world.settle()
      #expect(world.notes.all == [])
      world.emulator.change(.keyboard(.shown(height: 320)))
      world.emulator.change(.keyboard(.shown(height: 320)))
      world.emulator.change(.keyboard(.hidden))
      world.settle()
      #expect(world.notes.all == ["keyboard(shown, 320.0)", "keyboard(hidden)"])
      #expect(world.device.keyboardState == .hidden)
      #expect(world.device.keyboardState.height == 0)
    }
  }

  @Test("counts an observer as a registration until its token is removed, which no other can do")
  func tokens() throws {
    try DeviceWorld.run { world in
      let notes = world.notes
      let center = world.device.notificationCenter
      let token = center.addObserver(forName: .keyboardDidShow) { _ in
        notes.add(KeyboardState.hidden)
      }
      #expect(world.device.observerCount == 1)
      center.removeObserver(NSObject())
      #expect(world.device.observerCount == 1)
      #expect(world.events.last == "remove of \"NSObject\" called, which was never added")
      center.removeObserver(token)
      #expect(world.device.observerCount == 0)
      world.emulator.change(.keyboard(.shown(height: 320)))
      world.settle()
      #expect(world.notes.all == [])
    }
  }

  @Test("has the state that its observers' owner reads first recorded as handed over, once")
  func reading() throws {
    try DeviceWorld.run { world in
      let center = world.device.notificationCenter
      let owner = Event.Caller(sequence: 1, consumer: 1)
      Event.Caller.$current.withValue(owner) {
        _ = center.addObserver(forName: .keyboardDidShow) { _ in }
        _ = world.device.keyboardState
        _ = world.device.keyboardState
      }
      _ = world.device.keyboardState
      let handedOver = world.events.filter { event in event.hasPrefix("callback #1 begins") }
      #expect(handedOver == ["callback #1 begins: keyboard(hidden)"])
    }
  }
}
