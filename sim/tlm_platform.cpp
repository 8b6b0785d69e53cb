// SPDX-License-Identifier: Apache-2.0

#include "sim/tlm_platform.hpp"

#include <stdexcept>
#include <systemc>
#include <utility>
#include <vector>

#include "systemc/memory.hpp"
#include "systemc/tensor.hpp"

namespace weft::sim {
namespace {

namespace regs = systemc::tensor_regs;

struct processor : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<processor> bus{"bus"};
  sc_core::sc_signal<bool> irq{"irq"};

  explicit processor(const sc_core::sc_module_name& name) : sc_module(name) {}

  std::uint32_t access(tlm::tlm_command command, std::uint32_t offset, std::uint32_t value) {
    tlm::tlm_generic_payload trans;
    trans.set_command(command);
    trans.set_address(offset);
    trans.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    trans.set_data_length(sizeof value);
    trans.set_streaming_width(sizeof value);
    sc_core::sc_time delay;
    bus->b_transport(trans, delay);
    if (!trans.is_response_ok()) throw std::logic_error("TLM: " + trans.get_response_string());
    return value;
  }
  void write(std::uint32_t offset, std::uint32_t value) {
    access(tlm::TLM_WRITE_COMMAND, offset, value);
  }
  std::uint32_t read(std::uint32_t offset) { return access(tlm::TLM_READ_COMMAND, offset, 0); }
};

/// Where the matrices of a problem lie, each on a page of its own.
struct layout {
  unsigned a_bytes, b_bytes, result_bytes;  // of an element
  std::uint64_t a, b, c, d, end;

  layout(const golden::tensor::arithmetic& type, const golden::tensor::shape& s)
      : a_bytes(golden::tensor::bytes_of(type.a_bits())),
        b_bytes(golden::tensor::bytes_of(type.b_bits())),
        result_bytes(golden::tensor::bytes_of(type.result_bits())),
        a(0),
        b(a + pages(std::uint64_t{s.m} * s.k * a_bytes)),
        c(b + pages(std::uint64_t{s.k} * s.n * b_bytes)),
        d(c + pages(std::uint64_t{s.m} * s.n * result_bytes)),
        end(d + pages(std::uint64_t{s.m} * s.n * result_bytes)) {}

 private:
  static std::uint64_t pages(std::uint64_t bytes) { return (bytes + 4095) / 4096 * 4096; }
};

}  // namespace

struct tlm_platform::parts {
  golden::tensor::arithmetic type;
  golden::tensor::shape shape{1, 1, 1};
  layout at{type, shape};
  bool preload = false;
  golden::tensor::flow_e flow{};

  systemc::tensor tensor;
  systemc::memory memory;
  processor cpu{"cpu"};

  parts(const golden::tensor::config& c, std::uint64_t bytes, golden::tensor::engine backend)
      : type(c.type),
        tensor("tensor", {.array = c, .burst_bytes = 4096}, std::move(backend)),
        memory("memory", bytes) {
    cpu.bus.bind(tensor.csr);
    tensor.dma.bind(memory.socket);
    tensor.irq.bind(cpu.irq);
  }

  void poke(std::uint64_t address, const std::vector<std::uint64_t>& x, unsigned width) {
    std::vector<std::uint8_t> bytes(x.size() * width);
    golden::tensor::to_bytes(x, width, bytes.data());
    memory.poke(address, bytes);
  }

  void write64(std::uint32_t low, std::uint64_t value) {
    cpu.write(low, static_cast<std::uint32_t>(value));
    cpu.write(low + 4, static_cast<std::uint32_t>(value >> 32));
  }
};

tlm_platform::tlm_platform(const golden::tensor::config& c, std::uint64_t memory_bytes,
                           golden::tensor::engine backend)
    : parts_(std::make_unique<parts>(c, memory_bytes, std::move(backend))) {}

tlm_platform::~tlm_platform() = default;

std::uint64_t tlm_platform::bytes(const golden::tensor::arithmetic& type,
                                  const golden::tensor::shape& s) {
  return layout(type, s).end;
}

void tlm_platform::load(const golden::tensor::problem& p) {
  auto& x   = *parts_;
  x.shape   = p.shape;
  x.at      = layout(x.type, p.shape);
  x.preload = !p.c.empty();
  x.flow    = p.flow;
  x.poke(x.at.a, p.a, x.at.a_bytes);
  x.poke(x.at.b, p.b, x.at.b_bytes);
  x.poke(x.at.c, p.c, x.at.result_bytes);
}

std::uint64_t tlm_platform::run() {
  auto& x = *parts_;
  x.cpu.write(regs::M, x.shape.m);
  x.cpu.write(regs::N, x.shape.n);
  x.cpu.write(regs::K, x.shape.k);
  x.write64(regs::ALo, x.at.a);
  x.write64(regs::BLo, x.at.b);
  x.write64(regs::CLo, x.at.c);
  x.write64(regs::DLo, x.at.d);
  x.cpu.write(regs::Lda, x.shape.k * x.at.a_bytes);
  x.cpu.write(regs::Ldb, x.shape.n * x.at.b_bytes);
  for (const auto stride : {regs::Ldc, regs::Ldd}) {
    x.cpu.write(stride, x.shape.n * x.at.result_bytes);
  }
  x.cpu.write(regs::IrqEnable, regs::IrqEnableDone | regs::IrqEnableError);
  x.cpu.write(regs::Ctrl, regs::CtrlStart | (x.preload ? regs::CtrlPreload : 0) |
                              static_cast<std::uint32_t>(x.flow) << regs::CtrlFlowShift);
  sc_core::sc_start();

  if (!x.cpu.irq.read() || x.cpu.read(regs::Status) != regs::StatusDone) {
    throw std::runtime_error("TLM: the job ended with error " +
                             std::to_string(x.cpu.read(regs::Error)));
  }
  x.cpu.write(regs::Status, regs::StatusDone);
  return x.cpu.read(regs::CyclesLo) | std::uint64_t{x.cpu.read(regs::CyclesHi)} << 32;
}

std::vector<golden::tensor::result_t> tlm_platform::result() const {
  auto& x          = *parts_;
  const auto width = x.at.result_bytes;
  std::vector<golden::tensor::result_t> d(std::size_t{x.shape.m} * x.shape.n);
  const auto bytes = x.memory.peek<std::uint8_t>(x.at.d, d.size() * width);
  golden::tensor::from_bytes(bytes.data(), width, d);
  return d;
}

}  // namespace weft::sim
