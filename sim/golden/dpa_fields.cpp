// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/dpa_fields.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "sim/golden/dpa_profiles.hpp"

namespace weft::golden::dpa {
namespace {

constexpr std::string_view None = "none";

/// A field and its text.
struct text_field {
  std::string_view name;
  std::function<std::string(const profile&)> get;
  std::function<bool(profile&, std::string_view)> set;  ///< false if the text is not a valid value
  std::string takes;
};

template <class Int>
std::optional<Int> number(std::string_view text, int base = 10) {
  Int value{};
  const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || last != text.data() + text.size() || text.empty()) return {};
  return value;
}

std::string joined(std::span<const std::string_view> words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    out += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + std::string(words[i]);
  }
  return out;
}

text_field flag(std::string_view name, bool profile::*at) {
  return {name, [=](const profile& p) { return p.*at ? "true" : "false"; },
          [=](profile& p, std::string_view text) {
            const bool yes = text == "1" || text == "true";
            if (!yes && text != "0" && text != "false") return false;
            p.*at = yes;
            return true;
          },
          "true or false"};
}

/// An integer field with a range; the value `none` is written as "none".
template <class Int>
text_field integer(std::string_view name, Int profile::*at, Int least, Int most,
                   std::optional<Int> none = {}) {
  return {
      name,
      [=](const profile& p) { return p.*at == none ? std::string(None) : std::to_string(p.*at); },
      [=](profile& p, std::string_view text) {
        const auto value = none && text == None ? none : number<Int>(text);
        if (!value || (value != none && (*value < least || *value > most))) return false;
        p.*at = *value;
        return true;
      },
      std::to_string(least) + " to " + std::to_string(most) + (none ? " or none" : "")};
}

template <class Enum, std::size_t N>
text_field choice(std::string_view name, Enum profile::*at,
                  const std::array<std::string_view, N>& values) {
  return {name,
          [=](const profile& p) { return std::string(values[static_cast<std::size_t>(p.*at)]); },
          [=](profile& p, std::string_view text) {
            const auto* const found = std::find(values.begin(), values.end(), text);
            if (found == values.end()) return false;
            p.*at = static_cast<Enum>(found - values.begin());
            return true;
          },
          joined(values)};
}

constexpr std::array<std::string_view, 5> Evidences{"Silicon", "TwoModels", "OneModel",
                                                    "Documented", "Guess"};
constexpr std::array<std::string_view, 3> Orders{"InOrder", "OddFirst", "EvenPairs"};
constexpr std::array<std::string_view, 2> Starts{"CFirst", "CLast"};
constexpr std::array<std::string_view, 5> Algos{"Joint", "TwoStage", "Exact", "Tree", "Fma"};
constexpr std::array<std::string_view, 3> Cuts{"Trunc", "Jam", "Floor"};
constexpr std::array<std::string_view, Rounds> RoundNames{"NearEven", "TowardZero", "Down",
                                                          "Up",       "NearAway",   "Odd"};

template <class Named>
std::string names_of(const Named& all,
                     const std::function<bool(const typename Named::value_type&)>& take) {
  std::vector<std::string_view> words;
  for (const auto& named : all) {
    if (take(named)) words.push_back(named.name);
  }
  return joined(words);
}

text_field element_field(std::string_view name, element profile::*at) {
  return {name, [=](const profile& p) { return std::string(name_of(p.*at)); },
          [=](profile& p, std::string_view text) {
            for (const auto& known : Elements) {
              if (known.name == text) return p.*at = known.e, true;
            }
            return false;
          },
          names_of(Elements, [](const auto&) { return true; })};
}

/// Whether a format can be C's: C takes the IEEE 754 formats only.
bool is_sum(const named_element& known) {
  const element& e = known.e;
  return e.specials == specials_e::Ieee && e.pad == 0 &&
         e.bias == format{e.exp_bits, e.frac_bits}.bias();
}

text_field sum_field() {
  return {"c",
          [](const profile& p) {
            return std::string(name_of(element{p.c.exp_bits, p.c.frac_bits, p.c.bias()}));
          },
          [](profile& p, std::string_view text) {
            for (const auto& known : Elements) {
              if (known.name != text || !is_sum(known)) continue;
              p.c        = {known.e.exp_bits, known.e.frac_bits};
              p.out_frac = p.c.frac_bits;
              p.nan      = p.c.overflow_code() | std::uint64_t{1} << (p.c.frac_bits - 1);
              return true;
            }
            return false;
          },
          names_of(Elements, is_sum)};
}

text_field scale_field() {
  return {"block_scale",
          [](const profile& p) {
            return std::string(p.block_scale == scale{} ? None : name_of(p.block_scale));
          },
          [](profile& p, std::string_view text) {
            if (text == None) return p.block_scale = {}, true;
            for (const auto& known : Scales) {
              if (known.name == text) return p.block_scale = known.s, true;
            }
            return false;
          },
          names_of(Scales, [](const auto&) { return true; }) + " or none"};
}

text_field nan_field() {
  return {"nan",
          [](const profile& p) {
            std::string digits;
            for (int i = p.c.width() - 4; i >= 0; i -= 4)
              digits += "0123456789abcdef"[p.nan >> i & 15];
            return digits;
          },
          [](profile& p, std::string_view text) {
            const auto bits = number<std::uint64_t>(text, 16);
            if (bits) p.nan = *bits;
            return bits.has_value();
          },
          "bits in hexadecimal"};
}

const std::vector<text_field>& fields() {
  constexpr int Furthest = 1000, MostGrid = 62;
  static const std::vector<text_field> all{
      choice("evidence", &profile::evidence, Evidences),
      element_field("a", &profile::a),
      element_field("b", &profile::b),
      sum_field(),
      scale_field(),
      integer("scale_block", &profile::scale_block, 0u, MaxLanes),
      integer("lanes", &profile::lanes, 1u, MaxLanes),
      integer("depth", &profile::depth, 1u, 4096u),
      choice("order", &profile::order, Orders),
      choice("start", &profile::start, Starts),
      integer("chains", &profile::chains, 1u, 2u),
      choice("algo", &profile::algo, Algos),
      integer("grid", &profile::grid, 0, MostGrid),
      choice("cut", &profile::cut, Cuts),
      flag("c_joins", &profile::c_joins),
      integer("exact_group", &profile::exact_group, 1u, MaxLanes),
      integer("groups", &profile::groups, 1u, MaxLanes),
      choice("group_cut", &profile::group_cut, Cuts),
      integer("sum_grid", &profile::sum_grid, 0, MostGrid),
      integer("c_grid", &profile::c_grid, 0, MostGrid),
      integer("c_drop", &profile::c_drop, 0, Furthest, std::optional(NoDrop)),
      flag("zero_votes", &profile::zero_votes),
      integer("zero_exp", &profile::zero_exp, -Furthest, 0),
      integer("emax_floor", &profile::emax_floor, -Furthest, 0, std::optional(NoFloor)),
      flag("ab_exp_from_format", &profile::ab_exp_from_format),
      flag("c_exp_from_format", &profile::c_exp_from_format),
      flag("product_overflow", &profile::product_overflow),
      flag("overflow_last", &profile::overflow_last),
      flag("daz_ab", &profile::daz_ab),
      flag("daz_c", &profile::daz_c),
      flag("daz_plus", &profile::daz_plus),
      flag("ftz", &profile::ftz),
      flag("tiny_after", &profile::tiny_after),
      choice("round", &profile::round, RoundNames),
      integer("out_frac", &profile::out_frac, 1, 52),
      nan_field(),
      flag("neg_zero_sum", &profile::neg_zero_sum),
      flag("neg_zero_keep", &profile::neg_zero_keep)};
  return all;
}

const text_field* find_field(std::string_view name) {
  const auto& all = fields();
  const auto at =
      std::find_if(all.begin(), all.end(), [&](const auto& f) { return f.name == name; });
  return at == all.end() ? nullptr : &*at;
}

/// Bits that a sum needs above the grid's integer places: the carries of all terms, and a sign.
int bits_above(const profile& p) {
  unsigned most = 4;  // a product's significand
  if (p.exact_group > 1) {
    // A fixed-point product times two scales' significands, in units of the scales' last places.
    const auto reach = [](const element& e) {
      return (1u << e.exp_bits) - 1 - static_cast<unsigned>(e.bias);
    };
    most = 4u << (reach(p.a) + reach(p.b) + 2 + std::bit_width(p.exact_group - 1));
  }
  return std::bit_width(p.lanes / p.exact_group * most + 1) + 1;
}

}  // namespace

std::span<const std::string_view> field_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> out;
    for (const auto& f : fields()) out.push_back(f.name);
    return out;
  }();
  return names;
}

std::string field(const profile& p, std::string_view name) {
  const auto* const f = find_field(name);
  return f == nullptr ? "" : f->get(p);
}

std::string set_field(profile& p, std::string_view name, std::string_view text) {
  const auto* const f = find_field(name);
  if (f == nullptr) return "no such field; the fields are " + joined(field_names());
  return f->set(p, text) ? "" : f->takes;
}

std::string check(const profile& p) {
  using enum algo_e;
  const auto is = [&](bool wrong, std::string_view name, const std::string& why) {
    return wrong ? std::string(name) + ' ' + field(p, name) + ": " + why : "";
  };
  if (p.lanes < 1 || p.lanes > MaxLanes || p.exact_group < 1) {
    return "lanes " + std::to_string(p.lanes) + ": 1 to " + std::to_string(MaxLanes);
  }
  const bool on_grid = p.algo == Joint || p.algo == TwoStage, scaled = p.scale_block != 0;
  const bool grouped = p.exact_group > 1;
  const auto wide    = [&](int exp_bits) {
    return p.a.exp_bits > exp_bits || p.b.exp_bits > exp_bits;
  };
  const auto finite      = [](const element& e) { return e.specials == specials_e::Finite; };
  const int room         = 63 - bits_above(p);
  const auto most        = [](int n) { return "at most " + std::to_string(n); };
  const std::string what = "algo " + field(p, "algo");

  const std::array wrong{
      is(p.depth % p.lanes != 0, "lanes", "not a divisor of a depth of " + std::to_string(p.depth)),
      is(p.order == order_e::OddFirst && p.depth % 2 != 0, "depth", "OddFirst needs an even depth"),
      is(p.order == order_e::EvenPairs && p.depth % 4 != 0, "depth",
         "EvenPairs needs a multiple of 4"),
      is(p.algo == Tree && !std::has_single_bit(p.lanes), "lanes", "Tree needs a power of two"),
      is(p.algo != Fma && wide(8), "a", what + " has no room for that or for b"),
      is(p.algo == Exact && p.c.exp_bits > 8, "c", what + " has no room for that"),
      is(!p.ab_exp_from_format && std::max(p.a.frac_bits, p.b.frac_bits) > 10, "ab_exp_from_format",
         "elements have up to 10 fraction bits"),
      // Block scales.
      is(scaled != (p.block_scale != scale{}), "scale_block",
         "with a block_scale, and only with one"),
      is(scaled &&
             (p.lanes % std::max(p.scale_block, 1u) != 0 || p.lanes > MaxScales * p.scale_block),
         "scale_block", "1 to 4 of them are the lanes"),
      is(scaled && !on_grid, "scale_block", "with Joint and TwoStage only"),
      is(scaled && wide(5), "scale_block", "elements have up to 5 exponent bits"),
      is(scaled && p.block_scale.frac_bits > 0 && !grouped, "block_scale",
         "with an exact_group only"),
      is(grouped && (p.algo != Joint || !scaled || p.product_overflow), "exact_group",
         "with Joint and a block_scale, without product_overflow"),
      is(grouped && scaled && p.scale_block % p.exact_group != 0, "exact_group",
         "not a divisor of a scale_block of " + std::to_string(p.scale_block)),
      is(grouped && (!finite(p.a) || !finite(p.b)), "exact_group",
         "elements are finite: e3m2, e2m3 or e2m1"),
      is(scaled && p.order != order_e::InOrder, "order", "with a block_scale InOrder only"),
      // Sums.
      is(on_grid && p.grid < 1, "grid", "at least 1"),
      is(on_grid && p.grid > room, "grid", most(room)),
      is(p.algo == TwoStage && p.groups > p.lanes, "groups", "more than lanes"),
      is(p.algo == TwoStage && p.sum_grid < std::max(p.grid, p.c_grid), "sum_grid",
         "not less than grid and c_grid"),
      is(p.algo == TwoStage && p.sum_grid > room, "sum_grid", most(room)),
      is(p.algo == TwoStage && p.c_grid < p.c.frac_bits, "c_grid",
         "at least the " + std::to_string(p.c.frac_bits) + " fraction bits of c"),
      is(!p.c_joins && p.algo != Joint && p.algo != Exact, "c_joins", "with Joint and Exact only"),
      is(p.product_overflow && !on_grid, "product_overflow", "with Joint and TwoStage only"),
      is(p.overflow_last && !p.product_overflow, "overflow_last", "with product_overflow only"),
      // The result.
      is(p.out_frac > p.c.frac_bits, "out_frac", most(p.c.frac_bits)),
      is((p.nan & (p.c.sign_bit() - 1)) <= p.c.overflow_code() || p.nan > p.c.mask(), "nan",
         "no NaN of " + field(p, "c"))};
  for (const std::string& text : wrong) {
    if (!text.empty()) return text;
  }
  return "";
}

profile renamed(profile p, std::string_view name) {
  static std::set<std::string> names;
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  p.name = *names.emplace(name).first;
  p.from = nullptr;
  return p;
}

bool same_block(const profile& p, const profile& q) {
  const auto block = [](profile x) {
    const profile none;
    x.name     = {};
    x.from     = nullptr;
    x.evidence = none.evidence;
    x.depth    = none.depth;
    x.order    = none.order;
    x.start    = none.start;
    x.chains   = none.chains;
    return x;
  };
  return block(p) == block(q);
}

}  // namespace weft::golden::dpa
