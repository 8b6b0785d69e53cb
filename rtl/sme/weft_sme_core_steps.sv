// SPDX-License-Identifier: Apache-2.0
//
// Words that take an element of a vector after the other: TBL, conversions, quotients, square roots.
//
//      a, b, c, Xn --> element --+--> [ weft_sme_serial ]--+--> collected --> z, FPSR
//                                +--> TBL's element -------+
//
// The operands are there from the cycle behind start_i on, and step_i counts from 0 there. Elements
// take weft_sme_serial's cycles. In the cycle of the last one z_o has all of them; the others are zero.

module weft_sme_core_steps
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Svl   = 512,
  localparam int unsigned N     = Svl / 8,
  localparam int unsigned Beats = N / 8,
  localparam int unsigned BeatW = $clog2(Beats),
  localparam int unsigned AtW   = BeatW + 3
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       start_i,
  input  logic                       runs_i,
  input  weft_sme_issue_pkg::beats_t step_i,
  input  uop_t                       uop_i,
  input  logic [3:0]                 vl_i,        // log2 of the bytes of a vector
  input  logic [31:0]                fpcr_i,
  input  logic [63:0]                xn_i,
  input  logic [2:0][Svl-1:0]        z_i,         // a, b, c
  input  logic [N-1:0]               governing_i,

  output logic [Svl-1:0]             z_o,
  output logic [63:0]                x_o,         // the last element
  output logic [7:0]                 fpsr_o       // flags that were raised
);

  typedef logic [AtW-1:0] at_t; // a byte of a vector

  logic                       serial;
  weft_sme_issue_pkg::beats_t elements, taken_q, results_q, number;
  beat_t [2:0][Beats-1:0]     operand;
  assign serial   = uop_i.unit == Serial;
  assign operand  = z_i;
  assign elements = uop_i.one ? 10'd1 : 10'd1 << (vl_i - {1'b0, uop_i.size});
  assign number   = serial ? taken_q : step_i;

  // The operands' elements.

  at_t        at;
  logic [2:0] in_beat;
  beat_t      a, b, c, ones, from_ones;
  assign at        = at_t'(number << uop_i.size);
  assign in_beat   = at[2:0];
  assign ones      = element_ones(uop_i.size);
  assign from_ones = element_ones(uop_i.from);
  assign b         = operand[1][at[AtW-1:3]] >> {in_beat, 3'b0};
  assign c         = operand[2][at[AtW-1:3]] >> {in_beat, 3'b0};

  // Words of two vectors become halfwords: from one behind the other, or in turns.
  logic         narrows, second;
  at_t          a_at;
  logic [AtW:0] joined_at;
  assign narrows   = serial && uop_i.regs != '0;
  assign joined_at = (AtW+1)'(number << S);
  always_comb begin
    second = 1'b0;
    a_at   = at;
    if (narrows && uop_i.interleaved) begin
      second = number[0];
      a_at   = at_t'(number >> 1 << S);
    end else if (narrows) begin
      second = 1'(joined_at >> vl_i);
      a_at   = at_t'(joined_at) & ~(at_t'(1) << vl_i);
    end
  end
  assign a = operand[second][a_at[AtW-1:3]] >> {a_at[2:0], 3'b0};

  logic       serial_valid, serial_ready, serial_out;
  beat_t      serial_result;
  logic [7:0] serial_fpsr;
  assign serial_valid = runs_i && serial && taken_q != elements;
  weft_sme_serial u_serial (
    .clk_i, .rst_ni,
    .in_valid_i  (serial_valid),
    .in_ready_o  (serial_ready),
    .uop_i,
    .fpcr_i,
    .active_i    (governing_i[at] || !uop_i.governed),
    .a_i         ((uop_i.b_from == Xn ? xn_i : a) & from_ones),
    .b_i         (b & from_ones),
    .old_i       (c & ones),
    .out_valid_o (serial_out),
    .out_result_o(serial_result),
    .out_fpsr_o  (serial_fpsr)
  );

  beat_t index, table_element;
  at_t   table_at;
  assign index         = b & ones;
  assign table_at      = at_t'(index << uop_i.size);
  assign table_element = operand[0][table_at[AtW-1:3]] >> {table_at[2:0], 3'b0}
                       & {64{index < 64'(elements)}};

  // Elements as they come.

  logic           comes;
  at_t            piece_at;
  beat_t          piece;
  logic [Svl-1:0] collected_q;
  logic [7:0]     fpsr_q;
  assign comes    = serial ? serial_out : runs_i && uop_i.unit == Table;
  assign piece_at = serial ? at_t'(results_q << uop_i.size) : at;
  assign piece    = (serial ? serial_result : table_element) & ones & {64{comes}};
  assign z_o      = collected_q | Svl'(piece) << {piece_at, 3'b0};
  assign x_o      = serial_result;
  assign fpsr_o   = fpsr_q | (serial_fpsr & {8{serial && serial_out}});

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      taken_q     <= '0;
      results_q   <= '0;
      collected_q <= '0;
      fpsr_q      <= '0;
    end else if (runs_i) begin
      if (serial_valid && serial_ready) taken_q <= taken_q + 1'b1;
      if (comes) results_q <= results_q + 1'b1;
      collected_q <= z_o;
      fpsr_q      <= fpsr_o;
    end
  end

endmodule
