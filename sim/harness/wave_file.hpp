// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated_fst_c.h>

#include <cstdint>
#include <string>

#include "sim/file/unfinished_file.hpp"

namespace weft::sim {

/// A waveform in FST, of a module whose trace() has been called with `fst`.
///
/// The file is complete or absent. A signal that ends the process removes it; a full disk ends the
/// process with one line and exit code 2, because the FST library does not report failed writes.
class wave_file {
 public:
  /// Opens the file; `trace` connects the module with the writer. Throws input_error if the file
  /// cannot be opened.
  template <class Trace>
  wave_file(const std::string& path, Trace trace)
      : path_(path), unfinished_(path, true), hierarchy_(path + ".hier") {
    trace(&fst_);
    open();
  }
  ~wave_file();
  wave_file(const wave_file&)            = delete;
  wave_file& operator=(const wave_file&) = delete;

  void dump(std::uint64_t time) { fst_.dump(time); }

 private:
  void open();

  std::string path_;
  unfinished_file unfinished_, hierarchy_;  // the FST library's hierarchy file exists until close
  VerilatedFstC fst_;
};

}  // namespace weft::sim
