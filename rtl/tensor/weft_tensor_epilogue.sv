// SPDX-License-Identifier: Apache-2.0
//
// The epilogue of every column: words of D on their way from the writer to memory.
//
//     writer --> [ weft_epilogue ] x Cols --> d          a result in the low bits of its lane
//                address, strobes beside them
//
// There are two registers, behind the product and at the end. A word may enter and leave every
// cycle.

module weft_tensor_epilogue
  import weft_tensor_pkg::*;
#(
  parameter int unsigned Cols       = 4,
  parameter int unsigned ResultBits = 32,
  parameter int unsigned SumExp     = 0   // exponent bits of a float; 0: integers
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  input  epilogue_t                       epilogue_i,  // held while words are inside

  input  logic                            in_valid_i,
  output logic                            in_ready_o,
  input  logic                            in_last_i,
  input  addr_t                           in_addr_i,
  input  logic [Cols-1:0]                 in_strb_i,
  input  logic [Cols-1:0][ResultBits-1:0] in_data_i,

  output logic                            out_valid_o,
  input  logic                            out_ready_i,
  output logic                            out_last_o,
  output addr_t                           out_addr_o,
  output logic [Cols-1:0]                 out_strb_o,
  output logic [Cols-1:0][ResultBits-1:0] out_data_o
);

  typedef struct packed {
    logic            last;
    addr_t           addr;
    logic [Cols-1:0] strb;
  } place_t;

  logic   middle_valid, middle_ready;
  place_t middle, place;
  weft_pipe_reg #(.data_t(place_t)) u_place_0 (
    .clk_i, .rst_ni,
    .in_valid_i, .in_ready_o, .in_data_i({in_last_i, in_addr_i, in_strb_i}),
    .out_valid_o(middle_valid), .out_ready_i(middle_ready), .out_data_o(middle)
  );
  weft_pipe_reg #(.data_t(place_t)) u_place_1 (
    .clk_i, .rst_ni,
    .in_valid_i(middle_valid), .in_ready_o(middle_ready), .in_data_i(middle),
    .out_valid_o, .out_ready_i, .out_data_o(place)
  );
  assign {out_last_o, out_addr_o, out_strb_o} = place;

  // Address and strobes move with the words.
  for (genvar col = 0; col < Cols; col++) begin : gen_col
    weft_epilogue #(
      .SumBits(ResultBits), .SumExp(SumExp), .Pipe(5)
    ) u_epilogue (
      .clk_i, .rst_ni,
      .in_valid_i, .in_ready_o(),
      .in_sum_i   (in_data_i[col]),
      .in_scale_i (epilogue_i.scale),
      .in_output_i(epilogue_i.result),
      .in_relu_i  (epilogue_i.relu),
      .out_valid_o(), .out_ready_i,
      .out_result_o(out_data_o[col])
    );
  end

endmodule
