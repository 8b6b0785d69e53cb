// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

#include <bit>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "sim/golden/dpa_profiles.hpp"
#include "sim/golden/sm/sm_block.hpp"
#include "sim/harness/port_bits.hpp"
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

  static constexpr unsigned Ports = 6;

  static constexpr unsigned Schedulers = P::Schedulers;

  /// In the place of a profile: no unit of such sums.
  static constexpr unsigned NoProfile = 255;

  /// The architecture that the parameters describe.
  static golden::sm::arch arch() {
    using golden::sm::unit_e;
    golden::sm::arch k;
    k.name       = P::Name;
    k.blocks     = 1;
    k.schedulers = Schedulers;
    k.dispatch   = P::Dispatch;

    k.issue_interval = P::Interval;
    k.fp64_alone     = P::Twin != 0;

    k.threads    = P::Threads;
    k.stack      = P::Stack;
    k.banks      = P::Banks;
    k.window     = P::Window;
    k.collectors = P::Collectors;
    k.in_order   = P::InOrder;
    k.swizzled   = P::Swizzled;
    k.reuse      = P::Reuse;
    k.fetch      = P::Fetch;
    std::vector<unsigned> all(Schedulers);
    std::iota(all.begin(), all.end(), 0u);
    k.ports = {{.name = "fp32", .lanes = P::FpLanes, .units = {unit_e::Fp32}, .schedulers = all},
               {.name       = "int",
                .lanes      = P::IntLanes,
                .units      = {unit_e::Int, unit_e::Imul},
                .schedulers = all},
               {.name       = "sfu",
                .lanes      = P::SfuLanes,
                .units      = {unit_e::Sfu, unit_e::Cvt},
                .schedulers = all}};
    if (P::Joint != 0) {
      k.ports[0].units = {unit_e::Fp32, unit_e::Int, unit_e::Imul};
      k.ports.erase(k.ports.begin() + 1);
    }
    if (P::HalfLanes != 0) {
      k.ports[0].units.push_back(unit_e::Fp16);
      k.ports[0].fp16_lanes = P::HalfLanes;
    }
    if (P::Twin != 0) {
      for (unsigned n = 0; n < 2; ++n) {
        k.ports[n].units = {unit_e::Fp32, unit_e::Int, unit_e::Imul};
        if (P::DoubleLanes != 0) k.ports[n].units.push_back(unit_e::Fp64);
      }
      k.ports[0].name = "fp32a";
      k.ports[1].name = "fp32b";
    } else if (P::DoubleLanes != 0) {
      k.ports.push_back(
          {.name = "fp64", .lanes = P::DoubleLanes, .units = {unit_e::Fp64}, .schedulers = all});
    }
    if (P::LsuLanes != 0) {
      k.ports.push_back({.name       = "lsu",
                         .lanes      = P::LsuLanes,
                         .units      = {unit_e::Lsu, unit_e::Shfl},
                         .schedulers = all});
    }
    k.tensor_macs = P::TensorMacs;
    if (P::TensorMacs != 0) {
      k.ports.push_back(
          {.name = "tensor", .lanes = 32, .units = {unit_e::Tensor}, .schedulers = all});
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
    const auto of = [](unsigned cycles, unsigned pipe, unsigned more = 0) {
      return cycles != 0 ? cycles : static_cast<unsigned>(std::popcount(pipe)) + more;
    };
    depth(unit_e::Fp32) = of(P::FpDepth, P::FpPipe);
    depth(unit_e::Int)  = P::IntDepth;
    depth(unit_e::Imul) = of(P::MulDepth, P::MulPipe, 1);
    depth(unit_e::Shfl) = P::ShuffleDepth;
    depth(unit_e::Fp16) = of(P::HalfDepth, P::HalfPipe);
    depth(unit_e::Fp64) = of(P::DoubleDepth, P::DoublePipe);
    depth(unit_e::Sfu) = depth(unit_e::Cvt) = of(P::SfuDepth, P::SfuPipe);
    return k;
  }

  /// The configuration of the parameters, without a way to run it.
  static built_sm_block built() {
    return {.name      = P::Name,
            .module    = "weft_sm_block",
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
    drive_load(v, in.load);
    drive_memory(v, in.memory);
    v.restart_i = 0;
    // Its shared memory is inside, and it is alone.
    v.shared_ready_i     = 1;
    v.shared_filled_i    = 1;
    v.request_turn_i     = 1;
    std::uint32_t begins = 0;
    for (const auto& b : in.begins) {
      begins |= 1u << b.warp;
      put_bits(v.begin_threads_i, b.warp * P::Threads, P::Threads, b.threads);
      put_bits(v.begin_id_i, b.warp * 32, 32, b.id);
      put_bits(v.begin_cta_x_i, b.warp * 32, 32, b.cta % b.grid_x);
      put_bits(v.begin_cta_y_i, b.warp * 32, 32, b.cta / b.grid_x);
      put_bits(v.begin_shared_i, b.warp * 16, 16, b.shared_first);
      put_bits(v.begin_shared_words_i, b.warp * 16, 16, b.shared_words);
      for (unsigned t = 0; t < P::Threads; ++t) {
        const unsigned thread = b.number * P::Threads + t, at = (b.warp * P::Threads + t) * 16;
        put_bits(v.begin_tid_x_i, at, 16, thread % b.block_x);
        put_bits(v.begin_tid_y_i, at, 16, thread / b.block_x);
      }
    }
    put_bits(v.begin_i, 0, P::Warps, begins);
    put_bits(v.open_i, 0, P::Warps, in.opened);
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out = block_of(v, 0);
    out.request = request_of(v);
    return out;
  }

  /// The outputs of block `n` of as many as the ports have.
  static outputs block_of(const V& v, unsigned n) {
    outputs out;
    for (unsigned s = 0; s < Schedulers; ++s) {
      const unsigned here = n * Schedulers + s;
      for (unsigned d = 0; d < P::Dispatch; ++d) {
        const unsigned at = here * P::Dispatch + d;
        if (get_bits(v.issue_o, at, 1) == 0) continue;
        out.issues.push_back({s, get_bits(v.issue_warp_o, here * WarpBits, WarpBits),
                              get_bits(v.issue_pc_o, at * PcBits, PcBits),
                              get_bits(v.issue_active_o, here * P::Threads, P::Threads)});
      }
    }
    unsigned port = 0;  // golden's number: without those that have no lanes
    for (unsigned p = 0; p < Ports; ++p) {
      const unsigned here = port, at = n * Ports + p;
      port += p == 1   ? P::Joint == 0
              : p == 3 ? P::DoubleLanes != 0 && P::Twin == 0
              : p == 4 ? P::LsuLanes != 0
                       : 1;
      if (get_bits(v.start_o, at, 1) == 0) continue;
      out.starts.push_back({here, get_bits(v.start_warp_o, at * WarpBits, WarpBits),
                            get_bits(v.start_pc_o, at * PcBits, PcBits),
                            get_bits(v.start_groups_o, at * 8, 8)});
    }
    if (get_bits(v.serve_o, n, 1) != 0) {
      out.services.push_back(
          {get_bits(v.serve_warp_o, n * WarpBits, WarpBits), get_bits(v.serve_store_o, n, 1) != 0});
    }
    const auto row = [](const auto& port, unsigned at) {
      golden::sm::row r{};
      for (unsigned t = 0; t < P::Threads; ++t)
        r[t] = get_bits(port, (at * P::Threads + t) * 32, 32);
      return r;
    };
    for (unsigned x = 0; x < Schedulers * P::Banks; ++x) {
      const unsigned at = n * Schedulers * P::Banks + x, s = x / P::Banks, b = x % P::Banks;
      if (get_bits(v.read_o, at, 1) != 0) {
        out.reads.push_back({s, b, get_bits(v.read_warp_o, at * WarpBits, WarpBits),
                             get_bits(v.read_reg_o, at * RegBits, RegBits), ~0u,
                             row(v.read_data_o, at)});
      }
      if (get_bits(v.write_o, at, 1) != 0) {
        out.writes.push_back({s, b, get_bits(v.write_warp_o, at * WarpBits, WarpBits),
                              get_bits(v.write_reg_o, at * RegBits, RegBits),
                              get_bits(v.write_mask_o, at * P::Threads, P::Threads),
                              row(v.write_data_o, at)});
      }
    }
    for (unsigned w = 0; w < P::Warps; ++w) {
      const unsigned at = n * P::Warps + w;
      if (get_bits(v.arrived_o, at, 1) != 0) out.arrived.push_back(w);
      if (get_bits(v.ended_o, at, 1) != 0) out.ended.push_back(w);
      out.reasons.push_back(static_cast<golden::sm::reason_e>(get_bits(v.reason_o, at * 4, 4)));
    }
    return out;
  }

  /// The sector that is offered: a load has a tag, a store words.
  static std::optional<golden::sm::sector> request_of(const V& v) {
    if (!v.request_valid_o) return std::nullopt;
    golden::sm::sector s{.address = v.request_address_o, .write = v.request_write_o != 0};
    if (s.write) {
      s.mask = static_cast<std::uint8_t>(v.request_mask_o);
      for (unsigned n = 0; n < 8; ++n) {
        if ((s.mask >> n & 1) != 0) s.data[n] = get_bits(v.request_data_o, 32 * n, 32);
      }
    } else {
      s.tag = v.request_tag_o;
    }
    return s;
  }

  /// The part of memory, and the load port; junk where valid is low.
  static void drive_memory(V& v, const golden::sm::memory_inputs& in) {
    v.request_ready_i  = in.memory_ready;
    v.response_valid_i = in.response.has_value();
    v.response_tag_i   = in.response ? in.response->tag : 1;
    for (unsigned n = 0; n < 8; ++n) {
      put_bits(v.response_data_i, 32 * n, 32, in.response ? in.response->data[n] : 0x77777777u * n);
    }
  }
  static void drive_load(V& v, const std::optional<model::word>& load) {
    v.load_valid_i   = load.has_value();
    v.load_space_i   = load ? load->space : 1;
    v.load_address_i = load ? load->address : 3;
    v.load_data_i    = load ? load->data : 0x5555aaaa12345678u;
  }
};

}  // namespace weft::sim
