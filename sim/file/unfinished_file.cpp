// SPDX-License-Identifier: Apache-2.0

#include "sim/file/unfinished_file.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <mutex>

#include "sim/file/input_error.hpp"

namespace weft::sim {

/// A name that a signal handler can read. A place is never freed, but reused.
struct unfinished_file::place {
  enum state_e { Free, Filling, Written, Mapped };

  static std::atomic<place*> first;

  std::atomic<int> state = Filling;
  pid_t owner            = 0;  // a forked child removes only its own files
  char path[PATH_MAX]    = {};
  place* next            = nullptr;
};

std::atomic<unfinished_file::place*> unfinished_file::place::first = nullptr;

static_assert(std::atomic<int>::is_always_lock_free && std::atomic<void*>::is_always_lock_free);

namespace {

void say(const char* text) { [[maybe_unused]] const auto n = ::write(2, text, std::strlen(text)); }

}  // namespace

void unfinished_file::remove_all() {
  for (place* p = place::first; p != nullptr; p = p->next) {
    if (p->state >= place::Written && p->owner == ::getpid()) ::unlink(p->path);
  }
}

// The default action ends the process only when the files are gone: a second signal may reach
// another thread meanwhile.
void unfinished_file::end(int signal) {
  remove_all();
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  ::sigaction(signal, &action, nullptr);
  ::raise(signal);
}

void unfinished_file::full(int signal) {
  const char* name = nullptr;
  for (place* p = place::first; p != nullptr; p = p->next) {
    if (p->state == place::Mapped && name == nullptr) name = p->path;
  }
  remove_all();
  if (name == nullptr) {
    end(signal);
    return;
  }
  say("weft: ");
  say(name);
  say(": cannot be written: no space left\n");
  ::_exit(2);
}

void unfinished_file::watch() {
  const auto set = [](int signal, void (*handler)(int)) {
    struct sigaction before {};
    if (::sigaction(signal, nullptr, &before) != 0) return;
    if ((before.sa_flags & SA_SIGINFO) != 0 || before.sa_handler != SIG_DFL) return;
    struct sigaction action {};
    action.sa_handler = handler;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  };
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) set(signal, end);
  set(SIGBUS, full);
  set(SIGXFSZ, SIG_IGN);
}

unfinished_file::unfinished_file(const std::filesystem::path& path, bool mapped) {
  static std::once_flag once;
  std::call_once(once, watch);
  const auto& name = path.native();
  if (name.size() >= PATH_MAX) throw input_error(name + ": " + std::strerror(ENAMETOOLONG));

  place_ = place::first;
  for (int expected; place_ != nullptr; place_ = place_->next) {
    expected = place::Free;
    if (place_->state.compare_exchange_strong(expected, place::Filling)) break;
  }
  if (place_ == nullptr) {
    place_       = new place;
    place_->next = place::first;
    while (!place::first.compare_exchange_weak(place_->next, place_)) {
    }
  }
  place_->owner = ::getpid();
  std::strcpy(place_->path, name.c_str());
  place_->state = mapped ? place::Mapped : place::Written;
}

unfinished_file::~unfinished_file() { place_->state = place::Free; }

}  // namespace weft::sim
