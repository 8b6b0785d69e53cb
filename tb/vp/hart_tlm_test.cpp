// SPDX-License-Identifier: Apache-2.0
//
// systemc/hart.hpp on a board with memory and lines: time, direct pointers, quantum, WFI, errors of
// the bus, semihosting.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "systemc/hart.hpp"
#include "systemc/semihosting.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/vp/rv64_assembler.hpp"

namespace weft::hart_tlm_test {
namespace {

using namespace rv64_asm;
using sc_core::sc_time;
namespace rv64 = golden::rv64;

constexpr u64 Ram = 0x80000000, RamBytes = 1 << 16, Device = 0x10000000;
constexpr u64 Data = Ram + 0x2000;
sc_time ns(double n) { return {n, sc_core::SC_NS}; }

/// Memory at Ram and a page of registers of 8 bytes at Device, on one socket: 0 external, 1 timer
/// and 2 software line; 3 counts its reads; a write to 4 raises the timer line after that many ns;
/// to 5 takes back direct pointers, for good if the value is 1. A register takes 25 ns.
class board : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<board, 64> socket{"socket"};
  std::array<sc_core::sc_signal<bool>, 3> lines;
  std::vector<unsigned char> ram = std::vector<unsigned char>(RamBytes);
  bool direct = true, read_only = false;  // pointers are granted; for reads only
  u64 pointers_at       = Ram;            // addresses that the pointers are granted for
  unsigned transactions = 0, pointers = 0, reads = 0;  // of memory; of memory; of register 3

  SC_HAS_PROCESS(board);
  explicit board(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_b_transport(this, &board::b_transport);
    socket.register_get_direct_mem_ptr(this, &board::get_direct_mem_ptr);
    socket.register_transport_dbg(this, &board::transport_dbg);
    SC_METHOD(drive);
    sensitive << changed_;
    dont_initialize();
    SC_METHOD(time_out);
    sensitive << timer_;
    dont_initialize();
  }

  void set_line(unsigned i, bool level) {
    levels_[i] = level;
    changed_.notify(sc_core::SC_ZERO_TIME);
  }
  void revoke() { socket->invalidate_direct_mem_ptr(Ram, Ram + RamBytes - 1); }

 private:
  void drive() {
    for (unsigned i = 0; i < 3; ++i) lines[i].write(levels_[i]);
  }
  void time_out() { set_line(1, true); }

  static bool in_ram(const tlm::tlm_generic_payload& t) {
    return t.get_address() >= Ram && t.get_address() - Ram <= RamBytes - t.get_data_length();
  }
  void copy(tlm::tlm_generic_payload& t) {
    unsigned char* at = &ram[t.get_address() - Ram];
    unsigned char* to = t.is_read() ? t.get_data_ptr() : at;
    std::memcpy(to, t.is_read() ? at : t.get_data_ptr(), t.get_data_length());
  }
  void b_transport(tlm::tlm_generic_payload& t, sc_time& delay) {
    EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
    EXPECT_EQ(t.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
    t.set_response_status(tlm::TLM_OK_RESPONSE);
    if (in_ram(t)) {
      ++transactions;
      t.set_dmi_allowed(direct);
      return copy(t);
    }
    const u64 offset = t.get_address() - Device;
    if (offset >= 64) return t.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    if (t.get_data_length() != 8 || offset % 8 != 0) {
      return t.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    }
    delay += ns(25);
    u64 value = 0;
    if (t.is_read()) {
      value = offset == 24 ? ++reads : offset / 8 < 3 ? levels_[offset / 8] : 0;
      std::memcpy(t.get_data_ptr(), &value, 8);
      return;
    }
    std::memcpy(&value, t.get_data_ptr(), 8);
    if (offset / 8 < 3) set_line(static_cast<unsigned>(offset / 8), value != 0);
    if (offset == 32) timer_.notify(ns(static_cast<double>(value)));
    if (offset == 40) {
      direct = value != 1;
      revoke();
    }
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& t, tlm::tlm_dmi& region) {
    ++pointers;
    if (!direct || !in_ram(t)) return false;
    read_only ? region.allow_read() : region.allow_read_write();
    region.set_dmi_ptr(ram.data());
    region.set_start_address(pointers_at);
    region.set_end_address(pointers_at + RamBytes - 1);
    return true;
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& t) {
    if (t.get_data_length() > RamBytes || !in_ram(t)) return 0;
    copy(t);
    return t.get_data_length();
  }

  std::array<bool, 3> levels_{};
  sc_core::sc_event changed_{"changed"}, timer_{"timer"};
};

/// A hart of 10 ns a clock on its board.
struct node {
  board memory;
  systemc::hart hart;

  explicit node(const std::string& name, const sc_time& quantum = ns(1000))
      : memory((name + "_board").c_str()), hart((name + "_hart").c_str(), {.quantum = quantum}) {
    hart.bus.bind(memory.socket);
    hart.irq_external(memory.lines[0]);
    hart.irq_timer(memory.lines[1]);
    hart.irq_software(memory.lines[2]);
  }
  void put(const program& p, u64 at = Ram) {
    std::memcpy(&memory.ram[at - Ram], p.halves.data(), p.bytes());
  }
  u64 peek(u64 at) const {
    u64 value;
    std::memcpy(&value, &memory.ram[at - Ram], 8);
    return value;
  }
  u64 x(unsigned i) { return hart.core().x(i); }
};

void expect_report_free() {
  sc_core::sc_report_handler::set_handler(
      [](const sc_core::sc_report& report, const sc_core::sc_actions&) {
        if (report.get_severity() >= sc_core::SC_WARNING) ADD_FAILURE() << report.what();
      });
}

/// Ends a program: nothing enabled, so WFI waits for ever.
void end(program& p) { p << csrrw(zero, 0x304, zero) << Wfi << jal(zero, -4); }

/// A loop that adds 1 to n, with a load and a store a turn: a0 = n (n + 1) / 2 at Data.
program sum(i32 n) {
  program p;
  p.li(s0, Data);
  p << addi(t0, zero, n);
  const auto loop = p.bytes();
  p << ld(t1, s0, 0) << add(t1, t1, t0) << sd(t1, s0, 0) << addi(t0, t0, -1);
  p << bne(t0, zero, p.back(loop));
  return p;
}

TEST(HartTlm, AnInstructionTakesAClock) {
  expect_report_free();
  node n("n");
  program p = sum(100);
  p << csrrs(a1, 0xb00, zero) << csrrs(a2, 0xb02, zero);
  end(p);
  n.put(p);
  sc_core::sc_start();
  EXPECT_EQ(n.peek(Data), 5050u);
  const u64 before = 12 + 1 + 5 * 100;  // LI, ADDI, the turns
  EXPECT_EQ(n.x(a1), before);
  EXPECT_EQ(n.x(a2), before + 1);
  EXPECT_EQ(n.hart.instructions(), before + 4);
  EXPECT_EQ(sc_core::sc_time_stamp(), ns(10.0 * (before + 4)));
  EXPECT_TRUE(n.hart.core().waiting());
  EXPECT_LT(sc_core::sc_delta_count(), 20u);  // six quanta of 100 clocks
}

/// Counts its starts in memory, stores a0 + 1 and mie as it finds them, then sleeps or loops.
program counts_starts(bool sleeps) {
  program p;
  p.li(s0, Data);
  p << ld(t0, s0, 0) << addi(t0, t0, 1) << sd(t0, s0, 0);
  p << addi(a0, a0, 1) << sd(a0, s0, 8) << csrrs(a1, 0x304, zero) << sd(a1, s0, 16);
  p << addi(t1, zero, 0x80) << csrrw(zero, 0x304, t1);
  p << (sleeps ? Wfi : addi(a2, a2, 1)) << jal(zero, -4);
  return p;
}

TEST(HartTlm, AResetStartsTheProgramAnew) {
  expect_report_free();
  node sleeps("sleeps"), loops("loops"), held("held");
  sc_core::sc_signal<bool> rst_n("rst_n", true), from_the_start("from_the_start", false);
  for (node* n : {&sleeps, &loops, &held}) n->put(counts_starts(n != &loops));
  sleeps.hart.rst_n(rst_n);
  loops.hart.rst_n(rst_n);
  held.hart.rst_n(from_the_start);
  sc_core::sc_start(ns(5000));
  EXPECT_EQ(held.hart.instructions(), 0u);
  for (node* n : {&sleeps, &loops}) EXPECT_EQ(n->peek(Data), 1u);

  rst_n.write(false);
  sc_core::sc_start(ns(2000));  // a quantum ends
  const u64 done = loops.hart.instructions();
  sc_core::sc_start(ns(3000));
  EXPECT_EQ(loops.hart.instructions(), done);
  for (node* n : {&sleeps, &loops}) EXPECT_EQ(n->peek(Data), 1u) << "in reset";
  from_the_start.write(true);
  rst_n.write(true);
  sc_core::sc_start(ns(5000));
  for (node* n : {&sleeps, &loops}) EXPECT_EQ(n->peek(Data), 2u);
  EXPECT_EQ(held.peek(Data), 1u);

  rst_n.write(false);  // shorter than a quantum
  sc_core::sc_start(ns(20));
  rst_n.write(true);
  sc_core::sc_start(ns(5000));
  for (node* n : {&sleeps, &loops}) {
    EXPECT_EQ(n->peek(Data), 3u);
    EXPECT_EQ(n->peek(Data + 8), 1u) << "a0 was not 0";
    EXPECT_EQ(n->peek(Data + 16), 0u) << "mie was not 0";
  }
  EXPECT_GT(loops.hart.instructions(), done);
  EXPECT_LT(loops.x(a2), done);
}

TEST(HartTlm, ATransactionTakesItsDelay) {
  expect_report_free();
  node n("n");
  program p;
  p.li(s1, Device);
  p << ld(a0, s1, 24) << csrrs(a1, 0xb00, zero);  // from 120 to 155 ns, to 165 ns
  p << sd(a0, s1, 0) << csrrs(a2, 0xb00, zero);   // to 200 ns, to 210 ns
  end(p);
  n.put(p);
  sc_core::sc_start();
  EXPECT_EQ(n.x(a1), 15u);  // mcycle rounds down
  EXPECT_EQ(n.x(a2), 20u);
  EXPECT_EQ(sc_core::sc_time_stamp(), ns(230));
}

TEST(HartTlm, DirectPointersReplaceTransactions) {
  expect_report_free();
  node fast("fast"), slow("slow");
  slow.memory.direct = false;
  for (node* n : {&fast, &slow}) {
    program p = sum(50);
    end(p);
    n->put(p);
  }
  sc_core::sc_start();
  EXPECT_EQ(fast.peek(Data), 1275u);
  EXPECT_EQ(slow.peek(Data), 1275u);
  EXPECT_EQ(fast.hart.instructions(), slow.hart.instructions());
  EXPECT_EQ(fast.memory.transactions, 1u);  // the first fetch
  EXPECT_EQ(fast.memory.pointers, 1u);
  EXPECT_EQ(slow.memory.pointers, 0u);
  EXPECT_EQ(slow.memory.transactions, 2 * slow.hart.instructions() + 2 * 50);
}

TEST(HartTlm, PointersAreUsedForThatForWhichTheyAreGranted) {
  expect_report_free();
  node reads("reads"), elsewhere("elsewhere");
  reads.memory.read_only       = true;
  elsewhere.memory.pointers_at = 0;
  for (node* n : {&reads, &elsewhere}) {
    program p = sum(50);
    p << ld(a0, zero, 0x400);  // where no memory is
    n->put(p);
  }
  sc_core::sc_start(ns(50000));
  for (node* n : {&reads, &elsewhere}) {
    EXPECT_EQ(n->peek(Data), 1275u);
    EXPECT_EQ(n->hart.core().retired(), 12 + 1 + 5 * 50u);
  }
  EXPECT_EQ(reads.memory.transactions, 1 + 50u);  // a fetch, the stores
  EXPECT_EQ(elsewhere.memory.transactions, 2 * (12 + 1 + 5 * 50 + 1) + 2 * 50u);
}

TEST(HartTlm, DirectPointersAreTakenBackInMidRun) {
  expect_report_free();
  node n("n");
  program p;
  p.li(s1, Device);
  p.li(s0, Data);
  p << addi(t0, zero, 7) << sd(t0, s0, 0) << addi(t1, zero, 2) << sd(t1, s1, 40);  // once
  p << ld(a0, s0, 0) << addi(t1, zero, 1) << sd(t1, s1, 40);                       // for good
  p << ld(a1, s0, 0) << sd(t1, s0, 8);
  end(p);
  n.put(p);
  sc_core::sc_start();
  EXPECT_EQ(n.x(a0), 7u);
  EXPECT_EQ(n.x(a1), 7u);
  EXPECT_EQ(n.peek(Data + 8), 1u);
  EXPECT_EQ(n.memory.pointers, 2u);
  // Two fetches that got a pointer; then two for each instruction, a load and a store.
  EXPECT_EQ(n.memory.transactions, 2 + 2 * 4 + 2u);
}

TEST(HartTlm, PointersTakenBackByAnotherProcessAreNotUsed) {
  expect_report_free();
  node n("n", ns(200));
  program p;
  p << addi(a0, a0, 1) << jal(zero, -4);
  n.put(p);
  sc_core::sc_start(ns(5000));
  const u64 turns = n.x(a0);
  EXPECT_GT(turns, 200u);
  n.memory.direct = false;
  n.memory.revoke();
  std::vector<unsigned char> moved(RamBytes, 0xff);  // illegal instructions
  n.memory.ram.swap(moved);
  sc_core::sc_start(ns(1000));
  EXPECT_LE(n.x(a0), turns + 20);
  EXPECT_EQ(n.hart.core().csr(rv64::Mcause), 1u);  // the trap's own handler is no memory
}

/// A program of everything that has to do with time: registers, five software interrupts of its
/// own, two of the timer, WFI. Its results do not depend on when the first one of the timer is
/// seen.
program with_interrupts() {
  program handler;  // a2 sums the interrupts' numbers, a3 counts them; takes the line back
  handler << csrrs(a6, 0x342, zero) << slli(a6, a6, 58) << i_type(5, 0x13, a6, a6, 58);
  handler << add(a2, a2, a6) << addi(a3, a3, 1) << addi(a7, zero, 11);
  handler << r_type(0x20, 0, 0x33, a7, a7, a6) << slli(a7, a7, 1) << add(a7, a7, s1);
  handler << sd(zero, a7, 0) << Mret;

  program p;
  p.li(s1, Device);
  p.li(s0, Data);
  p << jal(t1, static_cast<i32>(handler.bytes() + 4));
  for (const u16 h : handler.halves) p.half(h);
  p << csrrw(zero, 0x305, t1) << addi(t0, zero, 0x88) << csrrw(zero, 0x304, t0)
    << csri(6, zero, 0x300, 8);
  p << addi(t0, zero, 100) << sd(t0, s1, 32) << addi(t2, zero, 5);
  const auto loop = p.bytes();
  p << sd(t2, s1, 16) << csrrs(a4, 0x341, zero);  // interrupted between these two
  p << ld(t0, s1, 24) << add(a5, a5, t0) << sd(a5, s0, 0) << addi(t2, t2, -1);
  p << bne(t2, zero, p.back(loop));
  p << addi(t0, zero, 1500) << sd(t0, s1, 32) << addi(t0, zero, 7);
  p << beq(a3, t0, 12) << Wfi << jal(zero, -8);
  end(p);
  return p;
}

TEST(HartTlm, SleepsAndInterruptsAreCountedAndTold) {
  expect_report_free();
  node n("n");
  n.put(with_interrupts());
  sc_time slept;
  std::vector<std::pair<sc_time, sc_time>> sleeps;
  std::vector<std::pair<rv64::line_e, sc_time>> taken;
  n.hart.on_sleep = [&](const sc_time& from, const sc_time& to) {
    sleeps.emplace_back(from, to);
    slept += to - from;
  };
  n.hart.on_interrupt = [&](rv64::line_e line, const sc_time& at) { taken.emplace_back(line, at); };
  sc_core::sc_start(ns(20000));
  ASSERT_EQ(taken.size(), 7u);
  EXPECT_EQ(n.hart.interrupts(), 7u);
  EXPECT_TRUE(std::ranges::is_sorted(taken, {}, [](const auto& t) { return t.second; }));
  EXPECT_EQ(std::ranges::count(taken, rv64::line_e::Timer, [](const auto& t) { return t.first; }),
            2);
  ASSERT_EQ(sleeps.size(), 1u);  // the last one, which nothing ends, is not over
  EXPECT_EQ(sleeps[0].second, taken[6].second);
  EXPECT_GT(slept, ns(1000));  // of the 1500 until the timer
  EXPECT_LT(slept, ns(1500));
  ASSERT_TRUE(n.hart.asleep_since());
  EXPECT_GT(*n.hart.asleep_since(), taken[6].second);
  EXPECT_EQ(n.hart.slept(), slept + (sc_core::sc_time_stamp() - *n.hart.asleep_since()));
}

TEST(HartTlm, QuantaGiveTheSameResults) {
  expect_report_free();
  std::vector<std::unique_ptr<node>> nodes;
  for (const double quantum : {0.0, 10.0, 130.0, 100000.0}) {
    nodes.push_back(std::make_unique<node>("q" + std::to_string(nodes.size()), ns(quantum)));
    nodes.back()->put(with_interrupts());
  }
  sc_core::sc_start(ns(20000));
  for (const auto& n : nodes) {
    EXPECT_TRUE(n->hart.core().waiting());
    EXPECT_EQ(n->x(a2), 5u * 3 + 2 * 7);
    EXPECT_EQ(n->x(a3), 7u);
    EXPECT_EQ(n->peek(Data), 1u + 2 + 3 + 4 + 5);
    for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(n->x(i), nodes[0]->x(i)) << "x" << i;
    EXPECT_EQ(n->hart.core().csr(rv64::Minstret), nodes[0]->hart.core().csr(rv64::Minstret));
  }
}

TEST(HartTlm, AnInterruptWaitsForTheEndOfTheQuantum) {
  expect_report_free();
  node exact("exact", ns(0)), late("late", ns(200));
  program p;
  p.li(s1, Device);
  p.li(t1, Ram + 0x1000);
  p << csrrw(zero, 0x305, t1) << addi(t0, zero, 0x80) << csrrw(zero, 0x304, t0)
    << csri(6, zero, 0x300, 8) << addi(t0, zero, 500) << sd(t0, s1, 32);  // from 290 to 325 ns
  const u64 loop = Ram + p.bytes();
  p << addi(a0, a0, 1) << jal(zero, -4);
  program handler;
  end(handler);
  for (node* n : {&exact, &late}) {
    n->put(p);
    n->put(handler, Ram + 0x1000);
  }
  sc_core::sc_start(ns(5000));
  for (node* n : {&exact, &late}) {
    EXPECT_EQ(n->x(a0), 24u);
    EXPECT_EQ(n->hart.core().csr(rv64::Mcause), u64{1} << 63 | 7);
  }
  // The line rises at 790 ns. A quantum ends with the first instruction at a multiple of 200 ns.
  EXPECT_EQ(exact.hart.core().csr(rv64::Mepc), loop + 4);  // 795 ns
  EXPECT_EQ(late.hart.core().csr(rv64::Mepc), loop);       // 805 ns
}

TEST(HartTlm, WfiCostsNoHostTime) {
  expect_report_free();
  node n("n");
  program p;
  p.li(s1, Device);
  p.li(t0, 1'000'000'000);  // a second
  p << sd(t0, s1, 32) << addi(t0, zero, 0x80) << csrrw(zero, 0x304, t0) << Wfi
    << csrrs(a0, 0xb00, zero);
  end(p);
  n.put(p);
  const u64 before = sc_core::sc_delta_count();
  sc_core::sc_start();
  EXPECT_EQ(n.x(a0), 100'000'000u + 12 + 12);  // from the beginning of SD
  EXPECT_LT(n.hart.instructions(), 40u);
  EXPECT_LT(sc_core::sc_delta_count() - before, 60u);
}

TEST(HartTlm, WfiMissesNoInterrupt) {
  expect_report_free();
  // The line rises at every time around the WFI: before, at the same time, later.
  std::vector<std::unique_ptr<node>> nodes;
  for (int at = 0; at < 16; ++at) {
    nodes.push_back(std::make_unique<node>("n" + std::to_string(at), ns(at % 2 == 0 ? 0 : 1000)));
    program p;
    p.li(s1, Device);
    p << addi(t0, zero, 0x80) << csrrw(zero, 0x304, t0) << addi(t0, zero, 5 * at) << sd(t0, s1, 32)
      << Nop << Nop << Wfi << addi(a0, a0, 1);
    end(p);
    nodes.back()->put(p);
  }
  sc_core::sc_start(ns(10000));
  for (const auto& n : nodes) EXPECT_EQ(n->x(a0), 1u) << n->hart.name();
}

TEST(HartTlm, RefusedAccessesArePreciseTraps) {
  expect_report_free();
  struct access {
    const char* name;
    u32 word;
    u64 address, cause;
  };
  const std::vector<access> all{
      {"load from a hole", ld(a0, a1, 0), 0x4000, 5},
      {"store to a hole", sd(a0, a1, 0), 0x4000, 7},
      {"load that a register refuses", lw(a0, a1, 0), Device, 5},
      {"misaligned load of a register", ld(a0, a1, 0), Device + 4, 4},
      {"misaligned store to a register", sd(a0, a1, 0), Device + 4, 6},
      {"AMO on a hole", amo(0, 3, a0, a1, a2), 0x4000, 7},
      {"jump into a hole", jalr(zero, a1, 0), 0x4000, 1},
  };
  std::vector<std::unique_ptr<node>> nodes;
  for (const access& c : all) {
    nodes.push_back(std::make_unique<node>("n" + std::to_string(nodes.size())));
    node& n = *nodes.back();
    program p, handler;
    p.li(a1, c.address);
    p.li(t0, Ram + 0x1000);
    p << addi(a0, zero, 0x55) << csrrw(zero, 0x305, t0) << c.word;
    n.put(p);
    end(handler);
    n.put(handler, Ram + 0x1000);
  }
  sc_core::sc_start();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& core = nodes[i]->hart.core();
    EXPECT_EQ(core.csr(rv64::Mcause), all[i].cause) << all[i].name;
    EXPECT_EQ(core.csr(rv64::Mtval), all[i].address) << all[i].name;
    EXPECT_EQ(core.csr(rv64::Mepc), all[i].cause == 1 ? all[i].address : Ram + 26 * 4)
        << all[i].name;
    EXPECT_EQ(core.x(a0), 0x55u) << all[i].name;
  }
}

TEST(HartTlm, MisalignedMemoryNeedsNoPointers) {
  expect_report_free();
  node fast("fast"), slow("slow");
  slow.memory.direct = false;
  for (node* n : {&fast, &slow}) {
    program p;
    p.li(s0, Data + 3);
    p.li(t0, 0x8877665544332211);
    p << sd(t0, s0, 0) << lw(a0, s0, 3) << amo(0, 2, a1, s0, t0);
    n->put(p);
  }
  sc_core::sc_start(ns(5000));
  for (node* n : {&fast, &slow}) {
    EXPECT_EQ(n->x(a0), 0x77665544u);
    EXPECT_EQ(n->peek(Data + 3), 0x8877665544332211u);
  }
}

TEST(HartTlm, LinesMayBeUnbound) {
  expect_report_free();
  board memory("board");
  systemc::hart hart("hart", {.id = 3});
  hart.bus.bind(memory.socket);
  program p;
  p << addi(t0, zero, -1) << csrrw(zero, 0x304, t0) << csrrs(a0, 0xf14, zero) << Wfi;
  std::memcpy(memory.ram.data(), p.halves.data(), p.bytes());
  sc_core::sc_start();
  EXPECT_TRUE(hart.core().waiting());
  EXPECT_EQ(hart.core().x(a0), 3u);
}

/// A folder of its own that goes with it.
struct folder {
  std::filesystem::path path;

  folder() {
    std::string name = (std::filesystem::temp_directory_path() / "weft_hart_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "no folder for the test";
    path = name;
  }
  ~folder() { std::filesystem::remove_all(path); }
  std::string text(const std::string& name) const {
    std::ifstream file(path / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

TEST(HartTlm, AProgramWritesAFileAndExits) {
  expect_report_free();
  const folder files;
  std::ostringstream console;
  node n("n");
  systemc::semihosting host(files.path, n.hart.guest(), console);
  n.hart.set_semihost([&](u64 operation, u64 argument) { return host.call(operation, argument); });
  const auto set = [&](u64 at, const std::vector<u64>& words) {
    std::memcpy(&n.memory.ram[at - Ram], words.data(), 8 * words.size());
  };
  const std::string text = "out.txt";
  std::memcpy(&n.memory.ram[0x3000], text.data(), text.size() + 1);
  set(Data, {Ram + 0x3000, 4, text.size()});  // OPEN, "w"
  set(Data + 0x40, {0, Ram + 0x3000, 3});     // WRITE; the handle is filled in
  set(Data + 0x80, {0x20026, 42});            // EXIT
  program p;
  const auto call = [&](u32 operation, u64 argument) {
    p.li(a1, argument);
    p << addi(a0, zero, static_cast<i32>(operation));
    p.semihost();
  };
  call(1, Data);
  p.li(s0, Data + 0x40);
  p << sd(a0, s0, 0);
  call(5, Data + 0x40);
  p << sd(a0, s0, 0x20);
  call(4, Ram + 0x3000);
  call(0x10, 0);
  p << sd(a0, s0, 0x28);
  call(0x18, Data + 0x80);
  p << sd(s0, s0, 0x30) << jal(zero, 0);
  n.put(p);
  bool exited = false;
  sc_core::sc_spawn([&] {
    sc_core::wait(n.hart.exited());
    exited = true;
  });
  sc_core::sc_start();
  EXPECT_TRUE(exited);
  EXPECT_EQ(n.hart.exit_code(), 42);
  EXPECT_EQ(n.peek(Data + 0x60), 0u);  // all written
  EXPECT_EQ(n.peek(Data + 0x68), 0u);  // hundredths of a second
  EXPECT_EQ(n.peek(Data + 0x70), 0u);  // nothing behind the exit
  EXPECT_EQ(files.text("out.txt"), "out");
  EXPECT_EQ(console.str(), "out.txt");
  EXPECT_EQ(sc_core::sc_time_stamp(), ns(10.0 * static_cast<double>(n.hart.core().begun())));
}

TEST(HartTlm, ADeviceCanEndTheGuest) {
  expect_report_free();
  node n("n");
  program p;
  end(p);
  n.put(p);
  sc_core::sc_start();
  n.hart.exit(3);
  n.hart.exit(4);
  const u64 instructions = n.hart.instructions();
  n.memory.set_line(0, true);
  sc_core::sc_start(ns(1000));
  EXPECT_EQ(n.hart.exit_code(), 3);
  EXPECT_EQ(n.hart.instructions(), instructions);
}

/// A semihosting object whose guest is 64 KiB of memory from 0 on.
struct guest {
  folder files;
  std::ostringstream console;
  std::vector<unsigned char> ram = std::vector<unsigned char>(1 << 16);
  int code                       = -1;
  u64 microseconds               = 0;
  systemc::semihosting host;

  explicit guest(const systemc::semihosting_limits& limits = {})
      : host(files.path,
             {.read =
                  [this](u64 at, void* to, std::size_t bytes) {
                    if (at > ram.size() || bytes > ram.size() - at) return false;
                    std::memcpy(to, ram.data() + at, bytes);
                    return true;
                  },
              .write =
                  [this](u64 at, const void* from, std::size_t bytes) {
                    if (at > ram.size() || bytes > ram.size() - at) return false;
                    std::memcpy(ram.data() + at, from, bytes);
                    return true;
                  },
              .exit         = [this](int c) { code = c; },
              .microseconds = [this] { return microseconds; }},
             console, limits) {}

  static constexpr u64 Failed = ~u64{0};
  u64 call(systemc::semihost_e operation, const std::vector<u64>& block) {
    std::memcpy(ram.data(), block.data(), 8 * block.size());
    return host.call(static_cast<u64>(operation), 0);
  }
  u64 open(const std::string& name, u64 mode) {
    std::memcpy(ram.data() + 256, name.data(), name.size());
    return call(systemc::semihost_e::Open, {256, mode, name.size()});
  }
  u64 error() { return host.call(0x13, 0); }
  std::string text(u64 at, std::size_t n) const { return {ram.begin() + at, ram.begin() + at + n}; }
  void put(u64 at, const std::string& s) { std::memcpy(ram.data() + at, s.data(), s.size()); }
};
using enum systemc::semihost_e;

TEST(HartSemihosting, FilesAreWrittenAndRead) {
  guest g;
  g.put(0x1000, "0123456789");
  std::filesystem::create_directory(g.files.path / "sub");
  const u64 w = g.open("sub/a.bin", 6);  // w+
  EXPECT_EQ(w, 1u);
  EXPECT_EQ(g.call(Write, {w, 0x1000, 10}), 0u);
  EXPECT_EQ(g.call(Flen, {w}), 10u);
  EXPECT_EQ(g.call(Seek, {w, 4}), 0u);
  EXPECT_EQ(g.call(Read, {w, 0x2000, 4}), 0u);
  EXPECT_EQ(g.text(0x2000, 4), "4567");
  EXPECT_EQ(g.call(Read, {w, 0x2000, 4}), 2u);
  EXPECT_EQ(g.text(0x2000, 4), "8967");
  EXPECT_EQ(g.call(Read, {w, 0x2000, 4}), 4u);
  EXPECT_EQ(g.call(Istty, {w}), 0u);
  const u64 a = g.open("sub/a.bin", 8);
  EXPECT_EQ(a, 2u);
  EXPECT_EQ(g.call(Write, {a, 0x1000, 2}), 0u);
  EXPECT_EQ(g.call(Close, {w}), 0u);
  EXPECT_EQ(g.call(Close, {a}), 0u);
  EXPECT_EQ(g.files.text("sub/a.bin"), "012345678901");
  const u64 r = g.open("sub/a.bin", 0);
  EXPECT_EQ(r, 1u);
  EXPECT_EQ(g.call(Write, {r, 0x1000, 2}), 2u);
  EXPECT_EQ(g.error(), static_cast<u64>(EBADF));
  EXPECT_EQ(g.call(Iserror, {guest::Failed}), 1u);
  EXPECT_EQ(g.call(Iserror, {5}), 0u);
}

TEST(HartSemihosting, TheConsoleIsAFile) {
  guest g;
  g.put(0x1000, "hello\n");
  const u64 out = g.open(":tt", 4);
  EXPECT_EQ(g.call(Istty, {out}), 1u);
  EXPECT_EQ(g.call(Write, {out, 0x1000, 5}), 0u);
  EXPECT_EQ(g.host.call(3, 0x1005), 0u);
  EXPECT_EQ(g.host.call(4, 0x1000), 0u);
  EXPECT_EQ(g.console.str(), "hello\nhello\n");
  EXPECT_EQ(g.call(Read, {out, 0x1000, 5}), 5u);
  EXPECT_EQ(g.call(Seek, {out, 0}), guest::Failed);
  EXPECT_EQ(g.call(Flen, {out}), guest::Failed);
  EXPECT_EQ(g.call(Close, {out}), 0u);
}

TEST(HartSemihosting, NamesOutsideOfTheFolderAreRefused) {
  guest g;
  const auto outside = g.files.path.string() + "_outside";
  std::ofstream(outside) << "kept";
  std::filesystem::create_directory(g.files.path / "sub");
  std::filesystem::create_symlink(outside, g.files.path / "link");
  std::filesystem::create_symlink("..", g.files.path / "up");
  std::filesystem::create_symlink("sub", g.files.path / "inside");
  const auto leaf = std::filesystem::path(outside).filename().string();
  for (const std::string& name :
       {outside, "../" + leaf, "sub/../../" + leaf, std::string("link"), "up/" + leaf,
        std::string("inside/new"), std::string("./new"), std::string("sub//new"), std::string("/"),
        std::string(""), std::string(".."), std::string("sub"), std::string("sub/"),
        std::string("a\0b", 3), std::string("/etc/passwd")}) {
    for (const u64 mode : {0, 4, 10}) {
      EXPECT_EQ(g.open(name, mode), guest::Failed) << name;
      const u64 error = g.error();
      EXPECT_TRUE(error == EACCES || error == EISDIR) << name << ": " << error;
    }
  }
  std::ifstream file(outside);
  std::string text;
  file >> text;
  EXPECT_EQ(text, "kept");
  EXPECT_FALSE(std::filesystem::exists(g.files.path / "sub" / "new"));
  std::filesystem::remove(outside);
  EXPECT_EQ(g.open("nothing", 0), guest::Failed);
  EXPECT_EQ(g.error(), static_cast<u64>(ENOENT));
}

TEST(HartSemihosting, LimitsHold) {
  guest g({.files = 2, .name_bytes = 8, .text_bytes = 4, .file_bytes = 100});
  EXPECT_EQ(g.open("ninechars", 4), guest::Failed);
  EXPECT_EQ(g.error(), static_cast<u64>(ENAMETOOLONG));
  const u64 f = g.open("file", 4);
  EXPECT_EQ(f, 1u);
  EXPECT_EQ(g.open(":tt", 4), 2u);
  EXPECT_EQ(g.open("other", 4), guest::Failed);
  EXPECT_EQ(g.error(), static_cast<u64>(EMFILE));
  EXPECT_FALSE(std::filesystem::exists(g.files.path / "other"));
  EXPECT_EQ(g.call(Write, {f, 0x1000, 250}), 150u);
  EXPECT_EQ(g.error(), static_cast<u64>(EFBIG));
  EXPECT_EQ(std::filesystem::file_size(g.files.path / "file"), 100u);
  EXPECT_EQ(g.call(Seek, {f, 101}), guest::Failed);
  EXPECT_EQ(g.call(Seek, {f, 90}), 0u);
  EXPECT_EQ(g.call(Write, {f, 0x1000, 11}), 1u);
  g.put(0x1000, "abcde");
  EXPECT_EQ(g.host.call(4, 0x1000), guest::Failed);
  EXPECT_EQ(g.console.str(), "abcd");
}

TEST(HartSemihosting, TimeIsSimulated) {
  guest g;
  g.microseconds = 12'345'678;
  EXPECT_EQ(g.host.call(0x10, 0), 1234u);
  EXPECT_EQ(g.host.call(0x11, 0), 12u);
}

TEST(HartSemihosting, ExitHasItsCode) {
  guest g;
  g.call(Exit, {0x20026, 7});
  EXPECT_EQ(g.code, 7);
  g.call(ExitExtended, {0x20026, 9});
  EXPECT_EQ(g.code, 9);
  g.call(Exit, {0x20023, 0});  // a run-time error
  EXPECT_EQ(g.code, 1);
  g.code = -1;
  g.host.call(0x18, guest::Failed);
  EXPECT_EQ(g.code, 1);
}

TEST(HartSemihosting, NoArgumentDoesHarm) {
  guest g({.files = 4, .file_bytes = 5000});
  std::mt19937_64 rng(static_cast<u64>(test_options().seed));
  const auto number = [&]() -> u64 {
    switch (rng() % 6) {
      case 0:
        return rng() % 6;
      case 1:
        return rng() % 300;
      case 2:
        return rng() % g.ram.size();
      case 3:
        return g.ram.size() - rng() % 20;
      case 4:
        return ~u64{0} - rng() % 20;
      default:
        return rng();
    }
  };
  unsigned failed = 0, opened = 0;
  for (int i = 0; i < 6000; ++i) {
    for (u64 at = 0; at < 64; at += 8) {
      const u64 value = number();
      std::memcpy(&g.ram[at], &value, 8);
    }
    std::memcpy(&g.ram[256], rng() % 2 == 0 ? "ab" : "..", 2);
    u64 operation = rng() % 2 == 0 ? 1 + rng() % 6 : number();
    u64 argument  = rng() % 2 == 0 ? 8 * (rng() % 6) : number();
    if (rng() % 8 == 0) {  // a name that is right, more or less
      const u64 block[] = {256, rng() % 13, 1 + rng() % 2};
      std::memcpy(g.ram.data(), block, sizeof block);
      operation = 1, argument = 0;
    }
    const u64 result = g.host.call(operation, argument);
    failed += result == guest::Failed;
    if (operation == 1 && result != guest::Failed) ++opened;
  }
  EXPECT_GT(failed, 1000u);
  EXPECT_LT(failed, 6000u);
  const u64 f = g.open("last", 4);
  if (f != guest::Failed) {
    EXPECT_EQ(g.call(Write, {f, 0x1000, 5}), 0u);
  }
  for (const auto& entry : std::filesystem::directory_iterator(g.files.path)) {
    EXPECT_LE(entry.file_size(), 5000u);
  }
  EXPECT_GT(opened, 0u);
}

TEST(HartSemihosting, AFolderMustBeThere) {
  std::ostringstream console;
  EXPECT_THROW(systemc::semihosting("/nowhere/at/all", {}, console), std::system_error);
}

}  // namespace
}  // namespace weft::hart_tlm_test
