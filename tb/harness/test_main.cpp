// SPDX-License-Identifier: Apache-2.0

#include "tb/harness/test_main.hpp"

int main(int argc, char** argv) { return weft::run_tests(argc, argv, true); }
