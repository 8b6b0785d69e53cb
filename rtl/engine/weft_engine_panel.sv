// SPDX-License-Identifier: Apache-2.0
//
// A matrix in words of Lanes neighbours that can be written and read by rows and by columns.
//
// Each lane has a memory, its bank. Element j of the word of line t goes to bank (j + t) mod Lanes:
// the elements of a row lie in different banks, and so do those of a column.
//
//     straight   a piece of a line: all banks at addr_i
//     turned     a piece across Lanes lines: element j at addr_i + j
//
// turn_i is the line modulo Lanes; of a turned piece, the place of its elements in their lines. The
// word is at the output one cycle after read_i.

module weft_engine_panel #(
  parameter  int unsigned Lanes    = 4,
  parameter  int unsigned Bits     = 8,
  parameter  int unsigned Words    = 64,
  localparam int unsigned AddrBits = Words > 1 ? $clog2(Words) : 1,
  localparam int unsigned TurnBits = Lanes > 1 ? $clog2(Lanes) : 1
) (
  input  logic                        clk_i,

  input  logic                        write_i,
  input  logic                        write_turned_i,
  input  logic [AddrBits-1:0]         write_addr_i,
  input  logic [TurnBits-1:0]         write_turn_i,
  input  logic [Lanes-1:0]            write_strb_i,
  input  logic [Lanes-1:0][Bits-1:0]  write_data_i,

  input  logic                        read_i,
  input  logic                        read_turned_i,
  input  logic [AddrBits-1:0]         read_addr_i,
  input  logic [TurnBits-1:0]         read_turn_i,
  output logic [Lanes-1:0][Bits-1:0]  read_data_o
);

  typedef logic [AddrBits-1:0] addr_t;
  typedef logic [TurnBits-1:0] turn_t;

  // The element that lies in a bank.
  function automatic turn_t element_of(int unsigned bank, turn_t turn);
    int unsigned at;
    at = bank + Lanes - 32'(turn);
    return turn_t'(at >= Lanes ? at - Lanes : at);
  endfunction

  typedef struct packed {
    logic            strb;
    logic [Bits-1:0] data;
  } element_t;

  element_t [Lanes-1:0] given, placed;
  logic [Lanes-1:0][Bits-1:0] lying;
  turn_t turn_q;

  for (genvar i = 0; i < Lanes; i++) begin : gen_given
    assign given[i] = '{strb: write_strb_i[i], data: write_data_i[i]};
  end
  weft_tensor_rotate #(
    .data_t(element_t), .Lanes(Lanes)
  ) u_place (
    .in_data_i(given), .by_i(element_of(0, write_turn_i)), .out_data_o(placed)
  );

  for (genvar bank = 0; bank < Lanes; bank++) begin : gen_bank
    weft_sram #(
      .Words(Words), .Bits(Bits)
    ) u_bank (
      .clk_i,
      .write_i     (write_i && placed[bank].strb),
      .write_addr_i(write_addr_i
                    + (write_turned_i ? addr_t'(element_of(bank, write_turn_i)) : '0)),
      .write_strb_i(1'b1),
      .write_data_i(placed[bank].data),
      .read_i,
      .read_addr_i (read_addr_i + (read_turned_i ? addr_t'(element_of(bank, read_turn_i)) : '0)),
      .read_data_o (lying[bank])
    );
  end

  always_ff @(posedge clk_i) begin
    if (read_i) turn_q <= read_turn_i;
  end
  weft_tensor_rotate #(
    .data_t(logic [Bits-1:0]), .Lanes(Lanes)
  ) u_take (
    .in_data_i(lying), .by_i(turn_q), .out_data_o(read_data_o)
  );

endmodule
