// SPDX-License-Identifier: Apache-2.0
//
// Structures of 2 to 4 elements: the bytes of memory from registers, and one register's from those
// of memory. Combinational.
//
//      memory     a0 b0 c0 a1 b1 c1 a2 ...        registers     a0 a1 a2 ... | b0 b1 ... | c0 c1 ...

module weft_sme_core_interleave #(
  parameter  int unsigned Svl   = 512,
  parameter  int unsigned Sizes = 4,           // of elements: 1, 2, 4 ... bytes
  localparam int unsigned N     = Svl / 8,
  localparam int unsigned SizeW = $clog2(Sizes)
) (
  input  logic [1:0]          regs_i,     // registers, less one
  input  logic [SizeW-1:0]    size_i,     // elements have 2^size bytes

  input  logic [3:0][Svl-1:0] vectors_i,
  input  logic [N-1:0]        active_i,   // bytes of each
  output logic [4*Svl-1:0]    memory_o,
  output logic [4*N-1:0]      written_o,

  input  logic [4*Svl-1:0]    memory_i,
  input  logic [1:0]          reg_i,      // the number of the register
  output logic [Svl-1:0]      vector_o
);

  typedef logic [3:0][Sizes-1:0][4*Svl-1:0] memories_t; // by number of registers, less one, and size
  typedef logic [3:0][Sizes-1:0][4*N-1:0]   bytes_t;
  typedef logic [3:0][Sizes-1:0][Svl-1:0]   vectors_t;

  memories_t        memories;
  bytes_t           written;
  vectors_t         vectors;
  logic [4*Svl-1:0] from_reg; // memory from the register's first element on
  assign from_reg = memory_i >> {6'(reg_i) << size_i, 3'b0};

  logic unused;
  assign unused = ^from_reg;

  for (genvar s = 0; s < int'(Sizes); s++) begin : gen_size
    assign memories[0][s] = '0;
    assign written[0][s]  = '0;
    assign vectors[0][s]  = '0;
    for (genvar n = 2; n < 5; n++) begin : gen_regs
      for (genvar i = 0; i < int'(N); i++) begin : gen_byte
        // Byte i of register 0 in memory.
        localparam int At = ((i >> s) * n << s) + i % (1 << s);
        assign vectors[n-1][s][8*i +: 8] = from_reg[8*At +: 8];
        for (genvar k = 0; k < n; k++) begin : gen_reg
          assign memories[n-1][s][8*(At + (k << s)) +: 8] = vectors_i[k][8*i +: 8];
          assign written[n-1][s][At + (k << s)]           = active_i[i];
        end
      end
      if (n < 4) begin : gen_rest
        assign memories[n-1][s][4*Svl-1:n*Svl] = '0;
        assign written[n-1][s][4*N-1:n*N]      = '0;
      end
    end
  end
  assign memory_o  = memories[regs_i][size_i];
  assign written_o = written[regs_i][size_i];
  assign vector_o  = vectors[regs_i][size_i];

endmodule
