# SPDX-License-Identifier: Apache-2.0

# The files that `cmake --install` installs, and the tests of the package.
#
#   lib/                 static libraries; lib/cmake/weft is what find_package(weft) reads
#   include/weft/        headers under their repository paths: #include "sim/golden/tensor.hpp"
#   share/weft/rtl/      the RTL in one folder, weft.f lists it; share/weft/lint.vlt is its waivers,
#                        other .vlt beside it; share/weft/{weft.core,Bender.yml} for their tools
#   share/weft/systemc/  the engine's runtime in C and its examples
#   share/weft/sim/      sources of the harness, which a project compiles with its Verilator
#   bin/                 weft and weft-fp-filter, where they were built
#   lib/weft/            the engines of weft that were built, found by name
#   share/doc/weft/      licence, register map
#
# A project that has Weft as a subdirectory gets the targets, weft_verilate() and the variables
# weft_RTL_* as from the package; nothing of Weft is installed with it unless WEFT_INSTALL.

option(WEFT_INSTALL "Install Weft" ${PROJECT_IS_TOP_LEVEL})
include(CMakePackageConfigHelpers)

# The RTL, relative to the repository: packages, modules, files to include; each sorted.
file(GLOB rtl_modules RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS rtl/*/*.sv)
file(GLOB rtl_includes RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS rtl/*/*.svh)
file(STRINGS rtl/weft.f rtl_files REGEX "_pkg\\.sv$")
list(TRANSFORM rtl_files PREPEND rtl/)
list(FILTER rtl_modules EXCLUDE REGEX "_pkg\\.sv$")
list(APPEND rtl_files ${rtl_modules})

list(JOIN rtl_files "\n" lines)
list(JOIN rtl_includes "\n" include_lines)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/rtl_files.txt CONTENT "${lines}\n${include_lines}\n")

if(NOT PROJECT_IS_TOP_LEVEL)
  list(TRANSFORM rtl_files PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE files)
  set(weft_RTL_FILES ${files} PARENT_SCOPE)
  set(weft_RTL_INCLUDE_DIR ${PROJECT_SOURCE_DIR}/rtl/cells PARENT_SCOPE)
  set(weft_RTL_WAIVERS ${PROJECT_SOURCE_DIR}/rtl/lint.vlt PARENT_SCOPE)
  set(weft_RTL_LIST ${PROJECT_SOURCE_DIR}/rtl/weft.f PARENT_SCOPE)
endif()

function(weft_install)
  set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/weft)
  set(include_dir ${CMAKE_INSTALL_INCLUDEDIR}/weft)
  set(data_dir ${CMAKE_INSTALL_DATADIR}/weft)

  # One export a library, so that golden can be had without SystemC.
  foreach(name golden systemc)
    if(TARGET weft_${name})
      install(TARGETS weft_${name} EXPORT weft-${name}-targets)
      install(EXPORT weft-${name}-targets NAMESPACE weft:: DESTINATION ${config_dir})
    endif()
  endforeach()
  foreach(program weft weft-fp-filter)
    if(TARGET ${program})
      set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/weft")
      install(TARGETS ${program})
    endif()
  endforeach()
  if(TARGET weft)
    install(TARGETS weft_sim LIBRARY DESTINATION lib/weft)
    install(DIRECTORY ${PROJECT_BINARY_DIR}/engines/ DESTINATION lib/weft
            FILES_MATCHING PATTERN "*.so")
  endif()

  install(DIRECTORY sim/golden DESTINATION ${include_dir}/sim FILES_MATCHING PATTERN "*.hpp")
  file(GLOB c_headers CONFIGURE_DEPENDS systemc/*.h)
  install(FILES ${c_headers} DESTINATION ${include_dir}/systemc)
  # The runtime of the engine in C: headers, and its sources and examples.
  install(DIRECTORY systemc/sw DESTINATION ${include_dir}/systemc FILES_MATCHING PATTERN "*.h")
  install(DIRECTORY systemc/sw DESTINATION ${data_dir}/systemc FILES_MATCHING PATTERN "*.c")
  if(TARGET weft_systemc)
    file(GLOB headers CONFIGURE_DEPENDS systemc/*.hpp)
    install(FILES ${headers} DESTINATION ${include_dir}/systemc)
    install(DIRECTORY systemc/conv systemc/sm DESTINATION ${include_dir}/systemc
            FILES_MATCHING PATTERN "*.hpp")
    install(FILES systemc/FindSystemC.cmake DESTINATION ${config_dir})
  endif()
  install(FILES ${rtl_files} ${rtl_includes} DESTINATION ${data_dir}/rtl)
  file(GLOB settings CONFIGURE_DEPENDS rtl/*.vlt)
  install(FILES ${settings} DESTINATION ${data_dir})

  # Lists of files as they lie there, without rooms.
  foreach(list rtl/weft.f weft.core Bender.yml)
    file(READ ${list} text)
    string(REGEX REPLACE "\\+incdir\\+cells" "+incdir+." text "${text}")
    string(REGEX REPLACE "\n[a-z]+/(weft_[a-z0-9_]+\\.sv)" "\n\\1" text "${text}")
    string(REGEX REPLACE "rtl/[a-z]+(/weft_[a-z0-9_]+\\.svh?)" "rtl\\1" text "${text}")
    string(REPLACE "rtl/cells" "rtl" text "${text}")
    string(REPLACE "rtl/lint.vlt" "lint.vlt" text "${text}")
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/installed/${list} CONTENT "${text}" @ONLY)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${list})
  endforeach()
  install(DIRECTORY ${PROJECT_BINARY_DIR}/installed/ DESTINATION ${data_dir})

  # The harness: its headers, what they include, the sources of weft::sim, the CMake functions.
  foreach(part harness verilated)
    file(GLOB headers CONFIGURE_DEPENDS sim/${part}/*.hpp)
    if(part STREQUAL verilated)
      list(FILTER headers INCLUDE REGEX "_(ports|memory)\\.hpp$")
    endif()
    install(FILES ${headers} DESTINATION ${include_dir}/sim/${part})
  endforeach()
  install(FILES sim/file/input_error.hpp sim/file/unfinished_file.hpp
          DESTINATION ${include_dir}/sim/file)
  install(FILES sim/harness/verilated_hooks.cpp sim/harness/wave_file.cpp
          DESTINATION ${data_dir}/sim/harness)
  install(FILES sim/file/unfinished_file.cpp DESTINATION ${data_dir}/sim/file)
  install(FILES scripts/cmake/parameters.cmake scripts/cmake/verilate.cmake
                scripts/cmake/verilate_run.cmake DESTINATION ${config_dir})
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(FILES docs/unit/tensor_regs.md docs/unit/engine_regs.md DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)

  # The RTL is installed without its rooms.
  list(TRANSFORM rtl_files REPLACE ".*/" "rtl/" OUTPUT_VARIABLE installed_rtl)
  configure_package_config_file(scripts/cmake/weft-config.cmake.in ${PROJECT_BINARY_DIR}/weft-config.cmake
                                INSTALL_DESTINATION ${config_dir} PATH_VARS data_dir)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/weft-config-version.cmake
                                   COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/weft-config.cmake
                ${PROJECT_BINARY_DIR}/weft-config-version.cmake DESTINATION ${config_dir})
  # Tests of the full tier install what is built.
  foreach(target weft weft-fp-filter weft_golden weft_systemc weft_sim)
    if(WEFT_TESTS AND TARGET ${target})
      add_dependencies(full_tests ${target})
    endif()
  endforeach()
endfunction()

if(WEFT_INSTALL)
  # At the end of the configuration, when the programs are targets.
  cmake_language(DEFER CALL weft_install)
endif()

if(WEFT_TESTS)
  add_test(NAME package.file_lists COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_file_lists
                                           ${PROJECT_BINARY_DIR}/rtl_files.txt)

  # The link flags that users of instrumented libraries need; none for a plain build.
  set(consumer_link_flags "")
  if(WEFT_SANITIZE)
    string(APPEND consumer_link_flags " -fsanitize=${WEFT_SANITIZE}")
  endif()
  if(WEFT_COVERAGE)
    string(APPEND consumer_link_flags " --coverage")
  endif()
  configure_file(tb/consumer/run.cmake.in ${PROJECT_BINARY_DIR}/consumer/run.cmake @ONLY)
  set(modes subdirectory)
  if(WEFT_INSTALL)
    list(APPEND modes consumer)
  endif()
  foreach(mode ${modes})
    add_test(NAME package.${mode} COMMAND
             ${CMAKE_COMMAND} -DMODE=${mode} -P ${PROJECT_BINARY_DIR}/consumer/run.cmake)
    # Full: a subdirectory compiles golden and the models once more, a consumer Verilates.
    set_tests_properties(package.${mode} PROPERTIES TIMEOUT 300 LABELS "package;full")
  endforeach()
  set_tests_properties(package.file_lists PROPERTIES LABELS package)
endif()
