// SPDX-License-Identifier: Apache-2.0

#include "tb/harness/test_main.hpp"

#ifdef WEFT_TEST_VIEWS
#include "tb/harness/wave_views.hpp"
#endif

int main(int argc, char** argv) {
#ifdef WEFT_TEST_VIEWS
  return weft::run_tests(argc, argv, true, weft::write_wave_views);
#else
  return weft::run_tests(argc, argv, true);
#endif
}
