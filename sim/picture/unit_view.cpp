// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/unit_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "sim/file/dot_element.hpp"
#include "sim/file/float_text.hpp"
#include "sim/picture/number_text.hpp"

namespace weft::sim {
namespace {

using golden::format;
using gtkw::display;
using gtkw::radix_e;
using gtkw::signal;

using names = std::vector<std::string>;

const names FmaOps{"madd", "msub", "nmsub", "nmadd", "add", "sub", "mul", "mul"};
const names FcvtOps{"to float",      "to signed", "to unsigned", "from signed",
                    "from unsigned", "to float",  "to float",    "to float"};
const names SfuOps{"rcp",         "rsqrt", "sqrt", "ex2", "lg2", "sin", "tanh", "cos",
                   "interpolate", "9",     "10",   "11",  "12",  "13",  "14",   "15"};
const names FdivSeqOps{"div", "sqrt", "rcp", "rsqrt"};
const names Rounds{"near_even", "minMag", "min", "max", "near_maxMag", "odd", "6", "7"};

/// The format's numbers; hexadecimal for a format that no name describes. The element tf32 of a dot
/// product has 32 bits.
display shown_as(format f) {
  const auto name = f == golden::Tf32 ? "e8m10" : format_name(f);
  return number_format::find(name) ? display(name) : display(radix_e::Hex);
}

/// The signals of a unit, by their names inside it.
class unit_signals {
 public:
  unit_signals(const std::string& block, const std::filesystem::path& waveform)
      : top_("dut.weft_" + block + ".") {
    view_.waveform = waveform;
    view_.end      = 16'000;  // picoseconds
  }

  signal bit(const std::string& name) const { return {top_ + name, radix_e::Binary}; }
  signal bits(const std::string& name, int width, const display& shown = {}) const {
    return {fmt::format("{}{}[{}:0]", top_, name, width - 1), shown};
  }
  signal number(const std::string& name, format f) const {
    return bits(name, f.width(), shown_as(f));
  }
  signal named(const std::string& name, const names& values) const {
    signal s = bits(name, std::bit_width(values.size() - 1), radix_e::Names);
    s.names  = values;
    return s;
  }

  void input(const std::vector<signal>& payload) {
    add("input", {bit("clk_i"), bit("rst_ni"), bit("in_valid_i"), bit("in_ready_o")}, payload);
  }
  /// The contents of the next pipeline register, whose signals begin with s0, s1 and so on.
  void place(const std::string& what, const std::vector<signal>& payload) {
    place("s" + std::to_string(places_++), what, payload);
  }
  void place(const std::string& stage, const std::string& what,
             const std::vector<signal>& payload) {
    add(what, {bit(stage + "_valid"), bit(stage + "_ready")}, payload);
  }
  /// Registers without a handshake.
  void registers(const std::string& what, const std::vector<signal>& payload) {
    add(what, {}, payload);
  }
  gtkw::view output(const std::vector<signal>& result) {
    add("output", {bit("out_valid_o"), bit("out_ready_i")}, result);
    return view_;
  }
  signal flags() const { return bits("out_flags_o", 5, radix_e::Binary); }

 private:
  void add(const std::string& heading, std::vector<signal> handshake,
           const std::vector<signal>& payload) {
    handshake.insert(handshake.end(), payload.begin(), payload.end());
    view_.groups.push_back({heading, std::move(handshake)});
  }

  std::string top_;
  gtkw::view view_;
  int places_ = 0;
};

}  // namespace

gtkw::view unit_view(const golden::fma::config& k, const std::filesystem::path& waveform) {
  const format f = k.multiplicand, g = k.addend;
  // The low part of the window, as weft_fma derives it.
  const int sig_a = f.frac_bits + 1, sig = g.frac_bits + 1;
  const bool tiny_products = !k.flush_in && 2 * (1 - f.bias()) > 1 - g.bias() - g.frac_bits - 2;
  const int low = 2 + 2 * sig_a + (tiny_products ? sig + 1 : std::max(sig - sig_a + 2, 2));

  unit_signals s("fma", waveform);
  s.input({s.named("in_op_i", FmaOps), s.named("in_round_i", Rounds), s.number("in_a_i", f),
           s.number("in_b_i", f), s.number("in_c_i", g)});
  s.place("operands", {s.named("s0.op", FmaOps), s.number("s0.a", f), s.number("s0.b", f),
                       s.number("s0.c", g)});
  s.place("product and addend",
          {s.bit("s1.subtract"), s.bit("s1.low_leads"), s.bits("s1.high", sig),
           s.bits("s1.sum", low + 1), s.bits("s1.carry", low + 1)});
  s.place("sum", {s.bit("s2.addend_wins"), s.bits("s2.high", sig), s.bits("s2.low", low),
                  s.bits("s2.exp", g.exp_bits + 2, radix_e::Signed)});
  s.place("normalised", {s.bits("s3.exp", g.exp_bits + 2, radix_e::Signed), s.bits("s3.sig", sig),
                         s.bit("s3.half"), s.bit("s3.sticky")});
  return s.output({s.number("out_result_o", g), s.flags()});
}

gtkw::view unit_view(const golden::fadd::config& k, const std::filesystem::path& waveform) {
  const format f = k.number;
  const int sig  = f.frac_bits + 1;
  unit_signals s("fadd", waveform);
  s.input({s.bit("in_subtract_i"), s.named("in_round_i", Rounds), s.number("in_a_i", f),
           s.number("in_b_i", f)});
  s.place("operands", {s.bit("s0.subtract"), s.number("s0.a", f), s.number("s0.b", f)});
  s.place("aligned", {s.bit("s1.about.effective_subtract"),
                      s.bits("s1.about.exp", f.exp_bits, radix_e::Decimal),
                      s.bits("s1.larger", sig), s.bits("s1.smaller", sig + 3)});
  s.place("sum", {s.bits("s2.about.exp", f.exp_bits, radix_e::Decimal), s.bits("s2.sum", sig + 4)});
  return s.output({s.number("out_result_o", f), s.flags()});
}

gtkw::view unit_view(const golden::fmul::config& k, const std::filesystem::path& waveform) {
  const format f    = k.number;
  const int product = 2 * (f.frac_bits + 1);
  unit_signals s("fmul", waveform);
  s.input({s.named("in_round_i", Rounds), s.number("in_a_i", f), s.number("in_b_i", f)});
  s.place("operands", {s.number("s0.a", f), s.number("s0.b", f)});
  s.place("product in carry-save form",
          {s.bits("s1.about.exp", f.exp_bits + 2, radix_e::Signed), s.bits("s1.sum", product + 1),
           s.bits("s1.carry", product + 1)});
  s.place("product",
          {s.bits("s2.about.exp", f.exp_bits + 2, radix_e::Signed), s.bits("s2.product", product)});
  return s.output({s.number("out_result_o", f), s.flags()});
}

gtkw::view unit_view(const golden::fdiv::config& k, const std::filesystem::path& waveform) {
  const format f   = k.number;
  const int places = std::max(8, static_cast<int>(2 * golden::fdiv::digits(k, false)));
  unit_signals s("fdiv", waveform);
  s.input({s.bit("in_root_i"), s.named("in_round_i", Rounds), s.number("in_a_i", f),
           s.number("in_b_i", f)});
  s.registers("digits", {s.bits("state_q", 3, radix_e::Enum), s.bits("sum_q", places + 1),
                         s.bits("carry_q", places + 1), s.bits("divisor_q", places),
                         s.bits("q_q", places + 1), s.bits("qm_q", places + 1)});
  s.registers("resolved", {s.bits("digits_q", places), s.bit("inexact_q")});
  s.registers("placed", {s.bits("placed_q.exp", f.exp_bits + 2, radix_e::Decimal),
                         s.bits("placed_q.sig", f.frac_bits + 1), s.bit("placed_q.half"),
                         s.bit("placed_q.sticky")});
  return s.output({s.number("out_result_o", f), s.flags()});
}

gtkw::view unit_view(const golden::fdiv_seq::config& k, const std::filesystem::path& waveform) {
  const format f = k.number, w = k.inner();
  unit_signals s("fdiv_seq", waveform);
  s.input({s.named("in_op_i", FdivSeqOps), s.named("in_round_i", Rounds), s.number("in_a_i", f),
           s.number("in_b_i", f)});
  s.registers("steps", {s.bits("state_q", 3, radix_e::Enum), s.bits("kind_q", 3, radix_e::Enum),
                        s.number("a_q", w), s.number("b_q", w), s.number("y_q", w),
                        s.number("q_q", w), s.number("r_q", w)});
  s.registers("placed", {s.bits("placed_q.exp", f.exp_bits + 2, radix_e::Decimal),
                         s.bits("placed_q.sig", f.frac_bits + 1), s.bit("placed_q.half"),
                         s.bit("placed_q.sticky")});
  return s.output({s.number("out_result_o", f), s.flags()});
}

gtkw::view unit_view(const golden::fcvt::config& k, const std::filesystem::path& waveform) {
  const format from = k.source, to = k.destination;
  unit_signals s("fcvt", waveform);
  // A word that may be an integer is shown in hex and, if it is as wide as a format, also as a
  // number.
  const auto word = [&](const std::string& name, format f) {
    std::vector<signal> shown{s.bits(name, std::max(f.width(), k.int_bits))};
    if (f.width() >= k.int_bits) {
      shown.push_back(s.number(name, f));
      // GTKWave drops a label's text up to its last dot.
      shown.back().label = name.substr(name.rfind('.') + 1) + " as " + format_name(f);
    }
    return shown;
  };
  std::vector<signal> input{s.named("in_op_i", FcvtOps), s.named("in_round_i", Rounds),
                            s.bit("in_saturate_i")},
      operands{s.named("s0.op", FcvtOps), s.bit("s0.saturate")};
  for (const signal& shown : word("in_data_i", from)) input.push_back(shown);
  for (const signal& shown : word("s0.data", from)) operands.push_back(shown);
  s.input(input);
  s.place("operands", operands);
  s.place("normalised", {s.bit("s1.about.to_int"), s.bit("s1.about.sign"),
                         s.bits("s1.normal", std::max(from.frac_bits + 1, k.int_bits))});
  s.place("placed", {s.bit("s2.beyond"), s.bits("s2.exp", to.exp_bits + 2, radix_e::Signed),
                     s.bit("s2.sticky")});
  std::vector<signal> result = word("out_result_o", to);
  result.push_back(s.flags());
  return s.output(result);
}

gtkw::view unit_view(const golden::sfu::config&, const std::filesystem::path& waveform) {
  const format f = golden::Binary32;
  unit_signals s("sfu", waveform);
  s.input({s.named("in_op_i", SfuOps), s.number("in_a_i", f)});
  s.place("operands", {s.bits("s0.op", 4, radix_e::Decimal), s.number("s0.a", f)});
  s.place("unpacked", {s.bits("s1.a.exp", 9, radix_e::Signed), s.bits("s1.a.frac", 23),
                       s.bits("s1.turns", 64)});
  s.place("reduced", {s.bits("s2.func", 4, radix_e::Decimal), s.bits("s2.part", 4),
                      s.bits("s2.index", 26), s.bits("s2.added", 54)});
  s.place("coefficients and place",
          {s.bits("s3.added", 54), s.bits("s3.left_a", 27, radix_e::Signed),
           s.bits("s3.left_b", 21, radix_e::Signed), s.bits("s3.right_a", 27, radix_e::Signed),
           s.bits("s3.right_b", 16, radix_e::Signed), s.bits("s3.cubic", 14, radix_e::Signed)});
  s.place("products in carry-save form", {s.bits("s4.sum", 54), s.bits("s4.carry", 54)});
  s.place("sum", {s.bits("s5.about.field", 10, radix_e::Signed), s.bits("s5.sum", 54)});
  s.place("s7", "product with the factor", {s.bits("s7.sum", 54)});
  return s.output({s.number("out_result_o", f)});
}

gtkw::view unit_view(const golden::dpa::profile& p, const std::filesystem::path& waveform) {
  unit_signals s("dpa", waveform);
  const auto word = [&](const std::string& name, const golden::dpa::element& e) {
    return s.bits(name, static_cast<int>(p.lanes) * e.width(), format_text(e));
  };
  std::vector<signal> input{word("in_a_i", p.a), word("in_b_i", p.b)};
  if (p.scale_block > 0) {
    const int scales = static_cast<int>(p.lanes / p.scale_block);
    for (const auto* name : {"in_a_scale_i", "in_b_scale_i"}) {
      input.push_back(s.bits(name, scales * p.block_scale.width()));
    }
  }
  input.push_back(s.number("in_c_i", p.c));
  s.input(input);
  return s.output({s.number("out_d_o", p.c)});
}

std::string write_view(gtkw::view view, unsigned resets) {
  constexpr std::uint64_t ResetTime = 2000;  // picoseconds, of sim/harness/dut.hpp
  view.begin += resets * ResetTime;
  view.end += resets * ResetTime;
  const auto path = std::filesystem::path(view.waveform).replace_extension(".gtkw");
  gtkw::write(path, view);
  return fmt::format("waveform: {}, view: gtkwave {}\n", view.waveform.string(), path.string());
}

}  // namespace weft::sim
