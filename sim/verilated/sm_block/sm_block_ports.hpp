// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "sim/golden/dpa_profiles.hpp"
#include "sim/golden/sm/sm_block.hpp"
#include "sim/verilated/sm_block/sm_block_engine.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_sm_block as the golden block's inputs and outputs.
template <class V, class P>
struct sm_block_ports {
  using dut     = V;
  using model   = golden::sm::block_model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr unsigned WarpBits = std::bit_width(unsigned{P::Warps - 1});
  static constexpr unsigned RegBits  = std::bit_width(unsigned{P::Regs - 1});
  static constexpr unsigned PcBits   = std::bit_width(unsigned{P::Code - 1});

  /// In the place of a profile: no unit of such sums.
  static constexpr unsigned NoProfile = 255;

  /// The architecture that the parameters describe.
  static golden::sm::arch arch() {
    using golden::sm::unit_e;
    golden::sm::arch k;
    k.name       = P::Name;
    k.blocks     = 1;
    k.dispatch   = P::Dispatch;
    k.threads    = P::Threads;
    k.stack      = P::Stack;
    k.banks      = P::Banks;
    k.window     = P::Window;
    k.collectors = P::Collectors;
    k.in_order   = P::InOrder;
    k.swizzled   = P::Swizzled;
    k.reuse      = P::Reuse;
    k.fetch      = P::Fetch;
    k.ports = {{.name = "fp32", .lanes = P::FpLanes, .units = {unit_e::Fp32}, .schedulers = {0}},
               {.name       = "int",
                .lanes      = P::IntLanes,
                .units      = {unit_e::Int, unit_e::Imul},
                .schedulers = {0}},
               {.name       = "sfu",
                .lanes      = P::SfuLanes,
                .units      = {unit_e::Sfu, unit_e::Cvt},
                .schedulers = {0}}};
    if (P::HalfLanes != 0) {
      k.ports[0].units.push_back(unit_e::Fp16);
      k.ports[0].fp16_lanes = P::HalfLanes;
    }
    if (P::DoubleLanes != 0) {
      k.ports.push_back(
          {.name = "fp64", .lanes = P::DoubleLanes, .units = {unit_e::Fp64}, .schedulers = {0}});
    }
    if (P::LsuLanes != 0) {
      k.ports.push_back({.name       = "lsu",
                         .lanes      = P::LsuLanes,
                         .units      = {unit_e::Lsu, unit_e::Shfl},
                         .schedulers = {0}});
    }
    k.tensor_macs = P::TensorMacs;
    if (P::TensorMacs != 0) {
      k.ports.push_back(
          {.name = "tensor", .lanes = 32, .units = {unit_e::Tensor}, .schedulers = {0}});
      k.tensor_read_depth       = P::TensorRead;
      const unsigned profiles[] = {P::TensorFp32, P::TensorFp16, P::TensorBf16};
      for (std::size_t n = 0; n < std::size(profiles); ++n) {
        if (profiles[n] != NoProfile) {
          k.tensor_names[n] = golden::dpa::Profiles[profiles[n]].name;
        }
      }
      k.depth[static_cast<std::size_t>(unit_e::Tensor)] = P::TensorDepth;
    }
    k.queue            = P::Requests;
    k.loads            = P::Loads;
    k.shared           = P::LsuLanes != 0 ? 4 * P::SharedWords : 0;
    k.shared_depth     = P::SharedDepth;
    k.request_interval = 2;
    k.pass_cycles      = 1;
    const auto depth   = [&](unit_e unit) -> unsigned& {
      return k.depth[static_cast<std::size_t>(unit)];
    };
    const auto registers = [](unsigned pipe) { return static_cast<unsigned>(std::popcount(pipe)); };
    depth(unit_e::Fp32)  = registers(P::FpPipe);
    depth(unit_e::Int)   = P::IntDepth;
    depth(unit_e::Imul)  = registers(P::MulPipe) + 1;
    depth(unit_e::Shfl)  = P::ShuffleDepth;
    depth(unit_e::Fp16)  = registers(P::HalfPipe);
    depth(unit_e::Fp64)  = registers(P::DoublePipe);
    depth(unit_e::Sfu) = depth(unit_e::Cvt) = registers(P::SfuPipe);
    return k;
  }

  /// The configuration of the parameters, without a way to run it.
  static built_sm_block built() {
    return {.name      = P::Name,
            .k         = arch(),
            .policy    = static_cast<golden::sm::policy_e>(P::Policy),
            .warps     = P::Warps,
            .registers = P::Regs,
            .code      = P::Code,
            .constants = P::Constants,
            .ftz       = P::Ftz != 0,
            .half      = P::HalfLanes != 0,
            .wide      = P::DoubleLanes != 0,
            .memory    = P::LsuLanes != 0};
  }

  static std::shared_ptr<const golden::sm::machine> machine(golden::sm::launch l) {
    return std::make_shared<const golden::sm::machine>(arch(), std::move(l),
                                                       static_cast<golden::sm::policy_e>(P::Policy),
                                                       golden::sm::deps_e::Scoreboard);
  }
  static model make_model(std::shared_ptr<const golden::sm::machine> m) {
    return model(std::move(m), P::Warps);
  }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    v.load_valid_i       = in.load.has_value();
    v.load_space_i       = in.load ? in.load->space : 1;
    v.load_address_i     = in.load ? in.load->address : 3;
    v.load_data_i        = in.load ? in.load->data : 0x5555aaaa12345678u;
    std::uint32_t begins = 0;
    for (const auto& b : in.begins) {
      begins |= 1u << b.warp;
      put(v.begin_threads_i, b.warp * P::Threads, P::Threads, b.threads);
      put(v.begin_id_i, b.warp * 32, 32, b.id);
      put(v.begin_cta_x_i, b.warp * 32, 32, b.cta % b.grid_x);
      put(v.begin_cta_y_i, b.warp * 32, 32, b.cta / b.grid_x);
      put(v.begin_shared_i, b.warp * 16, 16, b.shared_first);
      put(v.begin_shared_words_i, b.warp * 16, 16, b.shared_words);
      for (unsigned t = 0; t < P::Threads; ++t) {
        const unsigned thread = b.number * P::Threads + t, at = (b.warp * P::Threads + t) * 16;
        put(v.begin_tid_x_i, at, 16, thread % b.block_x);
        put(v.begin_tid_y_i, at, 16, thread / b.block_x);
      }
    }
    put(v.begin_i, 0, P::Warps, begins);
    put(v.open_i, 0, P::Warps, in.opened);
    const auto& answer = in.memory.response;
    v.request_ready_i  = in.memory.memory_ready;
    v.response_valid_i = answer.has_value();
    v.response_tag_i   = answer ? answer->tag : 1;
    for (unsigned n = 0; n < 8; ++n) {
      put(v.response_data_i, 32 * n, 32, answer ? answer->data[n] : 0x77777777u * n);
    }
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out;
    for (unsigned d = 0; d < P::Dispatch; ++d) {
      if ((v.issue_o >> d & 1) == 0) continue;
      out.issues.push_back({0, get(v.issue_warp_o, 0, WarpBits),
                            get(v.issue_pc_o, d * PcBits, PcBits),
                            get(v.issue_active_o, 0, P::Threads)});
    }
    unsigned port = 0;  // golden's number: without those that have no lanes
    for (unsigned p = 0; p < 6; ++p) {
      const unsigned here = port;
      port += p == 3 ? P::DoubleLanes != 0 : p == 4 ? P::LsuLanes != 0 : 1;
      if ((v.start_o >> p & 1) == 0) continue;
      out.starts.push_back({here, get(v.start_warp_o, p * WarpBits, WarpBits),
                            get(v.start_pc_o, p * PcBits, PcBits),
                            get(v.start_groups_o, p * 8, 8)});
    }
    if (v.serve_o) {
      out.services.push_back({get(v.serve_warp_o, 0, WarpBits), v.serve_store_o != 0});
    }
    if (v.request_valid_o) {
      // A load has a tag, a store words.
      golden::sm::sector s{.address = v.request_address_o, .write = v.request_write_o != 0};
      if (s.write) {
        s.mask = static_cast<std::uint8_t>(v.request_mask_o);
        for (unsigned n = 0; n < 8; ++n) {
          if ((s.mask >> n & 1) != 0) s.data[n] = get(v.request_data_o, 32 * n, 32);
        }
      } else {
        s.tag = v.request_tag_o;
      }
      out.request = s;
    }
    const auto row = [](const auto& port, unsigned bank) {
      golden::sm::row r{};
      for (unsigned t = 0; t < P::Threads; ++t) r[t] = get(port, (bank * P::Threads + t) * 32, 32);
      return r;
    };
    for (unsigned b = 0; b < P::Banks; ++b) {
      if ((v.read_o >> b & 1) != 0) {
        out.reads.push_back({0, b, get(v.read_warp_o, b * WarpBits, WarpBits),
                             get(v.read_reg_o, b * RegBits, RegBits), ~0u, row(v.read_data_o, b)});
      }
      if ((v.write_o >> b & 1) != 0) {
        out.writes.push_back({0, b, get(v.write_warp_o, b * WarpBits, WarpBits),
                              get(v.write_reg_o, b * RegBits, RegBits),
                              get(v.write_mask_o, b * P::Threads, P::Threads),
                              row(v.write_data_o, b)});
      }
    }
    for (unsigned w = 0; w < P::Warps; ++w) {
      if (get(v.arrived_o, w, 1) != 0) out.arrived.push_back(w);
      if (get(v.ended_o, w, 1) != 0) out.ended.push_back(w);
      out.reasons.push_back(static_cast<golden::sm::reason_e>(get(v.reason_o, w * 4, 4)));
    }
    return out;
  }

 private:
  /// `bits` bits, at most 32, of a port from bit `at`; and the other way round.
  template <class T>
  static std::uint32_t get(const T& port, unsigned at, unsigned bits) {
    std::uint64_t window = 0;
    const unsigned from  = at / 32 * 4;
    std::memcpy(&window, reinterpret_cast<const char*>(&port) + from,
                std::min<std::size_t>(sizeof window, sizeof port - from));
    return static_cast<std::uint32_t>(window >> (at % 32) & ((std::uint64_t{1} << bits) - 1));
  }
  template <class T>
  static void put(T& port, unsigned at, unsigned bits, std::uint32_t value) {
    std::uint64_t window = 0;
    const unsigned from  = at / 32 * 4;
    char* place          = reinterpret_cast<char*>(&port) + from;
    const std::size_t n  = std::min<std::size_t>(sizeof window, sizeof port - from);
    const auto mask      = ((std::uint64_t{1} << bits) - 1) << (at % 32);
    std::memcpy(&window, place, n);
    window = (window & ~mask) | (std::uint64_t{value} << (at % 32) & mask);
    std::memcpy(place, &window, n);
  }
};

}  // namespace weft::sim
