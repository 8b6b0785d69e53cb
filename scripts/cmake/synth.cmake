# SPDX-License-Identifier: Apache-2.0

# weft_add_synthesis(<block>...)
#
# Adds the tests of scripts/synth for these blocks:
#
#   test                       what it is
#   synth.structure            elaborates every block: no latch, loop or width that differs
#   synth.structure.whole      elaborates the largest ones whole (`full`)
#   sme_core.long.synth        maps the SME core, part by part, within its budget (`long`)
#   sme_core.long.synth_512    what a core with SVL 512 has of its own (`long`)
#   <block>.synth              maps the default configurations to Debian's cells and to those of
#                              WEFT_LIBERTY, within their budgets (`full`)
#   synth.refuses_*, synth.*   what scripts/synth itself refuses and keeps (some are `full`)
#
# `ctest -L synth` runs all of them; a block's label runs what maps it. To start the front end takes
# longer than to elaborate most blocks, so one run of it has them all.

# Configurations that a block maps beside its default ones.
set(WEFT_SYNTH_ALSO_za za/addr64)

# Instead of a block: the configurations that have all of its modules.
foreach(block axi_join axi_read axi_write engine engine_core engine_front engine_regs)
  set(WEFT_SYNTH_STRUCTURE_${block} engine/int8_2x2)
endforeach()
set(WEFT_SYNTH_STRUCTURE_pred pred/core)
set(WEFT_SYNTH_STRUCTURE_tensor tensor/index tensor/fp16_2x2 tensor/int8_2x2_finishing)
foreach(block fadd fdiv fma fmul)
  set(WEFT_SYNTH_STRUCTURE_${block} ${block}/fp16)
endforeach()
set(WEFT_SYNTH_STRUCTURE_mppa_core mppa_core mppa_core/lsu)
set(WEFT_SYNTH_STRUCTURE_mppa_smem mppa_smem/small)
# A block's name alone would bring the whole, which synth.structure.whole elaborates.
set(WEFT_SYNTH_STRUCTURE_sm_block sm_block/sched sm_block/score sm_block/simt sm_block/port_int
    sm_block/operands sm_block/shared)
set(WEFT_SYNTH_STRUCTURE_sm sm/turn) # the whole too
set(WEFT_SYNTH_STRUCTURE_sm_tensor sm_tensor/int sm_tensor/score) # the whole too
set(WEFT_SYNTH_STRUCTURE_sfu sfu/cubic)
set(WEFT_SYNTH_STRUCTURE_sme_core sme_core/uop sme_core/load sme_core/store sme_core/alu sme_core/permute
    sme_core/pred sme_core/vector sme_core/za_ports sme_core/part sme_core/array) # the others too
set(WEFT_SYNTH_STRUCTURE_sme_issue sme_issue/small)
set(WEFT_SYNTH_STRUCTURE_amx_core amx) # the whole too

function(weft_add_synthesis)
  set(synth Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/synth)
  set(libraries)
  if(WEFT_LIBERTY)
    set(libraries --lib /usr/share/qflow/tech/osu018/osu018_stdcells.lib --lib ${WEFT_LIBERTY})
  endif()
  set(structure)
  foreach(block ${ARGN})
    if(WEFT_SYNTH_STRUCTURE_${block})
      list(APPEND structure ${WEFT_SYNTH_STRUCTURE_${block}})
    else()
      list(APPEND structure ${block})
    endif()

    add_test(NAME ${block}.synth COMMAND ${synth} ${block} ${WEFT_SYNTH_ALSO_${block}} ${libraries}
                                         --script fast --budget
                                         --json ${PROJECT_BINARY_DIR}/${block}_synth.json)
    set_tests_properties(${block}.synth PROPERTIES LABELS "${block};full;synth" TIMEOUT 900)
  endforeach()

  list(REMOVE_DUPLICATES structure)
  add_test(NAME synth.structure COMMAND ${synth} --structure ${structure})
  # The longest test of the default tier starts first.
  set_tests_properties(synth.structure PROPERTIES LABELS synth TIMEOUT 600 COST 100)

  # Every part of the SME core at SVL 128, and the core round them.
  set(parts decode alu permute uop tags z p load store gather counter lookup regroup narrow part array pred vector
            float_beat float convert divide steps za_flops za_ports mopa_lane mopa issue core)
  list(TRANSFORM parts PREPEND sme_core/)

  # The largest designs: the SME core round its parts, whole tiles and a row a cycle, with the parts
  # that synth.structure has not; the whole of the MPPA3 core, of the multiprocessor, its block and tensor unit.
  set(others ${parts})
  list(REMOVE_ITEM others ${WEFT_SYNTH_STRUCTURE_sme_core})
  add_test(NAME synth.structure.whole
           COMMAND ${synth} --structure ${others} sme_core/row amx_core/glue mppa_core/whole sm_block/least sm/least
                   sm_tensor/small)
  set_tests_properties(synth.structure.whole PROPERTIES LABELS "synth;full" TIMEOUT 600)

  # All of them: a quarter of an hour of CPU time.
  add_test(NAME sme_core.long.synth COMMAND ${synth} ${parts} --script fast --budget)
  # The parts that depend on SVL and on the places of the scheduler, at SVL 512: 25 minutes of CPU time. The others are
  # in the test before.
  set(wide uop_512 tags_column tags_512 z_column z_512 p_512 load_512 store_512 gather_512 counter_512 lookup_512
           regroup_512 narrow_512 array_512 pred_512 vector_512 float_512 steps_512 za_word za_flops_512 za_ports_512
           mopa_512 issue_512 core_512)
  list(TRANSFORM wide PREPEND sme_core/)
  add_test(NAME sme_core.long.synth_512
           COMMAND ${synth} ${wide} sme_issue/rename sme_issue/predicates sme_issue/window sme_issue/order --script fast
                   --budget)
  set_tests_properties(sme_core.long.synth sme_core.long.synth_512 PROPERTIES LABELS "sme_core;long;synth"
                       TIMEOUT 7200)

  # A tile file with plain multiplexers, which the area of weft_za is compared with.
  add_test(NAME za.plain.synth COMMAND ${synth} za_plain --script fast
                                       --rtl ${PROJECT_SOURCE_DIR}/tb/za/plain/rtl)
  set_tests_properties(za.plain.synth PROPERTIES LABELS "za;full;synth" TIMEOUT 900)

  # Energy: a netlist counted by hand, and dividers of FP16 without and with a fault.
  set(energy Python3::Interpreter ${PROJECT_SOURCE_DIR}/tb/harness/energy_test.py)
  add_test(NAME synth.energy COMMAND ${energy})
  add_test(NAME fdiv.energy COMMAND ${energy} full)
  set_tests_properties(synth.energy PROPERTIES LABELS "synth;full" TIMEOUT 300)
  set_tests_properties(fdiv.energy PROPERTIES LABELS "fdiv;full;synth" TIMEOUT 1800)

  # Each module has one fault.
  weft_refused(latch "dlatch"
    "(input logic a_i, b_i, output logic q_o)" "always_latch if (a_i) q_o = b_i")
  weft_refused(loop "logic loop"
    "(input logic a_i, output logic q_o)"
    "logic x" "assign x = a_i ^ q_o" "assign q_o = x & a_i")
  weft_refused(truncation "truncates from 8 to 7 bits"
    "(input logic [7:0] a_i, output logic [6:0] q_o)" "assign q_o = a_i")
  weft_refused(extension "expands from 7 to 8 bits"
    "(input logic [6:0] a_i, output logic [7:0] q_o)" "assign q_o = a_i")
  weft_refused(narrow_port "port connection truncates from 8 to 7 bits"
    "(input logic [7:0] a_i, output logic [7:0] q_o)" "weft_narrow u_part(.a_i, .q_o)")
  weft_refused(wide_port "port connection expands from 6 to 7 bits"
    "(input logic [5:0] a_i, output logic [7:0] q_o)" "weft_narrow u_part(.a_i, .q_o)")
  weft_refused(conflict "multiple conflicting drivers"
    "(input logic a_i, b_i, output logic q_o)" "assign q_o = a_i" "assign q_o = b_i")
  file(WRITE ${PROJECT_BINARY_DIR}/refused/rtl/weft_narrow.sv
       "module weft_narrow(input logic [6:0] a_i, output logic [7:0] q_o);\n"
       "  assign q_o = {a_i, 1'b0};\nendmodule\n")
  add_test(NAME synth.refuses_a_latch_when_it_maps
           COMMAND ${synth} --rtl ${PROJECT_BINARY_DIR}/refused/rtl latch)
  set_tests_properties(synth.refuses_a_latch_when_it_maps PROPERTIES
                       PASS_REGULAR_EXPRESSION "dlatch.*latch/default does not synthesize")
  add_test(NAME synth.knows_its_blocks COMMAND ${synth} nosuch)
  set_tests_properties(synth.knows_its_blocks PROPERTIES
                       PASS_REGULAR_EXPRESSION "no block or configuration 'nosuch'")
  set_tests_properties(synth.knows_its_blocks PROPERTIES LABELS synth TIMEOUT 120)
  set(records Python3::Interpreter ${PROJECT_SOURCE_DIR}/tb/harness/synth_records_test.py)
  add_test(NAME synth.keeps_and_compares COMMAND ${records} Cache Budget)
  set_tests_properties(synth.keeps_and_compares PROPERTIES LABELS synth TIMEOUT 60)
  add_test(NAME synth.keeps_and_compares_what_it_maps COMMAND ${records} Run)
  set_tests_properties(synth.keeps_and_compares_what_it_maps synth.refuses_a_latch_when_it_maps
                       synth.refuses_extension synth.refuses_narrow_port synth.refuses_wide_port
                       synth.refuses_conflict synth.refuses_loop
                       synth.refuses_truncation PROPERTIES LABELS "synth;full" TIMEOUT 600)
endfunction()

# weft_refused(<block> <what is said> <ports> <statement>...): a module, and the test that it is refused.
function(weft_refused block said ports)
  list(JOIN ARGN ";\n  " body)
  file(WRITE ${PROJECT_BINARY_DIR}/refused/rtl/weft_${block}.sv
       "module weft_${block}${ports};\n  ${body};\nendmodule\n")
  add_test(NAME synth.refuses_${block}
           COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/synth --structure
                   --rtl ${PROJECT_BINARY_DIR}/refused/rtl ${block})
  set_tests_properties(synth.refuses_${block} PROPERTIES LABELS synth TIMEOUT 120
                       PASS_REGULAR_EXPRESSION "${said}.*${block}/default does not synthesize")
endfunction()
