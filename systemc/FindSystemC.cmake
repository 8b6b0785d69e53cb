# SPDX-License-Identifier: Apache-2.0

# FindSystemC
# -----------
# Finds a SystemC library however it was installed: by Accellera's CMake build (package
# SystemCLanguage), as a tree named by SYSTEMC_HOME, or as a distribution's package without a CMake
# package, such as Debian's libsystemc-dev.
#
# Target      SystemC::systemc
# Variables   SystemC_FOUND, SystemC_VERSION, SystemC_CPLUSPLUS
# Hints       SYSTEMC_HOME, SYSTEMC_INCLUDE, SYSTEMC_LIBDIR as CMake or environment variables;
#             SystemCLanguage_DIR and CMAKE_PREFIX_PATH
#
# SystemC checks at link time that a program was compiled for the C++ standard that the library was
# compiled for. Here that standard is read from the library, is given as SystemC_CPLUSPLUS (201703L
# for instance), and is told to SystemC's headers by a definition on the target; so a C++20 program
# links with a C++17 library.

if(SystemC_FOUND AND TARGET SystemC::systemc)
  return()
endif()

foreach(_name SYSTEMC_HOME SYSTEMC_INCLUDE SYSTEMC_LIBDIR)
  if(DEFINED ${_name})
    set(_systemc_${_name} "${${_name}}")
  else()
    set(_systemc_${_name} "$ENV{${_name}}")
  endif()
endforeach()

# A tree that was named goes first, then a CMake package, then the system.
if(NOT TARGET SystemC::systemc AND NOT _systemc_SYSTEMC_HOME AND NOT _systemc_SYSTEMC_LIBDIR)
  find_package(SystemCLanguage CONFIG QUIET)
endif()

if(TARGET SystemC::systemc)
  set(SystemC_VERSION "${SystemCLanguage_VERSION}")
  get_target_property(_systemc_library SystemC::systemc LOCATION)
  get_target_property(_systemc_include SystemC::systemc INTERFACE_INCLUDE_DIRECTORIES)
else()
  find_path(SystemC_INCLUDE_DIR sysc/kernel/sc_ver.h
    HINTS ${_systemc_SYSTEMC_INCLUDE} ${_systemc_SYSTEMC_HOME} PATH_SUFFIXES include src)
  find_library(SystemC_LIBRARY systemc
    HINTS ${_systemc_SYSTEMC_LIBDIR} ${_systemc_SYSTEMC_HOME}
    PATH_SUFFIXES lib lib64 lib-linux64 lib-linuxaarch64 lib-macosx64 lib-macosxarm64)
  mark_as_advanced(SystemC_INCLUDE_DIR SystemC_LIBRARY)
  set(_systemc_library "${SystemC_LIBRARY}")
  set(_systemc_include "${SystemC_INCLUDE_DIR}")
  if(SystemC_INCLUDE_DIR)
    file(STRINGS "${SystemC_INCLUDE_DIR}/sysc/kernel/sc_ver.h" _systemc_lines
      REGEX "^#[ \t]*define[ \t]+SC_VERSION_(MAJOR|MINOR|PATCH)[ \t]+[0-9]+")
    set(_systemc_numbers)
    foreach(_part MAJOR MINOR PATCH)
      if("${_systemc_lines}" MATCHES "SC_VERSION_${_part}[ \t]+([0-9]+)")
        list(APPEND _systemc_numbers ${CMAKE_MATCH_1})
      endif()
    endforeach()
    list(JOIN _systemc_numbers . SystemC_VERSION)
  endif()
endif()

# The symbol that the headers refer to ends in the standard: sc_api_version_2_3_4_cxx201703L.
set(SystemC_CPLUSPLUS)
if(_systemc_library AND EXISTS "${_systemc_library}")
  file(STRINGS "${_systemc_library}" _systemc_lines REGEX "sc_api_version_[0-9_]+cxx[0-9]+L")
  if("${_systemc_lines}" MATCHES "sc_api_version_[0-9_]+cxx([0-9]+L)")
    set(SystemC_CPLUSPLUS ${CMAKE_MATCH_1})
  endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SystemC
  REQUIRED_VARS _systemc_library _systemc_include
  VERSION_VAR SystemC_VERSION
  REASON_FAILURE_MESSAGE "install libsystemc-dev, or set SYSTEMC_HOME to where SystemC was installed")

if(SystemC_FOUND)
  if(NOT TARGET SystemC::systemc)
    find_package(Threads REQUIRED)
    add_library(SystemC::systemc UNKNOWN IMPORTED)
    set_target_properties(SystemC::systemc PROPERTIES
      IMPORTED_LOCATION "${SystemC_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${SystemC_INCLUDE_DIR}"
      INTERFACE_LINK_LIBRARIES Threads::Threads)
  endif()
  if(SystemC_CPLUSPLUS)
    set_property(TARGET SystemC::systemc APPEND PROPERTY
      INTERFACE_COMPILE_DEFINITIONS SC_CPLUSPLUS=${SystemC_CPLUSPLUS})
  else()
    message(STATUS "SystemC: ${_systemc_library} does not tell its C++ standard; "
                   "a mismatch would show at link time as an undefined sc_api_version_...")
  endif()
endif()
