import ShippedGate

ShippedGate.main()
