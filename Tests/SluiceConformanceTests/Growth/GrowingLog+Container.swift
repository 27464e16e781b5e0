import SluiceConformance
import SluiceSpies

extension GrowingLog {
  /// Containers of more and more components, and of more and more lookups, apps and creations.
  static let containers: [GrowingLog] = ofLookups + ofComponents + ofApps

  private static func line(_ event: ContainerEvent) -> Line { .line(.container(event)) }

  private static func component(
    _ number: Int, of library: Int = 1, needs: [Int] = [], wants: [Int] = [],
    offering offer: Int? = nil, isCached: Bool = true, isEager: Bool = false
  ) -> Line {
    var component = ContainerEvent.Component(
      number, "Offer\(offer ?? number)", library: library)
    component.isCached = isCached
    if isEager { component.timing = .eager }
    component.dependencies =
      needs.map { other in .init("Offer\(other)", isRequired: true) }
      + wants.map { other in .init("Offer\(other)", isRequired: false) }
    return line(.componentDeclared(component))
  }

  /// An app with these components.
  private static func app(_ components: [Line], _ number: Int = 1) -> [Line] {
    [line(.libraryRegistered(1, name: "fire-one")), line(.libraryRegistered(2, name: "fire-two"))]
      + components + configured(number)
  }

  private static func configured(_ app: Int) -> [Line] {
    [
      line(.configureCalled(app: app, name: app == 1 ? "default" : "app\(app)")),
      line(.configureReturned(app: app, nil)),
    ]
  }

  private static func asks(
    _ lookup: Int, _ offer: Int = 1, in app: Int = 1, by asker: ContainerEvent.Asker = .user
  ) -> Line {
    line(.lookupCalled(lookup, of: "Offer\(offer)", app: app, by: asker))
  }

  private static func gives(_ lookup: Int, _ instance: Int) -> Line {
    line(.lookupReturned(lookup, .instance(instance)))
  }

  private static func creates(_ number: Int, of component: Int = 1, in app: Int = 1) -> [Line] {
    [
      line(.creationBegan(number, of: component, app: app)),
      line(.creationEnded(number, .instance(number))),
    ]
  }

  private static func fails(_ lookup: Int, _ text: String) -> Line {
    line(
      .lookupReturned(lookup, .failure(Failure(type: "ExampleError", value: .string(text)))))
  }

  private static func tells(_ instance: Int, in app: Int = 1) -> [Line] {
    [
      line(.noticeBegan(instance: instance, app: app)),
      line(.noticeEnded(instance: instance, app: app)),
    ]
  }

  private static func deletes(_ app: Int = 1, telling instances: [Line]) -> [Line] {
    [line(.deleteCalled(app, app: app, by: .user))] + instances
      + [line(.deleteReturned(app)), .quiescent]
  }

  private static let ofLookups: [GrowingLog] = [
    GrowingLog("lookups of one component") { count in
      app([component(1)]) + [asks(1)] + creates(1) + [gives(1, 1)]
        + each(count) { number in [asks(number + 1), gives(number + 1, 1)] }
        + deletes(telling: tells(1))
    },
    GrowingLog("lookups of what is not cached") { count in
      app([component(1, isCached: false)])
        + each(count) { number in [asks(number)] + creates(number) + [gives(number, number)] }
        + deletes(telling: [])
    },
    GrowingLog("lookups that ask at once") { count in
      app([component(1)]) + each(count) { number in [asks(number)] } + creates(1)
        + each(count) { number in [gives(number, 1)] } + deletes(telling: tells(1))
    },
    GrowingLog("lookups of what requires what nobody offers") { count in
      app([component(1, needs: [2])])
        + each(count) { number in [asks(number), fails(number, "Offer1 needs Offer2")] }
    },
    GrowingLog("lookups of what does without what nobody offers") { count in
      app([component(1, wants: [2], isCached: false)])
        + each(count) { number in
          [
            asks(2 * number), line(.creationBegan(number, of: 1, app: 1)),
            asks(2 * number + 1, 2, by: .creation(number)),
            line(.lookupReturned(2 * number + 1, .nothing)),
            line(.creationEnded(number, .instance(number))), gives(2 * number, number),
          ]
        }
    },
    GrowingLog("lookups inside creations that do not come back") { count in
      app([component(1)])
        + each(count) { number in
          [line(.creationBegan(number, of: 1, app: 1)), asks(number, by: .creation(number))]
        }
    },
    GrowingLog("lookups while instances are told") { count in
      app(each(count) { number in [component(number)] })
        + each(count) { number in
          [asks(number, number)] + creates(number, of: number) + [gives(number, number)]
        }
        + deletes(
          telling: each(count) { number in
            [
              line(.noticeBegan(instance: number, app: 1)),
              asks(count + number, number, by: .notice(number)), gives(count + number, number),
              line(.noticeEnded(instance: number, app: 1)),
            ]
          })
    },
    GrowingLog("lookups and creations after the deletion") { count in
      app([component(1)]) + deletes(telling: [])
        + each(count) { number in [asks(number), line(.lookupReturned(number, .nothing))] }
        + each(count) { number in creates(number) }
    },
  ]

  private static let ofComponents: [GrowingLog] = [
    GrowingLog("components, each of which is looked up") { count in
      app(each(count) { number in [component(number)] })
        + each(count) { number in
          [asks(number, number)] + creates(number, of: number) + [gives(number, number)]
        } + deletes(telling: each(count) { number in tells(number) })
    },
    GrowingLog("components that nobody looks up") { count in
      app(each(count) { number in [component(number)] })
        + each(count) { number in creates(number, of: number) }
    },
    GrowingLog("components that are eager") { count in
      [line(.libraryRegistered(1, name: "fire-one"))]
        + each(count) { number in [component(number, isEager: true)] }
        + [line(.configureCalled(app: 1, name: "default"))]
        + each(count) { number in creates(number, of: number) }
        + [line(.configureReturned(app: 1, nil))]
        + deletes(telling: each(count) { number in tells(number) })
    },
    GrowingLog("components that are registered twice") { count in
      [
        line(.libraryRegistered(1, name: "fire-one")),
        line(.libraryRegistered(2, name: "fire-two")),
      ]
        + each(count) { number in
          [component(number), component(count + number, of: 2, offering: number)]
        } + [line(.configureCalled(app: 1, name: "default"))]
        + each(count) { number in [line(.reported("Offer\(number) of fire-two is left out"))] }
        + [line(.configureReturned(app: 1, nil))]
        + each(count) { number in creates(number, of: number) }
    },
    GrowingLog("components of as many libraries") { count in
      each(count) { number in
        [line(.libraryRegistered(number, name: "fire\(number)")), component(number, of: number)]
      } + configured(1)
    },
    GrowingLog("components in a row, of which the first is looked up") { count in
      app(
        each(count) { number in [component(number, needs: [number + 1])] }
          + [component(count + 1)])
        + each(count) { number in [asks(number), gives(number, 1)] }
    },
    GrowingLog("components that each need two, which need the next") { count in
      app(
        each(count) { number in
          [
            component(3 * number, needs: [3 * number + 1, 3 * number + 2]),
            component(3 * number + 1, needs: [3 * number + 3]),
            component(3 * number + 2, needs: [3 * number + 3]),
          ]
        } + [component(3 * count + 3)])
        + each(count) { number in [asks(number, 3), gives(number, 1)] }
    },
    GrowingLog("components in a circle") { count in
      app(each(count) { number in [component(number, needs: [number % count + 1])] })
        + each(4) { number in [asks(number), fails(number, "a circle of Offer1")] }
    },
  ]

  private static let ofApps: [GrowingLog] = [
    GrowingLog("apps, each with an instance") { count in
      app([component(1)])
        + each(count) { number in
          let app = number + 1
          return configured(app) + [asks(number, in: app)] + creates(number, in: app)
            + [gives(number, number)] + deletes(app, telling: tells(number, in: app))
        }
    },
    GrowingLog("deletions of one app") { count in
      app([component(1)])
        + each(count) { number in [line(.deleteCalled(number, app: 1, by: .user))] }
        + each(count) { number in [line(.deleteReturned(number))] } + [.quiescent]
    },
  ]
}
