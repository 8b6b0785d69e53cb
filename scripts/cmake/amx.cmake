# SPDX-License-Identifier: Apache-2.0

# AMX beside the block's own tests: its state as text, its programs' cycles, kernels, their tests.

add_library(weft_amx STATIC sim/sme/amx_schedule.cpp sim/sme/amx_state.cpp)
target_compile_options(weft_amx PRIVATE ${WEFT_WARNINGS})
weft_reuse_headers(weft_amx)
target_link_libraries(weft_amx PUBLIC weft_sme)

if(NOT WEFT_TESTS)
  return()
endif()

weft_add_test(amx.lanes amx_lanes_test.cpp LABEL amx LINK weft_golden weft_test_main)
weft_add_test(amx.words amx_words_test.cpp LABEL amx LINK weft_golden weft_test_main)
if(NOT AARCH64_AS)
  return() # sme.cmake says so
endif()

set(amx_folder ${PROJECT_BINARY_DIR}/amx)
file(MAKE_DIRECTORY ${amx_folder})
file(GLOB amx_kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tb/sme/amx/*.s)
set(amx_objects)
foreach(kernel ${amx_kernels})
  get_filename_component(name ${kernel} NAME_WE)
  add_custom_command(OUTPUT ${amx_folder}/${name}.o
                     DEPENDS ${kernel} ${PROJECT_SOURCE_DIR}/tb/sme/amx/amx.inc
                     COMMAND ${AARCH64_AS} -I ${PROJECT_SOURCE_DIR}/tb/sme/amx
                             -o ${amx_folder}/${name}.o ${kernel})
  list(APPEND amx_objects ${amx_folder}/${name}.o)
endforeach()
add_custom_target(amx_kernels ALL DEPENDS ${amx_objects})

weft_add_test(amx.kernels amx_kernels_test.cpp LABEL amx LINK weft_amx weft_test_main
              DEFINE WEFT_AMX_KERNELS="${amx_folder}" USES amx_kernels)
weft_add_test(amx.schedule amx_schedule_test.cpp LABEL amx LINK weft_amx weft_test_main
              DEFINE WEFT_AMX_KERNELS="${amx_folder}" USES amx_kernels)
weft_add_test(amx.host amx_host_test.cpp LABEL amx LINK weft_amx weft_test_main
              DEFINE WEFT_AMX_KERNELS="${amx_folder}" USES amx_kernels)
if(TARGET weft_sme_core_engine)
  weft_add_test(amx.rtl amx_rtl_test.cpp LABEL amx full
                LINK weft_amx weft_sme_core_engine weft_test_main
                DEFINE WEFT_AMX_KERNELS="${amx_folder}"
                USES weft_sme_core_svl512_tile amx_kernels)
endif()
if(TARGET weft)
  weft_add_program_test(amx.command amx_command_test.cpp DEFINE WEFT_AMX_KERNELS="${amx_folder}"
                        USES amx_kernels
                        FULL_CASES *.GoesOnFromAStateOnEveryEngine *.RunsAProgramInTheCyclesOfItsSchedule
                        FULL_ENGINES sme_core_svl512_tile)
endif()
