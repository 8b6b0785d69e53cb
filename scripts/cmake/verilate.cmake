# SPDX-License-Identifier: Apache-2.0

# The harness round Verilated modules: a target and a function, for this build, for a project that
# has Weft as a subdirectory and, installed, for find_package(weft).
#
# weft::sim links golden and Verilator's runtime and brings what its headers need: sim/harness/
# (dut, lockstep, stream, pace, watchdog) and sim/verilated/<block>_ports.hpp.
#
# weft_verilate(<target> TOP <module> [SOURCES <file>...] [PARAMS <Name>=<value>...] [TRACE]
#               [ARGUMENTS <Verilator argument>...])
#
# A library of one Verilated module, of SOURCES or of Weft; Weft's modules below it are found by
# name. The class is V<target> in V<target>.h. <target>_params.hpp has its parameters as numbers in
# struct weft::params::<target>, which a port adaptor takes beside the class. A value may be a name
# of an enumeration in a package that the module uses. TRACE lets the module write waveforms.
# Verilator runs with -Wall, and a warning ends the build: ARGUMENTS -Wno-fatal.
#
# Needs Verilator 5.006, zlib and threads; without them there is no weft::sim, and weft_sim_MISSING
# says what is missing. Who includes this file has included parameters.cmake and has set
#
#   WEFT_RTL_FOLDER    the folder of weft.f
#   WEFT_RTL_LINT      the waivers
#   WEFT_SIM_FOLDER    the folder that sim/harness/verilated_hooks.cpp lies below
#   WEFT_SIM_KIND      SHARED or STATIC: what weft_sim and the modules are

# Verilator's own package tries the compiler's options, which takes seconds; two questions do.
find_program(VERILATOR_BIN verilator_bin HINTS ENV VERILATOR_ROOT PATH_SUFFIXES bin)
find_package(ZLIB QUIET) # of FST
find_package(Threads QUIET)
set(weft_sim_MISSING "")
if(VERILATOR_BIN)
  execute_process(COMMAND ${VERILATOR_BIN} --version OUTPUT_VARIABLE said)
  if(NOT said MATCHES "^Verilator ([0-9.]+)" OR CMAKE_MATCH_1 VERSION_LESS 5.006)
    set(weft_sim_MISSING "Verilator 5.006 or later: ${VERILATOR_BIN} is older")
  endif()
  execute_process(COMMAND ${VERILATOR_BIN} --getenv VERILATOR_ROOT
                  OUTPUT_VARIABLE VERILATOR_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE)
else()
  set(weft_sim_MISSING "Verilator 5.006 or later")
endif()
foreach(name ZLIB Threads)
  if(NOT ${name}_FOUND)
    string(APPEND weft_sim_MISSING " ${name}")
  endif()
endforeach()
if(weft_sim_MISSING)
  return()
endif()

set(WEFT_VERILATE_RUN ${CMAKE_CURRENT_LIST_DIR}/verilate_run.cmake)
foreach(name RTL_LINT SIM_KIND VERILATE_RUN)
  set_property(GLOBAL PROPERTY WEFT_${name} ${WEFT_${name}})
endforeach()
set_property(GLOBAL PROPERTY WEFT_VERILATOR ${VERILATOR_BIN})

# One copy of the harness and of the runtime for a program and the libraries that it loads.
set(harness sim/harness/verilated_hooks.cpp sim/harness/wave_file.cpp sim/file/unfinished_file.cpp)
list(TRANSFORM harness PREPEND ${WEFT_SIM_FOLDER}/)
set(runtime verilated.cpp verilated_fst_c.cpp verilated_threads.cpp)
if(WEFT_COVERAGE)
  list(APPEND runtime verilated_cov.cpp)
endif()
list(TRANSFORM runtime PREPEND ${VERILATOR_ROOT}/include/)
add_library(weft_sim ${WEFT_SIM_KIND} ${harness} ${runtime})
add_library(weft::sim ALIAS weft_sim)
if(WEFT_SIM_KIND STREQUAL STATIC)
  set_target_properties(weft_sim PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
# Verilator's headers and its copy of fstapi.c read and store words at any address.
set(any_address)
if(WEFT_SANITIZE)
  set(any_address -fno-sanitize=undefined)
endif()
set_source_files_properties(${runtime} PROPERTIES COMPILE_OPTIONS "-w;-g0;${any_address}"
                                                  SKIP_LINTING ON)
target_compile_options(weft_sim PRIVATE ${WEFT_WARNINGS})
target_compile_definitions(weft_sim PUBLIC VL_USER_STOP VL_USER_FATAL VM_TRACE=1 VM_TRACE_FST=1)
target_include_directories(weft_sim SYSTEM PUBLIC ${VERILATOR_ROOT}/include
                                                  ${VERILATOR_ROOT}/include/vltstd)
target_link_libraries(weft_sim PUBLIC weft::golden ZLIB::ZLIB Threads::Threads)
if(WEFT_COVERAGE)
  target_compile_definitions(weft_sim PUBLIC WEFT_COVERAGE VM_COVERAGE=1)
endif()

set(options -O1 -g0 ${any_address})
if(WEFT_SIM_KIND STREQUAL SHARED)
  # Calls inside of a library are direct.
  list(APPEND options -fno-semantic-interposition ${WEFT_CACHED_HEADERS})
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/generated/verilated_headers.cpp CONTENT "")
  add_library(weft_verilated_headers OBJECT EXCLUDE_FROM_ALL
              ${CMAKE_CURRENT_BINARY_DIR}/generated/verilated_headers.cpp)
  set_target_properties(weft_verilated_headers PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_options(weft_verilated_headers PRIVATE ${options})
  target_link_libraries(weft_verilated_headers PRIVATE weft_sim)
  target_precompile_headers(weft_verilated_headers PRIVATE
    <verilated.h> <verilated_fst_c.h> <algorithm> <array> <bit> <cstdint> <deque> <filesystem>
    <functional> <memory> <optional> <random> <span> <sstream> <string> <type_traits> <vector>)
endif()
set_property(GLOBAL PROPERTY WEFT_VERILATED_OPTIONS ${options})

# weft_verilate_class(<target> TOP <module> PREFIX <class> SOURCES <file>...
#                     [PLUGIN <source>...] [ARGUMENTS <Verilator argument>...]
#                     [OPTIMIZED | UNOPTIMIZED])
#
# The library behind weft_verilate(). Verilator runs when the library is built, again when a file
# that it read has changed; nothing is Verilated that nobody links. PLUGIN sources are compiled into
# it.
#
# The generated C++ is compiled as two files, what runs every cycle with -O1, or with OPTIMIZED with -O2,
# which takes up to twice the time and makes a large array a tenth to a fifth faster, or with UNOPTIMIZED
# with -O0, and what runs once with -O0. Verilator's headers, which take most of the time of small files,
# are compiled once for all libraries.
function(weft_verilate_class target)
  cmake_parse_arguments(arg "OPTIMIZED;UNOPTIMIZED" "TOP;PREFIX" "SOURCES;PLUGIN;ARGUMENTS" ${ARGN})
  foreach(name RTL_LINT RTL_PACKAGES RTL_MODULES SIM_KIND VERILATE_RUN VERILATOR
               VERILATED_OPTIONS)
    get_property(${name} GLOBAL PROPERTY WEFT_${name})
  endforeach()
  set(rooms ${RTL_MODULES})
  list(TRANSFORM rooms REPLACE "/[^/]*$" "")
  list(REMOVE_DUPLICATES rooms)
  list(TRANSFORM rooms PREPEND -I)
  set(settings ${arg_SOURCES}) # Verilator reads them before what they are about
  list(FILTER settings INCLUDE REGEX "\\.vlt$")
  list(FILTER arg_SOURCES EXCLUDE REGEX "\\.vlt$")
  set(sources ${settings} ${RTL_LINT} ${RTL_PACKAGES} ${arg_SOURCES})
  list(REMOVE_DUPLICATES sources)
  set(arguments -Wall --x-assign unique --x-initial unique -O3)
  if(NOT CMAKE_BUILD_TYPE STREQUAL Release)
    list(APPEND arguments --assert)
  endif()
  if(WEFT_COVERAGE)
    list(APPEND arguments --coverage-line --coverage-user)
  endif()
  list(APPEND arguments ${rooms} ${arg_ARGUMENTS})

  set(folder ${CMAKE_CURRENT_BINARY_DIR}/verilated/${arg_PREFIX})
  set(fast ${folder}/${arg_PREFIX}_fast.cpp)
  set(slow ${folder}/${arg_PREFIX}_slow.cpp)
  add_custom_command(
    OUTPUT ${fast} ${slow} ${folder}/${arg_PREFIX}.h
    COMMAND ${CMAKE_COMMAND} -DVERILATOR=${VERILATOR} -DFOLDER=${folder} -DTOP=${arg_TOP}
            -DPREFIX=${arg_PREFIX} "-DSOURCES=${sources}" "-DARGUMENTS=${arguments}"
            -DUNOPTIMIZED=${arg_UNOPTIMIZED} -P ${VERILATE_RUN}
    DEPENDS ${sources} ${VERILATE_RUN}
    DEPFILE ${folder}/${arg_PREFIX}.d
    COMMENT "Verilating ${arg_PREFIX}" VERBATIM)
  # GCC takes -O0 from a pragma in these files: its precompiled header fits one level only.
  set(unoptimized -w)
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    list(APPEND unoptimized -O0 -Xclang -fno-validate-pch)
  endif()
  set_source_files_properties(${fast} PROPERTIES COMPILE_OPTIONS -w)
  set_source_files_properties(${slow} PROPERTIES COMPILE_OPTIONS "${unoptimized}")
  if(arg_OPTIMIZED)
    set_source_files_properties(${fast} PROPERTIES COMPILE_OPTIONS "-w;-O2")
  elseif(arg_UNOPTIMIZED)
    set_source_files_properties(${fast} PROPERTIES COMPILE_OPTIONS "${unoptimized}")
  endif()
  set_source_files_properties(${fast} ${slow} ${arg_PLUGIN} PROPERTIES SKIP_LINTING ON)
  add_library(${target} ${SIM_KIND} EXCLUDE_FROM_ALL ${fast} ${slow} ${arg_PLUGIN})
  target_include_directories(${target} SYSTEM PUBLIC ${folder})
  target_compile_options(${target} PRIVATE ${VERILATED_OPTIONS})
  if(SIM_KIND STREQUAL SHARED)
    target_precompile_headers(${target} REUSE_FROM weft_verilated_headers)
    target_link_options(${target} PRIVATE -Wl,-Bsymbolic-functions)
  endif()
  target_link_libraries(${target} PUBLIC weft_sim)
endfunction()

function(weft_verilate target)
  cmake_parse_arguments(arg "TRACE" "TOP" "SOURCES;PARAMS;ARGUMENTS" ${ARGN})
  if(NOT arg_TOP OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
            "weft_verilate: ${target}: no TOP, or unknown words: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(sources)
  foreach(source ${arg_SOURCES})
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()

  # The module's own file says what its parameters are where none is given.
  get_property(modules GLOBAL PROPERTY WEFT_RTL_MODULES)
  set(top ${sources} ${modules})
  list(FILTER top INCLUDE REGEX "/${arg_TOP}\\.sv$")
  list(LENGTH top count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "weft_verilate: ${target}: ${count} files ${arg_TOP}.sv in SOURCES and "
                        "Weft, one is needed")
  endif()
  weft_read_module(${top} values packages)
  list(APPEND sources ${top})
  list(REMOVE_DUPLICATES sources)
  set(arguments)
  foreach(word ${arg_PARAMS})
    if(NOT word MATCHES "^([A-Za-z_][A-Za-z0-9_]*)=(.*)$")
      message(FATAL_ERROR "weft_verilate: ${target}: ${word}: not <Name>=<value>")
    endif()
    set(name ${CMAKE_MATCH_1})
    weft_number(number "${CMAKE_MATCH_2}" "${packages};${sources}")
    if(number STREQUAL "")
      message(FATAL_ERROR
              "weft_verilate: ${target}: ${word}: no number and no name of an enumeration")
    endif()
    list(FILTER values EXCLUDE REGEX "^${name}=")
    list(APPEND values ${name}=${number})
    list(APPEND arguments -G${name}=${number})
  endforeach()
  if(arg_TRACE)
    list(APPEND arguments --trace-fst --trace-structs)
  endif()

  set(members "")
  foreach(value ${values})
    string(REPLACE "=" " = " value ${value})
    string(APPEND members "  static constexpr int ${value};\n")
  endforeach()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/verilated/params_${target})
  file(CONFIGURE OUTPUT ${folder}/${target}_params.hpp @ONLY CONTENT
[[// Generated by CMake.
#pragma once

namespace weft::params {

/// @arg_TOP@
struct @target@ {
@members@};

}  // namespace weft::params
]])
  weft_verilate_class(${target} TOP ${arg_TOP} PREFIX V${target} SOURCES ${sources}
                      ARGUMENTS ${arguments} ${arg_ARGUMENTS})
  target_include_directories(${target} PUBLIC ${folder})
endfunction()
