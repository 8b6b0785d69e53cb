// SPDX-License-Identifier: Apache-2.0
//
// Tensor unit of a processing block: HMMA.884, HMMA.1688, HMMA.16816 and IMMA.8816 of a warp of 32
// threads. Macs products of halves a cycle, twice as many of bytes; an instruction takes
// multiply-adds / Macs cycles, its groups, and one may follow another without a gap.
//
//      start, rows --> [ hold ]--> [ elements of a group ]--> [ Macs / L weft_sm_tensor_dot ]--+
//                                       ^      |                                               |
//                                       |      +---------> [ Macs / 8 weft_sm_int ]------------+
//                                       |                                                      v
//                                       +-- sums so far -------------------------------- [ gather ]
//                                                                                              |
//             held sums of a register <-------------- [ results, until the banks have them ] <-+
//
// L is the number of products that the profiles' units add at once. An instruction with k of more
// than L elements passes the units as often as needed, k in increasing order, all sums of a pass
// before those of the next. Places of elements in the threads' registers are those of
// sim/golden/sm/sm_execute.cpp (docs/unit/sm.md, language). HMMA.884 needs L = 4.
//
// After the last group, times in cycles: the sum is at the units' output after as many as Pipe has
// bits; the tensor unit's own instructions may have it after Depth; the banks get it after ReadDepth,
// registers beyond Banks a cycle later. near_early and near come Window + 1 cycles before the times
// for tensor instructions and for others.

module weft_sm_tensor
  import weft_sm_pkg::*;
#(
  parameter int unsigned Macs     = 64,
  parameter int unsigned Fp32     = 32'(weft_dpa_profiles_pkg::V100HmmaFp16),
  parameter int unsigned Fp16     = 32'(weft_dpa_profiles_pkg::V100HmmaFp16F16acc),
  parameter int unsigned Bf16     = NoProfile,
  parameter int unsigned Pipe     = 22,  // bit mask, of weft_dpa
  parameter int unsigned Depth    = 9,
  parameter int unsigned ReadDepth     = 17,
  parameter int unsigned Banks    = 2,
  parameter int unsigned Window   = 3,
  parameter int unsigned WarpBits = 1,
  parameter int unsigned RegBits  = 8,
  parameter int unsigned Queries  = 10,
  parameter type         meta_t   = logic,
  localparam int unsigned Threads = 32,
  localparam int unsigned Width   = 32 * Threads
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  input  logic                    start_i,
  input  meta_t                   meta_i,
  input  logic [WarpBits-1:0]     warp_i,  // as in meta
  input  logic [7:0]              d_i,
  input  logic [2:0]              regs_i,
  input  unit_e                   unit_i,
  input  logic [9:0]              mods_i,
  input  logic [3:0][Width-1:0]   a_i,
  input  logic [3:0][Width-1:0]   b_i,
  input  logic [3:0][Width-1:0]   c_i,

  output logic                    near_early_o,
  output meta_t                   near_early_meta_o,
  output logic [1:0]              near_o,  // results of up to Banks registers, of more
  output meta_t [1:0]             near_meta_o,

  output logic                    forward_o,
  output logic [WarpBits-1:0]     forward_warp_o,
  output logic [7:0]              forward_d_o,
  output logic [2:0]              forward_regs_o,
  output logic [3:0][Width-1:0]   forward_rows_o,

  output logic [1:0]              write_o,  // the first Banks registers, the others
  output logic [1:0]              finish_o, // the last registers of the result
  output meta_t [1:0]             meta_o,
  output logic [1:0][3:0][Width-1:0] rows_o,

  // Sums that the unit holds: the youngest of a register.
  input  logic [WarpBits-1:0]               query_warp_i,
  input  logic [Queries-1:0][RegBits-1:0]   query_reg_i,
  output logic [Queries-1:0][Width-1:0]     query_row_o
);

  localparam int unsigned L       = weft_dpa_profiles_pkg::Profiles[Fp32].lanes;
  localparam int unsigned Dots    = Macs / L;
  localparam int unsigned Ints    = Macs / 8;
  localparam int unsigned PerPass = 128 / Dots;  // groups of a pass of HMMA.1688 and 16816
  localparam int unsigned P       = $countones(Pipe);
  localparam int unsigned Least   = Macs >= 256 ? 1 : 256 / Macs;  // groups of an instruction
  localparam int unsigned Slots   = (ReadDepth + 2 - P + Least - 1) / Least + 1;
  localparam int unsigned SlotBits = $clog2(Slots);
  localparam int unsigned Most    = 2048 / Macs;
  localparam int unsigned CountBits = $clog2(Most + 1);

  if (Macs % 8 != 0 || Dots > 64 || Ints > 64 || 128 % Dots != 0 || 64 % Ints != 0) begin : gen_macs
    $error("weft_sm_tensor: Macs is a power of two from L to 64 L, from 8 to 512");
  end
  if (P == 0 || P >= PerPass || P >= Depth) begin : gen_pipe
    $error("weft_sm_tensor: a pass is longer than the units, and so is Depth");
  end
  if (Depth <= Window + 1 || ReadDepth <= Depth || ReadDepth + 1 > 3 * Depth) begin : gen_depth
    $error("weft_sm_tensor: Window + 1 < Depth < ReadDepth < 3 Depth");
  end

  typedef logic [3:0][Threads-1:0][31:0] rows_t;
  typedef struct packed {
    unit_e      unit;
    logic [9:0] mods;
    rows_t      a, b, c;
  } work_t;
  typedef struct packed {
    meta_t               meta;
    logic [WarpBits-1:0] warp;
    logic [7:0]          d;
    logic [2:0]          regs;
  } about_t;

  // Groups go in.

  work_t                in, hold_q;
  about_t               about, about_q;
  logic                 valid, last;
  logic [CountBits-1:0] group, group_q, left, left_q;
  assign in    = start_i ? '{unit_i, mods_i, a_i, b_i, c_i} : hold_q;
  assign about = start_i ? '{meta_i, warp_i, d_i, regs_i} : about_q;
  assign valid = start_i || left_q != 0;
  assign group = start_i ? '0 : group_q;
  always_comb begin
    left = left_q;
    if (start_i) begin
      unique case (unit_i)
        UnitStep:             left = CountBits'((macs_of(32'(UnitStep)) + Macs - 1) / Macs);
        UnitSteps, UnitBytes: left = CountBits'((macs_of(32'(UnitSteps)) + Macs - 1) / Macs);
        UnitTensor8:          left = CountBits'(macs_of(32'(UnitTensor8)) / Macs);
        default:              left = CountBits'(macs_of(32'(UnitTensor16)) / Macs);
      endcase
    end
  end
  assign last = valid && left == CountBits'(1);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (valid) left_q <= left - 1'b1;
  end
  always_ff @(posedge clk_i) begin
    group_q <= group + 1'b1;
    if (start_i) begin
      hold_q  <= in;
      about_q <= about;
    end
  end

  // The sum number o of an instruction: its row and column, and where it lies. A result of halves
  // has two in a register.

  typedef struct packed {
    logic [3:0] row;
    logic [2:0] column;
    logic [1:0] octet;   // of HMMA.884
    logic [4:0] lane;
    logic [1:0] index;
    logic       part;
    logic       packs;
    logic       none;    // HMMA.884 with sums of halves has two steps
  } place_t;
  function automatic place_t place_of(unit_e unit, logic [9:0] mods, logic [6:0] o);
    place_t p;
    logic   half;
    p    = '0;
    half = 1'b0;
    unique case (unit)
      UnitStep: begin
        half    = o[3];
        p.octet = o[5:4];
        p.row   = {1'b0, half, mods[0], o[2]};
        p.column = {half ^ mods[1], o[1:0]};
        p.lane  = {half, p.octet, o[1], o[2]};
        p.index = {1'b0, o[0]};
      end
      UnitSteps: begin
        half    = o[4];
        p.octet = o[6:5];
        p.row   = {1'b0, half, o[3:2]};
        p.column = {half ^ mods[0], o[1:0]};
        p.lane  = {half, p.octet, o[3:2]};
        p.index = {1'b0, o[1]};
        p.part  = o[0];
        p.packs = 1'b1;
        p.none  = mods[1];
      end
      UnitBytes: begin
        p.row    = {1'b0, o[5:3]};
        p.column = o[2:0];
        p.lane   = {o[5:3], o[2:1]};
        p.index = {1'b0, o[0]};
      end
      default: begin
        p.row    = o[6:3];
        p.column = o[2:0];
        p.lane   = {o[5:3], o[2:1]};
        p.packs  = mods[1:0] == 2'd1;
        p.index = p.packs ? {1'b0, o[6]} : {o[6], o[0]};
        p.part   = p.packs && o[0];
      end
    endcase
    return p;
  endfunction

  // Units of sums of products.

  rows_t acc, acc_q;
  logic [6:0] first;  // sum of the group's first unit
  logic [3:0] k;      // the pass's first element
  always_comb begin
    first = 7'(32'(group) * Dots);
    k     = in.unit == UnitTensor8 || in.unit == UnitTensor16 ? 4'(32'(group) / PerPass * L) : '0;
  end

  logic [1:0]             kind;
  assign kind = in.unit == UnitStep ? 2'd0 : in.unit == UnitSteps ? 2'd1 : in.mods[1:0];
  logic [Dots-1:0][31:0]  sum;
  logic [Dots-1:0]        sum_valid;
  for (genvar n = 0; n < Dots; n++) begin : gen_dot
    place_t           at;
    logic [L-1:0][15:0] a, b;
    logic [31:0]      c, from;
    always_comb begin
      at = place_of(in.unit, in.mods, first + 7'(n));
      for (int x = 0; x < L; x++) begin
        logic [3:0] e;
        logic [4:0] lane_a, lane_b;
        logic [1:0] reg_a, reg_b;
        e = k + 4'(x);
        if (in.unit == UnitStep || in.unit == UnitSteps) begin
          lane_a = {at.row[2], at.octet, at.row[1:0]};
          lane_b = {at.column[2], at.octet, at.column[1:0]};
          reg_a  = {1'b0, e[1]};
          reg_b  = {1'b0, e[1]};
        end else begin
          lane_a = {at.row[2:0], e[2:1]};
          lane_b = {at.column, e[2:1]};
          reg_a  = {e[3], at.row[3]};
          reg_b  = {1'b0, e[3]};
        end
        a[x] = e[0] ? in.a[reg_a][lane_a][31:16] : in.a[reg_a][lane_a][15:0];
        b[x] = e[0] ? in.b[reg_b][lane_b][31:16] : in.b[reg_b][lane_b][15:0];
      end
      from = k == '0 ? in.c[at.index][at.lane] : acc_q[at.index][at.lane];
      c    = at.part ? 32'(from[31:16]) : at.packs ? 32'(from[15:0]) : from;
    end
    weft_sm_tensor_dot #(.Fp32(Fp32), .Fp16(Fp16), .Bf16(Bf16), .Pipe(Pipe)) u_dot (
      .clk_i,
      .rst_ni,
      .in_valid_i (valid && in.unit != UnitBytes),
      .in_kind_i  (kind),
      .in_a_i     (a),
      .in_b_i     (b),
      .in_c_i     (c),
      .out_valid_o(sum_valid[n]),
      .out_d_o    (sum[n])
    );
  end

  logic [6:0] first_int;
  assign first_int = 7'(32'(group) * Ints);
  logic [Ints-1:0][31:0] sum_int;
  logic [Ints-1:0]       int_valid;
  for (genvar n = 0; n < Ints; n++) begin : gen_int
    place_t      at;
    logic [3:0][31:0] a, b;
    always_comb begin
      at = place_of(UnitBytes, in.mods, first_int + 7'(n));
      for (int x = 0; x < 4; x++) begin
        a[x] = in.a[0][{at.row[2:0], 2'(x)}];
        b[x] = in.b[0][{at.column, 2'(x)}];
      end
    end
    weft_sm_int #(.Stages(P)) u_sum (
      .clk_i,
      .rst_ni,
      .in_valid_i     (valid && in.unit == UnitBytes),
      .in_a_unsigned_i(in.mods[0]),
      .in_b_unsigned_i(in.mods[1]),
      .in_a_i         (a),
      .in_b_i         (b),
      .in_c_i         (in.c[at.index][at.lane]),
      .out_valid_o    (int_valid[n]),
      .out_d_o        (sum_int[n])
    );
  end

  // Sums come out, each to its place.

  typedef struct packed {
    unit_e      unit;
    logic [9:0] mods;
    logic [6:0] first, first_int;
  } late_t;
  late_t late, in_late;
  logic  late_valid;
  assign in_late = '{in.unit, in.mods, first, first_int};
  weft_delay #(.data_t(late_t), .Stages(P)) u_late (
    .clk_i,
    .rst_ni,
    .in_valid_i (valid),
    .in_data_i  (in_late),
    .out_valid_o(late_valid),
    .out_data_o (late)
  );
  always_comb begin
    place_t      at;
    logic [31:0] d;
    acc = acc_q;
    at  = '0;
    d   = '0;
    if (late_valid && late.unit == UnitBytes) begin
      for (int n = 0; n < Ints; n++) begin
        at = place_of(UnitBytes, late.mods, late.first_int + 7'(n));
        if (int_valid[n]) acc[at.index][at.lane] = sum_int[n];
      end
    end
    if (late_valid && late.unit != UnitBytes) begin
      for (int n = 0; n < Dots; n++) begin
        at = place_of(late.unit, late.mods, late.first + 7'(n));
        d  = at.none || !sum_valid[n] ? '0 : sum[n];
        if (!at.packs) acc[at.index][at.lane] = d;
        else if (at.part) acc[at.index][at.lane][31:16] = d[15:0];
        else acc[at.index][at.lane][15:0] = d[15:0];
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (late_valid) acc_q <= acc;
  end

  // Instructions behind their last group, by cycles since; results that wait.

  typedef struct packed {
    about_t              about;
    logic                spills;  // more registers than Banks
    logic [SlotBits-1:0] slot;
  } stage_t;
  logic   [ReadDepth+1:1] there_q;
  stage_t            stage_q [ReadDepth+2];  // from 1 on
  logic [SlotBits-1:0] slot_q;
  rows_t             result_q [Slots];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      there_q <= '0;
      slot_q  <= '0;
    end else begin
      there_q <= {there_q[ReadDepth:1], last};
      if (last) slot_q <= slot_q == SlotBits'(Slots - 1) ? '0 : slot_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    stage_q[1] <= '{about, about.d != Rz && 32'(about.regs) > Banks, slot_q};
    for (int s = 2; s < ReadDepth + 2; s++) stage_q[s] <= stage_q[s-1];
    if (there_q[P]) result_q[stage_q[P].slot] <= acc;
  end
  assign stage_q[0] = '0;

  localparam int unsigned NearEarly = Depth - Window - 1;
  localparam int unsigned Near      = ReadDepth - Window - 1;
  assign near_early_o      = there_q[NearEarly];
  assign near_early_meta_o = stage_q[NearEarly].about.meta;
  assign forward_o         = there_q[Depth] && stage_q[Depth].about.d != Rz;
  assign forward_warp_o    = stage_q[Depth].about.warp;
  assign forward_d_o       = stage_q[Depth].about.d;
  assign forward_regs_o    = stage_q[Depth].about.regs;
  assign forward_rows_o    = result_q[stage_q[Depth].slot];
  assign near_o   = {there_q[Near+1] && stage_q[Near+1].spills,
                     there_q[Near] && !stage_q[Near].spills};
  assign write_o  = {there_q[ReadDepth+1] && stage_q[ReadDepth+1].spills, there_q[ReadDepth]};
  assign finish_o = {write_o[1], there_q[ReadDepth] && !stage_q[ReadDepth].spills};
  for (genvar r = 0; r < 2; r++) begin : gen_write
    assign near_meta_o[r] = stage_q[Near+r].about.meta;
    assign meta_o[r]      = stage_q[ReadDepth+r].about.meta;
    assign rows_o[r]      = result_q[stage_q[ReadDepth+r].slot];
  end

  // The youngest sum of a register that is there for tensor instructions.
  for (genvar q = 0; q < Queries; q++) begin : gen_query
    logic [SlotBits-1:0] slot;
    logic [1:0]          index;
    always_comb begin
      slot     = '0;
      index = '0;
      for (int s = ReadDepth + 1; s >= 32'(Depth); s--) begin
        logic [7:0] at;
        at = 8'(query_reg_i[q]) - stage_q[s].about.d;
        if (there_q[s] && stage_q[s].about.d != Rz && stage_q[s].about.warp == query_warp_i &&
            at < 8'(stage_q[s].about.regs)) begin
          slot     = stage_q[s].slot;
          index = at[1:0];
        end
      end
    end
    assign query_row_o[q] = result_q[slot][index];
  end

endmodule
