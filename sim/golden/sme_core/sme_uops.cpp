// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/sme_core/sme_uops.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sim/golden/sme/array.hpp"
#include "sim/golden/sme/counters.hpp"
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

namespace weft::golden::sme_core {
namespace {

using sme::instruction;
using word = sme::isa::word;

constexpr std::uint64_t LineBytes = 64;
constexpr int MostBeats           = 1023;

bool is(const instruction& line, auto... functions) { return ((line.execute == functions) || ...); }

/// The classes of the rows of a tile.
std::uint8_t tile_classes(unsigned tile, int log_size) {
  unsigned set = 0;
  for (unsigned c = 0; c < Classes; ++c) {
    if ((c ^ tile) % (1u << std::min(log_size, 3)) == 0) set |= 1u << c;
  }
  return static_cast<std::uint8_t>(set);
}
/// The classes of a slice: one if it is horizontal, all of the tile if it is vertical.
std::uint8_t slice_classes(const sme::isa::slice& s) {
  if (s.vertical) return tile_classes(s.tile, std::countr_zero(static_cast<unsigned>(s.size)));
  return static_cast<std::uint8_t>(1u
                                   << (static_cast<unsigned>(s.index * s.size) + s.tile) % Classes);
}

class translator {
 public:
  translator(const core_config& k, sme::state& s, const instruction& line, std::uint32_t bits)
      : k_(k), c_{s, none_, 0}, line_(line), w_{bits} {}

  translated operator()() {
    const std::string_view group = line_.group;
    if (group == "A64") {
      scalar();
    } else if (group == "SME") {
      matrix();
    } else if (group == "SME2") {
      groups();
    } else if (group == "SME2 array vectors") {
      array_vectors();
    } else if (group == "SME2 predicates as counters") {
      counters();
    } else if (group == "SME2 loads and stores") {
      group_memory();
    } else if (group == "SME2 multiple vectors") {
      multiple_vectors();
    } else if (group == "SME2 lookup table") {
      lookups();
    } else if (group == "SVE predicates and loops") {
      predicates();
    } else if (group == "SVE loads and stores") {
      loads_and_stores();
    } else if (group == "SVE integers" || group == "SVE moves and permutations" ||
               group == "SVE floating point") {
      vectors();
    } else {
      throw std::logic_error("no uops for " + std::string(line_.name));
    }
    return t_;
  }

 private:
  using name = std::string_view;

  static reg r(unsigned number) { return static_cast<std::uint8_t>(number); }
  int ceil(std::uint64_t n, int unit) const {
    return static_cast<int>((n + static_cast<std::uint64_t>(unit) - 1) /
                            static_cast<unsigned>(unit));
  }

  /// The registers that the uop reads, one behind the other.
  void reads_z(unsigned z) { put(t_.u.z_source, z); }
  void reads_p(unsigned p) { put(t_.u.p_source, p); }
  static void put(auto& list, unsigned number) { *std::ranges::find(list, reg{}) = r(number); }

  void begin(pipe_e pipe) {
    t_.has_uop = true;
    t_.u       = {.pipe = pipe};
  }
  void vector_uop(int turns = 1) {
    begin(pipe_e::Vector);
    t_.u.beats = ceil(static_cast<std::uint64_t>(c_.vl()), k_.vector_bytes) * turns;
  }
  bool has(std::string_view letters) const { return line_.pattern.find(letters) != name::npos; }
  /// Bits of a field, by its letter in the line's pattern.
  std::ptrdiff_t width(char letter) const { return std::ranges::count(line_.pattern, letter); }

  // ---- A64 ----

  void scalar() {
    using namespace sme::isa;
    if ((w_.bits & 0x7e000000) == 0x1e000000) return scalar_float();
    const bool memory = (w_.bits & 0x0a000000) == 0x08000000;
    if (memory && w_(26)) return scalar_memory();
    t_.reads_flags = is(line_, branch_cond, csel, ccmp, add_sub_carry, mrs_nzcv);
    // ADDS, SUBS, ANDS and BICS; the comparisons are names of these.
    t_.sets_flags =
        is(line_, ccmp, msr_nzcv) ||
        (is(line_, add_sub_imm, add_sub_shifted, add_sub_extended, add_sub_carry) && w_(29)) ||
        (is(line_, logical_imm, logical_shifted) && w_(30, 29) == 3);
  }
  /// Loads and stores of vector registers: the host has the address and writes the base back.
  void scalar_memory() {
    const auto n    = sme::isa::vector_accesses_of(c_, line_, w_);
    const auto part = [&](unsigned z, std::uint64_t address) {
      access(n.load, address, static_cast<std::uint64_t>(n.bytes));
      if (n.load) t_.u.z_dest[0] = r(z);
      if (!n.load) reads_z(z);
      return t_.u;
    };
    const auto size = static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(n.bytes)));
    const auto one  = 0x3d00'0000u | (size % 4) << 30 | (size / 4) << 23 | unsigned{n.load} << 22;
    if (n.count == 2) {
      const unsigned z = w_(14, 10);
      t_.rest          = {{part(z, n.address + static_cast<unsigned>(n.bytes)), one | z}};
    }
    t_.word = one | w_.d();
    part(w_.d(), n.address);
  }
  void scalar_float() {
    using namespace sme::isa;
    begin(pipe_e::Vector);
    t_.u.beats = 1;
    if (is(line_, fp_move)) {
      t_.gives_x = !w_(16);
      if (t_.gives_x) reads_z(w_.n());
      if (!t_.gives_x) t_.u.z_dest[0] = r(w_.d());
      return;
    }
    const name n     = line_.name;
    const int size   = float_bytes(w_);
    t_.gives_flags   = is(line_, fcmp_scalar, fccmp);
    t_.reads_flags   = is(line_, fccmp, fcsel);
    t_.gives_x       = is(line_, fp_to_int_scalar);
    const bool parts = n.find("cvt") != n.npos || n.starts_with("frint");
    if (parts || n == "fdiv" || n == "fsqrt") {
      t_.u.beats = serial_cycles(1, parts ? 0 : float_digits(size, n == "fsqrt"));
    }
    if (!t_.gives_flags && !t_.gives_x) t_.u.z_dest[0] = r(w_.d());
    if (!is(line_, fp_imm, int_to_fp_scalar)) reads_z(w_.n());
    if (width('m') == 5) reads_z(w_.m());
    if (is(line_, fp_multiply_add)) reads_z(w_(14, 10));
  }

  // Cycles of the vector pipe. A result that takes several is there `vector_latency` cycles after
  // the last one.

  /// Elements one after the other, `digits` cycles more each.
  static int serial_cycles(int elements, int digits) { return elements * (1 + digits) + 1; }
  /// Digits of a quotient or a square root of numbers of `size` bytes.
  static int float_digits(int size, bool root) {
    return sme::isa::float_of(size).frac_bits + (root ? 2 : 3);
  }
  /// Additions that wait for each other. The operands of the first are read in the cycle behind the
  /// issue, and the last one's sum leaves the pipe itself.
  int sum_cycles(int additions) const { return additions * (k_.issue.vector_latency + 1) - 2; }

  // ---- SME ----

  void matrix() {
    using namespace sme::isa;
    const name n = line_.name;
    if (n.find("mopa") != n.npos || n == "addha addva") {
      const bool wide = w_(22) && !n.starts_with("bf"), add = n == "addha addva";
      begin(pipe_e::Op);
      t_.product     = !add;
      t_.u.za_writes = tile_classes(w_(wide ? 2 : 1, 0), wide ? 3 : 2);
      t_.u.beats =
          ceil(static_cast<std::uint64_t>(c_.s.svlb() / (wide ? 8 : 4)), k_.rows_per_cycle);
      reads_z(w_.n());
      if (!add) reads_z(w_.m());
      reads_p(w_.g());
      reads_p(w_(15, 13));
    } else if (n == "zero") {
      begin(pipe_e::Vector);
      t_.u.za_writes = static_cast<std::uint8_t>(w_(7, 0));
    } else if (is(line_, mova_to_tile)) {
      vector_uop();
      reads_z(w_.n());
      reads_p(w_.g());
      t_.u.za_writes = slice_classes(slice_of(c_, w_, mova_log_size(w_), w_(3, 0)));
    } else if (is(line_, mova_from_tile)) {
      vector_uop();
      t_.u.z_dest[0] = r(w_.d());
      reads_z(w_.d());  // inactive elements stay
      reads_p(w_.g());
      t_.u.za_reads = slice_classes(slice_of(c_, w_, mova_log_size(w_), w_(8, 5)));
    } else if (is(line_, slice_memory)) {
      const int log_size = static_cast<int>(w_(23, 22) + w_(24));
      const auto at      = c_.xsp(w_.n()) + (c_.x(w_.m()) << log_size);
      access(!w_(21), at, static_cast<std::uint64_t>(c_.s.svlb()));
      reads_p(w_.g());
      rows(slice_classes(slice_of(c_, w_, log_size, w_(3, 0))));
    } else if (is(line_, whole_row<true>, whole_row<false>)) {
      const auto bytes = static_cast<std::uint64_t>(c_.s.svlb());
      access(is(line_, whole_row<true>), c_.xsp(w_.n()) + w_(3, 0) * bytes, bytes);
      const auto row = static_cast<std::uint32_t>(c_.s.x[12 + w_(14, 13)]) + w_(3, 0);
      rows(static_cast<std::uint8_t>(1u << row % Classes));
    } else if (n == "smstart smstop" || is(line_, msr_svcr)) {
      begin(pipe_e::Vector);  // a bit of each row and register says that it is zero
      t_.u.alone = true;
    } else if (n == "revd") {
      vector_uop();
      t_.u.z_dest[0] = r(w_.d());
      reads_z(w_.n());
      reads_z(w_.d());
      reads_p(w_.g());
    } else if (n == "psel") {
      vector_uop();
      t_.u.p_dest = r(w_(3, 0));
      reads_p(w_(13, 10));
      reads_p(w_(8, 5));
    } else if (n == "sclamp" || n == "uclamp") {
      vector_uop();
      t_.u.z_dest[0] = r(w_.d());
      for (const auto z : {w_.d(), w_.n(), w_.m()}) reads_z(z);
    }
  }

  // ---- SME2 ----

  /// MOVA and MOVAZ of a group of vectors: it writes a vector or a row in each cycle of the pipe.
  void groups() {
    using namespace sme::isa;
    if (is(line_, mova_to_array<2>, mova_from_array<2>, mova_to_slices<2>, mova_from_slices<2>)) {
      group_of<2>();
    } else if (is(line_, mova_to_array<4>, mova_from_array<4>, mova_to_slices<4>,
                  mova_from_slices<4>)) {
      group_of<4>();
    } else if (is(line_, mova_from_array<2, true>, mova_from_slices<2, true>)) {
      group_of<2>();
    } else if (is(line_, mova_from_array<4, true>, mova_from_slices<4, true>)) {
      group_of<4>();
    } else {  // MOVAZ of one slice
      vector_uop();
      t_.u.z_dest[0] = r(w_.d());
      t_.u.za_reads = t_.u.za_writes = slice_classes(slice_of(c_, w_, mova_log_size(w_), w_(8, 5)));
    }
  }
  template <int N>
  void group_of() {
    using namespace sme::isa;
    const bool array = is(line_, mova_to_array<N>, mova_from_array<N>, mova_from_array<N, true>);
    const bool to_za = is(line_, mova_to_array<N>, mova_to_slices<N>);
    const auto field = to_za ? w_(2, 0) : w_(7, 5);
    vector_uop(N);
    t_.group = t_.u.beats;
    for (int k = 0; k < N; ++k) {
      const auto row = static_cast<unsigned>(group_row<N>(c_, w_, field, k));
      (to_za ? t_.u.za_writes : t_.u.za_reads) |=
          array ? static_cast<std::uint8_t>(1u << row % Classes)
                : slice_classes(group_slice<N>(c_, w_, field, k));
      const auto z = (to_za ? w_.n() : w_.d()) / N * N + static_cast<unsigned>(k);
      put(to_za ? t_.u.z_source : t_.u.z_dest, z);
    }
    if (is(line_, mova_from_array<N, true>, mova_from_slices<N, true>)) {
      t_.u.za_writes = t_.u.za_reads;
    }
  }

  /// Arithmetic on vectors and rows of ZA, two rows a uop; a uop has all rows' classes.
  void array_vectors() {
    using namespace sme::isa;
    using enum array_by_e;
    if (is(line_, array_accumulate)) {
      array_pairs<Group>(false);
    } else if (is(line_, array_mla<Vector>, array_fdot_word<Vector>, array_dot_bytes<Vector>,
                  array_dot_halfwords<Vector>)) {
      array_pairs<Vector>();
    } else if (is(line_, array_mla<Group>, array_fdot_word<Group>, array_dot_bytes<Group>,
                  array_dot_halfwords<Group>)) {
      array_pairs<Group>();
    } else if (is(line_, array_words_element)) {
      array_pairs<Element>(true, w_(5) || w_(3));
    } else if (is(line_, array_vdot_element)) {
      array_pairs<Element>(true, true);
    } else if (is(line_, array_dot_element, array_doublewords_element)) {
      array_pairs<Element>();
    } else if (is(line_, array_mlal<Vector, false>)) {
      array_parts<Vector, false>(2);
    } else if (is(line_, array_mlal<Group, false>)) {
      array_parts<Group, false>(2);
    } else if (is(line_, array_mlal<Element, false>)) {
      array_parts<Element, false>(2);
    } else if (is(line_, array_mlal<Vector, true>)) {
      array_parts<Vector, true>(2);
    } else if (is(line_, array_mlal<Element, true>)) {
      array_parts<Element, true>(2);
    } else if (is(line_, array_mlall_word<Vector, false>)) {
      array_parts<Vector, false>(4);
    } else if (is(line_, array_mlall_word<Group, false>)) {
      array_parts<Group, false>(4);
    } else if (is(line_, array_mlall_word<Vector, true>)) {
      array_parts<Vector, true>(4);
    } else if (is(line_, array_mlall_bytes_element<true>, array_mlall_halfwords_element<true>)) {
      array_parts<Element, true>(4);
    } else {
      array_parts<Element, false>(4);
    }
  }
  /// Products of parts to `rows` neighbours, a uop for two. The uop's number has the vector in bits
  /// 7:6, in bit 0 which two.
  template <sme::isa::array_by_e By, bool One>
  void array_parts(int rows) {
    const sme::isa::array_operands<By, One> o{c_, w_};
    t_.register_bits = 0x3e;  // neighbours begin at an even row
    for (int r = 0; r < o.vectors(); ++r) {
      for (int half = 0; half < rows / 2; ++half) {
        begin(pipe_e::Op);
        t_.u.beats     = k_.rows_per_cycle == 1 ? 2 : 1;
        t_.u.joined    = r != 0 || half != 0;
        t_.u.za_writes = array_classes(o, rows);
        reads_z(o.n(r));
        reads_z(o.m(r));
        add_part(w_.bits, static_cast<unsigned>(r << 6 | half));
      }
    }
    end_parts();
  }
  static std::uint8_t array_classes(const auto& o, int rows) {
    unsigned set = 0;
    for (int r = 0; r < o.vectors(); ++r) {
      for (int i = 0; i < rows; ++i) set |= 1u << o.row(r, i, rows) % Classes;
    }
    return static_cast<std::uint8_t>(set);
  }
  /// `vertical`: sums of parts with one number of all vectors; those of four vectors come in two
  /// halves. The uop's number has the pair of rows in bit 7 and the pair of vectors in bit 6.
  template <sme::isa::array_by_e By>
  void array_pairs(bool reads_m = true, bool vertical = false) {
    const sme::isa::array_operands<By> o{c_, w_};
    const int pairs  = o.vectors() / 2;
    t_.register_bits = 0x3f;
    for (int half = 0; half < (vertical ? pairs : 1); ++half) {
      for (int pair = 0; pair < pairs; ++pair) {
        const int n = 2 * (vertical ? half : pair);
        begin(pipe_e::Op);
        t_.u.beats     = k_.rows_per_cycle == 1 ? 2 : 1;
        t_.u.joined    = pair != 0;
        t_.u.za_writes = array_classes(o, 1);
        for (int r = 0; r < 2; ++r) reads_z(o.n(n + r));
        for (int r = 0; reads_m && r < (By == sme::isa::array_by_e::Group ? 2 : 1); ++r) {
          reads_z(o.m(2 * pair + r));
        }
        add_part(w_.bits, static_cast<unsigned>(pair << 7 | half << 6));
      }
    }
    end_parts();
  }

  /// Takes the uop made last as one of several; `word` is what the core decodes.
  void add_part(std::uint32_t word, unsigned number = 0) {
    const auto of_group = static_cast<std::uint8_t>(number);
    if (parts_++ == 0) {
      t_.word   = word;
      t_.number = of_group;
      first_    = t_.u;
    } else {
      t_.rest.push_back({t_.u, word, of_group});
    }
  }
  /// Behind the last part.
  void end_parts() { t_.u = first_; }

  /// Predicates as counters. WHILE and PEXT of a pair are a uop for each predicate.
  void counters() {
    using namespace sme::isa;
    const bool pairs = is(line_, while_pair, pext<2>);
    t_.sets_flags    = is(line_, while_counter, while_pair);
    t_.gives_x       = is(line_, cntp_counter);
    t_.numbered      = true;
    // PEXT writes the counter itself last.
    const bool turned = is(line_, pext<2>) && w_(3, 0) == 8 + w_(7, 5);
    for (unsigned i = 0; i < (pairs ? 2u : 1u); ++i) {
      const unsigned k = i ^ unsigned { turned };
      begin(pipe_e::Vector);
      if (is(line_, ptrue_counter, while_counter)) t_.u.p_dest = r(8 + w_(2, 0));
      if (is(line_, while_pair)) t_.u.p_dest = r(2 * w_(3, 1) + k);
      if (is(line_, pext<1>, pext<2>)) t_.u.p_dest = r((w_(3, 0) + k) % 16);
      if (is(line_, pext<1>, pext<2>)) reads_p(8 + w_(7, 5));
      if (is(line_, cntp_counter)) reads_p(w_(8, 5));
      add_part(w_.bits, k);
    }
    end_parts();
  }
  /// A load or store of N vectors is a uop for each; a load has one for two vectors where memory is
  /// asked for the bytes of both at once.
  template <int N>
  void group_access(bool load) {
    const sme::isa::group_memory<N> g(c_, w_);
    const auto bytes = static_cast<std::uint64_t>(c_.vl());
    t_.numbered      = true;
    for (unsigned k = 0; k < N; ++k) {
      const auto first  = g.address + k * bytes;
      const auto number = k;
      const bool pair   = load && k % 2 == 0 && in_one_request(first, 2 * bytes);
      access(load, first, pair ? 2 * bytes : bytes);
      if (load) put(t_.u.z_dest, g.reg(w_, k));
      if (pair) put(t_.u.z_dest, g.reg(w_, ++k));
      if (!load) reads_z(g.reg(w_, k));
      reads_p(8 + w_(12, 10));
      add_part(w_.bits, number | (pair ? PairNumber : 0));
    }
    end_parts();
  }
  void group_memory() {
    using namespace sme::isa;
    if (is(line_, load_group<2>)) group_access<2>(true);
    if (is(line_, load_group<4>)) group_access<4>(true);
    if (is(line_, store_group<2>)) group_access<2>(false);
    if (is(line_, store_group<4>)) group_access<4>(false);
  }

  /// One of several words of single vectors: Zd and the registers that it reads.
  struct single {
    std::uint32_t word;
    unsigned d;
    std::array<reg, 3> reads{};
    unsigned number     = 0;  ///< of the uop, where the word is that of all vectors
    std::uint32_t alike = 0;  ///< then a word of one vector, under P0, that does the same

    bool needs(unsigned z) const { return std::ranges::find(reads, reg(r(z))) != reads.end(); }
  };
  /// Takes the words in an order in which none overwrites what a later one reads. Returns false,
  /// without a uop, if there is none.
  bool in_order(std::vector<single> words, int beats = 0) {
    std::vector<single> ordered;
    while (!words.empty()) {
      const auto free = std::ranges::find_if(words, [&](const single& s) {
        return std::ranges::none_of(
            words, [&](const single& other) { return &other != &s && other.needs(s.d); });
      });
      if (free == words.end()) return false;
      ordered.push_back(*free);
      words.erase(free);
    }
    for (const auto& s : ordered) {
      vector_uop();
      if (beats != 0) t_.u.beats = beats;
      t_.u.z_dest[0] = r(s.d);
      std::ranges::copy(s.reads, t_.u.z_source.begin());
      add_part(s.word, s.number);
      if (s.alike != 0) t_.alike.push_back(s.alike);
    }
    end_parts();
    return true;
  }
  /// Maxima and minima in place: the word itself, a uop for each vector.
  template <int N>
  void maxima() {
    using namespace sme::isa;
    const bool group = is(line_, max_group<N, true>, fmax_group<N, true>);
    const bool fp    = is(line_, fmax_group<N, false>, fmax_group<N, true>);
    // Under a predicate FMAX, FMIN, FMAXNM, FMINNM are numbers 6, 7, 4 and 5; SMAX to UMIN count
    // from 8.
    const unsigned op = fp ? 0x6500'8000 | ((6 ^ w_(5, 5) << 1) | w_(0, 0)) << 16
                           : 0x0400'0000 | (8 | w_(5, 5) << 1 | w_(0, 0)) << 16;
    std::vector<single> words;
    for (unsigned k = 0; k < N; ++k) {
      const unsigned d = first_of<N>(w_.d()) + k;
      const unsigned m = group ? second_of<N, true>(w_, k) : second_of<N, false>(w_, k);
      words.push_back({w_.bits, d, {r(d), r(m)}, k, op | w_(23, 22) << 22 | m << 5 | d});
    }
    t_.numbered      = true;
    t_.flags_by_part = fp;
    in_order(words);
  }
  /// SEL: a uop for each vector, under its part of the counter's mask.
  template <int N>
  void selections() {
    using namespace sme::isa;
    t_.numbered = true;
    for (unsigned k = 0; k < N; ++k) {
      vector_uop();
      t_.u.z_dest[0] = r(first_of<N>(w_.d()) + k);
      reads_z(first_of<N>(w_.n()) + k);
      reads_z(first_of<N>(w_.m()) + k);
      reads_p(8 + w_(12, 10));
      add_part(w_.bits, k);
    }
    end_parts();
  }
  /// SCVTF, FCVTZS and FRINTN of words, and their like.
  template <int N>
  void conversions() {
    using namespace sme::isa;
    const unsigned op = is(line_, int_to_fp_group<N>)   ? 0x6594'a000 | w_(5, 5) << 16
                        : is(line_, fp_to_int_group<N>) ? 0x659c'a000 | w_(5, 5) << 16
                                                        : 0x6580'a000 | w_(18, 16) << 16;
    std::vector<single> words;
    for (unsigned k = 0; k < N; ++k) {
      const unsigned d = first_of<N>(w_.d()) + k, n = first_of<N>(w_.n()) + k;
      words.push_back({w_.bits, d, {r(n)}, k, op | n << 5 | d});
    }
    t_.numbered = t_.flags_by_part = true;
    in_order(words, serial_cycles(c_.count(4), 0));
  }
  /// ZIP and UZP: a vector in each cycle of the pipe.
  void zips(unsigned results, std::initializer_list<unsigned> sources) {
    vector_uop(static_cast<int>(results));
    t_.group = t_.u.beats;
    for (const unsigned z : sources) reads_z(z);
    for (unsigned k = 0; k < results; ++k) t_.u.z_dest[k] = r(w_.d() / results * results + k);
  }
  /// A vector of the elements of several, of half or a quarter of their size.
  void narrows(unsigned vectors, int beats = 1) {
    vector_uop();
    t_.u.beats     = beats;
    t_.u.z_dest[0] = r(w_.d());
    for (unsigned k = 0; k < vectors; ++k) reads_z(w_.n() / vectors * vectors + k);
  }
  /// Words of two and four vectors that are as many of single vectors.
  void multiple_vectors() {
    using namespace sme::isa;
    if (is(line_, zip_group2<false>, zip_group2<true>)) return zips(2, {w_.n(), w_.m()});
    if (is(line_, zip_group4<false>, zip_group4<true>)) {
      const unsigned n = first_of<4>(w_.n());
      return zips(4, {n, n + 1, n + 2, n + 3});
    }
    if (is(line_, fcvt_narrow)) return narrows(2, serial_cycles(c_.count(2), 0));
    if (is(line_, sqcvt_narrow2, sqcvtn_narrow2)) return narrows(2);
    if (is(line_, sqcvt_narrow4)) return narrows(4);
    if (is(line_, max_group<2, false>, max_group<2, true>, fmax_group<2, false>,
           fmax_group<2, true>)) {
      return maxima<2>();
    }
    if (is(line_, max_group<4, false>, max_group<4, true>, fmax_group<4, false>,
           fmax_group<4, true>)) {
      return maxima<4>();
    }
    if (is(line_, sel_group<2>)) return selections<2>();
    if (is(line_, sel_group<4>)) return selections<4>();
    if (is(line_, int_to_fp_group<2>, fp_to_int_group<2>, frint_group<2>)) return conversions<2>();
    if (is(line_, int_to_fp_group<4>, fp_to_int_group<4>, frint_group<4>)) return conversions<4>();
    const auto fields = [](unsigned m, unsigned n, unsigned d) { return m << 16 | n << 5 | d; };
    const unsigned ss = w_(23, 22) << 22, d2 = w_.d() / 2 * 2, d4 = w_.d() / 4 * 4;
    const bool four  = is(line_, fclamp_group<4>, clamp_group<4>, unpk_group<4>, add_group<4>);
    const unsigned d = four ? d4 : d2, count = four ? 4 : 2;
    std::vector<single> words;
    for (unsigned k = 0; k < count; ++k) {
      const unsigned n = w_.n(), m = w_.m(), low = w_(19, 16);
      if (is(line_, fclamp_group<2>, fclamp_group<4>)) {
        words.push_back({0x6420'2400 | ss | fields(m, n, d + k), d + k, {r(d + k), r(n), r(m)}});
      } else if (is(line_, clamp_group<2>, clamp_group<4>)) {
        const auto op = 0x4400'c000u | w_(0, 0) << 10;
        words.push_back({op | ss | fields(m, n, d + k), d + k, {r(d + k), r(n), r(m)}});
      } else if (is(line_, add_group<2>, add_group<4>)) {
        words.push_back({0x0420'0000 | ss | fields(low, d + k, d + k), d + k, {r(d + k), r(low)}});
      } else if (is(line_, unpk_group<2>, unpk_group<4>)) {
        const unsigned from = four ? n / 2 * 2 + k / 2 : n;
        const auto op       = 0x0530'3800u | w_(0, 0) << 17 | (k % 2) << 16;
        words.push_back({op | ss | fields(0, from, d + k), d + k, {r(from)}});
      }
    }
    t_.entangled = !in_order(words);
    if (t_.entangled) {  // a schedule names it, on its own for the cycles of its bytes
      begin(pipe_e::Vector);
      t_.mapped  = false;
      t_.u.alone = true;
      t_.u.beats = std::max(1, c_.vl() / 8);
      return;
    }
    t_.flags_by_part = is(line_, fclamp_group<2>, fclamp_group<4>);
  }

  /// ZT0 has no tickets: what writes it is alone.
  void lookups() {
    using namespace sme::isa;
    if (is(line_, luti<2, 1>, luti<4, 1>)) return lookup<1>();
    if (is(line_, luti<2, 2>, luti<4, 2>)) return lookup<2>();
    if (is(line_, luti<2, 4>, luti<4, 4>)) return lookup<4>();
    if (is(line_, ldr_zt, str_zt)) {
      const bool load = is(line_, ldr_zt);
      access(load, c_.xsp(w_.n()), sizeof c_.s.zt0);
      t_.u.alone = load;
      return;
    }
    begin(pipe_e::Vector);
    t_.gives_x = is(line_, movt_from_zt);
    t_.u.alone = !t_.gives_x;
  }
  /// LUTI2, LUTI4: a vector in each cycle of the pipe.
  template <unsigned N>
  void lookup() {
    vector_uop(N);
    t_.group = t_.u.beats;
    reads_z(w_.n());
    for (unsigned k = 0; k < N; ++k) t_.u.z_dest[k] = r(sme::isa::luti_reg<N>(w_, k));
  }

  // ---- predicates and loops ----

  void predicates() {
    using namespace sme::isa;
    if (is(line_, cnt, inc, addvl, rdvl)) return;
    if (is(line_, cterm)) {
      t_.sets_flags = true;
      return;
    }
    const unsigned d = w_(3, 0), n = w_(8, 5), m = w_(19, 16), g = w_(13, 10);
    if (is(line_, inc_vector)) {
      vector_uop();
      t_.u.z_dest[0] = r(w_.d());
      reads_z(w_.d());
      return;
    }
    begin(pipe_e::Vector);
    if (is(line_, ptrue, pfalse, while_less)) {
      t_.u.p_dest   = r(d);
      t_.sets_flags = is(line_, while_less) || (is(line_, ptrue) && w_(16));
    } else if (is(line_, ptest)) {
      reads_p(g);
      reads_p(n);
      t_.gives_flags = true;
    } else if (is(line_, pfirst, pnext)) {
      t_.u.p_dest = r(d);
      reads_p(d);
      reads_p(n);
      t_.gives_flags = true;
    } else if (is(line_, predicate_logical, brkp)) {
      t_.u.p_dest = r(d);
      for (const auto p : {g, n, m}) reads_p(p);
      t_.gives_flags = w_(22);
    } else if (is(line_, brk, brkn)) {
      t_.u.p_dest = r(d);
      for (const auto p : {g, n, d}) reads_p(p);
      t_.gives_flags = w_(22);
    } else if (is(line_, punpk, rev_predicate)) {
      t_.u.p_dest = r(d);
      reads_p(n);
    } else if (is(line_, permute_predicates)) {
      t_.u.p_dest = r(d);
      reads_p(n);
      reads_p(m);
    } else if (is(line_, cntp, incp)) {
      reads_p(n);
      if (is(line_, cntp)) reads_p(g);
      t_.gives_x = true;
    } else if (is(line_, incp_vector)) {
      vector_uop();
      t_.u.z_dest[0] = r(w_.d());
      reads_z(w_.d());
      reads_p(n);
    } else {
      ffr(d, n);
    }
  }
  /// FFR has no name but its own: its words are alone.
  void ffr(unsigned d, unsigned n) {
    using namespace sme::isa;
    t_.u.alone = true;
    t_.mapped  = false;
    if (is(line_, wrffr, rdffr_active)) reads_p(n);
    if (is(line_, rdffr, rdffr_active)) t_.u.p_dest = r(d);
    t_.gives_flags = is(line_, rdffr_active) && w_(22);
  }

  // ---- vectors ----

  void vectors() {
    using namespace sme::isa;
    // Letters of the table are registers, except where they name a general register.
    const name n        = line_.name;
    const bool floats   = line_.group == "SVE floating point";
    const bool compare  = width('d') == 4;
    const bool governed = has("ggg");
    const bool to_x     = is(line_, last_to_x, clast_to_x);
    const bool from_x =
        is(line_, index<true, false>, index<true, true>, index<false, true>, dup, cpy, insr);
    const bool divides   = n.find("div") != n.npos || n == "fsqrt";
    const bool converts  = n.find("cvt") != n.npos || n.starts_with("frint");
    const bool reduction = governed && n.ends_with('v') && !divides;

    vector_uop();
    const int size = w_.size();
    if (divides) {
      const int digits = floats ? float_digits(size, n == "fsqrt") : 8 * size;
      t_.u.beats       = serial_cycles(c_.count(size), digits);
    } else if (converts) {
      // Integers to and from binary16 have their size in 18:17.
      const bool by_integer = w_(23, 22) == 1 && !n.starts_with("frint");
      t_.u.beats            = serial_cycles(c_.count(by_integer ? 1 << w_(18, 17) : size), 0);
    } else if (n == "fadda") {
      t_.u.beats = sum_cycles(c_.count(size));
    } else if (reduction && floats) {
      t_.u.beats = sum_cycles(std::bit_width(static_cast<unsigned>(c_.count(size))) - 1);
    } else if (reduction) {
      // A beat of eight bytes in a cycle, then the halves of the last one.
      const bool folds = n != "saddv" && n != "uaddv";
      t_.u.beats = c_.vl() / 8 + (folds ? 3 - std::countr_zero(static_cast<unsigned>(size)) : 0);
    } else if (n == "tbl") {
      t_.u.beats = c_.count(size);
    }
    t_.u.beats = std::min(t_.u.beats, MostBeats);

    if (to_x) {
      t_.gives_x = true;
    } else if (compare) {
      t_.u.p_dest    = r(w_(3, 0));
      t_.gives_flags = !floats;
    } else {
      t_.u.z_dest[0] = r(w_.d());
    }
    // INDEX has numbers in place of registers.
    if (width('n') == 5 && !from_x && n != "index") reads_z(w_.n());
    if (n != "index" && width('m') >= 3) {
      // With an index of 64-bit elements it has four bits, of shorter ones three.
      const bool four = width('m') == 4 && w_(22);
      reads_z(width('m') == 5 ? w_.m() : four ? w_(19, 16) : w_(18, 16));
    }
    if (governed) reads_p(is(line_, sel) || width('g') == 4 ? w_(13, 10) : w_.g());
    if (is(line_, cpy_imm, fcpy)) {
      t_.u.p_source = {};
      reads_p(w_(19, 16));
    }
    // Merging, sums onto Zd, and what has no second register to start from.
    const bool sets = is(line_, dup_imm, fdup, dupm, dup, sel, last_to_v) || n == "index" || to_x ||
                      (reduction && n != "fadda");
    const bool onto = n.ends_with("dot") || n.starts_with("fml") || n == "fclamp";
    const bool old  = governed || onto || width('n') != 5 || is(line_, insr, ext);
    if (old && !sets && !compare && n != "fmul") reads_z(w_.d());
    if (governed && n == "fmul") reads_z(w_.d());
  }

  // ---- memory ----

  /// A load or a store of bytes.
  void access(bool load, std::uint64_t first, std::uint64_t bytes) {
    begin(load ? pipe_e::Load : pipe_e::Store);
    bytes            = std::max<std::uint64_t>(bytes, 1);
    t_.u.first       = first;
    t_.u.last        = first + bytes - 1;
    const auto lines = t_.u.last / LineBytes - first / LineBytes + 1;
    t_.u.beats       = ceil(lines * LineBytes, load ? k_.load_bytes : static_cast<int>(LineBytes));
  }
  /// Whether a request for two neighbouring lines at most, in one cycle, has all bytes of a load.
  bool in_one_request(std::uint64_t first, std::uint64_t bytes) const {
    const auto lines = (first + bytes - 1) / LineBytes - first / LineBytes + 1;
    return lines <= 2 && lines * LineBytes <= static_cast<std::uint64_t>(k_.load_bytes);
  }
  void rows(std::uint8_t classes) {
    (t_.u.pipe == pipe_e::Load ? t_.u.za_writes : t_.u.za_reads) = classes;
  }

  void loads_and_stores() {
    using namespace sme::isa;
    const auto bytes_of = [&](int count, int each) {
      return static_cast<std::uint64_t>(count * each);
    };
    if (is(line_, ld1_register, ld1_imm, ldff1_register, ldnf1)) {
      const auto l           = loaded_of(w_(24, 21));
      const bool by_register = is(line_, ld1_register, ldff1_register);
      const auto at = by_register ? indexed(c_, w_, l.bytes) : displaced(c_, w_, l.bytes, l.size);
      access(true, at, bytes_of(c_.count(l.size), l.bytes));
      t_.u.alone     = is(line_, ldff1_register, ldnf1);  // FFR
      t_.mapped      = !t_.u.alone;
      t_.u.z_dest[0] = r(w_.d());
      reads_p(w_.g());
    } else if (is(line_, st1_register, st1_imm)) {
      const int bytes = 1 << w_(24, 23), size = 1 << w_(22, 21);
      const auto at =
          is(line_, st1_register) ? indexed(c_, w_, bytes) : displaced(c_, w_, bytes, size);
      access(false, at, bytes_of(c_.count(size), bytes));
      reads_z(w_.d());
      reads_p(w_.g());
    } else if (is(line_, whole_vector<true>, whole_vector<false>)) {
      const bool load = is(line_, whole_vector<true>);
      access(load, whole_address(c_, w_, c_.vl()), static_cast<std::uint64_t>(c_.vl()));
      if (load) t_.u.z_dest[0] = r(w_.d());
      if (!load) reads_z(w_.d());
    } else if (is(line_, whole_predicate<true>, whole_predicate<false>)) {
      const bool load = is(line_, whole_predicate<true>);
      access(load, whole_address(c_, w_, c_.vl() / 8), static_cast<std::uint64_t>(c_.vl() / 8));
      if (load) t_.u.p_dest = r(w_(3, 0));
      if (!load) reads_p(w_(3, 0));
    } else if (is(line_, ldnt1_register, ldnt1_imm, stnt1_register, stnt1_imm)) {
      const bool load = is(line_, ldnt1_register, ldnt1_imm);
      const int size  = 1 << w_(24, 23);
      const auto at   = is(line_, ldnt1_register, stnt1_register) ? indexed(c_, w_, size)
                                                                  : displaced(c_, w_, size, size);
      access(load, at, static_cast<std::uint64_t>(c_.vl()));
      if (load) t_.u.z_dest[0] = r(w_.d());
      if (!load) reads_z(w_.d());
      reads_p(w_.g());
    } else if (is(line_, load_structures<true>, load_structures<false>, store_structures<true>,
                  store_structures<false>)) {
      const bool load        = is(line_, load_structures<true>, load_structures<false>);
      const bool by_register = is(line_, load_structures<true>, store_structures<true>);
      const int n            = registers_of(w_);
      access(load, structure_address(c_, w_, by_register), bytes_of(n, c_.vl()));
      t_.u.alone = t_.u.structure = load;
      for (unsigned k = 0; k < static_cast<unsigned>(n); ++k) {
        const auto z = (w_.d() + k) % 32;
        if (load) t_.u.z_dest[k] = r(z);
        if (!load) reads_z(z);
      }
      reads_p(w_.g());
    } else if (is(line_, ld1rq_register, ld1rq_imm)) {
      const auto moved = static_cast<std::uint64_t>(w_.signed_field(19, 16) * 16);
      access(true, is(line_, ld1rq_imm) ? c_.xsp(w_.n()) + moved : indexed(c_, w_, 1 << w_(24, 23)),
             16);
      t_.u.z_dest[0] = r(w_.d());
      reads_p(w_.g());
    } else if (is(line_, ld1r)) {
      const auto l = loaded_of(w_(24, 23) << 2 | w_(14, 13));
      access(true, c_.xsp(w_.n()) + w_(21, 16) * static_cast<std::uint64_t>(l.bytes),
             bytes_of(1, l.bytes));
      t_.u.z_dest[0] = r(w_.d());
      reads_p(w_.g());
    } else if (is(line_, gather_offsets_32)) {
      elements(true, gathered_by_offsets_32(c_, w_));
    } else if (is(line_, gather_offsets_64)) {
      elements(true, gathered_by_offsets_64(c_, w_));
    } else if (is(line_, gather_addresses)) {
      elements(true, gathered_from(w_));
    } else if (is(line_, scatter_offsets)) {
      elements(false, scattered_by_offsets(c_, w_));
    } else {
      elements(false, scattered_to(w_));
    }
  }
  /// Elements with addresses of their own. A load takes a turn for each, a store two, for the lines
  /// in which it may lie. What is beyond the addresses of the core is missing without a request.
  void elements(bool load, const sme::isa::vector_addresses& at) {
    const int count = c_.count(at.size);
    begin(load ? pipe_e::Load : pipe_e::Store);
    t_.mapped  = false;
    t_.u.alone = t_.u.apart = true;
    t_.u.structure          = load;
    t_.u.beats              = load ? 1 : 2 * count;
    t_.u.turns              = load ? count : 0;
    t_.base                 = at.base;
    t_.element_bytes        = 1 << w_(24, 23);
    t_.elements.resize(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      if (!sme::isa::active(sme::isa::low_governing(c_, w_), i, at.size)) continue;
      const auto address                       = at(c_, i);
      t_.elements[static_cast<std::size_t>(i)] = address;
      if (address >> AddressBits == 0) t_.u.asked |= std::uint64_t{1} << i;
    }
    if (load) t_.u.z_dest[0] = r(w_.d());
    reads_z(at.vector);
    if (!load) reads_z(w_.d());
    reads_p(w_.g());
  }

  const core_config& k_;
  sme::paged_memory none_;
  sme::isa::machine c_;
  const instruction& line_;
  word w_;
  translated t_{};
  uop first_{};
  int parts_ = 0;
};

}  // namespace

translated translate(const core_config& k, sme::state& s, const instruction& line,
                     std::uint32_t bits) {
  try {
    return translator(k, s, line, bits)();
  } catch (const sme::isa::stopped&) {
    return {};
  }
}

namespace {

/// Whether an instruction accesses bytes beyond the core's addresses. An element that a gather does
/// not find there does not count: the core misses it too.
bool accesses_beyond(const translated& t, sme::memory& m) {
  const auto beyond = [](std::uint64_t address) { return address >> AddressBits != 0; };
  const auto far    = [&](const uop& u) {
    const bool moves = u.pipe == pipe_e::Load || u.pipe == pipe_e::Store;
    return moves && !u.apart && (beyond(u.first) || beyond(u.last));
  };
  const auto bytes = static_cast<std::size_t>(t.element_bytes);
  std::array<std::uint8_t, 8> there{};
  return far(t.u) || std::ranges::any_of(t.rest, [&](const auto& p) { return far(p.u); }) ||
         std::ranges::any_of(t.elements, [&](const auto& e) {
           return e && beyond(*e + bytes - 1) &&
                  (t.u.pipe == pipe_e::Store || m.read(*e, std::span(there).first(bytes)));
         });
}

}  // namespace

sme::outcome stops_before(const translated& t, const sme::state& s, sme::memory& m,
                          const sme::instruction& line, std::uint32_t bits) {
  if (!t.has_uop) return {};
  if (t.entangled) {
    return {sme::stop_e::Undefined, s.pc, bits,
            "the core has no order for the vectors of " + std::string(line.name)};
  }
  if (!accesses_beyond(t, m)) return {};
  auto after = s;
  sme::overlay_memory memory(m);
  auto o = sme::step(after, memory);
  if (o.stop == sme::stop_e::None) {
    o = {sme::stop_e::Undefined, s.pc, bits, "the core's addresses have 48 bits"};
  }
  return o;
}

core_run_e core_run(const sme::instruction& line) {
  core_run_e most = core_run_e::Host;
  sme::state s{.svl = 128, .nsvl = 128};
  s.sm               = line.legal != sme::legal_e::NonStreaming;
  std::uint32_t turn = 1;
  for (int tries = 0; tries < 256; ++tries) {
    turn            = turn * 1664525 + 1013904223;
    const auto bits = line.value | ((turn ^ turn >> 16) & ~line.mask);
    if (sme::decode(bits) != &line) continue;
    const auto t = translate({}, s, line, bits);
    if (!t.has_uop || t.entangled) continue;
    const bool wide = t.u.pipe == pipe_e::Vector && t.u.beats > t.group;
    most            = std::max(most, t.u.alone ? core_run_e::Alone
                                     : wide    ? core_run_e::Turns
                                               : core_run_e::Pipelined);
  }
  return most;
}

}  // namespace weft::golden::sme_core
