// SPDX-License-Identifier: Apache-2.0
//
// `WEFT_GATES: the default of the parameter Gates. Networks of gates for synthesis, operators on words
// for simulation, where -DWEFT_GATES=1 takes the networks too.

`ifndef WEFT_GATES
`ifdef SYNTHESIS
`define WEFT_GATES 1
`else
`define WEFT_GATES 0
`endif
`endif
