#include "CSimulationRuntime.h"
