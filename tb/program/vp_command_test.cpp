// SPDX-License-Identifier: Apache-2.0
//
// `weft vp` as a user calls it, on programs of a few words that are written here.

#include <elf.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/golden/engine/engine_map.hpp"
#include "tb/program/program_test.hpp"
#include "tb/vp/rv64_assembler.hpp"

namespace weft::vp_command_test {
namespace {

using words = std::vector<std::uint32_t>;

// Instructions. T0 is x5, T1 is x6.
constexpr std::uint32_t Wfi = 0x10500073, LoopBack = 0xffdff06f, Loop = 0x0000006f;
constexpr std::uint32_t T0Uart = 0x100002b7, T0Finisher = 0x001002b7, T1LetterA = 0x04100313;
constexpr std::uint32_t StoreByte = 0x00628023, StoreWord = 0x0062a023;
const words Success{0x00005337, 0x55530313};     // T1 = 0x5555
const words FailsWith3{0x00033337, 0x33330313};  // T1 = 0x33333

class WeftVp : public program_test {
 protected:
  /// An executable of one segment at `address`.
  std::string elf(const words& code, std::uint64_t address = 0x8000'0000) {
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA]  = ELFDATA2LSB;
    header.e_type            = ET_EXEC;
    header.e_machine         = EM_RISCV;
    header.e_entry           = address;
    header.e_phoff           = sizeof header;
    header.e_phnum           = 1;
    Elf64_Phdr segment{};
    segment.p_type   = PT_LOAD;
    segment.p_offset = sizeof header + sizeof segment;
    segment.p_vaddr = segment.p_paddr = address;
    segment.p_filesz = segment.p_memsz = 4 * code.size();
    const auto path                    = (folder_ / "program.elf").string();
    std::ofstream file(path, std::ios::binary);
    const auto put = [&](const void* from, std::size_t bytes) {
      file.write(static_cast<const char*>(from), static_cast<std::streamsize>(bytes));
    };
    put(&header, sizeof header);
    put(&segment, sizeof segment);
    put(code.data(), 4 * code.size());
    return path;
  }

  /// Cubes of INT8 of these sizes, one after the other, by the engine's registers. The hart sleeps
  /// until each ends, takes its interrupt, and prints "A" and a new line at the end, the A by D's
  /// fourth element, which is 4.
  static words cubes(const std::vector<std::uint32_t>& sizes) {
    using namespace rv64_asm;
    using namespace golden::engine_map;
    constexpr u64 Engine = 0x4000'0000, Plic = 0xc00'0000, PlicClaim = Plic + 0x20'0004;
    constexpr u32 Source = 50, External = 0x800, Done = StatusDone;
    program p;
    const auto store = [&](u64 at, u64 value) {
      p.li(t0, at);
      p.li(t1, value);
      p << sw(t1, t0, 0);
    };
    program handler;  // clears the flag before it completes the interrupt
    handler.li(t0, PlicClaim);
    handler << lw(t2, t0, 0);
    handler.li(t1, Engine + Status);
    handler << addi(a0, zero, Done) << sw(a0, t1, 0) << lw(a0, t1, 0) << sw(t2, t0, 0) << Mret;
    p << jal(t1, static_cast<i32>(handler.bytes() + 4));
    for (const u16 h : handler.halves) p.half(h);
    p << csrrw(zero, 0x305, t1);
    store(Plic + 4 * Source, 1);
    store(Plic + 0x2000 + Source / 32 * 4, 1u << Source % 32);
    p.li(t1, External);
    p << csrrw(zero, 0x304, t1);
    store(Engine + IrqEnable, IrqEnableDone);
    std::uint64_t operands = 0x8010'0000;
    for (const u32 size : sizes) {
      for (const auto dim : {M, N, K, Lda, Ldb}) store(Engine + dim, size);
      store(Engine + Ldd, 4 * size);
      for (const auto low : {ALo, BLo, DLo}) {
        store(Engine + low, operands);
        operands += 0x1'0000;
      }
      store(operands - 0x3'0000, 0x01);        // the first row of A: 1, 0, ...
      store(operands - 0x2'0000, 0x04030201);  // of B: 1, 2, 3, 4, 0, ...
      p << csri(7, zero, 0x300, 8);            // no interrupt between START and WFI
      store(Engine + Ctrl, CtrlStart);
      p << Wfi << csri(6, zero, 0x300, 8);
    }
    p.li(t0, operands - 0x1'0000 + 3 * 4);
    p << lw(t1, t0, 0) << addi(t1, t1, 'A' - 4);
    p.li(t0, 0x1000'0000);
    p << sb(t1, t0, 0) << addi(t1, zero, '\n') << sb(t1, t0, 0);
    store(0x10'0000, 0x5555);
    p << jal(zero, 0);
    words code;
    for (std::size_t i = 0; i < p.halves.size(); i += 2) {
      code.push_back(p.halves[i] | static_cast<u32>(p.halves[i + 1]) << 16);
    }
    return code;
  }

  /// The events of a trace by track, in their order: name, microseconds from and to, arguments.
  struct event {
    std::string name;
    double from, to;
    nlohmann::json args;
  };
  using tracks = std::map<std::string, std::vector<event>>;
  tracks read_trace(const std::string& name) {
    const auto all = nlohmann::json::parse(get(folder_ / name))["traceEvents"];
    std::map<std::pair<int, int>, std::string> names;
    tracks found;
    for (const auto& e : all) {
      const auto at = std::pair(e["pid"].get<int>(), e["tid"].get<int>());
      if (e["name"] == "thread_name") names[at] = e["args"]["name"];
      if (e["ph"] == "M") continue;
      EXPECT_EQ(e["cat"], names.at(at));
      const double from = e["ts"], to = e["ph"] == "X" ? from + e["dur"].get<double>() : from;
      found[names.at(at)].push_back({e["name"], from, to, e.value("args", nlohmann::json())});
    }
    return found;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// Prints an A, then stores T1 in the finisher.
  static words prints_and_ends(const words& t1) {
    words code{T0Uart, T1LetterA, StoreByte, T0Finisher};
    code.insert(code.end(), t1.begin(), t1.end());
    code.insert(code.end(), {StoreWord, Loop});
    return code;
  }
};

TEST_F(WeftVp, PrintsWhatTheProgramPrintsAndItsFigures) {
  const auto said = says("vp run " + elf(prints_and_ends(Success)));
  EXPECT_TRUE(said.starts_with("A")) << said;
  EXPECT_NE(
      said.find(
          "\nhart: 0.0 % of the time asleep, 0 interrupts\n"
          "engine (tlm): 0 jobs, busy 0 cycles, 0.0 % of the time; 0 bytes read, 0 written\n"),
      std::string::npos)
      << said;
  const auto j = nlohmann::json::parse(says("vp run " + elf(prints_and_ends(Success)) + " --json"));
  EXPECT_EQ(j["text"], "A");
  EXPECT_EQ(j["exit"], 0);
  EXPECT_EQ(j["instructions"], 7);
}

// Blocks of 8 x 8 x 8 on 4 x 4, a bus of 64 bits, a latency of 20 cycles.
constexpr const char* Small = " --array 4x4 --blocks 8x8x8 --bus 64 --latency 20 --json";

TEST_F(WeftVp, ATraceHasTheJobsAndTheHart) {
  const auto program = elf(cubes({8, 24, 17}));
  for (const std::string engine : {"tlm", "golden"}) {
    const auto j = nlohmann::json::parse(
        says("vp run " + program + Small + " --engine " + engine + " --trace " + path("t.json")));
    auto t = read_trace("t.json");

    std::vector<std::string> names;
    double busy = 0;
    for (const auto& job : t["jobs"]) {
      names.push_back(job.name);
      EXPECT_EQ(job.args["end"], "done");
      EXPECT_NEAR(job.to - job.from, job.args["cycles"].get<double>() / 100, 1e-6);
      busy += job.to - job.from;
    }
    EXPECT_EQ(names,
              (std::vector<std::string>{"0: 8 x 8 x 8", "1: 24 x 24 x 24", "2: 17 x 17 x 17"}));
    EXPECT_EQ(j["jobs"], 3);
    EXPECT_LT(busy, j["busy_cycles"].get<double>() / 100);  // the check of a job is work, too
    EXPECT_GT(busy, j["busy_cycles"].get<double>() / 100 - 3);
    EXPECT_EQ(t["array"].size(), 1u + 27 + 27);
    EXPECT_EQ(t["load"].size(), 2 * t["array"].size());
    EXPECT_EQ(t["store"].size(), 1u + 9 + 9);
    EXPECT_EQ(t["store"].back().name, "D 2,2");

    ASSERT_EQ(t["interrupts"].size(), 3u);
    EXPECT_EQ(j["interrupts"], 3);
    for (unsigned i = 0; i < 3; ++i) {
      EXPECT_EQ(t["interrupts"][i].name, "external");
      EXPECT_GT(t["interrupts"][i].from, t["jobs"][i].to);
      EXPECT_LT(t["interrupts"][i].from, t["jobs"][i].to + 1);
    }
    double now = 0, asleep = 0;  // what the hart does, without a gap
    for (const auto& e : t["runs"]) {
      EXPECT_NEAR(e.from, now, 1e-6);
      now = e.to;
      if (e.name == "wfi") asleep += e.to - e.from;
    }
    EXPECT_EQ(t["runs"].size(), 7u);
    EXPECT_NEAR(now, j["microseconds"].get<double>(), 1e-6);
    EXPECT_NEAR(asleep, j["asleep"].get<double>() * j["microseconds"].get<double>(), 1e-6);
    ASSERT_EQ(t["uart"].size(), 1u);
    EXPECT_EQ(t["uart"][0].name, "A");
    EXPECT_GT(t["uart"][0].from, t["jobs"][2].to);
  }
}

TEST_F(WeftVp, TheLawTracesTheBlocksThatGoldenHas) {
  const auto program = elf(cubes({24, 13}));
  std::vector<std::vector<std::tuple<std::string, std::string, long, long, nlohmann::json>>> seen;
  for (const std::string engine : {"tlm", "golden"}) {
    says("vp run " + program + Small + " --engine " + engine + " --trace " + path("t.json"));
    auto t = read_trace("t.json");
    ASSERT_EQ(t["jobs"].size(), 2u);
    auto& all = seen.emplace_back();
    for (const std::string track : {"load", "array", "store", "jobs"}) {
      for (const auto& e : t[track]) {
        const double job = t["jobs"][e.from >= t["jobs"][1].from ? 1 : 0].from;
        all.emplace_back(track, e.name, std::lround((e.from - job) * 100),
                         std::lround((e.to - job) * 100), e.args);
      }
    }
  }
  EXPECT_EQ(seen[0], seen[1]);
}

TEST_F(WeftVp, LoadsRunUnderTheArrayInABigProduct) {
  says("vp run " + elf(cubes({96})) + " --blocks 32x32x32 --json --trace " + path("t.json"));
  auto t      = read_trace("t.json");
  double both = 0, array = 0;
  const auto& load = t["load"];
  for (const auto& step : t["array"]) {
    array += step.to - step.from;
    for (const auto& l : load) {
      both += std::max(0.0, std::min(step.to, l.to) - std::max(step.from, l.from));
    }
  }
  EXPECT_GT(both, 0.8 * array) << "of " << array << " microseconds";
}

TEST_F(WeftVp, AStallingMemoryTakesLongerForTheSameWork) {
  const auto program = elf(cubes({24}));
  const auto run     = [&](const std::string& options) {
    return nlohmann::json::parse(says(
            "vp run " + program +
            " --array 4x4 --blocks 8x8x8 --bus 64 --latency 0 --json --limit 0.01 --engine golden" +
            options));
  };
  const auto plain = run(""), stalls = run(" --stall 90"), other = run(" --stall 90 --seed 2");
  EXPECT_GT(stalls["busy_cycles"], 1.5 * plain["busy_cycles"].get<double>());
  EXPECT_NE(stalls["busy_cycles"], other["busy_cycles"]);
  EXPECT_EQ(run(" --stall 90")["busy_cycles"], stalls["busy_cycles"]);
  for (const auto& j : {stalls, other}) {
    for (const char* figure : {"jobs", "read_bytes", "write_bytes", "text"}) {
      EXPECT_EQ(j[figure], plain[figure]) << figure;
    }
  }
}

TEST_F(WeftVp, TransactionsAreThoseOfTheSocketsAndTakeNoTime) {
  const auto program = elf(cubes({24, 8}));
  for (const std::string engine : {"tlm", "golden"}) {
    const std::string run = "vp run " + program + Small + " --engine " + engine;
    auto plain            = nlohmann::json::parse(says(run));
    auto j                = nlohmann::json::parse(says(run + " --transactions " + path("t.json")));
    for (auto* report : {&plain, &j}) report->erase("instructions_a_second");
    EXPECT_EQ(j, plain);

    const auto all = nlohmann::json::parse(get(folder_ / "t.json"))["traceEvents"];
    std::map<int, std::string> sockets;
    std::map<std::string, std::uint64_t> read, written;
    std::vector<std::string> starts;
    for (const auto& e : all) {
      if (e["name"] == "process_name") sockets[e["pid"]] = e["args"]["name"];
      if (e["ph"] == "M") continue;
      const auto& socket      = sockets.at(e["pid"]);
      const std::string where = e["args"]["address"];
      (e["name"] == "read" ? read : written)[socket] += e["args"]["bytes"].get<std::uint64_t>();
      EXPECT_EQ(e["args"]["response"], "TLM_OK_RESPONSE");
      if (socket == "engine.dma") {
        EXPECT_EQ(e["dur"], 0.2) << "20 cycles of 10 ns";
      }
      if (where == "0x20") {
        EXPECT_EQ(socket, "engine.csr");
        EXPECT_GE(e["dur"], 0.01);
        starts.push_back(where);
      }
    }
    EXPECT_EQ(starts.size(), 2u);
    EXPECT_EQ(read["engine.dma"], 27u * 128 + 128);
    EXPECT_EQ(written["engine.dma"], 24u * 24 * 4 + 8 * 8 * 4);
    EXPECT_EQ(read["engine.dma"], j["read_bytes"]);
    EXPECT_EQ(written["engine.dma"], j["write_bytes"]);
    EXPECT_EQ(read["engine.csr"], 2u * 4);  // the handler's
    EXPECT_GT(written["hart.bus"], written["engine.csr"]);
  }
}

TEST_F(WeftVp, SaysHowAProgramFails) {
  const auto fails = [&](const words& code, const std::string& options, const std::string& what) {
    const auto r = weft("vp run " + elf(code) + options);
    EXPECT_EQ(r.code, 1) << what;
    EXPECT_NE(r.err.find(what), std::string::npos) << r.err;
  };
  fails(prints_and_ends(FailsWith3), "", "ends with code 3");
  fails({Wfi, LoopBack}, "", "sleeps at 0x8000000");
  fails({Loop}, " --limit 0.001",
        "has not ended after 0.001 s of simulated time; it is at 0x80000000");
}

TEST_F(WeftVp, RefusesBadInputInOneLine) {
  expect_refused("vp run " + elf({Loop}, 0x1000), "4 bytes at 0x1000 are not in the RAM");
  expect_refused("vp run " + elf({Loop}, 0x83ff'fffe), "are not in the RAM");
  expect_refused("vp run /bin/true", "/bin/true: not for little-endian RISC-V");
  expect_refused("vp run " + elf({Loop}) + " --files " + (folder_ / "no").string(),
                 "no: no such folder");
  expect_refused("vp run " + elf({Loop}) + " --wave x.fst", "--wave");
  expect_refused("vp run " + elf({Loop}) + " --limit 0", "--limit");
  expect_refused("vp run " + elf({Loop}) + " --stall 10", "--stall 10: the engine tlm has none");
  expect_refused("vp run " + elf({Loop}) + " --stall 91 --engine golden", "--stall");
  for (const std::string option : {"--trace", "--transactions"}) {
    expect_refused("vp run " + elf({Loop}) + " " + option + " " + path("no") + "/t.json",
                   "no: no such folder");
  }
}

}  // namespace
}  // namespace weft::vp_command_test
