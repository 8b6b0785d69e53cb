// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/engine_library.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "sim/file/input_error.hpp"

namespace weft::sim {
namespace {

namespace fs = std::filesystem;

std::string library_of(const char* block, const char* name) {
  return std::string("weft_") + block + "_" + name;
}

/// The folder of the running program.
fs::path program_folder() {
  std::error_code failed;
  return fs::read_symlink("/proc/self/exe", failed).parent_path();
}

/// The path of a library, or an empty path if it does not exist.
fs::path find(const std::string& library) {
  std::vector<fs::path> folders;
  if (const char* given = std::getenv("WEFT_ENGINES")) folders.emplace_back(given);
  folders.push_back(program_folder() / "engines");
  folders.push_back(program_folder().parent_path() / "lib/weft");
  for (const auto& folder : folders) {
    std::error_code failed;
    if (auto file = folder / ("lib" + library + ".so"); fs::exists(file, failed)) return file;
  }
  return {};
}

}  // namespace

bool engine_is_built(const char* block, const char* name) {
  return !find(library_of(block, name)).empty();
}

void load_engine(const char* block, const char* name, void* unit) {
  const std::string library = library_of(block, name);
  const fs::path file       = find(library);
  if (file.empty()) {
    throw input_error("the RTL " + library + " is not built: cmake --build " +
                      program_folder().string() + " --target " + library);
  }
  void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw input_error(dlerror());
  void* const entry = dlsym(handle, "weft_engine");
  if (entry == nullptr) throw input_error(file.string() + ": no engine of Weft");
  reinterpret_cast<void (*)(void*)>(entry)(unit);
}

}  // namespace weft::sim
