#include "cli/line/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>
#include <type_traits>

#include "cli/line/defaults.h"
#include "cli/line/refused_value.h"
#include "cli/print/console.h"
#include "core/base/characters.h"
#include "core/base/decimals.h"
#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// Runs before CLI11 reads a value: the function returns what is wrong with it, or nothing.
template <class Objection>
CLI::Validator validator(const CLI::Option& option, const char* type, Objection objection) {
  const auto check = [&option, objection = std::move(objection)](std::string& text) {
    if (Message complaint = objection(text); !complaint.empty()) {
      throw RefusedValue(option.get_name(), std::move(complaint));
    }
    return std::string();
  };
  return {check, type};
}

Message expected(const Message& what, std::string_view text) {
  return message("expected {0}, not '{1}'", what, printable(text));
}

/// A number as CLI11 reads it correctly; nothing if the text is none of this type.
template <class Number>
std::optional<std::string> plain_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto number = parse_number<Number>(text);
  if (!number) return std::nullopt;
  if constexpr (std::is_floating_point_v<Number>) {
    return std::isfinite(*number) ? std::optional(std::string(text)) : std::nullopt;
  } else {
    return std::to_string(*number);
  }
}

template <class Number>
Message kind_of_number() {
  if (std::is_floating_point_v<Number>) return message("a number");
  return std::is_unsigned_v<Number> ? message("a whole number, 0 or more")
                                    : message("a whole number");
}

/// The widest type of a kind, so that reading a narrower one can report its bounds.
template <class Number>
using Widest =
    std::conditional_t<std::is_floating_point_v<Number>, double,
                       std::conditional_t<std::is_unsigned_v<Number>, std::uint64_t, std::int64_t>>;

/// CLI11 takes -1 for 2^64 - 1 where no number below 0 can be meant, 010 for 8, and 1e999 for a
/// number; so what is written is looked at first.
template <class Number>
void require_number(CLI::Option& option) {
  const auto rewrite = [](std::string& text) {
    const auto plain = plain_number<Widest<Number>>(text);
    if (!plain) return expected(kind_of_number<Number>(), text);
    text = *plain;
    return Message();
  };
  option.transform(validator(option, "", rewrite));
}

template <class Value>
struct Content {
  using Type = Value;
};
template <class Value>
struct Content<std::optional<Value>> {
  using Type = Value;
};
template <class Value>
struct Content<std::vector<Value>> {
  using Type = Value;
};

std::optional<double> number_in(const std::string& text) {
  double number = 0;
  if (!CLI::detail::lexical_cast(text, number)) return std::nullopt;
  return number;
}

/// Databases keep signed numbers: a larger count would become a negative one. Seeds are 64 bits of
/// any kind.
template <class Number>
void require_stored_number(CLI::Option& option, const std::string& names) {
  if constexpr (std::is_same_v<Number, std::uint64_t>) {
    if (names.find("--seed") != names.npos) return;
    const auto check = [](const std::string& text) {
      if (plain_number<std::int64_t>(text)) return Message();
      return expected(message("a whole number, at most 9223372036854775807"), text);
    };
    option.check(validator(option, "", check));
  }
}

/// `type` is how the help names such a number.
template <class Accepts>
void require_fitting(CLI::Option& option, const Message& what, const char* type, Accepts accepts) {
  const auto check = [=](const std::string& text) {
    const auto number = number_in(text);
    return number && accepts(*number) ? Message() : expected(what, text);
  };
  option.check(validator(option, type, check));
}

}  // namespace

Message empty_name_message() { return message("the name is empty"); }

Option* Option::required(bool is_required) {
  option_.required(is_required);
  return this;
}

Option* Option::one_of(std::vector<std::string> words) {
  const std::string type = "{" + join(words, ",") + "}";
  const auto check = [words = std::move(words)](std::string& text) {
    const auto known = std::find_if(words.begin(), words.end(), [&](const std::string& word) {
      return equal_ignoring_case(word, text);
    });
    if (known != words.end()) {
      text = *known;
      return Message();
    }
    NearestName nearest(text);
    for (const std::string& word : words) nearest.look_at(word);
    return joined(expected(any_of({words.begin(), words.end()}), text),
                  nearest.is_near() ? known_names(nearest) : Message());
  };
  option_.transform(validator(option_, type.c_str(), check));
  return this;
}

Option* Option::any_case() {
  option_.transform(validator(option_, "", [](std::string& text) {
    text = lower_case(text);
    return Message();
  }));
  return this;
}

Option* Option::path(const std::string& metavariable) {
  return check([](const std::string& name) {
           return name.empty() ? empty_name_message() : Message();
         })
      ->type_name(metavariable);
}

Option* Option::range(std::int64_t least, std::int64_t most) {
  const Message what = message("a whole number from {0} to {1}", least, most);
  return check([=](const std::string& text) {
    const auto number = parse_number<std::int64_t>(text);
    return number && *number >= least && *number <= most ? Message() : expected(what, text);
  });
}

Option* Option::within(double least, double most) {
  const Message what =
      message("a number from {0} to {1}", shortest_text(least), shortest_text(most));
  require_fitting(option_, what, "", [=](double x) { return x >= least && x <= most; });
  return this;
}

Option* Option::above_zero() {
  require_fitting(option_, message("a number above 0"), "POSITIVE", [](double x) { return x > 0; });
  return this;
}

Option* Option::not_negative() {
  require_fitting(option_, message("a number, 0 or more"), "NONNEGATIVE",
                  [](double x) { return x >= 0; });
  return this;
}

Option* Option::check(std::function<Message(const std::string&)> objection) {
  option_.check(validator(option_, "", std::move(objection)));
  return this;
}

Option* Option::repeatable() {
  option_.expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  return one_word();
}

Option* Option::one_word() {
  option_.allow_extra_args(false);
  return this;
}

Option* Option::words(int count) {
  option_.expected(count);
  return this;
}

Option* Option::delimiter(char sign) {
  option_.delimiter(sign);
  return this;
}

Option* Option::excludes(Option* other) {
  option_.excludes(&other->option_);
  return this;
}

Option* Option::needs(Option* other) {
  option_.needs(&other->option_);
  return this;
}

Option* Option::about(std::string text) {
  option_.description(std::move(text));
  return this;
}

Option* Option::default_text(std::string text) {
  option_.default_str(std::move(text));
  return this;
}

Option* Option::show_default() {
  option_.capture_default_str();
  return this;
}

Option* Option::group(const std::string& heading) {
  option_.group(heading);
  return this;
}

Option* Option::type_name(std::string name) {
  option_.type_name(std::move(name));
  return this;
}

bool Option::given() const { return option_.count() > 0; }

Command& Command::add_command(const std::string& name, const std::string& about,
                              const std::string& example, const std::string& topic) {
  parts_.push_back(std::make_unique<Command>(*app_.add_subcommand(name, about), status_));
  Command& command = *parts_.back();
  const bool is_whole = example.find("Example") != std::string::npos;
  command.app_.footer((is_whole ? example : "Example: " + command.path() + ' ' + example) +
                      (topic.empty() ? "" : "\nManual: schiri help " + topic));
  return command;
}

Command& Command::add_group(const std::string& name, const std::string& about,
                            const std::string& example, const std::string& topic) {
  Command& group = add_command(name, about, example, topic);
  group.app_.require_subcommand(1);
  return group;
}

std::string Command::path() const {
  std::string path = app_.get_name();
  for (const CLI::App* app = app_.get_parent(); app; app = app->get_parent()) {
    path = app->get_name() + (app->get_name().empty() ? "" : " ") + path;
  }
  return path;
}

Option* Command::keep(CLI::Option* option) { return &options_.emplace_back(*option); }

template <class Value>
Option* Command::add_option(const std::string& names, Value& value, const std::string& about) {
  CLI::Option* const option = app_.add_option(names, value, about);
  using Number = typename Content<Value>::Type;
  if constexpr (std::is_arithmetic_v<Number>) {
    require_number<Number>(*option);
    require_stored_number<Number>(*option, names);
  }
  return keep(option);
}

#define SCHIRI_OPTION_OF(...)                                                        \
  template Option* Command::add_option(const std::string& names, __VA_ARGS__& value, \
                                       const std::string& about)
SCHIRI_OPTION_OF(std::string);
SCHIRI_OPTION_OF(int);
SCHIRI_OPTION_OF(unsigned);
SCHIRI_OPTION_OF(std::int64_t);
SCHIRI_OPTION_OF(std::uint64_t);
SCHIRI_OPTION_OF(double);
SCHIRI_OPTION_OF(std::optional<std::string>);
SCHIRI_OPTION_OF(std::optional<int>);
SCHIRI_OPTION_OF(std::optional<unsigned>);
SCHIRI_OPTION_OF(std::optional<std::int64_t>);
SCHIRI_OPTION_OF(std::optional<std::uint64_t>);
SCHIRI_OPTION_OF(std::optional<double>);
SCHIRI_OPTION_OF(std::vector<std::string>);
SCHIRI_OPTION_OF(std::vector<std::int64_t>);
SCHIRI_OPTION_OF(std::vector<double>);
#undef SCHIRI_OPTION_OF

Option* Command::add_option_function(const std::string& names,
                                     const std::function<void(const std::string&)>& take,
                                     const std::string& about) {
  return keep(app_.add_option_function<std::string>(names, take, about));
}

void Command::add_format(Format& format, const std::string& about,
                         const std::vector<Format>& allowed) {
  std::vector<std::string> words;
  for (const Format one : allowed) words.emplace_back(format_names[static_cast<std::size_t>(one)]);
  const auto take = [&format](const std::string& word) {
    const auto found = std::find(std::begin(format_names), std::end(format_names), word);
    format = static_cast<Format>(found - std::begin(format_names));
  };
  add_option_function("--format", take, about)->one_of(std::move(words));
  // A program reads what the command says.
  const bool has_json = std::find(allowed.begin(), allowed.end(), Format::json) != allowed.end();
  if (console::is_guest() && has_json) format = Format::json;
}

Option* Command::add_flag(const std::string& names, bool& value, const std::string& about) {
  return keep(app_.add_flag(names, value, about));
}

Option* Command::add_flag_callback(const std::string& names, std::function<void()> take,
                                   const std::string& about) {
  return keep(app_.add_flag_callback(names, std::move(take), about));
}

Option* Command::get_option(const std::string& name) {
  const CLI::Option* const wanted = app_.get_option(name);
  return &*std::find_if(options_.begin(), options_.end(),
                        [&](const Option& option) { return &option.option_ == wanted; });
}

std::string Command::first_word() const {
  std::string word;
  for (const CLI::App* app = &app_; app->get_parent(); app = app->get_parent()) {
    word = app->get_name();
  }
  return word;
}

bool Command::has_option(const std::string& name) const {
  return app_.get_option_no_throw(name) != nullptr;
}

std::vector<Option*> Command::options() {
  std::vector<Option*> all;
  for (Option& option : options_) all.push_back(&option);
  return all;
}

std::vector<PrintedTable>& printed_tables() {
  static std::vector<PrintedTable> all;
  return all;
}

void Command::add_table(const std::string& name, std::function<std::vector<Column>()> columns) {
  printed_tables().push_back({path(), name, std::move(columns)});
}

void Command::callback(std::function<ExitStatus()> run) {
  app_.callback([this, run = std::move(run)] {
    defaults();  // what is wrong with them is reported first
    status_ = run();
  });
}

void Command::before_reading(std::function<void()> run) {
  before_.push_back(std::move(run));
  app_.preparse_callback([this](std::size_t) {
    for (const auto& one : before_) one();
  });
}

void Command::after_reading(std::function<void()> run) {
  after_.push_back(std::move(run));
  app_.parse_complete_callback([this] {
    for (const auto& one : after_) one();
  });
}

}  // namespace schiri::cli
