import Foundation
import ShippedProducts
import SluiceConformance

/// The pages of what an app creates and forgets, in the group `container`.
enum LifetimePages {
  static let all = [
    ContainerPages.page(.eagerAtConfigure, EagerWrong.self, EagerRight.self),
    ContainerPages.page(.lazyUntilAsked, LazyWrong.self, LazyRight.self),
    ContainerPages.page(.tellsEachOnce, TellsOnceWrong.self, TellsOnceRight.self),
    ContainerPages.page(.findsWhileTold, FindsWhileToldWrong.self, FindsWhileToldRight.self),
    ContainerPages.page(
      .nothingAfterDeletion, NothingAfterDeletionWrong.self, NothingAfterDeletionRight.self),
  ]
}

private final class EagerWrong: PageContainer {
  let contents = Contents()
  // wrong: container.eager-at-configure
  func create(_ components: [ContainerComponent], for app: ContainerApp) {
    Task {  // configure comes back before it runs
      for component in components where component.isEager(in: app) {
        _ = try? instance(of: component.offer, in: app)
      }
    }
  }
  // end
}

private final class EagerRight: PageContainer {
  let contents = Contents()
  // right: container.eager-at-configure
  func create(_ components: [ContainerComponent], for app: ContainerApp) {
    for component in components where component.isEager(in: app) {
      _ = try? instance(of: component.offer, in: app)
    }
  }
  // end
}

private final class LazyWrong: PageContainer {
  let contents = Contents()
  // wrong: container.lazy-until-asked
  func create(_ components: [ContainerComponent], for app: ContainerApp) {
    for component in components {
      _ = try? instance(of: component.offer, in: app)
    }
  }
  // end
}

private final class LazyRight: PageContainer {
  let contents = Contents()
  // right: container.lazy-until-asked
  func create(_ components: [ContainerComponent], for app: ContainerApp) {
    for component in components where component.isEager(in: app) {
      _ = try? instance(of: component.offer, in: app)
    }
  }
  // end
}

private final class TellsOnceWrong: PageContainer {
  let contents = Contents()
  // wrong: container.tells-each-once
  func tell(_ instances: [ContainerInstance]) {
    // An instance comes once for each protocol that it offers.
    for instance in instances { instance.appWillBeDeleted() }
  }
  // end
}

private final class TellsOnceRight: PageContainer {
  let contents = Contents()
  // right: container.tells-each-once
  func tell(_ instances: [ContainerInstance]) {
    var told: Set<ObjectIdentifier> = []
    // An instance comes once for each protocol that it offers.
    for instance in instances
    where told.insert(ObjectIdentifier(instance)).inserted {
      instance.appWillBeDeleted()
    }
  }
  // end
}

private final class FindsWhileToldWrong: PageContainer {
  let contents = Contents()
  // wrong: container.finds-while-told
  func delete(_ app: ContainerApp) {
    turn.withLock {
      let told = begin(deletionOf: app)
      forget(app)
      tell(told)
    }
  }
  // end
}

private final class FindsWhileToldRight: PageContainer {
  let contents = Contents()
  // right: container.finds-while-told
  func delete(_ app: ContainerApp) {
    turn.withLock {
      let told = begin(deletionOf: app)
      tell(told)
      forget(app)
    }
  }
  // end
}

private final class NothingAfterDeletionWrong: PageContainer {
  let contents = Contents()
  // wrong: container.nothing-after-deletion
  func delete(_ app: ContainerApp) {
    turn.withLock { tell(instances(of: app)) }
  }
  // end
}

private final class NothingAfterDeletionRight: PageContainer {
  let contents = Contents()
  // right: container.nothing-after-deletion
  func delete(_ app: ContainerApp) {
    turn.withLock {
      let told = begin(deletionOf: app)  // from now on nothing is created
      tell(told)
      forget(app)
    }
  }
  // end
}
