// SPDX-License-Identifier: Apache-2.0
//
// Check of a job before it runs: what the array lacks, sizes, alignment, strides, addresses,
// windows.
//
//     start_i, job_i --> [ what needs no sum ] --> operand by operand: [ last byte ] --> [ windows ]
//
// The first of these that does not hold ends the check with its code (weft_engine_regs_pkg::error_e):
//
//     Flow       the flow is one of Flows, or 7; not of a COPY
//     Dimension  M, N, K are 1 to MaxDim, the sizes of a CONV not 0
//     Feature    transposed operands, a sparse A, an epilogue only where they are built in
//     Dimension  K of a sparse A is a multiple of 4
//     Alignment  addresses and strides are multiples of their elements; those of C only if it is read
//     Stride     rows of D do not overlap; the planes of a COPY are less than 2^48 bytes apart
//     Dimension  K of a CONV is R * S * CIN
//     Address    no operand reaches beyond the last address
//     Window     each word of the bus with a byte of an operand lies in a window that allows it
//
// Feature and Alignment mean nothing of a COPY.
//
// One adder multiplies a stride by the number of rows, a bit of it a cycle up to its highest 1. The
// check takes a cycle, and for each operand 4 and the bits of its rows - 1: A, B, D, and where
// they are read, data beside A, data beside B, C; of a COPY, D and C. A product more, 2 cycles and
// the bits of its factor, is W * CIN in a CONV's A, and planes - 1 and their stride in a COPY's
// operands; before all, a CONV takes 6 cycles and the bits of R and of S. valid_o is high for one
// cycle, its last.
// clear_i ends it without an answer. Windows are those of the cycle that compares them.

module weft_engine_check
  import weft_engine_pkg::*;
  import weft_engine_regs_pkg::*;
#(
  parameter int unsigned Flows      = 7,      // bit f: CTRL.FLOW f
  parameter int unsigned MaxDim     = 65535,
  parameter int unsigned Transposes = 0,
  parameter int unsigned Sparse     = 0,
  parameter int unsigned Epilogue   = 0,
  parameter int unsigned ABytes     = 1,      // of an element in memory: 1, 2, 4 or 8
  parameter int unsigned BBytes     = 1,
  parameter int unsigned SumBytes   = 4,
  parameter int unsigned ScaleBlock = 0,      // elements with one scale, a power of two; 0: no scales
  parameter int unsigned AddrBits   = 64,
  parameter int unsigned BusBytes   = 16,
  parameter int unsigned Conv       = 0,
  parameter int unsigned Copy       = 0,
  parameter int unsigned Closed     = 0       // 1: where no window allows anything, nothing is allowed
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             start_i,
  input  logic [2:0][31:0] dims_i,    // M, N, K, with start_i
  input  logic             clear_i,
  input  job_t             job_i,     // from the cycle after start_i to valid_o; flow as in CTRL
  input  window_t [3:0]    window_i,
  output logic             valid_o,
  output error_e           error_o    // None: the job may run
);

  typedef enum logic [2:0] {Idle, Simple, Begin, Multiply, Reach, Compare} state_e;
  typedef enum logic [2:0] {OfA, OfB, OfD, BesideA, BesideB, OfC} operand_e;

  state_e      state_q;
  operand_e    operand_q;
  logic        dims_bad_q, outside_q;
  logic [64:0] last_q;    // of the operand, counted from its first byte; or the product so far
  logic        window_q;  // the size of the window is compared, no operand yet
  logic        again_q;   // the second product of an operand
  logic        convolves, copies;
  conv_t       conv;
  assign conv      = conv_t'({job_i.a_extra, job_i.b_extra});
  assign convolves = Conv != 0 && job_i.op == OpConv;
  assign copies    = Copy != 0 && job_i.op == OpCopy;

  // Checks that need no sum.

  logic [3:0]  out_bytes;
  logic        keeps;
  logic [18:0] d_row;
  error_e      simple;
  assign out_bytes = job_i.out == 2'd1 ? 4'd1 : job_i.out == 2'd2 ? 4'd2 : 4'(SumBytes);
  assign keeps     = job_i.out == 2'd0 && !job_i.relu;

  function automatic logic misaligned(logic [2:0] addr, logic [2:0] stride, logic [3:0] bytes);
    return ((addr | stride) & 3'(bytes - 4'd1)) != '0;
  endfunction
  function automatic logic [18:0] times(logic [15:0] elements, logic [3:0] bytes);
    return bytes == 4'd8 ? {elements, 3'b0}
         : bytes == 4'd4 ? {1'b0, elements, 2'b0}
         : bytes == 4'd2 ? {2'b0, elements, 1'b0} : {3'b0, elements};
  endfunction

  assign d_row = times(job_i.n, out_bytes);
  logic empty;  // a size of the picture or of the window is 0
  assign empty = conv.h == '0 || conv.w == '0 || conv.cin == '0 || conv.out_w == '0
              || conv.r == '0 || conv.s == '0 || conv.stride == '0 || conv.dilation == '0;
  always_comb begin
    simple = None;
    if (copies) begin
      if (dims_bad_q) simple = Dimension;
      else if (job_i.a[63:48] != '0 || job_i.b[63:48] != '0
               || (job_i.m > 16'd1 && job_i.ldd < 32'(job_i.n))) begin
        simple = Stride;
      end
    end
    else if (job_i.flow != 3'd7 && !(1'(Flows >> job_i.flow))) simple = Flow;
    else if (dims_bad_q || (convolves && empty)) simple = Dimension;
    else if ((job_i.transpose_a || job_i.transpose_b) && Transposes == 0) simple = Feature;
    else if (job_i.sparse_a && (Sparse == 0 || job_i.flow == 3'd3)) simple = Feature;
    else if (!keeps && Epilogue == 0) simple = Feature;
    else if (job_i.out == 2'd3) simple = Feature;
    else if (job_i.sparse_a && job_i.k[1:0] != '0) simple = Dimension;
    else if (misaligned(job_i.a[2:0], job_i.lda[2:0], 4'(ABytes))
             || misaligned(job_i.b[2:0], job_i.ldb[2:0], 4'(BBytes))
             || misaligned(job_i.d[2:0], job_i.ldd[2:0], out_bytes)
             || (job_i.preload && misaligned(job_i.c[2:0], job_i.ldc[2:0], 4'(SumBytes)))) begin
      simple = Alignment;
    end
    else if (job_i.m > 16'd1 && job_i.ldd < 32'(d_row)) simple = Stride;
  end

  logic unused;
  assign unused = ^{job_i.scale, job_i.overlap, conv.pad, conv.pad_left, conv.pad_top};

  // The operand: `rows` rows of `row` bytes, `stride` bytes from one to the next.

  logic [15:0] stored_k, blocks, beside, rows;
  logic [18:0] row, row_last;  // row_last: its last byte, counted from the first
  logic [31:0] stride;
  logic [63:0] addr;
  assign stored_k = job_i.sparse_a ? job_i.k >> 1 : job_i.k;
  assign blocks   = ScaleBlock == 0 ? '0
                  : 16'((17'(job_i.k) + 17'(ScaleBlock - 1)) >> $clog2(ScaleBlock + 32'(ScaleBlock == 0)));
  assign beside   = job_i.sparse_a ? 16'((17'(job_i.k) + 17'd7) >> 3) : blocks;
  always_comb begin
    unique case (operand_q)
      OfA: begin
        addr   = job_i.a;
        stride = job_i.lda;
        rows   = job_i.transpose_a ? job_i.k : job_i.m;
        row    = times(job_i.transpose_a ? job_i.m : stored_k, 4'(ABytes));
      end
      OfB: begin
        addr   = job_i.b;
        stride = job_i.ldb;
        rows   = job_i.transpose_b ? job_i.n : job_i.k;
        row    = times(job_i.transpose_b ? job_i.k : job_i.n, 4'(BBytes));
      end
      OfD: begin
        addr   = job_i.d;
        stride = job_i.ldd;
        rows   = job_i.m;
        row    = d_row;
      end
      BesideA: begin
        addr   = job_i.a_extra;
        stride = 32'(beside);
        rows   = job_i.m;
        row    = 19'(beside);
      end
      BesideB: begin
        addr   = job_i.b_extra;
        stride = 32'(job_i.n);
        rows   = blocks;
        row    = 19'(job_i.n);
      end
      default: begin
        addr   = job_i.c;
        stride = job_i.ldc;
        rows   = job_i.m;
        row    = times(job_i.n, 4'(SumBytes));
      end
    endcase
    if (convolves && operand_q == OfA) rows = conv.h;
    if (copies && operand_q == OfD) row = 19'(job_i.n);
    if (copies && operand_q == OfC) row = 19'(job_i.n);
  end
  assign row_last = row - 19'd1;

  // Products: of a factor and a step, the first one and where there are two, the second.

  logic [15:0] factor;
  logic [63:0] step;
  logic [64:0] start;  // what they are added to
  logic        twice;
  assign twice = window_q || copies || (convolves && operand_q == OfA);
  always_comb begin
    factor = rows - 16'd1;
    step   = 64'(stride);
    start  = 65'(row_last);
    if (window_q) begin
      factor = again_q ? 16'(conv.r) : 16'(conv.s);
      step   = again_q ? 64'(last_q[31:0]) : 64'(conv.cin);
      start  = '0;
    end else if (again_q) begin
      start  = last_q;
    end else if (copies) begin
      factor = job_i.k - 16'd1;
      step   = operand_q == OfD ? job_i.b : job_i.a;
    end else if (convolves && operand_q == OfA) begin
      factor = conv.w;
      step   = 64'(conv.cin) * ABytes;
      start  = '1;
    end
  end

  // The operands of the job, one bit each.
  logic [5:0] read, later;
  logic       scaled;
  assign scaled = ScaleBlock != 0 && !convolves;
  assign read  = copies ? 6'b100100 : {job_i.preload, scaled, scaled || job_i.sparse_a, 3'b111};
  assign later = window_q ? read : read & ~((6'd2 << operand_q) - 6'd1);

  // The last byte: first from the operand's first one, then its address.

  logic [15:0] left_q;  // bits of rows - 1 that are not added yet
  logic [63:0] step_q;  // behind the last bit, the operand's address
  logic [64:0] sum;
  logic        beyond;
  assign sum    = last_q + 65'(step_q);
  assign beyond = last_q[64] || |(last_q[63:0] >> (AddrBits - 1) >> 1);

  // Windows. The words of the bus with the operand's first and last byte.

  localparam logic [63:0] InWord = 64'(BusBytes) - 64'd1;
  logic [3:0] allows, holds;
  logic       open;  // no window allows anything
  for (genvar i = 0; i < 4; i++) begin : gen_window
    logic unused_lock;
    assign allows[i] = window_i[i].ctrl.read || window_i[i].ctrl.write;
    assign holds[i]  = (operand_q == OfD ? window_i[i].ctrl.write : window_i[i].ctrl.read)
                    && window_i[i].base <= (step_q & ~InWord)
                    && (last_q[63:0] | InWord) <= window_i[i].last;
    assign unused_lock = window_i[i].ctrl.lock;
  end
  assign open = allows == '0 && Closed == 0;

  logic outside;
  assign outside = outside_q || !(open || holds != '0);

  always_comb begin
    valid_o = 1'b0;
    error_o = None;
    if (state_q == Simple) begin
      valid_o = simple != None;
      error_o = simple;
    end else if (state_q == Compare && window_q) begin
      valid_o = last_q != 65'(job_i.k);
      error_o = Dimension;
    end else if (state_q == Compare) begin
      valid_o = beyond || later == '0;
      error_o = beyond ? Address : outside ? Window : None;
    end
    if (clear_i) valid_o = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= Idle;
    else if (clear_i || valid_o) state_q <= Idle;
    else begin
      unique case (state_q)
        Idle:     if (start_i) state_q <= Simple;
        Simple:   state_q <= Begin;
        Begin:    state_q <= Multiply;
        Multiply: if (left_q == '0) state_q <= twice && !again_q ? Begin : Reach;
        Reach:    state_q <= Compare;
        default:  state_q <= Begin;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    unique case (state_q)
      Idle: begin
        dims_bad_q <= 1'b0;
        for (int i = 0; i < 3; i++) begin
          if (dims_i[i] == '0 || dims_i[i] > 32'(MaxDim)) dims_bad_q <= 1'b1;
        end
        operand_q <= OfA;
        outside_q <= 1'b0;
        again_q   <= 1'b0;
      end
      Simple: begin
        window_q  <= convolves;
        operand_q <= copies ? OfD : OfA;
      end
      Begin: begin
        left_q <= factor;
        step_q <= step;
        last_q <= start;
      end
      Multiply: begin
        left_q <= left_q >> 1;
        step_q <= left_q == '0 ? addr : step_q << 1;
        if (left_q[0]) last_q <= sum;
        if (left_q == '0) again_q <= twice && !again_q;
      end
      Reach: if (!window_q) last_q <= sum;
      Compare: begin
        window_q <= 1'b0;
        if (!window_q) begin
          outside_q <= outside;
          for (int i = 5; i > 0; i--) begin
            if (later[i]) operand_q <= operand_e'(3'(i));
          end
        end
      end
      default: ;
    endcase
  end

endmodule
