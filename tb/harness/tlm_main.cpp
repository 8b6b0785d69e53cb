// SPDX-License-Identifier: Apache-2.0
//
// main() of tests of TLM models: SystemC has the real one and calls this.

#include <gtest/gtest.h>

#include <systemc>

int sc_main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
