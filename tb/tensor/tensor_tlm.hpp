// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "sim/file/half.hpp"
#include "sim/golden/tensor.hpp"
#include "systemc/memory.hpp"
#include "systemc/tensor.hpp"
#include "systemc/tensor_driver.h"
#include "tb/harness/test_main.hpp"

/// A platform around systemc/tensor.hpp for its tests: a processor that runs a program, a bus that
/// checks the rules, a memory.
namespace weft::tlm_bench {

using golden::tensor::arithmetic;
using golden::tensor::Fp16;
using golden::tensor::Int8;
using golden::tensor::operand_t;
using golden::tensor::problem;
using golden::tensor::result_t;
using golden::tensor::shape;
using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

inline sc_time ns(double n) { return {n, sc_core::SC_NS}; }

/// A backend: its name in tests, and a function that makes it for an array.
struct backend {
  std::string name;
  std::function<golden::tensor::engine(const golden::tensor::config&)> make;

  friend void PrintTo(const backend& b, std::ostream* out) { *out << b.name; }
};

/// Every SystemC warning or error fails the test, except in the scope of an expected_report, which
/// keeps it. Errors throw, or the simulation goes on, as the scope says.
class expected_report {
 public:
  enum then_e { Throw, GoOn };
  std::string type, message;

  explicit expected_report(then_e then) : then_(then) { scope_ = this; }
  ~expected_report() { scope_ = nullptr; }

  static void handler(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
    auto wanted = actions;
    if (scope_ != nullptr) {
      scope_->type    = report.get_msg_type();
      scope_->message = report.get_msg();
      wanted          = scope_->then_ == Throw ? sc_core::SC_THROW : sc_core::SC_DO_NOTHING;
    } else if (report.get_severity() >= sc_core::SC_WARNING) {
      ADD_FAILURE() << report.what();
    }
    sc_core::sc_report_handler::default_handler(report, wanted);
  }

 private:
  then_e then_;
  static inline expected_report* scope_ = nullptr;
};

/// A processor: runs a program in its thread, with local time ahead of the simulation's.
template <unsigned Bits = 32>
class cpu : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<cpu, Bits> csr{"csr"};
  sc_core::sc_in<bool> irq{"irq"};
  std::function<void()> program;
  sc_time local;  ///< ahead of sc_time_stamp()
  weft_tensor core{this, &cpu::read32, &cpu::write32};

  explicit cpu(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(run); }

  sc_time now() const { return sc_core::sc_time_stamp() + local; }

  void sync() {
    const auto ahead = std::exchange(local, SC_ZERO_TIME);
    wait(ahead);
  }

  void wait_for_irq() {
    while (!irq.read()) wait(irq->value_changed_event());
  }

  tlm::tlm_response_status transport(tlm::tlm_generic_payload& trans) {
    trans.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    csr->b_transport(trans, local);
    return trans.get_response_status();
  }

  tlm::tlm_response_status access(tlm::tlm_command command, std::uint64_t address, void* data,
                                  unsigned length) {
    tlm::tlm_generic_payload trans;
    fill(trans, command, address, data, length);
    return transport(trans);
  }

  static void fill(tlm::tlm_generic_payload& trans, tlm::tlm_command command, std::uint64_t address,
                   void* data, unsigned length) {
    trans.set_command(command);
    trans.set_address(address);
    trans.set_data_ptr(static_cast<unsigned char*>(data));
    trans.set_data_length(length);
    trans.set_streaming_width(length);
  }

  template <class T = std::uint32_t>
  T read(std::uint64_t address) {
    T value{};
    EXPECT_EQ(access(tlm::TLM_READ_COMMAND, address, &value, sizeof value), tlm::TLM_OK_RESPONSE)
        << "read of " << std::hex << address;
    return value;
  }

  template <class T = std::uint32_t>
  void write(std::uint64_t address, T value) {
    EXPECT_EQ(access(tlm::TLM_WRITE_COMMAND, address, &value, sizeof value), tlm::TLM_OK_RESPONSE)
        << "write of " << std::hex << address;
  }

  /// The whole page through the debug interface.
  std::vector<unsigned char> page() {
    std::vector<unsigned char> bytes(systemc::tensor_regs::PageBytes);
    tlm::tlm_generic_payload trans;
    fill(trans, tlm::TLM_READ_COMMAND, 0, bytes.data(), static_cast<unsigned>(bytes.size()));
    EXPECT_EQ(csr->transport_dbg(trans), bytes.size());
    return bytes;
  }

 private:
  SC_HAS_PROCESS(cpu);
  void run() {
    if (program) program();
    // The thread must not end: in SystemC 2.3.4 a thread that ends leaves the address sanitizer
    // with the thread's stack for the process's, and its search for leaks crashes.
    for (;;) wait();
  }
  static std::uint32_t read32(void* bus, std::uint32_t offset) {
    return static_cast<cpu*>(bus)->read(offset);
  }
  static void write32(void* bus, std::uint32_t offset, std::uint32_t value) {
    static_cast<cpu*>(bus)->write(offset, value);
  }
};

/// A bus between the tensor core's DMA and the memory: checks each burst against the rules of the
/// base protocol, keeps a list of them, and can be told to misbehave as a bus may.
template <unsigned Bits = 32>
class watched_bus : public sc_core::sc_module {
 public:
  struct burst {
    tlm::tlm_command command;
    std::uint64_t address;
    unsigned length;
    sc_time ahead;  ///< local time that came with it
  };

  tlm_utils::simple_target_socket<watched_bus, Bits> in{"in"};
  tlm_utils::simple_initiator_socket<watched_bus, Bits> out{"out"};
  std::vector<burst> bursts;
  std::set<const tlm::tlm_generic_payload*> payloads;
  unsigned asked         = 0;      ///< for direct pointers
  unsigned pointers      = 0;      ///< direct pointers granted
  unsigned longest       = 256;    ///< bytes of a burst
  unsigned window        = 0;      ///< if not 0: direct pointers reach to multiples of it only
  bool blocks            = false;  ///< wait in b_transport instead of annotating the time
  bool hints_without_dmi = false;  ///< hint at a direct pointer and refuse it

  explicit watched_bus(const sc_core::sc_module_name& name) : sc_module(name) {
    in.register_b_transport(this, &watched_bus::b_transport);
    in.register_get_direct_mem_ptr(this, &watched_bus::get_direct_mem_ptr);
    out.register_invalidate_direct_mem_ptr(this, &watched_bus::invalidate);
  }

  unsigned writes() const {
    return static_cast<unsigned>(std::count_if(bursts.begin(), bursts.end(), [](const burst& b) {
      return b.command == tlm::TLM_WRITE_COMMAND;
    }));
  }

 private:
  void b_transport(tlm::tlm_generic_payload& trans, sc_time& delay) {
    const auto address = trans.get_address();
    const auto length  = trans.get_data_length();
    bursts.push_back({trans.get_command(), address, length, delay});
    payloads.insert(&trans);

    EXPECT_EQ(trans.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
    EXPECT_FALSE(trans.is_dmi_allowed());
    EXPECT_TRUE(trans.has_mm());
    EXPECT_GE(trans.get_ref_count(), 1);
    EXPECT_EQ(trans.get_streaming_width(), length);
    EXPECT_EQ(trans.get_byte_enable_ptr(), nullptr);
    EXPECT_NE(trans.get_data_ptr(), nullptr);
    EXPECT_GE(length, 1u);
    EXPECT_LE(length, longest);
    EXPECT_EQ(address / 4096, (address + length - 1) / 4096) << "a burst crosses 4 KiB";

    if (blocks) {
      wait(delay);
      delay = SC_ZERO_TIME;
    }
    out->b_transport(trans, delay);
    if (blocks) {
      wait(delay);
      delay = SC_ZERO_TIME;
    }
    if (hints_without_dmi) trans.set_dmi_allowed(true);
    trans.set_address(0xdead);  // an interconnect may leave any address behind
  }

  bool get_direct_mem_ptr(tlm::tlm_generic_payload& trans, tlm::tlm_dmi& region) {
    ++asked;
    if (hints_without_dmi || !out->get_direct_mem_ptr(trans, region)) return false;
    ++pointers;
    if (window != 0) {
      const auto first = trans.get_address() / window * window;
      region.set_dmi_ptr(region.get_dmi_ptr() + (first - region.get_start_address()));
      region.set_start_address(first);
      region.set_end_address(first + window - 1);
    }
    return true;
  }

  void invalidate(sc_dt::uint64 first, sc_dt::uint64 last) {
    in->invalidate_direct_mem_ptr(first, last);
  }
};

/// One tensor core, with everything bound.
template <unsigned Bits = 32>
struct platform : sc_core::sc_module {
  systemc::basic_memory<Bits> memory;
  watched_bus<Bits> bus{"bus"};
  systemc::basic_tensor<Bits> tensor;
  tlm_bench::cpu<Bits> cpu{"cpu"};
  sc_core::sc_signal<bool> irq{"irq"}, rst_n{"rst_n", true};

  static constexpr std::uint64_t Base = 0x12'3456'0000, Size = 1 << 20;

  platform(const systemc::tensor_config& config, golden::tensor::engine engine,
           sc_time latency                     = ns(30),
           const sc_core::sc_module_name& name = sc_core::sc_gen_unique_name("platform"),
           bool in_slices                      = false)
      : sc_module(name),
        memory("memory", Size, latency, Base),
        tensor("tensor", config, std::move(engine), in_slices) {
    cpu.csr.bind(tensor.csr);
    tensor.dma.bind(bus.in);
    bus.out.bind(memory.socket);
    bus.longest = config.burst_bytes;
    tensor.irq(irq);
    tensor.rst_n(rst_n);
    cpu.irq(irq);
  }
  explicit platform(const systemc::tensor_config& config = {})
      : platform(config, golden::tensor::golden_engine(config.array)) {}

  /// Runs the program to its end, and until nothing moves any more.
  void run(const std::function<void()>& program) {
    bool ended  = false;
    cpu.program = [&] {
      program();
      ended = true;
    };
    sc_core::sc_start();
    EXPECT_TRUE(ended) << "the program waits for something that never came";
  }
};

/// Random operands: mostly small, now and then any bits at all.
inline problem random_problem(arithmetic type, const shape& s, bool preload, unsigned seed) {
  std::mt19937 random(static_cast<unsigned>(test_options().seed) + seed - 1);
  const auto number = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  const auto operand = [&]() -> operand_t {
    if (type == Int8) return static_cast<std::uint8_t>(number(-128, 127));
    if (number(0, 999) == 0) return static_cast<std::uint16_t>(random());
    return sim::half_from_double(number(-2048, 2048) / 256.0);
  };
  problem p;
  p.shape = s;
  p.a.resize(std::size_t{s.m} * s.k);
  p.b.resize(std::size_t{s.k} * s.n);
  if (preload) p.c.resize(std::size_t{s.m} * s.n);
  std::generate(p.a.begin(), p.a.end(), operand);
  std::generate(p.b.begin(), p.b.end(), operand);
  for (auto& c : p.c) {
    c = type == Int8 ? static_cast<std::uint32_t>(random())
                     : std::bit_cast<std::uint32_t>(static_cast<float>(number(-4096, 4096)) / 32);
  }
  return p;
}

/// A problem laid out in a memory, with gaps of `pad` elements between rows, and what D should be.
class placed {
 public:
  weft_tensor_job job{};

  template <class Memory>
  placed(Memory& memory, arithmetic type, problem p, std::uint64_t at, unsigned pad = 0)
      : problem_(std::move(p)),
        a_width_(golden::tensor::bytes_of(type.a_bits())),
        b_width_(golden::tensor::bytes_of(type.b_bits())),
        sum_width_(golden::tensor::bytes_of(type.result_bits())) {
    const auto [m, n, k] = problem_.shape;
    job.m                = m;
    job.n                = n;
    job.k                = k;
    job.preload          = !problem_.c.empty();
    job.flow             = weft_tensor_flow(problem_.flow);
    job.lda              = (k + pad) * a_width_;
    job.ldb              = (n + pad) * b_width_;
    job.ldc              = (n + 2 * pad) * sum_width_;
    job.ldd              = (n + pad) * sum_width_;
    std::uint64_t next   = at;
    const auto place     = [&](std::uint64_t bytes) {
      const auto here = next;
      next            = (next + bytes + 7) / 8 * 8;
      return here;
    };
    job.a = place(std::uint64_t{m} * job.lda);
    job.b = place(std::uint64_t{k} * job.ldb);
    job.c = job.preload ? place(std::uint64_t{m} * job.ldc) : 0;
    job.d = place(std::uint64_t{m} * job.ldd);
    end_  = next;

    fill(memory, job.a, job.lda, m, k, problem_.a, a_width_);
    fill(memory, job.b, job.ldb, k, n, problem_.b, b_width_);
    if (job.preload) fill(memory, job.c, job.ldc, m, n, problem_.c, sum_width_);
    wipe(memory);
    expected_ = golden::tensor::gemm_bitwise({type, 4, 4}, problem_);
  }

  std::uint64_t end() const { return end_; }
  const tlm_bench::problem& problem() const { return problem_; }

  /// D's place is all `Blank` again, from its first byte to its last gap.
  template <class Memory>
  void wipe(Memory& memory) const {
    memory.poke(job.d, std::vector<unsigned char>(std::size_t{job.m} * job.ldd, Blank));
  }

  template <class Memory>
  bool untouched(Memory& memory) const {
    const auto bytes = d_bytes(memory);
    return std::all_of(bytes.begin(), bytes.end(), [](auto byte) { return byte == Blank; });
  }

  /// D is right, and nothing was written between its rows.
  template <class Memory>
  bool right(Memory& memory) const {
    auto wanted = std::vector<unsigned char>(std::size_t{job.m} * job.ldd, Blank);
    for (unsigned i = 0; i < job.m; ++i) {
      for (unsigned j = 0; j < job.n; ++j) {
        std::memcpy(&wanted[std::size_t{i} * job.ldd + std::size_t{j} * sum_width_],
                    &expected_[std::size_t{i} * job.n + j], sum_width_);
      }
    }
    return wanted == d_bytes(memory);
  }

  /// Bursts that load and store the job.
  std::uint64_t bursts(std::uint64_t longest) const {
    return bursts_of(longest, job.a, job.lda, job.m, job.k * a_width_) +
           bursts_of(longest, job.b, job.ldb, job.k, job.n * b_width_) +
           (job.preload ? bursts_of(longest, job.c, job.ldc, job.m, job.n * sum_width_) : 0) +
           store_bursts(longest);
  }
  std::uint64_t store_bursts(std::uint64_t longest) const {
    return bursts_of(longest, job.d, job.ldd, job.m, job.n * sum_width_);
  }

 private:
  static constexpr unsigned char Blank = 0xa5;

  template <class Memory>
  std::vector<unsigned char> d_bytes(Memory& memory) const {
    return memory.template peek<unsigned char>(job.d, std::size_t{job.m} * job.ldd);
  }

  template <class Memory, class T>
  static void fill(Memory& memory, std::uint64_t at, std::uint32_t stride, unsigned rows,
                   unsigned cols, const std::vector<T>& data, unsigned width) {
    std::vector<unsigned char> bytes(std::size_t{rows} * stride, 0x5a);
    for (unsigned i = 0; i < rows; ++i) {
      for (unsigned j = 0; j < cols; ++j) {
        std::memcpy(&bytes[std::size_t{i} * stride + std::size_t{j} * width],
                    &data[std::size_t{i} * cols + j], width);
      }
    }
    memory.poke(at, bytes);
  }

  static std::uint64_t bursts_of(std::uint64_t longest, std::uint64_t at, std::uint64_t stride,
                                 std::uint64_t rows, std::uint64_t row_bytes) {
    const auto touched = [&](std::uint64_t first, std::uint64_t bytes) {
      return (first + bytes - 1) / longest - first / longest + 1;
    };
    if (stride == row_bytes) return touched(at, rows * row_bytes);
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < rows; ++i) sum += touched(at + i * stride, row_bytes);
    return sum;
  }

  tlm_bench::problem problem_;
  unsigned a_width_, b_width_, sum_width_;
  std::uint64_t end_ = 0;
  std::vector<result_t> expected_;
};

}  // namespace weft::tlm_bench
