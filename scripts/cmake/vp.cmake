# SPDX-License-Identifier: Apache-2.0

# Virtual platforms: the hart, its tests, its speed.

if(NOT WEFT_TESTS)
  return()
endif()

weft_add_test(hart.golden hart_golden_test.cpp LABEL hart LINK weft_golden weft_test_main)
if(TARGET weft_systemc)
  add_executable(hart_speed EXCLUDE_FROM_ALL tb/vp/hart_speed.cpp)
  target_link_libraries(hart_speed PRIVATE weft_systemc)
  target_compile_options(hart_speed PRIVATE ${WEFT_WARNINGS})
  weft_add_test(hart.tlm hart_tlm_test.cpp LABEL hart LINK weft_tlm_main)
endif()

find_program(QEMU_SYSTEM_RISCV64 qemu-system-riscv64)
if(QEMU_SYSTEM_RISCV64)
  weft_add_test(hart.qemu hart_qemu_test.cpp LABEL hart full LINK weft_golden weft_test_main
                DEFINE WEFT_QEMU_RISCV64="${QEMU_SYSTEM_RISCV64}")
else()
  message(STATUS "No qemu-system-riscv64: the hart is not held against QEMU")
endif()
