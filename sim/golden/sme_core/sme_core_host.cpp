// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/sme_core/sme_core_host.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "sim/golden/sme/floating.hpp"
#include "sim/golden/sme/lookup.hpp"
#include "sim/golden/sme_core/noting_memory.hpp"
#include "sim/golden/sme_machine.hpp"
#include "sim/golden/sme_scalar.hpp"
#include "sim/golden/sme_vector.hpp"

namespace weft::golden::sme_core {

/// Whether the host may be one uop further ahead of dispatch; if so it has waited until then.
bool word_source::has_room() {
  const auto ahead = static_cast<std::uint64_t>(k_.ahead);
  if (handed_ < ahead) return true;
  if (dispatch_.size() <= handed_ - ahead) return false;
  slot_ = std::max(slot_, dispatch_[handed_ - ahead] * static_cast<std::uint64_t>(k_.host));
  return true;
}

void word_source::hand_over(core_word c) {
  waiting_.push_back({std::move(c), time()});
  ++handed_;
}

/// Hands over the next uop of the instruction. Returns false where it has to wait.
bool word_source::hand_over_rest(std::uint64_t now) {
  if (!has_room() || time() >= now) return false;
  hand_over(std::move(rest_.front()));
  rest_.pop_front();
  if (rest_.empty()) ++slot_;
  return true;
}

bool word_source::at_end(std::uint64_t pc) {
  if (pc == to_.end) {
    stop_ = {sme::stop_e::End, pc, 0, ""};
  } else if (instructions_ == to_.limit) {
    stop_ = {sme::stop_e::Limit, pc, 0, "as many instructions as allowed"};
  } else {
    return false;
  }
  return true;
}

std::vector<core_word> word_source::offers(std::uint64_t now) {
  while (execute_next(now)) {
  }
  std::vector<core_word> words;
  for (const auto& o : waiting_) {
    if (words.size() == static_cast<std::size_t>(k_.issue.dispatch) || o.host >= now) break;
    words.push_back(o.word);
  }
  return words;
}

void word_source::took(std::size_t words, std::uint64_t now) {
  for (; words > 0; --words) {
    waiting_.pop_front();
    dispatch_.push_back(now);
  }
}

/// Fetches the word at PC. Returns false if the program ends there.
bool core_host::fetch() {
  if (at_end(s_.pc)) return false;
  fetched f;
  std::uint8_t bytes[4] = {};
  if (memory_.read(s_.pc, bytes)) {
    std::memcpy(&f.word, bytes, 4);
    f.line = sme::decode(f.word);
  }
  if (f.line != nullptr) {
    f.t   = translate(k_, s_, *f.line, f.word);
    stop_ = stops_before(f.t, s_, memory_, *f.line, f.word);
    if (stop_.stop != sme::stop_e::None) return false;
  }
  next_ = f;
  return true;
}

/// The word with its operands, before it is executed.
core_word core_host::describe(const fetched& f) {
  using namespace sme::isa;
  const word w{f.word};
  const auto x     = [&](unsigned r) { return r == 31 ? 0 : s_.x[r]; };
  const auto& name = f.line->name;
  core_word c{.u = f.t.u, .word = f.word, .b = x(w.m()), .fpcr = s_.fpcr};
  if (f.t.word != 0) c.word = f.t.word;
  // W12 to W15; of vector groups of ZA W8 to W11.
  const bool vectors = f.line->group == "SME2 array vectors";
  const bool array   = vectors || (f.line->group == "SME2" && !w(15) && w(11));
  c.slice            = static_cast<std::uint8_t>(s_.x[(array ? 8 : 12) + w(14, 13)]);
  if (f.t.numbered) c.slice = f.t.number;
  // Behind the register's bits is the number of the uop.
  if (vectors) c.slice = static_cast<std::uint8_t>((c.slice & f.t.register_bits) | f.t.number);
  if (f.line->execute == fccmp || f.line->execute == fcsel) {
    c.a = holds(machine{s_, memory_, 0}, w(15, 12));
  } else if (name == "cntp" || name == "incp decp" || f.line->execute == clast_to_x) {
    c.a = x(w.d());
  } else if (f.t.u.apart) {
    c.a             = f.t.base;
    c.elements      = f.t.elements;
    c.element_bytes = f.t.element_bytes;
  } else if (name == "psel") {
    c.a = s_.x[12 + w(17, 16)];
  } else if (name == "msr" || f.line->execute == movt_to_zt) {
    c.a = x(w.d());
  } else if (f.line->execute == dup || f.line->execute == cpy) {
    c.a = s_.x[w.n()];  // SP
  } else {
    c.a = x(w.n());
  }
  return c;
}

/// The flags that each word raises of those that an instruction became, which started from `z`;
/// those of the word alike, where it is one of several vectors.
void core_host::set_flags_of_parts(core_word& c, const std::array<sme::vector_t, 32>& z,
                                   const std::vector<std::uint32_t>& alike) {
  using namespace sme::isa;
  const auto all   = s_.fpsr;
  const auto after = std::exchange(s_.z, z);
  const auto p0    = s_.p[0];
  if (!alike.empty()) s_.p[0].fill(0xff);
  machine m{s_, memory_, 0};
  std::size_t number = 0;
  const auto run     = [&](core_word& part) {
    const auto bits = alike.empty() ? part.word : alike.at(number++);
    s_.fpsr         = 0;
    sme::decode(bits)->execute(m, word{bits});
    part.fpsr = static_cast<std::uint8_t>(s_.fpsr);
  };
  run(c);
  for (auto& part : rest_) run(part);
  s_.p[0] = p0;
  s_.z    = after;
  s_.fpsr = all;
}

bool core_host::execute_next(std::uint64_t now) {
  const auto width = static_cast<std::uint64_t>(k_.host);
  if (!rest_.empty()) return hand_over_rest(now);
  if (stop_.stop != sme::stop_e::None || wait_x_ || (!next_ && !fetch())) return false;
  const fetched f = *next_;
  if (f.t.reads_flags) {
    if (wait_flags_) return false;
    slot_ = std::max(slot_, flags_ * width);
  }
  if ((f.t.has_uop && !has_room()) || slot_ / width >= now) return false;

  core_word c;
  if (f.t.has_uop) c = describe(f);
  noting_memory noting(memory_);
  const bool raises  = f.t.has_uop && f.line->group != "SME";  // of a new mode FPSR is the host's
  const auto before  = s_.fpsr;
  const auto vectors = f.t.flags_by_part ? s_.z : decltype(s_.z){};
  if (raises) s_.fpsr = 0;
  if (const auto out = sme::step(s_, noting); out.stop != sme::stop_e::None) {
    s_.fpsr = before;
    stop_   = out;
    return false;
  }
  if (raises) {
    c.fpsr  = static_cast<std::uint8_t>(s_.fpsr);
    s_.fpsr = before | s_.fpsr;
  }
  ++instructions_;
  next_.reset();
  if (f.t.has_uop) {
    if (f.t.u.pipe == pipe_e::Store) {
      c.lines = f.t.u.apart ? noting.lines_of_elements(f.t.elements)
                            : noting.lines(f.t.u.first, f.t.u.last);
    }
    const unsigned d = f.word & 31;
    if (f.t.gives_x && d != 31) c.x = s_.x[d];
    if (f.t.gives_flags || f.t.sets_flags) c.nzcv = s_.nzcv;
    c.svcr = s_.svcr();
    if (f.t.gives_x) wait_x_ = handed_;
    for (const auto& p : f.t.rest) {
      auto& more = rest_.emplace_back(c);
      more.u     = p.u;
      more.word  = p.word;
      more.slice = f.t.numbered ? p.number : static_cast<std::uint8_t>(c.slice | p.number);
      if (p.u.pipe == pipe_e::Store) more.lines = noting.lines(p.u.first, p.u.last);
    }
    if (f.t.flags_by_part) set_flags_of_parts(c, vectors, f.t.alike);
    hand_over(std::move(c));
  } else {
    for (const auto& [address, bytes] : noting.writes()) {
      own_stores_.push_back({handed_, address, bytes});
    }
  }
  if (rest_.empty()) ++slot_;
  if (f.t.sets_flags) {
    flags_ = 0;
    wait_flags_.reset();
  }
  if (f.t.gives_flags) wait_flags_ = handed_ - 1;
  return true;
}

void core_host::gave(const core_model::result& r, std::uint64_t now) {
  const auto width  = static_cast<std::uint64_t>(k_.host);
  const auto window = static_cast<std::uint64_t>(k_.issue.window);
  // The result is there in the next cycle, at the host in the one behind it.
  const auto is = [&](const std::optional<std::uint64_t>& word) {
    return word && *word < dispatch_.size() &&
           (*word + tag_) % window == static_cast<unsigned>(r.tag);
  };
  if (is(wait_flags_)) {
    flags_ = now + 2;
    wait_flags_.reset();
  }
  if (is(wait_x_)) {
    slot_ = std::max(slot_, (now + 2) * width);
    wait_x_.reset();
  }
}

}  // namespace weft::golden::sme_core
