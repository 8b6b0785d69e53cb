// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/golden/sm/sm_execute.hpp"
#include "sim/golden/sm/sm_memory.hpp"

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

/// A grid of blocks of threads that execute a program.
struct launch {
  program code;
  unsigned grid_x = 1, grid_y = 1, block_x = Lanes, block_y = 1;
  std::vector<std::uint32_t> arguments;  ///< c[0x0][0x160] and on
  unsigned shared_bytes = 0;

  unsigned threads() const { return block_x * block_y; }
  unsigned ctas() const { return grid_x * grid_y; }
};
inline constexpr unsigned ArgumentsAt = 0x160;  ///< byte address of the first argument in c[0x0]

/// A warp's place in its block of threads.
struct warp_begin {
  unsigned warp         = 0;  ///< of the processing block
  unsigned id           = 0;  ///< what SR_VIRTID reads
  unsigned cta          = 0;  ///< the block of threads in the grid
  unsigned number       = 0;  ///< of the warp in it
  unsigned group        = 0;  ///< for the owner of the processing block
  std::uint32_t threads = 0;
  unsigned grid_x = 1, block_x = Lanes;  ///< of the launch
  /// The words of shared memory that its block of threads has, of a processing block alone.
  unsigned shared_first = 0, shared_words = 0;

  bool operator==(const warp_begin&) const = default;
};

/// Counts of a processing block; the multiprocessor's are their sums.
struct counters {
  std::uint64_t cycles = 0, instructions = 0, thread_instructions = 0;
  std::uint64_t reads = 0, reuse_hits = 0, bank_conflicts = 0;
  std::uint64_t shared_requests = 0, shared_passes = 0, sectors = 0;
  std::array<std::uint64_t, Units> unit{};                  ///< warp instructions
  std::vector<std::uint64_t> issued;                        ///< the same, of each of the program
  std::vector<std::array<std::uint64_t, Reasons>> reasons;  ///< of every warp
};

/// The bits of a warp's scoreboard: predicates, then registers.
inline constexpr unsigned Predicates = 8;
using names                          = std::bitset<Predicates + 256>;

/// An instruction of a program with what the rules ask of it in every cycle.
struct decoded : instruction {
  /// A register that it reads: the operand's slot, and which of the operand's registers.
  struct read {
    std::uint8_t slot, index, reg;
  };

  decoded(const arch& k, const instruction& i);

  unit_e unit;
  bool branches, tensor, both_ports;
  std::uint8_t results = 0;  ///< registers that it writes
  std::uint8_t preds_read, preds_written;
  bool q;  ///< it writes a second predicate
  std::vector<read> reads;
  std::vector<std::uint16_t> waits;  ///< what it reads, then what it writes, by place in `names`
  names named;                       ///< the same
  /// Ports that execute it, by scheduler; those of the fewest schedulers first.
  std::vector<std::vector<std::uint8_t>> ports;
  std::vector<unsigned> groups;     ///< cycles of each port
  std::vector<std::uint8_t> taken;  ///< ports that it takes all at once, if `both_ports`
};

/// Everything that does not change while a launch runs.
struct machine {
  arch k;
  launch l;
  policy_e policy;
  deps_e deps;
  std::vector<std::uint32_t> constants;  ///< c[0x0]
  std::vector<decoded> code;

  /// Throws a fault if an instruction needs a unit that is not there.
  machine(arch arch_of, launch launched, policy_e policy_of, deps_e deps_of);

  /// Warps of a block of threads.
  unsigned cta_warps() const { return (l.threads() + k.threads - 1) / k.threads; }

 private:
  void check(const decoded& i) const;
};

/// A processing block of a multiprocessor cycle by cycle: warps, schedulers, register banks, ports
/// of lanes, SIMT stacks. Its owner begins warps, opens barriers and serves memory. Warps are
/// numbered in the block; warp w belongs to scheduler w mod schedulers.
class block {
 public:
  struct issue {
    unsigned scheduler, warp, pc;
    std::uint32_t active;
    bool operator==(const issue&) const = default;
  };
  struct start {
    unsigned port, warp, pc, groups;
    bool operator==(const start&) const = default;
  };
  /// A register at a bank: the threads written, and the value of all.
  struct access {
    unsigned scheduler, bank, warp, reg;
    std::uint32_t mask;
    row value;
    bool operator==(const access&) const = default;
  };
  /// A request that shared memory takes.
  struct service {
    unsigned warp;
    bool store;
    bool operator==(const service&) const = default;
  };
  struct outputs {
    std::vector<issue> issues;
    std::vector<start> starts;
    std::vector<service> services;  ///< of the shared memory of a block alone
    std::optional<sector> request;  ///< of a block alone
    std::vector<access> reads, writes;
    std::vector<unsigned> arrived, ended;  ///< warps at a barrier, warps at their end
    std::vector<reason_e> reasons;         ///< of every warp
    bool operator==(const outputs&) const = default;

    /// Forgets a cycle; the vectors keep their room.
    void clear();
  };

  /// A result on its way.
  struct result {
    std::uint64_t id   = 0;
    unsigned warp      = 0;
    const decoded* ins = nullptr;
    std::array<row, 4> rows{};
    unsigned registers = 0;
    std::uint32_t mask = 0, p = 0, q = 0;
    std::uint64_t forward = 0, time = 0;  // to the tensor unit; to banks and bus
    control hints;
    std::optional<unsigned> place;  // of a load, among those on their way
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
    const decoded* ins = nullptr;
    unsigned warp = 0, port = 0, pc = 0;
    std::uint32_t active = 0;
    std::uint64_t ready  = 0;  // the earliest start by the reads so far
    std::vector<operand> operands;
    unsigned lacking = 0, unread = 0;  // operands that are not ready; those that wait for a bank
    control hints;
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
    std::optional<unsigned> place;  // of a load, once its first sector is offered
  };

  block(std::shared_ptr<const machine> of, unsigned warps);

  /// The phases of a cycle, in this order; between them the owner serves memory and barriers. The
  /// outputs stay until the next cycle begins.
  void execute();            ///< results, executions that start
  void proceed();            ///< reads of banks, branches
  void open(unsigned warp);  ///< opens the barrier at which a warp waits
  void issue_all();
  const outputs& out() const { return out_; }
  void edge();
  void begin(const warp_begin& warp);

  bool live(unsigned warp) const { return warps_[warp].live; }
  bool waiting(unsigned warp) const { return warps_[warp].at_barrier; }
  const warp_begin& begun(unsigned warp) const { return warps_[warp].begun; }
  const counters& count() const { return count_; }
  std::uint64_t moved() const { return moved_; }

  /// The oldest request to shared or to global memory, if it is due in this cycle.
  request* due(bool shared);
  request take(const request* r);
  void stored(const request& r);
  /// Gives a load the lowest free place among those on their way.
  unsigned reserve();
  void loaded(result r);  ///< from its time on it waits for its banks; without a place it gets one
  void served(const request& r) { out_.services.push_back({r.of.warp, is_store(r.of.ins->op)}); }
  void offered(const std::optional<sector>& s) { out_.request = s; }
  [[noreturn]] void fail(const entry& e, const std::string& what) const;

 private:
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
    bool live = false;
    warp_begin begun;
    std::uint32_t alive = 0, active = 0;
    unsigned pc = 0;
    std::vector<stack_entry> stack;
    std::array<std::uint32_t, 8> preds{};
    std::vector<row> regs;
    std::vector<pending> board;
    names busy;                     // what of the board is in flight
    std::uint64_t free_at     = 0;  // when the warp may issue again
    reason_e busy_with        = reason_e::Branch;
    std::uint64_t buffer_from = 0;  // from when the buffer is what it waits for
    const decoded* branch     = nullptr;
    bool at_barrier           = false;
    unsigned in_flight = 0, stores = 0;
    std::array<unsigned, 6> barriers{};
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
    std::vector<unsigned> warps, oldest;        // live: by number, by age
    std::deque<result> loads;                   // done, wait for a bank
  };

  struct port_state {
    std::uint64_t issue_free = 0, start_free = 0;
  };

  unsigned part_of(unsigned warp) const { return warp % machine_->k.schedulers; }
  unsigned bank_of(unsigned reg, unsigned warp) const {
    return machine_->k.bank(reg, warp / machine_->k.schedulers);
  }
  partition& part(unsigned warp) { return parts_[part_of(warp)]; }

  void write_results();
  bool promise(partition& p, unsigned first, unsigned registers, unsigned warp, std::uint64_t time);
  void write(const result& r, unsigned index);
  void finish(const result& r);
  void wake(const result& r, bool forward);
  void start_executions();
  void execute_now(unsigned port, const entry& e);
  void read_banks();
  static void got(operand& o, entry& e, const row& value, std::uint64_t ready);
  void hand_on(partition& p, const entry& e, const operand& o);
  void resolve_branches();
  void resolve(unsigned warp);
  void end_threads(warp_state& w, std::uint32_t threads);
  void issue_warp(unsigned scheduler, unsigned warp, unsigned port);
  void issue_now(unsigned scheduler, unsigned warp, unsigned port);
  const std::vector<unsigned>& candidates(const partition& p);
  reason_e obstacle(unsigned scheduler, unsigned warp, unsigned& port) const;
  const pending* awaited(const warp_state& w, const decoded& i) const;
  std::uint32_t constant(const instruction& i, unsigned index) const;
  std::uint32_t special(const warp_begin& of, unsigned number, unsigned lane) const;
  std::uint32_t truth(const warp_state& w, unsigned pred, bool negated) const {
    return (pred == Pt ? ~0u : w.preds[pred]) ^ (negated ? ~0u : 0u);
  }

  std::shared_ptr<const machine> machine_;
  std::uint64_t now_ = 0, ids_ = 0, moved_ = 0;
  std::vector<warp_state> warps_;
  std::vector<partition> parts_;
  std::vector<port_state> ports_;
  std::deque<request> queue_;
  unsigned requests_ = 0;     // issued, not served
  std::vector<bool> places_;  // of loads on their way: taken
  unsigned taken_  = 0;       // of these
  unsigned issued_ = 0;       // in this cycle
  bool alone_      = false;
  std::vector<result> results_;
  outputs out_;
  std::vector<unsigned> order_;  // of candidates
  counters count_;
};

/// Puts issues in order of schedulers, reads and writes in order of schedulers and banks.
void order(block::outputs& out);

/// The passes of a request through the banks of shared memory.
unsigned shared_passes(const std::array<std::uint32_t, Lanes>& addresses, std::uint32_t mask,
                       unsigned words);

/// Reads or writes the words of a request to shared memory. Returns a load's result.
block::result access_shared(const block::request& r, std::span<std::uint32_t> words);

/// The memory port of processing blocks: they take turns, a sector a cycle. The tag of a load's
/// sector is its place among the loads of its block, times blocks, plus the block, times 32, plus
/// the lowest thread that wants it.
class memory_port {
 public:
  /// An answer; before execute().
  void take_response(std::span<block> blocks, const sector& s);
  /// The sector that is offered, which memory takes if it is ready; after execute().
  std::optional<sector> serve(std::span<block> blocks, bool ready);

  std::uint64_t sectors() const { return sectors_; }
  std::uint64_t moved() const { return moved_; }

 private:
  struct loading {
    unsigned block = 0;
    block::request of;
    block::result to;
    std::uint32_t awaited = 0;  // lowest threads of sectors without an answer
  };

  static void prepare(block::request& r);
  void expect(block& b, unsigned number, block::request& r, std::size_t blocks);

  unsigned turn_         = 0;
  std::uint64_t sectors_ = 0, moved_ = 0;
  std::vector<loading> loads_;  // whose sectors are on their way
};

/// The shared memory of a processing block alone.
class block_shared {
 public:
  block_shared(const arch& k) : k_(&k), words_(k.shared / 4) {}

  /// Serves a request, if one is due; between execute() and proceed().
  void serve(block& b);
  void edge() { ++now_; }
  void begin(const warp_begin& b);  ///< the words of a block of threads are zero

 private:
  const arch* k_;
  std::vector<std::uint32_t> words_;
  std::uint64_t now_ = 0, free_ = 0;
};

/// A processing block alone, as rtl/sm/weft_sm_block.sv is in every cycle: the inputs are what a
/// multiprocessor does for it.
class block_model {
 public:
  /// A word that is loaded beforehand. The program and the constants of the machine are what the
  /// model executes.
  struct word {
    std::uint8_t space    = 0;  ///< 0 program, 1 c[0x0], 2 literals
    std::uint16_t address = 0;
    std::uint64_t data    = 0;
  };
  struct inputs {
    std::optional<word> load;
    std::vector<warp_begin> begins;  ///< live in the next cycle, in order of their numbers
    std::uint32_t opened = 0;        ///< warps whose barrier opens, a bit each
    memory_inputs memory;
  };
  /// The block's outputs, in order.
  using outputs = block::outputs;

  block_model(const std::shared_ptr<const machine>& of, unsigned warps)
      : block_(of, warps), shared_(of->k) {}

  outputs peek(const inputs& in) const {
    block_model next(*this);
    return next.advance(in);
  }
  void step(const inputs& in) { advance(in); }
  outputs advance(const inputs& in);

 private:
  block block_;
  block_shared shared_;
  memory_port port_;
};

std::ostream& operator<<(std::ostream& os, const block_model::inputs& in);
std::ostream& operator<<(std::ostream& os, const block_model::outputs& out);

}  // namespace weft::golden::sm
