// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/engine/engine_plan.hpp"

namespace weft::golden::engine_core {

conv_block block_in_memory::conv() const {
  return {j.conv,      j.a,       j.lda,
          k.a_bytes(), w.row(),   w.k(),
          w.rows(),    w.depth(), w.row() == 0 && w.k() == 0 && w.column() == 0};
}

axi::command block_in_memory::a() const {
  const auto [first, bytes] = stretch(w.row(), w.rows(), k.a_bytes());
  const auto [deep, depth]  = stretch(j.stored(w.k()), j.stored(w.depth()), k.a_bytes());
  return j.transpose_a ? lines(j.a, j.lda, w.k(), w.depth(), first, bytes)
                       : lines(j.a, j.lda, w.row(), w.rows(), deep, depth);
}

axi::command block_in_memory::beside_a() const {
  if (!j.sparse_a) {
    return lines(j.a_extra, k.scale_blocks(j.shape.k), w.row(), w.rows(), k.scale_blocks(w.k()),
                 k.scale_blocks(w.depth()));
  }
  return lines(j.a_extra, j.index_pitch(), w.row(), w.rows(), w.k() / 8, (w.depth() + 7) / 8);
}

axi::command block_in_memory::b() const {
  const auto [first, bytes] = stretch(column(), w.cols(), k.b_bytes());
  const auto [deep, depth]  = stretch(w.k(), w.depth(), k.b_bytes());
  return j.transpose_b ? lines(j.b, j.ldb, column(), w.cols(), deep, depth)
                       : lines(j.b, j.ldb, w.k(), w.depth(), first, bytes);
}

plan_outputs plan::peek(const plan_inputs& in) const {
  plan_outputs o;
  o.job_ready          = !places_[in_].job && !failed_ && !in.abort;
  o.idle               = !places_[0].job && !places_[1].job;
  o.load_stop          = stops(in.abort);
  o.quiet              = loads_over(in);
  o.load               = loads(in.abort);
  const bool may_start = !first_depth(multiplying_) || blocks_begun() - blocks_stored_ < 2;
  if (array_takes(in) && !passes_array() && goes_on(multiplying_) && array_fed() && may_start) {
    o.multiply = next_multiply();
  }
  if (storing_.run && !store_open_ && blocks_multiplied_ != blocks_stored_ && goes_on(storing_) &&
      !in.hold) {
    o.store = next_store();
  }
  const place& oldest = places_[out_];
  const bool settled  = !in.load_busy && !in.array_busy && !in.store_busy && (!in.hold || in.abort);
  if (oldest.job &&
      (oldest.finished || ((dropping_ || (failed_ && fail_place_ == out_)) && settled))) {
    o.outcome        = oldest.figures;
    o.outcome->how   = oldest.finished ? end_e::Done : dropping_ ? end_e::Dropped : how_;
    const bool bus   = o.outcome->how == end_e::LoadFailed || o.outcome->how == end_e::StoreFailed;
    o.outcome->fault = bus ? fault_ : 0;
  }
  return o;
}

void plan::step(const plan_inputs& in) {
  const plan_outputs now = peek(in);
  const bool behind      = failed_ && (dropping_ || fail_place_ == out_);
  const bool was_failed  = failed_;
  const bool passes      = passes_array() && goes_on(multiplying_) && array_fed();
  const place& next      = places_[loading_.place];
  const bool load_first  = !loading_.run && next.job && !next.begun &&
                          (next.job->overlap || loading_.place == out_) &&
                          steps_asked_ == steps_loaded_ && !in.load_busy && !failed_ && !in.abort;
  count(in, now, load_first);
  const bool hands_over    = in.array_issued && !ahead_ && early();
  const place& to_multiply = places_[multiplying_.place];
  const bool array_first =
      !multiplying_.run && to_multiply.begun && !to_multiply.multiplied && !failed_;
  const place& to_store  = places_[storing_.place];
  const bool store_first = !storing_.run && to_store.begun && !to_store.finished && !failed_;

  // Failures, with the owner of the loads before a new one begins.
  if (in.store_done && is_error(in.store_done->resp)) {
    fail(end_e::StoreFailed, storing_.place, in.store_done->addr);
  } else if (in.load_done && is_error(in.load_done->resp) && !failed_) {
    fail(end_e::LoadFailed, load_owner_, in.load_done->addr);
  } else if (const unsigned left = now.outcome ? 1 - out_ : out_;
             in.abort && places_[left].job && !failed_) {
    fail(end_e::Dropped, left, 0);
  }

  if (now.load && in.load_ready) {
    if (now.load->ends) {
      ++steps_asked_;
      blocks_asked_ += loading_.walk.deepest();
      advance(loading_);
      operand_ = operand_e::A;
    } else {
      operand_ = operand_behind(operand_, job_of(loading_));
    }
  }
  steps_loaded_ += in.loaded;
  if (now.multiply) ahead_ = false;
  if (in.array_done && leaving_) {
    ++steps_multiplied_;
    blocks_multiplied_ += *leaving_;
    leaving_.reset();
  } else if (hands_over && !in.array_done) {
    leaving_ = multiplying_.walk.deepest();
    ahead_   = true;
    advance(multiplying_);
  } else if (in.array_done || passes) {
    ++steps_multiplied_;
    blocks_multiplied_ += multiplying_.walk.deepest();
    const unsigned at = multiplying_.place;
    if (advance(multiplying_)) places_[at].multiplied = true;
  }
  if (now.store && in.store_ready) store_open_ = true;
  if (in.store_done) {
    store_open_ = false;
    ++blocks_stored_;
    if (!is_error(in.store_done->resp)) {
      const unsigned at = storing_.place;
      if (advance(storing_)) places_[at].finished = true;
    }
  }

  if (load_first) {
    load_owner_                   = loading_.place;
    places_[loading_.place].begun = true;
    begin(loading_, config_.block_k);
  }
  if (array_first) begin(multiplying_, config_.block_k);
  if (store_first) begin(storing_, tensor::MaxDim);

  if (in.job && now.job_ready) {
    places_[in_]                     = {in.job};
    places_[in_].figures.time_cycles = 2;  // the next cycle is the second
    in_                              = 1 - in_;
  }
  if (!now.outcome) return;
  places_[out_] = {};
  out_          = 1 - out_;
  dropping_     = behind;
  if (was_failed && !places_[out_].job) clear();
}

bool plan::advance(walk& w) {
  const bool last = w.walk.last();
  w.walk.step();
  if (!last) return false;
  w.run   = false;
  w.place = 1 - w.place;
  return true;
}

operand_e plan::operand_behind(operand_e now, const job& j) const {
  switch (now) {
    case operand_e::A:
      return j.sparse_a || scaled() ? operand_e::BesideA : operand_e::B;
    case operand_e::BesideA:
      return operand_e::B;
    case operand_e::B:
      return scaled() ? operand_e::BesideB : operand_e::C;
    default:
      return operand_e::C;
  }
}

bool plan::has_place() const {
  return steps_asked_ - steps_multiplied_ < 2 &&
         (operand() != operand_e::C || job_of(loading_).biased() ||
          blocks_asked_ - blocks_stored_ < 2);
}

load plan::next_load() const {
  const job& j      = job_of(loading_);
  const auto& w     = loading_.walk;
  const bool panel  = steps_asked_ % 2 != 0;
  const auto offset = [](unsigned line, std::uint32_t pitch, unsigned at, unsigned bytes) {
    return std::uint64_t{line} * pitch + std::uint64_t{at} * bytes;
  };
  const auto address = [&](std::uint64_t x) { return config_.bus.address(x); };
  const unsigned a = config_.a_bytes(), b = config_.b_bytes(), s = config_.sum_bytes();
  const unsigned m = row(loading_), n = col(loading_), k = w.k();
  if (j.copies()) {
    const auto c = block_in_memory{config_, j, w}.from();
    return {operand_e::C, false, blocks_asked_ % 2 != 0, true, address(c.addr), c.bytes,
            c.rows,       j.ldc};
  }
  switch (operand_) {
    case operand_e::A:
      if (j.convolves()) {
        const auto block = block_in_memory{config_, j, w}.conv();
        return {operand_, false, panel, false, 0, w.depth() * a, w.rows(), 0, block};
      }
      if (j.transpose_a) {
        return {operand_,     true,      panel, false, address(j.a + offset(k, j.lda, m, a)),
                w.rows() * a, w.depth(), j.lda};
      }
      return {operand_,
              false,
              panel,
              false,
              address(j.a + offset(m, j.lda, j.stored(k), a)),
              j.stored(w.depth()) * a,
              w.rows(),
              j.lda};
    case operand_e::BesideA:
    case operand_e::BesideB: {
      const block_in_memory at{config_, j, w};
      const auto c    = operand_ == operand_e::BesideA ? at.beside_a() : at.beside_b();
      const bool ends = operand_ == operand_e::BesideB && !with_c();
      return {operand_,        false,   panel,  ends,
              address(c.addr), c.bytes, c.rows, static_cast<std::uint32_t>(c.stride)};
    }
    case operand_e::B: {
      const bool ends = !scaled() && !with_c();
      if (j.transpose_b) {
        return {operand_,      true,     panel, ends, address(j.b + offset(n, j.ldb, k, b)),
                w.depth() * b, w.cols(), j.ldb};
      }
      return {operand_,     false,     panel, ends, address(j.b + offset(k, j.ldb, n, b)),
              w.cols() * b, w.depth(), j.ldb};
    }
    default:
      return {operand_,
              false,
              j.biased() ? panel : blocks_asked_ % 2 != 0,
              true,
              address(j.c + offset(m, j.ldc, n, s)),
              w.cols() * s,
              j.biased() ? 1 : w.rows(),
              j.ldc,
              {},
              j.biased()};
  }
}

multiply plan::next_multiply() const {
  const job& j  = job_of(multiplying_);
  const auto& w = multiplying_.walk;
  tensor::epilogue_of e{.scale = j.epilogue.scale};
  if (w.deepest()) e = j.epilogue;
  return {{.shape   = {w.rows(), w.cols(), w.depth()},
           .preload = j.preload || !first_depth(multiplying_),
           .flow    = j.flow,
           .layout  = {.c_is_row = j.biased() && first_depth(multiplying_), .sparse_a = j.sparse_a},
           .epilogue = e},
          steps_begun() % 2 != 0,
          blocks_begun() % 2 != 0};
}

store plan::next_store() const {
  const job& j         = job_of(storing_);
  const unsigned bytes = stored_bytes(config_, j.epilogue.output);
  const auto& w        = storing_.walk;
  if (j.copies()) {
    const auto d = block_in_memory{config_, j, w}.to();
    return {blocks_stored_ % 2 != 0,
            j.epilogue.output,
            config_.bus.address(d.addr),
            d.rows,
            w.cols(),
            j.ldd,
            d.bytes};
  }
  return {blocks_stored_ % 2 != 0,
          j.epilogue.output,
          config_.bus.address(j.d + std::uint64_t{row(storing_)} * j.ldd +
                              std::uint64_t{col(storing_)} * bytes),
          w.rows(),
          w.cols(),
          j.ldd,
          w.cols() * bytes};
}

void plan::fail(end_e how, unsigned place, std::uint64_t fault) {
  failed_     = true;
  how_        = how;
  fault_      = fault;
  fail_place_ = place;
}

bool plan::loads_over(const plan_inputs& in) const {
  const bool waits =
      std::ranges::any_of(places_, [](const place& p) { return p.job.has_value() && !p.begun; });
  return !waits && !loading_.run && steps_asked_ == steps_loaded_ && !in.load_busy;
}

void plan::count(const plan_inputs& in, const plan_outputs& now, bool load_first) {
  for (unsigned i = 0; i < places_.size(); ++i) {
    places_[i].figures.time_cycles += places_[i].begun || (load_first && loading_.place == i);
  }
  auto& array = places_[multiplying_.place];
  if (array.job) {
    array.figures.array_cycles += now.multiply || in.array_busy;
    if (array_wants(in) && !passes_array() && !now.multiply) {
      ++(array_fed() ? array.figures.wait_store : array.figures.wait_load);
    }
  }
  if (places_[load_owner_].job) {
    places_[load_owner_].figures.read_bytes += in.read ? config_.bus.bytes : 0;
  }
  if (places_[storing_.place].job) {
    places_[storing_.place].figures.write_bytes += in.written ? config_.bus.bytes : 0;
  }
}

void plan::clear() {
  failed_ = dropping_ = false;
  operand_            = operand_e::A;
  steps_asked_ = steps_loaded_ = steps_multiplied_ = 0;
  blocks_asked_ = blocks_multiplied_ = blocks_stored_ = 0;
  ahead_                                              = false;
  leaving_.reset();
  in_ = out_;
  for (walk* w : {&loading_, &multiplying_, &storing_}) *w = {.place = out_};
}

}  // namespace weft::golden::engine_core
