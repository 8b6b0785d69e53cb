// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sim/golden/sm/sm_execute.hpp"

namespace weft::golden::sm {

/// The choice among eligible warps.
enum class policy_e : std::uint8_t {
  Lrr,      ///< the next one after the warp that issued last, in a circle
  Gto,      ///< the warp that issued last, then the oldest
  Youngest  ///< the warp that issued last, then the youngest
};

/// The rule that holds an instruction back until its operands are there.
enum class deps_e : std::uint8_t {
  Scoreboard,
  Control  ///< the control prefixes of the program, right or wrong
};

/// The reason why a warp did not issue in a cycle, if it did not.
enum class reason_e : std::uint8_t {
  Issued,
  Scoreboard,   ///< a register or predicate that arithmetic has not written yet
  Memory,       ///< one that a load has not written yet, or stores that are on their way
  Port,         ///< the port is busy
  Queue,        ///< the queue of memory requests is full
  Collector,    ///< no collector is free
  Bank,         ///< no collector is free, and one waits for a bank
  Read,         ///< an older instruction has not read the register that this one writes
  NotSelected,  ///< another warp issues, or the scheduler pauses
  Barrier,
  Branch,
  Buffer,  ///< the instruction buffer is empty
  Stall,   ///< the stall count or a wait mask of the control prefix
  Idle     ///< before the warp began or after it ended
};
inline constexpr int Reasons = 14;
std::string_view name_of(reason_e reason);

/// An error of a launch: a bad address, an unbalanced stack, a unit that is not there, a deadlock.
struct fault : std::runtime_error {
  using runtime_error::runtime_error;
};

/// A grid of blocks of threads that execute a program.
struct launch {
  program code;
  unsigned grid_x = 1, grid_y = 1, block_x = Lanes, block_y = 1;
  std::vector<std::uint32_t> arguments;  ///< c[0x0][0x160] and on
  unsigned shared_bytes = 0;

  unsigned threads() const { return block_x * block_y; }
  unsigned warps() const { return (threads() + Lanes - 1) / Lanes; }
  unsigned ctas() const { return grid_x * grid_y; }
};
inline constexpr unsigned ArgumentsAt = 0x160;  ///< byte address of the first argument in c[0x0]

/// A transfer of 32 bytes.
struct sector {
  std::uint32_t address = 0;  ///< a multiple of 32
  bool write            = false;
  std::uint8_t mask     = 0;  ///< words written
  std::uint64_t tag     = 0;  ///< of a load; its answer has it
  std::array<std::uint32_t, 8> data{};

  bool operator==(const sector&) const = default;
};

/// A streaming multiprocessor cycle by cycle; docs/unit/sm.md has the rules by number.
class model {
 public:
  struct inputs {
    bool memory_ready = true;
    std::optional<sector> response;  ///< the data of a load
  };

  struct issue {
    unsigned block, scheduler, warp, pc;
    bool operator==(const issue&) const = default;
  };
  struct start {
    unsigned block, port, warp, pc, groups;
    bool operator==(const start&) const = default;
  };
  /// A register at a bank.
  struct access {
    unsigned block, scheduler, bank, warp, reg;
    bool operator==(const access&) const = default;
  };
  struct service {
    unsigned block, warp, passes;
    bool write;
    bool operator==(const service&) const = default;
  };
  struct outputs {
    bool busy = false;
    std::vector<issue> issues;
    std::vector<start> starts;
    std::vector<access> reads, writes;
    std::optional<service> shared;
    std::optional<sector> request;
    std::vector<reason_e> reasons;  ///< of every warp
    bool operator==(const outputs&) const = default;
  };

  struct counters {
    std::uint64_t cycles = 0, instructions = 0, thread_instructions = 0;
    std::uint64_t reads = 0, reuse_hits = 0, bank_conflicts = 0;
    std::uint64_t shared_requests = 0, shared_passes = 0, sectors = 0;
    std::array<std::uint64_t, Units> unit{};                  ///< warp instructions
    std::vector<std::array<std::uint64_t, Reasons>> reasons;  ///< of every warp
  };

  model(arch k, launch l, policy_e policy = policy_e::Gto, deps_e deps = deps_e::Scoreboard);

  /// The outputs of the current cycle.
  outputs peek(const inputs& in) const {
    model next(*this);
    return next.advance(in);
  }

  /// The rising clock edge.
  void step(const inputs& in) { advance(in); }

  /// Both: the outputs of the current cycle, then the edge.
  outputs advance(const inputs& in);

  bool busy() const;
  const counters& count() const { return count_; }
  const arch& of() const { return k_; }
  const launch& launched() const { return launch_; }

 private:
  static constexpr unsigned Predicates = 256;  // the first predicate in a scoreboard

  struct pending {
    std::uint64_t id  = 0;  // 0: not in flight
    std::uint64_t due = 0, due_tensor = 0;
    bool known = false, load = false;
  };

  struct stack_entry {
    bool sync;
    unsigned pc;
    std::uint32_t mask;
    unsigned name;
  };

  struct warp_state {
    bool live    = false;
    unsigned cta = 0, number = 0;  // number: of the warp in its block of threads
    std::uint64_t age   = 0;
    std::uint32_t alive = 0, active = 0;
    unsigned pc = 0;
    std::vector<stack_entry> stack;
    std::array<std::uint32_t, 8> preds{};
    std::vector<row> regs;
    std::vector<pending> board;
    std::uint64_t free_at     = 0;  // when the warp may issue again
    reason_e busy_with        = reason_e::Branch;
    std::uint64_t buffer_from = 0;  // from when the buffer is what it waits for
    std::optional<instruction> branch;
    bool at_barrier    = false;
    unsigned in_flight = 0, stores = 0;
    std::array<unsigned, 6> barriers{};
  };

  enum class state_e : std::uint8_t { Ready, Read, Tag, Follow };
  struct operand {
    std::uint8_t slot = 0, index = 0, reg = Rz;
    state_e state    = state_e::Ready;
    std::uint64_t id = 0;  // of the producer, or of the instruction that reads the value
    row value{};
  };

  struct entry {
    std::uint64_t id = 0, issued = 0;
    instruction ins;
    unsigned warp = 0, port = 0, pc = 0;
    std::uint32_t active = 0;
    std::uint64_t ready  = 0;  // the earliest start by the reads so far
    std::vector<operand> operands;
    control hints;
  };

  /// A result on its way.
  struct result {
    std::uint64_t id = 0;
    unsigned warp    = 0;
    instruction ins;
    std::array<row, 4> rows{};
    unsigned registers = 0;
    std::uint32_t mask = 0, p = 0, q = 0;
    std::uint64_t forward = 0, time = 0;  // to the tensor unit; to banks and bus
    control hints;
  };

  struct kept {
    bool valid        = false;
    unsigned warp     = 0;
    std::uint8_t reg  = 0;
    std::uint64_t id  = 0;
    std::uint8_t slot = 0, index = 0;
    bool there = false;
    row value{};
  };

  struct partition {  // of a scheduler
    std::vector<entry> collectors;
    std::array<std::uint32_t, 512> promised{};  // banks by cycle
    std::array<std::vector<kept>, 3> reuse;     // by slot and bank
    unsigned last = 0;                          // the warp that issued last
    std::vector<unsigned> warps;
    std::deque<result> loads;  // done, wait for a bank
  };

  struct port_state {
    std::uint64_t issue_free = 0, start_free = 0;
  };

  struct request {
    entry of;
    std::uint32_t mask = 0;
    std::array<std::uint32_t, Lanes> address{};
    std::array<row, 4> data{};
    unsigned words     = 1;
    std::uint64_t from = 0;
    std::vector<sector> sectors;
    std::size_t sent = 0;
    bool prepared    = false;
  };

  struct block_state {
    std::vector<partition> parts;
    std::vector<port_state> ports;
    std::deque<request> queue;
    unsigned requests          = 0;  // issued, not served
    std::uint64_t shared_after = 0;
    unsigned issued            = 0;  // in this cycle
    bool alone                 = false;
  };

  struct loading {
    request of;
    result to;
    std::size_t missing = 0;
  };

  struct cta_state {
    bool live      = false;
    unsigned index = 0, warps = 0, waiting = 0;
    std::vector<std::uint32_t> shared;
    std::vector<unsigned> slots;
  };

  unsigned block_of(unsigned warp) const { return warp % k_.blocks; }
  unsigned part_of(unsigned warp) const { return warp / k_.blocks % k_.schedulers; }
  unsigned local_of(unsigned warp) const { return warp / k_.blocks / k_.schedulers; }
  unsigned bank_of(unsigned reg, unsigned warp) const { return k_.bank(reg, local_of(warp)); }
  partition& part(unsigned warp) { return blocks_[block_of(warp)].parts[part_of(warp)]; }
  const partition& part(unsigned warp) const {
    return blocks_[block_of(warp)].parts[part_of(warp)];
  }

  void check(const instruction& i) const;
  void begin_ctas();
  void take_response(const sector& s);
  void write_results();
  void write(const result& r, unsigned index);
  void finish(const result& r);
  void wake(const result& r, bool forward);
  void start_executions();
  void execute_now(unsigned block, unsigned port, const entry& e);
  void serve_shared();
  void serve_global(const inputs& in);
  void prepare(request& r);
  void read_banks();
  void got(operand& o, entry& e, const row& value, std::uint64_t ready);
  void hand_on(unsigned block, unsigned scheduler, const entry& e, const operand& o);
  void resolve_branches();
  void resolve(unsigned warp);
  void arrive(unsigned cta);
  void end_threads(warp_state& w, std::uint32_t threads);
  void issue_all();
  void issue_now(unsigned block, unsigned scheduler, unsigned warp, unsigned port);
  std::vector<unsigned> candidates(const partition& p) const;
  reason_e obstacle(unsigned block, unsigned scheduler, unsigned warp, unsigned& port) const;
  bool waits(const warp_state& w, unsigned resource, bool tensor, bool& load) const;
  row constant(const instruction& i, unsigned index) const;
  [[noreturn]] void fail(const entry& e, const std::string& what) const;
  std::uint32_t truth(const warp_state& w, unsigned pred, bool negated) const {
    return (pred == Pt ? ~0u : w.preds[pred]) ^ (negated ? ~0u : 0u);
  }

  arch k_;
  launch launch_;
  policy_e policy_;
  deps_e deps_;
  std::uint64_t now_ = 0, ids_ = 0, ages_ = 0, tags_ = 0, moved_ = 0, still_ = 0;
  unsigned next_cta_ = 0;
  std::vector<std::uint32_t> constants_;
  std::vector<warp_state> warps_;
  std::vector<cta_state> ctas_;
  std::vector<block_state> blocks_;
  std::vector<result> results_;
  std::uint64_t shared_free_ = 0;
  unsigned shared_turn_ = 0, global_turn_ = 0;
  std::vector<loading> loads_;                      // whose sectors are on their way
  std::map<std::uint64_t, std::uint64_t> awaited_;  // the instruction of a tag
  outputs out_;
  counters count_;
};

/// A memory of `bytes` that begins at address `base`: every answer `latency` cycles after its
/// request, at most `rate` bytes a cycle.
class memory {
 public:
  static constexpr std::uint32_t Base = 0x10000;

  memory(std::vector<std::uint8_t> bytes, unsigned latency, unsigned rate)
      : bytes_(std::move(bytes)), latency_(latency), rate_(rate) {}

  /// The inputs of the cycle, from the requests of those before.
  model::inputs cycle();
  void take(const model::outputs& out);

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
  unsigned latency_, rate_;
  std::uint64_t now_ = 0;
  unsigned credit_   = 32;
  std::deque<std::pair<std::uint64_t, sector>> answers_;
};

/// Passes of a request through the banks of shared memory.
unsigned shared_passes(const std::array<std::uint32_t, Lanes>& addresses, std::uint32_t mask,
                       unsigned words);

/// Runs to the end. Returns the cycles. `each` sees the outputs of every cycle.
template <class Each>
std::uint64_t run(model& m, memory& bytes, Each each) {
  while (m.busy()) {
    const auto out = m.advance(bytes.cycle());
    bytes.take(out);
    each(out);
  }
  return m.count().cycles;
}
inline std::uint64_t run(model& m, memory& bytes) {
  return run(m, bytes, [](const model::outputs&) {});
}

}  // namespace weft::golden::sm
