# SPDX-License-Identifier: Apache-2.0

# What the area of the tile file is compared with: it does the same, and is synthesized (`long`).

if(NOT WEFT_RTL OR NOT WEFT_TESTS)
  return()
endif()

set(za_plain ${PROJECT_SOURCE_DIR}/tb/za/plain/rtl)
add_library(weft_za_plain_rtl STATIC)
target_compile_options(weft_za_plain_rtl PRIVATE -w -g0)
target_link_libraries(weft_za_plain_rtl PUBLIC weft_sim ZLIB::ZLIB Threads::Threads)
foreach(svl 128 256)
  foreach(multiplexers 1 2)
    verilate(weft_za_plain_rtl TOP_MODULE weft_za_plain
             SOURCES ${PROJECT_SOURCE_DIR}/rtl/lint.vlt ${za_plain}/weft_za_plain.sv
             PREFIX Vweft_za_plain_${svl}_${multiplexers} TRACE_FST TRACE_STRUCTS OPT_GLOBAL -O1
             VERILATOR_ARGS -Wall --x-assign unique --x-initial unique -GSvl=${svl}
                            -GMultiplexers=${multiplexers})
  endforeach()
endforeach()
weft_unite(weft_za_plain_rtl)
weft_add_test(za.plain za_plain_test.cpp LABEL za LINK weft_za_plain_rtl weft_test_main)

add_test(NAME za.plain.synth
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/synth za_plain --script fast
                 --rtl ${za_plain})
set_tests_properties(za.plain.synth PROPERTIES LABELS "za;synth;long" TIMEOUT 600)
