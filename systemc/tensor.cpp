// SPDX-License-Identifier: Apache-2.0

#include "systemc/tensor.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include "systemc/payload.hpp"

namespace weft::systemc {

namespace regs = tensor_regs;
using golden::tensor::result_t;
using regs::access_e;
using regs::error_e;

namespace {

// Registers and matrices are little-endian; so is the host, and bytes are copied as they are.
static_assert(std::endian::native == std::endian::little);

constexpr const char* MessageType = "/weft/tensor";

static_assert(regs::CapabilityFp16 == golden::tensor::capability(golden::tensor::Fp16));
static_assert(regs::CapabilityInt16 == 1u << 13 && golden::tensor::Types[13].name == "int16");
static_assert(regs::CapabilityProfile == 1u << 31);

/// CTRL.FLOW: the core chooses.
constexpr std::uint32_t AnyFlow = 7;

bool has_flow(const golden::tensor::config& c, std::uint32_t flow) {
  using golden::tensor::flow_e;
  if (flow == AnyFlow) return true;
  if (flow > static_cast<std::uint32_t>(flow_e::Auto)) return false;
  return has(c, flow_e(flow), {}) && (flow_e(flow) != flow_e::InputStationary || commutes(c));
}

std::uint32_t features(const golden::tensor::config& c) {
  return (c.streams ? regs::FeaturesStreams : 0) | (c.transposes ? regs::FeaturesTransposes : 0) |
         (c.sparse ? regs::FeaturesSparse : 0) | (c.epilogue ? regs::FeaturesEpilogue : 0);
}

constexpr std::uint32_t Events = regs::StatusDone | regs::StatusError;
static_assert(Events == (regs::IrqEnableDone | regs::IrqEnableError));
static_assert(Events == (regs::IrqRawDone | regs::IrqRawError));
static_assert(Events == (regs::IrqStatusDone | regs::IrqStatusError));

/// The register at each word of the page; nullptr at a hole.
constexpr auto RegAt = [] {
  std::array<const regs::reg*, regs::PageBytes / 4> out{};
  for (const auto& reg : regs::Map) out[reg.offset / 4] = &reg;
  return out;
}();

/// A matrix as it lies in memory.
struct layout {
  std::uint64_t address;
  std::uint32_t stride;
  std::uint64_t rows, row_bytes;

  bool aligned(unsigned bytes) const { return address % bytes == 0 && stride % bytes == 0; }
  bool wraps() const {
    if (rows == 0 || row_bytes == 0) return false;
    const auto last = (rows - 1) * stride + row_bytes - 1;
    return address > std::numeric_limits<std::uint64_t>::max() - last;
  }
};

constexpr std::uint32_t put(std::uint64_t value, std::uint32_t shift, std::uint32_t mask) {
  return static_cast<std::uint32_t>(value << shift) & mask;
}

}  // namespace

tensor_base::tensor_base(const sc_core::sc_module_name& name, const tensor_config& config,
                         golden::tensor::engine backend, bool in_slices)
    : sc_module(name),
      config_(config),
      backend_(std::move(backend)),
      in_slices_(in_slices),
      dma_(config.burst_bytes, [this](const sc_core::sc_time& time) { advance(time); }) {
  const auto misuse = [this](const std::string& what) {
    SC_REPORT_ERROR(MessageType, (std::string(this->name()) + ": " + what).c_str());
  };
  if (!std::has_single_bit(config.burst_bytes) || config.burst_bytes < 8 ||
      config.burst_bytes > 4096) {
    misuse("burst_bytes is " + std::to_string(config.burst_bytes) +
           ", not a power of two from 8 to 4096");
  }
  if (config.max_dim < 1 || config.max_dim > golden::tensor::MaxDim) {
    misuse("max_dim is " + std::to_string(config.max_dim) + ", not from 1 to " +
           std::to_string(golden::tensor::MaxDim));
  }
  if (!backend_) misuse("no backend");

  SC_THREAD(run_jobs);
  set_stack_size(1 << 20);  // golden's cycle model may run on it
  SC_METHOD(follow_rst_n);
  sensitive << rst_n;
  SC_METHOD(drive_irq);
  sensitive << irq_event_;
  reset();
}

void tensor_base::reset() {
  for (const auto& reg : regs::Map) value(reg.offset) = reg.reset;
  value(regs::Capability) = golden::tensor::capability(config_.array.type);
  value(regs::Array)      = put(config_.array.rows, regs::ArrayRowsShift, regs::ArrayRowsMask) |
                       put(config_.array.cols, regs::ArrayColsShift, regs::ArrayColsMask);
  value(regs::Features) = features(config_.array);
  value(regs::Limits)   = put(config_.max_dim, regs::LimitsMaxDimShift, regs::LimitsMaxDimMask) |
                        put(std::countr_zero(config_.burst_bytes), regs::LimitsBurstLog2Shift,
                            regs::LimitsBurstLog2Mask);
  started_.reset();
  ++resets_;
  reset_event_.notify(sc_core::SC_ZERO_TIME);
  update_irq();
}

void tensor_base::set_clock_period(const sc_core::sc_time& period) {
  config_.clock_period = period;
}

void tensor_base::follow_rst_n() {
  held_in_reset_ = rst_n.size() != 0 && !rst_n->read();
  if (held_in_reset_) reset();
}

// The only process that writes irq, as sc_signal wants it.
void tensor_base::drive_irq() {
  if (irq.size() != 0) irq->write(value(regs::IrqStatus) != 0);
}

void tensor_base::update_irq() {
  value(regs::IrqRaw)    = value(regs::Status) & Events;
  value(regs::IrqStatus) = value(regs::IrqRaw) & value(regs::IrqEnable);
  irq_event_.notify(sc_core::SC_ZERO_TIME);
}

// Registers.

void tensor_base::b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
  trans.set_dmi_allowed(false);
  if (trans.get_command() == tlm::TLM_IGNORE_COMMAND) {
    return trans.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  delay += config_.csr_cycles * config_.clock_period;
  trans.set_response_status(access(trans, delay));
}

tlm::tlm_response_status tensor_base::access(tlm::tlm_generic_payload& trans,
                                             const sc_core::sc_time& delay) {
  const auto accepted = page_access(trans, regs::PageBytes);
  if (accepted != tlm::TLM_OK_RESPONSE) return accepted;
  const bool writes = trans.is_write();

  // All words are checked before any of them changes.
  const auto first = static_cast<unsigned>(trans.get_address() / 4),
             words = trans.get_data_length() / 4;
  for (unsigned i = 0; i < words; ++i) {
    const auto* reg = RegAt[first + i];
    if (reg == nullptr) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    if (reg->access == (writes ? access_e::ReadOnly : access_e::WriteOnly)) {
      return tlm::TLM_COMMAND_ERROR_RESPONSE;
    }
  }

  for (unsigned i = 0; i < words; ++i) {
    auto* data       = trans.get_data_ptr() + 4 * i;
    const auto lanes = lanes_of(trans, i);
    std::uint32_t word;
    std::memcpy(&word, data, sizeof word);
    if (writes) {
      write(*RegAt[first + i], word, lanes, delay);
    } else {
      word = (word & ~lanes) | (values_[first + i] & lanes);
      std::memcpy(data, &word, sizeof word);
    }
  }
  return tlm::TLM_OK_RESPONSE;
}

void tensor_base::write(const regs::reg& reg, std::uint32_t word, std::uint32_t lanes,
                        const sc_core::sc_time& delay) {
  if (held_in_reset_) return;
  const auto bits = reg.writable & lanes;
  switch (reg.access) {
    case access_e::ReadOnly:
      return;
    case access_e::WriteOnly:
      return command(word & bits, delay);
    case access_e::ReadWrite:
      value(reg.offset) = (value(reg.offset) & ~bits) | (word & bits);
      break;
    case access_e::Write1Clear:
      value(reg.offset) &= ~(word & bits);
      break;
  }
  if ((value(regs::Status) & regs::StatusError) == 0) {
    value(regs::Error) = 0;
    set_value64(regs::FaultLo, 0);
  }
  update_irq();
}

void tensor_base::command(std::uint32_t bits, const sc_core::sc_time& delay) {
  if (bits & regs::CtrlReset) return reset();
  if (!(bits & regs::CtrlStart)) return;
  if (value(regs::Status) & regs::StatusBusy) return fail(error_e::Busy, 0);

  value(regs::Status) = 0;
  value(regs::Error)  = 0;
  set_value64(regs::FaultLo, 0);
  gemm job{.shape        = {value(regs::M), value(regs::N), value(regs::K)},
           .preload      = (bits & regs::CtrlPreload) != 0,
           .flow         = golden::tensor::flow_e::OutputStationary,
           .transpose_a  = (bits & regs::CtrlTransposeA) != 0,
           .transpose_b  = (bits & regs::CtrlTransposeB) != 0,
           .sparse_a     = (bits & regs::CtrlSparseA) != 0,
           .epilogue     = {golden::epilogue::output_e((bits & regs::CtrlOutputMask) >>
                                                       regs::CtrlOutputShift),
                            (bits & regs::CtrlRelu) != 0, value(regs::Scale)},
           .a            = value64(regs::ALo),
           .b            = value64(regs::BLo),
           .c            = value64(regs::CLo),
           .d            = value64(regs::DLo),
           .a_extra      = value64(regs::AExtraLo),
           .b_extra      = value64(regs::BExtraLo),
           .lda          = value(regs::Lda),
           .ldb          = value(regs::Ldb),
           .ldc          = value(regs::Ldc),
           .ldd          = value(regs::Ldd),
           .start        = sc_core::sc_time_stamp() + delay,
           .clock_period = config_.clock_period};
  const auto flow = (bits & regs::CtrlFlowMask) >> regs::CtrlFlowShift;
  if (!has_flow(config_.array, flow)) return fail(error_e::Flow, 0);
  job.flow = flow == AnyFlow ? golden::tensor::best_flow(config_.array, job.shape, job.sparse_a)
                             : golden::tensor::flow_e(flow);
  if (const auto error = check(job); error != error_e::None) return fail(error, 0);

  value(regs::Status) = regs::StatusBusy;
  started_            = job;
  wake_.notify(sc_core::SC_ZERO_TIME);
  update_irq();
}

error_e tensor_base::check(const gemm& job) const {
  const auto& array    = config_.array;
  const auto [m, n, k] = job.shape;
  for (const auto dim : {m, n, k}) {
    if (dim < 1 || dim > config_.max_dim) return error_e::Dimension;
  }
  if ((job.transpose_a || job.transpose_b) && !array.transposes) return error_e::Feature;
  if (job.sparse_a && !has(array, job.flow, {.sparse_a = true})) return error_e::Feature;
  if (!job.epilogue.keeps() && !array.epilogue) return error_e::Feature;
  if (static_cast<int>(job.epilogue.output) >= golden::epilogue::Outputs) return error_e::Feature;
  if (job.sparse_a && k % 4 != 0) return error_e::Dimension;

  const std::uint64_t of_a = a_bytes(), of_b = b_bytes(), of_c = result_bytes();
  const std::uint64_t of_d = output_bytes(job), stored_k = job.sparse_a ? k / 2 : k;
  const layout a = job.transpose_a ? layout{job.a, job.lda, k, of_a * m}
                                   : layout{job.a, job.lda, m, of_a * stored_k};
  const layout b =
      job.transpose_b ? layout{job.b, job.ldb, n, of_b * k} : layout{job.b, job.ldb, k, of_b * n};
  const layout c{job.c, job.ldc, m, of_c * n}, d{job.d, job.ldd, m, of_d * n};

  if (!a.aligned(a_bytes()) || !b.aligned(b_bytes()) || !d.aligned(output_bytes(job))) {
    return error_e::Alignment;
  }
  if (job.preload && !c.aligned(result_bytes())) return error_e::Alignment;
  if (m > 1 && d.stride < d.row_bytes) return error_e::Stride;
  if (a.wraps() || b.wraps() || d.wraps()) return error_e::Address;
  const unsigned blocks    = scale_blocks(array.type, k);
  const unsigned row_extra = job.sparse_a ? (k + 7) / 8 : blocks;
  if (layout{job.a_extra, row_extra, m, row_extra}.wraps()) return error_e::Address;
  if (layout{job.b_extra, n, blocks, n}.wraps()) return error_e::Address;
  if (job.preload && c.wraps()) return error_e::Address;

  // The model holds all operands and D as 64-bit numbers.
  const std::uint64_t wide =
      std::uint64_t{m} * k + std::uint64_t{k} * n + (job.preload ? 2 : 1) * std::uint64_t{m} * n;
  if (wide > config_.max_elements || job.shape.macs() > config_.max_macs) return error_e::Size;
  return error_e::None;
}

void tensor_base::fail(error_e code, std::uint64_t fault) {
  value(regs::Status) |= regs::StatusError;
  value(regs::Error) =
      put(static_cast<std::uint32_t>(code), regs::ErrorCodeShift, regs::ErrorCodeMask);
  set_value64(regs::FaultLo, fault);
  update_irq();
}

// Reads any bytes of the page, 0 at holes. Refuses to write, because every register write has side
// effects.
unsigned tensor_base::transport_dbg(tlm::tlm_generic_payload& trans) {
  const auto address = trans.get_address();
  if (!trans.is_read() || address >= regs::PageBytes || lacks_data(trans)) return 0;
  const auto length = static_cast<unsigned>(
      std::min<std::uint64_t>(trans.get_data_length(), regs::PageBytes - address));
  const auto* page = reinterpret_cast<const unsigned char*>(values_.data());
  std::memcpy(trans.get_data_ptr(), page + address, length);
  return length;
}

bool tensor_base::get_direct_mem_ptr(tlm::tlm_generic_payload& trans, tlm::tlm_dmi& region) {
  const bool in_page = trans.get_address() < regs::PageBytes;
  region.init();
  region.set_start_address(in_page ? 0 : regs::PageBytes);
  if (in_page) region.set_end_address(regs::PageBytes - 1);
  region.allow_read_write();  // returned with false: the kinds of access refused
  return false;
}

void tensor_base::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  dma_.invalidate(first, last);
}

// Jobs.

void tensor_base::run_jobs() {
  for (;;) {
    while (!started_) wait(wake_);
    const auto job   = *std::exchange(started_, std::nullopt);
    resets_at_start_ = resets_;
    try {
      run(job);
    } catch (const dropped&) {
    } catch (const dma_master::fault& fault) {
      value(regs::Status) &= ~regs::StatusBusy;
      fail(fault.command == tlm::TLM_READ_COMMAND ? error_e::Load : error_e::Store, fault.address);
    } catch (const std::bad_alloc&) {
      problem_ = {};
      bytes_   = {};
      matrices_.free();
      value(regs::Status) &= ~regs::StatusBusy;
      fail(error_e::Size, 0);
    }
  }
}

void tensor_base::run(const gemm& job) {
  const auto [m, n, k] = job.shape;
  if (job.start > sc_core::sc_time_stamp()) advance(job.start - sc_core::sc_time_stamp());

  const auto load_start = sc_core::sc_time_stamp();
  dma_.begin(bus());
  problem_.shape  = job.shape;
  problem_.flow   = job.flow;
  problem_.layout = golden::tensor::turning_layout(job.flow, job.transpose_a, job.transpose_b);
  problem_.layout.sparse_a = job.sparse_a;
  problem_.epilogue        = job.epilogue;

  const auto& type      = config_.array.type;
  const unsigned blocks = scale_blocks(type, k);
  load_operand(job.a, job.lda, m, job.sparse_a ? k / 2 : k, type.a_bits(), job.transpose_a,
               problem_.a);
  load_operand(job.b, job.ldb, k, n, type.b_bits(), job.transpose_b, problem_.b);
  if (job.sparse_a) load_index(job);
  if (blocks != 0) {
    load(job.a_extra, blocks, m, blocks, type.scale_bits(), problem_.scale_a);
    load(job.b_extra, n, blocks, n, type.scale_bits(), problem_.scale_b);
  }
  problem_.c.clear();
  if (job.preload) load(job.c, job.ldc, m, n, config_.array.type.result_bits(), problem_.c);
  dma_.sync();

  const auto compute_start = sc_core::sc_time_stamp();
  const auto [d, cycles]   = compute(job);
  if (d.size() != std::size_t{m} * n) {
    // If an error report does not end the simulation, the job ends here.
    value(regs::Status) &= ~regs::StatusBusy;
    SC_REPORT_ERROR(MessageType,
                    (std::string(name()) + ": the backend returned " + std::to_string(d.size()) +
                     " results for " + std::to_string(m) + " x " + std::to_string(n))
                        .c_str());
    return;
  }

  const auto store_start = sc_core::sc_time_stamp();
  dma_.begin(bus());
  store(job, d);
  dma_.sync();

  const auto dma_time = (compute_start - load_start) + (sc_core::sc_time_stamp() - store_start);
  const auto period   = job.clock_period.value();
  value(regs::Status) = (value(regs::Status) & ~regs::StatusBusy) | regs::StatusDone;
  set_value64(regs::CyclesLo, cycles);
  set_value64(regs::DmaCyclesLo, period == 0 ? 0 : (dma_time.value() + period - 1) / period);
  ++value(regs::Jobs);
  update_irq();
}

/// D and its cycles, in slices of rows if the backend allows it. Returns when their time has
/// passed.
golden::tensor::outcome tensor_base::compute(const gemm& job) {
  const auto [m, n, k] = job.shape;
  const auto time_of   = [&](std::uint64_t cycles) {
    return sc_core::sc_time::from_value(cycles * job.clock_period.value());
  };
  // The order of a bidirectional sum repeats after partial_rows rows.
  const bool turns    = job.flow == golden::tensor::flow_e::Bidirectional;
  const unsigned unit = turns ? config_.array.partial_rows : 1;
  const auto fitting  = config_.slice_macs / (std::uint64_t{n} * k) / unit * unit;
  const auto rows     = static_cast<unsigned>(std::clamp<std::uint64_t>(fitting, unit, m));
  if (!in_slices_ || rows >= m) {
    auto whole = backend_(problem_);
    advance(time_of(whole.cycles));
    return whole;
  }

  golden::tensor::outcome out{{}, 0};
  if (fits_an_array(config_.array.type)) {
    out.cycles = cycles(config_.array, job.shape, job.flow, problem_.layout);
  }
  out.d.reserve(std::size_t{m} * n);
  golden::tensor::problem slice = std::exchange(problem_, {});
  const auto a = std::move(slice.a), c = std::move(slice.c);
  const auto index   = std::move(slice.index);
  const auto scale_a = std::move(slice.scale_a);
  for (unsigned first = 0; first < m; first += rows) {
    const unsigned last = std::min(m, first + rows);
    const auto part     = [&](const auto& all, auto& to) {
      const auto row = all.size() / m;
      to.assign(all.begin() + static_cast<std::ptrdiff_t>(first * row),
                    all.begin() + static_cast<std::ptrdiff_t>(last * row));
    };
    slice.shape.m = last - first;
    part(a, slice.a);
    part(c, slice.c);
    part(index, slice.index);
    part(scale_a, slice.scale_a);
    const auto d = backend_(slice).d;
    out.d.insert(out.d.end(), d.begin(), d.end());
    // A stop of the simulation does not return from a wait.
    wait(sc_core::SC_ZERO_TIME);
    advance(time_of(out.cycles * last / m - out.cycles * first / m));
  }
  return out;
}

void tensor_base::load(std::uint64_t address, std::uint32_t stride, unsigned rows, unsigned cols,
                       unsigned bits, std::vector<std::uint64_t>& to) {
  matrices_.load({address, stride, rows, cols, golden::tensor::bytes_of(bits)}, bits, to);
}

/// Loads an operand. For a matrix that is transposed in memory, cols rows of `rows` elements are
/// read.
void tensor_base::load_operand(std::uint64_t address, std::uint32_t stride, unsigned rows,
                               unsigned cols, unsigned bits, bool transposed,
                               std::vector<std::uint64_t>& to) {
  if (!transposed) return load(address, stride, rows, cols, bits, to);
  matrices_.load_transposed({address, stride, cols, rows, golden::tensor::bytes_of(bits)}, bits,
                            to);
}

/// Loads the indexes of a sparse A, four in a byte.
void tensor_base::load_index(const gemm& job) {
  const unsigned stored = job.shape.k / 2, row_bytes = (stored + 3) / 4;
  bytes_.clear();
  dma_.read(job.a_extra, std::uint64_t{row_bytes} * job.shape.m, bytes_);
  problem_.index.resize(std::size_t{job.shape.m} * stored);
  for (std::size_t i = 0; i < problem_.index.size(); ++i) {
    const std::size_t at = i % stored;
    problem_.index[i]    = bytes_[i / stored * row_bytes + at / 4] >> at % 4 * 2 & 3;
  }
}

void tensor_base::store(const gemm& job, const std::vector<result_t>& d) {
  matrices_.store({job.d, job.ldd, job.shape.m, job.shape.n, output_bytes(job)}, d);
}

void tensor_base::advance(const sc_core::sc_time& time) {
  if (resets_ != resets_at_start_) throw dropped{};
  if (time == sc_core::SC_ZERO_TIME) return;
  const auto end = sc_core::sc_time_stamp() + time;
  do {
    wait(end - sc_core::sc_time_stamp(), reset_event_);
    if (resets_ != resets_at_start_) throw dropped{};
  } while (sc_core::sc_time_stamp() < end);
}

unsigned tensor_base::a_bytes() const {
  return golden::tensor::bytes_of(config_.array.type.a_bits());
}
unsigned tensor_base::b_bytes() const {
  return golden::tensor::bytes_of(config_.array.type.b_bits());
}
unsigned tensor_base::result_bytes() const {
  return golden::tensor::bytes_of(config_.array.type.result_bits());
}

unsigned tensor_base::output_bytes(const gemm& job) const {
  return golden::tensor::output_bytes(config_.array.type, job.epilogue);
}

std::uint64_t tensor_base::value64(std::uint32_t offset) const {
  return values_[offset / 4] | std::uint64_t{values_[offset / 4 + 1]} << 32;
}

void tensor_base::set_value64(std::uint32_t offset, std::uint64_t value) {
  values_[offset / 4]     = static_cast<std::uint32_t>(value);
  values_[offset / 4 + 1] = static_cast<std::uint32_t>(value >> 32);
}

}  // namespace weft::systemc
