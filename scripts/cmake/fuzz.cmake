# SPDX-License-Identifier: Apache-2.0

# Parsers of files: a default test on files that it makes and damages, and with clang and WEFT_FUZZ
# a program fuzz_<parser> each behind libFuzzer; all of them are the target `fuzz`. The parsers are
# then compiled for the fuzzer and sanitizers, so such a build serves no other purpose.

if(NOT TARGET weft_sfu_sweep)
  return()
endif()
add_library(weft_fuzz STATIC EXCLUDE_FROM_ALL tb/file/fuzz.cpp)
target_compile_options(weft_fuzz PRIVATE ${WEFT_WARNINGS})
target_link_libraries(weft_fuzz PUBLIC weft_parts weft_amx weft_sfu_sweep weft_sm)
if(WEFT_TESTS)
  weft_add_test(parts.fuzz fuzz_test.cpp LABEL parts LINK weft_fuzz weft_test_main)
endif()

if(WEFT_FUZZ)
  add_custom_target(fuzz)
  foreach(parser npy png filters testfloat dot sme_state amx_state program mppa mppa_core sm_arch
                 sm_program sweep number)
    add_executable(fuzz_${parser} EXCLUDE_FROM_ALL tb/file/fuzz_main.cpp)
    target_compile_definitions(fuzz_${parser} PRIVATE WEFT_FUZZ_PARSER="${parser}")
    target_link_options(fuzz_${parser} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(fuzz_${parser} PRIVATE weft_fuzz)
    add_dependencies(fuzz fuzz_${parser})
  endforeach()
endif()
