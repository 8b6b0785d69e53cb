// SPDX-License-Identifier: Apache-2.0
//
// `WEFT_GATES: the default of the parameter Gates: networks of gates for synthesis, operators on
// words for simulation. -DWEFT_GATES=1 selects the networks in simulation too.

`ifndef WEFT_GATES
`ifdef SYNTHESIS
`define WEFT_GATES 1
`else
`define WEFT_GATES 0
`endif
`endif
