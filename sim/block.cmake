# SPDX-License-Identifier: Apache-2.0

# weft_add_block(<block> [QUIET_ARITHMETIC] [VERILATOR <argument>...]
#                [CONFIGS <name> <Parameter>=<value>... ...])
#
# Adds one block and its tests. Everything is found by the block's name:
#
#   rtl/weft_<block>.sv          top module; its parts and common cells are found in rtl/ by name
#   rtl/weft_<block>_pkg.sv      its package; all blocks see all packages
#   sim/golden/<block>*.cpp      part of weft::golden
#   sim/<block>_engine*.cpp      part of weft_<block>_engine: Verilated RTL behind a plain call
#   systemc/<block>*.cpp         part of weft::systemc
#
#   test                         what it is
#   <block>.lint.<config>        Verilator -Wall
#   <block>.synth                scripts/synth; <block>.synth.liberty with WEFT_LIBERTY
#   <block>.<suite>.*            tb/<block>_test.cpp: RTL against golden
#   <block>.golden.*             tb/<block>_golden_test.cpp: golden against others
#   <block>.tlm.*                tb/<block>_tlm_test.cpp
#   <block>.long.*               tb/<block>_long_test.cpp, labelled `long`
#   <block>.regs_are_current     scripts/gen_<block>_regs --check
#   <block>.driver_is_c99        systemc/<block>_driver.h
#
# All but the top and tb/<block>_test.cpp may be missing.
#
# QUIET_ARITHMETIC leaves the inside of arithmetic out of waveforms: sim/quiet_arithmetic.vlt.
#
# A parameter Profile may be the name of a profile in rtl/weft_dpa_profiles_pkg.sv, or a file
# <name>.json with one of one's own (scripts/gen_dpa_profiles): its number is its place in
# golden::dpa::OwnProfiles of weft_dpa_configs.hpp, behind those of the table.
#
# Each configuration is Verilated under the name Vweft_<block>_<config> into one library
# weft_<block>_rtl; weft_<block>_configs.hpp lists them as WEFT_<BLOCK>_CONFIGS(X), comma-separated
# X(<class>, <values of the parameters>...). `ctest -L <block>` runs the block's tests.

if(WEFT_RTL)
  find_package(verilator 5.006 HINTS $ENV{VERILATOR_ROOT} /usr/share/verilator)
  find_package(ZLIB REQUIRED) # of FST
  find_package(Threads REQUIRED)
  if(NOT verilator_FOUND)
    message(FATAL_ERROR "Verilator 5.006 or later is missing: run scripts/setup, or -DWEFT_RTL=OFF")
  endif()

  # The harness round Verilated models.
  add_library(weft_sim STATIC sim/verilated_hooks.cpp)
  target_include_directories(weft_sim PUBLIC ${PROJECT_SOURCE_DIR})
  target_include_directories(weft_sim SYSTEM PUBLIC ${VERILATOR_ROOT}/include
                                                    ${VERILATOR_ROOT}/include/vltstd)
  target_compile_definitions(weft_sim PUBLIC VL_USER_STOP VL_USER_FATAL)
  target_compile_options(weft_sim PRIVATE ${WEFT_WARNINGS})
  target_link_libraries(weft_sim PUBLIC weft_golden)
  if(WEFT_COVERAGE)
    target_compile_definitions(weft_sim PUBLIC WEFT_COVERAGE)
  endif()
endif()

if(WEFT_TESTS)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  find_library(MPFR_LIBRARY mpfr REQUIRED) # oracles for golden
  find_library(GMP_LIBRARY gmp REQUIRED)
  # main() of the tests that run RTL: --seed, --wave, and the command that repeats a failure.
  add_library(weft_test_main STATIC tb/test_main.cpp)
  target_link_libraries(weft_test_main PUBLIC GTest::gtest PRIVATE weft_golden)
  if(WEFT_RTL)
    target_link_libraries(weft_test_main PUBLIC weft_sim)
  endif()
endif()

# weft_add_test(<suite> <source> [LABEL <label>] [TIMEOUT <seconds>] [LINK <library>...])
#
# One executable; each of its test cases is a ctest named <suite>.<case>.
function(weft_add_test suite source)
  cmake_parse_arguments(arg "" "LABEL;TIMEOUT" "LINK" ${ARGN})
  string(REPLACE "." "_" target ${suite}_test)
  add_executable(${target} ${PROJECT_SOURCE_DIR}/${source})
  target_compile_options(${target} PRIVATE ${WEFT_WARNINGS})
  target_link_libraries(${target} PRIVATE ${arg_LINK})
  if(NOT arg_LABEL)
    set(arg_LABEL ${suite})
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  gtest_discover_tests(${target} TEST_PREFIX ${suite}. DISCOVERY_TIMEOUT 60
                       PROPERTIES LABELS ${arg_LABEL} TIMEOUT ${arg_TIMEOUT})
endfunction()

# Compiles the C++ of a library's Verilated classes in few files, one for every four classes: reading
# Verilator's headers takes most of the time. What runs once (Slow) is not optimised; the rest is with
# -O1, which runs as fast as -O2.
function(weft_unite library)
  get_target_property(sources ${library} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.dir/[^/]*\\.cpp$")
  set_source_files_properties(${sources} PROPERTIES HEADER_FILE_ONLY TRUE)
  set(classes)
  foreach(source ${sources})
    string(REGEX REPLACE ".*/([^/]*)\\.dir/[^/]*$" "\\1" class ${source})
    list(APPEND classes ${class})
    if(source MATCHES "__Slow\\.cpp$")
      list(APPEND slow_${class} ${source})
    else()
      list(APPEND fast_${class} ${source})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES classes)
  list(LENGTH classes count)
  math(EXPR last "${count} - 1")
  foreach(first RANGE 0 ${last} 4)
    list(SUBLIST classes ${first} 4 chunk)
    set(slow)
    set(fast)
    foreach(class ${chunk})
      list(APPEND slow ${slow_${class}})
      list(APPEND fast ${fast_${class}})
    endforeach()
    math(EXPR number "${first} / 4")
    weft_united_file(${library} Slow${number} -O0 ${slow})
    weft_united_file(${library} Fast${number} -O1 ${fast})
  endforeach()
endfunction()

# One file of `library` that includes the others. Each class has a static function trace_init.
function(weft_united_file library name optimise)
  set(includes "")
  foreach(source ${ARGN})
    string(REGEX REPLACE ".*/([^/]*)\\.dir/([^/]*)$" "\\1;\\2" parts ${source})
    list(GET parts 0 class)
    list(GET parts 1 file)
    if(file STREQUAL "${class}.cpp")
      string(APPEND includes "#define trace_init trace_init_${class}\n#include \"${file}\"\n"
                             "#undef trace_init\n")
    else()
      string(APPEND includes "#include \"${file}\"\n")
    endif()
  endforeach()
  set(united ${PROJECT_BINARY_DIR}/generated/${library}_${name}.cpp)
  file(CONFIGURE OUTPUT ${united} CONTENT "// Generated by CMake.\n@includes@" @ONLY)
  set_source_files_properties(${united} PROPERTIES COMPILE_OPTIONS ${optimise})
  target_sources(${library} PRIVATE ${united})
endfunction()

function(weft_add_block block)
  cmake_parse_arguments(arg "QUIET_ARITHMETIC" "" "CONFIGS;VERILATOR" ${ARGN})
  set(top weft_${block})

  # Packages first, of them that which others use; parts are found by name.
  file(GLOB packages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/rtl/*_pkg.sv)
  list(PREPEND packages ${PROJECT_SOURCE_DIR}/rtl/weft_float_pkg.sv)
  list(REMOVE_DUPLICATES packages)
  set(sources ${PROJECT_SOURCE_DIR}/sim/lint.vlt ${packages})
  list(APPEND sources ${PROJECT_SOURCE_DIR}/rtl/${top}.sv)
  set(trace)
  if(arg_QUIET_ARITHMETIC)
    set(trace ${PROJECT_SOURCE_DIR}/sim/quiet_arithmetic.vlt)
  endif()
  set(flags -Wall --assert --x-assign unique --x-initial unique -y ${PROJECT_SOURCE_DIR}/rtl)
  if(CMAKE_BUILD_TYPE STREQUAL Release)
    list(REMOVE_ITEM flags --assert)
  endif()
  if(WEFT_COVERAGE)
    list(APPEND flags --coverage-line --coverage-user)
  endif()

  # A profile's number is its place in the enumeration.
  file(READ ${PROJECT_SOURCE_DIR}/rtl/weft_dpa_profiles_pkg.sv profiles)
  string(REGEX REPLACE ".*enum logic [^{]*{([^}]*)}.*" "\\1" profiles "${profiles}")
  string(REGEX REPLACE "[ \n]" "" profiles "${profiles}")
  string(REPLACE "," ";" profiles "${profiles}")

  # CONFIGS as pairs of name and parameters.
  set(names)
  list(LENGTH profiles own_number)
  set(own_profiles "")
  foreach(word ${arg_CONFIGS})
    if(word MATCHES "=")
      string(REGEX REPLACE ".*=" "" value ${word})
      if(word MATCHES "^Profile=[A-Z]")
        list(FIND profiles ${value} number)
        if(number EQUAL -1)
          message(FATAL_ERROR "${block}: ${name}: there is no profile ${value}")
        endif()
        set(word Profile=${number})
        set(value ${number})
      endif()
      if(word MATCHES "^Profile=.*\\.json$")
        get_filename_component(file ${value} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
        foreach(what bits cpp)
          execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/gen_dpa_profiles --${what} ${file}
                          OUTPUT_VARIABLE ${what} OUTPUT_STRIP_TRAILING_WHITESPACE
                          COMMAND_ERROR_IS_FATAL ANY)
        endforeach()
        string(APPEND own_profiles "${cpp}\n")
        set(word P=${bits})
        set(value ${own_number})
        math(EXPR own_number "${own_number} + 1")
      endif()
      list(APPEND params_${name} -G${word})
      string(APPEND values_${name} ", ${value}")
    else()
      set(name ${word})
      list(APPEND names ${name})
      set(params_${name})
      set(values_${name} "")
    endif()
  endforeach()
  if(NOT names)
    set(names default)
    set(params_default)
    set(values_default "")
  endif()

  if(WEFT_RTL)
    set(library ${top}_rtl)
    add_library(${library} STATIC)
    target_compile_options(${library} PRIVATE -w -g0)
    target_link_libraries(${library} PUBLIC weft_sim ZLIB::ZLIB Threads::Threads)

    string(TOUPPER ${block} upper)
    set(includes "")
    set(list "")
    set(separator "")
    foreach(name ${names})
      set(class V${top}_${name})
      verilate(${library} SOURCES ${trace} ${sources} TOP_MODULE ${top}
               PREFIX ${class} TRACE_FST TRACE_STRUCTS OPT_GLOBAL -O1
               VERILATOR_ARGS ${flags} ${arg_VERILATOR} ${params_${name}})
      string(APPEND includes "#include \"${class}.h\"\n")
      string(APPEND list "${separator} \\\n  X(${class}${values_${name}})")
      set(separator ",")
      if(WEFT_TESTS)
        add_test(NAME ${block}.lint.${name}
                 COMMAND ${VERILATOR_BIN} --lint-only ${flags} ${params_${name}} --top-module ${top}
                         ${sources})
        set_tests_properties(${block}.lint.${name} PROPERTIES LABELS ${block} TIMEOUT 60)
      endif()
    endforeach()
    weft_unite(${library})
    if(block STREQUAL dpa)
      list(LENGTH profiles first)
      math(EXPR own_count "${own_number} - ${first}")
      string(PREPEND includes "#include <array>\n\n#include \"sim/golden/dpa_profiles.hpp\"\n")
      string(APPEND includes "\nnamespace weft::golden::dpa {\n"
             "inline constexpr std::array<profile, ${own_count}> OwnProfiles{{\n${own_profiles}}};\n}\n")
    endif()
    set(generated ${PROJECT_BINARY_DIR}/generated)
    file(CONFIGURE OUTPUT ${generated}/${top}_configs.hpp @ONLY CONTENT
         "// Generated by CMake.\n#pragma once\n\n@includes@\n#define WEFT_@upper@_CONFIGS(X)@list@\n")
    get_target_property(verilated_headers ${library} INTERFACE_INCLUDE_DIRECTORIES)
    set_target_properties(${library} PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${generated};${verilated_headers}"
      INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${verilated_headers}")
    file(GLOB harness CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sim/${block}_engine*.cpp)
    if(harness)
      add_library(weft_${block}_engine STATIC ${harness})
      target_compile_options(weft_${block}_engine PRIVATE ${WEFT_WARNINGS})
      target_link_libraries(weft_${block}_engine PUBLIC ${library})
    endif()
  endif()

  if(NOT WEFT_TESTS)
    return()
  endif()
  set(rtl_libraries)
  if(WEFT_RTL)
    set(rtl_libraries ${library} $<TARGET_NAME_IF_EXISTS:weft_${block}_engine>)
    weft_add_test(${block} tb/${block}_test.cpp LINK ${rtl_libraries} weft_test_main)
    target_compile_definitions(${block}_test PRIVATE WEFT_VECTORS="${WEFT_VECTORS}")
    if(EXISTS ${PROJECT_SOURCE_DIR}/tb/${block}_long_test.cpp)
      weft_add_test(${block}.long tb/${block}_long_test.cpp LABEL long TIMEOUT 3600
                    LINK ${rtl_libraries} weft_test_main)
    endif()
  endif()
  if(EXISTS ${PROJECT_SOURCE_DIR}/tb/${block}_golden_test.cpp)
    weft_add_test(${block}.golden tb/${block}_golden_test.cpp LABEL ${block}
                  LINK weft_golden weft_test_main ${MPFR_LIBRARY} ${GMP_LIBRARY})
    target_compile_definitions(${block}_golden_test PRIVATE WEFT_VECTORS="${WEFT_VECTORS}")
  endif()
  if(TARGET weft_systemc AND EXISTS ${PROJECT_SOURCE_DIR}/tb/${block}_tlm_test.cpp)
    weft_add_test(${block}.tlm tb/${block}_tlm_test.cpp LABEL ${block}
                  LINK weft_systemc GTest::gtest ${rtl_libraries})
    if(WEFT_RTL)
      target_compile_definitions(${block}_tlm_test PRIVATE WEFT_WITH_RTL)
    endif()
  endif()
  if(EXISTS ${PROJECT_SOURCE_DIR}/scripts/gen_${block}_regs)
    add_test(NAME ${block}.regs_are_current
             COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/gen_${block}_regs --check)
    set_tests_properties(${block}.regs_are_current PROPERTIES LABELS ${block})
  endif()

  if(EXISTS ${PROJECT_SOURCE_DIR}/systemc/${block}_driver.h)
    add_test(NAME ${block}.driver_is_c99
             COMMAND ${CMAKE_CXX_COMPILER} -x c -std=c99 -Wall -Wextra -pedantic -Werror -fsyntax-only
                     -include ${PROJECT_SOURCE_DIR}/systemc/${block}_driver.h /dev/null)
    set_tests_properties(${block}.driver_is_c99 PROPERTIES LABELS ${block})
  endif()

  # The default configurations of scripts/synth.json on Debian's cells, and on those of WEFT_LIBERTY.
  add_test(NAME ${block}.synth
           COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/synth ${block}
                   --script fast --json ${PROJECT_BINARY_DIR}/${block}_synth.json)
  set_tests_properties(${block}.synth PROPERTIES LABELS "${block};synth" TIMEOUT 600)
  if(WEFT_LIBERTY)
    add_test(NAME ${block}.synth.liberty
             COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/synth ${block}
                     --script fast --lib ${WEFT_LIBERTY}
                     --json ${PROJECT_BINARY_DIR}/${block}_synth_liberty.json)
    set_tests_properties(${block}.synth.liberty PROPERTIES LABELS "${block};synth" TIMEOUT 600)
  endif()
endfunction()
