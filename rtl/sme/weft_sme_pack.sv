// SPDX-License-Identifier: Apache-2.0
//
// Elements of one beat beside as much as they are in memory: of 2^size bytes in the beat, the low
// 2^msize of each in memory, one behind the other. Combinational.
//
//      size = S, msize = B      beat     |  -  -  -  1 |  -  -  -  0 |
//                               memory   |  .  .  .  .   .  .  1  0  |

module weft_sme_pack
  import weft_sme_pkg::*;
(
  input  logic [2:0] size_i,
  input  logic [1:0] msize_i,
  input  logic       extend_i,  // signs
  input  bytes_t     active_i,  // all bytes of an element, or none

  input  beat_t      beat_i,
  output beat_t      packed_o,
  output bytes_t     bytes_o,   // bytes in memory of the active elements

  input  beat_t      memory_i,
  output beat_t      unpacked_o
);

  always_comb begin
    packed_o   = beat_i;
    bytes_o    = active_i;
    unpacked_o = memory_i;
    unique case ({size_i[1:0], msize_i} & {4{!size_i[2]}})
      {2'(H), 2'(B)}: begin
        {packed_o, bytes_o} = '0;
        for (int i = 0; i < 4; i++) begin
          packed_o[8*i+:8]     = beat_i[16*i+:8];
          bytes_o[i]           = active_i[2*i];
          unpacked_o[16*i+:16] = {{8{extend_i && memory_i[8*i+7]}}, memory_i[8*i+:8]};
        end
      end
      {2'(S), 2'(B)}: begin
        {packed_o, bytes_o} = '0;
        for (int i = 0; i < 2; i++) begin
          packed_o[8*i+:8]     = beat_i[32*i+:8];
          bytes_o[i]           = active_i[4*i];
          unpacked_o[32*i+:32] = {{24{extend_i && memory_i[8*i+7]}}, memory_i[8*i+:8]};
        end
      end
      {2'(S), 2'(H)}: begin
        {packed_o, bytes_o} = '0;
        for (int i = 0; i < 2; i++) begin
          packed_o[16*i+:16]   = beat_i[32*i+:16];
          bytes_o[2*i+:2]      = active_i[4*i+:2];
          unpacked_o[32*i+:32] = {{16{extend_i && memory_i[16*i+15]}}, memory_i[16*i+:16]};
        end
      end
      {2'(D), 2'(B)}: begin
        bytes_o    = active_i & 8'h01;
        unpacked_o = {{56{extend_i && memory_i[7]}}, memory_i[7:0]};
      end
      {2'(D), 2'(H)}: begin
        bytes_o    = active_i & 8'h03;
        unpacked_o = {{48{extend_i && memory_i[15]}}, memory_i[15:0]};
      end
      {2'(D), 2'(S)}: begin
        bytes_o    = active_i & 8'h0f;
        unpacked_o = {{32{extend_i && memory_i[31]}}, memory_i[31:0]};
      end
      default: ;
    endcase
  end

endmodule
