# SPDX-License-Identifier: Apache-2.0

# Platforms of others round the models, systemc/platforms, and CCI. Each is built where its library
# is found, below CMAKE_PREFIX_PATH for instance, with the SystemC that this library was built with.
#
#   target              what is looked for
#   vp_cci_test         CCI, package SystemCCCI
#   vcml_platform       VCML: vcml.h, libvcml, libmwr
#   scc_platform        SCC: package scc
#   qbox_platform       qbox: systemc-components, scp/report.h, libqbox; CCI; Lua, libzip, libelf, fmt
#
# A platform is a test of the tier full, vp.others.<name>.

if(NOT TARGET weft_systemc OR NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
find_package(SystemCCCI QUIET)
if(TARGET SystemC::cci AND NOT TARGET systemc)
  # The name of SystemC in SystemCCCI's targets.
  add_library(systemc INTERFACE IMPORTED)
  target_link_libraries(systemc INTERFACE SystemC::systemc)
endif()
if(TARGET SystemC::cci AND WEFT_TESTS)
  weft_add_test(vp.cci engine_cci_test.cpp LABEL vp full LINK weft_tlm_main SystemC::cci)
endif()

# Adds a platform of `sources` and its test.
function(weft_platform name)
  cmake_parse_arguments(arg "" "" "SOURCES;INCLUDE;DEFINE;LINK" ${ARGN})
  add_executable(${name}_platform EXCLUDE_FROM_ALL ${arg_SOURCES})
  target_include_directories(${name}_platform PRIVATE ${PROJECT_SOURCE_DIR})
  target_include_directories(${name}_platform SYSTEM PRIVATE ${arg_INCLUDE})
  target_compile_definitions(${name}_platform PRIVATE ${arg_DEFINE})
  target_link_libraries(${name}_platform PRIVATE ${arg_LINK})
  if(WEFT_TESTS)
    add_test(NAME vp.others.${name} COMMAND ${name}_platform)
    set_tests_properties(vp.others.${name} PROPERTIES LABELS "vp;full" TIMEOUT 60)
    add_dependencies(full_tests ${name}_platform)
  endif()
endfunction()

find_path(VCML_INCLUDE_DIR vcml.h)
find_library(VCML_LIBRARY vcml)
find_library(MWR_LIBRARY mwr)
mark_as_advanced(VCML_INCLUDE_DIR VCML_LIBRARY MWR_LIBRARY)
if(VCML_INCLUDE_DIR AND VCML_LIBRARY AND MWR_LIBRARY)
  weft_platform(vcml SOURCES systemc/platforms/vcml_platform.cpp INCLUDE ${VCML_INCLUDE_DIR}
                DEFINE SC_INCLUDE_DYNAMIC_PROCESSES
                LINK ${VCML_LIBRARY} ${MWR_LIBRARY} weft_systemc ${CMAKE_DL_LIBS} -rdynamic)
endif()

find_package(fmt QUIET)
find_package(scc CONFIG QUIET)
if(scc_FOUND)
  weft_platform(scc SOURCES systemc/platforms/scc_platform.cpp LINK scc::scc weft_systemc)
endif()

# The headers of qbox are C++17 and are not accepted as C++20, which the models are.
find_path(QBOX_COMPONENTS router/include/router.h PATH_SUFFIXES systemc-components)
find_path(SCP_INCLUDE_DIR scp/report.h)
find_library(QBOX_LIBRARY qbox)
find_path(LUA_HEADERS lauxlib.h PATH_SUFFIXES lua5.4 lua5.3 lua)
find_library(LUA_LIBRARY NAMES lua5.4 lua5.3 lua)
find_library(ZIP_LIBRARY zip)
find_library(ELF_LIBRARY elf)
mark_as_advanced(QBOX_COMPONENTS SCP_INCLUDE_DIR QBOX_LIBRARY LUA_HEADERS LUA_LIBRARY ZIP_LIBRARY
                 ELF_LIBRARY)
if(QBOX_COMPONENTS AND SCP_INCLUDE_DIR AND QBOX_LIBRARY AND TARGET SystemC::cci AND LUA_HEADERS
   AND LUA_LIBRARY AND ZIP_LIBRARY AND ELF_LIBRARY AND TARGET fmt::fmt)
  add_library(qbox_parts STATIC EXCLUDE_FROM_ALL systemc/platforms/qbox_parts.cpp)
  target_link_libraries(qbox_parts PRIVATE weft_systemc)
  weft_platform(qbox SOURCES systemc/platforms/qbox_platform.cpp
                INCLUDE ${QBOX_COMPONENTS}/common/include ${QBOX_COMPONENTS}/router/include
                        ${QBOX_COMPONENTS}/gs_memory/include ${SCP_INCLUDE_DIR} ${LUA_HEADERS}
                DEFINE HAS_CCI
                LINK qbox_parts ${QBOX_LIBRARY} SystemC::cci SystemC::systemc ${LUA_LIBRARY}
                     ${ZIP_LIBRARY} ${ELF_LIBRARY} fmt::fmt)
  set_target_properties(qbox_platform PROPERTIES CXX_STANDARD 17)
endif()
