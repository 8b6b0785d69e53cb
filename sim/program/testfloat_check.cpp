// SPDX-License-Identifier: Apache-2.0

#include "sim/program/testfloat_check.hpp"

#include <fmt/format.h>

#include <optional>

#include "sim/file/input_error.hpp"
#include "sim/program/progress.hpp"

namespace weft::sim {
namespace {

constexpr std::size_t Batch         = 4096;
constexpr std::uint64_t MostPrinted = 20;

std::string difference(const testfloat_target& target, const testfloat_vector& v,
                       const golden::float_result& got) {
  const auto hex = [](std::uint64_t x, int bits) {
    return fmt::format("{:0{}X}", x, (bits + 3) / 4);
  };
  std::string text = fmt::format("line {}:", v.line);
  for (std::size_t i = 0; i + 1 < target.bits.size(); ++i) {
    text += ' ' + hex(v.operands[i], target.bits[i]);
  }
  const auto outcome = [&](const golden::float_result& r) {
    return hex(r.bits, target.bits.back()) +
           (target.has_flags ? fmt::format(" {:02X}", r.flags) : "");
  };
  return text + fmt::format(" gives {}, expected {}\n", outcome(got), outcome(v.expected));
}

}  // namespace

testfloat_report check_testfloat(const std::string& path, const testfloat_target& target) {
  testfloat_file file(path, target.bits, target.has_flags);
  std::optional<progress> bar;
  if (const auto lines = file.lines_expected(); lines > 0) bar.emplace("check", lines);

  testfloat_report report;
  std::vector<golden::float_result> results;
  while (true) {
    const auto& vectors = file.read(Batch);
    if (vectors.empty()) break;
    results.resize(vectors.size());
    target.eval(vectors, results);
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      const auto &expected = vectors[i].expected, &got = results[i];
      const bool same_flags = ((expected.flags ^ got.flags) & target.flags_mask) == 0;
      if (same_flags &&
          (expected.bits == got.bits || (target.same && target.same(expected, got)))) {
        ++report.passed;
      } else if (++report.failed <= MostPrinted) {
        report.differences += difference(target, vectors[i], got);
      }
    }
    if (bar) bar->advance(vectors.size());
  }
  if (report.passed + report.failed == 0) throw input_error(file.name() + ": no test vectors");
  if (report.failed > MostPrinted) {
    report.differences += fmt::format("and {} more\n", report.failed - MostPrinted);
  }
  return report;
}

}  // namespace weft::sim
