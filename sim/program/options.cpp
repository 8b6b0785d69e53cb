// SPDX-License-Identifier: Apache-2.0

#include "sim/program/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <concepts>
#include <deque>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "sim/file/input_error.hpp"
#include "sim/program/one_line.hpp"

namespace weft::sim {

struct option::record {
  CLI::Option* cli;
  std::string name;  ///< its name in messages and commands
  bool written = false, commas = false;
};

struct options::impl {
  CLI::App* app     = nullptr;
  const impl* above = nullptr;
  std::string question;
  std::deque<option::record> all;
  std::vector<std::string>* extras = nullptr;
  std::vector<std::unique_ptr<options>> subcommands;
  std::shared_ptr<void> owner;
  std::function<int()> call;

  /// The command's words on the command line.
  std::string words() const {
    return above == nullptr ? "weft" : above->words() + ' ' + app->get_name();
  }

  option record(CLI::Option* cli, const std::string& names) {
    return option(all.emplace_back(option::record{cli, names.substr(names.rfind(',') + 1)}));
  }

  /// Adds an option whose words are passed to `take`, each with the option's name.
  option add(const std::string& names, const char* type, bool several, const std::string& help,
             const std::string& otherwise, std::function<void(const CLI::results_t&)> take) {
    auto* cli = app->add_option(
        names,
        [take = std::move(take)](const CLI::results_t& words) {
          take(words);
          return true;
        },
        help);
    cli->type_name(type)->expected(several ? CLI::detail::expected_max_vector_size : 1);
    if (!otherwise.empty()) cli->default_str(otherwise);
    return record(cli, names);
  }

  /// The subcommand on the command line, if any.
  options* chosen() const {
    for (const auto& sub : subcommands) {
      if (sub->impl_->app->parsed()) return sub.get();
    }
    return nullptr;
  }
};

namespace {

std::string last_name(const std::string& names) { return names.substr(names.rfind(',') + 1); }

[[noreturn]] void refuse(const std::string& name, const std::string& word,
                         const std::string& takes) {
  throw input_error(fmt::format("{} {}: {}", name, shown(word), takes));
}

template <class Number>
std::string range_text(const between<Number>& range) {
  if (range.least == between<Number>{}.least && range.most == between<Number>{}.most &&
      std::is_floating_point_v<Number>) {
    return "a number";
  }
  return fmt::format("{} to {}", range.least, range.most);
}

template <class Number>
Number parse_number(const std::string& name, const std::string& word,
                    const between<Number>& range) {
  Number x{};
  const char *first = word.data(), *const last = first + word.size();
  std::from_chars_result end{};
  if constexpr (std::integral<Number>) {
    const bool hex = word.starts_with("0x");
    end            = std::from_chars(first + (hex ? 2 : 0), last, x, hex ? 16 : 10);
  } else {
    end = std::from_chars(first, last, x);
  }
  const bool any = std::is_floating_point_v<Number> && range_text(range) == "a number";
  const bool in  = any || (x >= range.least && x <= range.most);
  if (end.ec != std::errc{} || end.ptr != last || !in) refuse(name, word, range_text(range));
  return x;
}

std::string parse_text(const std::string& name, const std::string& word) {
  if (word.empty()) refuse(name, word, "is empty");
  return word;
}

std::string parse_choice(const std::string& name, const std::string& word,
                         const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), word) == words.end()) {
    refuse(name, word, listed(words));
  }
  return word;
}

/// The type's name in CLI11's help.
template <class Number>
constexpr const char* type_of() {
  return std::is_floating_point_v<Number> ? "FLOAT" : std::is_signed_v<Number> ? "INT" : "UINT";
}

}  // namespace

option& option::required() {
  record_.cli->required();
  return *this;
}

option& option::excludes(const std::string& other) {
  record_.cli->excludes(other);
  return *this;
}

option& option::repeated() {
  record_.cli->allow_extra_args(false);
  return *this;
}

option& option::commas() {
  record_.commas = true;
  return *this;
}

option& option::output() {
  record_.written = true;
  return *this;
}

option& option::describe(const std::string& what) {
  record_.cli->description(what);
  return *this;
}

options::options() : impl_(std::make_unique<impl>()) {}
options::~options() = default;

option options::flag(const std::string& names, bool& x, const std::string& help) {
  return impl_->record(impl_->app->add_flag(names, x, help), names);
}

option options::text(const std::string& names, std::string& x, const std::string& help) {
  return impl_->add(
      names, "TEXT", false, help, x,
      [&x, name = last_name(names)](const auto& words) { x = parse_text(name, words[0]); });
}

option options::choice(const std::string& names, std::string& x,
                       const std::vector<std::string>& words, const std::string& help) {
  return impl_->add(names, "TEXT", false, help.empty() ? listed(words) : help, x,
                    [&x, words, name = last_name(names)](const auto& given) {
                      x = parse_choice(name, given[0], words);
                    });
}

template <class Number>
option options::number(const std::string& names, Number& x,
                       std::type_identity_t<between<Number>> range, const std::string& help) {
  return impl_->add(names, type_of<Number>(), false, help, fmt::format("{}", x),
                    [&x, range, name = last_name(names)](const auto& words) {
                      x = parse_number(name, words[0], range);
                    });
}

template <class Number>
option options::number(const std::string& names, std::optional<Number>& x,
                       std::type_identity_t<between<Number>> range, const std::string& help) {
  return impl_->add(names, type_of<Number>(), false, help, "",
                    [&x, range, name = last_name(names)](const auto& words) {
                      x = parse_number(name, words[0], range);
                    });
}

#define WEFT_NUMBER(Number, Variable)                                             \
  template option options::number(const std::string&, Variable&, between<Number>, \
                                  const std::string&)
WEFT_NUMBER(int, int);
WEFT_NUMBER(unsigned, unsigned);
WEFT_NUMBER(std::uint64_t, std::uint64_t);
WEFT_NUMBER(float, float);
WEFT_NUMBER(double, double);
WEFT_NUMBER(int, std::optional<int>);
WEFT_NUMBER(unsigned, std::optional<unsigned>);
WEFT_NUMBER(std::uint64_t, std::optional<std::uint64_t>);
#undef WEFT_NUMBER

option options::list(const std::string& names, std::vector<std::string>& x,
                     const std::string& help) {
  // The option's record is the next one; a word is split here and not by CLI11, which leaves out
  // empty parts.
  return impl_->add(
      names, "TEXT", true, help, "",
      [&x, name = last_name(names), &all = impl_->all, at = impl_->all.size()](const auto& words) {
        x.clear();
        for (const auto& word : words) {
          const char* const between = all[at].commas ? "," : "";
          for (std::size_t from = 0, to = 0; to != word.npos; from = to + 1) {
            to = word.find_first_of(between, from);
            x.push_back(parse_text(name, word.substr(from, to - from)));
          }
        }
      });
}

option options::choices(const std::string& names, std::vector<std::string>& x,
                        const std::vector<std::string>& words, const std::string& help) {
  return impl_->add(names, "TEXT", true, help, "",
                    [&x, words, name = last_name(names)](const auto& given) {
                      x.clear();
                      for (const auto& word : given) x.push_back(parse_choice(name, word, words));
                    });
}

option options::numbers(const std::string& names, std::vector<unsigned>& x, between<unsigned> range,
                        const std::string& help) {
  std::string otherwise;
  for (const unsigned number : x) {
    otherwise += (otherwise.empty() ? "[" : ",") + std::to_string(number);
  }
  return impl_->add(names, "UINT", true, help, otherwise + (otherwise.empty() ? "" : "]"),
                    [&x, range, name = last_name(names)](const auto& words) {
                      x.clear();
                      for (const auto& word : words) x.push_back(parse_number(name, word, range));
                    });
}

void options::rest(std::vector<std::string>& words) {
  impl_->app->allow_extras();
  impl_->extras = &words;
}

void options::footer(const std::string& text) { impl_->app->footer(text); }

options& options::subcommand(const std::string& name, const std::string& what) {
  auto& sub        = *impl_->subcommands.emplace_back(std::make_unique<options>());
  sub.impl_->app   = impl_->app->add_subcommand(name, what);
  sub.impl_->above = impl_.get();
  impl_->app->require_subcommand(0, 1);
  return sub;
}

void options::asks(const std::string& what) { impl_->question = what; }
void options::runs(std::function<int()> call) { impl_->call = std::move(call); }
void options::keep(std::shared_ptr<void> owner) { impl_->owner = std::move(owner); }
bool options::given(const std::string& name) const { return impl_->app->count(name) > 0; }

std::string options::again(std::uint64_t seed) const {
  std::string command = impl_->words(), operands;
  for (const auto& [cli, name, written, commas] : impl_->all) {
    if (written || name == "--engine" || name == "--seed" || name == "--wave") continue;
    bool named = false;
    for (const auto& word : cli->results()) {
      if (cli->get_positional()) {
        operands += ' ' + shell_word(word);
      } else if (cli->get_items_expected_max() == 0) {
        if (word == "true") command += ' ' + name;
      } else {
        command += named ? "" : ' ' + name;
        command += ' ' + shell_word(word);
        named = cli->get_allow_extra_args();
      }
    }
  }
  if (impl_->extras != nullptr) {
    for (const auto& word : *impl_->extras) operands += ' ' + shell_word(word);
  }
  return fmt::format("seed {}; again with a waveform: {} --engine rtl --seed {} --wave weft.fst{}",
                     seed, command, seed, operands);
}

struct command_line::impl {
  CLI::App app;
  options commands;
  const options* chosen = nullptr;
};

command_line::command_line(const std::string& what, const std::string& version)
    : impl_(new impl{.app = CLI::App(what), .commands = {}}) {
  impl_->app.set_version_flag("--version", version);
  impl_->commands.impl_->app = &impl_->app;
  impl_->commands.asks("a command is required");
}

command_line::~command_line() = default;

options& command_line::add(const std::string& group, const std::string& name,
                           const std::string& what, const std::string& example) {
  auto& command = impl_->commands.subcommand(
      name, fmt::format("{}\n  weft {}{}{}", what, name, example.empty() ? "" : " ", example));
  command.impl_->app->group(group);
  command.asks("a subcommand is required");
  return command;
}

std::function<int()> command_line::read(int argc, const char* const* argv) {
  const auto names = [](const options::impl& of) {
    std::vector<std::string> all;
    for (const auto& sub : of.subcommands) all.push_back(sub->impl_->app->get_name());
    return all;
  };
  const auto commands = names(*impl_->commands.impl_);
  if (argc > 1 && argv[1][0] != '-' &&
      std::find(commands.begin(), commands.end(), argv[1]) == commands.end()) {
    throw input_error(fmt::format("{}: no such command; the commands are {}", shown(argv[1]),
                                  listed(commands, "and")));
  }
  try {
    impl_->app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    impl_->app.exit(e);
    return [] { return 0; };
  } catch (const CLI::ParseError& e) {
    throw input_error(e.what());
  }
  options* command = &impl_->commands;
  while (!command->impl_->subcommands.empty()) {
    options* const chosen = command->impl_->chosen();
    if (chosen == nullptr) {
      const auto& of  = *command->impl_;
      const auto name = of.above == nullptr ? "" : of.app->get_name() + ": ";
      throw input_error(fmt::format("{}{}: {}", name, of.question, listed(names(of))));
    }
    command = chosen;
  }
  impl_->chosen = command;
  auto& chosen  = *command->impl_;
  if (chosen.extras != nullptr) {
    for (const auto& word : chosen.app->remaining()) {
      if (word == "--") continue;
      if (word.starts_with("--")) throw input_error(word + ": no such option");
      chosen.extras->push_back(word);
    }
  }
  return chosen.call;
}

std::string command_line::again() const {
  if (impl_->chosen == nullptr) return "";
  const auto& all  = impl_->chosen->impl_->all;
  const auto value = [&](const std::string& name) -> std::optional<std::string> {
    const auto found = std::ranges::find(all, name, &option::record::name);
    if (found == all.end()) return {};
    return found->cli->count() > 0 ? found->cli->results().back() : found->cli->get_default_str();
  };
  const auto seed = value("--seed"), engine = value("--engine");
  const bool rtl = !engine || *engine == "rtl" || *engine == "all";
  if (!seed || !value("--wave") || !rtl) return "";
  return impl_->chosen->again(parse_number<std::uint64_t>("--seed", *seed, {}));
}

}  // namespace weft::sim
