// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstdint>
#include <optional>
#include <systemc>
#include <utility>
#include <vector>

#include "sim/golden/tensor.hpp"
#include "systemc/dma_master.hpp"
#include "systemc/dma_matrix.hpp"
#include "systemc/tensor_regs.hpp"

namespace weft::systemc {

struct tensor_config {
  golden::tensor::config array;
  sc_core::sc_time clock_period{1, sc_core::SC_NS};  ///< SC_ZERO_TIME: the array takes no time
  unsigned csr_cycles  = 1;                          ///< clock periods that a register access takes
  unsigned burst_bytes = 256;                     ///< longest DMA burst: a power of two, 8 to 4096
  unsigned max_dim     = golden::tensor::MaxDim;  ///< largest M, N and K that software may ask for
  // The largest job that the host accepts: elements of A, B, C and D together, 8 bytes of host
  // memory each, and multiply-adds. A larger job ends with error SIZE.
  std::uint64_t max_elements = std::uint64_t{1} << 26;
  std::uint64_t max_macs     = std::uint64_t{1} << 36;
  // Multiply-adds that golden computes at a time, in whole rows of D. The model waits between them,
  // so that a stop or a reset ends a long job.
  std::uint64_t slice_macs = std::uint64_t{1} << 24;
};

/// The tensor core without its sockets, whose widths are template parameters.
class tensor_base : public sc_core::sc_module {
 public:
  /// Level, high while IRQ_STATUS is not 0. Unbound is legal.
  sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> irq{"irq"};
  /// Low: reset, and writes to registers have no effect. Unbound is legal and means high.
  sc_core::sc_port<sc_core::sc_signal_in_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> rst_n{
      "rst_n"};

  /// Drops the running job, sets every register to its reset value, lowers irq. A burst in progress
  /// at a target is completed; no other follows.
  void reset();

  /// Sets the clock period for the next job and the next register access.
  void set_clock_period(const sc_core::sc_time& period);

 protected:
  tensor_base(const sc_core::sc_module_name& name, const tensor_config& config,
              golden::tensor::engine backend, bool in_slices);

  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& trans);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& trans, tlm::tlm_dmi& region);
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last);
  virtual tlm::tlm_fw_transport_if<>& bus() = 0;

 private:
  /// The values of the registers at the start of a job.
  struct gemm {
    golden::tensor::shape shape;
    bool preload;
    golden::tensor::flow_e flow;
    bool transpose_a, transpose_b, sparse_a;
    golden::tensor::epilogue_of epilogue;
    std::uint64_t a, b, c, d, a_extra, b_extra;
    std::uint32_t lda, ldb, ldc, ldd;
    sc_core::sc_time start, clock_period;
  };
  struct dropped {};  ///< thrown in the job's thread after a reset

  SC_HAS_PROCESS(tensor_base);
  void run_jobs();
  void follow_rst_n();
  void drive_irq();

  tlm::tlm_response_status access(tlm::tlm_generic_payload& trans, const sc_core::sc_time& delay);
  void write(const tensor_regs::reg& reg, std::uint32_t value, std::uint32_t lanes,
             const sc_core::sc_time& delay);
  void command(std::uint32_t value, const sc_core::sc_time& delay);
  tensor_regs::error_e check(const gemm& job) const;
  void fail(tensor_regs::error_e code, std::uint64_t fault);

  void run(const gemm& job);
  golden::tensor::outcome compute(const gemm& job);
  void load(std::uint64_t address, std::uint32_t stride, unsigned rows, unsigned cols,
            unsigned bits, std::vector<std::uint64_t>& to);
  void load_operand(std::uint64_t address, std::uint32_t stride, unsigned rows, unsigned cols,
                    unsigned bits, bool transposed, std::vector<std::uint64_t>& to);
  void load_index(const gemm& job);
  void store(const gemm& job, const std::vector<golden::tensor::result_t>& d);
  void advance(const sc_core::sc_time& time);

  unsigned a_bytes() const;  ///< bytes of an element in memory
  unsigned b_bytes() const;
  unsigned result_bytes() const;             ///< bytes of an element of C
  unsigned output_bytes(const gemm&) const;  ///< bytes of an element of D
  std::uint32_t& value(std::uint32_t offset) { return values_[offset / 4]; }
  std::uint64_t value64(std::uint32_t offset) const;
  void set_value64(std::uint32_t offset, std::uint64_t value);
  void update_irq();

  tensor_config config_;
  golden::tensor::engine backend_;
  const bool in_slices_;  ///< the backend is given some rows of D at a time
  std::array<std::uint32_t, tensor_regs::PageBytes / 4> values_{};  ///< 0 at a hole
  bool held_in_reset_ = false;

  std::optional<gemm> started_;        ///< the job that waits for the thread
  std::uint64_t resets_          = 0;  ///< tells the thread that its job was dropped
  std::uint64_t resets_at_start_ = 0;
  sc_core::sc_event wake_{"wake"}, reset_event_{"reset_event"}, irq_event_{"irq_event"};

  dma_master dma_;
  dma_matrix matrices_{dma_};
  golden::tensor::problem problem_;  ///< kept for its storage
  std::vector<unsigned char> bytes_;
};

/// Loosely-timed TLM-2.0 model of the tensor core, rtl/tensor/weft_tensor.sv, with registers and
/// DMA.
///
/// Software writes sizes, addresses and strides of a GEMM to the registers of
/// docs/unit/tensor_regs.md and starts it; operands are loaded by DMA, the array computes, D is
/// stored by DMA, and irq rises. A job takes load + cycles * clock_period + store: the bus
/// determines the time to load and store, the backend the array's results and cycles. The backend
/// is the golden model, whose values and cycles are the RTL's, or another engine behind the same
/// call, such as the Verilated RTL. See docs/unit/tensor_tlm.md for the rest.
template <unsigned CsrBits = 32, unsigned DmaBits = CsrBits>
class basic_tensor : public tensor_base {
 public:
  tlm_utils::simple_target_socket<tensor_base, CsrBits> csr{"csr"};     ///< the register page
  tlm_utils::simple_initiator_socket<tensor_base, DmaBits> dma{"dma"};  ///< operands and results

  explicit basic_tensor(const sc_core::sc_module_name& name, const tensor_config& config = {})
      : basic_tensor(name, config, golden::tensor::golden_engine(config.array), true) {}

  /// With `in_slices`, the backend is given some rows of D at a time, and golden says the cycles.
  basic_tensor(const sc_core::sc_module_name& name, const tensor_config& config,
               golden::tensor::engine backend, bool in_slices = false)
      : tensor_base(name, config, std::move(backend), in_slices) {
    csr.register_b_transport(this, &basic_tensor::b_transport);
    csr.register_transport_dbg(this, &basic_tensor::transport_dbg);
    csr.register_get_direct_mem_ptr(this, &basic_tensor::get_direct_mem_ptr);
    dma.register_invalidate_direct_mem_ptr(this, &basic_tensor::invalidate_direct_mem_ptr);
  }

 private:
  tlm::tlm_fw_transport_if<>& bus() override { return *dma.operator->(); }
};

using tensor   = basic_tensor<32>;
using tensor64 = basic_tensor<64>;

}  // namespace weft::systemc
