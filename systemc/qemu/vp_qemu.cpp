// SPDX-License-Identifier: Apache-2.0
//
// The engine in SystemC as a device of a stock qemu-system-riscv64: this starts QEMU with a program
// and is the engine beside it.
//
//     vp_qemu PROGRAM.elf
//
// QEMU's machine is virt. Its RAM is a file that both map, so the engine's DMA is plain memory. The
// register page is the memory of an ivshmem-plain device, which this places at 0x40000000 before
// the program starts: loads read what this has published there, and vp_qemu_plugin.c tells of
// stores. Interrupts go to the PLIC, source 50, through QEMU's qtest socket. The engine is that of
// `weft vp run` without options, and its time runs as fast as the host allows, not with QEMU's.
//
// Ends with QEMU's exit code; 1 if the coupling fails, 2 if it is no program.

#include <elf.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <systemc>
#include <vector>

#include "systemc/engine.hpp"
#include "systemc/payload.hpp"

namespace {

using nlohmann::json;
using sc_core::sc_time;
using weft::golden::engine_map::PageBytes;

constexpr std::uint64_t Ram = 0x8000'0000, RamBytes = 64 << 20, Page = 0x4000'0000;
constexpr std::uint64_t PciConfig = 0x3000'0000 + (1 << 15);  // of device 1 on bus 0
constexpr unsigned Source         = 50;
const sc_time Clock(10, sc_core::SC_NS), Latency = 100 * Clock;

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error(what); }

/// A file of zeros that QEMU maps, too.
unsigned char* shared_file(const std::string& path, std::uint64_t bytes) {
  std::ofstream(path).put(0);
  std::filesystem::resize_file(path, bytes);
  const int fd = open(path.c_str(), O_RDWR);
  void* at     = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (fd < 0 || at == MAP_FAILED) fail(path + ": cannot be mapped");
  close(fd);
  return static_cast<unsigned char*>(at);
}

/// A socket of Unix that QEMU connects to.
class link_to_qemu {
 public:
  explicit link_to_qemu(const std::string& path) : path_(path) {
    sockaddr_un a{};
    a.sun_family = AF_UNIX;
    path.copy(a.sun_path, sizeof a.sun_path - 1);
    listener_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listener_, reinterpret_cast<sockaddr*>(&a), sizeof a) != 0 ||
        listen(listener_, 1) != 0) {
      fail(path + ": cannot be listened at");
    }
  }
  void accept(pid_t qemu) {
    pollfd p{.fd = listener_, .events = POLLIN, .revents = 0};
    for (unsigned tries = 0; poll(&p, 1, 100) != 1;) {
      if (waitpid(qemu, nullptr, WNOHANG) == qemu) fail("QEMU has ended before the program began");
      if (++tries == 300) fail(path_ + ": QEMU does not connect");
    }
    fd_ = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  }
  int fd() const { return fd_; }

  void send(const std::string& line) {
    if (write(fd_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
      fail(path_ + ": QEMU is gone");
    }
  }
  std::string receive() {
    for (;;) {
      if (const auto end = text_.find('\n'); end != std::string::npos) {
        const auto line = text_.substr(0, end);
        text_.erase(0, end + 1);
        return line;
      }
      char some[4096];
      const auto n = read(fd_, some, sizeof some);
      if (n <= 0) fail(path_ + ": QEMU is gone");
      text_.append(some, static_cast<std::size_t>(n));
    }
  }

 private:
  std::string path_, text_;
  int listener_ = -1, fd_ = -1;
};

/// A command of QEMU's monitor, and what it returns.
json monitor(link_to_qemu& qmp, const std::string& command,
             const json& arguments = json::object()) {
  qmp.send(json{{"execute", command}, {"arguments", arguments}}.dump() + "\n");
  for (;;) {
    const auto answer = json::parse(qmp.receive());
    if (answer.contains("return")) return answer["return"];
    if (answer.contains("error")) fail(command + ": " + answer["error"].dump());
  }
}

/// A command of QEMU's qtest protocol, which answers OK.
void qtest(link_to_qemu& to, const std::string& command) {
  to.send(command + "\n");
  for (;;) {
    const auto line = to.receive();
    if (line.starts_with("OK")) return;
    if (!line.starts_with("IRQ")) fail(command + ": " + line);
  }
}

/// The guest's RAM on the engine's bus.
struct guest_ram : sc_core::sc_module {
  tlm_utils::simple_target_socket<guest_ram> socket{"socket"};

  guest_ram(const sc_core::sc_module_name& name, unsigned char* bytes)
      : sc_module(name), bytes_(bytes) {
    socket.register_b_transport(this, &guest_ram::b_transport);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& t, sc_time& delay) {
    delay += Latency;
    const std::uint64_t at = t.get_address() - Ram, n = t.get_data_length();
    if (at > RamBytes || n > RamBytes - at || t.get_byte_enable_ptr() != nullptr) {
      return t.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    }
    if (t.is_read()) std::memcpy(t.get_data_ptr(), bytes_ + at, n);
    if (t.is_write()) std::memcpy(bytes_ + at, t.get_data_ptr(), n);
    t.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  unsigned char* bytes_;
};

/// The guest at the engine's registers: its stores, the page that it loads from, its interrupt.
class guest : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<guest> bus{"bus"};
  sc_core::sc_in<bool> irq{"irq"};

  SC_HAS_PROCESS(guest);
  guest(const sc_core::sc_module_name& name, unsigned char* page, link_to_qemu& to,
        std::string line)
      : sc_module(name), page_(page), qtest_(to), line_(std::move(line)) {
    SC_THREAD(store);
    SC_METHOD(interrupt);
    sensitive << irq;
    dont_initialize();
  }

  /// A store that is in the page; has had its effect on return.
  void take(std::uint32_t offset, std::uint32_t bytes) {
    offset_ = offset;
    bytes_  = bytes;
    stores_ = true;
    asked_.notify(sc_core::SC_ZERO_TIME);
    while (stores_) sc_core::sc_start(Clock);
    sc_core::sc_start(4 * Clock);  // a line that falls, too
    for (auto w = offset / 4; w <= (offset + bytes - 1) / 4; ++w) published_[w] = ~published_[w];
    publish();
  }

  /// Puts the registers that have changed into the page.
  void publish() {
    std::uint32_t now[PageBytes / 4]{};
    tlm::tlm_generic_payload t;
    weft::systemc::fill(t, tlm::TLM_READ_COMMAND, 0, now, sizeof now);
    bus->transport_dbg(t);
    for (unsigned i = 0; i < PageBytes / 4; ++i) {
      if (now[i] == published_[i]) continue;
      __atomic_store_n(reinterpret_cast<std::uint32_t*>(page_) + i, now[i], __ATOMIC_RELEASE);
      published_[i] = now[i];
    }
  }

 private:
  void store() {
    for (;;) {
      wait(asked_);
      std::uint64_t data = 0;
      std::memcpy(&data, page_ + offset_, bytes_);
      tlm::tlm_generic_payload t;
      sc_time delay;
      weft::systemc::fill(t, tlm::TLM_WRITE_COMMAND, offset_, &data, bytes_);
      bus->b_transport(t, delay);
      wait(delay);
      stores_ = false;
    }
  }
  void interrupt() {
    publish();  // what the handler reads
    qtest(qtest_, line_ + (irq.read() ? " 1" : " 0"));
  }

  unsigned char* page_;
  link_to_qemu& qtest_;
  std::string line_;
  std::uint32_t published_[PageBytes / 4]{};
  std::uint32_t offset_ = 0, bytes_ = 0;
  bool stores_ = false;
  sc_core::sc_event asked_{"asked"};
};

/// The engine of `weft vp run`.
weft::systemc::engine_config engine_config() {
  weft::systemc::engine_config c{.engine = {}, .clock_period = Clock};
  auto& core      = c.engine.core;
  core.array.type = weft::golden::tensor::Int8;
  core.array.rows = 16;
  core.array.cols = 16;
  core.array.epilogue = true;
  core.conv = core.copy   = true;
  core.array.partial_rows = core.block_m;
  core.bus.bytes          = 16;
  core.bus.burst_bytes    = 256;
  core.bus.in_flight      = 16;
  core.bus.beats          = 128;
  return c;
}

/// QEMU would take any other file as an image of memory.
bool is_program(const std::string& path) {
  Elf64_Ehdr header{};
  std::ifstream(path, std::ios::binary).read(reinterpret_cast<char*>(&header), sizeof header);
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_machine == EM_RISCV &&
         header.e_ident[EI_CLASS] == ELFCLASS64;
}

pid_t start_qemu(const std::string& folder, const std::string& program) {
  const auto file = [&](const char* id, const std::string& bytes) {
    return std::string("memory-backend-file,share=on,id=") + id + ",size=" + bytes +
           ",mem-path=" + folder + "/" + id;
  };
  std::vector<std::string> words{WEFT_QEMU_RISCV64,
                                 "-machine",
                                 "virt,memory-backend=ram",
                                 "-object",
                                 file("ram", "64M"),
                                 "-m",
                                 "64M",
                                 "-object",
                                 file("page", std::to_string(PageBytes)),
                                 "-device",
                                 "ivshmem-plain,memdev=page,addr=1",
                                 "-accel",
                                 "tcg",
                                 "-icount",
                                 "shift=0",
                                 "-plugin",
                                 WEFT_QEMU_PLUGIN ",base=" + std::to_string(Page) + ",bytes=" +
                                     std::to_string(PageBytes) + ",socket=" + folder + "/stores",
                                 "-qmp",
                                 "unix:" + folder + "/qmp",
                                 "-qtest",
                                 "unix:" + folder + "/qtest",
                                 "-qtest-log",
                                 "none",
                                 "-display",
                                 "none",
                                 "-monitor",
                                 "none",
                                 "-serial",
                                 "stdio",
                                 "-bios",
                                 "none",
                                 "-kernel",
                                 program,
                                 "-S"};
  const pid_t child = fork();
  if (child == 0) {
    std::vector<char*> argv;
    for (auto& w : words) argv.push_back(w.data());
    argv.push_back(nullptr);
    if (std::freopen("/dev/null", "r", stdin) != nullptr) execv(argv[0], argv.data());
    _exit(1);
  }
  if (child < 0) fail("fork: no more processes");
  return child;
}

/// QEMU, which ends with this.
class qemu {
 public:
  qemu(const std::string& folder, const std::string& program)
      : child_(start_qemu(folder, program)) {}
  qemu(const qemu&)            = delete;
  qemu& operator=(const qemu&) = delete;
  ~qemu() {
    if (child_ > 0 && waitpid(child_, nullptr, WNOHANG) == 0) kill(child_, SIGKILL);
  }
  pid_t pid() const { return child_; }

  /// Its exit code, when it has ended.
  int wait() {
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  }

 private:
  pid_t child_;
};

/// The engine beside QEMU, until it ends. Returns its exit code.
int run(const std::string& folder, const std::string& program) {
  unsigned char* ram  = shared_file(folder + "/ram", RamBytes);
  unsigned char* page = shared_file(folder + "/page", PageBytes);
  link_to_qemu qmp(folder + "/qmp"), to_qtest(folder + "/qtest"), stores(folder + "/stores");
  qemu child(folder, program);
  for (auto* link : {&qmp, &to_qtest, &stores}) link->accept(child.pid());

  // The PLIC, whose place among the machine's nameless devices is not fixed.
  qmp.receive();
  monitor(qmp, "qmp_capabilities");
  std::string plic;
  for (const auto& o : monitor(qmp, "qom-list", {{"path", "/machine/unattached"}})) {
    if (o["type"] == "child<riscv.sifive.plic>") plic = o["name"];
  }
  if (plic.empty()) fail("QEMU has no PLIC");

  weft::systemc::engine engine("engine", engine_config());
  guest_ram memory("memory", ram);
  guest cpu(
      "cpu", page, to_qtest,
      "set_irq_in /machine/unattached/" + plic + " unnamed-gpio-in " + std::to_string(Source));
  sc_core::sc_signal<bool> irq("irq");
  cpu.bus.bind(engine.csr);
  engine.dma.bind(memory.socket);
  engine.irq(irq);
  cpu.irq(irq);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  cpu.publish();

  // BAR 0, which nobody uses, BAR 2, and the command register: memory on.
  const auto set = [&](std::uint64_t offset, std::uint64_t value) {
    qtest(to_qtest, "writel " + std::to_string(PciConfig + offset) + " " + std::to_string(value));
  };
  set(0x10, Page + 0x10'0000);
  set(0x18, Page);
  set(0x1c, 0);
  set(0x04, 2);
  monitor(qmp, "cont");

  for (;;) {
    const bool busy = sc_core::sc_pending_activity();
    pollfd p{.fd = stores.fd(), .events = POLLIN, .revents = 0};
    if (poll(&p, 1, busy ? 0 : -1) > 0) {
      std::uint32_t store[2];
      if (read(stores.fd(), store, sizeof store) != sizeof store) break;
      cpu.take(store[0], store[1]);
      if (write(stores.fd(), "", 1) != 1) break;
    } else if (busy) {
      sc_core::sc_start(100 * Clock);
      cpu.publish();
    }
  }
  return child.wait();
}

}  // namespace

int sc_main(int argc, char** argv) {
  if (argc != 2 || !is_program(argv[1])) {
    std::cerr << "vp_qemu: " << (argc == 2 ? argv[1] : "PROGRAM.elf")
              << ": no executable for 64-bit RISC-V in ELF\n";
    return 2;
  }
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_NO_SC_START_ACTIVITY_,
                                          sc_core::SC_DO_NOTHING);
  signal(SIGPIPE, SIG_IGN);
  auto folder = (std::filesystem::temp_directory_path() / "weft-qemu-XXXXXX").string();
  int code    = 1;
  if (mkdtemp(folder.data()) == nullptr) {
    std::cerr << "vp_qemu: " << folder << ": cannot be made\n";
    return 1;
  }
  try {
    code = run(folder, argv[1]);
  } catch (const std::exception& e) {
    std::cerr << "vp_qemu: " << e.what() << '\n';
  }
  std::filesystem::remove_all(folder);
  return code;
}
