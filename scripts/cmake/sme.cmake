# SPDX-License-Identifier: Apache-2.0

# The golden model of SME: states as text, programs, and tests against binutils and QEMU.

find_package(fmt REQUIRED)
add_library(weft_sme STATIC sim/sme/sme_launch.cpp sim/sme/sme_list.cpp sim/sme/sme_program.cpp
                            sim/sme/sme_schedule.cpp sim/sme/sme_state.cpp
                            sim/sme/sme_utilisation.cpp sim/sme/za_show.cpp)
target_compile_options(weft_sme PRIVATE ${WEFT_WARNINGS})
weft_reuse_headers(weft_sme)
target_link_libraries(weft_sme PUBLIC weft_files weft_golden fmt::fmt)
if(TARGET weft_sme_core_engine)
  target_sources(weft_sme_core_engine PRIVATE sim/verilated/sme_core/sme_core_session.cpp)
  target_link_libraries(weft_sme_core_engine PUBLIC weft_sme)
endif()

if(NOT WEFT_TESTS)
  return()
endif()

# Words are assembled by binutils, C is compiled by a clang with the intrinsics of SME; QEMU judges
# golden. Without them their tests are left out.
foreach(tool as ld objdump)
  string(TOUPPER AARCH64_${tool} variable)
  find_program(${variable} aarch64-linux-gnu-${tool})
endforeach()
find_program(QEMU_AARCH64 qemu-aarch64)
find_program(AARCH64_CLANG NAMES clang-19 clang-20 clang-21)

weft_add_test(sme.words sme_words_test.cpp LABEL sme
              LINK weft_golden weft_test_main ${MPFR_LIBRARY} ${GMP_LIBRARY})
if(TARGET weft_systemc)
  weft_add_test(sme.tlm_core sme_tlm_core_test.cpp LABEL sme LINK weft_tlm_main weft_sme)
endif()
weft_add_test(sme.golden sme_golden_test.cpp LABEL sme PARTS
              LINK weft_golden weft_sme weft_test_main gmpxx ${MPFR_LIBRARY} ${GMP_LIBRARY})
weft_add_test(sme.sme2 sme2_golden_test.cpp LABEL sme LINK weft_golden weft_test_main)
weft_add_test(sme.sme2_values sme2_values_test.cpp LABEL sme LINK weft_golden weft_test_main)
weft_add_test(za.show za_show_test.cpp LABEL za LINK weft_sme weft_test_main)
foreach(part list state uops)
  weft_add_test(sme.${part} sme_${part}_test.cpp LABEL sme LINK weft_sme weft_test_main)
endforeach()
if(WEFT_RTL)
  weft_add_test(sme_core.programs sme_core_programs_test.cpp LABEL sme_core
                LINK weft_sme_core_engine weft_test_main gmpxx USES weft_sme_core_small)
  weft_add_test(sme_core.full.programs sme_core_programs_test.cpp LABEL sme_core full DEFINE WEFT_FULL
                LINK weft_sme_core_engine weft_test_main gmpxx
                USES weft_sme_core_small weft_sme_core_svl128_row weft_sme_core_svl512_tile)
  # weft_sme_decode beside golden's table.
  weft_verilate(sme_word TOP weft_sme_word SOURCES ${PROJECT_SOURCE_DIR}/tb/sme/weft_sme_word.sv)
  weft_add_test(sme.encodings sme_encodings_test.cpp LABEL sme full
                LINK weft_sme sme_word weft_test_main)
  weft_add_test(sme.long.encodings sme_encodings_long_test.cpp LABEL sme long TIMEOUT 3600
                LINK weft_sme sme_word weft_test_main)
endif()
if(NOT AARCH64_AS OR NOT AARCH64_LD OR NOT AARCH64_OBJDUMP)
  message(STATUS "No AArch64 binutils: kernels of SME and AMX and their tests are left out")
  return()
endif()

add_test(NAME sme.support_is_current
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/gen_sme_support --check)
set_tests_properties(sme.support_is_current PROPERTIES LABELS sme TIMEOUT 60)
weft_add_test(sme.decode sme_decode_test.cpp LABEL sme LINK weft_golden weft_test_main
              DEFINE WEFT_OBJDUMP="${AARCH64_OBJDUMP}")

# The kernels, and what QEMU runs.
set(sme_folder ${PROJECT_BINARY_DIR}/sme)
file(MAKE_DIRECTORY ${sme_folder})
function(weft_assemble source object)
  add_custom_command(OUTPUT ${object} DEPENDS ${source}
                     COMMAND ${AARCH64_AS} -o ${object} ${source})
endfunction()
weft_assemble(${PROJECT_SOURCE_DIR}/tb/sme/qemu/execute.s ${sme_folder}/execute.o)
file(GLOB kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tb/sme/kernels/*.s)
set(kernel_objects)
foreach(kernel ${kernels})
  get_filename_component(name ${kernel} NAME_WE)
  weft_assemble(${kernel} ${sme_folder}/${name}.o)
  list(APPEND kernel_objects ${sme_folder}/${name}.o)
endforeach()
function(weft_link program)
  list(TRANSFORM ARGN REPLACE "(.+)" "${sme_folder}/\\1.o" OUTPUT_VARIABLE objects)
  add_custom_command(OUTPUT ${sme_folder}/${program} DEPENDS ${objects}
                     COMMAND ${AARCH64_LD} --no-warn-rwx-segments -o ${sme_folder}/${program}
                             ${objects})
endfunction()
weft_link(execute execute)
weft_link(start start)
weft_link(gemm_loop gemm_loop gemm)
weft_link(lazy_za lazy_za)
set(kernels WEFT_KERNELS="${sme_folder}")
if(AARCH64_CLANG)
  foreach(source kernels/blas qemu/blas_main)
    get_filename_component(name ${source} NAME)
    set(source ${PROJECT_SOURCE_DIR}/tb/sme/${source}.c)
    add_custom_command(OUTPUT ${sme_folder}/${name}.o DEPENDS ${source}
                       COMMAND ${AARCH64_CLANG} --target=aarch64-linux-gnu -march=armv9-a+sme -O2
                               -ffreestanding -Wall -Wextra -c ${source} -o ${sme_folder}/${name}.o)
  endforeach()
  weft_link(blas blas_main blas)
  set(compiled ${sme_folder}/blas)
  list(APPEND kernels WEFT_BLAS)
else()
  message(STATUS "No clang-19: the kernels of SME in C and their tests are left out")
endif()
add_custom_target(sme_objects ALL DEPENDS ${sme_folder}/execute ${sme_folder}/start
                                          ${sme_folder}/gemm_loop ${sme_folder}/lazy_za
                                          ${kernel_objects} ${compiled})

foreach(part program schedule utilisation)
  weft_add_test(sme.${part} sme_${part}_test.cpp LABEL sme LINK weft_sme weft_test_main
                DEFINE ${kernels} USES sme_objects)
endforeach()
if(TARGET weft_systemc)
  weft_add_test(sme.tlm_kernels sme_tlm_kernels_test.cpp LABEL sme
                LINK weft_tlm_main weft_sme DEFINE ${kernels} USES sme_objects)
endif()
if(TARGET weft_sme_core_engine)
  weft_add_test(sme.rtl sme_rtl_kernels_test.cpp LABEL sme full
                LINK weft_sme_core_engine weft_test_main DEFINE ${kernels}
                USES sme_objects weft_sme_core_engines)
endif()
if(TARGET weft)
  weft_add_program_test(za.command za_command_test.cpp DEFINE ${kernels}
                        ENGINES sme_core_small USES sme_objects
                        FULL_CASES *.EnginesGiveTheSameDump *.AViewHasTheRowsOfWholeTiles
                                   *.RunsGemmsOnTheCoresRtl *.RefusesLengthsThatTheHardwareLacks
                        FULL_ENGINES sme_core_engines)
  if(QEMU_AARCH64)
    set(judge WEFT_QEMU="${QEMU_AARCH64}")
  endif()
  weft_add_program_test(za.call za_call_test.cpp DEFINE ${kernels} ${judge}
                        ENGINES sme_core_small USES sme_objects)
  weft_add_program_test(za.bench za_bench_test.cpp LABEL full DEFINE ${kernels}
                        ENGINES sme_core_svl128 USES sme_objects)
endif()

if(NOT QEMU_AARCH64)
  message(STATUS "No qemu-aarch64: golden's comparison with QEMU is left out")
  return()
endif()
add_library(weft_qemu STATIC tb/sme/qemu/qemu.cpp)
target_compile_options(weft_qemu PRIVATE ${WEFT_WARNINGS})
target_compile_definitions(weft_qemu PRIVATE WEFT_QEMU="${QEMU_AARCH64}"
                                             WEFT_QEMU_EXECUTE="${sme_folder}/execute")
target_link_libraries(weft_qemu PUBLIC weft_golden)
add_dependencies(weft_qemu sme_objects)
set_target_properties(weft_qemu PROPERTIES EXCLUDE_FROM_ALL ON)

weft_add_test(sme.qemu sme_qemu_test.cpp LABEL sme full LINK weft_sme weft_qemu weft_test_main)
weft_add_test(sme.kernels sme_kernels_test.cpp LABEL sme full DEFINE ${kernels}
              LINK weft_sme weft_qemu weft_test_main)
weft_add_test(sme.long sme_qemu_long_test.cpp LABEL sme long TIMEOUT 3600
              LINK weft_sme weft_qemu weft_test_main)
