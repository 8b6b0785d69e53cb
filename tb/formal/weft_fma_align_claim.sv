// SPDX-License-Identifier: Apache-2.0
//
// weft_fma_align: both ways of writing it place the addend alike, at every distance.

module weft_fma_align_claim #(
  parameter  int unsigned Sig     = 24,
  parameter  int unsigned Product = 48,
  parameter  int unsigned Low     = 2,
  parameter  int unsigned ExpBits = 11,
  localparam int unsigned Outputs = Sig + 2 + Product + Low + 3 + $clog2(Sig + 2)
) (
  input  logic signed [ExpBits-1:0] distance_i,
  input  logic                      product_zero_i,
  input  logic [Sig-1:0]            addend_i,
  input  logic                      subtract_i,
  output logic                      holds_o
);

  logic [Outputs-1:0] outputs [2];
  for (genvar i = 0; i < 2; i++) begin : gen_ways
    localparam int unsigned LowPart = 2 + Product + Low;
    logic [Sig-1:0]             high;
    logic [LowPart-1:0]         low;
    logic                       sticky, above, low_leads;
    logic [$clog2(Sig + 2)-1:0] shift;
    weft_fma_align #(
      .Sig(Sig), .Product(Product), .Low(Low), .ExpBits(ExpBits), .Gates(i != 0)
    ) u_align (
      .distance_i, .product_zero_i, .addend_i, .subtract_i,
      .high_o(high), .low_o(low), .sticky_o(sticky), .above_o(above), .low_leads_o(low_leads),
      .shift_o(shift)
    );
    assign outputs[i] = {high, low, sticky, above, low_leads, shift};
  end
  assign holds_o = outputs[0] == outputs[1];

endmodule
