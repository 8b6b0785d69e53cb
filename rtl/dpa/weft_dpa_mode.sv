// SPDX-License-Identifier: Apache-2.0
//
// A table of the mode of weft_dpa_multi for each profile number. has_o is low for a profile without
// a mode. The profiles of NVIDIA's tensor cores have one, except block-scaled ones and FP64.
// Combinational.

module weft_dpa_mode
  import weft_dpa_pkg::*;
  import weft_dpa_profiles_pkg::*;
  import weft_dpa_switch_pkg::*;
(
  input  logic [7:0] profile_i,
  output logic       has_o,
  output mode_t      mode_o
);

  typedef struct packed {
    logic  has;
    mode_t mode;
  } row_t;

  row_t rows [256];
  for (genvar n = 0; n < 256; n++) begin : gen_rows
    if (n < $size(Profiles)) begin : gen_profile
      localparam profile_t P    = Profiles[n];
      localparam format_t  A    = format_of(P.a.exp_bits, P.a.frac_bits);
      localparam format_t  B    = format_of(P.b.exp_bits, P.b.frac_bits);
      localparam bit       Half = P.c_exp_bits == 5;
      localparam bit       Has  = P.algo == Joint & P.cut == Trunc & P.c_joins
        & P.scale_block == 0 & P.a.specials != Fnuz & P.b.specials != Fnuz & (|A) & (|B)
        & P.lanes >= 4 & P.round == (Half ? 3'd0 : 3'd1) & P.c_exp_from_format == !Half;
      assign rows[n] = !Has ? '0 : '{
        has:  1'b1,
        mode: '{
          a:          A,
          b:          B,
          converts:   !P.ab_exp_from_format,
          lanes:      {P.lanes == 32, P.lanes == 16, P.lanes == 8},
          grid:       {P.grid == 25, P.grid == 24, P.grid == 23, P.grid == 13},
          half:       Half,
          short_frac: P.out_frac == 13,
          floor:      P.emax_floor > Lowest ? ExpW'(P.emax_floor - Lowest + 1) : ExpW'(1),
          offset:     ExpW'(1 - P.a.bias - P.b.bias - Lowest)
        }
      };
    end else begin : gen_none
      assign rows[n] = '0;
    end
  end

  function automatic format_t format_of(int exp_bits, int frac_bits);
    return '{
      fp16: exp_bits == 5 & frac_bits == 10,
      bf16: exp_bits == 8 & frac_bits == 7,
      tf32: exp_bits == 8 & frac_bits == 10,
      e4m3: exp_bits == 4 & frac_bits == 3,
      e5m2: exp_bits == 5 & frac_bits == 2,
      e3m2: exp_bits == 3 & frac_bits == 2,
      e2m3: exp_bits == 2 & frac_bits == 3,
      e2m1: exp_bits == 2 & frac_bits == 1
    };
  endfunction

  assign {has_o, mode_o} = rows[profile_i];

endmodule
