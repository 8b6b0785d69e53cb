// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/engine/engine_core.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace weft::golden::engine_core {
namespace {

using cycle = std::uint64_t;

/// Events of which `size` may be open: each waits for the one `size` before it.
class window {
 public:
  explicit window(std::size_t size) : at_(size) {}

  /// The first cycle for the event that is `ahead` behind the next one.
  cycle from(std::size_t ahead = 0) const {
    const std::size_t i = count_ + ahead;
    return i < at_.size() ? 0 : at_[i % at_.size()] + 1;
  }
  void close(cycle at) { at_[count_++ % at_.size()] = at; }

 private:
  std::vector<cycle> at_;
  std::size_t count_ = 0;
};

/// The items and words of a gearbox by their number, not by their bytes.
class gear_count {
 public:
  /// Words that leave before there is a place for the next item.
  std::uint64_t words() const { return ended_ ? (left_ + width_ - 1) / width_ : held_ / width_; }
  bool ended() const { return ended_; }

  /// Takes an item of a row of `row` bytes, after words() words have left.
  void take(std::uint64_t item, std::uint64_t width, std::uint64_t row, bool last) {
    const std::uint64_t gone = words() * width_;
    const bool fresh         = ended_ || left_ == 0;
    held_                    = fresh ? item : held_ - gone + item;
    left_                    = fresh ? row : left_ - gone;
    width_                   = width;
    ended_                   = last;
  }

 private:
  std::uint64_t held_ = 0, left_ = 0, width_ = 1;  // bytes; of the row; of a word
  bool ended_ = false;                             // the last item of the row is here
};

/// The loads of a job, command by command: axi_read and the loader's gearbox.
class load_times {
 public:
  explicit load_times(const config& k)
      : config_(k.read_bus()),
        conv_(k.conv),
        bursts_(k.bus.in_flight),
        places_(k.bus.beats),
        joins_(config_.commands + 1),
        pieces_(k.bus.in_flight),
        blocks_(loader::Blocks) {}

  /// The memory's latency from the next command on.
  void state_latency(std::uint64_t latency) { latency_ = latency; }

  std::uint64_t words() const { return words_; }

  /// A command that is taken from cycle `from` on, cut into words of `width` bytes. Returns the
  /// cycles from the one that takes it to that of the last word.
  cycle_span run(cycle from, const axi::command& c, unsigned width) {
    const cycle at =
        std::max({from, given_ + 1, command_ready(), blocks_.from(), conv_ ? pieces_.from() : 0});
    read(at, c, [&](std::uint32_t, bool last) {
      item_ = std::max(step_ + 1, item_after());
      gear_.take(config_.bytes, width, c.bytes, last);
      beat_taken_ = item_;
    });
    merged_ = item_;
    pieces_.close(item_);
    return {at, ended()};
  }

  /// A block that is made of a picture.
  cycle_span run(cycle from, const conv_block& b, unsigned width) {
    const std::uint32_t line = b.depth * b.width;
    const cycle taken        = std::max({from, given_ + 1, taken_ + 1, blocks_.from()});
    cycle found              = taken + (b.first ? ConvFirst : ConvNext);
    std::uint32_t held       = 0;  // bytes of a line that have not left the merger
    const auto merge         = [&](cycle there, std::uint32_t bytes, bool ends) {
      held += bytes;
      const bool leaves = held >= config_.bytes || ends;
      merged_           = std::max({there, merged_ + 1, leaves ? item_after() : 0});
      const cycle at    = merged_;
      if (!leaves) return at;
      const auto leave = [&](bool last) {
        item_ = merged_;
        gear_.take(config_.bytes, width, line, last);
        held -= std::min(held, config_.bytes);
      };
      leave(ends && held <= config_.bytes);
      if (!ends || held == 0) return at;
      merged_ = std::max(merged_ + 1, item_after());
      leave(true);
      return at;
    };
    for (std::uint32_t i = 0; i < b.lines; ++i) {
      for (const stretch& s : b.line(i)) {
        given_    = std::max(found + 1, pieces_.from());
        cycle end = 0;
        if (s.fill) {
          for (std::uint32_t left = s.bytes; left != 0;) {
            const auto bytes = std::min(left, config_.bytes);
            left -= bytes;
            end = merge(given_ + 1, bytes, s.line_last && left == 0);
          }
        } else {
          given_ = std::max(given_, command_ready());
          read(given_, {s.addr, s.bytes, 1, 0}, [&](std::uint32_t beat, bool last) {
            const auto bytes = std::min(config_.bytes, s.bytes - beat * config_.bytes);
            end = beat_taken_ = merge(step_ + 1, bytes, s.line_last && last);
          });
        }
        pieces_.close(end);
        found = std::max(found + 2, given_);
      }
    }
    return {taken, ended()};
  }

 private:
  /// The cycle of a block's last word.
  cycle ended() {
    const cycle at = item_ + gear_.words();
    blocks_.close(at);
    return at;
  }
  /// The first cycle in which the next command may be taken: all bursts of the one before are
  /// requested, and there is a place behind the one that the join works on.
  cycle command_ready() const { return std::max({taken_ + 1, asked_ + 1, joins_.from()}); }
  /// The first cycle in which the gearbox takes a further item.
  cycle item_after() const { return item_ + std::max<cycle>(1, gear_.words()); }

  /// A command that is taken in cycle `at`. `give` takes a beat: the number of it in its row, and
  /// whether it is the row's last.
  template <class Give>
  void read(cycle at, const axi::command& c, Give give) {
    taken_ = asked_ = at;
    std::vector<cycle> arrived;
    std::uint32_t beat = 0;
    std::size_t left   = 0;  // words that have left the buffer
    std::uint32_t row  = 0;
    std::uint64_t n    = 0;  // the step of the join within the row
    const auto join    = [&] {
      while (row < c.rows) {
        const std::uint64_t addr = config_.address(c.addr + row * c.stride);
        const axi_read::row_steps r(config_, addr, c.bytes);
        const bool takes_first = addr % config_.bytes != 0 && r.words > 1;  // and gives no beat
        for (; n < r.steps; ++n) {
          const bool takes = n<r.words, gives = n> 0 || !takes_first;
          if (takes && left == arrived.size()) return;
          ++step_;
          if (takes) step_ = std::max(step_, arrived[left++] + 1);
          if (gives) step_ = std::max(step_, beat_taken_);
          if (takes) places_.close(step_);
          if (gives) give(beat++, n + 1 == r.steps);
        }
        n = beat = 0;
        ++row;
      }
    };
    for (axi::burst_walk w(config_, c); !w.ended(); w.next()) {
      const unsigned beats      = w.head().beats;
      const std::size_t waiting = arrived.size() - left;
      asked_ = std::max({asked_ + 1, bursts_.from(), places_.from(waiting + beats - 1)});
      beat_  = std::max(asked_ + latency_ + 2, beat_ + 1);  // AR is a register behind the request
      for (unsigned i = 0; i < beats; ++i) arrived.push_back(beat_ + i);
      beat_ = arrived.back();
      bursts_.close(beat_);
      join();
    }
    words_ += arrived.size();
    joins_.close(step_);
  }

  axi::config config_;
  bool conv_;
  std::uint64_t latency_ = 0;
  window bursts_, places_, joins_, pieces_, blocks_;
  cycle taken_ = 0, asked_ = 0, beat_ = 0;  // the last command, request, beat on R
  cycle step_ = 0, item_ = 0;               // the last step of the join, item of the gearbox
  cycle beat_taken_ = 0, merged_ = 0;       // the last beat that left the join, step of the merger
  cycle given_ = 0;                         // the last stretch of a picture
  gear_count gear_;
  std::uint64_t words_ = 0;
};

/// A block that is stored from cycle 0 on: the storer's gearbox and axi_write.
struct store_time {
  cycle end;  ///< in which axi_write is done
  std::uint64_t words;
};
store_time store_block(const axi::config& k, const axi::command& c, unsigned item_bytes,
                       std::uint64_t latency) {
  window bursts(k.in_flight), places(k.beats);
  cycle entered = 0, asked = 0, left = 0, response = 0;
  cycle item = 1, given = 0;  // the last item into the gearbox, the last beat out of it
  std::uint64_t words = 0, waiting = 0;
  gear_count gear;
  axi::burst_walk walk(k, c);
  const auto enter = [&](cycle from) {  // a word, and its burst if it is the last one
    entered = std::max({entered + 1, from, places.from(waiting)});
    ++words;
    if (++waiting < walk.head().beats) return;
    asked = std::max({asked, entered, bursts.from() == 0 ? 0 : bursts.from() - 1}) + 1;
    for (left = std::max(left, asked) + 1; waiting > 0; --waiting) {
      places.close(left);
      if (waiting > 1) ++left;
    }
    response = std::max(left + 1 + latency, response + 1);
    bursts.close(response);
    walk.next();
  };
  for (std::uint32_t row = 0; row < c.rows; ++row) {
    const unsigned offset = (c.addr + row * c.stride) % k.bytes;
    const unsigned in_row = (offset + c.bytes - 1) / k.bytes + 1,
                   beats  = (c.bytes - 1) / k.bytes + 1;
    const unsigned items  = (c.bytes + item_bytes - 1) / item_bytes;
    for (unsigned i = 0; i < items; ++i) {
      item = std::max(item + 1, gear.words() > 0 ? given : 0);
      gear.take(item_bytes, k.bytes, c.bytes, i + 1 == items);
      for (std::uint64_t n = gear.words(); n > 0; --n) {
        enter(item + 1);
        given = entered;
      }
    }
    if (in_row > beats) enter(0);
  }
  return {response + 1, words};
}

}  // namespace

struct schedule::state {
  explicit state(const config& k) : config_(k), loads(k) {}

  config config_;
  load_times loads;
  std::array<cycle, 2> multiplied{}, stored{};  // the last steps and blocks, the older one first
  cycle fed = 0, ended = 0;                     // the last word of the loads, the last outcome
};

schedule::schedule(const config& k) : state_(std::make_unique<state>(k)) {}
schedule::~schedule()                              = default;
schedule::schedule(schedule&&) noexcept            = default;
schedule& schedule::operator=(schedule&&) noexcept = default;

schedule::times schedule::run(const job& j, std::uint64_t latency, cycle taken, cycle released,
                              const std::function<void(const timed_step&)>& seen) {
  outcome o;
  state& last        = *state_;
  const config& k    = last.config_;
  auto& multiplied   = last.multiplied;
  auto& stored       = last.stored;
  const auto before  = last.loads.words();
  const unsigned out = stored_bytes(k, j.epilogue.output);
  const auto after   = [](cycle at) { return at == 0 ? 0 : at + 1; };

  // The cycle before that in which the loads are begun; the first one of the job's time.
  const cycle begin = std::max(taken, j.overlap ? last.fed : last.ended);
  const cycle ready = begin + 2;
  last.loads.state_latency(latency);
  bool first_step = true, first_block = true;
  cycle handed = 0;  // the first cycle of the next step, if it may begin under the sums that leave
  for (job_walk w(k, j, k.block_k);; w.step()) {
    const bool first = w.k() == 0;
    timed_step times{.walk     = w,
                     .a        = {},
                     .b        = {},
                     .beside_a = {},
                     .beside_b = {},
                     .c        = {},
                     .array    = {},
                     .store    = {}};
    const auto fetch = [&](cycle from, const auto& command, unsigned width) {
      const auto when = last.loads.run(std::max(ready, from), command, width);
      last.fed        = when.to;
      return cycle_span{when.from - taken, when.to - taken};
    };
    const auto leave = [&](const axi::command& command, unsigned bytes) {
      const store_time t = store_block(k.write_bus(), command, bytes, latency);
      const cycle free =
          first_block ? std::max(after(after(stored[1])), released) : after(stored[1]);
      const cycle leaves = std::max(multiplied[1] + 1, free);
      first_block        = false;
      stored             = {stored[1], leaves + t.end};
      times.store        = {leaves - taken, stored[1] - taken};
      o.write_bytes += t.words * k.bus.bytes;
    };
    const cycle panel = after(multiplied[0]), sums = after(stored[0]);
    const block_in_memory at{k, j, w};
    // The array stands from `idle` on, for operands and then for a buffer. It begins a job in a
    // cycle of its own.
    const cycle idle =
        first_step ? std::max(after(after(multiplied[1])), begin + 3) : after(multiplied[1]);
    first_step = false;
    if (j.copies()) {
      times.c    = fetch(std::max(panel, sums), at.from(), k.array.cols * k.sum_bytes());
      multiplied = {multiplied[1], std::max(idle, last.fed + 1)};
      leave(at.to(), k.array.cols * k.sum_bytes());
      if (seen) seen(times);
      if (w.last()) break;
      continue;
    }
    const auto width      = [&](operand_e o, bool turned) { return word_bytes(k, o, turned); };
    const unsigned a_word = width(operand_e::A, j.transpose_a);
    const bool scaled     = k.scales() != 0;
    times.a = j.convolves() ? fetch(panel, at.conv(), a_word) : fetch(panel, at.a(), a_word);
    if (j.sparse_a || scaled) {
      times.beside_a = fetch(panel, at.beside_a(), width(operand_e::BesideA, false));
    }
    times.b = fetch(panel, at.b(), width(operand_e::B, j.transpose_b));
    if (scaled) times.beside_b = fetch(panel, at.beside_b(), width(operand_e::BesideB, false));
    if (j.preload && first)
      times.c = fetch(j.biased() ? panel : sums, at.c(), width(operand_e::C, false));

    const bool early  = handed != 0 && may_follow(k, j, w);
    const cycle fed   = std::max(early ? handed : idle, last.fed + 1);
    const cycle start = std::max(fed, first ? sums : 0);
    const cycle there = std::max(idle, fed);
    const tensor::shape s{w.rows(), w.cols(), w.depth()};
    const tensor::layout layout{.sparse_a = j.sparse_a};
    const cycle end = start + tensor::cycles(k.array, s, j.flow, layout) - 1;
    const cycle issued =
        std::max(start + tensor::issue_cycles(k.array, tensor::multiplied(s, layout), j.flow),
                 start < idle ? idle : 0);
    handed = hands_over_early(k, j, w) ? issued + 1 : 0;
    o.wait_load += there - idle;
    o.wait_store += std::max(start, there) - there;
    o.array_cycles += end + 1 - std::max(start, idle);
    multiplied  = {multiplied[1], end};
    times.array = {start - taken, multiplied[1] - taken};
    if (w.deepest()) leave(at.d(), k.array.cols * out);
    if (seen) seen(times);
    if (w.last()) break;
  }
  o.read_bytes  = (last.loads.words() - before) * k.bus.bytes;
  last.ended    = stored[1] + 1;  // the outcome is in the cycle after the end
  o.time_cycles = last.ended - begin + 1;
  return {o, last.fed + 1, last.ended};
}

void schedule::later(std::uint64_t by) {
  for (auto* at : {&state_->multiplied[0], &state_->multiplied[1], &state_->stored[0],
                   &state_->stored[1], &state_->fed, &state_->ended}) {
    *at += by;
  }
}

outcome cycles(const config& k, const job& j, std::uint64_t latency,
               const std::function<void(const timed_step&)>& seen) {
  return schedule(k).run(j, latency, 0, 0, seen).figures;
}

std::vector<unsigned char> gearbox::word(unsigned width) const {
  std::vector<unsigned char> w(width);
  std::copy_n(held_.begin(), std::min<std::size_t>(width, held_.size()), w.begin());
  return w;
}

bool gearbox::takes(unsigned width, std::uint32_t length, bool gives) const {
  const bool last        = gives && left(length) <= width;
  const std::size_t rest = held_.size() - (last ? held_.size() : gives ? width : 0);
  return rest < width && (!ended_ || last);
}

void gearbox::give(unsigned width, std::uint32_t length) {
  const std::uint32_t rest = left(length);
  if (rest <= width) return clear();
  left_ = rest - width;
  held_.erase(held_.begin(), held_.begin() + width);
}

std::uint64_t element(const unsigned char* bytes, unsigned width) {
  std::uint64_t x = 0;
  for (unsigned i = 0; i < width; ++i) x |= std::uint64_t{bytes[i]} << 8 * i;
  return x;
}

void storer::step(const inputs& in, const axi_write::outputs& bus, const std::optional<store>& next,
                  const std::array<sums, 2>& buffers) {
  const unsigned width = config_.bus.bytes;
  const bool beat = gear_.has_word(width), gives = beat && bus.in_ready;
  const bool takes = gear_.takes(width, row_bytes(), gives);
  const bool reads = row_ < block_.rows && (!word_ || takes);

  axi_write::inputs to{
      .hang_limit = in.hang_limit, .aw_ready = in.aw_ready, .w_ready = in.w_ready, .b = in.b};
  if (beat) {
    to.in.emplace();
    std::ranges::copy(gear_.word(width), to.in->begin());
  }
  const bool starts = next && bus.cmd_ready;
  if (starts) {
    to.cmd = axi::command{next->addr, next->bytes, next->rows, next->pitch};
  }
  write_.step(to);

  if (gives) gear_.give(width, row_bytes());
  if (word_ && takes) {
    gear_.take(word_->bytes, word_->last);
    word_.reset();
  }
  if (reads) read(buffers[block_.bank]);
  if (!starts) return;
  block_ = *next;
  row_ = col_ = 0;
}

void storer::read(const sums& buffer) {
  const unsigned bytes = stored_bytes(config_, block_.out);
  word_                = {std::vector<unsigned char>(config_.array.cols * bytes), false};
  for (unsigned j = 0; j < config_.array.cols && col_ + j < block_.cols; ++j) {
    const auto x = buffer[std::size_t{row_} * config_.block_n + col_ + j];
    for (unsigned i = 0; i < bytes; ++i) {
      word_->bytes[j * bytes + i] = static_cast<unsigned char>(x >> 8 * i);
    }
  }
  col_ += config_.array.cols;
  if (col_ < block_.cols) return;
  word_->last = true;
  col_        = 0;
  ++row_;
}

model::model(const config& k, bool values)
    : config_(k),
      plan_(k),
      load_(k),
      store_(k),
      array_(k.array, values),
      a_{matrix(k.block_m * k.block_k)},
      b_{matrix(k.block_k * k.block_n)},
      index_{matrix(k.array.sparse ? k.block_m * k.block_k / 2 : 0)},
      scale_a_{matrix(k.block_m * k.scale_blocks(k.block_k))},
      scale_b_{matrix(k.scale_blocks(k.block_k) * k.block_n)},
      sums_{sums(k.block_m * k.block_n)},
      biases_{sums(k.block_n)} {
  a_[1]       = a_[0];
  b_[1]       = b_[0];
  index_[1]   = index_[0];
  scale_a_[1] = scale_a_[0];
  scale_b_[1] = scale_b_[0];
  sums_[1]    = sums_[0];
  biases_[1]  = biases_[0];
}

model::outputs model::peek(const inputs& in) const {
  const auto read  = load_.bus(in);
  const auto write = store_.bus(in);
  const auto p     = plan_.peek(to_plan(in, read, write, array_.peek(to_array({}))));
  return {.job_ready = p.job_ready,
          .ar        = read.ar,
          .r_ready   = read.r_ready,
          .aw        = write.aw,
          .w         = write.w,
          .b_ready   = write.b_ready,
          .outcome   = p.outcome,
          .hung      = read.hung || write.hung,
          .idle      = p.idle,
          .quiet     = p.quiet};
}

engine_core::events model::events(const inputs& in) const {
  const auto plan = to_plan(in, load_.bus(in), store_.bus(in), array_.peek(to_array({})));
  const auto p    = plan_.peek(plan);
  const auto word = load_.next_word();
  return {.job        = p.job_ready ? in.job : std::nullopt,
          .asked      = plan.load_ready ? p.load : std::nullopt,
          .loaded     = word && word->block_ends,
          .started    = p.multiply,
          .multiplied = plan.array_done,
          .leaves     = plan.store_ready ? p.store : std::nullopt,
          .stored     = plan.store_done.has_value(),
          .ended      = p.outcome};
}

void model::step(const inputs& in) {
  const auto read   = load_.bus(in);
  const auto write  = store_.bus(in);
  const auto array  = array_.peek(to_array({}));
  const auto inputs = to_plan(in, read, write, array);
  const auto p      = plan_.peek(inputs);
  const auto word   = load_.next_word();
  const auto to     = to_array(p.multiply);

  // Words that the array asks for are read before anything is written.
  a_word_.reset();
  b_word_.reset();
  c_word_.reset();
  if (array.a_req) a_word_ = a_word(*array.a_req);
  if (array.b_req) b_word_ = b_word(*array.b_req);
  if (array.c_req) c_word_ = c_word(*array.c_req);
  if (array.d) write_sums(leaving_ ? *leaving_ : running_, *array.d);

  store_.step(in, write, p.store, sums_);
  load_.step(in, read, p.load, p.load_stop);
  if (word) put(*word);
  array_.step(to);
  plan_.step(inputs);
  if (array.done) leaving_.reset();
  if (!p.multiply) return;
  if (array.busy && !array.done) leaving_ = running_;
  running_ = *p.multiply;
}

plan_inputs model::to_plan(const inputs& in, const axi_read::outputs& read,
                           const axi_write::outputs& write, const tensor::outputs& array) const {
  const auto word = load_.next_word();
  return {.job          = in.job,
          .abort        = in.abort,
          .hold         = in.hold,
          .load_ready   = load_.ready(read, plan_.loads(in.abort)),
          .loaded       = word && word->block_ends && word->block.ends && !plan_.stops(in.abort),
          .load_busy    = load_.busy(read),
          .read         = in.r.has_value(),
          .load_done    = read.done,
          .array_busy   = array.busy,
          .array_done   = array.done,
          .array_issued = array.issued,
          .store_ready  = write.cmd_ready,
          .store_busy   = write.busy,
          .written      = write.w && in.w_ready,
          .store_done   = write.done};
}

tensor::inputs model::to_array(const std::optional<multiply>& next) const {
  tensor::inputs in;
  if (next) {
    in.cmd          = next->command;
    in.cmd->overlap = true;
  }
  in.a_rsp = a_word_;
  in.b_rsp = b_word_;
  in.c_rsp = c_word_;
  return in;
}

tensor::word<tensor::operand_t> model::a_word(tensor::addr_t at) const {
  const unsigned lanes = config_.array.rows, row = config_.block_k;
  const bool stays     = !tensor::sums_pass(running_.command.flow);
  const bool sparse    = running_.command.layout.sparse_a;
  const unsigned depth = sparse ? block().k / 2 : block().k;
  const unsigned steps = tensor::steps_of(config_.array, depth);
  const unsigned width = config_.lanes(), all = config_.array.type.entries();
  tensor::word<tensor::operand_t> w{tensor::lanes<tensor::operand_t>(lanes * all)};
  for (unsigned i = 0; i < lanes; ++i) {
    const unsigned m    = stays ? at / steps * lanes + i : at % block().m;
    const unsigned step = stays ? at % steps : at / block().m * lanes + i;
    if (m >= block().m || step >= steps) continue;
    for (unsigned e = 0; e < width && step * width + e < depth; ++e) {
      w.lanes[i * all + e] = a_[running_.panel][m * row + step * width + e];
    }
    for (unsigned e = 0; e < config_.scales(); ++e) {
      const unsigned scale = step * config_.scales() + e, of_row = config_.scale_blocks(row);
      if (scale >= config_.scale_blocks(depth)) break;
      w.lanes[i * all + width + e] = scale_a_[running_.panel][m * of_row + scale];
    }
    if (sparse) {
      w.lanes[i] |= index_[running_.panel][m * row / 2 + step] << config_.array.type.a_bits();
    }
  }
  return w;
}

tensor::word<tensor::operand_t> model::b_word(tensor::addr_t at) const {
  // With Sparse, a word has four neighbours along K for each column.
  const unsigned deep  = config_.array.sparse ? 4 : config_.lanes();
  const unsigned words = (block().k + deep - 1) / deep, all = deep + config_.scales();
  tensor::word<tensor::operand_t> w{tensor::lanes<tensor::operand_t>(config_.array.cols * all)};
  for (unsigned j = 0; j < config_.array.cols; ++j) {
    const unsigned n = at / words * config_.array.cols + j;
    if (n >= block().n) break;
    for (unsigned e = 0; e < deep && at % words * deep + e < block().k; ++e) {
      w.lanes[j * all + e] = b_[running_.panel][(at % words * deep + e) * config_.block_n + n];
    }
    for (unsigned e = 0; e < config_.scales(); ++e) {
      const unsigned scale = at % words * config_.scales() + e;
      if (scale >= config_.scale_blocks(block().k)) break;
      w.lanes[j * all + deep + e] = scale_b_[running_.panel][scale * config_.block_n + n];
    }
  }
  return w;
}

tensor::word<tensor::result_t> model::c_word(tensor::addr_t at) const {
  tensor::word<tensor::result_t> w{tensor::lanes<tensor::result_t>(config_.array.cols)};
  if (running_.command.layout.c_is_row) {
    for (unsigned j = 0; j < config_.array.cols; ++j) {
      const unsigned n = at * config_.array.cols + j;
      if (n < block().n) w.lanes[j] = biases_[running_.panel][n];
    }
    return w;
  }
  for (unsigned j = 0; j < config_.array.cols; ++j) {
    const unsigned m = at % block().m, n = at / block().m * config_.array.cols + j;
    if (n < block().n) w.lanes[j] = sums_[running_.sums][m * config_.block_n + n];
  }
  return w;
}

void model::write_sums(const multiply& step, const tensor::result_word& d) {
  const unsigned rows = step.command.shape.m;
  for (unsigned j = 0; j < config_.array.cols; ++j) {
    if ((d.strb >> j & 1) == 0) continue;
    const unsigned m = d.addr % rows, n = d.addr / rows * config_.array.cols + j;
    sums_[step.sums][m * config_.block_n + n] = d.lanes[j];
  }
}

void model::put(const loader::word& w) {
  for (unsigned i = 0; i < w.elements.size(); ++i) {
    const unsigned line = w.block.turned ? w.at + i : w.line;
    const unsigned at   = w.block.turned ? w.line : w.at + i;
    switch (w.block.operand) {
      case operand_e::A:
        a_[w.block.bank][line * config_.block_k + at] =
            tensor::low_bits(w.elements[i], config_.array.type.a_bits());
        break;
      case operand_e::BesideA:
        if (config_.scales() != 0) {
          scale_a_[w.block.bank][line * config_.scale_blocks(config_.block_k) + at] = w.elements[i];
          break;
        }
        for (unsigned j = 0; j < 4 && 4 * at + j < config_.block_k / 2; ++j) {
          index_[w.block.bank][line * config_.block_k / 2 + 4 * at + j] =
              w.elements[i] >> 2 * j & 3;
        }
        break;
      case operand_e::BesideB:
        scale_b_[w.block.bank][line * config_.block_n + at] = w.elements[i];
        break;
      case operand_e::B:
        b_[w.block.bank][line * config_.block_n + at] =
            tensor::low_bits(w.elements[i], config_.array.type.b_bits());
        break;
      default:
        if (w.block.row) {
          biases_[w.block.bank][at] = w.elements[i];
          break;
        }
        sums_[w.block.bank][line * config_.block_n + at] = w.elements[i];
    }
  }
}

}  // namespace weft::golden::engine_core
