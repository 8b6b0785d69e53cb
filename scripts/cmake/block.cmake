# SPDX-License-Identifier: Apache-2.0

# weft_add_block(<block> [ROOT <folder>] [QUIET] [QUIET_ARRAY <name>...] [ONE_COPY]
#                [VERILATOR <argument>...] [TEST_LINK <library>...] [FULL_CASES <pattern>...]
#                [CONFIGS <name> [FULL | LONG] [OPTIMIZED | UNOPTIMIZED] "<reason>" [<Parameter>=<value>...] ...])
#
# Adds one block and its tests. All files are found by the block's name:
#
#   rtl/*/weft_<block>.sv              top module; its parts are found by name in every room
#   rtl/*/weft_<block>_pkg.sv          its package; all blocks see all packages
#   sim/golden/<block>*.cpp            part of weft::golden
#   sim/verilated/<block>_engine.hpp   weft_<block>_engine: the block's RTL behind a plain call, as
#   sim/verilated/<block>_engine*.cpp  written there; a stream unit's is generated
#   sim/verilated/<block>_plugin.hpp   what a configuration's library gives to that call
#   sim/verilated/<block>/             in place of sim/verilated/, if there is such a folder
#   systemc/<block>*.cpp               part of weft::systemc
#
#   test                               what it is
#   <block>.<suite>.*                  tb/*/<block>_test.cpp: RTL against golden
#   <block>.full.<suite>.*             the same on the other configurations
#   <block>.golden.*                   tb/*/<block>_golden_test.cpp: golden against others
#   <block>.tlm.*                      tb/*/<block>_tlm_test.cpp
#   <block>.golden.long.*              tb/*/<block>_golden_long_test.cpp
#   <block>.long.*                     tb/*/<block>_long_test.cpp, every configuration
#   <block>.are_current                rtl/*/<block>.json, a register map: scripts/gen_regs --check
#   <block>.driver_is_c99              systemc/<block>_driver.h
#
# All but the top and tb/*/<block>_test.cpp may be missing. Tests of golden and of TLM may have
# parts, <test>_*.cpp.
#
# A configuration has a reason: one sentence that says what only this configuration tests. An
# OPTIMIZED one is that of speed figures. An UNOPTIMIZED one would take longer to compile than its tests
# run; no program needs its speed. A parameter that is not given has the module's default; a value may be a name of an enumeration in a
# package that the module uses. Each configuration is a shared library weft_<block>_<name>,
# Verilated with -Wall as the class Vweft_<block>_<name> when somebody links it (verilate.cmake).
# Generated headers:
#
#   weft_<block>_params.hpp    struct weft::params::<block>_<name> for each: Block, Name, Full and
#                              the parameters; WEFT_<BLOCK>_PARAMS(X) lists them, X(<struct>), ...
#   weft_<block>_configs.hpp   the Verilated classes too; WEFT_<BLOCK>_CONFIGS(X) lists
#                              X(<class>, <struct>), ... of the tiers that the user links
#
# The value of Profile may be a file <name>.json with a user-defined profile
# (scripts/gen_dpa_profiles): its number is its place in golden::dpa::OwnProfiles of
# weft_dpa_params.hpp, behind those of the table.
#
# ROOT is a folder with rtl/, sim/ and systemc/ of its own, which include paths may start at, too.
#
# QUIET leaves the inside of arithmetic out of waveforms: rtl/quiet_arithmetic.vlt. QUIET_ARRAY does
# so with the inside of these configurations' arrays, unless WEFT_TRACE_ALL is set:
# rtl/quiet_array.vlt. ONE_COPY makes equal arithmetic one function: rtl/one_copy.vlt.
#
# TEST_LINK are libraries that the tests of RTL and golden need beside the block's own.
#
# Tests come in three tiers, each a label and a target: those without a label `full` or `long` are
# the default, built by `all`; the others by `full_tests` and `long_tests`. FULL_CASES are patterns of
# test cases of the block that are of the full tier although their program is not. `ctest -L <block>`
# runs the block's tests.

# The file ${name} in a room of ${folder}, or nothing. Two files of one name are an error.
function(weft_find variable folder name)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/${name})
  list(LENGTH found count)
  if(count GREATER 1)
    list(JOIN found ", " found)
    message(FATAL_ERROR "One name, several files: ${found}")
  endif()
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

set(WEFT_RTL_FOLDER ${PROJECT_SOURCE_DIR}/rtl)
include(${CMAKE_CURRENT_LIST_DIR}/parameters.cmake)

if(WEFT_RTL OR NOT PROJECT_IS_TOP_LEVEL) # a project around this one may Verilate
  set(WEFT_RTL_LINT ${PROJECT_SOURCE_DIR}/rtl/lint.vlt)
  set(WEFT_SIM_FOLDER ${PROJECT_SOURCE_DIR})
  set(WEFT_SIM_KIND STATIC)
  if(WEFT_RTL)
    set(WEFT_SIM_KIND SHARED)
  endif()
  include(${CMAKE_CURRENT_LIST_DIR}/verilate.cmake)
endif()
if(WEFT_RTL)
  if(NOT TARGET weft_sim)
    message(FATAL_ERROR "Missing: ${weft_sim_MISSING}: run scripts/setup, or -DWEFT_RTL=OFF")
  endif()
  target_link_libraries(weft_sim PUBLIC weft_files)

  # Engines by name.
  add_library(weft_engine_library STATIC ${PROJECT_SOURCE_DIR}/sim/verilated/engine_library.cpp)
  target_compile_options(weft_engine_library PRIVATE ${WEFT_WARNINGS})
  target_link_libraries(weft_engine_library PUBLIC weft_sim PRIVATE ${CMAKE_DL_LIBS})
endif()

if(WEFT_TESTS)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  # A version manager's wrapper takes ten times as long to start as the interpreter behind it.
  execute_process(COMMAND ${Python3_EXECUTABLE} -c "import sys; print(sys.executable)"
                  OUTPUT_VARIABLE weft_python OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set_target_properties(Python3::Interpreter PROPERTIES IMPORTED_LOCATION ${weft_python})
  find_library(MPFR_LIBRARY mpfr REQUIRED) # oracles for golden
  find_library(GMP_LIBRARY gmp REQUIRED)
  # Tests of the default tier are not optimized, except these suites, which run longer than they
  # compile. The tests beside amx.host would take its copies of golden's inline functions, which are
  # slow.
  set(WEFT_OPTIMIZED_TESTS amx.host dpa.golden dpa_multi epilogue.golden fcvt.golden fma fma.golden
                           fma_simd imul logic sfu sfu.golden tensor tensor.golden)
  set(WEFT_TEST_OPTIONS ${WEFT_WARNINGS} ${WEFT_CACHED_HEADERS})
  add_custom_target(full_tests)
  add_custom_target(long_tests)
  # GoogleTest's headers, precompiled for all tests; those of TLM models read SystemC's too, those of
  # RTL Verilator's and the harness.
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/test_headers.cpp CONTENT "")
  foreach(headers test_O0 test_O1 rtl_O0 rtl_O1 tlm_O0 tlm_O1)
    string(REGEX REPLACE "^.*_" "-" optimize ${headers})
    add_library(weft_${headers} OBJECT EXCLUDE_FROM_ALL
                ${PROJECT_BINARY_DIR}/generated/test_headers.cpp)
    target_link_libraries(weft_${headers} PRIVATE GTest::gtest)
    target_compile_options(weft_${headers} PRIVATE ${WEFT_TEST_OPTIONS} ${optimize})
    target_precompile_headers(weft_${headers} PRIVATE
      <gtest/gtest.h> <algorithm> <array> <bit> <chrono> <cmath> <cstdint> <deque> <filesystem>
      <fstream> <functional> <map> <memory> <optional> <random> <span> <sstream> <string>
      <unordered_map> <vector>)
  endforeach()
  # The options of every test, --seed and --wave, and the command that repeats a failure.
  add_library(weft_test_options STATIC ${PROJECT_SOURCE_DIR}/tb/harness/test_options.cpp)
  target_link_libraries(weft_test_options PUBLIC GTest::gtest PRIVATE weft_golden)
  add_library(weft_test_main STATIC ${PROJECT_SOURCE_DIR}/tb/harness/test_main.cpp)
  target_link_libraries(weft_test_main PUBLIC weft_test_options PRIVATE weft_golden)
  if(WEFT_RTL)
    foreach(headers rtl_O0 rtl_O1)
      target_link_libraries(weft_${headers} PRIVATE weft_sim)
      target_precompile_headers(weft_${headers} PRIVATE
        ${PROJECT_SOURCE_DIR}/sim/harness/dut.hpp ${PROJECT_SOURCE_DIR}/sim/harness/lockstep.hpp)
    endforeach()
    # A waveform has its view, which knows the program's formats.
    target_sources(weft_test_main PRIVATE ${PROJECT_SOURCE_DIR}/tb/harness/wave_views.cpp)
    target_compile_definitions(weft_test_main PRIVATE WEFT_TEST_VIEWS)
    target_link_libraries(weft_test_main PUBLIC weft_sim PRIVATE weft_views)
  endif()
  if(TARGET weft_systemc)
    add_library(weft_tlm_main OBJECT ${PROJECT_SOURCE_DIR}/tb/harness/tlm_main.cpp)
    set_target_properties(weft_tlm_main PROPERTIES EXCLUDE_FROM_ALL ON)
    target_link_libraries(weft_tlm_main PUBLIC weft_systemc weft_test_options)
    foreach(headers tlm_O0 tlm_O1)
      target_link_libraries(weft_${headers} PRIVATE weft_systemc)
      target_precompile_headers(weft_${headers} PRIVATE
        <systemc> <tlm> <tlm_utils/simple_initiator_socket.h> <tlm_utils/simple_target_socket.h>)
    endforeach()
  endif()
endif()

# weft_add_test(<suite> <source> [APART] [PARTS] [LABEL <label>...] [TIMEOUT <seconds>]
#               [LINK <library>...] [DEFINE <definition>...] [USES <target>...] [INCLUDE <folder>]
#               [FULL_CASES <pattern>... [FULL_USES <target>...]])
#
# Each test case of the source, a file in a room of tb/, is a ctest named <suite>.<case>. The target
# <suite>_test, dots as underscores, builds what the cases need. PARTS are further files
# <source>_*.cpp. A label `full` or `long` takes the test out of the default build. USES are targets
# that the test runs. The cases of FULL_CASES, patterns of GoogleTest, are of the full tier and run
# FULL_USES.
#
# Default tests of one kind (golden, rtl, tlm, command) in one room are compiled as one source into
# one executable, <room>_<kind>_tests, which takes little more than half of the time; so each file has
# a namespace of its own. One that is APART, or of another tier, or any with WEFT_TESTS_APART, is an
# executable <suite>_test.
function(weft_add_test suite source)
  cmake_parse_arguments(arg "APART;PARTS" "TIMEOUT"
                        "LABEL;LINK;DEFINE;USES;INCLUDE;FULL_CASES;FULL_USES" ${ARGN})
  string(REPLACE "." "_" target ${suite}_test)
  weft_find(files tb ${source})
  if(arg_PARTS)
    string(REGEX REPLACE "\\.cpp$" "" stem ${source})
    file(GLOB_RECURSE parts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tb/${stem}_*.cpp)
    list(APPEND files ${parts})
  endif()
  set(tier default)
  foreach(other full long)
    if(other IN_LIST arg_LABEL)
      set(tier ${other})
    endif()
  endforeach()
  set(optimize -O0)
  if(suite IN_LIST WEFT_OPTIMIZED_TESTS OR NOT tier STREQUAL default)
    set(optimize -O1)
  endif()
  set(kind golden)
  if(weft_tlm_main IN_LIST arg_LINK)
    set(kind tlm)
  elseif("${arg_DEFINE}" MATCHES WEFT_PROGRAM)
    set(kind command)
  elseif("${arg_LINK}" MATCHES "_(rtl|engine)(>|;|$)")
    set(kind rtl)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
    if(tier STREQUAL full)
      set(arg_TIMEOUT 300)
    endif()
  endif()

  set(executable ${target})
  if(NOT WEFT_TESTS_APART AND NOT arg_APART AND tier STREQUAL default)
    list(GET files 0 file)
    string(REGEX REPLACE "^.*/tb/([^/]+)/.*$" "\\1" room ${file})
    set(executable ${room}_${kind}_tests)
    if(optimize STREQUAL -O1)
      string(APPEND executable _optimized)
    endif()
  endif()
  set_property(GLOBAL APPEND PROPERTY WEFT_TEST_EXECUTABLES ${executable})
  foreach(what LINK DEFINE USES FULL_USES INCLUDE)
    set_property(GLOBAL APPEND PROPERTY WEFT_${what}_OF_${executable} ${arg_${what}})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY WEFT_SOURCES_OF_${executable} ${files})
  set_property(GLOBAL PROPERTY WEFT_OPTIONS_OF_${executable} ${kind} ${tier} ${optimize})
  # A line of the list that scripts/cmake/discover_tests.py reads.
  set(label ${tier})
  if(tier STREQUAL default)
    list(APPEND arg_LABEL ${suite})
    list(GET arg_LABEL 0 label)
  endif()
  list(JOIN files "|" files)
  list(JOIN arg_FULL_CASES ":" full_cases)
  set_property(GLOBAL APPEND_STRING PROPERTY WEFT_LIST_OF_${executable}
               "${suite}\t${label}\t${arg_TIMEOUT}\t${full_cases}\t${files}\n")
  set_property(GLOBAL PROPERTY WEFT_EXECUTABLE_OF_${target} ${executable})
  if(NOT executable STREQUAL target)
    add_custom_target(${target})
    set_property(GLOBAL APPEND PROPERTY WEFT_TARGETS_OF_${executable} ${target})
  endif()
endfunction()

# The executables of all tests that were added.
function(weft_make_tests)
  get_property(executables GLOBAL PROPERTY WEFT_TEST_EXECUTABLES)
  list(REMOVE_DUPLICATES executables)
  foreach(executable ${executables})
    foreach(what SOURCES LINK DEFINE USES FULL_USES INCLUDE OPTIONS LIST TARGETS)
      get_property(${what} GLOBAL PROPERTY WEFT_${what}_OF_${executable})
    endforeach()
    list(GET OPTIONS 0 kind)
    list(GET OPTIONS 1 tier)
    list(GET OPTIONS 2 optimize)
    list(REMOVE_DUPLICATES LINK)
    list(REMOVE_DUPLICATES DEFINE)
    add_executable(${executable} ${SOURCES})
    set_target_properties(${executable} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    target_compile_options(${executable} PRIVATE ${WEFT_TEST_OPTIONS} ${optimize})
    set(headers test)
    if(kind MATCHES "^(rtl|tlm)$")
      set(headers ${kind})
    endif()
    string(REPLACE "-" "_" optimize ${optimize})
    target_precompile_headers(${executable} REUSE_FROM weft_${headers}${optimize})
    target_compile_definitions(${executable} PRIVATE
      WEFT_SOURCE_DIR="${PROJECT_SOURCE_DIR}" WEFT_VECTORS="${WEFT_VECTORS}" ${DEFINE})
    target_include_directories(${executable} PRIVATE ${INCLUDE})
    target_link_libraries(${executable} PRIVATE ${LINK})
    # Programs and engines that a test runs are built with it, but no source of it waits for them.
    set(all ALL)
    if(NOT tier STREQUAL default)
      set(all)
      set_target_properties(${executable} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
    add_custom_target(${executable}_with_uses ${all})
    add_dependencies(${executable}_with_uses ${executable} ${USES})
    foreach(target ${TARGETS})
      add_dependencies(${target} ${executable}_with_uses)
    endforeach()
    if(NOT tier STREQUAL default)
      add_dependencies(${tier}_tests ${executable}_with_uses)
    elseif(LIST MATCHES "\t[^\t\n]+\t[^\t]+\n") # some of its cases are full
      add_dependencies(full_tests ${executable}_with_uses ${FULL_USES})
    endif()

    # The cases, as ctests.
    set(stem ${PROJECT_BINARY_DIR}/tests/${executable})
    file(CONFIGURE OUTPUT ${stem}.txt CONTENT "${LIST}" @ONLY)
    set_target_properties(${executable} PROPERTIES LINK_DEPENDS ${stem}.txt)
    add_custom_command(TARGET ${executable} POST_BUILD VERBATIM COMMAND
      Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/cmake/discover_tests.py
      $<TARGET_FILE:${executable}> ${stem}.txt ${stem}.cmake)
    file(CONFIGURE OUTPUT ${stem}_include.cmake @ONLY CONTENT
         "if(EXISTS \"@stem@.cmake\")\n  include(\"@stem@.cmake\")\nelse()\n  add_test(@executable@_NOT_BUILT @executable@_NOT_BUILT)\nendif()\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${stem}_include.cmake)
  endforeach()
endfunction()

# Splits CONFIGS into names, and for each: tier_<name> (default, full, long), speed_<name>,
# reason_<name>, given_<name>.
macro(weft_read_configs block)
  set(names)
  foreach(word ${ARGN})
    if(word MATCHES "^(FULL|LONG)$")
      string(TOLOWER ${word} tier_${name})
    elseif(word MATCHES "^(UN)?OPTIMIZED$")
      set(speed_${name} ${word})
    elseif(word MATCHES " ")
      set(reason_${name} "${word}")
    elseif(word MATCHES "=")
      list(APPEND given_${name} ${word})
    else()
      set(name ${word})
      list(APPEND names ${name})
      set(tier_${name} default)
      set(speed_${name})
      set(reason_${name} "")
      set(given_${name})
    endif()
  endforeach()
  foreach(name ${names})
    if(reason_${name} STREQUAL "")
      message(FATAL_ERROR "${block}: ${name}: say in its line what no other configuration tests")
    endif()
  endforeach()
endmacro()

# The folder of a block's engine: one of its own if there is one.
function(weft_engine_folder variable block)
  set(folder sim/verilated)
  if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}/${block})
    set(folder ${folder}/${block})
  endif()
  set(${variable} ${folder} PARENT_SCOPE)
endfunction()

# The engine of a stream unit: its configurations, each in a library of its own.
function(weft_unit_engine source block upper)
  set(${source} ${PROJECT_BINARY_DIR}/generated/weft_${block}_engine.cpp)
  weft_engine_folder(folder ${block})
  file(CONFIGURE OUTPUT ${${source}} @ONLY CONTENT [[
// Generated by CMake.
#include "@folder@/@block@_engine.hpp"

#include "@folder@/@block@_ports.hpp"
#include "sim/verilated/engine_library.hpp"
#include "weft_@block@_params.hpp"

#define WEFT_KNOWN(P) known<built_@block@, @block@_ports<not_verilated, P>, P>()
const std::vector<weft::sim::built_@block@>& weft::sim::built_@block@_units() {
  static const std::vector<built_@block@> units = {WEFT_@upper@_PARAMS(WEFT_KNOWN)};
  return units;
}
]])
  set(${source} ${${source}} PARENT_SCOPE)
endfunction()

# The library of a configuration. Its plugin, if the block has an engine, hands the class over.
function(weft_add_configuration block name)
  cmake_parse_arguments(arg "" "" "SOURCES;ARGUMENTS" ${ARGN})
  set(target weft_${block}_${name})
  set(plugin)
  weft_engine_folder(folder ${block})
  if(EXISTS ${PROJECT_SOURCE_DIR}/${folder}/${block}_engine.hpp)
    set(header ${folder}/${block}_plugin.hpp)
    set(expression "${block}_plugin<V${target}, params::${block}_${name}>()")
    if(NOT EXISTS ${PROJECT_SOURCE_DIR}/${header})
      set(header ${folder}/${block}_ports.hpp)
      set(expression "built<${block}_ports<V${target}, params::${block}_${name}>>()")
    endif()
    set(plugin ${PROJECT_BINARY_DIR}/generated/${target}_plugin.cpp)
    file(CONFIGURE OUTPUT ${plugin} @ONLY CONTENT [[
// Generated by CMake.
#include "@header@"

#include "V@target@.h"
#include "sim/harness/built_rtl.hpp"
#include "@folder@/@block@_engine.hpp"
#include "weft_@block@_params.hpp"

extern "C" void weft_engine(void* built_unit) {
  using namespace weft;
  using namespace weft::sim;
  *static_cast<built_@block@*>(built_unit) = @expression@;
}
]])
  endif()
  weft_verilate_class(${target} TOP weft_${block} PREFIX V${target} SOURCES ${arg_SOURCES}
                      PLUGIN ${plugin} ARGUMENTS --trace-fst --trace-structs ${arg_ARGUMENTS}
                      ${arg_UNPARSED_ARGUMENTS})
  set_target_properties(${target} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/engines)
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()

# A user-defined profile from a JSON file: its number, one behind those of the table, its value in
# C++, and its bits as the RTL's parameter P.
function(weft_own_profile number cpp bits json)
  get_filename_component(file ${json} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  foreach(what bits cpp)
    execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/gen_dpa_profiles --${what} ${file}
                    OUTPUT_VARIABLE said OUTPUT_STRIP_TRAILING_WHITESPACE
                    COMMAND_ERROR_IS_FATAL ANY)
    set(${${what}} "${said}" PARENT_SCOPE)
  endforeach()
  file(READ ${PROJECT_SOURCE_DIR}/rtl/dpa/weft_dpa_profiles_pkg.sv table)
  string(REGEX REPLACE ".*enum logic [^{]*{([^}]*)}.*" "\\1" table "${table}")
  string(REGEX MATCHALL "[A-Z][A-Za-z0-9]*" table "${table}")
  list(LENGTH table length)
  set(${number} ${length} PARENT_SCOPE)
endfunction()

function(weft_add_block block)
  cmake_parse_arguments(arg "QUIET;ONE_COPY" "ROOT" "QUIET_ARRAY;FULL_CASES;CONFIGS;VERILATOR;TEST_LINK"
                        ${ARGN})
  set(top weft_${block})
  string(TOUPPER ${block} upper)
  set(rtl rtl)
  if(arg_ROOT)
    set(rtl ${arg_ROOT}/rtl)
  endif()
  weft_find(rtl_top ${rtl} ${top}.sv)
  weft_read_module(${rtl_top} defaults used_packages)
  if(NOT arg_CONFIGS)
    set(arg_CONFIGS default "the module as it stands")
  endif()
  weft_read_configs(${block} ${arg_CONFIGS})
  if(NOT arg_ROOT)
    set_property(GLOBAL APPEND PROPERTY WEFT_BLOCKS ${block})
  endif()

  set(sources ${rtl_top})
  if(arg_QUIET)
    list(PREPEND sources ${PROJECT_SOURCE_DIR}/rtl/quiet_arithmetic.vlt)
  endif()
  if(arg_ONE_COPY)
    list(PREPEND sources ${PROJECT_SOURCE_DIR}/rtl/one_copy.vlt)
  endif()

  # Configurations as structs, and as libraries.
  set(prelude "")
  set(profiles "")
  set(generated ${PROJECT_BINARY_DIR}/generated)
  set(structs "")
  set(params "")
  foreach(tier default full long all)
    set(includes_${tier} "")
    set(list_${tier} "")
    set(libraries_${tier})
  endforeach()
  foreach(name ${names})
    set(values ${defaults})
    set(own "")
    set(arguments)
    foreach(word ${given_${name}})
      string(REGEX MATCH "^([^=]*)=(.*)$" matched ${word})
      set(parameter ${CMAKE_MATCH_1})
      set(value ${CMAKE_MATCH_2})
      if(value MATCHES "\\.json$")
        weft_own_profile(number cpp bits ${value})
        string(REGEX REPLACE ",$" "" cpp "${cpp}")
        string(APPEND profiles "inline constexpr profile own_${block}_${name}\n${cpp};\n")
        set(own "  static constexpr const golden::dpa::profile& OwnProfile = golden::dpa::own_${block}_${name};\n")
        list(FILTER values EXCLUDE REGEX "^${parameter}=")
        list(APPEND values ${parameter}=${number})
        list(APPEND arguments -GP=${bits})
        continue()
      endif()
      weft_number(number "${value}" "${used_packages}")
      if(number STREQUAL "")
        message(FATAL_ERROR "${block}: ${name}: ${word}: no number and no name of an enumeration")
      endif()
      list(FILTER values EXCLUDE REGEX "^${parameter}=")
      list(APPEND values ${parameter}=${number})
      list(APPEND arguments -G${parameter}=${number})
    endforeach()
    set(members "")
    foreach(value ${values})
      string(REPLACE "=" " = " value ${value})
      string(APPEND members "  static constexpr int ${value};\n")
    endforeach()
    set(tier ${tier_${name}})
    set(bool true)
    if(tier STREQUAL default)
      set(bool false)
    endif()
    string(APPEND structs
      "/// weft_${block}: ${reason_${name}}.\nstruct ${block}_${name} {\n"
      "  static constexpr const char* Block = \"${block}\";\n"
      "  static constexpr const char* Name  = \"${name}\";\n"
      "  static constexpr bool Full         = ${bool};\n${members}${own}};\n")
    string(APPEND params "${comma} \\\n  X(::weft::params::${block}_${name})")
    set(comma ",")
    foreach(to ${tier} all)
      string(APPEND includes_${to} "#include \"V${top}_${name}.h\"\n")
      string(APPEND list_${to}
             "${comma_${to}} \\\n  X(V${top}_${name}, ::weft::params::${block}_${name})")
      set(comma_${to} ",")
      list(APPEND libraries_${to} ${top}_${name})
    endforeach()
    set(quiet)
    if(name IN_LIST arg_QUIET_ARRAY AND NOT WEFT_TRACE_ALL)
      set(quiet ${PROJECT_SOURCE_DIR}/rtl/quiet_array.vlt)
    endif()
    if(WEFT_RTL)
      weft_add_configuration(${block} ${name} ${speed_${name}} SOURCES ${quiet} ${sources}
        ARGUMENTS ${arg_VERILATOR} ${arguments})
    endif()
  endforeach()
  if(profiles)
    set(prelude "#include \"sim/golden/dpa_profiles.hpp\"\n\nnamespace weft::golden::dpa {\n${profiles}}  // namespace weft::golden::dpa\n\n")
  endif()
  file(CONFIGURE OUTPUT ${generated}/${top}_params.hpp @ONLY CONTENT
       "// Generated by CMake.\n#pragma once\n\n@prelude@namespace weft::params {\n\n@structs@\n}  // namespace weft::params\n\n#define WEFT_@upper@_PARAMS(X)@params@\n")
  if(WEFT_RTL)
    foreach(tier default full long all)
      file(CONFIGURE OUTPUT ${generated}/${tier}/${top}_configs.hpp @ONLY CONTENT
           "// Generated by CMake.\n#pragma once\n\n#include \"${top}_params.hpp\"\n@includes_${tier}@\n#define WEFT_@upper@_CONFIGS(X)@list_${tier}@\n")
      add_library(${top}_${tier}_rtl INTERFACE)
      target_include_directories(${top}_${tier}_rtl INTERFACE ${generated} ${generated}/${tier})
      target_link_libraries(${top}_${tier}_rtl INTERFACE weft_sim ${libraries_${tier}})
    endforeach()
    # The libraries of all configurations but the long tier's, for programs that load them by name.
    add_custom_target(${top}_engines DEPENDS ${libraries_default} ${libraries_full})
    weft_engine_folder(folder ${block})
    file(GLOB engine CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/${block}_engine*.cpp)
    if(NOT engine AND EXISTS ${PROJECT_SOURCE_DIR}/${folder}/${block}_engine.hpp)
      weft_unit_engine(engine ${block} ${upper})
    endif()
    if(engine)
      add_library(weft_${block}_engine STATIC ${engine})
      target_compile_options(weft_${block}_engine PRIVATE ${WEFT_WARNINGS})
      if(TARGET weft_verilated_headers AND NOT WEFT_SANITIZE)
        get_property(options GLOBAL PROPERTY WEFT_VERILATED_OPTIONS)
        set_target_properties(weft_${block}_engine PROPERTIES POSITION_INDEPENDENT_CODE ON)
        target_compile_options(weft_${block}_engine PRIVATE ${options})
        target_precompile_headers(weft_${block}_engine REUSE_FROM weft_verilated_headers)
      endif()
      target_include_directories(weft_${block}_engine PUBLIC ${generated})
      target_link_libraries(weft_${block}_engine PUBLIC weft_engine_library)
    endif()
  endif()

  if(WEFT_TESTS)
    weft_add_block_tests(${block} ${arg_FULL_CASES})
  endif()
endfunction()

# The tests of a block, from the files that exist; further arguments are its FULL_CASES.
function(weft_add_block_tests block)
  set(top weft_${block})
  set(options)
  if(arg_ROOT)
    set(options APART INCLUDE ${PROJECT_SOURCE_DIR}/${arg_ROOT})
  endif()
  set(full_cases)
  if(ARGN)
    set(full_cases FULL_CASES ${ARGN})
  endif()
  if(WEFT_RTL)
    set(engine $<TARGET_NAME_IF_EXISTS:weft_${block}_engine>)
    get_target_property(default_libraries ${top}_default_rtl INTERFACE_LINK_LIBRARIES)
    if(NOT default_libraries STREQUAL "weft_sim")
      weft_add_test(${block} ${block}_test.cpp ${options} ${full_cases}
                    LINK ${top}_default_rtl ${engine} weft_test_main ${arg_TEST_LINK})
    endif()
    get_target_property(full_libraries ${top}_full_rtl INTERFACE_LINK_LIBRARIES)
    if(NOT full_libraries STREQUAL "weft_sim")
      weft_add_test(${block}.full ${block}_test.cpp ${options} LABEL ${block} full DEFINE WEFT_FULL
                    LINK ${top}_full_rtl ${engine} weft_test_main ${arg_TEST_LINK})
    endif()
    get_target_property(long_libraries ${top}_long_rtl INTERFACE_LINK_LIBRARIES)
    if(NOT long_libraries STREQUAL "weft_sim")
      weft_add_test(${block}.long_tier ${block}_test.cpp ${options} LABEL ${block} long TIMEOUT 3600
                    DEFINE WEFT_FULL LINK ${top}_long_rtl ${engine} weft_test_main ${arg_TEST_LINK})
    endif()
    weft_find(long_test tb ${block}_long_test.cpp)
    if(long_test)
      weft_add_test(${block}.long ${block}_long_test.cpp ${options} LABEL ${block} long TIMEOUT 3600
                    LINK ${top}_all_rtl ${engine} weft_test_main)
    endif()
  endif()
  set(oracles weft_golden weft_test_main ${MPFR_LIBRARY} ${GMP_LIBRARY} ${arg_TEST_LINK})
  weft_find(golden_test tb ${block}_golden_test.cpp)
  if(golden_test)
    weft_add_test(${block}.golden ${block}_golden_test.cpp ${options} LABEL ${block} LINK ${oracles}
                  PARTS ${full_cases})
  endif()
  weft_find(long_golden_test tb ${block}_golden_long_test.cpp)
  if(long_golden_test)
    weft_add_test(${block}.golden.long ${block}_golden_long_test.cpp ${options} LABEL ${block} long
                  TIMEOUT 7200 LINK ${oracles})
  endif()
  weft_find(tlm_test tb ${block}_tlm_test.cpp)
  if(TARGET weft_systemc AND tlm_test)
    set(rtl)
    set(define)
    if(WEFT_RTL)
      set(rtl ${top}_default_rtl ${engine})
      set(define WEFT_WITH_RTL)
    endif()
    weft_add_test(${block}.tlm ${block}_tlm_test.cpp ${options} LABEL ${block}
                  PARTS LINK weft_tlm_main ${rtl} ${arg_TEST_LINK} DEFINE ${define})
  endif()
  weft_find(map rtl ${block}.json)
  if(map)
    string(REGEX REPLACE "_regs$" "" owner ${block})
    add_test(NAME ${block}.are_current
             COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/gen_regs ${owner} --check)
    set_tests_properties(${block}.are_current PROPERTIES LABELS ${block})
  endif()

  if(EXISTS ${PROJECT_SOURCE_DIR}/systemc/${block}_driver.h)
    add_test(NAME ${block}.driver_is_c99
             COMMAND ${CMAKE_CXX_COMPILER} -x c -std=c99 -Wall -Wextra -pedantic -Werror -fsyntax-only
                     -include ${PROJECT_SOURCE_DIR}/systemc/${block}_driver.h /dev/null)
    set_tests_properties(${block}.driver_is_c99 PROPERTIES LABELS ${block})
  endif()
endfunction()
