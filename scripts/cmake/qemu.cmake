# SPDX-License-Identifier: Apache-2.0

# The engine as a device of a stock qemu-system-riscv64, and its test, label qemu.
#
#   target              what it is
#   vp_qemu           systemc/qemu: starts QEMU and is the engine beside it
#   vp_qemu_plugin    the plugin that tells it of the guest's stores
#
# The plugin declares the functions of QEMU that it uses itself: no header is needed. Whether a QEMU
# takes plugins is asked of the program.

find_program(QEMU_SYSTEM_RISCV64 qemu-system-riscv64)
find_package(nlohmann_json QUIET)
if(NOT TARGET weft_systemc OR NOT QEMU_SYSTEM_RISCV64 OR NOT nlohmann_json_FOUND)
  return()
endif()
execute_process(COMMAND ${QEMU_SYSTEM_RISCV64} -help OUTPUT_VARIABLE said)
if(NOT said MATCHES "-plugin ")
  message(STATUS "${QEMU_SYSTEM_RISCV64} takes no plugins: vp_qemu is left out")
  return()
endif()
enable_language(C)
add_library(vp_qemu_plugin MODULE EXCLUDE_FROM_ALL systemc/qemu/vp_qemu_plugin.c)
set_target_properties(vp_qemu_plugin PROPERTIES PREFIX "" C_VISIBILITY_PRESET hidden)
target_compile_options(vp_qemu_plugin PRIVATE -Wall -Wextra)
add_executable(vp_qemu EXCLUDE_FROM_ALL systemc/qemu/vp_qemu.cpp)
target_compile_options(vp_qemu PRIVATE ${WEFT_WARNINGS})
target_compile_definitions(vp_qemu PRIVATE WEFT_QEMU_RISCV64="${QEMU_SYSTEM_RISCV64}"
                                             WEFT_QEMU_PLUGIN="$<TARGET_FILE:vp_qemu_plugin>")
target_link_libraries(vp_qemu PRIVATE weft_systemc nlohmann_json::nlohmann_json)
add_dependencies(vp_qemu vp_qemu_plugin)

if(WEFT_TESTS AND TARGET vp_programs AND TARGET weft)
  # The same executable prints the same on both, to the engine's cycles and the hart's instructions.
  foreach(program conv errors gemm ring digits)
    set(elf ${PROJECT_BINARY_DIR}/vp/${program}.elf)
    add_test(NAME vp.qemu.${program}
             COMMAND sh -ec "$<TARGET_FILE:vp_qemu> ${elf} > ${program}.qemu
                             $<TARGET_FILE:weft> vp run ${elf} > ${program}.vp
                             head -n -3 ${program}.vp | cmp - ${program}.qemu
                             test -s ${program}.qemu"
             WORKING_DIRECTORY ${PROJECT_BINARY_DIR}/vp)
    set_tests_properties(vp.qemu.${program} PROPERTIES LABELS "vp;qemu;full" TIMEOUT 300)
  endforeach()
  add_test(NAME vp.qemu.bad_input COMMAND vp_qemu /bin/true)
  set_tests_properties(vp.qemu.bad_input PROPERTIES LABELS "vp;qemu;full" TIMEOUT 60
                       PASS_REGULAR_EXPRESSION "vp_qemu: /bin/true: no executable for 64-bit RISC-V")
  add_dependencies(full_tests vp_qemu)
endif()
