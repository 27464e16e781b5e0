import FakeListener
import SluiceConformance
import SluiceSpies

extension Situation {
  /// Where a listener is added, or fails to be.
  static let registering: [Situation] = [
    Situation("never-iterated") { play in
      try play.start { options in options.isManual = true }
      play.settle()
      play.send(1)
      play.settle()
      try play.stage.drop("A")
      play.settle()
    },
    Situation("iterator-made-and-not-advanced") { play in
      try play.start { options in options.demand = 0 }
      play.settle()
      try play.stage.drop("A")
      play.settle()
    },
    Situation("options-are-passed") { play in
      try play.start()
      play.settle()
      play.send(1)
      play.settle()
    }.with { situation in
      let options = Value.members([("includeMetadataChanges", .bool(true))])
      situation.arguments = [Value.Argument("options", options)]
    },
    Situation("value-inside-add") { play in
      play.during(.add) { play in play.send(1, 2) }
      try play.start()
      play.settle()
      play.send(3)
      play.settle()
    },
    Situation("throwing-add") { play in
      play.refuseNextAdd()
      try play.start()
      play.settle()
    },
    Situation("throwing-add-after-a-value-inside-it") { play in
      play.refuseNextAdd()
      play.during(.add) { play in play.send(1) }
      try play.start()
      play.settle()
    },
    Situation("throwing-second-add") { play in
      play.refuseNextAdd(after: 1)
      try play.start()
      play.settle()
    },
    Situation("handles-that-remove-themselves") { play in
      try play.start()
      play.settle()
      play.send(1)
      play.settle()
      play.pass(.seconds(1))
      play.send(2)
      play.settle()
      try play.cancel()
      play.settle()
    }.with { situation in situation.behavior.registrations.handlesRemoveThemselves = true },
    Situation("source-that-keeps-removed-listeners") { play in
      try play.start()
      play.settle()
      play.send(1)
      play.settle()
      try play.cancel()
      play.settle()
    }.with { situation in situation.behavior.registrations.keepsRemovedListeners = true },
  ]
}
