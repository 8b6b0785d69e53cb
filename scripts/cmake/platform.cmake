# SPDX-License-Identifier: Apache-2.0

# The virtual platform, its programs in C, and their tests.
#
#   target            what it is
#   weft_vp           sim/program/vp: hart, RAM, devices and an engine
#   vp_programs       vp/<name>.elf of systemc/sw/<name>.c, where the compiler is installed
#
# Programs need Debian's gcc-riscv64-unknown-elf and picolibc-riscv64-unknown-elf.

if(NOT TARGET weft_systemc)
  return()
endif()
add_library(weft_vp STATIC EXCLUDE_FROM_ALL sim/program/vp/in_child.cpp
                                             sim/program/vp/vp_platform.cpp
                                             sim/program/vp/vp_trace.cpp)
target_include_directories(weft_vp PUBLIC ${PROJECT_SOURCE_DIR})
target_compile_options(weft_vp PRIVATE ${WEFT_WARNINGS})
if(COMMAND weft_program_part)
  weft_program_part(command weft_vp)
endif()
target_link_libraries(weft_vp PUBLIC weft_systemc weft_files weft_parts PRIVATE fmt::fmt)

if(WEFT_TESTS)
  weft_add_test(vp.devices devices_tlm_test.cpp LABEL vp LINK weft_tlm_main)
  weft_add_test(vp.example engine_example_test.cpp LABEL vp LINK weft_tlm_main
                DEFINE WEFT_ENGINE_EXAMPLE="$<TARGET_FILE:engine_example>" USES engine_example)
endif()

find_program(RISCV_GCC riscv64-unknown-elf-gcc)
set(riscv_specs)
if(RISCV_GCC)
  execute_process(COMMAND ${RISCV_GCC} -print-file-name=picolibc.specs
                  OUTPUT_VARIABLE riscv_specs OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(NOT RISCV_GCC OR riscv_specs STREQUAL "picolibc.specs")
  message(STATUS "No riscv64-unknown-elf-gcc with picolibc: programs of weft vp are left out")
  return()
endif()

# The RAM is 64 MiB from 0x80000000 on; code and constants are in its first two.
set(vp_folder ${PROJECT_BINARY_DIR}/vp)
file(MAKE_DIRECTORY ${vp_folder})
set(riscv_options --specs=picolibc.specs --crt0=hosted -std=c11 -Wall -Wextra -O2 -ffunction-sections
                  -march=rv64imac -misa-spec=2.2 -mabi=lp64 -mcmodel=medany -I${PROJECT_SOURCE_DIR}
                  -Wl,--defsym=__flash=0x80000000 -Wl,--defsym=__flash_size=0x200000
                  -Wl,--defsym=__ram=0x80200000 -Wl,--defsym=__ram_size=0x3e00000)
file(GLOB vp_headers CONFIGURE_DEPENDS systemc/sw/*.h systemc/*.h)
set(vp_library ${PROJECT_SOURCE_DIR}/systemc/sw/weft.c ${PROJECT_SOURCE_DIR}/systemc/sw/virt.c
               ${PROJECT_SOURCE_DIR}/systemc/sw/pictures.c)
set(vp_elfs)
foreach(program conv digits errors gemm ring)
  set(source ${PROJECT_SOURCE_DIR}/systemc/sw/${program}.c)
  add_custom_command(OUTPUT ${vp_folder}/${program}.elf
                     COMMAND ${RISCV_GCC} ${riscv_options} ${source} ${vp_library}
                             -Wl,--gc-sections
                             -o ${vp_folder}/${program}.elf
                     DEPENDS ${source} ${vp_library} ${vp_headers} VERBATIM)
  list(APPEND vp_elfs ${vp_folder}/${program}.elf)
endforeach()
add_custom_target(vp_programs DEPENDS ${vp_elfs})

if(WEFT_TESTS)
  weft_add_test(vp.fences fences_test.cpp LABEL vp LINK weft_vp weft_tlm_main
                DEFINE WEFT_VP_PROGRAMS="${vp_folder}" USES vp_programs)
endif()
if(WEFT_TESTS AND TARGET weft)
  # The network, trained anew, on golden.
  set(anew ${riscv_options})
  list(REMOVE_ITEM anew -I${PROJECT_SOURCE_DIR})
  add_test(NAME vp.long.digits_trained_anew
           COMMAND ${PROJECT_SOURCE_DIR}/tb/vp/digits_training_test.sh ${PROJECT_SOURCE_DIR}
                   $<TARGET_FILE:weft> ${PROJECT_BINARY_DIR}/vp/anew ${RISCV_GCC} ${anew})
  set_tests_properties(vp.long.digits_trained_anew PROPERTIES LABELS "vp;long" TIMEOUT 3600
                       SKIP_RETURN_CODE 77)
  add_dependencies(long_tests weft)
  # The same answers on three engines, and the picture in docs/.
  add_test(NAME vp.demo
           COMMAND sh -c "$<TARGET_FILE:weft> vp demo -o digits.png && \
                          cmp digits.png ${PROJECT_SOURCE_DIR}/docs/picture/digits.png"
           WORKING_DIRECTORY ${vp_folder})
  set_tests_properties(vp.demo PROPERTIES LABELS "vp;full" TIMEOUT 600)
  add_dependencies(full_tests weft vp_programs weft_engine_int8_4x4)
endif()
if(WEFT_TESTS AND WEFT_RTL)
  weft_add_test(engine.phases engine_phases_test.cpp LABEL engine full
                LINK weft_tlm_main weft_engine_engine gmp USES weft_engine_int8_4x4)
  # Operations of hostile software.
  weft_add_test(engine.hostile engine_hostile_test.cpp LABEL engine
                LINK weft_engine_default_rtl weft_test_main DEFINE WEFT_HOSTILE=10000u)
  weft_add_test(engine.hostile_full engine_hostile_test.cpp LABEL engine full
                LINK weft_engine_default_rtl weft_test_main DEFINE WEFT_HOSTILE=100000u)
  weft_add_test(engine.hostile_long engine_hostile_test.cpp LABEL engine long TIMEOUT 3600
                LINK weft_engine_default_rtl weft_test_main DEFINE WEFT_HOSTILE=10000000u)
  weft_add_test(vp.programs vp_test.cpp LABEL vp full TIMEOUT 300
                LINK weft_vp weft_tlm_main weft_engine_engine DEFINE WEFT_VP_PROGRAMS="${vp_folder}"
                USES vp_programs weft_engine_int8_4x4)
endif()
