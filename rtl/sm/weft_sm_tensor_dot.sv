// SPDX-License-Identifier: Apache-2.0
//
// Sum of products of a tensor instruction: d = a_0 * b_0 + ... + a_L-1 * b_L-1 + c, by weft_dpa, a
// unit for each kind of sums that the block has. L is the number of products of a block of the
// profiles.
//
//      kind  sums   elements  c and d
//       0    FP32   FP16      FP32
//       1    FP16   FP16      FP16, in the low half
//       2    FP32   BF16      FP32
//
// Fp32, Fp16 and Bf16 are places in the table of weft_dpa_profiles_pkg; None is no unit, whose sum
// is zero. Pipe is the bit mask of weft_dpa; a sum comes as many cycles after its operands as bits
// are set, the kind with it.

module weft_sm_tensor_dot
  import weft_dpa_pkg::*;
  import weft_dpa_profiles_pkg::Profiles;
#(
  parameter int unsigned Fp32 = 32'(weft_dpa_profiles_pkg::V100HmmaFp16),
  parameter int unsigned Fp16 = 32'(weft_dpa_profiles_pkg::V100HmmaFp16F16acc),
  parameter int unsigned Bf16 = weft_sm_pkg::NoProfile,
  parameter int unsigned Pipe = 22,
  localparam int unsigned L   = Profiles[Fp32].lanes
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             in_valid_i,
  input  logic [1:0]       in_kind_i,
  input  logic [16*L-1:0]  in_a_i,  // products' elements, the first in the low bits
  input  logic [16*L-1:0]  in_b_i,
  input  logic [31:0]      in_c_i,

  output logic             out_valid_o,
  output logic [31:0]      out_d_o
);

  localparam int unsigned KindOf [3] = '{Fp32, Fp16, Bf16};

  logic [1:0] kind;
  weft_delay #(.data_t(logic [1:0]), .Stages($countones(Pipe))) u_kind (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_data_i  (in_kind_i),
    .out_valid_o,
    .out_data_o (kind)
  );

  logic [3:0][31:0] sum;
  assign sum[3] = '0;
  for (genvar k = 0; k < 3; k++) begin : gen_kind
    if (KindOf[k] != weft_sm_pkg::NoProfile) begin : gen_unit
      localparam profile_t P      = Profiles[KindOf[k]];
      localparam int unsigned Bits = 1 + P.c_exp_bits + P.c_frac_bits;
      logic mine;
      assign mine = in_valid_i && in_kind_i == 2'(k);
      logic [Bits-1:0] d;
      weft_dpa #(.P(P), .Pipe(Pipe)) u_dpa (
        .clk_i,
        .rst_ni,
        .in_valid_i  (mine),
        .in_ready_o  (),
        .in_a_i,
        .in_b_i,
        .in_a_scale_i('0),
        .in_b_scale_i('0),
        .in_c_i      (in_c_i[Bits-1:0]),
        .out_valid_o (),
        .out_ready_i (1'b1),
        .out_d_o     (d)
      );
      assign sum[k] = 32'(d);
      if (P.lanes != L || P.a.width != 16 || P.b.width != 16) begin : gen_other_elements
        $error("weft_sm_tensor_dot: profiles have elements of 16 bits, equally many in a block");
      end
    end else begin : gen_no_unit
      assign sum[k] = '0;
    end
  end
  assign out_d_o = sum[kind];

endmodule
