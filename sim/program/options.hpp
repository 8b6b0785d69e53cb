// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

/// The command line: commands, what they take, what they do. CLI11 is behind options.cpp alone.
namespace weft::sim {

/// The numbers that an option takes, both ends among them. Floating point without ends takes
/// infinities and NaN too.
template <class Number>
struct between {
  Number least = std::numeric_limits<Number>::lowest(), most = std::numeric_limits<Number>::max();
};

/// An option of a command, to say more about it.
class option {
 public:
  struct record;
  explicit option(record& of) : record_(of) {}

  option& required();
  option& excludes(const std::string& other);

  /// Each value of a list has the option's name before it.
  option& repeated();

  /// Values of a list may have commas between them.
  option& commas();

  /// A file that the command writes, which again() leaves out.
  option& output();

  /// What help says.
  option& describe(const std::string& what);

 private:
  record& record_;
};

/// What one command, or one of its subcommands, takes and does.
///
/// Names are "--seed", "-o,--output" or, of a positional argument, "FILE". A variable has the
/// option's default, which help shows, and its value once the command line is read. A value that is
/// empty, no number, outside its range or none of the choices is an input_error that names option,
/// value and range.
class options {
 public:
  options();
  ~options();
  options(const options&)            = delete;
  options& operator=(const options&) = delete;

  option flag(const std::string& names, bool& x, const std::string& help);
  option text(const std::string& names, std::string& x, const std::string& help);

  /// One of the words; the words are the help if there is no other.
  option choice(const std::string& names, std::string& x, const std::vector<std::string>& words,
                const std::string& help = "");

  /// Decimal, or hexadecimal behind 0x. Number is int, unsigned, std::uint64_t, float or double.
  template <class Number>
  option number(const std::string& names, Number& x, std::type_identity_t<between<Number>> range,
                const std::string& help);

  /// The same without a default. Number is int, unsigned or std::uint64_t.
  template <class Number>
  option number(const std::string& names, std::optional<Number>& x,
                std::type_identity_t<between<Number>> range, const std::string& help);

  option list(const std::string& names, std::vector<std::string>& x, const std::string& help);
  option choices(const std::string& names, std::vector<std::string>& x,
                 const std::vector<std::string>& words, const std::string& help);
  option numbers(const std::string& names, std::vector<unsigned>& x, between<unsigned> range,
                 const std::string& help);

  /// All words that are no option: -inf may be one, --inf is refused.
  void rest(std::vector<std::string>& words);

  /// Below the options in help.
  void footer(const std::string& text);

  /// A subcommand. A command that has one has to be given one.
  options& subcommand(const std::string& name, const std::string& what);

  /// What is said where no subcommand is given, before their names.
  void asks(const std::string& what);

  /// What the command does; its result is the exit code.
  void runs(std::function<int()> call);

  /// Keeps what the variables are in.
  void keep(std::shared_ptr<void> owner);

  /// Whether an option was given.
  bool given(const std::string& name) const;

  /// "seed 7; again with a waveform: weft ...": the command as it was given, but on the RTL, with
  /// this seed and without the files that it writes.
  std::string again(std::uint64_t seed) const;

 private:
  friend class command_line;
  struct impl;
  std::unique_ptr<impl> impl_;
};

/// A command whose class has add_to(options&) and, unless it has subcommands, run().
template <class Command>
void add(options& o) {
  auto command = std::make_shared<Command>();
  command->add_to(o);
  o.keep(command);
  if constexpr (requires { command->run(); }) {
    o.runs([c = command.get()] { return c->run(); });
  }
}

/// All commands of the program.
class command_line {
 public:
  command_line(const std::string& what, const std::string& version);
  ~command_line();

  /// A command under the heading of its group, with the arguments of an example.
  options& add(const std::string& group, const std::string& name, const std::string& what,
               const std::string& example);

  /// Reads the words behind the program's name. Returns what is to be done; help is printed and
  /// leaves nothing to do. Throws input_error.
  std::function<int()> read(int argc, const char* const* argv);

 private:
  struct impl;
  std::unique_ptr<impl> impl_;
};

}  // namespace weft::sim
