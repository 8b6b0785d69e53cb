// SPDX-License-Identifier: Apache-2.0
//
// The NaN that operands make of a result: the first signalling one, else the first quiet one, made
// quiet; or the default NaN. Without a NaN among the operands result_o has no meaning. Combinational.

module weft_sme_float_nan #(
  parameter  int unsigned ExpBits  = 8,
  parameter  int unsigned FracBits = 23,
  parameter  int unsigned Operands = 2,
  localparam int unsigned Width    = 1 + ExpBits + FracBits
) (
  input  logic                           default_i,
  input  logic [Operands-1:0][Width-1:0] operand_i,     // the first in place 0
  output logic [Operands-1:0]            nan_o,
  output logic [Operands-1:0]            signalling_o,
  output logic [Width-1:0]               result_o
);

  typedef logic [Width-1:0] number_t;

  localparam number_t Quiet   = number_t'(1) << (FracBits - 1);
  localparam number_t Default = {1'b0, {ExpBits{1'b1}}, 1'b1, {(FracBits-1){1'b0}}};

  number_t chosen;
  always_comb begin
    for (int k = 0; k < Operands; k++) begin
      nan_o[k]        = &operand_i[k][Width-2:FracBits] && operand_i[k][FracBits-1:0] != '0;
      signalling_o[k] = nan_o[k] && !operand_i[k][FracBits-1];
    end
    chosen = operand_i[Operands-1];
    for (int k = Operands - 1; k >= 0; k--) if (nan_o[k]) chosen = operand_i[k];
    for (int k = Operands - 1; k >= 0; k--) if (signalling_o[k]) chosen = operand_i[k];
  end
  assign result_o = default_i ? Default : chosen | Quiet;

endmodule
