// SPDX-License-Identifier: Apache-2.0

#include "sim/program/vp/in_child.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <stdexcept>

namespace weft::sim {

std::string in_child(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("pipe: no more of them");
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork: no more processes");
  if (child == 0) {
    bool right = false;
    try {
      const std::string all = work();
      right = write(ends[1], all.data(), all.size()) == static_cast<ssize_t>(all.size());
    } catch (const std::exception& e) {
      std::fprintf(stderr, "weft: %s\n", e.what());
    }
    _exit(right ? 0 : 1);
  }
  close(ends[1]);
  std::string all;
  char some[4096];
  for (ssize_t n; (n = read(ends[0], some, sizeof some)) > 0;) {
    all.append(some, static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) throw std::runtime_error("a child process has failed");
  return all;
}

}  // namespace weft::sim
