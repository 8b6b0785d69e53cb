// SPDX-License-Identifier: Apache-2.0
//
// A gather: each element has a turn, from the cycle behind start_i on, in which it asks for a line
// or two if it is active, by its number. Answers come in any order. The vector is whole when the
// turns are over and all is answered; done_o says so in the cycle behind.
//
//      turn        0    1    2    3              an inactive element asks for nothing
//      ask_valid_o ~~~~~~____~~~~~~~~~~
//      answers          0              3    2
//      done_o      _________________________~~~

module weft_sme_core_gather
  import weft_sme_pkg::*;
#(
  parameter  int unsigned Svl      = 512,
  parameter  int unsigned AddrBits = 48,
  localparam int unsigned N        = Svl / 8
) (
  input  logic                clk_i,

  input  logic                start_i,
  input  logic                runs_i,
  input  uop_t                uop_i,
  input  logic [3:0]          vl_i,         // log2 of the bytes of a vector
  input  logic [63:0]         base_i,
  input  logic [Svl-1:0]      offsets_i,    // in the cycle of start_i
  input  logic [N-1:0]        governing_i,  // the same

  output logic                ask_valid_o,
  input  logic                ask_ready_i,
  output logic [3:0]          ask_element_o,
  output logic [AddrBits-7:0] ask_line_o,
  output logic                ask_two_o,

  input  logic                answer_valid_i,
  input  logic [3:0]          answer_element_i,
  input  logic [1023:0]       answer_lines_i,
  input  logic [1:0]          answer_missing_i,

  output logic                done_o,
  output logic [Svl-1:0]      vector_o,
  output logic [N-1:0]        faults_o      // the lowest byte of an element that is not there
);

  localparam int unsigned AtW = $clog2(N);

  logic [4:0]          elements, turn_q, open_q;
  logic [Svl-1:0]      offsets_q, vector_q;
  logic [N-1:0]        governing_q, faults_q;
  logic [15:0][5:0]    at_q; // of an element in its first line
  logic [AtW-1:0]      at, answered_at;
  logic                active, beyond, turns, passes;
  logic [AddrBits-1:0] address;
  logic [5:0]          last_byte, reach;
  assign reach    = (6'd1 << uop_i.msize) - 6'd1;
  assign elements = 5'(8'd1 << (vl_i - {1'b0, uop_i.size}));
  assign turns    = runs_i && turn_q != elements;

  logic [63:0] place;
  assign at      = AtW'({2'b0, turn_q[3:0]} << uop_i.size);
  assign active  = governing_q[at];
  assign place   = base_i + element_offset(64'(offsets_q >> {at, 3'b0}), uop_i.size, uop_i.msize,
                                           uop_i.address, uop_i.number[1], uop_i.number[0]);
  assign address = place[AddrBits-1:0];
  assign beyond  = place[63:AddrBits] != '0; // the core's addresses
  assign last_byte     = address[5:0] + reach;
  assign ask_valid_o   = turns && active && !beyond;
  assign ask_element_o = turn_q[3:0];
  assign ask_line_o    = address[AddrBits-1:6];
  assign ask_two_o     = last_byte < address[5:0];
  assign passes        = turns && (ask_ready_i || !ask_valid_o);

  beat_t  value, element, unused_packed;
  bytes_t unused_bytes;
  weft_sme_pack u_pack (
    .size_i(uop_i.size), .msize_i(uop_i.msize), .extend_i(uop_i.extend), .active_i('0),
    .beat_i('0), .packed_o(unused_packed), .bytes_o(unused_bytes),
    .memory_i(64'(answer_lines_i >> {at_q[answer_element_i], 3'b0})), .unpacked_o(value)
  );

  assign element = value & element_ones(uop_i.size);

  logic absent;
  logic [5:0] answered_first, answered_last;
  assign answered_at    = AtW'({2'b0, answer_element_i} << uop_i.size);
  assign answered_first = at_q[answer_element_i];
  assign answered_last  = answered_first + reach;
  assign absent         = answer_missing_i[0]
                       || (answer_missing_i[1] && answered_last < answered_first);

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      turn_q      <= '0;
      open_q      <= '0;
      offsets_q   <= offsets_i;
      governing_q <= governing_i;
      vector_q    <= '0;
      faults_q    <= '0;
    end else if (runs_i) begin
      if (passes) turn_q <= turn_q + 1'b1;
      open_q <= open_q + 5'(passes && ask_valid_o) - 5'(answer_valid_i);
      if (turns) at_q[turn_q[3:0]] <= address[5:0];
      if (turns && active && beyond) faults_q[at] <= 1'b1;
      if (answer_valid_i && absent) faults_q[answered_at] <= 1'b1;
      if (answer_valid_i)
        vector_q <= vector_q
                  | Svl'(element) << {answered_at, 3'b0};
    end
  end
  assign done_o   = runs_i && !turns && open_q == '0;
  assign vector_o = vector_q;
  assign faults_o = faults_q;

  logic unused;
  assign unused = ^{unused_packed, unused_bytes};

endmodule
