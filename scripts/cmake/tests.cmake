# SPDX-License-Identifier: Apache-2.0

# The rooms of the tree: no dependency upwards, no crowded folder.
add_test(NAME house.rooms
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/check_rooms)
# The English of the comments: each begins with its subject and names it.
add_test(NAME house.english
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/check_english)
set_tests_properties(house.rooms house.english PROPERTIES LABELS house TIMEOUT 60)

# The tests, judged by faults: the tool itself, and samples of two small blocks.
add_test(NAME house.mutants
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tb/harness/mutants_test.py)
add_test(NAME house.budget
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tb/harness/budget_test.py)
set_tests_properties(house.mutants house.budget PROPERTIES LABELS house TIMEOUT 60)
if(WEFT_RTL AND TARGET weft_systemc)
  foreach(block fadd fcmp)
    add_test(NAME house.long.mutants_${block}
             COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/mutate ${block}
                     --number 8 --floor 90)
    set_tests_properties(house.long.mutants_${block} PROPERTIES LABELS "house;long" TIMEOUT 3600)
  endforeach()
endif()

# The profiles of matrix units: the generated table.
add_test(NAME dpa.profiles_are_current
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/gen_dpa_profiles --check)
set_tests_properties(dpa.profiles_are_current PROPERTIES LABELS dpa TIMEOUT 60)

# The encodings of A64, SVE and SME: golden's constants and those of the decoders.
add_test(NAME sme.encodings_are_current
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/gen_encodings --check)
set_tests_properties(sme.encodings_are_current PROPERTIES LABELS sme TIMEOUT 60)

# Cores of RTL on banks of RTL.
if(WEFT_RTL)
  weft_add_test(mppa_core.cluster mppa_cluster_test.cpp LABEL mppa_core full
                LINK weft_mppa_core_engine weft_mppa_smem_engine weft_test_main
                USES weft_mppa_core_loads8 weft_mppa_smem_ports16_lines
                     weft_mppa_smem_ports16_blocks weft_mppa_smem_ports16_apart)
endif()

# The exports of the register map, against its description.
add_test(NAME engine_regs.exports
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tb/engine/engine_exports_test.py)
set_tests_properties(engine_regs.exports PROPERTIES LABELS engine_regs TIMEOUT 60)

# Proofs, one a test, with CaDiCaL where it is installed; those that take minutes are long.
find_program(CADICAL cadical)
if(NOT CADICAL)
  message(STATUS "No cadical: the proofs of scripts/formal are left out")
endif()
set(long_proofs fadd_fp16 fmul_fp16_product fmul_fp16)
foreach(proof booth_24 booth_53 booth_33_signed compressor_53 tree_24 product_6 add_late_53 lzc_52
        lza_12 lza_52 lza_110 align_fp16 align_fp32 fma_e4m3 fma_e5m2 fma_e5m2_flush
        fma_e4m3_fp32 fadd_e4m3 fmul_e4m3 fmul_bf16_product fmul_bf16 fdiv_quotient fdiv_root
        fdiv_quotient_56 axil bursts ring ${long_proofs})
  if(NOT CADICAL OR NOT WEFT_SYNTH)
    break()
  endif()
  add_test(NAME formal.${proof}
           COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/formal ${proof})
  set(tier full)
  if(proof IN_LIST long_proofs)
    set(tier long)
  endif()
  set_tests_properties(formal.${proof} PROPERTIES LABELS "formal;${tier}" TIMEOUT 600)
endforeach()

# The tables of the special function unit: current and proved, a small one searched (both `full`, they
# need SciPy), all searched and flipped if long.
set(sfu_tables ${PROJECT_SOURCE_DIR}/scripts/gen_sfu_tables)
add_test(NAME sfu.tables_are_current COMMAND ${sfu_tables} check)
add_test(NAME sfu.table_of_tanh_is_found_again COMMAND ${sfu_tables} search --function tanh --check)
set_tests_properties(sfu.table_of_tanh_is_found_again PROPERTIES LABELS "sfu;full" TIMEOUT 60)
add_test(NAME sfu.long.tables_are_found_again COMMAND ${sfu_tables} search --check)
set_tests_properties(sfu.tables_are_current PROPERTIES LABELS "sfu;full" TIMEOUT 300)
set_tests_properties(sfu.long.tables_are_found_again PROPERTIES LABELS "sfu;long" TIMEOUT 3600)
foreach(build cubic quadratic fine)
  add_test(NAME sfu.long.flipped_bits_are_caught_${build}
           COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/flip_sfu_rom --build ${build})
  set_tests_properties(sfu.long.flipped_bits_are_caught_${build} PROPERTIES
                       LABELS "sfu;long" TIMEOUT 900)
endforeach()

add_test(NAME sfu.long.tables_with_more_places
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/check_sfu_tables
                 ${PROJECT_SOURCE_DIR}/tb/sfu/sfu_places.json)
set_tests_properties(sfu.long.tables_with_more_places PROPERTIES LABELS "sfu;long" TIMEOUT 1800)

# The figures of docs/unit/sfu.md: of complete sweeps of this golden model, and its pictures.
if(TARGET weft)
  foreach(engine golden rtl)
    foreach(build cubic quadratic fine)
      foreach(op rcp rsqrt sqrt ex2 lg2 sin cos tanh)
        set(name sfu.long.every_operand_of_${op}_${build}_${engine})
        add_test(NAME ${name}
                 COMMAND weft sweep sfu --op ${op} --build ${build} --engine ${engine})
        set_tests_properties(${name} PROPERTIES LABELS "sfu;long" TIMEOUT 7200)
      endforeach()
    endforeach()
  endforeach()
  add_test(NAME docs.sfu_accuracy_is_current
           COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/gen_sfu_accuracy --check
                   $<TARGET_FILE:weft>)
  set_tests_properties(docs.sfu_accuracy_is_current PROPERTIES LABELS "docs;full" TIMEOUT 300)
endif()

# Quotations of the pages: files, and the output of the program.
set(program)
if(TARGET weft)
  set(program --weft $<TARGET_FILE:weft>)
endif()
add_test(NAME docs.quotations_are_current
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/quote --check ${program})
set_tests_properties(docs.quotations_are_current PROPERTIES LABELS docs TIMEOUT 300)

# The commands of docs/sources.md show what it says, where everything that they run is built.
if(WEFT_RTL AND TARGET weft AND TARGET weft_systemc AND WEFT_SYNTH AND QEMU_AARCH64 AND CADICAL)
  add_test(NAME docs.sources_are_shown
           COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/check_sources
                   ${PROJECT_BINARY_DIR})
  set_tests_properties(docs.sources_are_shown PROPERTIES LABELS "docs;full" TIMEOUT 300)
endif()

# Links, the index of pages, the table of models.
add_test(NAME docs.links_lead_somewhere
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/check_docs)
set_tests_properties(docs.links_lead_somewhere PROPERTIES LABELS docs TIMEOUT 60)
