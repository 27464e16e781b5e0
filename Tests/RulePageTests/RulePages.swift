/// Every page with code.
enum RulePages {
  static let all: [RulePage] =
    RegistrationPages.all + CancellationPages.all + DeliveryPages.all + CompletionPages.all
    + ErrorPages.all + OrderPages.all + TeardownPages.all + RemovalPages.all
    + SharingPages.all + MemoryPages.all + ReentrancyPages.all + SocketPages.all + AppPages.all
    + DemandPages.all + SubscriptionPages.all + ContainerPages.all + LifetimePages.all
}
