#include "cli/line/argument_files.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/characters.h"
#include "core/base/descriptor.h"
#include "core/base/errors.h"
#include "core/base/files/whole_file.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

bool has_mark(std::string_view text) {
  constexpr std::string_view marks[] = {"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"};
  return std::any_of(std::begin(marks), std::end(marks),
                     [&](std::string_view mark) { return text.starts_with(mark); });
}

/// Nullopt if there is no file of this name.
std::optional<std::string> text_of_file(const std::string& path) {
  constexpr std::size_t most = std::size_t{1} << 20;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  int error = file.error();
  if (error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG) return std::nullopt;
  if (file.is_open()) {
    // Without a byte order mark names of files stay as they are, whatever their encoding.
    if (auto text = read_descriptor(file.number(), most))
      return has_mark(*text) ? decoded_text(*text) : *text;
    error = errno;
  }
  throw UnusableError(message("@{0}: {1} (@@ begins a word that is no file)", printable(path, 4096),
                              system_message(error)));
}

/// Cuts the text of an argument file into words.
class WordReader {
 public:
  WordReader(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  std::vector<std::string> words() {
    while (skip_blanks()) words_.push_back(word());
    return std::move(words_);
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

  /// Skips blanks and comments; false at the end.
  bool skip_blanks() {
    for (; at_ < text_.size(); ++at_) {
      const bool is_line_start = at_ == 0 || text_[at_ - 1] == '\n';
      if (is_line_start && text_[at_] == '#') at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ < text_.size() && !is_blank(text_[at_])) return true;
    }
    return false;
  }

  std::string word() {
    std::string word;
    char quote = 0;
    for (; at_ < text_.size() && (quote || !is_blank(text_[at_])); ++at_) {
      const char c = text_[at_];
      if (c == '\\' && quote != '\'' && at_ + 1 < text_.size()) {
        word += text_[++at_];
      } else if (c == quote) {
        quote = 0;
      } else if (!quote && (c == '\'' || c == '"')) {
        quote = c;
      } else {
        word += c;
      }
    }
    if (quote) {
      throw InputError(message("@{0}: a quote is not closed", printable(path_, 4096)));
    }
    return word;
  }

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
  std::vector<std::string> words_;
};

}  // namespace

std::vector<std::string> with_empty_values(std::vector<std::string> words) {
  std::vector<std::string> all;
  bool are_options = true;
  for (std::string& word : words) {
    are_options = are_options && word != "--";
    const bool has_empty_value = are_options && word.starts_with("--") && word.size() > 3 &&
                                 word.find('=') == word.size() - 1;
    if (has_empty_value) word.pop_back();
    all.push_back(std::move(word));
    if (has_empty_value) all.emplace_back();
  }
  return all;
}

std::vector<std::string> with_joined_keys(std::vector<std::string> words) {
  struct Option {
    std::string_view name;
    char between;
    std::vector<std::string_view> keys;  // of its value; empty: all but those that begin a bot
  };
  static const Option options[] = {
      {"--sprt", ',', {"elo0", "elo1", "alpha", "beta", "model"}},
      {"--proof", ',', {"elo0", "elo1", "alpha", "beta", "model"}},
      {"--resign", ',', {"score", "turns"}},
      {"--draw", ',', {"score", "turns", "after"}},
      {"--each", ' ', {}},
  };
  const auto key_of = [](const std::string& word) {
    const std::size_t end = word.find('=');
    return end == word.npos ? std::string_view() : std::string_view(word).substr(0, end);
  };
  const auto has_key = [&](const std::string& word, const Option& option) {
    const std::string_view key = key_of(word);
    if (!option.keys.empty())
      return std::find(option.keys.begin(), option.keys.end(), key) != option.keys.end();
    return !key.empty() && key != "cmd" && key != "name" &&
           std::all_of(key.begin(), key.end(),
                       [](char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '_'; });
  };
  std::vector<std::string> all;
  const Option* open = nullptr;  // whose value may go on
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (open && has_key(words[i], *open)) {
      all.back() += open->between + words[i];
      continue;
    }
    open = nullptr;
    for (const Option& option : options) {
      const bool begins = words[i] == option.name && i + 1 < words.size();
      if (!begins || key_of(words[i + 1]).empty()) continue;
      open = &option;
      all.push_back(std::move(words[i++]));
      break;
    }
    all.push_back(std::move(words[i]));
  }
  return all;
}

std::vector<std::string> with_argument_files(std::vector<std::string> words) {
  std::vector<std::string> all;
  for (std::string& word : words) {
    if (word.size() < 2 || word[0] != '@') {
      all.push_back(std::move(word));
    } else if (word[1] == '@') {
      all.push_back(word.substr(1));
    } else {
      const std::string path = word.substr(1);
      const auto text = text_of_file(path);
      auto read = text ? WordReader(*text, path).words() : std::vector{std::move(word)};
      all.insert(all.end(), std::make_move_iterator(read.begin()),
                 std::make_move_iterator(read.end()));
    }
  }
  return all;
}

namespace {

constexpr char mark = '\x01';  // no word ends with it

bool is_like_list(std::string_view word) {
  const std::size_t value = word.starts_with("--") ? word.find('=') + 1 : 0;
  word.remove_prefix(value);
  return word == "++" || (word.size() > 1 && word.front() == '[' && word.back() == ']');
}

}  // namespace

bool mark_lists(std::vector<std::string>& words) {
  bool is_any = false;
  for (std::string& word : words) {
    if (!is_like_list(word)) continue;
    word += mark;
    is_any = true;
  }
  return is_any;
}

std::string as_typed(std::string word) {
  if (word.ends_with(mark)) word.pop_back();
  return word;
}

}  // namespace schiri::cli
