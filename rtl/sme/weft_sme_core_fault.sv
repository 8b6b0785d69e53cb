// SPDX-License-Identifier: Apache-2.0
//
// A first-faulting or non-faulting load: from the first element that faults on the vector is zero
// and FFR is false. Combinational.
//
//      faults_i   0 0 1 0 0 0 1 0 0 0     bit 0 to the right, the lowest byte of an element
//      cut        1 1 1 1 1 1 1 0 0 0

module weft_sme_core_fault #(
  parameter  int unsigned Svl = 512,
  localparam int unsigned N   = Svl / 8
) (
  input  logic [N-1:0]   faults_i,
  input  logic [Svl-1:0] vector_i,
  input  logic [N-1:0]   ffr_i,
  output logic [Svl-1:0] vector_o,
  output logic [N-1:0]   ffr_o
);

  logic [N-1:0] cut;
  always_comb begin
    cut = faults_i;
    for (int unsigned k = 0; k < $clog2(N); k++) cut |= cut << (1 << k);
    for (int unsigned i = 0; i < N; i++) vector_o[8*i +: 8] = vector_i[8*i +: 8] & {8{!cut[i]}};
  end
  assign ffr_o = ffr_i & ~cut;

endmodule
