// SPDX-License-Identifier: Apache-2.0
//
// The coprocessor of the core: 48 registers of 256 bits and what computes on them, the blocks of
// weft_mppa. Results are written at the end of these cycles after the issue, so that a product which
// reads its addend late never sees a later bundle's result:
//
//      cycle          0            1               2               3
//      integer        a, b         -               c, array        -> d read by another in 3
//      FP16 quarter   a, b, c      dot products    -               write
//      transpose,     source       write
//      convert
//      move, zero     source       -               write
//
// Integer products follow each other on one sum without a gap. A quarter of an FP16 product is two
// rows and two columns of D, half of one of its registers, four exact dot products.

module weft_mppa_core_tca
  import weft_mppa_pkg::*;
  import weft_mppa_core_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,

  input  logic       issue_i,
  input  tca_t       tca_i,

  // Moves.
  input  reg_t       source_i,       // the register that the branch unit reads
  output register_t  source_o,
  input  logic       copy_i,         // it goes to copy_to_i
  input  reg_t       copy_to_i,
  input  logic [1:0] move_i,         // from two lanes: two general registers to half a register
  input  reg_t       move_to_i [2],
  input  logic [1:0] move_high_i,
  input  data_t      move_data_i [2][2],

  // Loads.
  input  logic       load_i,
  input  logic [5:0] load_op_i,
  input  reg_t       load_reg_i,
  input  register_t  load_data_i,
  input  logic       zero_i,         // a load that memory does not see
  input  logic [5:0] zero_op_i,
  input  reg_t       zero_reg_i,

  input  reg_t       store_i,        // the register of a store, read in the cycle after its issue
  output register_t  store_o,

  output halves_t    integer_o,      // results of integer products under way
  output logic       busy_o
);

  write_t    write [7];
  reg_t      read [5];
  register_t word [5];
  quad_t     rows [2];
  row_t      row [2];
  assign read     = '{tca_i.a, tca_i.b, source_i, store_i, {tca_i.c[5:1], tca_i.op[1]}};
  assign source_o = word[2];
  assign store_o  = word[3];

  weft_mppa_regs #(
    .Ports(5), .RowPorts(2), .Writes(7)
  ) u_regs (
    .clk_i,
    .write_i(write),
    .read_i (read),
    .read_o (word),
    .row_i  (row),
    .row_o  (rows)
  );

  // Loads, and those that memory does not see.

  weft_mppa_scatter u_load (
    .valid_i  (load_i),
    .reg_i    (load_reg_i),
    .scatter_i(is_scatter(load_op_i)),
    .quarter_i(2'(load_op_i - 6'd42)),
    .data_i   (load_data_i),
    .write_o  (write[0])
  );

  logic [1:0] zero_q;
  logic [5:0] zero_op_q [2];
  reg_t       zero_reg_q [2];
  weft_mppa_scatter u_zero (
    .valid_i  (zero_q[1]),
    .reg_i    (zero_reg_q[1]),
    .scatter_i(is_scatter(zero_op_q[1])),
    .quarter_i(2'(zero_op_q[1] - 6'd42)),
    .data_i   ('0),
    .write_o  (write[1])
  );

  // Moves: a copy is both halves of one register.

  typedef struct packed {
    logic       valid;
    reg_t       to;
    logic [1:0][63:0] data;
  } move_t;

  move_t moved [2];
  move_t moved_1_q [2], moved_2_q [2];
  for (genvar h = 0; h < 2; h++) begin : gen_half
    logic from;  // the lane that moves to this half
    assign from = move_i[1] && move_high_i[1] == 1'(h);
    assign moved[h] = '{
      valid: issue_i && (copy_i || from || (move_i[0] && move_high_i[0] == 1'(h))),
      to:    copy_i ? copy_to_i : move_to_i[from],
      data:  copy_i ? word[2][2*h+:2] : {move_data_i[from][1], move_data_i[from][0]}
    };
    assign write[2+h].row = moved_2_q[h].to[5:2];
    for (genvar r = 0; r < 4; r++) begin : gen_register
      assign write[2+h].enable[r] = 4'({2{moved_2_q[h].valid
                                            && moved_2_q[h].to[1:0] == 2'(r)}}) << 2 * h;
      assign write[2+h].data[r]   = {2{moved_2_q[h].data}};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      zero_q <= '0;
      for (int h = 0; h < 2; h++) begin
        moved_1_q[h] <= '0;
        moved_2_q[h] <= '0;
      end
    end else begin
      zero_q    <= {zero_q[0], zero_i};
      moved_1_q <= moved;
      moved_2_q <= moved_1_q;
    end
  end
  always_ff @(posedge clk_i) begin
    zero_op_q  <= '{zero_op_i, zero_op_q[0]};
    zero_reg_q <= '{zero_reg_i, zero_reg_q[0]};
  end

  // Transposition and conversion of a quadruple.

  logic  turn_q;
  tca_t  turn_word_q;
  quad_t turned, turned_q;
  assign row[0] = tca_i.a[5:2];

  function automatic logic [7:0] saturated_8(logic [31:0] x);
    return x[31:7] == '0 || x[31:7] == '1 ? x[7:0] : {x[31], {7{!x[31]}}};
  endfunction
  function automatic logic [15:0] saturated_16(logic [63:0] x);
    return x[63:15] == '0 || x[63:15] == '1 ? x[15:0] : {x[63], {15{!x[63]}}};
  endfunction

  always_comb begin
    turned = '0;
    for (int i = 0; i < 4; i++) begin
      for (int j = 0; j < 4; j++) begin
        if (tca_i.op == 6'd8) turned[i][j] = rows[0][j][i];
        else if (tca_i.op == 6'd9) begin
          turned[0][i][16*j+:8]   = saturated_8(rows[0][j][i][31:0]);
          turned[0][i][16*j+8+:8] = saturated_8(rows[0][j][i][63:32]);
        end else begin
          turned[0][i][16*j+:16] = saturated_16(rows[0][j][i]);
        end
      end
    end
  end

  assign write[4].row = turn_word_q.d[5:2];
  for (genvar r = 0; r < 4; r++) begin : gen_turned
    assign write[4].enable[r] = {4{turn_q && (turn_word_q.op == 6'd8
                                              || turn_word_q.d[1:0] == 2'(r))}};
    assign write[4].data[r]   = turn_word_q.op == 6'd8 ? turned_q[r] : turned_q[0];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) turn_q <= 1'b0;
    else turn_q <= issue_i && tca_i.op[3];
  end
  always_ff @(posedge clk_i) begin
    turn_word_q <= tca_i;
    turned_q    <= turned;
  end

  // Integer products: operands wait a cycle, then meet their sums.

  logic [1:0]     integer_q;
  tca_t           word_1_q, word_2_q;
  register_t      a_1_q, a_2_q, b_1_q, b_2_q;
  quad_t          int_sums;
  register_t      pair_sums [2];
  logic           wide;
  assign wide      = word_2_q.op[1];
  assign row[1]    = word_2_q.c[5:2];
  assign pair_sums = '{word_2_q.c[1] ? rows[1][2] : rows[1][0],
                       word_2_q.c[1] ? rows[1][3] : rows[1][1]};

  weft_mppa_int u_int (
    .wide_i    (wide),
    .unsigned_i(word_2_q.x),
    .a_i       (a_2_q),
    .b_i       (b_2_q),
    .c_i       ({rows[1][3:2], pair_sums[1], wide ? rows[1][0] : pair_sums[0]}),
    .d_o       (int_sums)
  );

  assign write[5].row = word_2_q.d[5:2];
  for (genvar r = 0; r < 4; r++) begin : gen_sum
    assign write[5].enable[r] = {4{integer_q[1] && (wide || word_2_q.d[1] == 1'(r / 2))}};
    assign write[5].data[r]   = wide ? int_sums[r] : int_sums[r%2];
  end

  function automatic halves_t results(tca_t w, logic valid);
    return whole(w.op[1] ? quad(w.d, valid) : pair(w.d, valid));
  endfunction
  assign integer_o = results(word_1_q, integer_q[0]) | results(word_2_q, integer_q[1]);

  // Quarters of FP16 products.

  logic [2:0]       quarter_q;
  register_t        c_q;
  quarter_t [1:0]   dots, dots_2_q, dots_3_q;
  tca_t             word_3_q;
  for (genvar i = 0; i < 2; i++) begin : gen_row
    for (genvar j = 0; j < 2; j++) begin : gen_col
      weft_dpa_exact #(
        .ExpA(5), .FracA(10), .Lanes(4)
      ) u_dot (
        .a_i(word_1_q.op[0] ? a_1_q[2+i] : a_1_q[i]),
        .b_i(word_1_q.op[1] ? b_1_q[2+j] : b_1_q[j]),
        .c_i(word_1_q.op[0] ? c_q[2+i][32*j+:32] : c_q[i][32*j+:32]),
        .d_o(dots[i][32*j+:32])
      );
    end
  end

  assign write[6].row = word_3_q.d[5:2];
  for (genvar r = 0; r < 4; r++) begin : gen_float
    assign write[6].enable[r] = 4'({2{quarter_q[2]
                                        && {word_3_q.d[1], word_3_q.op[1]} == 2'(r)}})
                                << {word_3_q.op[0], 1'b0};
    assign write[6].data[r]   = {2{dots_3_q}};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      integer_q <= '0;
      quarter_q <= '0;
    end else begin
      integer_q <= {integer_q[0], issue_i && tca_i.op inside {6'd1, 6'd2}};
      quarter_q <= {quarter_q[1:0], issue_i && tca_i.op[5:2] == 4'd1};
    end
  end
  always_ff @(posedge clk_i) begin
    word_1_q <= tca_i;
    word_2_q <= word_1_q;
    word_3_q <= word_2_q;
    a_1_q    <= word[0];
    a_2_q    <= a_1_q;
    b_1_q    <= word[1];
    b_2_q    <= b_1_q;
    c_q      <= word[4];
    dots_2_q <= dots;
    dots_3_q <= dots_2_q;
  end

  assign busy_o = integer_q != '0 || quarter_q != '0;

endmodule
