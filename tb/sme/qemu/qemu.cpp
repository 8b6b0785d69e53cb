// SPDX-License-Identifier: Apache-2.0
#include "tb/sme/qemu/qemu.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <vector>

namespace weft {
namespace {

/// The registers in the layout of execute.s.
struct registers {
  std::uint64_t svcr, fpcr, fpsr, nzcv, signal, pc, x[31], sp, tpidr2;
};
static_assert(sizeof(registers) == 312);

constexpr std::uint32_t Nop = 0xd503201f;

}  // namespace

qemu::qemu(int svl, int nsvl, std::size_t data_bytes)
    : svl_(svl), nsvl_(nsvl), data_bytes_(data_bytes) {
  int to[2], from[2];
  if (::pipe2(to, O_CLOEXEC) != 0 || ::pipe2(from, O_CLOEXEC) != 0) {
    throw std::runtime_error("pipe");
  }
  for (const int end : {to[1], from[1]}) ::fcntl(end, F_SETPIPE_SZ, 1 << 18);
  ::signal(SIGPIPE, SIG_IGN);
  pid_ = ::fork();
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // words may run for ever
    ::dup2(to[0], 0);
    ::dup2(from[1], 1);
    // FA64 is off, as in an implementation of SME alone.
    ::execlp(WEFT_QEMU, WEFT_QEMU, "-cpu", "max,sme_fa64=off", WEFT_QEMU_EXECUTE, nullptr);
    ::_exit(127);
  }
  ::close(to[0]);
  ::close(from[1]);
  to_   = to[1];
  from_ = from[0];

  const std::array<std::uint64_t, 3> lengths{static_cast<std::uint64_t>(svl / 8),
                                             static_cast<std::uint64_t>(nsvl / 8), data_bytes};
  std::array<std::uint64_t, 4> hello{};
  send(lengths.data(), sizeof lengths);
  receive(hello.data(), sizeof hello);
  if (hello[2] != lengths[0] || hello[3] != lengths[1]) {
    throw std::runtime_error("QEMU without these vector lengths");
  }
  code_ = hello[0];
  data_ = hello[1];
}

qemu::~qemu() {
  ::close(to_);
  ::close(from_);
  ::waitpid(pid_, nullptr, 0);
}

void qemu::send(const void* from, std::size_t bytes) const {
  for (const char* at = static_cast<const char*>(from); bytes > 0;) {
    const auto n = ::write(to_, at, bytes);
    if (n <= 0) throw std::runtime_error("QEMU takes no more");
    at += n;
    bytes -= static_cast<std::size_t>(n);
  }
}
void qemu::receive(void* to, std::size_t bytes) const {
  for (char* at = static_cast<char*>(to); bytes > 0;) {
    const auto n = ::read(from_, at, bytes);
    if (n <= 0) throw std::runtime_error("QEMU says no more");
    at += n;
    bytes -= static_cast<std::size_t>(n);
  }
}

void qemu::transfer_vectors(golden::sme::state& s, bool to_qemu) const {
  const auto vl   = static_cast<std::size_t>(s.vl());
  const auto svlb = static_cast<std::size_t>(s.svlb());
  std::vector<std::uint8_t> bytes(32 * vl + 17 * vl / 8 + (s.za ? svlb * svlb : 0));
  if (!to_qemu) receive(bytes.data(), bytes.size());
  auto at         = bytes.begin();
  const auto part = [&](auto& reg, std::size_t n) {
    if (to_qemu) {
      std::copy_n(reg.begin(), n, at);
    } else {
      std::copy_n(at, n, reg.begin());
    }
    at += static_cast<std::ptrdiff_t>(n);
  };
  for (auto& z : s.z) part(z, vl);
  for (auto& p : s.p) part(p, vl / 8);
  part(s.ffr, vl / 8);
  for (std::size_t i = 0; s.za && i < svlb; ++i) part(s.rows[i], svlb);
  if (to_qemu) send(bytes.data(), bytes.size());
}

int qemu::execute(golden::sme::state& s, std::span<std::uint8_t> data,
                  std::span<const std::uint32_t> words) {
  registers r{.svcr   = s.svcr(),
              .fpcr   = s.fpcr,
              .fpsr   = s.fpsr,
              .nzcv   = std::uint64_t{s.nzcv} << 28,
              .signal = 0,
              .pc     = 0,
              .x      = {},
              .sp     = s.x[31],
              .tpidr2 = s.tpidr2};
  std::copy_n(s.x.begin(), 31, r.x);
  std::array<std::uint32_t, Words + 1> code;
  code.fill(Nop);
  std::copy(words.begin(), words.end(), code.begin());
  code[words.size()] = branch_behind(words.size());
  send(&r, sizeof r);
  send(code.data(), sizeof code);
  send(data.data(), data_bytes_);
  transfer_vectors(s, true);

  receive(&r, sizeof r);
  receive(data.data(), data_bytes_);
  s      = {.svl = svl_, .nsvl = nsvl_};
  s.sm   = (r.svcr & 1) != 0;
  s.za   = (r.svcr & 2) != 0;
  s.fpcr = static_cast<std::uint32_t>(r.fpcr);
  s.fpsr = static_cast<std::uint32_t>(r.fpsr);
  s.nzcv = static_cast<std::uint8_t>(r.nzcv >> 28);
  s.pc   = r.signal != 0 ? r.pc : code_ + 4 * words.size();
  std::copy_n(r.x, 31, s.x.begin());
  s.x[31]  = r.sp;
  s.tpidr2 = r.tpidr2;
  transfer_vectors(s, false);
  if (s.sm) s.ffr = {};
  return static_cast<int>(r.signal);
}

}  // namespace weft
