// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/sme.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "sim/golden/sme/array.hpp"
#include "sim/golden/sme/counters.hpp"
#include "sim/golden/sme/encodings.hpp"
#include "sim/golden/sme/floating.hpp"
#include "sim/golden/sme/groups.hpp"
#include "sim/golden/sme/lookup.hpp"
#include "sim/golden/sme/vectors.hpp"
#include "sim/golden/sme_machine.hpp"
#include "sim/golden/sme_matrix.hpp"
#include "sim/golden/sme_memory.hpp"
#include "sim/golden/sme_predicate.hpp"
#include "sim/golden/sme_scalar.hpp"
#include "sim/golden/sme_vector.hpp"

namespace weft::golden::sme {
namespace {

using namespace encodings;
using namespace isa;
using enum legal_e;

/// Encodings and what they do.
// clang-format off
constexpr instruction Table[] = {
    {FmopaS, fmopa<4>},
    {FmopaD, fmopa<8>},
    {FmopaWidening, fmopa_widening},
    {BfmopaS, bfmopa},
    {SmopaS, integer_mopa<4>},
    {SmopaD, integer_mopa<8>},
    {SumopaS, integer_mopa<4>},
    {SumopaD, integer_mopa<8>},
    {UsmopaS, integer_mopa<4>},
    {UsmopaD, integer_mopa<8>},
    {UmopaS, integer_mopa<4>},
    {UmopaD, integer_mopa<8>},
    {AddhaS, add_to_tile<4>},
    {AddhaD, add_to_tile<8>},
    {ZeroZa, zero_tiles},
    {MovaToTile, mova_to_tile},
    {MovaToTileQ, mova_to_tile},
    {MovaFromTile, mova_from_tile},
    {MovaFromTileQ, mova_from_tile},
    {Ld1Slice, slice_memory},
    {Ld1qSlice, slice_memory},
    {St1Slice, slice_memory},
    {St1qSlice, slice_memory},
    {LdrRow, whole_row<true>},
    {StrRow, whole_row<false>},
    {AddsvlX, addvl},
    {AddsplX, addvl},
    {RdsvlX, rdvl},
    {SmstartSm, msr_svcr_imm},
    {SmstartZa, msr_svcr_imm},
    {MsrSvcr, msr_svcr},
    {MrsSvcr, mrs_svcr},
    {RevdZ, revd},
    {PselP, psel},
    {SclampZ, clamp<smax, smin>},
    {UclampZ, clamp<umax, umin>},

    {PtrueP, ptrue},
    {PfalseP, pfalse},
    {WhileltP, while_less},
    {WhileleP, while_less},
    {WhileloP, while_less},
    {WhilelsP, while_less},
    {CtermeqX, cterm},
    {PtestP, ptest},
    {PfirstP, pfirst},
    {PnextP, pnext},
    {AndP, predicate_logical},
    {BicP, predicate_logical},
    {EorP, predicate_logical},
    {OrrP, predicate_logical},
    {OrnP, predicate_logical},
    {NorP, predicate_logical},
    {NandP, predicate_logical},
    {SelP, predicate_logical},
    {BrkaP, brk},
    {BrkbP, brk},
    {BrkpaP, brkp},
    {BrkpbP, brkp},
    {BrknP, brkn},
    {PunpkP, punpk},
    {Zip1P, permute_predicates},
    {Zip2P, permute_predicates},
    {Uzp1P, permute_predicates},
    {Uzp2P, permute_predicates},
    {Trn1P, permute_predicates},
    {Trn2P, permute_predicates},
    {RevP, rev_predicate},
    {SetffrP, setffr},
    {WrffrP, wrffr},
    {RdffrP, rdffr},
    {RdffrActive, rdffr_active},
    {CntpX, cntp},
    {IncpX, incp},
    {IncpZ, incp_vector},
    {CntX, cnt},
    {IncX, inc},
    {IncZ, inc_vector},
    {AddvlX, addvl},
    {AddplX, addvl},
    {RdvlX, rdvl},

    {AddActive, active_binary<add>},
    {SubActive, active_binary<sub>},
    {SubrActive, active_binary<subr>},
    {SmaxActive, active_binary<smax>},
    {UmaxActive, active_binary<umax>},
    {SminActive, active_binary<smin>},
    {UminActive, active_binary<umin>},
    {SabdActive, active_binary<sabd>},
    {UabdActive, active_binary<uabd>},
    {MulActive, active_binary<mul>},
    {OrrActive, active_binary<orr>},
    {EorActive, active_binary<eor>},
    {AndActive, active_binary<and_>},
    {BicActive, active_binary<bic>},
    {AsrActive, active_binary<asr>},
    {LsrActive, active_binary<lsr>},
    {LslActive, active_binary<lsl>},
    {AsrActiveImm, active_shift_imm<asr, false>},
    {LsrActiveImm, active_shift_imm<lsr, false>},
    {LslActiveImm, active_shift_imm<lsl, true>},
    {AsrImm, vector_shift_imm<asr, false>},
    {LsrImm, vector_shift_imm<lsr, false>},
    {LslImm, vector_shift_imm<lsl, true>},
    {AddZ, vector_binary<add>},
    {SubZ, vector_binary<sub>},
    {MulZ, vector_binary<mul>},
    {AndZ, vector_bits<and_>},
    {OrrZ, vector_bits<orr>},
    {EorZ, vector_bits<eor>},
    {BicZ, vector_bits<bic>},
    {AddImm, vector_imm<add>},
    {SubImm, vector_imm<sub>},
    {SubrImm, vector_imm<subr>},
    {SmaxImm, vector_signed_imm<smax>},
    {UmaxImm, vector_imm<umax>},
    {SminImm, vector_signed_imm<smin>},
    {UminImm, vector_imm<umin>},
    {MulImm, vector_signed_imm<mul>},
    {OrrMask, vector_bit_mask<orr>},
    {EorMask, vector_bit_mask<eor>},
    {AndMask, vector_bit_mask<and_>},
    {DupMask, dupm},
    {MlaActive, mla},
    {MadActive, mad},
    {SdivActive, vector_divide<sdiv>},
    {UdivActive, vector_divide<udiv>},
    {SdotZ, dot_vectors<true, true>},
    {UdotZ, dot_vectors<false, false>},
    {UsdotZ, dot_vectors<false, true>},
    {SdotIndexed, dot_indexed<true, true>},
    {UdotIndexed, dot_indexed<false, false>},
    {UsdotIndexed, dot_indexed<false, true>},
    {SudotIndexed, dot_indexed<true, false>},
    {SxtbActive, active_unary<sxt<8>, 2>},
    {UxtbActive, active_unary<uxt<8>, 2>},
    {SxthActive, active_unary<sxt<16>, 4>},
    {UxthActive, active_unary<uxt<16>, 4>},
    {SxtwActive, active_unary<sxt<32>, 8>},
    {UxtwActive, active_unary<uxt<32>, 8>},
    {AbsActive, active_unary<abs_>},
    {NegActive, active_unary<neg>},
    {ClzActive, active_unary<clz>},
    {CntActive, active_unary<cnt_ones>},
    {FabsActive, active_unary<fabs_, 2>},
    {FnegActive, active_unary<fneg, 2>},
    {NotActive, active_unary<not_>},
    {SaddvZ, addv<true>},
    {UaddvZ, addv<false>},
    {SmaxvZ, reduce<smax, least_signed>},
    {UmaxvZ, reduce<umax, zero>},
    {SminvZ, reduce<smin, most_signed>},
    {UminvZ, reduce<umin, all_ones>},
    {OrvZ, reduce<orr, zero>},
    {EorvZ, reduce<eor, zero>},
    {AndvZ, reduce<and_, all_ones>},
    {CmphsZ, compare<hs>},
    {CmphiZ, compare<hi>},
    {CmpgeZ, compare<ge>},
    {CmpgtZ, compare<gt>},
    {CmpeqZ, compare<eq>},
    {CmpneZ, compare<ne>},
    {CmpgeImm, compare_imm<ge>},
    {CmpgtImm, compare_imm<gt>},
    {CmpltImm, compare_imm<lt>},
    {CmpleImm, compare_imm<le>},
    {CmpeqImm, compare_imm<eq>},
    {CmpneImm, compare_imm<ne>},
    {CmphsUnsignedImm, compare_unsigned_imm<hs>},
    {CmphiUnsignedImm, compare_unsigned_imm<hi>},
    {CmploUnsignedImm, compare_unsigned_imm<lo>},
    {CmplsUnsignedImm, compare_unsigned_imm<ls>},

    {IndexImmImm, index<false, false>},
    {IndexXImm, index<true, false>},
    {IndexImmX, index<false, true>},
    {IndexXX, index<true, true>},
    {DupX, dup},
    {DupElementZ, dup_element},
    {DupImm, dup_imm},
    {FdupImm, fdup},
    {CpyX, cpy},
    {CpyV, cpy_scalar},
    {CpyImm, cpy_imm},
    {FcpyImm, fcpy},
    {SelZ, sel},
    {MovprfxZ, movprfx},
    {MovprfxActive, movprfx_active},
    {InsrX, insr},
    {ZipZ, permute},
    {UzpZ, permute},
    {TrnZ, permute},
    {RevZ, rev},
    {ExtZ, ext},
    {TblZ, tbl},
    {UnpkZ, unpk},
    {LastX, last_to_x},
    {LastV, last_to_v},
    {ClastX, clast_to_x},
    {ClastV, clast_to_v},
    {ClastZ, clast},

    {FaddZ, fp_vector<&arithmetic::add>},
    {FsubZ, fp_vector<&arithmetic::sub>},
    {FmulZ, fp_vector<&arithmetic::mul>},
    {FaddActive, fp_active<&arithmetic::add>},
    {FsubActive, fp_active<&arithmetic::sub>},
    {FmulActive, fp_active<&arithmetic::mul>},
    {FsubrActive, fp_active<&arithmetic::sub, true>},
    {FmaxnmActive, fp_active<&arithmetic::max_number>},
    {FminnmActive, fp_active<&arithmetic::min_number>},
    {FmaxActive, fp_active<&arithmetic::max>},
    {FminActive, fp_active<&arithmetic::min>},
    {FdivActive, fp_active<&arithmetic::divide>},
    {FdivrActive, fp_active<&arithmetic::divide, true>},
    {FaddActiveImm, fp_imm_active<&arithmetic::add, 0>},
    {FsubActiveImm, fp_imm_active<&arithmetic::sub, 0>},
    {FmulActiveImm, fp_imm_active<&arithmetic::mul, 1>},
    {FsubrActiveImm, fp_imm_active<&arithmetic::sub, 0, true>},
    {FmaxnmActiveImm, fp_imm_active<&arithmetic::max_number, 2>},
    {FminnmActiveImm, fp_imm_active<&arithmetic::min_number, 2>},
    {FmaxActiveImm, fp_imm_active<&arithmetic::max, 2>},
    {FminActiveImm, fp_imm_active<&arithmetic::min, 2>},
    {FmlaActive, fmla},
    {FmadActive, fmad},
    {FmlaIndexedH, fmla_indexed},
    {FmulIndexedH, fmul_indexed},
    {FmlaIndexedS, fmla_indexed},
    {FmulIndexedS, fmul_indexed},
    {FmlaIndexedD, fmla_indexed},
    {FmulIndexedD, fmul_indexed},
    {FmlalZ, fmlal_vectors},
    {FmlalIndexed, fmlal_indexed},
    {FclampZ, fclamp},
    {FsqrtActive, fsqrt},
    {FrintActive, frint},
    {FcvtSH, fcvt<4, 2>},
    {FcvtHS, fcvt<2, 4>},
    {FcvtDH, fcvt<8, 2>},
    {FcvtHD, fcvt<2, 8>},
    {FcvtDS, fcvt<8, 4>},
    {FcvtSD, fcvt<4, 8>},
    {BfcvtActive, bfcvt},
    {BfcvtntActive, bfcvtnt},
    {ScvtfHH, int_to_fp<2, 2>},
    {ScvtfSH, int_to_fp<4, 2>},
    {ScvtfDH, int_to_fp<8, 2>},
    {ScvtfSS, int_to_fp<4, 4>},
    {ScvtfSD, int_to_fp<4, 8>},
    {ScvtfDS, int_to_fp<8, 4>},
    {ScvtfDD, int_to_fp<8, 8>},
    {FcvtzsHH, fp_to_int<2, 2>},
    {FcvtzsHS, fp_to_int<2, 4>},
    {FcvtzsHD, fp_to_int<2, 8>},
    {FcvtzsSS, fp_to_int<4, 4>},
    {FcvtzsDS, fp_to_int<8, 4>},
    {FcvtzsSD, fp_to_int<4, 8>},
    {FcvtzsDD, fp_to_int<8, 8>},
    {FcmgeZ, fp_compare<order_e::Ge>},
    {FcmgtZ, fp_compare<order_e::Gt>},
    {FcmeqZ, fp_compare<order_e::Eq>},
    {FcmneZ, fp_compare<order_e::Ne>},
    {FcmuoZ, fp_compare<order_e::Uo>},
    {FacgeZ, fp_compare<order_e::Ge, true>},
    {FacgtZ, fp_compare<order_e::Gt, true>},
    {FcmgeZero, fp_compare_zero<order_e::Ge>},
    {FcmgtZero, fp_compare_zero<order_e::Gt>},
    {FcmltZero, fp_compare_zero<order_e::Lt>},
    {FcmleZero, fp_compare_zero<order_e::Le>},
    {FcmeqZero, fp_compare_zero<order_e::Eq>},
    {FcmneZero, fp_compare_zero<order_e::Ne>},
    {FaddaZ, fadda},
    {FaddvZ, fp_tree<&arithmetic::add, positive_zero>},
    {FmaxnmvZ, fp_tree<&arithmetic::max_number, a_quiet_nan>},
    {FminnmvZ, fp_tree<&arithmetic::min_number, a_quiet_nan>},
    {FmaxvZ, fp_tree<&arithmetic::max, least_float>},
    {FminvZ, fp_tree<&arithmetic::min, most_float>},

    {Ld1Register, ld1_register},
    {Ld1Imm, ld1_imm},
    {Ldff1Register, ldff1_register},
    {Ldnf1Imm, ldnf1},
    {Ld1rImm, ld1r},
    {Ldnt1Register, ldnt1_register},
    {Ldnt1Imm, ldnt1_imm},
    {Ld1rqRegister, ld1rq_register},
    {Ld1rqImm, ld1rq_imm},
    {Stnt1Register, stnt1_register},
    {Stnt1Imm, stnt1_imm},
    {Ld2Register, load_structures<true>},
    {Ld2Imm, load_structures<false>},
    {St2Register, store_structures<true>},
    {St2Imm, store_structures<false>},
    {Ld3Register, load_structures<true>},
    {Ld3Imm, load_structures<false>},
    {St3Register, store_structures<true>},
    {St3Imm, store_structures<false>},
    {Ld4Register, load_structures<true>},
    {Ld4Imm, load_structures<false>},
    {St4Register, store_structures<true>},
    {St4Imm, store_structures<false>},
    {ScatterDOffsets32, scatter_offsets},
    {ScatterSOffsets32, scatter_offsets},
    {ScatterDOffsets64, scatter_offsets},
    {ScatterDAddresses, scatter_addresses},
    {ScatterSAddresses, scatter_addresses},
    {St1bRegister, st1_register},
    {St1hRegister, st1_register},
    {St1wRegister, st1_register},
    {St1dRegister, st1_register},
    {St1bImm, st1_imm},
    {St1hImm, st1_imm},
    {St1wImm, st1_imm},
    {St1dImm, st1_imm},
    {LdrZ, whole_vector<true>},
    {LdrP, whole_predicate<true>},
    {StrZ, whole_vector<false>},
    {StrP, whole_predicate<false>},
    {GatherBToSOffsets32, gather_offsets_32},
    {GatherHToSOffsets32, gather_offsets_32},
    {GatherWToSOffsets32, gather_offsets_32},
    {GatherBToSAddresses, gather_addresses},
    {GatherHToSAddresses, gather_addresses},
    {GatherWToSAddresses, gather_addresses},
    {GatherBToDOffsets32, gather_offsets_32},
    {GatherBToDOffsets64, gather_offsets_64},
    {GatherBToDAddresses, gather_addresses},
    {GatherHToDOffsets32, gather_offsets_32},
    {GatherHToDOffsets64, gather_offsets_64},
    {GatherHToDAddresses, gather_addresses},
    {GatherWToDOffsets32, gather_offsets_32},
    {GatherWToDOffsets64, gather_offsets_64},
    {GatherWToDAddresses, gather_addresses},
    {GatherDToDOffsets32, gather_offsets_32},
    {GatherDToDOffsets64, gather_offsets_64},
    {GatherDToDAddresses, gather_addresses},

    {AddSubImm, add_sub_imm},
    {AddSubShifted, add_sub_shifted},
    {AddSubExtended, add_sub_extended},
    {AddSubCarry, add_sub_carry},
    {LogicalImm, logical_imm},
    {LogicalShifted, logical_shifted},
    {MovWide, mov_wide},
    {Bitfield, bitfield},
    {ExtrX, extr},
    {AdrX, adr},
    {CselX, csel},
    {CcmpX, ccmp},
    {ShiftByRegister, shift_by_register},
    {UdivX, divide},
    {RbitX, bits_of_one},
    {ClzX, bits_of_one},
    {MultiplyAdd, multiply_add},
    {MultiplyAddLong, multiply_add_long},
    {MultiplyHigh, multiply_high},
    {BranchImm, branch},
    {BranchCond, branch_cond},
    {CompareBranch, compare_branch},
    {TestBranch, test_branch},
    {BrX, branch_register},
    {BlrX, branch_register},
    {RetX, branch_register},
    {SvcX, end},
    {BrkX, end},
    {HintX, nop},
    {MsrFpcr, msr_fpcr},
    {MrsFpcr, mrs_fpcr},
    {MsrFpsr, msr_fpsr},
    {MrsFpsr, mrs_fpsr},
    {MsrNzcv, msr_nzcv},
    {MrsNzcv, mrs_nzcv},
    {MsrTpidr2, msr_tpidr2},
    {MrsTpidr2, mrs_tpidr2},
    {LoadStoreImm, load_store_imm},
    {LoadStoreUnscaled, load_store_near},
    {LoadStoreMoving, load_store_near},
    {LoadStoreRegister, load_store_register},
    {LoadLiteral, load_literal},
    {LoadStorePair, load_store_pair},
    {LoadPairSigned, load_store_pair},
    {LoadStorePairV, load_store_pair},
    {FmulScalar, fp_two<&arithmetic::mul>},
    {FdivScalar, fp_two<&arithmetic::divide>},
    {FaddScalar, fp_two<&arithmetic::add>},
    {FsubScalar, fp_two<&arithmetic::sub>},
    {FmaxScalar, fp_two<&arithmetic::max>},
    {FminScalar, fp_two<&arithmetic::min>},
    {FmaxnmScalar, fp_two<&arithmetic::max_number>},
    {FminnmScalar, fp_two<&arithmetic::min_number>},
    {FnmulScalar, fp_two<&arithmetic::mul, true>},
    {FsqrtScalar, fsqrt_scalar},
    {FrintScalar, frint_scalar},
    {FcvtScalar, fcvt_scalar},
    {IntToFpScalar, int_to_fp_scalar},
    {FpToIntScalar, fp_to_int_scalar},
    {FpToIntAwayScalar, fp_to_int_scalar},
    {FcmpScalar, fcmp_scalar},
    {FcmpZeroScalar, fcmp_scalar},
    {FccmpScalar, fccmp},
    {FcselScalar, fcsel},
    {FmaddScalar, fp_multiply_add},
    {FmovScalar, fp_one},
    {FabsScalar, fp_one},
    {FnegScalar, fp_one},
    {FmovImm, fp_imm},
    {FmovX, fp_move},

    {MovaToArray2, mova_to_array<2>},
    {MovaToArray4, mova_to_array<4>},
    {MovaFromArray2, mova_from_array<2>},
    {MovaFromArray4, mova_from_array<4>},
    {MovaToSlices2, mova_to_slices<2>},
    {MovaToSlices4, mova_to_slices<4>},
    {MovaFromSlices2, mova_from_slices<2>},
    {MovaFromSlices4, mova_from_slices<4>},
    {MovazFromTile, movaz_slice},
    {MovazFromTileQ, movaz_slice},
    {MovazFromArray2, mova_from_array<2, true>},
    {MovazFromArray4, mova_from_array<4, true>},
    {MovazFromSlices2, mova_from_slices<2, true>},
    {MovazFromSlices4, mova_from_slices<4, true>},

    {PtrueCounter, ptrue_counter},
    {WhileCounter, while_counter},
    {WhilePair, while_pair},
    {CntpCounter, cntp_counter},
    {PextOne, pext<1>},
    {PextPair, pext<2>},

    {Ld1Register2, load_group<2>},
    {Ld1Register4, load_group<4>},
    {Ld1Imm2, load_group<2>},
    {Ld1Imm4, load_group<4>},
    {Ld1StridedRegister2, load_group<2>},
    {Ld1StridedRegister4, load_group<4>},
    {Ld1StridedImm2, load_group<2>},
    {Ld1StridedImm4, load_group<4>},
    {St1Register2, store_group<2>},
    {St1Register4, store_group<4>},
    {St1Imm2, store_group<2>},
    {St1Imm4, store_group<4>},
    {St1StridedRegister2, store_group<2>},
    {St1StridedRegister4, store_group<4>},
    {St1StridedImm2, store_group<2>},
    {St1StridedImm4, store_group<4>},

    {LdrZt, ldr_zt},
    {StrZt, str_zt},
    {MovtToZt, movt_to_zt},
    {MovtFromZt, movt_from_zt},
    {ZeroZt, zero_zt},
    {Luti2, luti<2, 1>},
    {Luti2Two, luti<2, 2>},
    {Luti2Four, luti<2, 4>},
    {Luti2StridedTwo, luti<2, 2>},
    {Luti2StridedFour, luti<2, 4>},
    {Luti4, luti<4, 1>},
    {Luti4Two, luti<4, 2>},
    {Luti4Four, luti<4, 4>},
    {Luti4StridedTwo, luti<4, 2>},
    {Luti4StridedFour, luti<4, 4>},

    {ArrayMlaVector, array_mla<array_by_e::Vector>},
    {ArrayMlaGroup2, array_mla<array_by_e::Group>},
    {ArrayMlaGroup4, array_mla<array_by_e::Group>},
    {ArrayFdotVector, array_fdot_word<array_by_e::Vector>},
    {ArrayFdotGroup2, array_fdot_word<array_by_e::Group>},
    {ArrayFdotGroup4, array_fdot_word<array_by_e::Group>},
    {ArrayDotBytesVector, array_dot_bytes<array_by_e::Vector>},
    {ArrayDotBytesGroup2, array_dot_bytes<array_by_e::Group>},
    {ArrayDotBytesGroup4, array_dot_bytes<array_by_e::Group>},
    {ArrayDotHalfwordsVector, array_dot_halfwords<array_by_e::Vector>},
    {ArrayDotHalfwordsGroup2, array_dot_halfwords<array_by_e::Group>},
    {ArrayDotHalfwordsGroup4, array_dot_halfwords<array_by_e::Group>},
    {ArrayMlalVector, array_mlal<array_by_e::Vector, false>},
    {ArrayMlalGroup2, array_mlal<array_by_e::Group, false>},
    {ArrayMlalGroup4, array_mlal<array_by_e::Group, false>},
    {ArrayMlalOneVector, array_mlal<array_by_e::Vector, true>},
    {ArrayMlallVector, array_mlall_word<array_by_e::Vector, false>},
    {ArrayMlallGroup2, array_mlall_word<array_by_e::Group, false>},
    {ArrayMlallGroup4, array_mlall_word<array_by_e::Group, false>},
    {ArrayMlallOneVector, array_mlall_word<array_by_e::Vector, true>},
    {ArrayAccumulate2, array_accumulate},
    {ArrayAccumulate4, array_accumulate},
    {ArrayWordsElement2, array_words_element},
    {ArrayWordsElement4, array_words_element},
    {ArrayDotElement2, array_dot_element},
    {ArrayDotElement4, array_dot_element},
    {ArrayDoublewordsElement2, array_doublewords_element},
    {ArrayDoublewordsElement4, array_doublewords_element},
    {ArrayVdotElement4, array_vdot_element},
    {ArrayMlalElement, array_mlal<array_by_e::Element, true>},
    {ArrayMlalElement2, array_mlal<array_by_e::Element, false>},
    {ArrayMlalElement4, array_mlal<array_by_e::Element, false>},
    {ArrayMlallBytesElement, array_mlall_bytes_element<true>},
    {ArrayMlallBytesElement2, array_mlall_bytes_element<false>},
    {ArrayMlallBytesElement4, array_mlall_bytes_element<false>},
    {ArrayMlallHalfwordsElement, array_mlall_halfwords_element<true>},
    {ArrayMlallHalfwordsElement2, array_mlall_halfwords_element<false>},
    {ArrayMlallHalfwordsElement4, array_mlall_halfwords_element<false>},

    {SelGroup2, sel_group<2>},
    {SelGroup4, sel_group<4>},
    {FclampGroup2, fclamp_group<2>},
    {FclampGroup4, fclamp_group<4>},
    {SclampGroup2, clamp_group<2>},
    {SclampGroup4, clamp_group<4>},
    {ScvtfGroup2, int_to_fp_group<2>},
    {ScvtfGroup4, int_to_fp_group<4>},
    {FcvtzsGroup2, fp_to_int_group<2>},
    {FcvtzsGroup4, fp_to_int_group<4>},
    {FrintGroup2, frint_group<2>},
    {FrintGroup4, frint_group<4>},
    {FcvtNarrow2, fcvt_narrow},
    {SqcvtNarrow2, sqcvt_narrow2},
    {SqcvtNarrow4, sqcvt_narrow4},
    {SqcvtnNarrow2, sqcvtn_narrow2},
    {UnpkGroup2, unpk_group<2>},
    {UnpkGroup4, unpk_group<4>},
    {ZipGroup2, zip_group2<false>},
    {ZipGroup2Q, zip_group2<true>},
    {ZipGroup4, zip_group4<false>},
    {ZipGroup4Q, zip_group4<true>},
    {AddGroup2, add_group<2>},
    {AddGroup4, add_group<4>},
    {MaxVector2, max_group<2, false>},
    {MaxVector4, max_group<4, false>},
    {MaxGroup2, max_group<2, true>},
    {MaxGroup4, max_group<4, true>},
    {FmaxVector2, fmax_group<2, false>},
    {FmaxVector4, fmax_group<4, false>},
    {FmaxGroup2, fmax_group<2, true>},
    {FmaxGroup4, fmax_group<4, true>},
};
// clang-format on

/// No two encodings share a word (scripts/gen_encodings), so that different ones differ in their
/// values.
constexpr bool distinct() {
  std::array<std::uint32_t, std::size(Table)> values{};
  std::ranges::transform(Table, values.begin(), &instruction::value);
  std::ranges::sort(values);
  return std::ranges::adjacent_find(values) == values.end();
}
static_assert(distinct() && std::size(Table) == Number, "each encoding once");

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
  if (new_za != za) {
    rows = {};
    zt0  = {};
  }
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

bool overlay_memory::read(std::uint64_t address, std::span<std::uint8_t> to) {
  if (!below_.read(address, to)) return false;
  const auto end = written_.lower_bound(address + to.size());
  for (auto it = written_.lower_bound(address); it != end; ++it) {
    to[it->first - address] = it->second;
  }
  return true;
}

bool overlay_memory::write(std::uint64_t address, std::span<const std::uint8_t> from) {
  if (!below_.writable(address, from.size())) return false;
  for (const auto byte : from) written_[address++] = byte;
  return true;
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
