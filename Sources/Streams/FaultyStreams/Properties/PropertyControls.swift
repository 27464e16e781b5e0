import FakeListener
import SluiceConformance
import SluiceProducts

/// Right streams over a source with a property beside its listener, each in another style.
enum PropertyControls {
  static let all: [Subject] = [decided, newest, rereading, checkingTwice]

  /// The shipped cases in which the present value moves while a stream reads it.
  static let whileItIsRead = "a present value moves while it is read"

  /// Adds first, then reads, and drops what it read if a change was told meanwhile.
  private static let decided = Subject.overListener(
    "right-reads-behind-its-add", traits: PropertyLink.traits
  ) { source, options in
    PropertyLink.stream { link in addAndRead(source, options, link) }
  }

  /// The same with room for the newest value.
  private static let newest = Subject.overListener(
    "right-reads-and-keeps-the-newest",
    traits: PropertyLink.traits.with { traits in traits.overflow = .newest(1) }
  ) { source, options in
    PropertyLink.stream(policy: .bufferingNewest(1)) { link in addAndRead(source, options, link) }
  }

  private static func addAndRead(
    _ source: FakeListener<SentinelElement>, _ options: ListenerOptions, _ link: PropertyLink
  ) {
    link.add(to: source, options) { link, element in
      link.advance()
      link.yield(element)
    }
    link.yield(source.presentValue, ifStillAt: 0)
  }

  /// Takes a change for a mere notice, and reads the property; a reading that another one has
  /// overtaken is dropped.
  private static let rereading = Subject.overListener(
    "right-rereads-at-each-change", traits: PropertyLink.traits
  ) { source, options in
    PropertyLink.stream { link in
      link.add(to: source, options) { [weak source] link, element in
        let number = link.advance()
        guard let present = source?.presentValue else { return link.yield(element) }
        link.yield(present, ifStillAt: number)
      }
      let number = link.advance()
      link.yield(source.presentValue, ifStillAt: number)
    }
  }

  /// Hands a first value over before it adds, and reads once more behind the add.
  private static let checkingTwice = Subject.overListener(
    "right-reads-twice", traits: PropertyLink.traits
  ) { source, options in
    PropertyLink.stream { link in
      let first = source.presentValue
      link.yield(first)
      link.add(to: source, options) { link, element in
        link.advance()
        link.yield(element)
      }
      let second = source.presentValue
      if second?.value != first?.value { link.yield(second, ifStillAt: 0) }
    }
  }
}
