# SPDX-License-Identifier: Apache-2.0

# The program `weft`, its parts' tests, and the filter that makes numbers readable in GTKWave.

find_package(CLI11 REQUIRED)
find_package(spdlog REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(PNG REQUIRED)

# The program's libraries and the program itself are compiled with -O1 and two precompiled headers, of
# which commands' have SystemC: simulations and models, where a run spends its time, are libraries of
# their own. WEFT_ONCE is for what runs once a command.
set(program_options ${WEFT_WARNINGS} -O1 ${WEFT_CACHED_HEADERS})
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/program_headers.cpp CONTENT "")
foreach(headers program command)
  add_library(weft_${headers}_headers OBJECT EXCLUDE_FROM_ALL
              ${PROJECT_BINARY_DIR}/generated/program_headers.cpp)
  target_compile_options(weft_${headers}_headers PRIVATE ${program_options})
  target_compile_features(weft_${headers}_headers PRIVATE cxx_std_20)
  target_link_libraries(weft_${headers}_headers PRIVATE fmt::fmt nlohmann_json::nlohmann_json)
  target_precompile_headers(weft_${headers}_headers PRIVATE
    <fmt/format.h> <nlohmann/json.hpp> <algorithm> <array> <bit> <charconv> <cmath> <cstdint>
    <cstring> <filesystem> <functional> <optional> <random> <span> <sstream> <stdexcept> <string>
    <string_view> <utility> <vector>)
endforeach()
if(TARGET weft_sim) # Verilator's header would ask SystemC for the time if it came behind it
  target_link_libraries(weft_command_headers PRIVATE weft_sim)
  target_precompile_headers(weft_command_headers PRIVATE <verilated.h>)
endif()
if(TARGET weft_systemc)
  target_link_libraries(weft_command_headers PRIVATE weft_systemc)
  target_precompile_headers(weft_command_headers PRIVATE
    <systemc> <tlm> <tlm_utils/simple_initiator_socket.h> <tlm_utils/simple_target_socket.h>)
endif()
function(weft_program_part headers target)
  target_compile_options(${target} PRIVATE ${program_options})
  target_precompile_headers(${target} REUSE_FROM weft_${headers}_headers)
endfunction()

# Files and pictures: what the program is made of beside engines.
set(parts compare_plot dot_element dot_file engine_trace filter_bank float_text gtkw im2col label matrix_types
          montage mppa_program npy number_text png profile_argument progress roofline
          testfloat_check testfloat_file trace_events)
set(part_sources)
foreach(part ${parts})
  weft_find(source sim ${part}.cpp)
  list(APPEND part_sources ${source})
endforeach()
add_library(weft_parts STATIC ${part_sources})
weft_program_part(program weft_parts)
weft_together(weft_parts 1 sim/file/dot_file.cpp sim/file/png.cpp sim/picture/roofline.cpp)
weft_together(weft_parts 2 sim/file/float_text.cpp sim/picture/compare_plot.cpp
              sim/picture/label.cpp sim/picture/montage.cpp sim/program/progress.cpp)
weft_together(weft_parts 3 sim/file/filter_bank.cpp sim/file/testfloat_file.cpp
              sim/picture/number_text.cpp)
weft_together(weft_parts 4 sim/picture/engine_trace.cpp sim/picture/trace_events.cpp
              sim/program/testfloat_check.cpp)
target_include_directories(weft_parts PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(weft_parts PUBLIC weft_files weft_golden fmt::fmt PRIVATE PNG::PNG
                                        nlohmann_json::nlohmann_json)

# True values of the elementary functions, and statistics of errors. MPFR decides near ties.
find_library(MPFR_LIBRARY mpfr REQUIRED)
find_library(GMP_LIBRARY gmp REQUIRED)
set(sweep_sources sim/sfu/sfu_names.cpp sim/picture/sfu_plot.cpp sim/sfu/sfu_reference.cpp
                  sim/sfu/sfu_sweep.cpp sim/sfu/math_errors.cpp)
add_library(weft_sfu_sweep STATIC ${sweep_sources})
if(NOT WEFT_SANITIZE)
  set_source_files_properties(${sweep_sources} PROPERTIES COMPILE_OPTIONS -O3)
endif()
# Its products and sums are rounded each.
set_property(SOURCE sim/sfu/math_errors.cpp APPEND PROPERTY COMPILE_OPTIONS -ffp-contract=off)
target_compile_options(weft_sfu_sweep PRIVATE ${WEFT_WARNINGS})
weft_reuse_headers(weft_sfu_sweep)
target_link_libraries(weft_sfu_sweep PUBLIC weft_files weft_golden
                                     PRIVATE ${MPFR_LIBRARY} ${GMP_LIBRARY} fmt::fmt
                                             nlohmann_json::nlohmann_json)

add_executable(weft-fp-filter sim/picture/fp_filter.cpp)
target_include_directories(weft-fp-filter PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_options(weft-fp-filter PRIVATE ${WEFT_WARNINGS})
target_link_libraries(weft-fp-filter PRIVATE weft_parts)

# Views of waveforms.
add_library(weft_views STATIC sim/picture/ports_view.cpp sim/picture/unit_view.cpp
                              sim/picture/waveform.cpp)
weft_program_part(program weft_views)
target_link_libraries(weft_views PUBLIC weft_parts weft_sim)

# The options of the command line.
add_library(weft_options STATIC sim/program/options.cpp sim/program/one_line.cpp)
weft_program_part(program weft_options)
target_compile_options(weft_options PRIVATE ${WEFT_ONCE})
target_include_directories(weft_options PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(weft_options PUBLIC weft_parts PRIVATE CLI11::CLI11 fmt::fmt)

if(TARGET weft_systemc)
  # Engines side by side.
  add_library(weft_run STATIC sim/program/gemm_run.cpp sim/program/tlm_platform.cpp)
  weft_program_part(command weft_run)
  target_link_libraries(weft_run PUBLIC weft_parts weft_tensor_engine
                                 PRIVATE weft_systemc nlohmann_json::nlohmann_json)

  # The program's sources but those of libraries; pictures of units at work know engines.
  file(GLOB program_sources CONFIGURE_DEPENDS sim/program/*.cpp sim/program/conv/*.cpp sim/program/engine/*.cpp
       sim/program/math/*.cpp sim/program/mppa/*.cpp sim/program/sm/*.cpp sim/program/texture/*.cpp
       sim/program/flexpoint/*.cpp sim/program/sme/*.cpp)
  list(FILTER program_sources EXCLUDE REGEX "/(gemm_run|tlm_platform|progress|testfloat_check|golden_speed|options|one_line)\\.cpp$")
  list(APPEND program_sources sim/picture/array_picture.cpp sim/picture/array_trace.cpp
                              sim/picture/sme_view.cpp sim/picture/tensor_view.cpp)
  # Sources that run a model or a loop over numbers are optimized. The others run once a command:
  # options, tables, pictures. They are an archive, so that the linker takes the optimized copy of an
  # inline function that both have.
  set(loops engine_busy engine_command engine_operands engine_platform engine_jobs flexpoint_command
            mppa_core_figures mppa_core_run sm_block_run sm_platform sm_tables speed_command sweep_command
            za_bench za_engine)
  list(JOIN loops "|" loops)
  set(program_loops ${program_sources})
  list(FILTER program_loops INCLUDE REGEX "/(${loops})\\.cpp$")
  list(FILTER program_sources EXCLUDE REGEX "/(${loops})\\.cpp$")
  add_library(weft_commands STATIC EXCLUDE_FROM_ALL ${program_sources})
  add_executable(weft ${program_loops})
  weft_program_part(command weft)
  weft_program_part(command weft_commands)
  target_compile_options(weft_commands PRIVATE ${WEFT_ONCE})
  set(together_1 array_arguments check_command cycles_command unit_arguments)
  set(together_2 conv_command conv_direct engine_view engines figures function_call launch_options plot_command
                 product_arguments sme_view timetable_options za_command)
  set(together_3 engine_arguments gemm_command tensor_view vp_command vp_demo)
  set(together_4 bench_command layers sparse weft)
  set(together_5 array_picture array_trace draw_command)
  set(together_6 compare_command dot_command dot_arguments profiles_command)
  set(together_7 mppa_command mppa_core_view)
  set(together_8 sm_arguments sm_block_view sm_command)
  set(together_9 math_command sfu_arguments)
  set(together_10 engine_busy engine_command engine_operands engine_platform engine_jobs)
  set(together_11 sm_block_run sm_tables)
  foreach(group RANGE 1 11)
    foreach(name ${together_${group}})
      weft_find(source sim ${name}.cpp)
      if(source IN_LIST program_loops)
        weft_together(weft ${group} ${source})
      else()
        weft_together(weft_commands ${group} ${source})
      endif()
    endforeach()
  endforeach()
  target_compile_definitions(weft_commands PRIVATE WEFT_VERSION="${PROJECT_VERSION}")
  target_link_libraries(weft_commands PUBLIC
                                     weft_run weft_tensor_rows_engine weft_sfu_high_engine
                                     weft_fma_simd_engine weft_fma_engine weft_fadd_engine weft_fmul_engine
                                     weft_fdiv_engine weft_fdiv_seq_engine weft_fcvt_engine weft_sfu_engine weft_dpa_engine
                                     weft_mppa_engine weft_mppa_core_engine weft_mppa_smem_engine weft_engine_engine
                                     weft_sm_block_engine weft_sm_engine weft_texture_engine weft_texture_address_engine
                                     weft_amx weft_sme_core_engine
                                     weft_sfu_sweep weft_systemc weft_vp weft_options weft_views
                                     spdlog::spdlog nlohmann_json::nlohmann_json)
  target_link_libraries(weft PRIVATE weft_commands)
  add_dependencies(weft weft-fp-filter)
endif()

if(NOT WEFT_TESTS)
  return()
endif()

# weft_add_program_test(<suite> <source> [LABEL <label>...] [ENGINES <block>_<name>...]
#                       [LINK <library>...] [DEFINE <definition>...] [USES <target>...]
#                       [FULL_CASES <pattern>... FULL_ENGINES <block>_<name>...])
#
# A test that runs the program `weft` and the RTL of ENGINES, in its FULL_CASES that of FULL_ENGINES.
# Cases that need GTKWave are of the full tier.
function(weft_add_program_test suite source)
  cmake_parse_arguments(arg "" "" "LABEL;ENGINES;LINK;DEFINE;USES;FULL_CASES;FULL_ENGINES" ${ARGN})
  list(TRANSFORM arg_ENGINES PREPEND weft_)
  list(TRANSFORM arg_FULL_ENGINES PREPEND weft_)
  weft_add_test(${suite} ${source} LABEL program ${arg_LABEL}
                LINK weft_parts weft_test_main ${arg_LINK}
                DEFINE WEFT_PROGRAM="$<TARGET_FILE:weft>" ${arg_DEFINE}
                USES weft ${arg_ENGINES} ${arg_USES}
                FULL_CASES *GtkwaveLoads ${arg_FULL_CASES} FULL_USES ${arg_FULL_ENGINES})
endfunction()

foreach(part input_file output_file unfinished_file half npy operands png filter_bank float_text im2col montage gtkw progress)
  weft_add_test(parts.${part} ${part}_test.cpp LABEL parts FULL_CASES CheckGtkw.*
                LINK weft_parts PNG::PNG weft_test_main
                DEFINE WEFT_FP_FILTER="$<TARGET_FILE:weft-fp-filter>" USES weft-fp-filter)
endforeach()
set(full_cases_accuracy *EverySignificand/Quadratic* *EverySignificand/CubicCos
                        *EverySignificand/CubicEx2 *EverySignificand/CubicLg2
                        *EverySignificand/CubicRsqrt *EverySignificand/CubicSqrt
                        *EverySignificand/CubicTanh *EverySignificand/FineSqrt
                        *EverySignificand/FineRsqrt *EveryBinade/Fine*
                        SfuRelative.*/Quadratic*
                        *EverySignificand/FineEx2 *EverySignificand/FineLg2
                        *EverySignificand/FineSin *EverySignificand/FineCos
                        *EverySignificand/FineTanh)
foreach(part reference accuracy sweep)
  weft_add_test(sfu.${part} sfu_${part}_test.cpp LABEL sfu FULL_CASES ${full_cases_${part}}
                LINK weft_sfu_sweep ${MPFR_LIBRARY} ${GMP_LIBRARY} weft_test_main)
endforeach()
weft_add_test(math.golden math_golden_test.cpp LABEL sfu
              LINK weft_sfu_sweep ${MPFR_LIBRARY} ${GMP_LIBRARY} weft_test_main)
weft_add_test(math.full math_full_test.cpp LABEL full LINK weft_sfu_sweep weft_test_main)
weft_add_test(math.long math_long_test.cpp LABEL long LINK weft_sfu_sweep weft_test_main
              TIMEOUT 3600)
add_test(NAME demo.picture_is_current
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/draw_picture --check)

if(NOT TARGET weft)
  return()
endif()

weft_add_test(gemm_run gemm_run_test.cpp LABEL program full LINK weft_run weft_tlm_main
              USES weft_tensor_engines
              DEFINE WEFT_OWN_PROFILE="${PROJECT_SOURCE_DIR}/tb/dpa/dpa_own_joint.json")
set(default_arrays tensor_fp16_4x4 tensor_int8_2x2_turning tensor_int8_3x3 tensor_int8_5x3
                   tensor_rows_w5_lanes16)
weft_add_program_test(program weft_test.cpp ENGINES ${default_arrays} USES tensor_example
                      DEFINE WEFT_EXAMPLE="$<TARGET_FILE:tensor_example>"
                      FULL_CASES *.EveryTypeAgreesOnThreeEnginesInEveryFlow
                                 *.ThreeEnginesAgreeOnFp16 *.SparseFinishedAndBiasedProducts
                                 *.ConvolvesThePicture *.BenchPrintsATableRowForEachSize
                                 *.TurnsOperandsThatLieTransposed *.BlockScalesComeFrom*
                      FULL_ENGINES tensor_engines)
weft_add_test(program.command_line command_line_test.cpp LABEL program
              LINK weft_options weft_parts weft_test_main)
weft_add_program_test(options.command options_command_test.cpp
                      ENGINES fma_fp32 dpa_a100_hmma_bf16 mppa_loads8 ${default_arrays}
                      FULL_CASES *.ExamplesWithoutFilesRun *.BenchSays* FULL_ENGINES fma_fp16 fma_simd_operators)
weft_add_program_test(program.files files_test.cpp ENGINES ${default_arrays})
# A table of bad input to every command; engines are those of the other tests of the program.
set(without_rtl)
if(WEFT_SANITIZE) # slow, and no RTL is Verilated for it
  set(without_rtl --golden --limit 60)
endif()
add_test(NAME program.bad_input COMMAND Python3::Interpreter
         ${PROJECT_SOURCE_DIR}/tb/program/bad_input.py $<TARGET_FILE:weft> ${without_rtl})
set_tests_properties(program.bad_input PROPERTIES LABELS program TIMEOUT 900)
# The same table, and the damaged files of parts.fuzz, under sanitizers: a build of its own.
if(NOT WEFT_SANITIZE)
  add_test(NAME program.long.sanitizers COMMAND ${PROJECT_SOURCE_DIR}/scripts/sanitize)
  set_tests_properties(program.long.sanitizers PROPERTIES LABELS "program;long" TIMEOUT 7200)
endif()
get_property(fadd_test GLOBAL PROPERTY WEFT_EXECUTABLE_OF_fadd_test)
get_property(logic_test GLOBAL PROPERTY WEFT_EXECUTABLE_OF_logic_test)
weft_add_program_test(house.wave_views wave_views_test.cpp LABEL full
                      DEFINE WEFT_FADD_TEST="$<TARGET_FILE:${fadd_test}>"
                             WEFT_LOGIC_TEST="$<TARGET_FILE:${logic_test}>"
                      USES fadd_test logic_test)
weft_add_program_test(fma.command fma_command_test.cpp ENGINES fma_fp32)
weft_add_program_test(check.command check_command_test.cpp ENGINES fma_fp32 fadd_fp32 fmul_fp32
                      FULL_CASES WeftCheck.AdderPasses* WeftCheck.MultiplierPasses* WeftCheck.Divider*Passes*
                                 WeftCheck.TakesEveryUnits* WeftCheck.TheCommandThatRepeats*
                                 WeftCheck.RefusesBadInputInOneLine WeftCheckFcvt.* WeftCheckSfu.*
                      FULL_ENGINES fma_engines fadd_engines fmul_engines fdiv_engines fdiv_seq_engines
                                   fcvt_engines                                   sfu_engines)
weft_add_program_test(draw.command draw_command_test.cpp LABEL full ENGINES tensor_int8_3x3
                      FULL_CASES *.EveryProductIsDrawnOnceOnAnyArray *.TheAreaOfTheBusyPicture*
                      FULL_ENGINES tensor_engines)
weft_add_program_test(sweep.command sweep_command_test.cpp LABEL full LINK weft_sfu_sweep ENGINES sfu_cubic
                      FULL_CASES *.RtlHasGoldensFigures FULL_ENGINES sfu_cubic_ftz)
weft_add_program_test(plot.command plot_command_test.cpp LABEL full LINK weft_sfu_sweep)
weft_add_program_test(dot.command dot_command_test.cpp ENGINES dpa_a100_hmma_bf16 dpa_own_joint
                      FULL_CASES *.EveryEngineGivesTheSame *.TakesEveryFieldOfAProfile
                                 *.TakesAProfileOfAFile *.ReadsManyFilesAndStandardInput
                      FULL_ENGINES dpa_engines)
weft_add_program_test(compare.command compare_command_test.cpp LABEL full)
weft_add_program_test(engine.command engine_command_test.cpp LINK nlohmann_json::nlohmann_json
                      ENGINES engine_int8_4x4
                      FULL_CASES *.AllIsWithoutTlm* *.ATraceIsCut*)
weft_add_program_test(vp.command vp_command_test.cpp)
weft_add_program_test(mppa_core.command mppa_core_command_test.cpp ENGINES mppa_core_loads8
                      FULL_CASES *.SixteenCoresOfRtl*
                      FULL_ENGINES mppa_smem_ports16_lines mppa_smem_ports16_blocks
                                   mppa_smem_ports16_apart)
weft_add_program_test(mppa.command mppa_command_test.cpp ENGINES mppa_loads8
                      FULL_CASES *.SlowMemoriesTakeLonger FULL_ENGINES mppa_loads2)

foreach(figure timing utilisation)
  add_test(NAME docs.tensor_${figure}_is_current
           COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/draw_${figure}
                   $<TARGET_FILE:weft> --check)
  set_tests_properties(docs.tensor_${figure}_is_current PROPERTIES LABELS docs TIMEOUT 60)
endforeach()
add_test(NAME docs.engine_timeline_is_current
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/draw_engine $<TARGET_FILE:weft>
                 --check)
add_test(NAME docs.sm_trace_is_current
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/draw_sm $<TARGET_FILE:weft> --check)
add_test(NAME docs.engine_roofline_is_current
         COMMAND sh -c "$<TARGET_FILE:weft> engine busy --type fp16 --list resnet50 \
                        --svg engine_roofline.svg > engine_roofline.txt && \
                        cmp engine_roofline.svg \
                            ${PROJECT_SOURCE_DIR}/docs/picture/engine_roofline.svg")
set_tests_properties(docs.engine_timeline_is_current docs.engine_roofline_is_current
                     PROPERTIES LABELS docs TIMEOUT 60)
set_tests_properties(docs.sm_trace_is_current PROPERTIES LABELS "docs;full" TIMEOUT 60)
foreach(figure gemm train)
  add_test(NAME docs.flexpoint_${figure}_is_current
           COMMAND sh -c "$<TARGET_FILE:weft> flexpoint ${figure} --svg flexpoint_${figure}.svg && \
                          cmp flexpoint_${figure}.svg \
                              ${PROJECT_SOURCE_DIR}/docs/picture/flexpoint_${figure}.svg")
  set_tests_properties(docs.flexpoint_${figure}_is_current PROPERTIES LABELS docs TIMEOUT 60)
endforeach()
# The timing diagram is read from a waveform by GTKWave's fst2vcd.
set_tests_properties(docs.tensor_timing_is_current PROPERTIES LABELS "docs;full")
set(draw_dataflow_os dataflow --flow os)
set(draw_dataflow_ws dataflow --flow ws)
set(draw_dataflow_bi dataflow --flow bi)
set(draw_tensor_busy busy --array 8x8 --shape 17x17x17)
foreach(figure dataflow_os dataflow_ws dataflow_bi tensor_busy)
  list(JOIN draw_${figure} " " arguments)
  add_test(NAME docs.${figure}_is_current
           COMMAND sh -c "$<TARGET_FILE:weft> draw ${arguments} -o ${figure}.svg && \
                          cmp ${figure}.svg ${PROJECT_SOURCE_DIR}/docs/picture/${figure}.svg")
  set_tests_properties(docs.${figure}_is_current PROPERTIES LABELS docs TIMEOUT 60)
endforeach()
add_test(NAME docs.readme_is_current COMMAND Python3::Interpreter
         ${PROJECT_SOURCE_DIR}/scripts/check_readme $<TARGET_FILE:weft>)
set_tests_properties(docs.readme_is_current PROPERTIES LABELS "docs;full" TIMEOUT 120)
# The tests that simulate larger arrays.
add_dependencies(full_tests weft_tensor_fp16_16x16 weft_tensor_int8_8x8)
set_tests_properties(docs.tensor_busy_is_current PROPERTIES LABELS "docs;full")
