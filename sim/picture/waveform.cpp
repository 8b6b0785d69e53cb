// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/waveform.hpp"

#include <gtkwave/fstapi.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <unordered_map>

namespace weft::sim {
namespace {

constexpr std::uint64_t PicosecondsPerCycle = 1000;  // as recorded by sim/harness/dut.hpp

struct series {
  wave_signal cycles;
  std::uint64_t value = 0;

  /// The value holds until this time; a change at a cycle's rising edge is part of the cycle.
  void extend(std::uint64_t time) {
    cycles.resize((time + PicosecondsPerCycle - 1) / PicosecondsPerCycle, value);
  }
};
using by_handle = std::unordered_map<fstHandle, series>;

void change(void* all, std::uint64_t time, fstHandle handle, const unsigned char* digits) {
  auto& s = static_cast<by_handle*>(all)->at(handle);
  s.extend(time);
  s.value = 0;
  for (; *digits != 0; ++digits) s.value = s.value << 1 | (*digits == '1');
}

using reader = std::unique_ptr<void, void (*)(void*)>;

reader open(const std::filesystem::path& file) {
  reader wave(fstReaderOpen(file.c_str()), fstReaderClose);
  if (!wave) throw std::runtime_error(file.string() + " is not a waveform");
  return wave;
}

/// Calls use(path, handle) for each signal, in order; the range stands behind a blank: "q [7:0]".
template <class Use>
void for_each_signal(const reader& wave, Use use) {
  fstReaderResetScope(wave.get());
  while (const fstHier* h = fstReaderIterateHier(wave.get())) {
    if (h->htyp == FST_HT_SCOPE) fstReaderPushScope(wave.get(), h->u.scope.name, nullptr);
    if (h->htyp == FST_HT_UPSCOPE) fstReaderPopScope(wave.get());
    if (h->htyp != FST_HT_VAR) continue;
    use(std::string(fstReaderGetCurrentFlatScope(wave.get())) + '.' + h->u.var.name,
        h->u.var.handle);
  }
}

std::unordered_map<std::string, fstHandle> signals_of(const reader& wave) {
  std::unordered_map<std::string, fstHandle> handles;
  for_each_signal(wave, [&](std::string path, fstHandle handle) {
    path.resize(std::min(path.size(), path.rfind(' ')));
    handles[path] = handle;
  });
  return handles;
}

}  // namespace

std::vector<std::string> signals_in(const std::filesystem::path& file) {
  std::vector<std::string> paths;
  for_each_signal(open(file), [&](std::string path, fstHandle) {
    std::erase(path, ' ');
    paths.push_back(std::move(path));
  });
  return paths;
}

bool waveform_has(const std::filesystem::path& file, const std::string& name) {
  return signals_of(open(file)).contains(name);
}

std::map<std::string, wave_signal> read_waveform(const std::filesystem::path& file,
                                                 const std::vector<std::string>& names) {
  const auto wave    = open(file);
  const auto handles = signals_of(wave);

  by_handle all;
  fstReaderClrFacProcessMaskAll(wave.get());
  for (const auto& name : names) {
    const auto found = handles.find(name);
    if (found == handles.end()) throw std::runtime_error(file.string() + " has no signal " + name);
    all[found->second];
    fstReaderSetFacProcessMask(wave.get(), found->second);
  }
  fstReaderIterBlocks(wave.get(), change, &all, nullptr);

  std::map<std::string, wave_signal> out;
  for (const auto& name : names) {
    auto& s = all.at(handles.at(name));
    s.extend(fstReaderGetEndTime(wave.get()));
    out[name] = s.cycles;
  }
  return out;
}

}  // namespace weft::sim
