// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/output_file.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/progress.hpp"
#include "sim/program/sfu_arguments.hpp"
#include "sim/sfu/sfu_names.hpp"
#include "sim/sfu/sfu_sweep.hpp"
#include "sim/verilated/sfu_high/sfu_high_engine.hpp"

namespace weft::sim {

using golden::sfu::operands, golden::sfu::result;

namespace {

constexpr std::uint64_t All   = std::uint64_t{1} << 32;
constexpr std::uint64_t Round = 1 << 22;  ///< operands between two looks at the clock
constexpr std::size_t Piece   = 1 << 16;  ///< operands per work item of a thread
constexpr auto SaveEvery      = std::chrono::seconds(2);

/// Computes the results of consecutive operands from `from` on.
using evaluator = std::function<void(std::uint32_t from, std::span<result> results)>;

/// The figures of one round of operands, computed by `jobs` threads.
sfu_statistics sweep_round(const sfu_statistics& of, std::uint64_t from, std::uint64_t to,
                           unsigned jobs, const evaluator& evaluate) {
  std::atomic<std::uint64_t> next = from;
  std::vector<sfu_statistics> parts(jobs, sfu_statistics(of.op, of.k));
  const auto work = [&](sfu_statistics& part) {
    std::vector<result> results(Piece);
    for (std::uint64_t start; (start = next.fetch_add(Piece)) <= to;) {
      const std::span piece(results.data(), std::min<std::uint64_t>(Piece, to - start + 1));
      evaluate(static_cast<std::uint32_t>(start), piece);
      part.add(static_cast<std::uint32_t>(start), piece);
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < jobs; ++i) helpers.emplace_back([&, i] { work(parts[i]); });
    work(parts[0]);
  }
  for (unsigned i = 1; i < jobs; ++i) parts[0].merge(parts[i]);
  return parts[0];
}

/// A hash of golden's values: the results of 2^16 operands spread over the whole range.
std::uint32_t model_of(golden::sfu::op_e op, const golden::sfu::config& k) {
  std::uint32_t hash = 0x811c'9dc5;
  for (std::uint32_t i = 0; i < 0x1'0000; ++i) {
    hash = (hash ^ golden::sfu::eval(k, {.op = op, .a = i * 0x1'0001}).bits) * 0x0100'0193;
  }
  return hash;
}

/// Checks that all files belong to the same sweep.
void check_same(const std::string& file, const sfu_sweep& sweep, const std::string& other_file,
                const sfu_sweep& other) {
  if (sweep.name() != other.name()) {
    throw input_error(fmt::format("{}: a sweep of {}, but {} is of {}", file, sweep.name(),
                                  other_file, other.name()));
  }
  if (sweep.model != other.model) {
    throw input_error(fmt::format("{}: comes from another golden model than {}", file, other_file));
  }
}

/// `weft sweep`: compares every operand of a unit with a single operand with the true values. `weft
/// sweep sfu` does the work or a part of it; `weft sweep merge` combines parts.
///
/// Prints the figures. The exit code is 1 if a result is wrong, a bound is broken or operands are
/// missing.
class sweep_command {
 public:
  void add_to(options& o);

 private:
  int sweep();
  int sweep_high() const;
  int merge() const;
  int finish(const sfu_sweep& sweep) const;
  void choose_operands(sfu_sweep& sweep) const;
  void go_on(sfu_sweep& sweep);

  sfu_arguments sfu_;
  std::string shard_, from_, to_, json_, high_op_;
  std::optional<unsigned> jobs_;
  std::vector<std::string> files_;
};

void sweep_command::add_to(options& o) {
  auto& sfu = o.subcommand("sfu", "An elementary function for every binary32");
  sfu_.add_to(sfu);
  sfu_.add_unit_to(sfu);
  sfu.choice("--engine", sfu_.engine, {"golden", "rtl"});
  sfu.number("--stages", sfu_.stages, {0, sfu_arguments::Places}, "Pipeline registers of the RTL");
  sfu.number("--seed", sfu_.seed, {}, "Seed of the RTL's initial state");
  sfu.text("--shard", shard_, "i/n: the i-th of n parts");
  sfu.text("--from", from_, "The first operand, 8 hexadecimal digits");
  sfu.text("--to", to_, "The last operand");
  sfu.number("--jobs", jobs_, {1, 256}, "Threads of the engine golden; else one a core");
  sfu.text("--json", json_, "File for the figures; a sweep that it contains is continued");
  sfu.runs([this] { return sweep(); });
  auto& high = o.subcommand("high", "1 / a and 1 / sqrt(a) of binary64's upper words");
  high.choice("--op", high_op_, {"rcp", "rsqrt"}).required();
  high.choice("--engine", sfu_.engine, {"golden", "rtl"});
  high.number("--seed", sfu_.seed, {}, "Seed of the RTL's initial state");
  high.runs([this] { return sweep_high(); });
  auto& parts = o.subcommand("merge", "Merge parts of a sweep");
  parts.list("FILES", files_, "Files written by --json").required();
  parts.text("--json", json_, "File for the merged figures");
  parts.runs([this] { return merge(); });
}

/// Every significand, of a root with an even and an odd exponent, against the host's long double.
int sweep_command::sweep_high() const {
  namespace high   = golden::sfu_high;
  const bool root  = high_op_ == "rsqrt";
  const auto value = [](std::uint32_t word) -> long double {
    return std::bit_cast<double>(std::uint64_t{word} << 32);
  };
  std::vector<high::operands> items;
  for (const std::uint32_t first : {0x3ff0'0000u, 0x4000'0000u}) {
    for (std::uint32_t i = 0; i < 1u << 20; ++i) {
      items.push_back({root ? high::op_e::Rsqrt : high::op_e::Rcp, first | i});
    }
    if (!root) break;
  }
  std::vector<high::result> results(items.size());
  if (sfu_.engine == "rtl") {
    built_sfu_high_units().front().make({.seed = sfu_.seed, .wave = {}})(items, results);
  }
  std::size_t different = 0, nearest = 0;
  long double largest = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto golden = high::eval({}, items[i]);
    if (sfu_.engine != "rtl") results[i] = golden;
    different += results[i] != golden;
    const long double a = value(items[i].a), exact = root ? 1 / std::sqrt(a) : 1 / a;
    const long double error =
        std::fabs(value(results[i].bits) - exact) / std::ldexp(1.0L, std::ilogb(exact) - 20);
    largest = std::max(largest, error);
    nearest += error <= 0.5L;
  }
  const long double relative = std::log2(largest) - 20;
  fmt::print(
      "{} of {} upper words: largest error {:.3f} ulp of 20 bits (2^{:.2f} of the result at most), "
      "nearest {:.2f} %\n",
      high_op_, items.size(), largest, relative,
      100 * static_cast<double>(nearest) / static_cast<double>(items.size()));
  if (different != 0) fmt::print("{} results differ from golden\n", different);
  return different == 0 ? 0 : 1;
}

void sweep_command::choose_operands(sfu_sweep& sweep) const {
  const auto code = [](const char* option, const std::string& text, std::uint32_t otherwise) {
    if (text.empty()) return otherwise;
    const auto x = parse_code(text);
    if (!x) throw input_error(fmt::format("{} {}: 8 hexadecimal digits", option, text));
    return *x;
  };
  sweep.from = code("--from", from_, 0);
  sweep.to   = code("--to", to_, All - 1);
  if (sweep.to < sweep.from) {
    throw input_error(fmt::format("--to {}: comes before --from {}", to_, from_));
  }
  if (shard_.empty()) return;
  if (!from_.empty() || !to_.empty()) {
    throw input_error(fmt::format("--shard {}: with --from or --to", shard_));
  }
  std::uint64_t i = 0, n = 0;
  const char* const end   = shard_.data() + shard_.size();
  const auto [slash, bad] = std::from_chars(shard_.data(), end, i);
  const bool good         = bad == std::errc() && slash != end && *slash == '/' &&
                    std::from_chars(slash + 1, end, n).ptr == end;
  if (!good || i < 1 || i > n || n > All / Piece) {
    throw input_error(
        fmt::format("--shard {}: i/n with i from 1 to n, n to {}", shard_, All / Piece));
  }
  sweep.from = static_cast<std::uint32_t>(All * (i - 1) / n);
  sweep.to   = static_cast<std::uint32_t>(All * i / n - 1);
}

int sweep_command::sweep() {
  const auto op = sfu_.operation();
  const auto k  = sfu_.config();
  if (sfu_.engine == "rtl" && jobs_.value_or(1) > 1) {
    throw input_error(fmt::format("--jobs {}: the engine rtl has one; use --shard", *jobs_));
  }
  sfu_sweep sweep{.op         = sfu_.op,
                  .build      = sfu_.build,
                  .engine     = sfu_.engine,
                  .relative   = sfu_.relative,
                  .ftz        = sfu_.ftz,
                  .model      = model_of(op, k),
                  .statistics = sfu_statistics(op, k)};
  choose_operands(sweep);
  if (!json_.empty()) {
    check_writable(json_);
    if (std::filesystem::exists(json_)) {
      const sfu_sweep begun = read_sweep(json_);
      check_same(json_, begun, "this sweep", sweep);
      if (begun.from != sweep.from || begun.to != sweep.to) {
        throw input_error(
            fmt::format("{}: covers operands {:08x} to {:08x}", json_, begun.from, begun.to));
      }
      sweep = begun;
      fmt::print("{} {}\n", json_,
                 sweep.finished()
                     ? std::string("is finished")
                     : fmt::format("continues after {} operands", sweep.statistics.inputs()));
    }
  }
  go_on(sweep);
  return finish(sweep);
}

void sweep_command::go_on(sfu_sweep& sweep) {
  using clock   = std::chrono::steady_clock;
  const auto op = sfu_.operation();
  const auto k  = sfu_.config();
  evaluator evaluate;
  unsigned jobs = 1;
  if (sfu_.engine == "rtl") {
    evaluate = [op, run = sfu_.make().run, items = std::vector<operands>()](
                   std::uint32_t from, std::span<result> results) mutable {
      items.resize(results.size());
      for (std::size_t i = 0; i < items.size(); ++i) {
        items[i] = {.op = op, .a = from + static_cast<std::uint32_t>(i)};
      }
      run(items, results);
    };
  } else {
    jobs     = jobs_.value_or(std::max(1U, std::thread::hardware_concurrency()));
    evaluate = [op, k](std::uint32_t from, std::span<result> results) {
      for (result& r : results) r = golden::sfu::eval(k, {.op = op, .a = from++});
    };
  }

  const auto todo             = sweep.statistics.gaps(sweep.from, sweep.to);
  std::uint64_t operands_left = 0;
  for (const auto& gap : todo) operands_left += gap.size();
  progress bar("sweep " + sweep.op, operands_left);
  auto saved = clock::now();
  for (const auto& gap : todo) {
    for (std::uint64_t from = gap.from; from <= gap.to; from += Round) {
      const std::uint64_t to = std::min<std::uint64_t>(from + Round - 1, gap.to);
      sweep.statistics.merge(sweep_round(sweep.statistics, from, to, jobs, evaluate));
      bar.advance(to - from + 1);
      if (json_.empty() || clock::now() - saved < SaveEvery) continue;
      write_file(json_, to_json(sweep));
      saved = clock::now();
    }
  }
}

int sweep_command::merge() const {
  if (!json_.empty()) check_writable(json_);
  sfu_sweep all = read_sweep(files_.front());
  for (std::size_t i = 1; i < files_.size(); ++i) {
    const sfu_sweep part = read_sweep(files_[i]);
    check_same(files_[i], part, files_.front(), all);
    if (!all.statistics.merge(part.statistics)) {
      throw input_error(fmt::format("{}: its operands overlap those of another file", files_[i]));
    }
    all.from = std::min(all.from, part.from);
    all.to   = std::max(all.to, part.to);
  }
  return finish(all);
}

int sweep_command::finish(const sfu_sweep& sweep) const {
  if (!json_.empty()) write_file(json_, to_json(sweep));
  fmt::print("{}", to_text(sweep));
  return sweep.statistics.holds() && sweep.finished() ? 0 : 1;
}

}  // namespace

void add_sweep(options& o) { add<sweep_command>(o); }

}  // namespace weft::sim
