// SPDX-License-Identifier: Apache-2.0
//
// Prealign shifter: moves the addend's significand to its place beside the product, during the
// multiplication.
//
//      window     Sig         2     Product          Low
//      +-----------------+------+----------------+-------+
//      | addend, shift 0 |      | product        |       |
//      +-----------------+------+----------------+-------+
//      | high_o          | low_o                         |   sticky_o: ones that fell out
//      +-----------------+-------------------------------+
//        addend >> shift ------------------------------------>
//
//      shift = exponent of the window's top bit - exponent of the addend, 0 to Window
//
// An addend that belongs further left stays at shift 0: the product is then below a quarter of the
// sum's last place and counts as sticky in any position. The same applies to a zero product. For an
// effective subtraction, the window is the complement.
//
// The fine shift, by 0 to 7, gives a chunk of Sig + 7 bits, complemented in a subtraction; the
// coarse shift, by multiples of 8, fills with zeros, or ones in a subtraction. The bits that fall
// out are the last ones of the chunk; the multiple gives their number. Combinational.

module weft_fma_align #(
  parameter  int unsigned Sig     = 24,
  parameter  int unsigned Product = 48,
  parameter  int unsigned Low     = 2,
  parameter  int unsigned ExpBits = 11,    // signed
  parameter  bit          Gates   = 1'b1,  // 0: the same by operators on short words
  localparam int unsigned LowPart = 2 + Product + Low,
  localparam int unsigned Window  = Sig + LowPart,
  localparam int unsigned KnownW  = $clog2(Sig + 2)
) (
  input  logic signed [ExpBits-1:0] distance_i,  // the shift, before it is limited
  input  logic                      product_zero_i,
  input  logic [Sig-1:0]            addend_i,
  input  logic                      subtract_i,
  output logic [Sig-1:0]            high_o,
  output logic [LowPart-1:0]        low_o,
  output logic                      sticky_o,
  output logic                      above_o,      // the addend belongs left of the window
  output logic                      low_leads_o,  // the sum begins in the low part
  output logic [KnownW-1:0]         shift_o       // else
);

  localparam int unsigned ShiftW = $clog2(Window + 1);

  logic              beyond;  // the addend is right of the window
  logic [ShiftW-1:0] shift;
  assign above_o = distance_i[ExpBits-1] | product_zero_i;
  assign beyond  = distance_i >= ExpBits'(Window);
  assign shift   = (distance_i[ShiftW-1:0] | {ShiftW{beyond}}) & {ShiftW{!above_o}};

  assign low_leads_o = !above_o & distance_i > ExpBits'(Sig);
  assign shift_o     = shift[KnownW-1:0];

  if (Gates) begin : gen_shifter
    localparam int unsigned Fine  = 3;
    localparam int unsigned Chunk = Sig + (1 << Fine) - 1;

    logic [ShiftW-Fine-1:0] coarse;
    logic [Fine-1:0]        fine;
    assign {coarse, fine} = shift;

    logic [Chunk-1:0]      chunk;
    logic signed [Window:0] placed, window;
    assign chunk  = {addend_i, {(Chunk-Sig){1'b0}}} >> fine;
    assign placed = {subtract_i, chunk ^ {Chunk{subtract_i}}, {(Window-Chunk){subtract_i}}};
    assign window = placed >>> {coarse, {Fine{1'b0}}};

    assign {high_o, low_o} = window[Window-1:0];

    // The number of the chunk's bits that fall out with a coarse shift by k.
    function automatic int unsigned fallen(int unsigned k);
      int unsigned bits;
      bits = (k << Fine) > Window - Chunk ? (k << Fine) - (Window - Chunk) : 0;
      return bits < Chunk ? bits : Chunk;
    endfunction

    always_comb begin
      sticky_o = 1'b0;
      for (int unsigned k = 1; k < (1 << (ShiftW - Fine)); k++) begin
        sticky_o |= coarse >= (ShiftW-Fine)'(k)
                  & (chunk & ~({Chunk{1'b1}} << fallen(k)) & ({Chunk{1'b1}} << fallen(k - 1))) != '0;
      end
    end

    logic unused;
    assign unused = window[Window];
  end else begin : gen_operators
    // Up to 64 bits, shifts of a word by fewer places than it has: a simulation need not compare
    // the two.
    localparam int unsigned AmountW = $clog2(LowPart + 1);
    localparam int unsigned Word    = AmountW > 6 ? LowPart : 1 << AmountW;
    localparam int unsigned HighW   = AmountW > 6 ? Sig : Word;
    localparam logic [ShiftW-1:0] All = ShiftW'(LowPart);  // the addend is all in the low part

    logic [AmountW-1:0] left;
    logic [ShiftW-1:0]  right;
    logic [Sig-1:0]     high;
    logic [LowPart-1:0] low;
    assign left  = AmountW'(All - shift);
    assign right = shift - All;
    always_comb begin
      if (shift <= All) begin
        high     = Sig'(HighW'(addend_i) >> shift[AmountW-1:0]);
        low      = LowPart'(Word'(addend_i) << left);
        sticky_o = 1'b0;
      end else begin
        high     = '0;
        low      = LowPart'(addend_i) >> right;
        sticky_o = (addend_i & ~({Sig{1'b1}} << right)) != '0;
      end
    end
    assign high_o = high ^ {Sig{subtract_i}};
    assign low_o  = low ^ {LowPart{subtract_i}};
  end

endmodule
