// SPDX-License-Identifier: Apache-2.0
//
// main() of tests of TLM models: SystemC has the real one and calls this.

#include <systemc>

#include "tb/harness/test_main.hpp"

int sc_main(int argc, char** argv) { return weft::run_tests(argc, argv, false); }
