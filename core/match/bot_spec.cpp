#include "core/match/bot_spec.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/characters.h"
#include "core/base/message.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "core/match/clock.h"

namespace schiri {

namespace {

constexpr std::string_view known_keys[] = {
    "name", "cmd",    "dir",    "env",     "host",        "nodes",  "depth", "movetime", "tc",
    "st",   "margin", "ponder", "restart", "option.NAME", "memory", "cpu",   "strikes",  "seed"};
/// The key of functions, which only callers of the library have.
constexpr std::string_view function_key = "function";
/// The keys that only programs have.
constexpr std::string_view program_keys[] = {"cmd",    "dir", "env",    "host",
                                             "memory", "cpu", "restart"};

bool is_of_programs(std::string_view key) {
  return std::find(std::begin(program_keys), std::end(program_keys), key) != std::end(program_keys);
}

/// The value as typed, made harmless for a terminal.
[[noreturn]] void fail(const Message& complaint) {
  throw BotSpecError(complaint.with_texts([](std::string text) {
    std::replace_if(text.begin(), text.end(), is_control_byte, '?');
    return text;
  }));
}

std::string in_double_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

template <class Number>
Number number_of(std::string_view key, std::string_view value, Number least) {
  const auto number = parse_number<Number>(value);
  if (number && *number >= least) return *number;
  fail(message("{0}={1}: expected a whole number from {2} to {3}", key, value, least,
               std::numeric_limits<Number>::max()));
}

/// Seconds with up to three decimals, in milliseconds.
int milliseconds_of(std::string_view key, std::string_view value) {
  const auto control = parse_time_control(value);
  const auto time = control ? control->periods.front().time : std::chrono::nanoseconds{};
  const bool is_plain = value.find_first_of("/+:,") == value.npos;
  constexpr std::chrono::milliseconds most{std::numeric_limits<int>::max()};
  if (is_plain && time % std::chrono::milliseconds(1) == std::chrono::nanoseconds{} &&
      time >= std::chrono::milliseconds(1) && time <= most) {
    return static_cast<int>(time / std::chrono::milliseconds(1));
  }
  fail(message("{0}={1}: expected seconds for a turn, from 0.001, as in 0.5", key, value));
}

bool truth_of(std::string_view key, std::string_view value) {
  if (value == "yes" || value == "on") return true;
  if (value == "no" || value == "off") return false;
  fail(message("{0}={1}: expected yes or no", key, value));
}

bool is_variable(std::string_view name) {
  return !name.empty() && !is_digit(name[0]) && std::all_of(name.begin(), name.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '_';
  });
}

std::vector<std::string> variables_of(std::string_view value) {
  std::vector<std::string> names;
  for (const std::string_view name : split(value, ',')) {
    if (!is_variable(name)) {
      fail(message("env={0}: expected names of environment variables, as in env=API_TOKEN,MODEL",
                   value));
    }
    names.emplace_back(name);
  }
  return names;
}

[[noreturn]] void refuse_key(const std::string& key) {
  NearestName nearest(key);
  for (const std::string_view known : known_keys) nearest.look_at(known);
  fail(nearest.is_near()
           ? message("unknown key \"{0}\"; the nearest is \"{1}\"", key, nearest.nearest())
           : message("unknown key \"{0}\"; known are {1}", key, join(known_keys, ", ")));
}

void set_key(BotSpec& spec, const std::string& key, const std::string& value) {
  const auto count = [&] { return number_of<int>(key, value, 1); };
  if (value.empty() && !key.starts_with("option.")) fail(message("\"{0}\" has no value", key));
  if (key == "name") {
    spec.name = value;
    spec.is_unnamed = false;
  } else if (key == "cmd") {
    spec.command = value;
  } else if (key == function_key) {
    spec.function = value;
  } else if (key == "dir") {
    spec.directory = value;
  } else if (key == "env") {
    spec.environment = variables_of(value);
  } else if (key == "host") {
    spec.host = value;
  } else if (key == "nodes") {
    spec.nodes = number_of<std::uint64_t>(key, value, 1);
  } else if (key == "depth") {
    spec.depth = count();
  } else if (key == "movetime") {
    spec.movetime = count();
  } else if (key == "st") {
    spec.movetime = milliseconds_of(key, value);
  } else if (key == "tc") {
    if (!parse_time_control(value)) {
      fail(message("{0}: {1}", "tc=" + value, time_control_advice(value)));
    }
    spec.time_control = value;
  } else if (key == "margin") {
    spec.margin = number_of<int>(key, value, 0);
  } else if (key == "ponder") {
    spec.ponder = truth_of(key, value);
  } else if (key == "restart") {
    spec.restart = truth_of(key, value);
  } else if (key == "memory") {
    spec.memory = count();
  } else if (key == "cpu") {
    spec.cpu = count();
  } else if (key == "strikes") {
    spec.strikes = count();
  } else if (key == "seed") {
    spec.seed = number_of<std::uint64_t>(key, value, 0);
  } else if (key == "preset") {
    spec.preset = value;
  } else if (key.starts_with("option.") && key.size() > 7) {
    spec.options[std::string_view(key).substr(7)] = value;
  } else if (key == "timemargin") {
    fail(message("unknown key \"{0}\"; here it is {1}", key, "margin=" + value));
  } else if (key == "arg" || key == "args") {
    fail(message("unknown key \"{0}\"; here it is {1}", key, "cmd=\"PROGRAM " + value + '"'));
  } else {
    refuse_key(key);
  }
}

void check_name(std::string_view name) {
  if (name.empty()) fail(message("a bot needs a name"));
  if (name == "?") fail(message("a bot cannot be called \"?\", which means unknown in a record"));
  if (std::any_of(name.begin(), name.end(), is_control_byte)) {
    fail(message("a bot's name cannot hold control characters, as records cannot"));
  }
}

/// Quotes of both kinds around values, as a shell reads them.
class Quotes {
 public:
  /// Is the character at `i` a quote that opens or closes, and so no part of the value? An
  /// apostrophe opens at the beginning of a value only: names have some.
  bool takes(std::string_view text, std::size_t i) {
    const char c = text[i];
    if (open_ != 0) {
      if (c != open_) return false;
      open_ = 0;
      return true;
    }
    const bool begins = i == 0 || text[i - 1] == '=' || text[i - 1] == ' ';
    if (c != '"' && !(c == '\'' && begins)) return false;
    open_ = c;
    return true;
  }
  bool is_open() const { return open_ != 0; }
  /// Does a backslash here take the next character as it is?
  bool has_escapes() const { return open_ == '"'; }

 private:
  char open_ = 0;
};

/// Splits text at a character outside quotes. Quotes and escapes are kept.
std::vector<std::string_view> split_unquoted(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  Quotes quotes;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quotes.has_escapes() && text[i] == '\\' && i + 1 < text.size()) {
      ++i;
    } else if (!quotes.takes(text, i) && text[i] == separator && !quotes.is_open()) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  if (quotes.is_open()) fail(message("a quote is not closed: {0}", text.substr(begin)));
  parts.push_back(text.substr(begin));
  return parts;
}

std::string unquoted(std::string_view text) {
  std::string result;
  Quotes quotes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = quotes.has_escapes() && text[i] == '\\' && i + 1 < text.size() &&
                        (text[i + 1] == '"' || text[i + 1] == '\\');
    if (escape) {
      result += text[++i];
    } else if (!quotes.takes(text, i)) {
      result += text[i];
    }
  }
  return result;
}

std::pair<std::string, std::string> key_and_value(std::string_view word) {
  const std::string_view key = split_unquoted(word, '=').front();
  if (key.size() == word.size()) {
    fail(message("\"{0}\": expected key=value", word));
  }
  const std::string value = unquoted(word.substr(key.size() + 1));
  if (key == "st") return {"movetime", std::to_string(milliseconds_of(key, value))};
  return {unquoted(key), value};
}

/// `cmd=./x 4` lacks quotes. Throws BotSpecError that shows how to write them.
void require_key(std::string_view word, std::string_view before) {
  const std::size_t equals = before.find('=');
  if (word.find_first_of("=\"") != word.npos || equals == before.npos) return;
  const std::string value = unquoted(before.substr(equals + 1)) + ' ' + std::string(word);
  fail(message("\"{0}\": expected key=value; write a value with spaces in double quotes: {1}", word,
               std::string(before.substr(0, equals + 1)) + in_double_quotes(trimmed(value, "'"))));
}

bool is_builtin_name(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '_';
  });
}

/// Takes a program's path off the words, if they begin with one: it has a `/` and is no key.
bool take_program(std::vector<std::string_view>& words, BotKeys& keys) {
  const std::string_view first = words.front();
  const std::size_t slash = first.find('/');
  if (slash == first.npos || first.substr(0, slash).find('=') != first.npos) return false;
  keys.emplace_back("cmd", unquoted(first));
  words.erase(words.begin());
  return true;
}

/// Takes a built-in bot's name off the words, and the keys of its short form into `keys`.
std::string take_builtin(std::vector<std::string_view>& words, BotKeys& keys) {
  const std::string_view first = words.front();
  const auto end = first.find_first_of(":=");
  if (end != first.npos && (first[end] == '=' || !is_builtin_name(first.substr(0, end)))) return {};
  const std::string_view name = first.substr(0, end);
  if (!is_builtin_name(name)) fail(message("\"{0}\": expected a bot's name or key=value", first));
  if (end != first.npos) {
    for (const auto part : split_unquoted(first.substr(end + 1), ',')) {
      keys.push_back(key_and_value(part));
    }
  }
  words.erase(words.begin());
  return std::string(name);
}

}  // namespace

std::string& BotOptions::operator[](std::string_view name) {
  for (auto& [known, value] : values_) {
    if (known == name) return value;
  }
  return values_.emplace_back(name, "").second;
}

const std::string* BotOptions::find(std::string_view name) const {
  const auto found = std::find_if(values_.begin(), values_.end(),
                                  [&](const auto& option) { return option.first == name; });
  return found == values_.end() ? nullptr : &found->second;
}

namespace {

bool has_key(const BotSpec& spec, std::string_view key) {
  if (key == "preset") return !spec.preset.empty();
  const std::string_view same = key == "st" ? "movetime" : key;
  const BotKeys keys = given_keys(spec);
  return std::any_of(keys.begin(), keys.end(),
                     [&](const auto& given) { return given.first == same; });
}

void require_consistent(const BotSpec& spec) {
  if (!spec.builtin.empty() && !spec.command.empty()) {
    fail(message("both the built-in bot \"{0}\" and a program (cmd) are given", spec.builtin));
  }
  if (is_function(spec) && !(spec.builtin.empty() && spec.command.empty() && !spec.ponder)) {
    fail(message("a function is neither a built-in bot nor a program, and does not ponder"));
  }
  if (spec.builtin.empty() && spec.command.empty() && !is_function(spec)) {
    fail(message("neither a built-in bot nor a program (cmd) is given"));
  }
  if (spec.command.empty() && !spec.directory.empty())
    fail(message("dir is only for programs (cmd)"));
  if (spec.command.empty() && !spec.environment.empty())
    fail(message("env is only for programs (cmd)"));
  if (spec.command.empty() && !spec.host.empty()) fail(message("host is only for programs (cmd)"));
  if (spec.command.empty() && spec.restart) fail(message("restart is only for programs (cmd)"));
  if (!spec.host.empty() && (spec.memory || spec.cpu)) {
    fail(message("memory and cpu hold on this machine, not on another (host)"));
  }
}

std::vector<std::string_view> words_of(std::string_view text) {
  auto words = split_unquoted(text, ' ');
  std::erase(words, std::string_view{});
  return words;
}

void read_keys(const std::vector<std::string_view>& words, BotKeys& keys) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    require_key(words[i], i > 0 ? words[i - 1] : std::string_view{});
    keys.push_back(key_and_value(words[i]));
  }
}

}  // namespace

unsigned threads_of(const BotSpec& spec) {
  for (const auto& [name, value] : spec.options) {
    if (!equal_ignoring_case(name, "threads")) continue;
    if (const auto threads = parse_number<unsigned>(value)) return std::clamp(*threads, 1U, 1024U);
  }
  return 1;
}

unsigned processors_a_game(const std::vector<BotSpec>& bots) {
  unsigned most = 1;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    most = std::max(most, threads_of(bots[i]));
    for (std::size_t j = 0; j < i; ++j) {
      const bool together = bots[i].ponder || bots[j].ponder;
      if (together) most = std::max(most, threads_of(bots[i]) + threads_of(bots[j]));
    }
  }
  return most;
}

BotSpec read_bot_spec(const std::string& builtin, const BotKeys& keys, const std::string& written) {
  BotSpec spec;
  spec.builtin = builtin;
  spec.is_unnamed = true;
  for (const auto& [key, value] : keys) {
    if (has_key(spec, key)) fail(message("\"{0}\" is given twice", key));
    set_key(spec, key, value);
  }
  if (spec.is_unnamed) spec.name = written;
  return spec;
}

BotSpec read_bot_spec(std::string_view text) {
  const std::string_view written = trimmed(text, " ");
  auto words = words_of(written);
  if (words.empty()) fail(message("a bot's description is empty"));
  BotKeys keys;
  std::string builtin;
  if (!take_program(words, keys)) builtin = take_builtin(words, keys);
  read_keys(words, keys);
  return read_bot_spec(builtin, keys, std::string(written));
}

void add_missing(BotSpec& bot, const BotKeys& keys) {
  for (const auto& [key, value] : keys) {
    const bool is_foreign = !bot.builtin.empty() && is_of_programs(key);
    if (!is_foreign && !has_key(bot, key)) set_key(bot, key, value);
  }
}

BotSpec completed(BotSpec bot, const BotKeys& each) {
  add_missing(bot, each);
  if (!bot.preset.empty()) refuse_key("preset");
  require_consistent(bot);
  bot.is_unnamed = bot.is_unnamed && !bot.command.empty();
  check_name(bot.name);
  bot.place.clear();
  return bot;
}

BotSpec parse_bot_spec(std::string_view text) { return completed(read_bot_spec(text)); }

BotKeys read_common_keys(std::string_view text) {
  BotKeys keys;
  read_keys(words_of(text), keys);
  const BotSpec all = read_bot_spec("", keys, "");
  if (!all.is_unnamed) fail(message("a name is a bot's own"));
  if (!all.preset.empty()) refuse_key("preset");
  return keys;
}

BotKeys bot_spec_keys(const BotSpec& spec) {
  BotKeys keys{{"name", spec.name}};
  const auto add_text = [&](const char* key, const std::string& value) {
    if (!value.empty()) keys.emplace_back(key, value);
  };
  const auto add_number = [&](const char* key, const auto& value) {
    if (value) keys.emplace_back(key, std::to_string(*value));
  };
  add_text("cmd", spec.command);
  add_text(function_key.data(), spec.function);
  add_text("dir", spec.directory);
  add_text("env", join(spec.environment, ","));
  add_text("host", spec.host);
  add_number("nodes", spec.nodes);
  add_number("depth", spec.depth);
  add_number("movetime", spec.movetime);
  add_text("tc", spec.time_control);
  add_number("margin", spec.margin);
  if (spec.ponder) keys.emplace_back("ponder", "yes");
  if (spec.restart) keys.emplace_back("restart", "yes");
  add_number("memory", spec.memory);
  add_number("cpu", spec.cpu);
  add_number("strikes", spec.strikes);
  add_number("seed", spec.seed);
  for (const auto& [name, value] : spec.options) keys.emplace_back("option." + name, value);
  return keys;
}

BotKeys given_keys(const BotSpec& spec) {
  BotKeys keys = bot_spec_keys(spec);
  if (spec.is_unnamed) keys.erase(keys.begin());
  if (spec.ponder.is_given() && !spec.ponder) keys.emplace_back("ponder", "no");
  if (spec.restart.is_given() && !spec.restart) keys.emplace_back("restart", "no");
  return keys;
}

namespace {

/// Quoted if it contains one of these or is empty.
std::string quoted_if_needed(const std::string& text, const char* needy) {
  if (!text.empty() && text.find_first_of(needy) == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::string bot_keys_text(const BotKeys& keys) {
  std::string text;
  for (const auto& [key, value] : keys) {
    text += (text.empty() ? "" : " ") + quoted_if_needed(key, " \t\"'\\=") + "=" +
            quoted_if_needed(value, " \t\"'\\");
  }
  return text;
}

std::string bot_spec_text(const BotSpec& spec) {
  BotKeys keys = bot_spec_keys(spec);
  std::erase(keys, BotKeys::value_type("name", spec.builtin));
  if (keys.empty()) return spec.builtin;
  return spec.builtin + (spec.builtin.empty() ? "" : " ") + bot_keys_text(keys);
}

}  // namespace schiri
