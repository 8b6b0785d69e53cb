// SPDX-License-Identifier: Apache-2.0

#include "sim/program/sm/sm_arguments.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstring>
#include <string_view>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/npy.hpp"
#include "sim/file/sm_arch.hpp"

namespace weft::sim {
namespace {

using golden::sm::policy_e;

constexpr std::size_t MostBytes = 1 << 28;

constexpr npy::dtype_e Types[] = {npy::dtype_e::F2, npy::dtype_e::F4, npy::dtype_e::F8,
                                  npy::dtype_e::I1, npy::dtype_e::I2, npy::dtype_e::I4,
                                  npy::dtype_e::I8, npy::dtype_e::U1, npy::dtype_e::U2,
                                  npy::dtype_e::U4, npy::dtype_e::U8};

npy::dtype_e type_of(std::string_view name, const std::string& argument) {
  for (const auto t : Types) {
    if (npy::descr(t).substr(1) == name) return t;
  }
  throw input_error(fmt::format("--args {}: {}: no element type", argument, name));
}

}  // namespace

void sm_arch_arguments::add_to(options& o) {
  o.text("--arch", arch, "A preset of weft sm list, or a JSON file of one");
  o.list("--set", settings, "KEY=VALUE, such as block.sfu.lanes=8").repeated();
}

golden::sm::arch sm_arch_arguments::read() const { return read_sm_arch(arch, settings); }

void add_sm_policy(options& o, std::string& policy) {
  o.choice("--policy", policy, {"lrr", "gto", "youngest"},
           "The warp that issues: the next one, or the last one and then the oldest or youngest");
}

policy_e sm_policy(const std::string& policy) {
  return policy == "lrr" ? policy_e::Lrr : policy == "gto" ? policy_e::Gto : policy_e::Youngest;
}

sm_buffers::sm_buffers(const std::vector<std::string>& arguments) {
  for (const auto& a : arguments) {
    if (a.starts_with("out:")) {
      const auto type  = a.find(':', 4);
      const auto shape = type == a.npos ? type : a.find(':', type + 1);
      unsigned rows = 0, cols = 0;
      const char* const end = a.data() + (shape == a.npos ? 0 : shape);
      const auto first  = std::from_chars(a.data() + (type == a.npos ? 0 : type + 1), end, rows);
      const bool x      = shape != a.npos && first.ptr < end && *first.ptr == 'x';
      const auto second = x ? std::from_chars(first.ptr + 1, end, cols) : first;
      if (!x || second.ptr != end || rows == 0 || cols == 0 || rows > npy::MaxDim ||
          cols > npy::MaxDim) {
        throw input_error(fmt::format("--args {}: out:TYPE:ROWSxCOLS:FILE.npy", a));
      }
      const auto t = type_of(std::string_view(a).substr(4, type - 4), a);
      const auto n = std::size_t{rows} * cols * npy::size(t);
      if (n > MostBytes) throw input_error(fmt::format("--args {}: more than 2^28 bytes", a));
      outputs_.push_back({a.substr(shape + 1), npy::descr(t), rows, cols, bytes_.size()});
      check_writable(outputs_.back().file);
      add(std::vector<std::uint8_t>(n));
      continue;
    }
    if (const auto dot = a.find(".npy"); dot != a.npos) {
      const auto equals = a.find('=');
      const auto in     = npy::read(a.substr(0, equals));
      if (equals != a.npos) {
        outputs_.push_back(
            {a.substr(equals + 1), npy::descr(in.dtype), in.rows, in.cols, bytes_.size()});
        check_writable(outputs_.back().file);
      }
      add(in.bytes);
      continue;
    }
    const auto* const end = a.data() + a.size();
    const bool hex        = a.starts_with("0x");
    std::int64_t n        = 0;
    const auto integer    = std::from_chars(a.data() + (hex ? 2 : 0), end, n, hex ? 16 : 10);
    float x               = 0;
    const auto real       = std::from_chars(a.data(), end, x);
    if (integer.ptr == end && integer.ec != std::errc::invalid_argument) {
      if (integer.ec != std::errc() || n < -(std::int64_t{1} << 31) || n >= std::int64_t{1} << 32) {
        throw input_error(fmt::format("--args {}: an integer has 32 bits", a));
      }
      words_.push_back(static_cast<std::uint32_t>(n));
    } else if (real.ptr == end && real.ec == std::errc()) {
      words_.push_back(std::bit_cast<std::uint32_t>(x));
    } else {
      throw input_error(
          fmt::format("--args {}: a number, FILE.npy or out:TYPE:ROWSxCOLS:FILE.npy", a));
    }
  }
}

void sm_buffers::add(const std::vector<std::uint8_t>& bytes) {
  if (words_.size() % 2 != 0) words_.push_back(0);
  const std::size_t at = bytes_.size();
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  bytes_.resize((bytes_.size() + 255) / 256 * 256);
  if (bytes_.size() > 4 * MostBytes) throw input_error("--args: more than 2^30 bytes of buffers");
  words_.push_back(golden::sm::memory::Base + static_cast<std::uint32_t>(at));
  words_.push_back(0);
}

std::string sm_buffers::write(const std::vector<std::uint8_t>& after) const {
  std::string text;
  for (const output& o : outputs_) {
    npy::array2d a{"", type_of(o.dtype.substr(1), o.file), o.rows, o.cols, {}};
    const auto n = std::size_t{o.rows} * o.cols * npy::size(a.dtype);
    a.bytes.assign(after.begin() + static_cast<std::ptrdiff_t>(o.at),
                   after.begin() + static_cast<std::ptrdiff_t>(o.at + n));
    npy::write(o.file, a);
    text += fmt::format("{}: {} x {} {}\n", o.file, o.rows, o.cols, o.dtype);
  }
  return text;
}

}  // namespace weft::sim
