// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/golden/texture/texture.hpp"
#include "sim/golden/texture/texture_address.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// The bilinear mean of four texels, rtl/sfu/weft_texture.sv, behind a TLM-2.0 target socket: see
/// unit.
class texture : public unit<golden::texture::operands, golden::texture::result> {
 public:
  texture(const sc_core::sc_module_name& name, const golden::texture::config& config,
          const sc_core::sc_time& period)
      : unit(
            name, [config](const auto& o) { return golden::texture::eval(config, o); },
            config.latency(), period) {}
};

/// The texels of a sample, rtl/sfu/weft_texture_address.sv, likewise.
class texture_address
    : public unit<golden::texture_address::operands, golden::texture_address::result> {
 public:
  texture_address(const sc_core::sc_module_name& name,
                  const golden::texture_address::config& config, const sc_core::sc_time& period)
      : unit(
            name, [config](const auto& o) { return golden::texture_address::eval(config, o); },
            config.latency(), period) {}
};

}  // namespace weft::systemc
