// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/engine/engine_ring.hpp"

#include <algorithm>

namespace weft::golden::engine_ring {

std::array<std::uint8_t, DescriptorBytes> descriptor::bytes() const {
  std::array<std::uint8_t, DescriptorBytes> out{};
  const auto put = [&](unsigned at, std::uint64_t value, unsigned width) {
    for (unsigned i = 0; i < width; ++i) out[at + i] = static_cast<std::uint8_t>(value >> 8 * i);
  };
  using namespace engine_map;
  const std::uint32_t ctrl =
      (job.preload ? CtrlPreload : 0) | job.flow << CtrlFlowShift |
      (job.transpose_a ? CtrlTransposeA : 0) | (job.transpose_b ? CtrlTransposeB : 0) |
      (job.sparse_a ? CtrlSparseA : 0) | (job.relu ? CtrlRelu : 0) | job.out << CtrlOutputShift;
  put(0x00, op | (irq ? 1u << 8 : 0) | (job.overlap ? 1u << 9 : 0) | ctrl << 16, 4);
  put(0x04, tag, 4);
  if (op_e(op) == op_e::Copy) {
    put(0x08, job.m, 4), put(0x0c, job.n, 4);
    put(0x18, job.c, 8), put(0x30, job.d, 8), put(0x38, job.ldc, 4), put(0x44, job.ldd, 4);
    put(0x68, job.a, 8), put(0x70, job.b, 8), put(0x78, job.k, 4);
    return out;
  }
  unsigned at = 0x08;
  for (const auto word : {job.m, job.n, job.k, job.scale}) put(at, word, 4), at += 4;
  for (const auto address : {job.a, job.b, job.c, job.d}) put(at, address, 8), at += 8;
  for (const auto stride : {job.lda, job.ldb, job.ldc, job.ldd}) put(at, stride, 4), at += 4;
  for (const auto address : {job.a_extra, job.b_extra}) put(at, address, 8), at += 8;
  if (op_e(op) == op_e::Conv) {
    const auto& c = job.conv;
    for (const auto size : {c.h, c.w, c.cin, c.out_w}) put(at, size, 2), at += 2;
    for (const auto size : {c.r, c.s, c.stride, c.dilation, c.pad_top, c.pad_left}) {
      put(at++, size, 1);
    }
    put(at, static_cast<std::uint16_t>(c.pad), 2);
  }
  return out;
}

std::optional<descriptor> read(const std::vector<std::uint8_t>& bytes, const operations& known) {
  const auto get = [&](unsigned at, unsigned width) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < width; ++i) value |= std::uint64_t{bytes[at + i]} << 8 * i;
    return value;
  };
  const auto word = [&](unsigned at) { return static_cast<std::uint32_t>(get(at, 4)); };
  using namespace engine_map;
  const std::uint32_t ctrl = word(0) >> 16;
  descriptor d;
  d.op  = bytes[0];
  d.irq = (word(0) >> 8 & 1) != 0;
  d.tag = word(4);
  d.job = {.op          = op_e(d.op),
           .preload     = (ctrl & CtrlPreload) != 0,
           .flow        = (ctrl & CtrlFlowMask) >> CtrlFlowShift,
           .transpose_a = (ctrl & CtrlTransposeA) != 0,
           .transpose_b = (ctrl & CtrlTransposeB) != 0,
           .sparse_a    = (ctrl & CtrlSparseA) != 0,
           .relu        = (ctrl & CtrlRelu) != 0,
           .out         = (ctrl & CtrlOutputMask) >> CtrlOutputShift,
           .overlap     = (word(0) >> 9 & 1) != 0,
           .m           = word(0x08),
           .n           = word(0x0c),
           .k           = word(0x10),
           .scale       = word(0x14),
           .a           = get(0x18, 8),
           .b           = get(0x20, 8),
           .c           = get(0x28, 8),
           .d           = get(0x30, 8),
           .lda         = word(0x38),
           .ldb         = word(0x3c),
           .ldc         = word(0x40),
           .ldd         = word(0x44),
           .a_extra     = get(0x48, 8),
           .b_extra     = get(0x50, 8)};
  if (d.op > 3 || (d.op == 2 && !known.conv) || (d.op == 3 && !known.copy)) return {};
  if (op_e(d.op) == op_e::Conv) {
    if (d.job.transpose_a || d.job.sparse_a || d.job.a_extra != 0 || d.job.b_extra != 0) return {};
    const auto half = [&](unsigned at) { return static_cast<std::uint32_t>(get(at, 2)); };
    d.job.conv      = {.h        = half(0x58),
                       .w        = half(0x5a),
                       .cin      = half(0x5c),
                       .out_w    = half(0x5e),
                       .r        = bytes[0x60],
                       .s        = bytes[0x61],
                       .stride   = bytes[0x62],
                       .dilation = bytes[0x63],
                       .pad_top  = bytes[0x64],
                       .pad_left = bytes[0x65],
                       .pad      = static_cast<std::int16_t>(half(0x66))};
  }
  if (op_e(d.op) == op_e::Copy) {
    if (ctrl != 0) return {};
    d.job = {.op      = op_e::Copy,
             .overlap = d.job.overlap,
             .m       = d.job.m,
             .n       = d.job.n,
             .k       = word(0x78),
             .a       = get(0x68, 8),
             .b       = get(0x70, 8),
             .c       = d.job.a,
             .d       = d.job.d,
             .ldc     = d.job.lda,
             .ldd     = d.job.ldd};
  }
  // A descriptor that is right is what it says, byte by byte.
  const auto again = d.bytes();
  if (!std::equal(again.begin(), again.end(), bytes.begin())) return {};
  if (d.op == 0 && (ctrl != 0 || std::any_of(bytes.begin() + 8, bytes.end(),
                                             [](std::uint8_t byte) { return byte != 0; }))) {
    return {};
  }
  return d;
}

std::array<std::uint8_t, CompletionBytes> completion::bytes() const {
  std::array<std::uint8_t, CompletionBytes> all{};
  const auto put = [&](unsigned at, unsigned count, std::uint64_t x) {
    for (unsigned i = 0; i < count; ++i) all[at + i] = static_cast<std::uint8_t>(x >> 8 * i);
  };
  put(0, 4, tag), put(4, 2, code), put(6, 2, lap), put(8, 8, time);
  return all;
}

to_memory model::peek(const control& c) const {
  to_memory m;
  if (fetch_ == fetch_e::Ask) m.fetch = fetch_address_;
  if (current_ == current_e::Tell) m.comp = told(c);
  return m;
}

bool model::moves(const control& c, bool quiet) const {
  if (voids(c) || current_ == current_e::Close) return true;
  switch (fetch_) {
    case fetch_e::Rest:
      return begins(c, current_, quiet);
    case fetch_e::Offer:
      return drop_;
    case fetch_e::Given:
    case fetch_e::Ended:
      return !is_ahead();
    default:
      return fetch_ == fetch_e::Aim || fetch_ == fetch_e::Judge;
  }
}

unsigned model::state(const control& c) const {
  if (halted_) return 2;
  if (rests() && !waits(c)) return 0;
  return stop_ || drop_ ? 3 : 1;
}

bool model::begins(const control& c, current_e current, bool quiet) const {
  if (owes()) return false;
  return current == current_e::None ? waits(c) : current == current_e::Run && quiet && ahead_may(c);
}

std::uint64_t model::place(std::uint64_t base, unsigned bytes, std::uint32_t index,
                           const control& c) const {
  const std::uint32_t n = entries(c);
  const std::uint64_t i = n == 0 ? index : index % n;
  return base / bytes * bytes + i * bytes;
}

}  // namespace weft::golden::engine_ring
