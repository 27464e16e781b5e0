import FakeFirestore
import Foundation
import SluiceSpies
import Testing

@Suite("Settings of Firestore")
struct SettingsTests {
  private static func set(_ cache: any LocalCacheSettings, of firestore: Firestore) {
    let settings = FirestoreSettings()
    settings.cacheSettings = cache
    firestore.settings = settings
  }

  @Test("name a cache on disk of a hundred megabytes, and what is got of them is a copy")
  func usual() throws {
    try World.run { world in
      let settings = world.firestore.settings
      #expect(settings.cacheSettings as? PersistentCacheSettings == PersistentCacheSettings())
      let size = NSNumber(value: 100 * 1024 * 1024)
      #expect(PersistentCacheSettings() == PersistentCacheSettings(sizeBytes: size))
      settings.cacheSettings = MemoryCacheSettings()
      #expect(world.firestore.settings.cacheSettings is PersistentCacheSettings)
    }
  }

  @Test("choose whether a document is still there when its listener has gone")
  func choice() throws {
    for (cache, found) in [
      (PersistentCacheSettings(), "found"), (MemoryCacheSettings(), "unavailable"),
    ] as [(any LocalCacheSettings, String)] {
      try World.run { world in
        Self.set(cache, of: world.firestore)
        try world.put("cities/SF", ("n", 1))
        let listener = world.listen("cities/SF")
        world.settle()
        #expect(world.cached("cities/SF") == "found")
        listener.remove()
        world.settle()
        #expect(world.cached("cities/SF") == found)
      }
    }
  }

  @Test("that come after the first use, or name a cache too small, stop the process")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      try World.run { world in
        _ = world.firestore.collection("cities")
        world.firestore.settings = FirestoreSettings()
      }
    }
    await #expect(processExitsWith: .failure) {
      _ = PersistentCacheSettings(sizeBytes: NSNumber(value: 1024 * 1024 - 1))
    }
  }
}
