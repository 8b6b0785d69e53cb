// SPDX-License-Identifier: Apache-2.0
//
// The memory of a cluster: 16 banks of 32 bytes a cycle, 1 to 16 ports.
//
//      port 0    port 1    ...           a request: 32 bytes from any address on, which wrap round at
//        |         |                     the next multiple of 64; a strobe says which are written
//      [ bank of the address ]
//        |         |
//      [ round robin ] [ round robin ]   one at each bank
//        |               |
//      [ bank 0 ]      [ bank 1 ]  ...   Rows rows of 64 bytes each, read at the clock edge
//        |               |
//      port's answer, in the next cycle
//
//   Interleave   bank of an address           row in the bank
//   0  Lines     its 64 bytes, in turn        by 1024 bytes
//   1  Blocks    its 256 bytes, in turn       by 4096 bytes, and which 64 of 256
//   2  Apart     its highest bits             the rest
//
// Addresses are modulo the memory's size. A port is granted at once if it alone asks a bank; else
// the first from the bank's turn on is, and the turn goes to the one behind it. A request that is
// not taken stays. Memory has no reset.

`include "weft_assert.svh"

module weft_mppa_smem #(
  parameter  int unsigned Ports      = 16,
  parameter  int unsigned Rows       = 4096,  // a power of two from 4 on
  parameter  int unsigned Interleave = 0,
  localparam int unsigned Banks      = 16
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,

  input  logic [Ports-1:0]         req_valid_i,
  output logic [Ports-1:0]         req_ready_o,
  input  logic [Ports-1:0]         req_write_i,
  input  logic [Ports-1:0][31:0]   req_addr_i,
  input  logic [Ports-1:0][31:0]   req_strobe_i,
  input  logic [Ports-1:0][255:0]  req_data_i,

  output logic [Ports-1:0]         rsp_valid_o,
  output logic [Ports-1:0][255:0]  rsp_data_o
);

  localparam int unsigned RowBits  = $clog2(Rows);
  localparam int unsigned PortBits = Ports > 1 ? $clog2(Ports) : 1;

  typedef logic [RowBits-1:0]  place_t;
  typedef logic [PortBits-1:0] port_t;

  // Where the requests go.

  typedef struct packed {
    logic         write;
    place_t       row;
    logic [5:0]   first;  // byte of the row
    logic [31:0]  strobe;
    logic [255:0] data;
  } request_t;

  logic [3:0] bank [Ports];
  place_t     row [Ports];
  request_t   requests [Ports];
  for (genvar p = 0; p < Ports; p++) begin : gen_address
    logic [RowBits+3:0] line;
    assign line = req_addr_i[p][6+:RowBits+4];
    if (Interleave == 0) begin : gen_lines
      assign bank[p] = line[3:0];
      assign row[p]  = line[RowBits+3:4];
    end else if (Interleave == 1) begin : gen_blocks
      assign bank[p] = line[5:2];
      assign row[p]  = place_t'({line[RowBits+3:4] >> 2, line[1:0]});
    end else begin : gen_apart
      assign bank[p] = line[RowBits+3:RowBits];
      assign row[p]  = line[RowBits-1:0];
    end
    assign requests[p] = '{
      write:  req_write_i[p],
      row:    row[p],
      first:  req_addr_i[p][5:0],
      strobe: req_strobe_i[p],
      data:   req_data_i[p]
    };
  end

  // Banks.

  logic [Banks-1:0] grant;
  port_t            granted [Banks];
  logic [511:0]     read [Banks];  // of the cycle before

  for (genvar k = 0; k < Banks; k++) begin : gen_bank
    logic [Ports-1:0] asks;
    for (genvar p = 0; p < Ports; p++) begin : gen_ask
      assign asks[p] = req_valid_i[p] && bank[p] == 4'(k);
    end

    weft_mppa_smem_turn #(
      .Ports(Ports)
    ) u_turn (
      .clk_i,
      .rst_ni,
      .asks_i   (asks),
      .grant_o  (grant[k]),
      .granted_o(granted[k])
    );

    // A write's bytes in their row: strobe and data turned by the place of the first. Both halves
    // of a row see the same data.
    request_t     request;
    logic         writes;
    logic [63:0]  strobe;
    logic [255:0] data;
    assign request = requests[granted[k]];
    assign writes  = grant[k] && request.write;
    assign strobe  = 64'({2{32'b0, request.strobe}} << request.first >> 64);
    assign data    = 256'({2{request.data}} << {request.first[4:0], 3'b0} >> 256);

    weft_sram #(
      .Words(Rows), .Bits(512), .Strobes(64)
    ) u_memory (
      .clk_i,
      .write_i     (writes),
      .write_addr_i(request.row),
      .write_strb_i(strobe),
      .write_data_i({2{data}}),
      .read_i      (grant[k] && !request.write),
      .read_addr_i (request.row),
      .read_data_o (read[k])
    );
  end

  // Ports.

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic       answers_q;
    logic [3:0] bank_q;
    logic [5:0] first_q;
    assign req_ready_o[p] = req_valid_i[p] && granted[bank[p]] == port_t'(p);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) answers_q <= 1'b0;
      else answers_q <= req_ready_o[p] && !req_write_i[p];
    end
    always_ff @(posedge clk_i) begin
      bank_q  <= bank[p];
      first_q <= req_addr_i[p][5:0];
    end
    assign rsp_valid_o[p] = answers_q;

    // Byte 32 + k of the row where byte k is before the first, and the other way round; then turned.
    logic [511:0] from;
    logic [255:0] bytes;
    logic [31:0]  folds;
    assign from  = read[bank_q];
    assign folds = ~({32{1'b1}} << first_q[4:0]);
    for (genvar k = 0; k < 32; k++) begin : gen_byte
      assign bytes[8*k+:8] = first_q[5] ^ folds[k] ? from[256+8*k+:8] : from[8*k+:8];
    end
    assign rsp_data_o[p] = 256'({2{bytes}} >> {first_q[4:0], 3'b0});
  end

  `WEFT_COVER(AllPortsAtOnce, req_ready_o == '1)
  `WEFT_COVER(ABankForTwo, (req_valid_i & ~req_ready_o) != '0)

endmodule
