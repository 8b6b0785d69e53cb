// SPDX-License-Identifier: Apache-2.0
//
// ZT0, a table of 16 words at every vector length, and vectors of its elements: numbers in a part of
// Zn choose words, whose low parts are the elements.
//
//      Zn --> from number 0 of the vector on --> words of ZT0 --> z
//      X, memory --> [ ZT0 ] --> x, memory
//
// z and x are there in the same cycle. ZT0 is written at the end of the cycle.

module weft_sme_core_lookup
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Svl = 512,
  localparam int unsigned N   = Svl / 8
) (
  input  logic           clk_i,

  input  logic           write_i, // as a LookupTable says
  input  logic           zero_i,
  input  uop_t           uop_i,
  input  logic [3:0]     vl_i,    // log2 of the bytes of a vector
  input  logic [1:0]     reg_i,   // the number of the vector
  input  logic [63:0]    x_i,
  input  logic [Svl-1:0] z_i,
  output logic [Svl-1:0] z_o,
  output logic [63:0]    x_o,     // a doubleword of ZT0

  input  logic           load_i,  // all of it
  input  logic [511:0]   table_i,
  output logic [511:0]   table_o
);

  logic [7:0][63:0]  zt0_q;
  logic [15:0][31:0] words;
  assign words   = zt0_q;
  assign table_o = zt0_q;
  assign x_o     = zt0_q[uop_i.imm[2:0]];

  always_ff @(posedge clk_i) begin
    if (zero_i || (write_i && uop_i.op == ZeroTable)) zt0_q <= '0;
    else if (write_i && uop_i.op == ToTable) zt0_q[uop_i.imm[2:0]] <= x_i;
    else if (load_i) zt0_q <= table_i;
  end

  // Bits of Zn before the vector's numbers, which are as many as it has elements.

  logic [5:0]     vector_number;
  logic [8:0]     skipped;
  logic [4*N-1:0] numbers; // as many as a vector has bytes
  logic [N-1:0]   inside_vector;
  assign vector_number = (uop_i.imm[5:0] << (uop_i.regs - 2'(uop_i.regs[1]))) + 6'(reg_i);
  assign skipped       = 9'(vector_number) << (vl_i - {1'b0, uop_i.size} + 4'(uop_i.msize));
  assign numbers       = (4*N)'(z_i >> skipped);
  assign inside_vector = ~({N{1'b1}} << (9'd1 << vl_i));

  logic [N-1:0][31:0] chosen; // by element
  for (genvar i = 0; i < int'(N); i++) begin : gen_element
    logic [3:0] number;
    assign number    = uop_i.msize == 2'd2 ? numbers[4*i +: 4] : {2'b0, numbers[2*i +: 2]};
    assign chosen[i] = words[number];
  end
  for (genvar i = 0; i < int'(N); i++) begin : gen_byte
    logic [7:0] of_byte;
    always_comb begin
      unique case (uop_i.size)
        B:       of_byte = chosen[i][7:0];
        H:       of_byte = chosen[i/2][8*(i%2) +: 8];
        default: of_byte = chosen[i/4][8*(i%4) +: 8];
      endcase
    end
    assign z_o[8*i +: 8] = of_byte & {8{inside_vector[i]}};
  end

endmodule
