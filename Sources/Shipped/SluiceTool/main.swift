import ShippedGate
import SluiceHarness

ShippedGate.main()
