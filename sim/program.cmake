# SPDX-License-Identifier: Apache-2.0

# The program `weft`, its parts' tests, and the filter that makes numbers readable in GTKWave.

find_package(CLI11 REQUIRED)
find_package(spdlog REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(PNG REQUIRED)

# Files and pictures: what the program is made of beside engines.
set(parts compare_plot dot_element dot_file filter_bank float_text gtkw im2col label matrix_types
          montage mppa_program npy output_file png profile_argument progress testfloat_check testfloat_file)
list(TRANSFORM parts PREPEND sim/ OUTPUT_VARIABLE part_sources)
list(TRANSFORM part_sources APPEND .cpp)
add_library(weft_parts STATIC ${part_sources})
target_compile_options(weft_parts PRIVATE ${WEFT_WARNINGS})
target_include_directories(weft_parts PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(weft_parts PUBLIC weft_golden fmt::fmt PRIVATE PNG::PNG
                                        nlohmann_json::nlohmann_json)

# True values of the elementary functions, and statistics of errors. MPFR decides near ties.
find_library(MPFR_LIBRARY mpfr REQUIRED)
find_library(GMP_LIBRARY gmp REQUIRED)
set(sweep_sources sim/sfu_names.cpp sim/sfu_plot.cpp sim/sfu_reference.cpp sim/sfu_sweep.cpp)
add_library(weft_sfu_sweep STATIC ${sweep_sources})
set_source_files_properties(${sweep_sources} PROPERTIES COMPILE_OPTIONS -O3)
target_compile_options(weft_sfu_sweep PRIVATE ${WEFT_WARNINGS})
target_link_libraries(weft_sfu_sweep PUBLIC weft_golden
                                     PRIVATE ${MPFR_LIBRARY} ${GMP_LIBRARY} fmt::fmt
                                             nlohmann_json::nlohmann_json)

add_executable(weft-fp-filter sim/fp_filter.cpp)
target_include_directories(weft-fp-filter PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_options(weft-fp-filter PRIVATE ${WEFT_WARNINGS})
target_link_libraries(weft-fp-filter PRIVATE weft_golden)

if(TARGET weft_systemc)
  # Engines side by side.
  add_library(weft_run STATIC sim/gemm_run.cpp sim/tlm_platform.cpp)
  target_compile_options(weft_run PRIVATE ${WEFT_WARNINGS})
  target_link_libraries(weft_run PUBLIC weft_parts weft_tensor_engine
                                 PRIVATE weft_systemc nlohmann_json::nlohmann_json)

  add_executable(weft sim/weft.cpp sim/amx_command.cpp sim/array_picture.cpp sim/array_trace.cpp
                      sim/check_command.cpp sim/compare_command.cpp sim/cycles_command.cpp
                      sim/dot_arguments.cpp sim/dot_command.cpp sim/draw_command.cpp
                      sim/fma_command.cpp sim/launch_options.cpp sim/mppa_command.cpp sim/plot_command.cpp
                      sim/profiles_command.cpp sim/sfu_arguments.cpp sim/sme_view.cpp sim/sparse.cpp
                      sim/speed_command.cpp sim/sweep_command.cpp sim/tensor_view.cpp sim/unit_arguments.cpp
                      sim/unit_view.cpp sim/waveform.cpp sim/za_bench.cpp sim/za_command.cpp
                      sim/za_engine.cpp)
  target_compile_options(weft PRIVATE ${WEFT_WARNINGS})
  target_compile_definitions(weft PRIVATE WEFT_VERSION="${PROJECT_VERSION}")
  target_link_libraries(weft PRIVATE weft_run weft_fma_engine weft_fadd_engine weft_fmul_engine
                                     weft_fcvt_engine weft_sfu_engine weft_dpa_engine
                                     weft_mppa_engine weft_amx_engine weft_sfu_sweep
                                     weft_systemc CLI11::CLI11
                                     spdlog::spdlog nlohmann_json::nlohmann_json)
  add_dependencies(weft weft-fp-filter)
endif()

if(WEFT_TESTS)
  foreach(part output_file half npy operands png filter_bank float_text im2col montage gtkw
               progress)
    weft_add_test(parts.${part} tb/${part}_test.cpp LABEL parts
                  LINK weft_parts PNG::PNG GTest::gtest_main)
    target_compile_definitions(parts_${part}_test PRIVATE
      WEFT_SOURCE_DIR="${PROJECT_SOURCE_DIR}" WEFT_FP_FILTER="$<TARGET_FILE:weft-fp-filter>")
  endforeach()
  add_dependencies(parts_gtkw_test weft-fp-filter)
  weft_add_test(sfu.reference tb/sfu_reference_test.cpp LABEL sfu
                LINK weft_sfu_sweep ${MPFR_LIBRARY} ${GMP_LIBRARY} GTest::gtest_main)
  weft_add_test(sfu.accuracy tb/sfu_accuracy_test.cpp LABEL sfu
                LINK weft_sfu_sweep GTest::gtest_main)
  weft_add_test(sfu.sweep tb/sfu_sweep_test.cpp LABEL sfu
                LINK weft_sfu_sweep GTest::gtest_main)

  add_test(NAME demo.picture_is_current
           COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/draw_picture --check)
  if(TARGET weft)
    weft_add_test(gemm_run tb/gemm_run_test.cpp LABEL program
                  LINK weft_run weft_systemc GTest::gtest)
    weft_add_test(program tb/weft_test.cpp LINK weft_parts GTest::gtest_main)
    target_compile_definitions(program_test PRIVATE
      WEFT_SOURCE_DIR="${PROJECT_SOURCE_DIR}" WEFT_PROGRAM="$<TARGET_FILE:weft>"
      WEFT_EXAMPLE="$<TARGET_FILE:tensor_example>")
    add_dependencies(program_test weft tensor_example)
    foreach(command fma check draw sweep plot dot compare mppa)
      weft_add_test(${command}.command tb/${command}_command_test.cpp LABEL program
                    LINK weft_parts weft_sfu_sweep GTest::gtest_main)
      target_compile_definitions(${command}_command_test PRIVATE
        WEFT_SOURCE_DIR="${PROJECT_SOURCE_DIR}" WEFT_PROGRAM="$<TARGET_FILE:weft>")
      add_dependencies(${command}_command_test weft)
    endforeach()

    foreach(figure timing utilisation)
      add_test(NAME docs.tensor_${figure}_is_current
               COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/draw_${figure}
                       $<TARGET_FILE:weft> --check)
      set_tests_properties(docs.tensor_${figure}_is_current PROPERTIES LABELS docs TIMEOUT 60)
    endforeach()
    set(draw_dataflow_os dataflow --flow os)
    set(draw_dataflow_ws dataflow --flow ws)
    set(draw_dataflow_bi dataflow --flow bi)
    set(draw_tensor_busy busy --array 16x16 --shape 33x33x33)
    foreach(figure dataflow_os dataflow_ws dataflow_bi tensor_busy)
      list(JOIN draw_${figure} " " arguments)
      add_test(NAME docs.${figure}_is_current
               COMMAND sh -c "$<TARGET_FILE:weft> draw ${arguments} -o ${figure}.svg && \
                              cmp ${figure}.svg ${PROJECT_SOURCE_DIR}/docs/${figure}.svg")
      set_tests_properties(docs.${figure}_is_current PROPERTIES LABELS docs TIMEOUT 60)
    endforeach()
  endif()
endif()
