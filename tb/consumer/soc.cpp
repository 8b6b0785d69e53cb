// SPDX-License-Identifier: Apache-2.0
//
// A processor at the registers of soc.sv: one INT8 GEMM, its operands in one memory and D in the
// other, and a job whose A is where no memory is. Exit code 1 if D or an answer is wrong.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <vector>

#include "Vsoc.h"
#include "sim/harness/dut.hpp"
#include "systemc/tensor_driver.h"

using namespace weft;

struct board {
  sim::dut<Vsoc> soc{sim::run_options{}};
  std::uint64_t cycles = 0;

  void cycle() {
    soc.settle();
    soc.tick();
    if (++cycles > 100'000) throw std::runtime_error("the engine hangs");
  }
  template <class Valid>
  void until(Valid valid) {
    for (soc.settle(); !valid(); soc.settle()) cycle();
  }
  void write(std::uint32_t offset, std::uint32_t value) {
    soc->s_axil_awvalid_i = soc->s_axil_wvalid_i = 1;
    soc->s_axil_awaddr_i                         = static_cast<std::uint16_t>(offset);
    soc->s_axil_wdata_i                          = value;
    until([&] { return soc->s_axil_awready_o && soc->s_axil_wready_o; });
    cycle();
    soc->s_axil_awvalid_i = soc->s_axil_wvalid_i = 0;
    until([&] { return soc->s_axil_bvalid_o; });
    if (soc->s_axil_bresp_o != 0) throw std::runtime_error("a register refuses a write");
    cycle();
  }
  std::uint32_t read(std::uint32_t offset) {
    soc->s_axil_arvalid_i = 1;
    soc->s_axil_araddr_i  = static_cast<std::uint16_t>(offset);
    until([&] { return soc->s_axil_arready_o; });
    cycle();
    soc->s_axil_arvalid_i = 0;
    until([&] { return soc->s_axil_rvalid_o; });
    const std::uint32_t value = soc->s_axil_rdata_o;
    cycle();
    return value;
  }
  /// Copies bytes into the memories, or out of them.
  void put(std::uint32_t address, const std::vector<std::uint8_t>& bytes) {
    for (std::size_t i = 0; i < bytes.size(); i += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, &bytes[i], std::min<std::size_t>(8, bytes.size() - i));
      soc->host_word_i  = static_cast<std::uint16_t>((address + i) / 8);
      soc->host_data_i  = word;
      soc->host_write_i = 1;
      cycle();
    }
    soc->host_write_i = 0;
  }
  std::int32_t sum(std::uint32_t address) {
    soc->host_word_i = static_cast<std::uint16_t>(address / 8);
    cycle();
    soc.settle();
    return static_cast<std::int32_t>(soc->host_data_o >> address % 8 * 8);
  }
};

std::uint32_t read32(void* at, std::uint32_t offset) {
  return static_cast<board*>(at)->read(offset);
}
void write32(void* at, std::uint32_t offset, std::uint32_t value) {
  static_cast<board*>(at)->write(offset, value);
}

int main() try {
  constexpr unsigned M = 13, N = 11, K = 19;
  constexpr std::uint32_t A = 0x100, B = 0x400, D = 0x1204;
  board b;
  b.soc.reset();
  std::vector<std::uint8_t> a(M * K), w(K * N);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<std::uint8_t>(29 * i + 3);
  for (std::size_t i = 0; i < w.size(); ++i) w[i] = static_cast<std::uint8_t>(57 * i + 100);
  b.put(A, a);
  b.put(B, w);

  weft_tensor core{&b, read32, write32};
  weft_tensor_job job{};
  job.m = M, job.n = N, job.k = K;
  job.a = A, job.b = B, job.d = D;
  job.lda = K, job.ldb = N, job.ldd = 4 * N;
  job.flow = WEFT_TENSOR_WEIGHT_STATIONARY;
  weft_tensor_enable_irq(&core, 1);
  weft_tensor_start(&core, &job);
  b.until([&] { return b.soc->irq_o; });
  unsigned wrong = weft_tensor_poll(&core) != WEFT_TENSOR_DONE;
  for (unsigned m = 0; m < M; ++m) {
    for (unsigned n = 0; n < N; ++n) {
      std::int32_t sum = 0;
      for (unsigned k = 0; k < K; ++k) {
        sum += static_cast<std::int8_t>(a[m * K + k]) * static_cast<std::int8_t>(w[k * N + n]);
      }
      wrong += b.sum(D + 4 * (m * N + n)) != sum;
    }
  }
  std::printf("D of %u x %u x %u, %u wrong\n", M, N, K, wrong);

  weft_tensor_acknowledge(&core);
  job.a = 0x2000;
  weft_tensor_start(&core, &job);
  b.until([&] { return b.soc->irq_o; });
  std::uint64_t fault = 0;
  const bool told     = weft_tensor_error(&core, &fault) == WEFT_TENSOR_ERROR_LOAD;
  std::printf("no memory at %#llx: %s\n", static_cast<unsigned long long>(fault),
              told ? "LOAD" : "not told");
  return wrong != 0 || !told || fault != 0x2000;
} catch (const std::exception& failure) {
  std::puts(failure.what());
  return 1;
}
