// SPDX-License-Identifier: Apache-2.0
//
// P0 to P15 and FFR: N bits each, read in the same cycle, written at its end.
//
// Reset and clear_i make all of them zero. ffr_clear_i clears FFR from a byte on, after what is
// written to it in the same cycle.

module weft_pred_regs #(
  parameter  int unsigned N     = 64,
  parameter  int unsigned Ports = 5,
  localparam int unsigned LogN  = $clog2(N)
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic            clear_i,
  input  logic            ffr_clear_i,
  input  logic [LogN-1:0] ffr_from_i,

  input  logic            p_write_i,
  input  logic            ffr_write_i,
  input  logic [3:0]      write_i,
  input  logic [N-1:0]    data_i,

  input  logic [3:0]      read_i [Ports],
  output logic [N-1:0]    read_o [Ports],
  output logic [N-1:0]    ffr_o
);

  logic [N-1:0] p_q [16], ffr_d, ffr_q;

  for (genvar i = 0; i < 16; i++) begin : gen_p
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) p_q[i] <= '0;
      else if (clear_i) p_q[i] <= '0;
      else if (p_write_i && write_i == 4'(i)) p_q[i] <= data_i;
    end
  end

  assign ffr_d = (ffr_write_i ? data_i : ffr_q) & ~({N{ffr_clear_i}} << ffr_from_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ffr_q <= '0;
    else if (clear_i) ffr_q <= '0;
    else ffr_q <= ffr_d;
  end

  for (genvar i = 0; i < Ports; i++) begin : gen_read
    assign read_o[i] = p_q[read_i[i]];
  end
  assign ffr_o = ffr_q;

endmodule
