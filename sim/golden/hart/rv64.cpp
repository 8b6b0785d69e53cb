// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/hart/rv64.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>

namespace weft::golden::rv64 {
namespace {

using u32  = std::uint32_t;
using u64  = std::uint64_t;
using i32  = std::int32_t;
using i64  = std::int64_t;
using u128 = unsigned __int128;
using i128 = __int128;

static_assert(std::endian::native == std::endian::little);

constexpr u64 MieBit = 1 << 3, MpieBit = 1 << 7, Mpp = 3 << 11;  // fields of mstatus
constexpr u64 Lines     = 1 << 3 | 1 << 7 | 1 << 11;
constexpr u64 Interrupt = u64{1} << 63;
constexpr u64 IsaRv64imac =
    u64{2} << 62 | 1 << ('A' - 'A') | 1 << ('C' - 'A') | 1 << ('I' - 'A') | 1 << ('M' - 'A');

/// A value of 32 bits in a register.
constexpr u64 word(u32 x) { return static_cast<u64>(static_cast<i64>(static_cast<i32>(x))); }

template <class T>
constexpr T quotient(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  if constexpr (std::is_signed_v<T>) {
    if (a == std::numeric_limits<T>::min() && b == -1) return a;
  }
  return a / b;
}

template <class T>
constexpr T remainder(T a, T b) {
  if (b == 0) return a;
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return 0;
  }
  return a % b;
}

/// The bits of a CSR instruction.
u64 csr_bits(const instruction& i) {
  using enum op_e;
  constexpr op_e Ops[] = {Csrrw, Csrrs, Csrrc, Illegal, Csrrwi, Csrrsi, Csrrci};
  const auto funct3    = static_cast<u32>(std::ranges::find(Ops, i.op) - Ops) + 1;
  return static_cast<u32>(i.imm) << 20 | u32{i.rs1} << 15 | funct3 << 12 | (i.rd & 31u) << 7 | 0x73;
}

}  // namespace

hart::hart(u64 pc, u64 id) : pc_(pc & ~u64{1}), id_(id), mstatus_(Mpp), decoded_(Places) {}

void hart::reset(u64 pc) {
  x_       = {};
  pc_      = pc & ~u64{1};
  mstatus_ = Mpp;
  mie_ = mtvec_ = mscratch_ = mepc_ = mcause_ = mtval_ = 0;
  reserved_bytes_                                      = 0;
  waiting_                                             = false;
  recheck_                                             = true;
  forget();
}

void hart::map(const window& w) {
  if (w.bytes != 0) windows_.push_back(w);
}

void hart::unmap(u64 first, u64 last) {
  std::erase_if(windows_, [&](const window& w) {
    return w.first <= last && w.first + (w.bytes - 1) >= first;
  });
  loads_ = stores_ = {};
  forget();
}

void hart::forget() {
  for (decoded& d : decoded_) d.pc = NoPc;
}

void hart::set_line(line_e line, bool level) {
  const u64 bit = u64{1} << static_cast<unsigned>(line);
  mip_          = level ? mip_ | bit : mip_ & ~bit;
  recheck_      = true;
}

u64 hart::run(u64 n) {
  const u64 before = begun_;
  leave_           = false;
  while (begun_ - before < n && !leave_) {
    if (interrupt_pending()) {
      waiting_ = false;
      if ((mstatus_ & MieBit) != 0) take_interrupt();
    }
    if (waiting_) break;
    execute(before + n);
  }
  return begun_ - before;
}

// Traps. An exception leaves pc_ at its instruction until here.

void hart::enter(u64 cause, u64 value, u64 target) {
  mepc_           = pc_;
  mcause_         = cause;
  mtval_          = value;
  mstatus_        = Mpp | ((mstatus_ & MieBit) != 0 ? MpieBit : 0);
  pc_             = target;
  reserved_bytes_ = 0;
}

void hart::trap(cause_e cause, u64 value) {
  ++trapped_;
  enter(static_cast<u64>(cause), value, mtvec_ & ~u64{3});
}

void hart::take_interrupt() {
  const u64 pending = mip_ & mie_;
  for (const line_e line : {line_e::External, line_e::Software, line_e::Timer}) {
    const auto number = static_cast<u64>(line);
    if ((pending >> number & 1) == 0) continue;
    ++interrupts_;
    if (on_interrupt) on_interrupt(line);
    return enter(Interrupt | number, 0, (mtvec_ & ~u64{3}) + ((mtvec_ & 1) != 0 ? 4 * number : 0));
  }
}

// Memory.

unsigned char* hart::find(access_e kind, u64 address, unsigned bytes) {
  for (const window& w : windows_) {
    const u64 offset = address - w.first;
    const bool may   = kind == access_e::Store ? w.writable : w.readable;
    if (!may || offset >= w.bytes || w.bytes - offset < bytes) continue;
    if (kind != access_e::Fetch) {
      (kind == access_e::Store ? stores_ : loads_) = {w.data, w.first,
                                                      w.bytes < 8 ? 0 : w.bytes - 7};
    }
    return w.data + offset;
  }
  return nullptr;
}

template <class T>
inline bool hart::read(u64 address, T& value, access_e kind) {
  const u64 offset = address - loads_.first;
  if (offset < loads_.limit) [[likely]] {
    std::memcpy(&value, loads_.data + offset, sizeof value);
    return true;
  }
  if (const unsigned char* at = find(kind, address, sizeof value)) {
    std::memcpy(&value, at, sizeof value);
    return true;
  }
  leave_ = recheck_ = true;
  u64 wide          = 0;
  if (!bus || !bus(kind, address, sizeof value, wide)) return false;
  value = static_cast<T>(wide);
  return true;
}

template <class T>
inline bool hart::write(u64 address, T value) {
  const u64 offset = address - stores_.first;
  if (offset < stores_.limit) [[likely]] {
    std::memcpy(stores_.data + offset, &value, sizeof value);
    return true;
  }
  if (unsigned char* at = find(access_e::Store, address, sizeof value)) {
    std::memcpy(at, &value, sizeof value);
    return true;
  }
  leave_ = recheck_ = true;
  u64 wide          = value;
  return bus && bus(access_e::Store, address, sizeof value, wide);
}

bool hart::fetch_half(u64 address, u64& half, bool& direct) {
  if (const unsigned char* at = find(access_e::Fetch, address, 2)) {
    half = static_cast<u64>(at[0] | at[1] << 8);
    return true;
  }
  direct = false;
  leave_ = recheck_ = true;
  half              = 0;
  return bus && bus(access_e::Fetch, address, 2, half);
}

// Only instructions from windows are kept. The pc is that of the place until all is read.
bool hart::fetch(decoded& into) {
  bool direct = true;
  u64 low = 0, high = 0;
  into.pc = NoPc;
  if (!fetch_half(pc_, low, direct)) return trap(cause_e::FetchFault, pc_), false;
  if ((low & 3) == 3 && !fetch_half(pc_ + 2, high, direct)) {
    return trap(cause_e::FetchFault, pc_ + 2), false;
  }
  into.what = decode(static_cast<u32>(low | high << 16));
  if (into.what.rd == 0) into.what.rd = Discarded;
  if (direct) into.pc = pc_;
  return true;
}

// An access returns whether the instruction has ended without an exception.

template <class T>
inline bool hart::load(const instruction& i) {
  const u64 address = x_[i.rs1] + static_cast<u64>(i64{i.imm});
  const unsigned rd = i.rd;
  std::make_unsigned_t<T> value;
  if (!read(address, value)) {
    trap(address % sizeof(T) != 0 ? cause_e::LoadMisaligned : cause_e::LoadFault, address);
    return false;
  }
  x_[rd] = static_cast<u64>(static_cast<T>(value));
  return true;
}

template <class T>
inline bool hart::store(const instruction& i) {
  const u64 address = x_[i.rs1] + static_cast<u64>(i64{i.imm});
  if (write(address, static_cast<T>(x_[i.rs2]))) return true;
  trap(address % sizeof(T) != 0 ? cause_e::StoreMisaligned : cause_e::StoreFault, address);
  return false;
}

template <class T>
bool hart::load_reserved(const instruction& i) {
  const u64 address = x_[i.rs1];
  if (address % sizeof(T) != 0) return trap(cause_e::LoadMisaligned, address), false;
  T value;
  const unsigned rd = i.rd;
  if (!read(address, value)) return trap(cause_e::LoadFault, address), false;
  reserved_address_ = address;
  reserved_value_   = value;
  reserved_bytes_   = sizeof(T);
  x_[rd]            = static_cast<u64>(i64{static_cast<std::make_signed_t<T>>(value)});
  return true;
}

template <class T>
bool hart::store_conditional(const instruction& i) {
  const u64 address = x_[i.rs1];
  const unsigned rd = i.rd;
  if (address % sizeof(T) != 0) return trap(cause_e::StoreMisaligned, address), false;
  bool succeeds = reserved_bytes_ == sizeof(T) && reserved_address_ == address;
  if (succeeds) {
    T value;
    if (!read(address, value)) return trap(cause_e::StoreFault, address), false;
    succeeds = value == reserved_value_;
  }
  if (succeeds && !write(address, static_cast<T>(x_[i.rs2]))) {
    return trap(cause_e::StoreFault, address), false;
  }
  reserved_bytes_ = 0;
  x_[rd]          = succeeds ? 0 : 1;
  return true;
}

template <class T, class F>
bool hart::amo(const instruction& i, F f) {
  const u64 address = x_[i.rs1];
  const unsigned rd = i.rd;
  if (address % sizeof(T) != 0) return trap(cause_e::StoreMisaligned, address), false;
  const T operand = static_cast<T>(x_[i.rs2]);
  T old;
  if (!read(address, old) || !write(address, static_cast<T>(f(old, operand)))) {
    return trap(cause_e::StoreFault, address), false;
  }
  x_[rd] = static_cast<u64>(i64{static_cast<std::make_signed_t<T>>(old)});
  return true;
}

// Control and status registers.

bool hart::read_csr(unsigned number, u64& value) const {
  if ((number >= 0xb03 && number <= 0xb1f) || (number >= 0x323 && number <= 0x33f)) {
    value = 0;  // event counters that count nothing
    return true;
  }
  switch (number) {
    case Mstatus:
      value = mstatus_;
      return true;
    case Misa:
      value = IsaRv64imac;
      return true;
    case Mie:
      value = mie_;
      return true;
    case Mtvec:
      value = mtvec_;
      return true;
    case Mscratch:
      value = mscratch_;
      return true;
    case Mepc:
      value = mepc_;
      return true;
    case Mcause:
      value = mcause_;
      return true;
    case Mtval:
      value = mtval_;
      return true;
    case Mip:
      value = mip_;
      return true;
    case Mcycle:
    case Cycle:
      value = mcycle();
      return true;
    case Minstret:
    case Instret:
      value = minstret();
      return true;
    case Mhartid:
      value = id_;
      return true;
    case Mcountinhibit:
    case Mvendorid:
    case Marchid:
    case Mimpid:
    case Mconfigptr:
      value = 0;
      return true;
    default:
      return false;
  }
}

// Registers that are not here ignore what is written.
void hart::write_csr(unsigned number, u64 value) {
  switch (number) {
    case Mstatus:
      mstatus_ = Mpp | (value & (MieBit | MpieBit));
      break;
    case Mie:
      mie_ = value & Lines;
      break;
    case Mtvec:
      mtvec_ = value & ~u64{2};
      break;
    case Mscratch:
      mscratch_ = value;
      break;
    case Mepc:
      mepc_ = value & ~u64{1};
      break;
    case Mcause:
      mcause_ = value;
      break;
    case Mtval:
      mtval_ = value;
      break;
    case Mcycle:  // the next instruction reads what was written
      mcycle_offset_ += value - (mcycle() + 1);
      break;
    case Minstret:
      minstret_offset_ += value - (minstret() + 1);
      break;
    default:
      break;
  }
  recheck_ = true;
}

u64 hart::csr(unsigned number) const {
  u64 value = 0;
  read_csr(number, value);
  return value;
}

bool hart::csr_instruction(const instruction& i) {
  using enum op_e;
  const auto number    = static_cast<unsigned>(i.imm);
  const bool immediate = i.op == Csrrwi || i.op == Csrrsi || i.op == Csrrci;
  const u64 operand    = immediate ? i.rs1 : x_[i.rs1];
  const bool swaps     = i.op == Csrrw || i.op == Csrrwi;
  const bool writes    = swaps || i.rs1 != 0;
  const bool read_only = number >> 10 == 3;
  u64 old;
  if (!read_csr(number, old) || (writes && read_only)) return false;
  if (writes) {
    const bool sets = i.op == Csrrs || i.op == Csrrsi;
    write_csr(number, swaps ? operand : sets ? old | operand : old & ~operand);
  }
  x_[i.rd] = old;
  return true;
}

/// Whether an EBREAK stands between SLLI x0, x0, 31 and SRAI x0, x0, 7.
bool hart::calls_host(const instruction& i) {
  if (!semihost || i.op != op_e::Ebreak) return false;
  u64 before_low = 0, before_high = 0, after_low = 0, after_high = 0;
  bool direct = true;
  return fetch_half(pc_ - 4, before_low, direct) && fetch_half(pc_ - 2, before_high, direct) &&
         fetch_half(pc_ + 4, after_low, direct) && fetch_half(pc_ + 6, after_high, direct) &&
         (before_low | before_high << 16) == 0x01f01013 &&
         (after_low | after_high << 16) == 0x40705013;
}

// Instructions until `until` have begun or something else comes first. What a load, a store or a
// fetch changes while it waits on the bus (windows, lines) is read anew after it.
void hart::execute(u64 until) {
  recheck_ = false;
  do {
    decoded& place = decoded_[pc_ >> 1 & (Places - 1)];
    if (place.pc != pc_) [[unlikely]] {
      if (!fetch(place)) {
        ++begun_;
        continue;
      }
    }
    const instruction i = place.what;
    const u64 a = x_[i.rs1], b = x_[i.rs2];
    const u64 imm = static_cast<u64>(i64{i.imm});
    const i64 sa = static_cast<i64>(a), sb = static_cast<i64>(b);
    const u32 wa = static_cast<u32>(a), wb = static_cast<u32>(b);
    const i32 swa = static_cast<i32>(wa), swb = static_cast<i32>(wb);
    u64 next        = pc_ + i.bytes;
    u64& rd         = x_[i.rd];
    bool ends       = true;
    const auto goes = [&](bool taken) { next = taken ? pc_ + imm : next; };

    using enum op_e;
    switch (i.op) {
      // clang-format off
      case Lui:   rd = imm; break;
      case Auipc: rd = pc_ + imm; break;
      case Jal:   rd = next; next = pc_ + imm; break;
      case Jalr:  rd = next; next = (a + imm) & ~u64{1}; break;
      case Beq:   goes(a == b); break;
      case Bne:   goes(a != b); break;
      case Blt:   goes(sa < sb); break;
      case Bge:   goes(sa >= sb); break;
      case Bltu:  goes(a < b); break;
      case Bgeu:  goes(a >= b); break;

      case Lb:  ends = load<std::int8_t>(i); break;
      case Lh:  ends = load<std::int16_t>(i); break;
      case Lw:  ends = load<std::int32_t>(i); break;
      case Ld:  ends = load<std::int64_t>(i); break;
      case Lbu: ends = load<std::uint8_t>(i); break;
      case Lhu: ends = load<std::uint16_t>(i); break;
      case Lwu: ends = load<std::uint32_t>(i); break;
      case Sb:  ends = store<std::uint8_t>(i); break;
      case Sh:  ends = store<std::uint16_t>(i); break;
      case Sw:  ends = store<std::uint32_t>(i); break;
      case Sd:  ends = store<std::uint64_t>(i); break;

      case Addi:  rd = a + imm; break;
      case Slti:  rd = sa < i64{i.imm}; break;
      case Sltiu: rd = a < imm; break;
      case Xori:  rd = a ^ imm; break;
      case Ori:   rd = a | imm; break;
      case Andi:  rd = a & imm; break;
      case Slli:  rd = a << imm; break;
      case Srli:  rd = a >> imm; break;
      case Srai:  rd = static_cast<u64>(sa >> imm); break;
      case Add:   rd = a + b; break;
      case Sub:   rd = a - b; break;
      case Sll:   rd = a << (b & 63); break;
      case Slt:   rd = sa < sb; break;
      case Sltu:  rd = a < b; break;
      case Xor:   rd = a ^ b; break;
      case Srl:   rd = a >> (b & 63); break;
      case Sra:   rd = static_cast<u64>(sa >> (b & 63)); break;
      case Or:    rd = a | b; break;
      case And:   rd = a & b; break;

      case Addiw: rd = word(wa + static_cast<u32>(i.imm)); break;
      case Slliw: rd = word(wa << imm); break;
      case Srliw: rd = word(wa >> imm); break;
      case Sraiw: rd = word(static_cast<u32>(swa >> imm)); break;
      case Addw:  rd = word(wa + wb); break;
      case Subw:  rd = word(wa - wb); break;
      case Sllw:  rd = word(wa << (wb & 31)); break;
      case Srlw:  rd = word(wa >> (wb & 31)); break;
      case Sraw:  rd = word(static_cast<u32>(swa >> (wb & 31))); break;

      case Mul:    rd = a * b; break;
      case Mulh:   rd = static_cast<u64>(i128{sa} * sb >> 64); break;
      case Mulhsu: rd = static_cast<u64>(i128{sa} * static_cast<i128>(b) >> 64); break;
      case Mulhu:  rd = static_cast<u64>(u128{a} * b >> 64); break;
      case Div:    rd = static_cast<u64>(quotient(sa, sb)); break;
      case Divu:   rd = quotient(a, b); break;
      case Rem:    rd = static_cast<u64>(remainder(sa, sb)); break;
      case Remu:   rd = remainder(a, b); break;
      case Mulw:   rd = word(wa * wb); break;
      case Divw:   rd = word(static_cast<u32>(quotient(swa, swb))); break;
      case Divuw:  rd = word(quotient(wa, wb)); break;
      case Remw:   rd = word(static_cast<u32>(remainder(swa, swb))); break;
      case Remuw:  rd = word(remainder(wa, wb)); break;

      case LrW: ends = load_reserved<u32>(i); break;
      case LrD: ends = load_reserved<u64>(i); break;
      case ScW: ends = store_conditional<u32>(i); break;
      case ScD: ends = store_conditional<u64>(i); break;
      case AmoswapW: ends = amo<u32>(i, [](u32, u32 y) { return y; }); break;
      case AmoaddW:  ends = amo<u32>(i, [](u32 m, u32 y) { return m + y; }); break;
      case AmoxorW:  ends = amo<u32>(i, [](u32 m, u32 y) { return m ^ y; }); break;
      case AmoandW:  ends = amo<u32>(i, [](u32 m, u32 y) { return m & y; }); break;
      case AmoorW:   ends = amo<u32>(i, [](u32 m, u32 y) { return m | y; }); break;
      case AmominW:  ends = amo<u32>(i, [](i32 m, i32 y) { return std::min(m, y); }); break;
      case AmomaxW:  ends = amo<u32>(i, [](i32 m, i32 y) { return std::max(m, y); }); break;
      case AmominuW: ends = amo<u32>(i, [](u32 m, u32 y) { return std::min(m, y); }); break;
      case AmomaxuW: ends = amo<u32>(i, [](u32 m, u32 y) { return std::max(m, y); }); break;
      case AmoswapD: ends = amo<u64>(i, [](u64, u64 y) { return y; }); break;
      case AmoaddD:  ends = amo<u64>(i, [](u64 m, u64 y) { return m + y; }); break;
      case AmoxorD:  ends = amo<u64>(i, [](u64 m, u64 y) { return m ^ y; }); break;
      case AmoandD:  ends = amo<u64>(i, [](u64 m, u64 y) { return m & y; }); break;
      case AmoorD:   ends = amo<u64>(i, [](u64 m, u64 y) { return m | y; }); break;
      case AmominD:  ends = amo<u64>(i, [](i64 m, i64 y) { return std::min(m, y); }); break;
      case AmomaxD:  ends = amo<u64>(i, [](i64 m, i64 y) { return std::max(m, y); }); break;
      case AmominuD: ends = amo<u64>(i, [](u64 m, u64 y) { return std::min(m, y); }); break;
      case AmomaxuD: ends = amo<u64>(i, [](u64 m, u64 y) { return std::max(m, y); }); break;
        // clang-format on

      case Fence:
        break;
      case FenceI:
        forget();
        break;
      case Csrrw:
      case Csrrs:
      case Csrrc:
      case Csrrwi:
      case Csrrsi:
      case Csrrci:
        ends = csr_instruction(i);
        if (!ends) trap(cause_e::Illegal, csr_bits(i));
        break;
      case Ecall:
        trap(cause_e::Ecall, 0);
        ends = false;
        break;
      case Ebreak:
      case CEbreak:
        ends = calls_host(i);
        if (ends) {
          leave_ = recheck_ = true;
          x_[10]            = semihost(x_[10], x_[11]);
        } else {
          trap(cause_e::Breakpoint, pc_);
        }
        break;
      case Mret:
        mstatus_        = Mpp | MpieBit | ((mstatus_ & MpieBit) != 0 ? MieBit : 0);
        next            = mepc_;
        reserved_bytes_ = 0;
        recheck_        = true;
        break;
      case Wfi:
        waiting_ = !interrupt_pending();
        recheck_ = true;
        break;
      case Illegal:
        trap(cause_e::Illegal, static_cast<u32>(i.imm));
        ends = false;
        break;
    }
    if (ends) pc_ = next;
    ++begun_;
  } while (begun_ != until && !recheck_);
}

}  // namespace weft::golden::rv64
