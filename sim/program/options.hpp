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

/// The command line: commands, their options and actions. Only options.cpp uses CLI11.
namespace weft::sim {

/// The range of an option's numbers, both ends included. A floating-point option without a range
/// accepts infinities and NaN too.
template <class Number>
struct between {
  Number least = std::numeric_limits<Number>::lowest(), most = std::numeric_limits<Number>::max();
};

/// A handle on an option of a command, to set its properties.
class option {
 public:
  struct record;
  explicit option(record& of) : record_(of) {}

  option& required();
  option& excludes(const std::string& other);

  /// Makes a list in which the option's name precedes each value.
  option& repeated();

  /// Allows commas between the values of a list.
  option& commas();

  /// Marks a file that the command writes, which again() leaves out.
  option& output();

  /// Sets the text of the help.
  option& describe(const std::string& what);

 private:
  record& record_;
};

/// The options and the action of one command or subcommand.
///
/// Names are "--seed", "-o,--output" or, of a positional argument, "FILE". A variable has the
/// option's default, which help shows, and its value once the command line is read. A value that is
/// empty, not a number, outside its range or not one of the choices is an input_error that names
/// option, value and range.
class options {
 public:
  options();
  ~options();
  options(const options&)            = delete;
  options& operator=(const options&) = delete;

  option flag(const std::string& names, bool& x, const std::string& help);
  option text(const std::string& names, std::string& x, const std::string& help);

  /// Adds an option that takes one of `words`; the words are its help unless another is given.
  option choice(const std::string& names, std::string& x, const std::vector<std::string>& words,
                const std::string& help = "");

  /// Adds a number, decimal or hexadecimal with 0x. Number is int, unsigned, std::uint64_t, float
  /// or double.
  template <class Number>
  option number(const std::string& names, Number& x, std::type_identity_t<between<Number>> range,
                const std::string& help);

  /// Adds a number without a default. Number is int, unsigned or std::uint64_t.
  template <class Number>
  option number(const std::string& names, std::optional<Number>& x,
                std::type_identity_t<between<Number>> range, const std::string& help);

  option list(const std::string& names, std::vector<std::string>& x, const std::string& help);
  option choices(const std::string& names, std::vector<std::string>& x,
                 const std::vector<std::string>& words, const std::string& help);
  option numbers(const std::string& names, std::vector<unsigned>& x, between<unsigned> range,
                 const std::string& help);

  /// Takes all words that are not options: -inf may be one, --inf is refused.
  void rest(std::vector<std::string>& words);

  /// Sets the text below the options in the help.
  void footer(const std::string& text);

  /// Adds a subcommand. A command with subcommands requires one of them.
  options& subcommand(const std::string& name, const std::string& what);

  /// Sets the start of the message for a missing subcommand, before the names.
  void asks(const std::string& what);

  /// Sets the command's action; its result is the exit code.
  void runs(std::function<int()> call);

  /// Keeps the owner of the variables alive.
  void keep(std::shared_ptr<void> owner);

  /// Whether an option was given.
  bool given(const std::string& name) const;

  /// The text "seed 7; again with a waveform: weft ...": the command as given, but on the RTL, with
  /// this seed, and without the files that it writes.
  std::string again(std::uint64_t seed) const;

 private:
  friend class command_line;
  struct impl;
  std::unique_ptr<impl> impl_;
};

/// Adds a command whose class has add_to(options&) and, unless it has subcommands, run().
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

  /// Adds a command under the heading of its group, with the arguments of an example.
  options& add(const std::string& group, const std::string& name, const std::string& what,
               const std::string& example);

  /// Parses the words after the program's name. Returns the action; after printing help, it is
  /// empty. Throws input_error.
  std::function<int()> read(int argc, const char* const* argv);

  /// The text of options::again() for the command that was read, with the seed that it has: how a
  /// simulation that failed is repeated. Empty if the command does not run RTL with a waveform.
  std::string again() const;

 private:
  struct impl;
  std::unique_ptr<impl> impl_;
};

}  // namespace weft::sim
