// SPDX-License-Identifier: Apache-2.0
//
// The phases of an instruction.
//
//      Idle      until a word comes
//      Before    operands that no beat carries: a predicate's count, a slice of ZA; SVCR
//      During    steps: beats or elements
//      After     what needs all of them: folds, predicates, ZA; the end of what has no steps
//
// done_o is high in the last cycle.

module weft_sme_phases
  import weft_sme_pkg::*;
(
  input  logic   clk_i,
  input  logic   rst_ni,

  input  logic   in_valid_i,
  input  uop_t   in_uop_i,
  input  logic   in_legal_i,       // it is executed
  input  uop_t   uop_i,            // the same, when it is taken
  input  logic   legal_i,

  output phase_e phase_o,
  output logic   advance_o,        // to the next step, at the end of this cycle
  output logic   done_o,

  input  logic   memory_advance_i,
  input  logic   memory_last_i,    // with the last item
  input  logic   fault_i,
  input  logic   float_advance_i,
  input  logic   float_last_i,     // with the last result
  input  logic   serial_advance_i,
  input  logic   serial_last_i,    // with the last result
  input  logic   sum_advance_i,
  input  logic   last_step_i,
  input  logic   folds_i,          // a reduction has folds
  input  logic   last_fold_i,

  output logic   pred_valid_o,
  output logic   state_valid_o,
  input  logic   changes_i,        // it writes SVCR

  input  logic   za_free_i,
  input  logic   zero_ready_i,
  input  logic   mopa_ready_i,
  output logic   za_read_o,
  output logic   za_write_o,
  output logic   zero_valid_o,
  output logic   mopa_valid_o
);

  phase_e phase_q, first, next;
  assign phase_o = phase_q;
  always_comb begin
    first = During;
    if (in_uop_i.b_from == Count || in_uop_i.unit inside {FromSlice, StoreSlice, State})
      first = Before;
    if (!in_legal_i || in_uop_i.unit inside {ToSlice, ZeroTiles, OuterProduct, Predicate})
      first = After;
  end

  unit_e unit;
  logic  ends, loads_predicate;
  assign unit            = uop_i.unit;
  assign loads_predicate = unit == Load && uop_i.predicate;
  always_comb begin
    next          = phase_q;
    done_o        = 1'b0;
    advance_o     = 1'b0;
    ends          = 1'b0;
    pred_valid_o  = 1'b0;
    state_valid_o = 1'b0;
    za_read_o     = 1'b0;
    za_write_o    = 1'b0;
    zero_valid_o  = 1'b0;
    mopa_valid_o  = 1'b0;
    unique case (phase_q)
      Idle: if (in_valid_i) next = first;
      Before: begin
        if (unit == State) begin
          state_valid_o = za_free_i || !changes_i;
          if (state_valid_o) next = After;
        end else if (unit inside {FromSlice, StoreSlice}) begin
          za_read_o = za_free_i;
          if (za_free_i) next = During;
        end else begin
          pred_valid_o = 1'b1;
          next         = During;
        end
      end
      During: begin
        if (unit inside {Load, LoadElements, LoadSlice, Store, StoreElements, StoreSlice}) begin
          advance_o = memory_advance_i;
          ends      = memory_last_i;
        end else if (unit == Serial) begin
          advance_o = serial_advance_i;
          ends      = serial_last_i;
        end else if (unit inside {Float, FloatCompare, FloatFlags}) begin
          advance_o = float_advance_i;
          ends      = float_last_i;
        end else begin
          advance_o = !(unit inside {FloatInOrder, FloatTree}) || sum_advance_i;
          ends      = advance_o && last_step_i;
        end
        if (ends) begin
          if (unit inside {Compare, FloatCompare, LoadSlice} || (unit == Reduce && folds_i)
              || loads_predicate)
            next = After;
          else done_o = 1'b1;
        end
        if (fault_i) done_o = 1'b1;
      end
      default: begin
        done_o = 1'b1;
        if (legal_i) begin
          unique case (unit)
            Compare, FloatCompare, Load, Predicate: pred_valid_o = 1'b1;
            Reduce: done_o = last_fold_i;
            ToSlice, LoadSlice: begin
              za_write_o = za_free_i;
              done_o     = za_free_i;
            end
            ZeroTiles: begin
              zero_valid_o = za_free_i;
              done_o       = za_free_i;
            end
            OuterProduct: begin
              mopa_valid_o = zero_ready_i;
              done_o       = zero_ready_i && mopa_ready_i;
            end
            default: ;
          endcase
        end
      end
    endcase
    if (done_o) next = Idle;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) phase_q <= Idle;
    else phase_q <= next;
  end

endmodule
