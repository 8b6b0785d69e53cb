// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace weft::sim {

class options;

// Each function adds one command to the program: its options and its action.
void add_amx(options& o);
void add_bench(options& o);
void add_chain(options& o);
void add_check(options& o);
void add_compare(options& o);
void add_conv(options& o);
void add_cycles(options& o);
void add_dot(options& o);
void add_engine_command(options& o);
void add_draw(options& o);
void add_flexpoint(options& o);
void add_fma(options& o);
void add_gemm(options& o);
void add_lanes(options& o);
void add_math(options& o);
void add_mppa(options& o);
void add_plot(options& o);
void add_profiles(options& o);
void add_sm(options& o);
void add_speed(options& o);
void add_sweep(options& o);
void add_texture(options& o);
void add_vp(options& o);
void add_za(options& o);

}  // namespace weft::sim
