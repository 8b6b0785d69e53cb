# SPDX-License-Identifier: Apache-2.0

# cmake -DVERILATOR=<program> -DFOLDER=<folder> -DTOP=<module> -DPREFIX=<class>
#       -DSOURCES=<file>;... -DARGUMENTS=<argument>;... [-DUNOPTIMIZED=ON] -P verilate_run.cmake
#
# Runs Verilator into an empty folder, unites the C++ that it writes in <class>_fast.cpp and
# <class>_slow.cpp, and names the files that it read in <class>.d. A pragma says to GCC that what runs
# once (slow) is not optimized, with UNOPTIMIZED nor what runs every cycle (fast).

file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
execute_process(COMMAND ${VERILATOR} --cc --Mdir ${FOLDER} --prefix ${PREFIX} --top-module ${TOP}
                        ${ARGUMENTS} ${SOURCES}
                RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "verilator: ${PREFIX}\n${said}")
endif()

file(GLOB slow RELATIVE ${FOLDER} ${FOLDER}/*__Slow.cpp ${FOLDER}/*__Syms.cpp)
file(GLOB fast RELATIVE ${FOLDER} ${FOLDER}/*.cpp)
list(REMOVE_ITEM fast ${slow})
set(begin_slow "#pragma GCC optimize (\"O0\")\n")
if(UNOPTIMIZED)
  set(begin_fast "${begin_slow}")
endif()
foreach(speed fast slow)
  list(TRANSFORM ${speed} REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE lines)
  list(JOIN lines "" lines)
  file(WRITE ${FOLDER}/${PREFIX}_${speed}.cpp "${begin_${speed}}${lines}")
endforeach()

# Verilator's own list names its outputs before the colon.
file(READ ${FOLDER}/${PREFIX}__ver.d dependencies)
string(REGEX REPLACE "^[^:]*:" "" dependencies "${dependencies}")
string(REGEX REPLACE "\n.*" "" dependencies "${dependencies}")
file(WRITE ${FOLDER}/${PREFIX}.d "${FOLDER}/${PREFIX}_fast.cpp:${dependencies}\n")
