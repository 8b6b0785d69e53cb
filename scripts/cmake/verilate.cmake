# SPDX-License-Identifier: Apache-2.0

# weft_verilate(<target> TOP <module> PREFIX <class> SOURCES <file>...
#               [PLUGIN <source>...] [ARGUMENTS <Verilator argument>...])
#
# A shared library of one Verilated module. Verilator runs when the library is built, again when a
# file that it read has changed; nothing is Verilated that nobody links. The library gives its users
# the include folder of <class>.h and links weft_sim, the harness and Verilator's runtime. PLUGIN
# sources are compiled into it.
#
# The generated C++ is compiled as two files, what runs every cycle with -O1, which is as fast as
# -O2, and what runs once (Slow) with -O0: reading Verilator's headers takes most of the time of
# small files.

set(WEFT_VERILATE_RUN ${CMAKE_CURRENT_LIST_DIR}/verilate_run.cmake)

function(weft_verilate target)
  cmake_parse_arguments(arg "" "TOP;PREFIX" "SOURCES;PLUGIN;ARGUMENTS" ${ARGN})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/verilated/${arg_PREFIX})
  set(fast ${folder}/${arg_PREFIX}_fast.cpp)
  set(slow ${folder}/${arg_PREFIX}_slow.cpp)
  add_custom_command(
    OUTPUT ${fast} ${slow} ${folder}/${arg_PREFIX}.h
    COMMAND ${CMAKE_COMMAND} -DVERILATOR=${VERILATOR_BIN} -DFOLDER=${folder} -DTOP=${arg_TOP}
            -DPREFIX=${arg_PREFIX} "-DSOURCES=${arg_SOURCES}" "-DARGUMENTS=${arg_ARGUMENTS}"
            -P ${WEFT_VERILATE_RUN}
    DEPENDS ${arg_SOURCES} ${WEFT_VERILATE_RUN}
    DEPFILE ${folder}/${arg_PREFIX}.d
    COMMENT "Verilating ${arg_PREFIX}" VERBATIM)
  set_source_files_properties(${fast} PROPERTIES COMPILE_OPTIONS "-O1;-w;-g0" SKIP_LINTING ON)
  set_source_files_properties(${slow} PROPERTIES COMPILE_OPTIONS "-O0;-w;-g0" SKIP_LINTING ON)
  add_library(${target} SHARED EXCLUDE_FROM_ALL ${fast} ${slow} ${arg_PLUGIN})
  target_include_directories(${target} SYSTEM PUBLIC ${folder})
  # Calls inside of the library are direct.
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  target_link_options(${target} PRIVATE -Wl,-Bsymbolic-functions)
  target_link_libraries(${target} PUBLIC weft_sim)
endfunction()
