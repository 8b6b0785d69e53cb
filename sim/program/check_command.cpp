// SPDX-License-Identifier: Apache-2.0

#include "sim/program/check_command.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/file/float_text.hpp"
#include "sim/file/input_error.hpp"
#include "sim/picture/unit_view.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/testfloat_check.hpp"
#include "sim/verilated/fadd_engine.hpp"
#include "sim/verilated/fcvt_engine.hpp"
#include "sim/verilated/fdiv/fdiv_engine.hpp"
#include "sim/verilated/fdiv_seq/fdiv_seq_engine.hpp"
#include "sim/verilated/fmul_engine.hpp"
#include "systemc/fadd.hpp"
#include "systemc/fcvt.hpp"
#include "systemc/fdiv.hpp"
#include "systemc/fmul.hpp"

namespace weft::sim {

/// A block with its parsed options.
struct check_command::job {
  testfloat_target target;
  gtkw::view view;  ///< the view of the waveform, if any
};

namespace {

/// The formats that TestFloat's functions are named after.
constexpr std::array<std::pair<const char*, const char*>, 4> Prefixes{
    {{"f16", "fp16"}, {"f32", "fp32"}, {"f64", "fp64"}, {"bf16", "bf16"}}};

/// Splits "f32_mulAdd" into --format and --op; `ops` is for the message.
void split_function(float_arguments& a, const options& command, const char* ops) {
  const auto underscore = a.op.find('_');
  if (underscore == std::string::npos) return;
  for (const auto& [prefix, format] : Prefixes) {
    if (a.op.substr(0, underscore) != prefix) continue;
    if (command.given("--format") && a.format != format) {
      throw input_error(fmt::format("--op {}: --format is {}", a.op, a.format));
    }
    a.format = format;
    a.op.erase(0, underscore + 1);
    return;
  }
  throw input_error(fmt::format("--op {}: f16_, f32_, f64_ or bf16_ and {}", a.op, ops));
}

/// The function under test: operands of the unit, each made from a line by `operands_of`.
template <class Config, class In, class Out, class Make>
auto on_engine(const chosen_unit<Config, In, Out>& unit, Make operands_of) {
  return [=, run = unit.run, operands = std::vector<In>()](auto vectors, auto results) mutable {
    operands.clear();
    for (const testfloat_vector& v : vectors) operands.push_back(operands_of(v.operands));
    if constexpr (std::is_same_v<Out, golden::float_result>) {
      run(operands, results);
    } else {
      std::vector<Out> bits(results.size());
      run(operands, bits);
      for (std::size_t i = 0; i < bits.size(); ++i) results[i] = {.bits = bits[i].bits};
    }
  };
}

/// A comparison in which any NaN equals any other.
auto both_nan(golden::format f) {
  return [f](const golden::float_result& x, const golden::float_result& y) {
    const auto nan = [f](std::uint64_t bits) {
      return golden::unpack(f, bits).is(golden::unpacked::kind_e::Nan);
    };
    return nan(x.bits) && nan(y.bits);
  };
}

/// A comparison in which any integer equals any other if the result is invalid.
bool both_invalid(const golden::float_result& x, const golden::float_result& y) {
  return (x.flags & y.flags & golden::Invalid) != 0;
}

std::string describe_product(const golden::fmul::config& k) {
  return describe_float(format_name(k.number), k.tiny_before, k.flush_in, k.flush_out);
}

/// The name of either divider.
template <class Config>
std::string describe_quotient(const Config& k) {
  return describe_float(format_name(k.number), k.tiny_before, k.flush_in, k.flush_out);
}

/// A sum is as tiny before rounding as after it.
std::string describe_sum(const golden::fadd::config& k) {
  return describe_float(format_name(k.number), false, k.flush_in, k.flush_out);
}

std::string describe_fcvt(const golden::fcvt::config& k) {
  const auto ints = fmt::format("{}-bit integers", k.int_bits);
  // A unit with integers has a single float format.
  if (k.int_bits != 0 && k.source == k.destination) return format_name(k.source) + " and " + ints;
  return fmt::format("{} to {}{}", format_name(k.source), format_name(k.destination),
                     k.int_bits == 0 ? "" : " and " + ints);
}

/// A conversion by its name: "f32_to_i32".
struct conversion {
  golden::fcvt::op_e op;
  golden::fcvt::config k;
  int from_bits, to_bits;
};

conversion parse_conversion(const std::string& name) {
  using enum golden::fcvt::op_e;
  struct side {
    int int_bits = 0;
    bool is_signed{};
    golden::format f{};

    int bits() const { return int_bits != 0 ? int_bits : f.width(); }
  };
  const auto parse = [&](std::string word) -> side {
    for (const int bits : {8, 16, 32, 64}) {
      if (word == fmt::format("i{}", bits)) return {bits, true};
      if (word == fmt::format("ui{}", bits)) return {bits, false};
    }
    for (const auto& [prefix, format] : Prefixes) {
      if (word == prefix) word = format;
    }
    return {.f = parse_format(word, fmt::format("--op {}:", name))};
  };
  const auto to = name.find("_to_");
  if (to == std::string::npos) {
    throw input_error(fmt::format("--op {}: such as f32_to_f16, f64_to_i32, ui64_to_f32", name));
  }
  const side x = parse(name.substr(0, to)), y = parse(name.substr(to + 4));
  if (x.int_bits != 0 && y.int_bits != 0) {
    throw input_error(fmt::format("--op {}: a conversion between integers is not supported", name));
  }
  conversion c{
      FloatToFloat, {.source = x.f, .destination = y.f, .int_bits = 0}, x.bits(), y.bits()};
  if (x.int_bits != 0) {
    c.op = x.is_signed ? SignedToFloat : UnsignedToFloat;
    c.k  = {.source = y.f, .destination = y.f, .int_bits = x.int_bits};
  } else if (y.int_bits != 0) {
    c.op = y.is_signed ? FloatToSigned : FloatToUnsigned;
    c.k  = {.source = x.f, .destination = x.f, .int_bits = y.int_bits};
  }
  return c;
}

/// A built unit fits if it matches in all parameters that the conversion uses.
template <golden::fcvt::op_e Op>
bool converts(const golden::fcvt::config& k, const golden::fcvt::config& candidate) {
  namespace fcvt = golden::fcvt;
  if (Op == fcvt::op_e::FloatToFloat) {
    return candidate.source == k.source && candidate.destination == k.destination;
  }
  return candidate.int_bits == k.int_bits &&
         (fcvt::from_int(Op) ? candidate.destination == k.destination
                             : candidate.source == k.source);
}

}  // namespace

check_command::job check_command::fma(const options& command) {
  namespace fma = golden::fma;
  split_function(fma_, command, "mulAdd, add, sub or mul");
  const fma::op_e op         = fma_.operation();
  const golden::round_e mode = fma_.rounding();
  const auto unit            = fma_.make(fma_.engine);
  const golden::format f = unit.k.multiplicand, g = unit.k.addend;

  job j{.target = {}, .view = unit_view(unit.k, fma_.wave)};
  j.target.bits = {f.width()};
  if (fma::multiplies(op)) j.target.bits.push_back(f.width());
  if (fma::adds(op)) j.target.bits.push_back(g.width());
  j.target.bits.push_back(g.width());
  if (!exact_nan_) j.target.same = both_nan(g);
  // The second operand of a sum is the unit's addend.
  j.target.eval = on_engine(unit, [=](const auto& v) {
    const auto& [x, y, z] = v;
    return fma::operands{.a     = x,
                         .b     = fma::multiplies(op) ? y : 0,
                         .c     = fma::multiplies(op) ? z : y,
                         .op    = op,
                         .round = mode};
  });
  return j;
}

check_command::job check_command::fadd(const options& command) {
  namespace fadd = golden::fadd;
  split_function(fadd_, command, "add or sub");
  if (fadd_.op != "add" && fadd_.op != "sub") {
    throw input_error(fmt::format("--op {}: add or sub", fadd_.op));
  }
  const fadd::config wanted{.number    = parse_format(fadd_.format, "--format"),
                            .flush_in  = fadd_.flush_in,
                            .flush_out = fadd_.flush_out};
  const auto unit = fadd_.choose<systemc::fadd>(
      fadd_.engine, unit_choice<fadd::config, fadd::operands, fadd::result>{
                        wanted, built_fadd_units(), fadd::eval, describe_sum});
  const golden::format f = unit.k.number;

  job j{.target = {}, .view = unit_view(unit.k, fadd_.wave)};
  j.target.bits = {f.width(), f.width(), f.width()};
  if (!exact_nan_) j.target.same = both_nan(f);
  j.target.eval =
      on_engine(unit, [subtract = fadd_.op == "sub", mode = fadd_.rounding()](const auto& v) {
        return fadd::operands{.a = v[0], .b = v[1], .subtract = subtract, .round = mode};
      });
  return j;
}

check_command::job check_command::fmul(const options& command) {
  namespace fmul = golden::fmul;
  split_function(fmul_, command, "mul");
  if (fmul_.op != "mul") throw input_error(fmt::format("--op {}: mul", fmul_.op));
  const fmul::config wanted{.number      = parse_format(fmul_.format, "--format"),
                            .tiny_before = fmul_.tiny_before(),
                            .flush_in    = fmul_.flush_in,
                            .flush_out   = fmul_.flush_out};
  const auto unit = fmul_.choose<systemc::fmul>(
      fmul_.engine, unit_choice<fmul::config, fmul::operands, fmul::result>{
                        wanted, built_fmul_units(), fmul::eval, describe_product});
  const golden::format f = unit.k.number;

  job j{.target = {}, .view = unit_view(unit.k, fmul_.wave)};
  j.target.bits = {f.width(), f.width(), f.width()};
  if (!exact_nan_) j.target.same = both_nan(f);
  j.target.eval = on_engine(unit, [mode = fmul_.rounding()](const auto& v) {
    return fmul::operands{.a = v[0], .b = v[1], .round = mode};
  });
  return j;
}

check_command::job check_command::fdiv(const options& command) {
  namespace fdiv = golden::fdiv;
  if (by_steps_) return fdiv_seq(command);
  split_function(fdiv_, command, "div or sqrt");
  if (fdiv_.op != "div" && fdiv_.op != "sqrt") {
    throw input_error(fmt::format("--op {}: div or sqrt; with --seq also rcp or rsqrt", fdiv_.op));
  }
  const fdiv::config wanted{.number      = parse_format(fdiv_.format, "--format"),
                            .tiny_before = fdiv_.tiny_before(),
                            .flush_in    = fdiv_.flush_in,
                            .flush_out   = fdiv_.flush_out};
  const auto unit = fdiv_.choose<systemc::fdiv>(
      fdiv_.engine, unit_choice<fdiv::config, fdiv::operands, fdiv::result>{
                        wanted, built_fdiv_units(), fdiv::eval, describe_quotient});
  const golden::format f = unit.k.number;
  const bool root        = fdiv_.op == "sqrt";

  job j{.target = {}, .view = unit_view(unit.k, fdiv_.wave)};
  j.target.bits.assign(root ? 2 : 3, f.width());
  if (!exact_nan_) j.target.same = both_nan(f);
  j.target.eval = on_engine(unit, [root, mode = fdiv_.rounding()](const auto& v) {
    return fdiv::operands{.a = v[0], .b = root ? 0 : v[1], .root = root, .round = mode};
  });
  return j;
}

check_command::job check_command::fdiv_seq(const options& command) {
  namespace fdiv_seq          = golden::fdiv_seq;
  constexpr const char* Names = "div, sqrt, rcp or rsqrt";
  split_function(fdiv_, command, Names);
  const auto op = [&] {
    constexpr std::array<const char*, fdiv_seq::Ops> Ops{"div", "sqrt", "rcp", "rsqrt"};
    for (std::size_t i = 0; i < Ops.size(); ++i) {
      if (fdiv_.op == Ops[i]) return fdiv_seq::op_e(i);
    }
    throw input_error(fmt::format("--op {}: {}", fdiv_.op, Names));
  }();
  unit_choice<fdiv_seq::config, fdiv_seq::operands, fdiv_seq::result> from{
      {.number      = parse_format(fdiv_.format, "--format"),
       .tiny_before = fdiv_.tiny_before(),
       .flush_in    = fdiv_.flush_in,
       .flush_out   = fdiv_.flush_out},
      built_fdiv_seq_units(),
      fdiv_seq::eval,
      describe_quotient};
  // Tables and registers change no result.
  from.fits = [](const fdiv_seq::config& k, const fdiv_seq::config& candidate) {
    fdiv_seq::config same = candidate;
    same.build            = k.build;
    same.sfu_pipe         = k.sfu_pipe;
    same.fma_pipe         = k.fma_pipe;
    return same == k;
  };
  const auto unit        = fdiv_.choose<systemc::fdiv_seq>(fdiv_.engine, from);
  const golden::format f = unit.k.number;

  job j{.target = {}, .view = unit_view(unit.k, fdiv_.wave)};
  j.target.bits.assign(op == fdiv_seq::op_e::Div ? 3 : 2, f.width());
  if (!exact_nan_) j.target.same = both_nan(f);
  j.target.eval = on_engine(unit, [op, mode = fdiv_.rounding()](const auto& v) {
    return fdiv_seq::operands{
        .a = v[0], .b = op == fdiv_seq::op_e::Div ? v[1] : 0, .op = op, .round = mode};
  });
  return j;
}

check_command::job check_command::fcvt(const options&) {
  namespace fcvt = golden::fcvt;
  using enum fcvt::op_e;
  const conversion c = parse_conversion(fcvt_.op);
  unit_choice<fcvt::config, fcvt::operands, fcvt::result> from{c.k, built_fcvt_units(), fcvt::eval,
                                                               describe_fcvt};
  from.fits       = fcvt::from_int(c.op) ? converts<SignedToFloat>
                    : fcvt::to_int(c.op) ? converts<FloatToSigned>
                                         : converts<FloatToFloat>;
  const auto unit = fcvt_.choose<systemc::fcvt>(fcvt_.engine, from);

  job j{.target = {}, .view = unit_view(unit.k, fcvt_.wave)};
  j.target.bits = {c.from_bits, c.to_bits};
  if (fcvt::to_int(c.op)) {
    if (!exact_int_) j.target.same = both_invalid;
    if (!exact_) j.target.flags_mask &= ~golden::Inexact;
  } else if (!exact_nan_) {
    j.target.same = both_nan(c.k.destination);
  }
  j.target.eval =
      on_engine(unit, [op = c.op, mode = fcvt_.rounding(), saturate = saturate_](const auto& v) {
        return fcvt::operands{.data = v[0], .op = op, .round = mode, .saturate = saturate};
      });
  return j;
}

check_command::job check_command::sfu(const options&) {
  namespace sfu      = golden::sfu;
  const sfu::op_e op = sfu_.operation();
  const auto unit    = sfu_.make();

  job j{.target = {}, .view = unit_view(unit.k, sfu_.wave)};
  j.target.bits      = {golden::Binary32.width(), golden::Binary32.width()};
  j.target.has_flags = false;
  if (!exact_nan_) j.target.same = both_nan(golden::Binary32);
  j.target.eval = on_engine(unit, [op](const auto& v) {
    return sfu::operands{.op = op, .a = static_cast<std::uint32_t>(v[0])};
  });
  return j;
}

void check_command::add_to(options& o) {
  o.asks("name a unit");
  const auto add_common = [&](options& unit, unit_arguments& arguments,
                              job (check_command::*understand)(const options&)) {
    add_engine(unit, arguments.engine);
    unit.flag("--exact-nan", exact_nan_, "NaN results have to be the same bits");
    unit.text("FILE", file_, "Lines of testfloat_gen; - is standard input").required();
    unit.runs([this, understand, &unit, &arguments] {
      check_wave(arguments.wave, {arguments.engine});
      return check(unit, arguments, (this->*understand)(unit));
    });
  };

  auto& fma = o.subcommand("fma", "The fused multiply-add: mulAdd, add, sub and mul");
  fma_.op   = "mulAdd";
  fma_.add_to(fma).describe("mulAdd, add, sub, mul, f32_mulAdd, ...; also msub, nmsub, nmadd");
  add_common(fma, fma_, &check_command::fma);

  auto& fadd = o.subcommand("fadd", "The adder: add and sub");
  fadd_.op   = "add";
  fadd_.add_to(fadd, false);
  fadd.text("--op", fadd_.op, "add, sub, f32_add, ...");
  add_common(fadd, fadd_, &check_command::fadd);

  auto& fmul = o.subcommand("fmul", "The multiplier: mul");
  fmul_.op   = "mul";
  fmul_.add_to(fmul);
  fmul.text("--op", fmul_.op, "mul, f32_mul, ...");
  add_common(fmul, fmul_, &check_command::fmul);

  auto& fdiv = o.subcommand("fdiv", "The dividers: div and sqrt");
  fdiv_.op   = "div";
  fdiv_.add_to(fdiv, true, 0);
  fdiv.text("--op", fdiv_.op, "div, sqrt, f32_div, f64_sqrt, ...; with --seq also rcp and rsqrt");
  fdiv.flag("--seq", by_steps_, "The divider by multiply-adds, weft_fdiv_seq");
  add_common(fdiv, fdiv_, &check_command::fdiv);

  auto& fcvt = o.subcommand("fcvt", "Conversions");
  fcvt_.add_to(fcvt);
  fcvt.text("--op", fcvt_.op,
            "f32_to_f16, f64_to_i32, ui64_to_f32, ...; f16, f32, f64, bf16 or any --format "
            "of the others, i and ui of 8, 16, 32 or 64")
      .required();
  add_common(fcvt, fcvt_, &check_command::fcvt);
  fcvt.flag("--saturate", saturate_, "Overflow to a float gives the largest number");
  fcvt.flag("--exact", exact_,
            "Conversions to integers raise inexact, as after testfloat_gen -exact");
  fcvt.flag("--exact-int", exact_int_,
            "Compare integers bit for bit even if the conversion is invalid");

  auto& sfu = o.subcommand("sfu", "Elementary functions: lines of operand and result");
  sfu_.add_to(sfu);
  sfu_.add_unit_to(sfu);
  sfu_.add_rtl_to(sfu, sfu_arguments::Places);
  add_common(sfu, sfu_, &check_command::sfu);

  auto& dot = o.subcommand("dot", "Dot products as a matrix unit computes them");
  dot_.add_to(dot);
  dot.runs([this] { return dot_.run(); });
}

int check_command::check(const options& command, const unit_arguments& arguments,
                         const job& job) const {
  const auto report = check_testfloat(file_, job.target);
  fmt::print("{}", report.differences);
  if (report.failed > 0) fmt::print("{}\n", command.again(arguments.seed));
  if (!arguments.wave.empty()) fmt::print("{}", write_view(job.view));
  fmt::print("{} passed, {} failed\n", report.passed, report.failed);
  return report.failed > 0 ? 1 : 0;
}

void add_check(options& o) { add<check_command>(o); }

}  // namespace weft::sim
