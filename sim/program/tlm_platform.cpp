// SPDX-License-Identifier: Apache-2.0

#include "sim/program/tlm_platform.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <systemc>
#include <utility>
#include <vector>

#include "systemc/memory.hpp"
#include "systemc/payload.hpp"
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
    systemc::fill(trans, command, offset, &value, sizeof value);
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

/// The addresses of a problem's matrices, each on a separate page.
struct layout {
  unsigned a_bytes, b_bytes, result_bytes;  // bytes of an element
  std::uint64_t a, b, c, d, a_extra, b_extra, end;

  layout(const golden::tensor::arithmetic& type, const golden::tensor::shape& s)
      : a_bytes(golden::tensor::bytes_of(type.a_bits())),
        b_bytes(golden::tensor::bytes_of(type.b_bits())),
        result_bytes(golden::tensor::bytes_of(type.result_bits())),
        a(0),
        b(a + pages(std::uint64_t{s.m} * s.k * a_bytes)),
        c(b + pages(std::uint64_t{s.k} * s.n * b_bytes)),
        d(c + pages(std::uint64_t{s.m} * s.n * result_bytes)),
        a_extra(d + pages(std::uint64_t{s.m} * s.n * result_bytes)),
        b_extra(a_extra + pages(std::uint64_t{s.m} * extra(type, s))),
        end(b_extra + pages(std::uint64_t{scale_blocks(type, s.k)} * s.n)) {}

 private:
  /// Bytes of a row of indexes or scales, whichever is larger.
  static unsigned extra(const golden::tensor::arithmetic& type, const golden::tensor::shape& s) {
    return std::max((s.k + 7) / 8, scale_blocks(type, s.k));
  }
  static std::uint64_t pages(std::uint64_t bytes) { return (bytes + 4095) / 4096 * 4096; }
};

}  // namespace

struct tlm_platform::parts {
  golden::tensor::arithmetic type;
  golden::tensor::shape shape{1, 1, 1};
  layout at{type, shape};
  std::uint32_t control = 0;  // CTRL of a job
  std::uint32_t lda = 0, ldb = 0, ldc = 0, ldd = 0, scale = 0;
  unsigned output_bytes = 0;

  systemc::tensor tensor;
  systemc::memory memory;
  processor cpu{"cpu"};

  parts(const golden::tensor::config& c, std::uint64_t bytes, golden::tensor::engine backend)
      : type(c.type),
        tensor("tensor",
               {.array        = c,
                .burst_bytes  = 4096,
                .max_elements = std::numeric_limits<std::uint64_t>::max(),  // files are the limit
                .max_macs     = std::numeric_limits<std::uint64_t>::max()},
               std::move(backend)),
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
  auto& x = *parts_;
  x.shape = p.shape;
  x.at    = layout(x.type, p.shape);

  using golden::tensor::transposed;
  const auto [m, n, k]        = p.shape;
  const auto stored_k         = multiplied(p.shape, p.layout).k;
  const auto [turn_a, turn_b] = turned_by(p.flow, p.layout);
  x.lda                       = (turn_a ? m : stored_k) * x.at.a_bytes;
  x.ldb                       = (turn_b ? k : n) * x.at.b_bytes;
  x.ldd                       = n * output_bytes(x.type, p.epilogue);
  x.scale                     = p.epilogue.scale;
  x.poke(x.at.a, turn_a ? transposed(p.a, m, k) : p.a, x.at.a_bytes);
  x.poke(x.at.b, turn_b ? transposed(p.b, k, n) : p.b, x.at.b_bytes);
  x.poke(x.at.c, p.c, x.at.result_bytes);
  if (p.layout.sparse_a) {
    const unsigned row_bytes = (stored_k + 3) / 4;
    std::vector<std::uint8_t> packed(std::size_t{m} * row_bytes);
    for (std::size_t i = 0; i < p.index.size(); ++i) {
      const std::size_t at = i % stored_k;
      packed[i / stored_k * row_bytes + at / 4] |=
          static_cast<std::uint8_t>(p.index[i] << at % 4 * 2);
    }
    x.memory.poke(x.at.a_extra, packed);
  } else {
    x.poke(x.at.a_extra, p.scale_a, 1);
  }
  x.poke(x.at.b_extra, p.scale_b, 1);

  const auto flag = [&](bool set, std::uint32_t bit) { x.control |= set ? bit : 0; };
  x.control       = regs::CtrlStart | static_cast<std::uint32_t>(p.flow) << regs::CtrlFlowShift |
              static_cast<std::uint32_t>(p.epilogue.output) << regs::CtrlOutputShift;
  flag(!p.c.empty(), regs::CtrlPreload);
  flag(turn_a, regs::CtrlTransposeA);
  flag(turn_b, regs::CtrlTransposeB);
  flag(p.layout.sparse_a, regs::CtrlSparseA);
  flag(p.epilogue.relu, regs::CtrlRelu);
  x.output_bytes = output_bytes(x.type, p.epilogue);
  x.ldc          = p.layout.c_is_row ? 0 : n * x.at.result_bytes;
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
  x.write64(regs::AExtraLo, x.at.a_extra);
  x.write64(regs::BExtraLo, x.at.b_extra);
  x.cpu.write(regs::Lda, x.lda);
  x.cpu.write(regs::Ldb, x.ldb);
  x.cpu.write(regs::Ldc, x.ldc);
  x.cpu.write(regs::Ldd, x.ldd);
  x.cpu.write(regs::Scale, x.scale);
  x.cpu.write(regs::IrqEnable, regs::IrqEnableDone | regs::IrqEnableError);
  x.cpu.write(regs::Ctrl, x.control);
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
  const auto width = x.output_bytes;
  std::vector<golden::tensor::result_t> d(std::size_t{x.shape.m} * x.shape.n);
  const auto bytes = x.memory.peek<std::uint8_t>(x.at.d, d.size() * width);
  golden::tensor::from_bytes(bytes.data(), width, d);
  return d;
}

}  // namespace weft::sim
