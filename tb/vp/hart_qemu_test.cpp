// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/hart/rv64.hpp against QEMU: random programs of RV64IMAC, with the same image, leave
// the same registers and memory on both.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/hart/rv64.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/vp/rv64_assembler.hpp"

namespace weft::hart_qemu_test {
namespace {

using namespace rv64_asm;

// QEMU's machine virt: RAM, UART and the device that ends it. Base is the beginning of RAM.
constexpr u64 Base = 0x80000000, Uart = 0x10000000, Finish = 0x100000;
// The image: programs; first values of registers and memory; what the programs leave.
constexpr u64 First = Base + 0x80000, Memory = Base + 0x90000, Results = Base + 0xa0000;
constexpr u64 ImageBytes = 0xb0000, MemoryBytes = 0x1800;
constexpr unsigned Programs = 32, Batches = 16;
// Registers with a role: both bases of memory, the counter of a loop, an address, a hash of traps.
constexpr u32 Stack = sp, Window = s0, Counter = 29, Address = 30, Hash = 31;

/// Random programs.
class generator {
 public:
  explicit generator(u64 seed) : rng_(seed) {}

  u64 pick(u64 n) { return rng_() % n; }
  u64 bits() { return rng_(); }
  template <class T>
  T of(std::initializer_list<T> all) {
    return all.begin()[pick(all.size())];
  }

  /// A number, often at an edge.
  u64 number() {
    const u64 edges[] = {0,
                         1,
                         2,
                         ~u64{0},
                         u64{1} << 63,
                         (u64{1} << 63) - 1,
                         0x7fffffff,
                         0x80000000,
                         0xffffffff,
                         0xffffffff80000000,
                         63,
                         31};
    return pick(2) == 0 ? edges[pick(std::size(edges))] : bits() >> pick(64);
  }

  /// A body of some items; branches and loops hold other items.
  program body() {
    program p;
    for (u64 i = 60 + pick(100); i != 0; --i) append(p, item(true));
    return p;
  }

  static void append(program& to, const program& p) {
    to.halves.insert(to.halves.end(), p.halves.begin(), p.halves.end());
  }

 private:
  u32 any() { return static_cast<u32>(pick(32)); }
  u32 target() {
    for (;;) {
      const u32 r = any();
      if (r != Stack && r != Window && r < Counter) return r;
    }
  }
  u32 low_target() { return 1 + static_cast<u32>(pick(7)); }  // x9 to x15, as a field of 3 bits
  i32 imm12() { return static_cast<i32>(pick(4096)) - 2048; }

  program item(bool may_nest) {
    program p;
    switch (pick(may_nest ? 14 : 10)) {
      case 0:
      case 1:
        p << registers();
        break;
      case 2:
      case 3:
        p << immediate();
        break;
      case 4:
        p << memory();
        break;
      case 5:
        atomic(p);
        break;
      case 6:
      case 7:
      case 8:
        compressed(p);
        break;
      case 9:
        pick(3) == 0 ? trap(p) : csr(p);
        break;
      case 10:
      case 11:
      case 12:
        branch(p);
        break;
      default:
        repeat(p);
        break;
    }
    return p;
  }

  program items(u64 most) {
    program p;
    for (u64 i = 1 + pick(most); i != 0; --i) append(p, item(false));
    return p;
  }

  u32 registers() {
    const u32 funct3 = static_cast<u32>(pick(8));
    const auto word  = [&](u32 funct7, u32 f3, u32 opcode) {
      return r_type(funct7, f3, opcode, target(), any(), any());
    };
    switch (pick(4)) {
      case 0:
        return word((funct3 == 0 || funct3 == 5) && pick(2) == 0 ? 0x20 : 0, funct3, 0x33);
      case 1:
        return word(1, funct3, 0x33);
      case 2: {
        const u32 f3 = of<u32>({0, 1, 5});
        return word(f3 != 1 && pick(2) == 0 ? 0x20 : 0, f3, 0x3b);
      }
      default:
        return word(1, of<u32>({0, 4, 5, 6, 7}), 0x3b);
    }
  }

  u32 immediate() {
    const u32 funct3 = static_cast<u32>(pick(8)), rd = target(), rs1 = any();
    const i32 right = funct3 == 5 && pick(2) == 0 ? 0x400 : 0;
    switch (pick(4)) {
      case 0:
        return pick(2) == 0 ? lui(rd, static_cast<u32>(pick(1 << 20)))
                            : auipc(rd, static_cast<u32>(pick(1 << 20)));
      case 1:
        if (funct3 == 1 || funct3 == 5) {
          return i_type(funct3, 0x1b, rd, rs1, right | static_cast<i32>(pick(32)));
        }
        return i_type(0, 0x1b, rd, rs1, imm12());
      default:
        if (funct3 == 1 || funct3 == 5) {
          return i_type(funct3, 0x13, rd, rs1, right | static_cast<i32>(pick(64)));
        }
        return i_type(funct3, 0x13, rd, rs1, imm12());
    }
  }

  u32 memory() {
    if (pick(2) == 0) return load(static_cast<u32>(pick(7)), target(), Window, imm12());
    return s_type(static_cast<u32>(pick(4)), any(), Window, imm12());
  }

  // One LR in sixteen has an address that is not aligned, which traps. QEMU takes such an AMO for a
  // load, and looks at the alignment of an SC only where it has a reservation; those are aligned.
  void atomic(program& p) {
    const u32 width = 2 + static_cast<u32>(pick(2)), order = static_cast<u32>(pick(4)) << 25;
    const i32 offset = 8 * static_cast<i32>(pick(64));
    p << addi(Address, Window, offset);
    if (pick(3) != 0) {
      const u32 funct5 = of<u32>({0, 1, 4, 8, 12, 16, 20, 24, 28});
      p << (amo(funct5, width, target(), Address, any()) | order);
      return;
    }
    if (pick(16) == 0) p << addi(Address, Address, of<i32>({1, 2, 3}));
    if (pick(4) != 0) p << (amo(2, width, target(), Address, 0) | order);
    if (pick(4) == 0) p << sb(any(), Window, offset);  // may change what is reserved
    p << addi(Address, Window, pick(8) == 0 ? offset ^ 8 : offset);
    p << (amo(3, width, target(), Address, any()) | order);
  }

  void compressed(program& p) {
    const auto random = [&](u32 mask) { return static_cast<u32>(bits()) & mask; };
    // An immediate operand of the bits of the mask that is not zero.
    const auto some = [&](u32 mask) {
      for (;;) {
        if (const u32 n = random(mask)) return n;
      }
    };
    const u32 rd = target(), nonzero = rd == 0 ? 5 : rd, source = 1 + static_cast<u32>(pick(31));
    const u32 low = low_target() << 7, low_rd = low_target() << 2, low_any = random(7 << 2);
    constexpr u32 Six = 0x107c, Offset = 0x1c60;
    u32 half = 0;
    switch (pick(16)) {
      case 0:
        half = 0x0000 | some(0x1fe0) | low_rd;  // C.ADDI4SPN
        break;
      case 1:
        half = of<u32>({0x4000, 0x6000}) | random(Offset) | low_rd;  // C.LW, C.LD
        break;
      case 2:
        half = of<u32>({0xc000, 0xe000}) | random(Offset) | low_any;  // C.SW, C.SD
        break;
      case 3:
        half = of<u32>({0x0001, 0x4001}) | random(Six) | rd << 7;  // C.ADDI, C.LI
        break;
      case 4:
        half = 0x2001 | random(Six) | nonzero << 7;  // C.ADDIW
        break;
      case 5:
        half = 0x6001 | some(Six) | nonzero << 7;  // C.LUI
        break;
      case 6:
        p.half(static_cast<u16>(0x6001 | some(Six) | Stack << 7));  // C.ADDI16SP, undone
        p.half(static_cast<u16>(0x8002 | nonzero << 7 | Stack << 2));
        half = 0x8002 | Stack << 7 | Window << 2;
        break;
      case 7:
        half = of<u32>({0x8001, 0x8401}) | some(Six) | low;  // C.SRLI, C.SRAI
        break;
      case 8:
        half = 0x8801 | random(Six) | low;  // C.ANDI
        break;
      case 9:
      case 10:
        half = of<u32>({0x8c01, 0x8c21, 0x8c41, 0x8c61, 0x9c01, 0x9c21}) | low | low_any;
        break;
      case 11:
        half = 0x0002 | some(Six) | nonzero << 7;  // C.SLLI
        break;
      case 12:
        half = of<u32>({0x4002, 0x6002}) | random(Six) | nonzero << 7;  // C.LWSP, C.LDSP
        break;
      case 13:
        half = of<u32>({0xc002, 0xe002}) | random(0x1f80) | any() << 2;  // C.SWSP, C.SDSP
        break;
      default:
        half = of<u32>({0x8002, 0x9002}) | nonzero << 7 | source << 2;  // C.MV, C.ADD
        break;
    }
    p.half(static_cast<u16>(half));
  }

  void csr(program& p) {
    const u32 number = of<u32>({0x340, 0x342, 0x343});  // mscratch, mcause, mtval
    const u32 funct3 = of<u32>({1, 2, 3, 5, 6, 7});
    if (pick(8) == 0) return void(p << of<u32>({Fence, FenceI, 0x0310000fu}));
    if (pick(4) == 0) p << csrrs(target(), 0xf14, zero);  // mhartid
    p << csri(funct3, target(), number, any());
  }

  void trap(program& p) {
    if (pick(2) == 0) return p.half(of<u16>({0x0000, 0x8000, 0x9c41, 0x4002, 0x8002, 0x9002}));
    p << of<u32>({Ecall, Ebreak, 0xffffffffu, load(7, a0, a1, 0), s_type(4, a0, a1, 0),
                  b_type(2, a0, a1, 8), amo(5, 2, a0, a1, a2), csrrw(a0, 0xf14, a1)});
  }

  // Forward, over some items.
  void branch(program& p) {
    const program inside = items(6);
    const auto bytes     = static_cast<i32>(inside.bytes());
    const auto n         = static_cast<u32>(bytes + 2);
    switch (pick(6)) {
      case 0:
        p << jal(target(), 4 + bytes);
        break;
      case 1:  // the lowest bit of the target does not count
        p << auipc(Address, 0) << jalr(target(), Address, 8 + bytes + static_cast<i32>(pick(2)));
        break;
      case 2:  // C.J
        p.half(static_cast<u16>(0xa001 | (n >> 11 & 1) << 12 | (n >> 4 & 1) << 11 |
                                (n >> 8 & 3) << 9 | (n >> 10 & 1) << 8 | (n >> 6 & 1) << 7 |
                                (n >> 7 & 1) << 6 | (n >> 1 & 7) << 3 | (n >> 5 & 1) << 2));
        break;
      case 3:  // C.BEQZ, C.BNEZ
        p.half(static_cast<u16>(of<u32>({0xc001, 0xe001}) | (n >> 8 & 1) << 12 |
                                (n >> 3 & 3) << 10 | low_target() << 7 | (n >> 6 & 3) << 5 |
                                (n >> 1 & 3) << 3 | (n >> 5 & 1) << 2));
        break;
      default:
        p << b_type(of<u32>({0, 1, 4, 5, 6, 7}), any(), any(), 4 + bytes);
        break;
    }
    append(p, inside);
  }

  void repeat(program& p) {
    p << addi(Counter, zero, 1 + static_cast<i32>(pick(5)));
    const auto loop = p.bytes();
    append(p, items(8));
    p << addi(Counter, Counter, -1);
    p << bne(Counter, zero, p.back(loop));
  }

  std::mt19937_64 rng_;
};

/// A trap's cause, place and value go into Hash; the program continues after the instruction. The
/// value of a breakpoint does not count: the manual leaves it open.
program handler() {
  program p;
  const auto mix = [&] { p << slli(Hash, Hash, 1) << xor_(Hash, Hash, Address); };
  p << csrrs(Address, 0x341, zero);
  mix();
  p << csrrs(Address, 0x342, zero);
  mix();
  p << addi(Address, Address, -3) << beq(Address, zero, 16) << csrrs(Address, 0x343, zero);
  mix();
  p << csrrs(Address, 0x341, zero) << load(5, Address, Address, 0)
    << i_type(7, 0x13, Address, Address, 3) << addi(Address, Address, -3) << beq(Address, zero, 12)
    << addi(Address, zero, 2) << jal(zero, 8) << addi(Address, zero, 4);
  p << csrrw(t0, 0x340, t0) << csrrs(t0, 0x341, zero) << add(Address, Address, t0)
    << csrrw(t0, 0x340, t0) << csrrw(zero, 0x341, Address) << csrrw(zero, 0x342, zero)
    << csrrw(zero, 0x343, zero) << Mret;
  return p;
}

/// Programs, one after the other, and behind them code that sends their results to the UART.
std::vector<unsigned char> image(u64 seed) {
  generator g(seed);
  program p;
  const program h = handler();
  p << jal(t1, static_cast<i32>(h.bytes() + 4));
  generator::append(p, h);
  p << csrrw(zero, 0x305, t1);
  for (unsigned i = 0; i < Programs; ++i) {
    p.li(Address, First + 0x100 * i);
    for (u32 r = 1; r < 32; ++r) {
      if (r != Address) p << ld(r, Address, 8 * static_cast<i32>(r));
    }
    generator::append(p, g.body());
    // All registers, and a hash of memory in the place of x0.
    p.li(Address, Results + 0x100 * i);
    for (u32 r = 1; r < 32; ++r) p << sd(r, Address, 8 * static_cast<i32>(r));
    p.li(t0, Memory);
    p.li(t1, MemoryBytes / 8);
    p << addi(a0, zero, 0) << addi(a1, zero, 31);
    const auto loop = p.bytes();
    p << mul(a0, a0, a1) << ld(a2, t0, 0) << add(a0, a0, a2) << addi(t0, t0, 8) << addi(t1, t1, -1);
    p << bne(t1, zero, p.back(loop));
    p << sd(a0, Address, 0);
  }
  p.li(s0, Results);
  p.li(s1, Results + 0x100 * Programs);
  p.li(t2, Uart);
  const auto loop = p.bytes();
  p << load(4, t1, t2, 5) << i_type(7, 0x13, t1, t1, 0x20) << beq(t1, zero, -8)
    << load(4, t0, s0, 0) << sb(t0, t2, 0) << addi(s0, s0, 1);
  p << bne(s0, s1, p.back(loop));
  p.li(t0, Finish);
  p.li(t1, 0x5555);
  p << sw(t1, t0, 0) << jal(zero, 0);

  std::vector<unsigned char> bytes(ImageBytes);
  const auto put = [&](u64 at, u64 value) { std::memcpy(&bytes[at - Base], &value, 8); };
  EXPECT_LE(p.bytes(), First - Base);
  std::memcpy(bytes.data(), p.halves.data(), p.bytes());
  for (unsigned i = 0; i < Programs; ++i) {
    for (u32 r = 1; r < 32; ++r) {
      const bool base = r == Stack || r == Window;
      put(First + 0x100 * i + 8 * r, base ? Memory + 0x800 : g.number());
    }
  }
  for (u64 at = 0; at < MemoryBytes; at += 8) put(Memory + at, g.number());
  return bytes;
}

/// Results as golden's hart sends them.
std::string of_hart(std::vector<unsigned char> ram) {
  golden::rv64::hart hart(Base);
  hart.map({ram.data(), Base, ram.size()});
  std::string sent;
  bool ended = false;
  hart.bus   = [&](golden::rv64::access_e kind, u64 address, unsigned, u64& value) {
    const bool write = kind == golden::rv64::access_e::Store;
    if (write && address == Uart) sent += static_cast<char>(value);
    if (!write && address == Uart + 5) value = 0x60;
    if (write && address == Finish) ended = true;
    return address == Finish || address - Uart < 8;
  };
  while (!ended && hart.begun() < 10'000'000) hart.run(10'000'000);
  EXPECT_TRUE(ended) << "no end on the hart, pc " << std::hex << hart.pc();
  return sent;
}

std::string of_qemu(const std::vector<unsigned char>& ram, const std::filesystem::path& folder) {
  const auto file = folder / "image.bin", sent = folder / "uart.bin";
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(ram.data()), static_cast<std::streamsize>(ram.size()));
  const std::string command = "timeout 60 " WEFT_QEMU_RISCV64
                              " -machine virt -bios none -m 16M -display none -monitor none "
                              "-serial file:" +
                              sent.string() +
                              " -device loader,addr=0x80000000,file=" + file.string() + " 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  std::ifstream from(sent, std::ios::binary);
  return {std::istreambuf_iterator<char>(from), {}};
}

u64 word_of(const std::string& bytes, std::size_t i) {
  u64 value;
  std::memcpy(&value, bytes.data() + 8 * i, 8);
  return value;
}

/// Batch b is that of seed + b.
TEST(HartQemu, LeavesTheRegistersAndMemoryOfQemu) {
  std::string folder = (std::filesystem::temp_directory_path() / "weft_qemu_XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  unsigned compared = 0;
  for (unsigned batch = 0; batch < Batches && !testing::Test::HasFailure(); ++batch) {
    const u64 seed             = static_cast<u64>(test_options().seed) + batch;
    const auto ram             = image(seed);
    const std::string expected = of_qemu(ram, folder), seen = of_hart(ram);
    ASSERT_EQ(expected.size(), 0x100u * Programs) << "of QEMU, --seed=" << seed;
    ASSERT_EQ(seen.size(), expected.size()) << "of the hart, --seed=" << seed;
    for (std::size_t i = 0; i < expected.size() / 8; ++i) {
      if (i % 32 == 0 && testing::Test::HasFailure()) break;  // the first program is enough
      EXPECT_EQ(word_of(seen, i), word_of(expected, i))
          << "program " << i / 32 << " of --seed=" << seed << ", "
          << (i % 32 == 0 ? "memory" : "x" + std::to_string(i % 32)) << ": hart, QEMU";
    }
    compared += Programs;
  }
  EXPECT_EQ(compared, Programs * Batches);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace weft::hart_qemu_test
