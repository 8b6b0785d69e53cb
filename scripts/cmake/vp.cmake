# SPDX-License-Identifier: Apache-2.0

# Virtual platforms: the hart, its tests, its speed.

if(NOT WEFT_TESTS)
  return()
endif()

weft_add_test(hart.golden hart_golden_test.cpp LABEL hart LINK weft_golden weft_test_main)
