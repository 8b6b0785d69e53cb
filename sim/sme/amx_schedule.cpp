// SPDX-License-Identifier: Apache-2.0

#include "sim/sme/amx_schedule.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/golden/sme_core/amx_host.hpp"
#include "sim/golden/sme_machine.hpp"
#include "sim/sme/sme_launch.hpp"

namespace weft::sim {
namespace {

namespace amx = golden::amx;
using golden::sme::paged_memory, golden::sme::stop_e;

// Measured on an M2 Pro, by the text.
constexpr std::array Groups{405.530, 826.912, 1244.570, 1666.952};  // GFLOPS, FP32
struct load_rate {
  int x, y;  ///< registers a load; 0: no load
  double near, far;
};
constexpr std::array<load_rate, 12> Loads{{{1, 0, 87.1489, 120.796},
                                           {2, 0, 213.164, 260.115},
                                           {4, 0, 456.332, 483.285},
                                           {1, 1, 134.33, 130.604},
                                           {1, 2, 162.084, 163.91},
                                           {1, 4, 297.15, 254.922},
                                           {2, 1, 201.658, 195.612},
                                           {2, 2, 214.772, 213.61},
                                           {2, 4, 350.554, 298.603},
                                           {4, 1, 384.614, 310.308},
                                           {4, 2, 349.528, 302.767},
                                           {4, 4, 476.722, 325.193}}};
struct store_rate {
  int groups, width;
  double near, far;
};
constexpr std::array<store_rate, 6> Stores{{{1, 1, 10.3769, 12.9423},
                                            {1, 2, 8.93052, 12.3377},
                                            {2, 1, 5.69731, 7.55092},
                                            {2, 2, 12.3658, 13.0133},
                                            {3, 1, 6.58085, 11.4118},
                                            {4, 1, 8.8847, 9.85956}}};
constexpr double Strategy3 = 1632.13;  // GFLOPS

constexpr double FlopsOfProduct = 2 * 16 * 16;  ///< of bytes a quarter of what it could do
/// The clock that has the text's highest rate with a product a cycle, in GHz.
constexpr double Clock = Groups.back() / FlopsOfProduct;

constexpr std::uint64_t A = 0x100'0000, B = 0x200'0000, C = 0x300'0000, Packed = 0x400'0000;

/// Calls a function of an object in memory that is there.
sme_schedule call(const std::string& folder, std::string_view object, const std::string& function,
                  const std::vector<std::uint64_t>& arguments, const schedule_options& o) {
  const auto file = fmt::format("{}/{}.o", folder, object);
  paged_memory memory;
  amx::state s;
  launch(file, function, {}, s.core, memory);
  for (const auto at : {A, B, C, Packed}) memory.map(at, 0x60'0000);
  std::copy(arguments.begin(), arguments.end(), s.core.x.begin());
  auto given      = o;
  given.values    = false;
  given.max_insns = ~std::uint64_t{0};
  const auto r    = schedule(s, memory, ReturnTo, given);
  if (r.last.stop != stop_e::End) throw input_error(file + ": " + why(r.last));
  return r;
}

std::string share_of(double part) { return fmt::format("{:.1f}", 100 * part); }

std::string groups_table(const std::string& folder, const schedule_options& o) {
  std::string text =
      "| groups of Z | % of a product a cycle | GFLOPS at the text's clock | the text |\n"
      "|---|---|---|---|\n";
  for (std::size_t i = 0; i < Groups.size(); ++i) {
    const auto r = call(folder, "rates", fmt::format("products_{}", i + 1), {1000}, o);
    text += fmt::format("| {} | {} | {:.0f} | {:.0f} |\n", i + 1, share_of(r.share()),
                        r.share() * Clock * FlopsOfProduct, Groups[i]);
  }
  return text;
}

std::string loads_table(const std::string& folder, const schedule_options& o) {
  std::string text =
      "| registers a load of X | of Y | bytes a cycle | GB/s at the text's clock | the text, near "
      "| far |\n"
      "|---|---|---|---|---|---|\n";
  for (const auto& l : Loads) {
    constexpr std::uint64_t Times = 4000;
    const auto r = call(folder, "rates", fmt::format("loads_{}_{}", l.x, l.y), {Times, A, B}, o);
    const auto bytes = static_cast<double>(Times * 64 * static_cast<unsigned>(l.x + l.y)) /
                       static_cast<double>(r.cycles);
    text += fmt::format("| {} | {} | {:.1f} | {:.0f} | {:.0f} | {:.0f} |\n", l.x, l.y, bytes,
                        bytes * Clock, l.near, l.far);
  }
  return text;
}

std::string stores_table(const std::string& folder, const schedule_options& o) {
  std::string text =
      "| groups of Z | rows a store | bytes a cycle | GB/s at the text's clock | the text, near | "
      "far |\n"
      "|---|---|---|---|---|---|\n";
  for (const auto& s : Stores) {
    constexpr std::uint64_t Times = 100;
    const auto r =
        call(folder, "rates", fmt::format("stores_{}_{}", s.groups, s.width), {Times, C}, o);
    const auto bytes =
        static_cast<double>(Times * 16 * 64 * static_cast<unsigned>(s.groups * s.width)) /
        static_cast<double>(r.cycles);
    text += fmt::format("| {} | {} | {:.1f} | {:.0f} | {:.1f} | {:.1f} |\n", s.groups, s.width,
                        bytes, bytes * Clock, s.near, s.far);
  }
  return text;
}

std::string gemms_table(const std::string& folder, const schedule_options& o) {
  std::string text =
      "| FP32 | M x N x K | cycles | % of a product a cycle | GFLOPS at the text's clock | the "
      "text |\n"
      "|---|---|---|---|---|---|\n";
  const auto row = [&](std::string_view name, std::string_view shape, const sme_schedule& r,
                       std::string_view measured) {
    text += fmt::format("| {} | {} | {} | {} | {:.0f} | {} |\n", name, shape, r.cycles,
                        share_of(r.share()), r.share() * Clock * FlopsOfProduct, measured);
  };
  row("strategy 1: one of M, four of N", "16 x 64 x 8192",
      call(folder, "strategies", "strategy_1", {8192, A, B, C}, o), "");
  row("strategy 3: two of M, two of N", "32 x 32 x 8192",
      call(folder, "strategies", "strategy_3", {8192, A, B, C}, o),
      fmt::format("{:.0f}, {} %", Strategy3, share_of(Strategy3 / Groups.back())));
  row("blocks, A packed on the way", "128 x 128 x 128",
      call(folder, "blocked", "matmul", {128, 128, 128, A, B, C, Packed}, o), "");
  row("blocks, A packed on the way", "512 x 512 x 512",
      call(folder, "blocked", "matmul", {512, 512, 512, A, B, C, Packed}, o), "");
  return text;
}

std::string bytes_table(const std::string& folder, const schedule_options& o) {
  std::string text =
      "| INT8 | M x N x K | cycles | % of a product a cycle | GOPS at the text's clock |\n"
      "|---|---|---|---|---|\n";
  for (const auto& [name, function] : {std::pair{"B packed", "gemm_int8_packed"},
                                       std::pair{"its columns in order", "gemm_int8"}}) {
    const auto r = call(folder, "gemm_int8", function, {4096, A, B, C}, o);
    text += fmt::format("| {} | 16 x 64 x 4096 | {} | {} | {:.0f} |\n", name, r.cycles,
                        share_of(r.share()), r.share() * Clock * FlopsOfProduct);
  }
  return text;
}

}  // namespace

sme_schedule schedule(amx::state& s, paged_memory& memory, std::uint64_t end,
                      const schedule_options& o) {
  scheduler to(o);
  golden::sme_core::amx_translator uops_of(o.core);
  for (; to.instructions() < o.max_insns && s.core.pc != end;) {
    const auto pc = s.core.pc;
    std::array<std::uint8_t, 4> bytes{};
    std::uint32_t word = 0;
    if (pc % 4 == 0 && memory.read(pc, bytes)) std::memcpy(&word, bytes.data(), 4);
    if (!amx::is_amx(word)) {
      if (const auto out = golden::sme::step(s.core, memory); out.stop != stop_e::None) {
        return to.end(out);
      }
      to.add("", {});
      continue;
    }
    const auto [op, operand] = amx::decode(s.core, word);
    // Time does not depend on the values of a product.
    const bool product = op >= amx::op_e::Fma64 && op <= amx::op_e::Fms16;
    if (!product || o.values || !s.on) {
      try {
        amx::execute(s, memory, op, operand);
      } catch (const golden::sme::isa::stopped& why) {
        return to.end({why.stop, pc, word, why.reason});
      }
    }
    s.core.pc = pc + 4;
    to.add(amx::Names[static_cast<std::size_t>(op)], uops_of(op, operand));
  }
  if (s.core.pc == end) return to.end({stop_e::End, end, 0, ""});
  return to.end({stop_e::Limit, s.core.pc, 0, "as many instructions as allowed"});
}

std::string amx_tables(const std::string& folder, const schedule_options& o) {
  return groups_table(folder, o) + '\n' + gemms_table(folder, o) + '\n' + bytes_table(folder, o) +
         '\n' + loads_table(folder, o) + '\n' + stores_table(folder, o);
}

}  // namespace weft::sim
