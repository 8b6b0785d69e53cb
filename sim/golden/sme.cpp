// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/sme.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "sim/golden/sme/floating.hpp"
#include "sim/golden/sme_machine.hpp"
#include "sim/golden/sme_matrix.hpp"
#include "sim/golden/sme_memory.hpp"
#include "sim/golden/sme_predicate.hpp"
#include "sim/golden/sme_scalar.hpp"
#include "sim/golden/sme_vector.hpp"

namespace weft::golden::sme {
namespace {

using namespace isa;
using enum legal_e;

// Groups.
constexpr std::string_view Sme        = "SME";
constexpr std::string_view Predicates = "SVE predicates and loops";
constexpr std::string_view Integers   = "SVE integers";
constexpr std::string_view Moves      = "SVE moves and permutations";
constexpr std::string_view Floats     = "SVE floating point";
constexpr std::string_view Loads      = "SVE loads and stores";
constexpr std::string_view A64        = "A64";

/// The decode table; mask and value are derived from the patterns.
///
/// Letters: d destination; n, m operands; g, p predicates; s size; t tile or register in memory;
/// v vertical; w slice register; i immediate; f width or flags; others choose an operation.
// clang-format off
constexpr instruction Rows[] = {
    {"10000000 100mmmmm pppgggnn nnns00tt", StreamingZa, Sme, fmopa<4>, "fmopa fmops"},
    {"10000000 110mmmmm pppgggnn nnns0ttt", StreamingZa, Sme, fmopa<8>, "fmopa fmops"},
    {"10000001 101mmmmm pppgggnn nnns00tt", StreamingZa, Sme, fmopa_widening, "fmopa fmops"},
    {"10000001 100mmmmm pppgggnn nnns00tt", StreamingZa, Sme, bfmopa, "bfmopa bfmops"},
    {"10100000 100mmmmm pppgggnn nnns00tt", StreamingZa, Sme, integer_mopa<4>, "smopa smops"},
    {"10100000 110mmmmm pppgggnn nnns0ttt", StreamingZa, Sme, integer_mopa<8>, "smopa smops"},
    {"10100000 101mmmmm pppgggnn nnns00tt", StreamingZa, Sme, integer_mopa<4>, "sumopa sumops"},
    {"10100000 111mmmmm pppgggnn nnns0ttt", StreamingZa, Sme, integer_mopa<8>, "sumopa sumops"},
    {"10100001 100mmmmm pppgggnn nnns00tt", StreamingZa, Sme, integer_mopa<4>, "usmopa usmops"},
    {"10100001 110mmmmm pppgggnn nnns0ttt", StreamingZa, Sme, integer_mopa<8>, "usmopa usmops"},
    {"10100001 101mmmmm pppgggnn nnns00tt", StreamingZa, Sme, integer_mopa<4>, "umopa umops"},
    {"10100001 111mmmmm pppgggnn nnns0ttt", StreamingZa, Sme, integer_mopa<8>, "umopa umops"},
    {"11000000 1001000v pppgggnn nnn000tt", StreamingZa, Sme, add_to_tile<4>, "addha addva"},
    {"11000000 1101000v pppgggnn nnn00ttt", StreamingZa, Sme, add_to_tile<8>, "addha addva"},
    {"11000000 00001000 00000000 iiiiiiii", Za, Sme, zero_tiles, "zero"},
    {"11000000 ss000000 vwwgggnn nnn0iiii", StreamingZa, Sme, mova_to_tile, "mova mov"},
    {"11000000 11000001 vwwgggnn nnn0iiii", StreamingZa, Sme, mova_to_tile, "mova mov"},
    {"11000000 ss000010 vwwggg0i iiiddddd", StreamingZa, Sme, mova_from_tile, "mova mov"},
    {"11000000 11000011 vwwggg0i iiiddddd", StreamingZa, Sme, mova_from_tile, "mova mov"},
    {"11100000 ss0mmmmm vwwgggnn nnn0iiii", StreamingZa, Sme, slice_memory, "ld1b ld1h ld1w ld1d"},
    {"11100001 110mmmmm vwwgggnn nnn0iiii", StreamingZa, Sme, slice_memory, "ld1q"},
    {"11100000 ss1mmmmm vwwgggnn nnn0iiii", StreamingZa, Sme, slice_memory, "st1b st1h st1w st1d"},
    {"11100001 111mmmmm vwwgggnn nnn0iiii", StreamingZa, Sme, slice_memory, "st1q"},
    {"11100001 00000000 0ww000nn nnn0iiii", Za, Sme, whole_row<true>, "ldr"},
    {"11100001 00100000 0ww000nn nnn0iiii", Za, Sme, whole_row<false>, "str"},
    {"00000100 001nnnnn 01011iii iiiddddd", Anywhere, Sme, addvl, "addsvl"},
    {"00000100 011nnnnn 01011iii iiiddddd", Anywhere, Sme, addvl, "addspl"},
    {"00000100 10111111 01011iii iiiddddd", Anywhere, Sme, rdvl, "rdsvl"},
    {"11010101 00000011 0100001i 01111111", Anywhere, Sme, msr_svcr_imm, "smstart smstop"},
    {"11010101 00000011 010001ii 01111111", Anywhere, Sme, msr_svcr_imm, "smstart smstop"},
    {"11010101 00011011 01000010 010ttttt", Anywhere, Sme, msr_svcr, "msr"},
    {"11010101 00111011 01000010 010ttttt", Anywhere, Sme, mrs_svcr, "mrs"},
    {"00000101 00101110 100gggnn nnnddddd", Streaming, Sme, revd, "revd"},
    {"00100101 ss1sssww 01nnnn0m mmm0dddd", Streaming, Sme, psel, "psel"},
    {"01000100 ss0mmmmm 110000nn nnnddddd", Streaming, Sme, clamp<smax, smin>, "sclamp"},
    {"01000100 ss0mmmmm 110001nn nnnddddd", Streaming, Sme, clamp<umax, umin>, "uclamp"},

    {"00100101 ss01100f 111000ii iii0dddd", Anywhere, Predicates, ptrue, "ptrue ptrues"},
    {"00100101 00011000 11100100 0000dddd", Anywhere, Predicates, pfalse, "pfalse"},
    {"00100101 ss1mmmmm 000f01nn nnn0dddd", Anywhere, Predicates, while_less, "whilelt"},
    {"00100101 ss1mmmmm 000f01nn nnn1dddd", Anywhere, Predicates, while_less, "whilele"},
    {"00100101 ss1mmmmm 000f11nn nnn0dddd", Anywhere, Predicates, while_less, "whilelo"},
    {"00100101 ss1mmmmm 000f11nn nnn1dddd", Anywhere, Predicates, while_less, "whilels"},
    {"00100101 1f1mmmmm 001000nn nnnc0000", Anywhere, Predicates, cterm, "ctermeq ctermne"},
    {"00100101 01010000 11gggg0n nnn00000", Anywhere, Predicates, ptest, "ptest"},
    {"00100101 01011000 1100000g ggg0dddd", Anywhere, Predicates, pfirst, "pfirst"},
    {"00100101 ss011001 1100010g ggg0dddd", Anywhere, Predicates, pnext, "pnext"},
    {"00100101 0f00mmmm 01gggg0n nnn0dddd", Anywhere, Predicates, predicate_logical, "and ands"},
    {"00100101 0f00mmmm 01gggg0n nnn1dddd", Anywhere, Predicates, predicate_logical, "bic bics"},
    {"00100101 0f00mmmm 01gggg1n nnn0dddd", Anywhere, Predicates, predicate_logical, "eor eors"},
    {"00100101 1f00mmmm 01gggg0n nnn0dddd", Anywhere, Predicates, predicate_logical, "orr orrs"},
    {"00100101 1f00mmmm 01gggg0n nnn1dddd", Anywhere, Predicates, predicate_logical, "orn orns"},
    {"00100101 1f00mmmm 01gggg1n nnn0dddd", Anywhere, Predicates, predicate_logical, "nor nors"},
    {"00100101 1f00mmmm 01gggg1n nnn1dddd", Anywhere, Predicates, predicate_logical, "nand nands"},
    {"00100101 0000mmmm 01gggg1n nnn1dddd", Anywhere, Predicates, predicate_logical, "sel"},
    {"00100101 0f010000 01gggg0n nnnzdddd", Anywhere, Predicates, brk, "brka brkas"},
    {"00100101 1f010000 01gggg0n nnnzdddd", Anywhere, Predicates, brk, "brkb brkbs"},
    {"00100101 0f00mmmm 11gggg0n nnn0dddd", Anywhere, Predicates, brkp, "brkpa brkpas"},
    {"00100101 0f00mmmm 11gggg0n nnn1dddd", Anywhere, Predicates, brkp, "brkpb brkpbs"},
    {"00100101 0f011000 01gggg0n nnn0dddd", Anywhere, Predicates, brkn, "brkn brkns"},
    {"00000101 0011000h 0100000n nnn0dddd", Anywhere, Predicates, punpk, "punpklo punpkhi"},
    {"00000101 ss10mmmm 0100000n nnn0dddd", Anywhere, Predicates, permute_predicates, "zip1"},
    {"00000101 ss10mmmm 0100010n nnn0dddd", Anywhere, Predicates, permute_predicates, "zip2"},
    {"00000101 ss10mmmm 0100100n nnn0dddd", Anywhere, Predicates, permute_predicates, "uzp1"},
    {"00000101 ss10mmmm 0100110n nnn0dddd", Anywhere, Predicates, permute_predicates, "uzp2"},
    {"00000101 ss10mmmm 0101000n nnn0dddd", Anywhere, Predicates, permute_predicates, "trn1"},
    {"00000101 ss10mmmm 0101010n nnn0dddd", Anywhere, Predicates, permute_predicates, "trn2"},
    {"00000101 ss110100 0100000n nnn0dddd", Anywhere, Predicates, rev_predicate, "rev"},
    {"00100101 00101100 10010000 00000000", NonStreaming, Predicates, setffr, "setffr"},
    {"00100101 00101000 1001000n nnn00000", NonStreaming, Predicates, wrffr, "wrffr"},
    {"00100101 00011001 11110000 0000dddd", NonStreaming, Predicates, rdffr, "rdffr"},
    {"00100101 0f011000 1111000g ggg0dddd", NonStreaming, Predicates, rdffr_active, "rdffr rdffrs"},
    {"00100101 ss100000 10gggg0n nnnddddd", Anywhere, Predicates, cntp, "cntp"},
    {"00100101 ss10110c 1000100n nnnddddd", Anywhere, Predicates, incp, "incp decp"},
    {"00100101 ss10110c 1000000n nnnddddd", Anywhere, Predicates, incp_vector, "incp decp"},
    {"00000100 ss10iiii 111000pp pppddddd", Anywhere, Predicates, cnt, "cntb cnth cntw cntd"},
    {"00000100 ss11iiii 11100cpp pppddddd", Anywhere, Predicates, inc,
     "incb decb inch dech incw decw incd decd"},
    {"00000100 ss11iiii 11000cpp pppddddd", Anywhere, Predicates, inc_vector,
     "inch dech incw decw incd decd"},
    {"00000100 001nnnnn 01010iii iiiddddd", Anywhere, Predicates, addvl, "addvl"},
    {"00000100 011nnnnn 01010iii iiiddddd", Anywhere, Predicates, addvl, "addpl"},
    {"00000100 10111111 01010iii iiiddddd", Anywhere, Predicates, rdvl, "rdvl"},

    {"00000100 ss000000 000gggnn nnnddddd", Anywhere, Integers, active_binary<add>, "add"},
    {"00000100 ss000001 000gggnn nnnddddd", Anywhere, Integers, active_binary<sub>, "sub"},
    {"00000100 ss000011 000gggnn nnnddddd", Anywhere, Integers, active_binary<subr>, "subr"},
    {"00000100 ss001000 000gggnn nnnddddd", Anywhere, Integers, active_binary<smax>, "smax"},
    {"00000100 ss001001 000gggnn nnnddddd", Anywhere, Integers, active_binary<umax>, "umax"},
    {"00000100 ss001010 000gggnn nnnddddd", Anywhere, Integers, active_binary<smin>, "smin"},
    {"00000100 ss001011 000gggnn nnnddddd", Anywhere, Integers, active_binary<umin>, "umin"},
    {"00000100 ss001100 000gggnn nnnddddd", Anywhere, Integers, active_binary<sabd>, "sabd"},
    {"00000100 ss001101 000gggnn nnnddddd", Anywhere, Integers, active_binary<uabd>, "uabd"},
    {"00000100 ss010000 000gggnn nnnddddd", Anywhere, Integers, active_binary<mul>, "mul"},
    {"00000100 ss011000 000gggnn nnnddddd", Anywhere, Integers, active_binary<orr>, "orr"},
    {"00000100 ss011001 000gggnn nnnddddd", Anywhere, Integers, active_binary<eor>, "eor"},
    {"00000100 ss011010 000gggnn nnnddddd", Anywhere, Integers, active_binary<and_>, "and"},
    {"00000100 ss011011 000gggnn nnnddddd", Anywhere, Integers, active_binary<bic>, "bic"},
    {"00000100 ss010000 100gggnn nnnddddd", Anywhere, Integers, active_binary<asr>, "asr"},
    {"00000100 ss010001 100gggnn nnnddddd", Anywhere, Integers, active_binary<lsr>, "lsr"},
    {"00000100 ss010011 100gggnn nnnddddd", Anywhere, Integers, active_binary<lsl>, "lsl"},
    {"00000100 ss000000 100gggss iiiddddd", Anywhere, Integers, active_shift_imm<asr, false>,
     "asr"},
    {"00000100 ss000001 100gggss iiiddddd", Anywhere, Integers, active_shift_imm<lsr, false>,
     "lsr"},
    {"00000100 ss000011 100gggss iiiddddd", Anywhere, Integers, active_shift_imm<lsl, true>, "lsl"},
    {"00000100 ss1ssiii 100100nn nnnddddd", Anywhere, Integers, vector_shift_imm<asr, false>,
     "asr"},
    {"00000100 ss1ssiii 100101nn nnnddddd", Anywhere, Integers, vector_shift_imm<lsr, false>,
     "lsr"},
    {"00000100 ss1ssiii 100111nn nnnddddd", Anywhere, Integers, vector_shift_imm<lsl, true>, "lsl"},
    {"00000100 ss1mmmmm 000000nn nnnddddd", Anywhere, Integers, vector_binary<add>, "add"},
    {"00000100 ss1mmmmm 000001nn nnnddddd", Anywhere, Integers, vector_binary<sub>, "sub"},
    {"00000100 ss1mmmmm 011000nn nnnddddd", Anywhere, Integers, vector_binary<mul>, "mul"},
    {"00000100 001mmmmm 001100nn nnnddddd", Anywhere, Integers, vector_bits<and_>, "and"},
    {"00000100 011mmmmm 001100nn nnnddddd", Anywhere, Integers, vector_bits<orr>, "orr"},
    {"00000100 101mmmmm 001100nn nnnddddd", Anywhere, Integers, vector_bits<eor>, "eor"},
    {"00000100 111mmmmm 001100nn nnnddddd", Anywhere, Integers, vector_bits<bic>, "bic"},
    {"00100101 ss100000 11hiiiii iiiddddd", Anywhere, Integers, vector_imm<add>, "add"},
    {"00100101 ss100001 11hiiiii iiiddddd", Anywhere, Integers, vector_imm<sub>, "sub"},
    {"00100101 ss100011 11hiiiii iiiddddd", Anywhere, Integers, vector_imm<subr>, "subr"},
    {"00100101 ss101000 110iiiii iiiddddd", Anywhere, Integers, vector_signed_imm<smax>, "smax"},
    {"00100101 ss101001 110iiiii iiiddddd", Anywhere, Integers, vector_imm<umax>, "umax"},
    {"00100101 ss101010 110iiiii iiiddddd", Anywhere, Integers, vector_signed_imm<smin>, "smin"},
    {"00100101 ss101011 110iiiii iiiddddd", Anywhere, Integers, vector_imm<umin>, "umin"},
    {"00100101 ss110000 110iiiii iiiddddd", Anywhere, Integers, vector_signed_imm<mul>, "mul"},
    {"00000101 000000ii iiiiiiii iiiddddd", Anywhere, Integers, vector_bit_mask<orr>, "orr"},
    {"00000101 010000ii iiiiiiii iiiddddd", Anywhere, Integers, vector_bit_mask<eor>, "eor"},
    {"00000101 100000ii iiiiiiii iiiddddd", Anywhere, Integers, vector_bit_mask<and_>, "and"},
    {"00000101 110000ii iiiiiiii iiiddddd", Anywhere, Integers, dupm, "dupm"},
    {"00000100 ss0mmmmm 01cgggnn nnnddddd", Anywhere, Integers, mla, "mla mls"},
    {"00000100 ss0mmmmm 11cgggnn nnnddddd", Anywhere, Integers, mad, "mad msb"},
    {"00000100 ss0101r0 000gggnn nnnddddd", Anywhere, Integers, vector_divide<sdiv>, "sdiv sdivr"},
    {"00000100 ss0101r1 000gggnn nnnddddd", Anywhere, Integers, vector_divide<udiv>, "udiv udivr"},
    {"01000100 1s0mmmmm 000000nn nnnddddd", Anywhere, Integers, dot_vectors<true, true>, "sdot"},
    {"01000100 1s0mmmmm 000001nn nnnddddd", Anywhere, Integers, dot_vectors<false, false>, "udot"},
    {"01000100 100mmmmm 011110nn nnnddddd", Anywhere, Integers, dot_vectors<false, true>, "usdot"},
    {"01000100 1s1immmm 000000nn nnnddddd", Anywhere, Integers, dot_indexed<true, true>, "sdot"},
    {"01000100 1s1immmm 000001nn nnnddddd", Anywhere, Integers, dot_indexed<false, false>, "udot"},
    {"01000100 101iimmm 000110nn nnnddddd", Anywhere, Integers, dot_indexed<false, true>, "usdot"},
    {"01000100 101iimmm 000111nn nnnddddd", Anywhere, Integers, dot_indexed<true, false>, "sudot"},
    {"00000100 ss010000 101gggnn nnnddddd", Anywhere, Integers, active_unary<sxt<8>, 2>, "sxtb"},
    {"00000100 ss010001 101gggnn nnnddddd", Anywhere, Integers, active_unary<uxt<8>, 2>, "uxtb"},
    {"00000100 ss010010 101gggnn nnnddddd", Anywhere, Integers, active_unary<sxt<16>, 4>, "sxth"},
    {"00000100 ss010011 101gggnn nnnddddd", Anywhere, Integers, active_unary<uxt<16>, 4>, "uxth"},
    {"00000100 ss010100 101gggnn nnnddddd", Anywhere, Integers, active_unary<sxt<32>, 8>, "sxtw"},
    {"00000100 ss010101 101gggnn nnnddddd", Anywhere, Integers, active_unary<uxt<32>, 8>, "uxtw"},
    {"00000100 ss010110 101gggnn nnnddddd", Anywhere, Integers, active_unary<abs_>, "abs"},
    {"00000100 ss010111 101gggnn nnnddddd", Anywhere, Integers, active_unary<neg>, "neg"},
    {"00000100 ss011001 101gggnn nnnddddd", Anywhere, Integers, active_unary<clz>, "clz"},
    {"00000100 ss011010 101gggnn nnnddddd", Anywhere, Integers, active_unary<cnt_ones>, "cnt"},
    {"00000100 ss011100 101gggnn nnnddddd", Anywhere, Integers, active_unary<fabs_, 2>, "fabs"},
    {"00000100 ss011101 101gggnn nnnddddd", Anywhere, Integers, active_unary<fneg, 2>, "fneg"},
    {"00000100 ss011110 101gggnn nnnddddd", Anywhere, Integers, active_unary<not_>, "not"},
    {"00000100 ss000000 001gggnn nnnddddd", Anywhere, Integers, addv<true>, "saddv"},
    {"00000100 ss000001 001gggnn nnnddddd", Anywhere, Integers, addv<false>, "uaddv"},
    {"00000100 ss001000 001gggnn nnnddddd", Anywhere, Integers, reduce<smax, least_signed>,
     "smaxv"},
    {"00000100 ss001001 001gggnn nnnddddd", Anywhere, Integers, reduce<umax, zero>, "umaxv"},
    {"00000100 ss001010 001gggnn nnnddddd", Anywhere, Integers, reduce<smin, most_signed>, "sminv"},
    {"00000100 ss001011 001gggnn nnnddddd", Anywhere, Integers, reduce<umin, all_ones>, "uminv"},
    {"00000100 ss011000 001gggnn nnnddddd", Anywhere, Integers, reduce<orr, zero>, "orv"},
    {"00000100 ss011001 001gggnn nnnddddd", Anywhere, Integers, reduce<eor, zero>, "eorv"},
    {"00000100 ss011010 001gggnn nnnddddd", Anywhere, Integers, reduce<and_, all_ones>, "andv"},
    {"00100100 ss0mmmmm 000gggnn nnn0dddd", Anywhere, Integers, compare<hs>, "cmphs"},
    {"00100100 ss0mmmmm 000gggnn nnn1dddd", Anywhere, Integers, compare<hi>, "cmphi"},
    {"00100100 ss0mmmmm 100gggnn nnn0dddd", Anywhere, Integers, compare<ge>, "cmpge"},
    {"00100100 ss0mmmmm 100gggnn nnn1dddd", Anywhere, Integers, compare<gt>, "cmpgt"},
    {"00100100 ss0mmmmm 101gggnn nnn0dddd", Anywhere, Integers, compare<eq>, "cmpeq"},
    {"00100100 ss0mmmmm 101gggnn nnn1dddd", Anywhere, Integers, compare<ne>, "cmpne"},
    {"00100101 ss0iiiii 000gggnn nnn0dddd", Anywhere, Integers, compare_imm<ge>, "cmpge"},
    {"00100101 ss0iiiii 000gggnn nnn1dddd", Anywhere, Integers, compare_imm<gt>, "cmpgt"},
    {"00100101 ss0iiiii 001gggnn nnn0dddd", Anywhere, Integers, compare_imm<lt>, "cmplt"},
    {"00100101 ss0iiiii 001gggnn nnn1dddd", Anywhere, Integers, compare_imm<le>, "cmple"},
    {"00100101 ss0iiiii 100gggnn nnn0dddd", Anywhere, Integers, compare_imm<eq>, "cmpeq"},
    {"00100101 ss0iiiii 100gggnn nnn1dddd", Anywhere, Integers, compare_imm<ne>, "cmpne"},
    {"00100100 ss1iiiii ii0gggnn nnn0dddd", Anywhere, Integers, compare_unsigned_imm<hs>, "cmphs"},
    {"00100100 ss1iiiii ii0gggnn nnn1dddd", Anywhere, Integers, compare_unsigned_imm<hi>, "cmphi"},
    {"00100100 ss1iiiii ii1gggnn nnn0dddd", Anywhere, Integers, compare_unsigned_imm<lo>, "cmplo"},
    {"00100100 ss1iiiii ii1gggnn nnn1dddd", Anywhere, Integers, compare_unsigned_imm<ls>, "cmpls"},

    {"00000100 ss1mmmmm 010000nn nnnddddd", Anywhere, Moves, index<false, false>, "index"},
    {"00000100 ss1mmmmm 010001nn nnnddddd", Anywhere, Moves, index<true, false>, "index"},
    {"00000100 ss1mmmmm 010010nn nnnddddd", Anywhere, Moves, index<false, true>, "index"},
    {"00000100 ss1mmmmm 010011nn nnnddddd", Anywhere, Moves, index<true, true>, "index"},
    {"00000101 ss100000 001110nn nnnddddd", Anywhere, Moves, dup, "dup"},
    {"00000101 ii1sssss 001000nn nnnddddd", Anywhere, Moves, dup_element, "dup"},
    {"00100101 ss111000 11hiiiii iiiddddd", Anywhere, Moves, dup_imm, "dup"},
    {"00100101 ss111001 110iiiii iiiddddd", Anywhere, Moves, fdup, "fdup"},
    {"00000101 ss101000 101gggnn nnnddddd", Anywhere, Moves, cpy, "cpy"},
    {"00000101 ss100000 100gggnn nnnddddd", Anywhere, Moves, cpy_scalar, "cpy"},
    {"00000101 ss01gggg 0zhiiiii iiiddddd", Anywhere, Moves, cpy_imm, "cpy"},
    {"00000101 ss01gggg 110iiiii iiiddddd", Anywhere, Moves, fcpy, "fcpy"},
    {"00000101 ss1mmmmm 11ggggnn nnnddddd", Anywhere, Moves, sel, "sel"},
    {"00000100 00100000 101111nn nnnddddd", Anywhere, Moves, movprfx, "movprfx"},
    {"00000100 ss01000z 001gggnn nnnddddd", Anywhere, Moves, movprfx_active, "movprfx"},
    {"00000101 ss100100 001110nn nnnddddd", Anywhere, Moves, insr, "insr"},
    {"00000101 ss1mmmmm 01100hnn nnnddddd", Anywhere, Moves, permute, "zip1 zip2"},
    {"00000101 ss1mmmmm 01101hnn nnnddddd", Anywhere, Moves, permute, "uzp1 uzp2"},
    {"00000101 ss1mmmmm 01110hnn nnnddddd", Anywhere, Moves, permute, "trn1 trn2"},
    {"00000101 ss111000 001110nn nnnddddd", Anywhere, Moves, rev, "rev"},
    {"00000101 001iiiii 000iiinn nnnddddd", Anywhere, Moves, ext, "ext"},
    {"00000101 ss1mmmmm 001100nn nnnddddd", Anywhere, Moves, tbl, "tbl"},
    {"00000101 ss1100uh 001110nn nnnddddd", Anywhere, Moves, unpk,
     "sunpklo sunpkhi uunpklo uunpkhi"},
    {"00000101 ss10000b 101gggnn nnnddddd", Anywhere, Moves, last_to_x, "lasta lastb"},
    {"00000101 ss10001b 100gggnn nnnddddd", Anywhere, Moves, last_to_v, "lasta lastb"},
    {"00000101 ss11000b 101gggnn nnnddddd", Anywhere, Moves, clast_to_x, "clasta clastb"},
    {"00000101 ss10101b 100gggnn nnnddddd", Anywhere, Moves, clast_to_v, "clasta clastb"},
    {"00000101 ss10100b 100gggnn nnnddddd", Anywhere, Moves, clast, "clasta clastb"},

    {"01100101 ss0mmmmm 000000nn nnnddddd", Anywhere, Floats, fp_vector<&arithmetic::add>, "fadd"},
    {"01100101 ss0mmmmm 000001nn nnnddddd", Anywhere, Floats, fp_vector<&arithmetic::sub>, "fsub"},
    {"01100101 ss0mmmmm 000010nn nnnddddd", Anywhere, Floats, fp_vector<&arithmetic::mul>, "fmul"},
    {"01100101 ss000000 100gggnn nnnddddd", Anywhere, Floats, fp_active<&arithmetic::add>, "fadd"},
    {"01100101 ss000001 100gggnn nnnddddd", Anywhere, Floats, fp_active<&arithmetic::sub>, "fsub"},
    {"01100101 ss000010 100gggnn nnnddddd", Anywhere, Floats, fp_active<&arithmetic::mul>, "fmul"},
    {"01100101 ss000011 100gggnn nnnddddd", Anywhere, Floats, fp_active<&arithmetic::sub, true>,
     "fsubr"},
    {"01100101 ss000100 100gggnn nnnddddd", Anywhere, Floats, fp_active<&arithmetic::max_number>,
     "fmaxnm"},
    {"01100101 ss000101 100gggnn nnnddddd", Anywhere, Floats, fp_active<&arithmetic::min_number>,
     "fminnm"},
    {"01100101 ss000110 100gggnn nnnddddd", Anywhere, Floats, fp_active<&arithmetic::max>, "fmax"},
    {"01100101 ss000111 100gggnn nnnddddd", Anywhere, Floats, fp_active<&arithmetic::min>, "fmin"},
    {"01100101 ss001101 100gggnn nnnddddd", Anywhere, Floats, fp_active<&arithmetic::divide>,
     "fdiv"},
    {"01100101 ss001100 100gggnn nnnddddd", Anywhere, Floats, fp_active<&arithmetic::divide, true>,
     "fdivr"},
    {"01100101 ss011000 100ggg00 00iddddd", Anywhere, Floats, fp_imm_active<&arithmetic::add, 0>,
     "fadd"},
    {"01100101 ss011001 100ggg00 00iddddd", Anywhere, Floats, fp_imm_active<&arithmetic::sub, 0>,
     "fsub"},
    {"01100101 ss011010 100ggg00 00iddddd", Anywhere, Floats, fp_imm_active<&arithmetic::mul, 1>,
     "fmul"},
    {"01100101 ss011011 100ggg00 00iddddd", Anywhere, Floats,
     fp_imm_active<&arithmetic::sub, 0, true>, "fsubr"},
    {"01100101 ss011100 100ggg00 00iddddd", Anywhere, Floats,
     fp_imm_active<&arithmetic::max_number, 2>, "fmaxnm"},
    {"01100101 ss011101 100ggg00 00iddddd", Anywhere, Floats,
     fp_imm_active<&arithmetic::min_number, 2>, "fminnm"},
    {"01100101 ss011110 100ggg00 00iddddd", Anywhere, Floats, fp_imm_active<&arithmetic::max, 2>,
     "fmax"},
    {"01100101 ss011111 100ggg00 00iddddd", Anywhere, Floats, fp_imm_active<&arithmetic::min, 2>,
     "fmin"},
    {"01100101 ss1mmmmm 0ccgggnn nnnddddd", Anywhere, Floats, fmla, "fmla fmls fnmla fnmls"},
    {"01100101 ss1mmmmm 1ccgggnn nnnddddd", Anywhere, Floats, fmad, "fmad fmsb fnmad fnmsb"},
    {"01100100 0i1iimmm 00000cnn nnnddddd", Anywhere, Floats, fmla_indexed, "fmla fmls"},
    {"01100100 0i1iimmm 001000nn nnnddddd", Anywhere, Floats, fmul_indexed, "fmul"},
    {"01100100 101iimmm 00000cnn nnnddddd", Anywhere, Floats, fmla_indexed, "fmla fmls"},
    {"01100100 101iimmm 001000nn nnnddddd", Anywhere, Floats, fmul_indexed, "fmul"},
    {"01100100 111immmm 00000cnn nnnddddd", Anywhere, Floats, fmla_indexed, "fmla fmls"},
    {"01100100 111immmm 001000nn nnnddddd", Anywhere, Floats, fmul_indexed, "fmul"},
    {"01100100 101mmmmm 10c00tnn nnnddddd", Anywhere, Floats, fmlal_vectors,
     "fmlalb fmlalt fmlslb fmlslt"},
    {"01100100 101iimmm 01c0itnn nnnddddd", Anywhere, Floats, fmlal_indexed,
     "fmlalb fmlalt fmlslb fmlslt"},
    {"01100100 ss1mmmmm 001001nn nnnddddd", Streaming, Floats, fclamp, "fclamp"},
    {"01100101 ss001101 101gggnn nnnddddd", Anywhere, Floats, fsqrt, "fsqrt"},
    {"01100101 ss000ooo 101gggnn nnnddddd", Anywhere, Floats, frint,
     "frintn frintp frintm frintz frinta frintx frinti"},
    {"01100101 10001000 101gggnn nnnddddd", Anywhere, Floats, fcvt<4, 2>, "fcvt"},
    {"01100101 10001001 101gggnn nnnddddd", Anywhere, Floats, fcvt<2, 4>, "fcvt"},
    {"01100101 11001000 101gggnn nnnddddd", Anywhere, Floats, fcvt<8, 2>, "fcvt"},
    {"01100101 11001001 101gggnn nnnddddd", Anywhere, Floats, fcvt<2, 8>, "fcvt"},
    {"01100101 11001010 101gggnn nnnddddd", Anywhere, Floats, fcvt<8, 4>, "fcvt"},
    {"01100101 11001011 101gggnn nnnddddd", Anywhere, Floats, fcvt<4, 8>, "fcvt"},
    {"01100101 10001010 101gggnn nnnddddd", Anywhere, Floats, bfcvt, "bfcvt"},
    {"01100100 10001010 101gggnn nnnddddd", Anywhere, Floats, bfcvtnt, "bfcvtnt"},
    {"01100101 0101001u 101gggnn nnnddddd", Anywhere, Floats, int_to_fp<2, 2>, "scvtf ucvtf"},
    {"01100101 0101010u 101gggnn nnnddddd", Anywhere, Floats, int_to_fp<4, 2>, "scvtf ucvtf"},
    {"01100101 0101011u 101gggnn nnnddddd", Anywhere, Floats, int_to_fp<8, 2>, "scvtf ucvtf"},
    {"01100101 1001010u 101gggnn nnnddddd", Anywhere, Floats, int_to_fp<4, 4>, "scvtf ucvtf"},
    {"01100101 1101000u 101gggnn nnnddddd", Anywhere, Floats, int_to_fp<4, 8>, "scvtf ucvtf"},
    {"01100101 1101010u 101gggnn nnnddddd", Anywhere, Floats, int_to_fp<8, 4>, "scvtf ucvtf"},
    {"01100101 1101011u 101gggnn nnnddddd", Anywhere, Floats, int_to_fp<8, 8>, "scvtf ucvtf"},
    {"01100101 0101101u 101gggnn nnnddddd", Anywhere, Floats, fp_to_int<2, 2>, "fcvtzs fcvtzu"},
    {"01100101 0101110u 101gggnn nnnddddd", Anywhere, Floats, fp_to_int<2, 4>, "fcvtzs fcvtzu"},
    {"01100101 0101111u 101gggnn nnnddddd", Anywhere, Floats, fp_to_int<2, 8>, "fcvtzs fcvtzu"},
    {"01100101 1001110u 101gggnn nnnddddd", Anywhere, Floats, fp_to_int<4, 4>, "fcvtzs fcvtzu"},
    {"01100101 1101100u 101gggnn nnnddddd", Anywhere, Floats, fp_to_int<8, 4>, "fcvtzs fcvtzu"},
    {"01100101 1101110u 101gggnn nnnddddd", Anywhere, Floats, fp_to_int<4, 8>, "fcvtzs fcvtzu"},
    {"01100101 1101111u 101gggnn nnnddddd", Anywhere, Floats, fp_to_int<8, 8>, "fcvtzs fcvtzu"},
    {"01100101 ss0mmmmm 010gggnn nnn0dddd", Anywhere, Floats, fp_compare<order_e::Ge>, "fcmge"},
    {"01100101 ss0mmmmm 010gggnn nnn1dddd", Anywhere, Floats, fp_compare<order_e::Gt>, "fcmgt"},
    {"01100101 ss0mmmmm 011gggnn nnn0dddd", Anywhere, Floats, fp_compare<order_e::Eq>, "fcmeq"},
    {"01100101 ss0mmmmm 011gggnn nnn1dddd", Anywhere, Floats, fp_compare<order_e::Ne>, "fcmne"},
    {"01100101 ss0mmmmm 110gggnn nnn0dddd", Anywhere, Floats, fp_compare<order_e::Uo>, "fcmuo"},
    {"01100101 ss0mmmmm 110gggnn nnn1dddd", Anywhere, Floats, fp_compare<order_e::Ge, true>,
     "facge"},
    {"01100101 ss0mmmmm 111gggnn nnn1dddd", Anywhere, Floats, fp_compare<order_e::Gt, true>,
     "facgt"},
    {"01100101 ss010000 001gggnn nnn0dddd", Anywhere, Floats, fp_compare_zero<order_e::Ge>,
     "fcmge"},
    {"01100101 ss010000 001gggnn nnn1dddd", Anywhere, Floats, fp_compare_zero<order_e::Gt>,
     "fcmgt"},
    {"01100101 ss010001 001gggnn nnn0dddd", Anywhere, Floats, fp_compare_zero<order_e::Lt>,
     "fcmlt"},
    {"01100101 ss010001 001gggnn nnn1dddd", Anywhere, Floats, fp_compare_zero<order_e::Le>,
     "fcmle"},
    {"01100101 ss010010 001gggnn nnn0dddd", Anywhere, Floats, fp_compare_zero<order_e::Eq>,
     "fcmeq"},
    {"01100101 ss010011 001gggnn nnn0dddd", Anywhere, Floats, fp_compare_zero<order_e::Ne>,
     "fcmne"},
    {"01100101 ss011000 001gggnn nnnddddd", NonStreaming, Floats, fadda, "fadda"},
    {"01100101 ss000000 001gggnn nnnddddd", Anywhere, Floats, fp_tree<&arithmetic::add,
     positive_zero>,
     "faddv"},
    {"01100101 ss000100 001gggnn nnnddddd", Anywhere, Floats, fp_tree<&arithmetic::max_number,
     a_quiet_nan>,
     "fmaxnmv"},
    {"01100101 ss000101 001gggnn nnnddddd", Anywhere, Floats, fp_tree<&arithmetic::min_number,
     a_quiet_nan>,
     "fminnmv"},
    {"01100101 ss000110 001gggnn nnnddddd", Anywhere, Floats, fp_tree<&arithmetic::max,
     least_float>,
     "fmaxv"},
    {"01100101 ss000111 001gggnn nnnddddd", Anywhere, Floats, fp_tree<&arithmetic::min, most_float>,
     "fminv"},

    {"1010010t tttmmmmm 010gggnn nnnddddd", Anywhere, Loads, ld1_register,
     "ld1b ld1h ld1w ld1d ld1sb ld1sh ld1sw"},
    {"1010010t ttt0iiii 101gggnn nnnddddd", Anywhere, Loads, ld1_imm,
     "ld1b ld1h ld1w ld1d ld1sb ld1sh ld1sw"},
    {"1010010t tttmmmmm 011gggnn nnnddddd", NonStreaming, Loads, ldff1_register,
     "ldff1b ldff1h ldff1w ldff1d ldff1sb ldff1sh ldff1sw"},
    {"1010010t ttt1iiii 101gggnn nnnddddd", NonStreaming, Loads, ldnf1,
     "ldnf1b ldnf1h ldnf1w ldnf1d ldnf1sb ldnf1sh ldnf1sw"},
    {"1000010t t1iiiiii 1ttgggnn nnnddddd", Anywhere, Loads, ld1r,
     "ld1rb ld1rh ld1rw ld1rd ld1rsb ld1rsh ld1rsw"},
    {"1010010s s00mmmmm 110gggnn nnnddddd", Anywhere, Loads, ldnt1_register,
     "ldnt1b ldnt1h ldnt1w ldnt1d"},
    {"1010010s s000iiii 111gggnn nnnddddd", Anywhere, Loads, ldnt1_imm,
     "ldnt1b ldnt1h ldnt1w ldnt1d"},
    {"1010010s s00mmmmm 000gggnn nnnddddd", Anywhere, Loads, ld1rq_register,
     "ld1rqb ld1rqh ld1rqw ld1rqd"},
    {"1010010s s000iiii 001gggnn nnnddddd", Anywhere, Loads, ld1rq_imm,
     "ld1rqb ld1rqh ld1rqw ld1rqd"},
    {"1110010s s00mmmmm 011gggnn nnnddddd", Anywhere, Loads, stnt1_register,
     "stnt1b stnt1h stnt1w stnt1d"},
    {"1110010s s001iiii 111gggnn nnnddddd", Anywhere, Loads, stnt1_imm,
     "stnt1b stnt1h stnt1w stnt1d"},
    {"1010010s s01mmmmm 110gggnn nnnddddd", Anywhere, Loads, load_structures<true>,
     "ld2b ld2h ld2w ld2d"},
    {"1010010s s010iiii 111gggnn nnnddddd", Anywhere, Loads, load_structures<false>,
     "ld2b ld2h ld2w ld2d"},
    {"1110010s s01mmmmm 011gggnn nnnddddd", Anywhere, Loads, store_structures<true>,
     "st2b st2h st2w st2d"},
    {"1110010s s011iiii 111gggnn nnnddddd", Anywhere, Loads, store_structures<false>,
     "st2b st2h st2w st2d"},
    {"1010010s s10mmmmm 110gggnn nnnddddd", Anywhere, Loads, load_structures<true>,
     "ld3b ld3h ld3w ld3d"},
    {"1010010s s100iiii 111gggnn nnnddddd", Anywhere, Loads, load_structures<false>,
     "ld3b ld3h ld3w ld3d"},
    {"1110010s s10mmmmm 011gggnn nnnddddd", Anywhere, Loads, store_structures<true>,
     "st3b st3h st3w st3d"},
    {"1110010s s101iiii 111gggnn nnnddddd", Anywhere, Loads, store_structures<false>,
     "st3b st3h st3w st3d"},
    {"1010010s s11mmmmm 110gggnn nnnddddd", Anywhere, Loads, load_structures<true>,
     "ld4b ld4h ld4w ld4d"},
    {"1010010s s110iiii 111gggnn nnnddddd", Anywhere, Loads, load_structures<false>,
     "ld4b ld4h ld4w ld4d"},
    {"1110010s s11mmmmm 011gggnn nnnddddd", Anywhere, Loads, store_structures<true>,
     "st4b st4h st4w st4d"},
    {"1110010s s111iiii 111gggnn nnnddddd", Anywhere, Loads, store_structures<false>,
     "st4b st4h st4w st4d"},
    {"1110010s s0smmmmm 1x0gggnn nnnddddd", NonStreaming, Loads, scatter_offsets,
     "st1b st1h st1w st1d"},
    {"1110010s s1smmmmm 1x0gggnn nnnddddd", NonStreaming, Loads, scatter_offsets,
     "st1b st1h st1w"},
    {"1110010s s0smmmmm 101gggnn nnnddddd", NonStreaming, Loads, scatter_offsets,
     "st1b st1h st1w st1d"},
    {"1110010s s10iiiii 101gggnn nnnddddd", NonStreaming, Loads, scatter_addresses,
     "st1b st1h st1w st1d"},
    {"1110010s s11iiiii 101gggnn nnnddddd", NonStreaming, Loads, scatter_addresses,
     "st1b st1h st1w"},
    {"11100100 0ssmmmmm 010gggnn nnnddddd", Anywhere, Loads, st1_register, "st1b"},
    {"11100100 1ssmmmmm 010gggnn nnnddddd", Anywhere, Loads, st1_register, "st1h"},
    {"11100101 01smmmmm 010gggnn nnnddddd", Anywhere, Loads, st1_register, "st1w"},
    {"11100101 111mmmmm 010gggnn nnnddddd", Anywhere, Loads, st1_register, "st1d"},
    {"11100100 0ss0iiii 111gggnn nnnddddd", Anywhere, Loads, st1_imm, "st1b"},
    {"11100100 1ss0iiii 111gggnn nnnddddd", Anywhere, Loads, st1_imm, "st1h"},
    {"11100101 01s0iiii 111gggnn nnnddddd", Anywhere, Loads, st1_imm, "st1w"},
    {"11100101 1110iiii 111gggnn nnnddddd", Anywhere, Loads, st1_imm, "st1d"},
    {"10000101 10iiiiii 010iiinn nnnddddd", Anywhere, Loads, whole_vector<true>, "ldr"},
    {"10000101 10iiiiii 000iiinn nnn0dddd", Anywhere, Loads, whole_predicate<true>, "ldr"},
    {"11100101 10iiiiii 010iiinn nnnddddd", Anywhere, Loads, whole_vector<false>, "str"},
    {"11100101 10iiiiii 000iiinn nnn0dddd", Anywhere, Loads, whole_predicate<false>, "str"},
    {"10000100 0x0mmmmm 0ufgggnn nnnddddd", NonStreaming, Loads, gather_offsets_32,
     "ld1b ld1sb ldff1b ldff1sb"},
    {"10000100 1xcmmmmm 0ufgggnn nnnddddd", NonStreaming, Loads, gather_offsets_32,
     "ld1h ld1sh ldff1h ldff1sh"},
    {"10000101 0xcmmmmm 01fgggnn nnnddddd", NonStreaming, Loads, gather_offsets_32, "ld1w ldff1w"},
    {"10000100 001iiiii 1ufgggnn nnnddddd", NonStreaming, Loads, gather_addresses,
     "ld1b ld1sb ldff1b ldff1sb"},
    {"10000100 101iiiii 1ufgggnn nnnddddd", NonStreaming, Loads, gather_addresses,
     "ld1h ld1sh ldff1h ldff1sh"},
    {"10000101 001iiiii 11fgggnn nnnddddd", NonStreaming, Loads, gather_addresses, "ld1w ldff1w"},
    {"11000100 0x0mmmmm 0ufgggnn nnnddddd", NonStreaming, Loads, gather_offsets_32,
     "ld1b ld1sb ldff1b ldff1sb"},
    {"11000100 010mmmmm 1ufgggnn nnnddddd", NonStreaming, Loads, gather_offsets_64,
     "ld1b ld1sb ldff1b ldff1sb"},
    {"11000100 001iiiii 1ufgggnn nnnddddd", NonStreaming, Loads, gather_addresses,
     "ld1b ld1sb ldff1b ldff1sb"},
    {"11000100 1xcmmmmm 0ufgggnn nnnddddd", NonStreaming, Loads, gather_offsets_32,
     "ld1h ld1sh ldff1h ldff1sh"},
    {"11000100 11cmmmmm 1ufgggnn nnnddddd", NonStreaming, Loads, gather_offsets_64,
     "ld1h ld1sh ldff1h ldff1sh"},
    {"11000100 101iiiii 1ufgggnn nnnddddd", NonStreaming, Loads, gather_addresses,
     "ld1h ld1sh ldff1h ldff1sh"},
    {"11000101 0xcmmmmm 0ufgggnn nnnddddd", NonStreaming, Loads, gather_offsets_32,
     "ld1w ld1sw ldff1w ldff1sw"},
    {"11000101 01cmmmmm 1ufgggnn nnnddddd", NonStreaming, Loads, gather_offsets_64,
     "ld1w ld1sw ldff1w ldff1sw"},
    {"11000101 001iiiii 1ufgggnn nnnddddd", NonStreaming, Loads, gather_addresses,
     "ld1w ld1sw ldff1w ldff1sw"},
    {"11000101 1xcmmmmm 01fgggnn nnnddddd", NonStreaming, Loads, gather_offsets_32, "ld1d ldff1d"},
    {"11000101 11cmmmmm 11fgggnn nnnddddd", NonStreaming, Loads, gather_offsets_64, "ld1d ldff1d"},
    {"11000101 101iiiii 11fgggnn nnnddddd", NonStreaming, Loads, gather_addresses, "ld1d ldff1d"},

    {"fcc10001 0hiiiiii iiiiiinn nnnddddd", Anywhere, A64, add_sub_imm, "add adds sub subs"},
    {"fcc01011 hh0mmmmm iiiiiinn nnnddddd", Anywhere, A64, add_sub_shifted, "add adds sub subs"},
    {"fcc01011 001mmmmm oooiiinn nnnddddd", Anywhere, A64, add_sub_extended, "add adds sub subs"},
    {"fcc11010 000mmmmm 000000nn nnnddddd", Anywhere, A64, add_sub_carry, "adc adcs sbc sbcs"},
    {"fcc10010 0iiiiiii iiiiiinn nnnddddd", Anywhere, A64, logical_imm, "and orr eor ands"},
    {"fcc01010 hhimmmmm iiiiiinn nnnddddd", Anywhere, A64, logical_shifted,
     "and bic orr orn eor eon ands bics"},
    {"fcc10010 1hhiiiii iiiiiiii iiiddddd", Anywhere, A64, mov_wide, "movn movz movk"},
    {"fcc10011 0hiiiiii iiiiiinn nnnddddd", Anywhere, A64, bitfield, "sbfm bfm ubfm"},
    {"f0010011 1h0mmmmm iiiiiinn nnnddddd", Anywhere, A64, extr, "extr"},
    {"fii10000 iiiiiiii iiiiiiii iiiddddd", Anywhere, A64, adr, "adr adrp"},
    {"fc011010 100mmmmm cccc0cnn nnnddddd", Anywhere, A64, csel, "csel csinc csinv csneg"},
    {"fc111010 010mmmmm cccci0nn nnn0iiii", Anywhere, A64, ccmp, "ccmp ccmn"},
    {"f0011010 110mmmmm 0010ccnn nnnddddd", Anywhere, A64, shift_by_register,
     "lslv lsrv asrv rorv"},
    {"f0011010 110mmmmm 00001cnn nnnddddd", Anywhere, A64, divide, "udiv sdiv"},
    {"f1011010 11000000 0000ccnn nnnddddd", Anywhere, A64, bits_of_one, "rbit rev16 rev rev32"},
    {"f1011010 11000000 00010cnn nnnddddd", Anywhere, A64, bits_of_one, "clz cls"},
    {"f0011011 000mmmmm caaaaann nnnddddd", Anywhere, A64, multiply_add, "madd msub"},
    {"10011011 u01mmmmm caaaaann nnnddddd", Anywhere, A64, multiply_add_long,
     "smaddl smsubl umaddl umsubl"},
    {"10011011 u10mmmmm 0xxxxxnn nnnddddd", Anywhere, A64, multiply_high, "smulh umulh"},
    {"f00101ii iiiiiiii iiiiiiii iiiiiiii", Anywhere, A64, branch, "b bl"},
    {"01010100 iiiiiiii iiiiiiii iii0cccc", Anywhere, A64, branch_cond, "b.cond"},
    {"f011010c iiiiiiii iiiiiiii iiittttt", Anywhere, A64, compare_branch, "cbz cbnz"},
    {"b011011c bbbbbiii iiiiiiii iiittttt", Anywhere, A64, test_branch, "tbz tbnz"},
    {"11010110 00011111 000000nn nnn00000", Anywhere, A64, branch_register, "br"},
    {"11010110 00111111 000000nn nnn00000", Anywhere, A64, branch_register, "blr"},
    {"11010110 01011111 000000nn nnn00000", Anywhere, A64, branch_register, "ret"},
    {"11010100 000iiiii iiiiiiii iii00001", Anywhere, A64, end, "svc"},
    {"11010100 001iiiii iiiiiiii iii00000", Anywhere, A64, end, "brk"},
    {"11010101 00000011 0010iiii iii11111", Anywhere, A64, nop, "hint"},
    {"11010101 00011011 01000100 000ttttt", Anywhere, A64, msr_fpcr, "msr"},
    {"11010101 00111011 01000100 000ttttt", Anywhere, A64, mrs_fpcr, "mrs"},
    {"11010101 00011011 01000100 001ttttt", Anywhere, A64, msr_fpsr, "msr"},
    {"11010101 00111011 01000100 001ttttt", Anywhere, A64, mrs_fpsr, "mrs"},
    {"11010101 00011011 01000010 000ttttt", Anywhere, A64, msr_nzcv, "msr"},
    {"11010101 00111011 01000010 000ttttt", Anywhere, A64, mrs_nzcv, "mrs"},
    {"11010101 00011011 11010000 101ttttt", Anywhere, A64, msr_tpidr2, "msr"},
    {"11010101 00111011 11010000 101ttttt", Anywhere, A64, mrs_tpidr2, "mrs"},
    {"ss111t01 ooiiiiii iiiiiinn nnnttttt", Anywhere, A64, load_store_imm,
     "ldr str ldrb strb ldrh strh ldrsb ldrsh ldrsw prfm"},
    {"ss111t00 oo0iiiii iiii00nn nnnttttt", Anywhere, A64, load_store_near,
     "ldur stur ldurb sturb ldurh sturh ldursb ldursh ldursw prfum"},
    {"ss111t00 oo0iiiii iiiim1nn nnnttttt", Anywhere, A64, load_store_near,
     "ldr str ldrb strb ldrh strh ldrsb ldrsh ldrsw"},
    {"ss111t00 oo1mmmmm eeeh10nn nnnttttt", Anywhere, A64, load_store_register,
     "ldr str ldrb strb ldrh strh ldrsb ldrsh ldrsw prfm"},
    {"ss011t00 iiiiiiii iiiiiiii iiittttt", Anywhere, A64, load_literal, "ldr ldrsw prfm"},
    {"s0101t0m mliiiiii iaaaaann nnnttttt", Anywhere, A64, load_store_pair, "ldp stp ldnp stnp"},
    {"0110100m m1iiiiii iaaaaann nnnttttt", Anywhere, A64, load_store_pair, "ldpsw"},
    {"0110110m mliiiiii iaaaaann nnnttttt", Anywhere, A64, load_store_pair, "ldp stp ldnp stnp"},
    {"00011110 ss1mmmmm 000010nn nnnddddd", Anywhere, A64, fp_two<&arithmetic::mul>, "fmul"},
    {"00011110 ss1mmmmm 000110nn nnnddddd", Anywhere, A64, fp_two<&arithmetic::divide>, "fdiv"},
    {"00011110 ss1mmmmm 001010nn nnnddddd", Anywhere, A64, fp_two<&arithmetic::add>, "fadd"},
    {"00011110 ss1mmmmm 001110nn nnnddddd", Anywhere, A64, fp_two<&arithmetic::sub>, "fsub"},
    {"00011110 ss1mmmmm 010010nn nnnddddd", Anywhere, A64, fp_two<&arithmetic::max>, "fmax"},
    {"00011110 ss1mmmmm 010110nn nnnddddd", Anywhere, A64, fp_two<&arithmetic::min>, "fmin"},
    {"00011110 ss1mmmmm 011010nn nnnddddd", Anywhere, A64, fp_two<&arithmetic::max_number>,
     "fmaxnm"},
    {"00011110 ss1mmmmm 011110nn nnnddddd", Anywhere, A64, fp_two<&arithmetic::min_number>,
     "fminnm"},
    {"00011110 ss1mmmmm 100010nn nnnddddd", Anywhere, A64, fp_two<&arithmetic::mul, true>, "fnmul"},
    {"00011110 ss100001 110000nn nnnddddd", Anywhere, A64, fsqrt_scalar, "fsqrt"},
    {"00011110 ss1001oo o10000nn nnnddddd", Anywhere, A64, frint_scalar,
     "frintn frintp frintm frintz frinta frintx frinti"},
    {"00011110 ss10001o o10000nn nnnddddd", Anywhere, A64, fcvt_scalar, "fcvt bfcvt"},
    {"f0011110 ss10001u 000000nn nnnddddd", Anywhere, A64, int_to_fp_scalar, "scvtf ucvtf"},
    {"f0011110 ss1rr00u 000000nn nnnddddd", Anywhere, A64, fp_to_int_scalar,
     "fcvtns fcvtps fcvtms fcvtzs fcvtnu fcvtpu fcvtmu fcvtzu"},
    {"f0011110 ss10010u 000000nn nnnddddd", Anywhere, A64, fp_to_int_scalar, "fcvtas fcvtau"},
    {"00011110 ss1mmmmm 001000nn nnne0000", Anywhere, A64, fcmp_scalar, "fcmp fcmpe"},
    {"00011110 ss100000 001000nn nnne1000", Anywhere, A64, fcmp_scalar, "fcmp fcmpe"},
    {"00011110 ss1mmmmm cccc01nn nnneffff", Anywhere, A64, fccmp, "fccmp fccmpe"},
    {"00011110 ss1mmmmm cccc11nn nnnddddd", Anywhere, A64, fcsel, "fcsel"},
    {"00011111 ssfmmmmm caaaaann nnnddddd", Anywhere, A64, fp_multiply_add,
     "fmadd fmsub fnmadd fnmsub"},
    {"00011110 ss100000 010000nn nnnddddd", Anywhere, A64, fp_one, "fmov"},
    {"00011110 ss100000 110000nn nnnddddd", Anywhere, A64, fp_one, "fabs"},
    {"00011110 ss100001 010000nn nnnddddd", Anywhere, A64, fp_one, "fneg"},
    {"00011110 ss1iiiii iii10000 000ddddd", Anywhere, A64, fp_imm, "fmov"},
    {"f0011110 ss10011c 000000nn nnnddddd", Anywhere, A64, fp_move, "fmov"},
};
// clang-format on

/// The decode table with mask and value.
constexpr auto Table = [] {
  std::array<instruction, std::size(Rows)> table{};
  std::copy(std::begin(Rows), std::end(Rows), table.begin());
  for (auto& row : table) {
    int bits = 0;
    for (const char c : row.pattern) {
      if (c == ' ') continue;
      row.mask  = row.mask << 1 | (c == '0' || c == '1');
      row.value = row.value << 1 | (c == '1');
      ++bits;
    }
    if (bits != 32) throw row.name;
  }
  return table;
}();

constexpr bool distinct() {
  for (const auto& a : Table) {
    for (const auto& b : Table) {
      if (&a != &b && ((a.value ^ b.value) & a.mask & b.mask) == 0) return false;
    }
  }
  return true;
}
static_assert(distinct(), "no word matches two lines");

/// Table lines, grouped by the upper eight bits of the words that match them.
const auto& buckets() {
  static const auto made = [] {
    std::array<std::vector<const instruction*>, 256> by_byte;
    for (unsigned byte = 0; byte < by_byte.size(); ++byte) {
      for (const auto& row : Table) {
        if (((byte << 24 ^ row.value) & row.mask & 0xff000000) == 0) by_byte[byte].push_back(&row);
      }
    }
    return by_byte;
  }();
  return made;
}

void check_legal(const state& s, legal_e legal) {
  const bool streaming = legal == Streaming || legal == StreamingZa;
  const bool za        = legal == Za || legal == StreamingZa;
  if (streaming && !s.sm) throw stopped{stop_e::Illegal, "needs streaming mode"};
  if (za && !s.za) throw stopped{stop_e::Illegal, "needs ZA"};
  if (legal == NonStreaming && s.sm) throw stopped{stop_e::Illegal, "illegal in streaming mode"};
}

}  // namespace

void state::set_svcr(bool new_sm, bool new_za) {
  if (new_sm != sm) {
    z    = {};
    p    = {};
    ffr  = {};
    fpsr = FpsrOnModeChange;
  }
  if (new_za != za) rows = {};
  sm = new_sm;
  za = new_za;
}

void paged_memory::map(std::uint64_t address, std::uint64_t bytes) {
  for (auto at = address / PageBytes; bytes != 0 && at <= (address + bytes - 1) / PageBytes; ++at) {
    pages_.try_emplace(at * PageBytes, page{});
  }
}

namespace {

/// Calls f(page, offset within it, part of the bytes) for every page of an access, if all pages are
/// mapped.
template <class Pages, class F>
bool on_pages(Pages& pages, std::uint64_t address, std::size_t bytes, F&& f) {
  constexpr auto Page = paged_memory::PageBytes;
  if (const auto offset = address % Page; offset + bytes <= Page) {
    const auto found = bytes == 0 ? pages.end() : pages.find(address - offset);
    if (found != pages.end()) f(found->second.data() + offset, std::size_t{0}, bytes);
    return found != pages.end() || bytes == 0;
  }
  for (const bool there : {false, true}) {
    for (std::size_t done = 0; done < bytes;) {
      const auto at     = address + done;
      const auto offset = at % Page;
      const auto part   = std::min<std::size_t>(bytes - done, Page - offset);
      const auto found  = pages.find(at - offset);
      if (found == pages.end()) return false;
      if (there) f(found->second.data() + offset, done, part);
      done += part;
    }
  }
  return true;
}

}  // namespace

bool paged_memory::read(std::uint64_t address, std::span<std::uint8_t> to) {
  return on_pages(pages_, address, to.size(), [&](const auto* from, auto done, auto part) {
    std::memcpy(to.data() + done, from, part);
  });
}
bool paged_memory::write(std::uint64_t address, std::span<const std::uint8_t> from) {
  return on_pages(pages_, address, from.size(), [&](auto* to, auto done, auto part) {
    std::memcpy(to, from.data() + done, part);
  });
}
bool paged_memory::writable(std::uint64_t address, std::size_t bytes) {
  return on_pages(pages_, address, bytes, [](auto&&...) {});
}

std::span<const instruction> instructions() { return Table; }

namespace {

const instruction* line_of(std::uint32_t word) {
  for (const auto* row : buckets()[word >> 24]) {
    if (row->matches(word)) return row;
  }
  return nullptr;
}

}  // namespace

// The cache is keyed by instruction word, not by address, so a program may change its instructions.
const instruction* decode(std::uint32_t word) {
  struct known {
    std::uint32_t word;
    const instruction* line;
  };
  constexpr int LogPlaces                               = 10;
  thread_local std::array<known, 1 << LogPlaces> places = [] {
    std::array<known, 1 << LogPlaces> empty;
    empty.fill({0, line_of(0)});
    return empty;
  }();
  known& at = places[word * 0x9e37'79b1u >> (32 - LogPlaces)];
  if (at.word != word) at = {word, line_of(word)};
  return at.line;
}

outcome step(state& s, memory& m) {
  outcome out{stop_e::None, s.pc, 0, ""};
  try {
    std::uint8_t bytes[4] = {};
    if (s.pc % 4 != 0 || !m.read(s.pc, bytes)) {
      throw stopped{stop_e::Fault, "no instruction in memory"};
    }
    out.word          = static_cast<std::uint32_t>(element(bytes, 0, 4));
    const auto* found = decode(out.word);
    if (found == nullptr) undefined("not in the table");
    check_legal(s, found->legal);
    machine c{s, m, s.pc + 4};
    found->execute(c, word{out.word});
    s.pc = c.next;
  } catch (const stopped& why) {
    out.stop   = why.stop;
    out.reason = why.reason;
  }
  return out;
}

run_result run(state& s, memory& m, std::uint64_t limit, std::uint64_t end, const watcher& watch) {
  for (std::uint64_t n = 0; n < limit; ++n) {
    if (s.pc == end) return {{stop_e::End, s.pc, 0, ""}, n};
    const outcome o = step(s, m);
    if (o.stop != stop_e::None) return {o, n};
    if (watch && n % Told == Told - 1) watch();
  }
  if (s.pc == end) return {{stop_e::End, s.pc, 0, ""}, limit};
  return {{stop_e::Limit, s.pc, 0, "as many instructions as allowed"}, limit};
}

}  // namespace weft::golden::sme
