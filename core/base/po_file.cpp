#include "core/base/po_file.h"

#include <cstddef>
#include <stdexcept>
#include <utility>

#include "core/base/characters.h"
#include "core/base/text.h"

namespace schiri {

namespace {

[[noreturn]] void refuse(std::size_t line, const char* what) {
  throw std::invalid_argument("line " + std::to_string(line) + ": " + what);
}

/// The text of a quoted string, `"a \"b\"\n"`.
std::string unquoted(std::string_view quoted, std::size_t line) {
  if (quoted.size() < 2 || quoted.front() != '"' || quoted.back() != '"') {
    refuse(line, "expected a string in double quotes");
  }
  quoted = quoted.substr(1, quoted.size() - 2);
  std::string text;
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    if (quoted[i] == '"') refuse(line, "a double quote without a backslash");
    if (quoted[i] != '\\') {
      text += quoted[i];
      continue;
    }
    if (++i == quoted.size()) refuse(line, "a backslash at the end");
    if (quoted[i] == 'n') {
      text += '\n';
    } else if (quoted[i] == '"' || quoted[i] == '\\') {
      text += quoted[i];
    } else {
      refuse(line, "an unknown escape sequence");
    }
  }
  return text;
}

}  // namespace

std::vector<PoEntry> read_po(std::string_view text) {
  std::vector<PoEntry> entries;
  PoEntry entry;
  bool is_fuzzy = false;
  std::string* field = nullptr;  ///< that continued strings belong to
  const auto finish = [&] {
    if (!entry.pattern.empty() && !entry.translation.empty() && !is_fuzzy) {
      entries.push_back(std::move(entry));
    }
    entry = {};
    is_fuzzy = false;
    field = nullptr;
  };
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = text.find('\n');
    std::string_view line = trimmed(text.substr(0, end), " \t\r");
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
    if (line.empty() || line.starts_with("#~")) continue;
    if (line.front() == '#') {
      // The comments of an entry stand before it.
      if (field == &entry.translation) finish();
      if (line.starts_with("#,") && line.find("fuzzy") != line.npos) is_fuzzy = true;
      if (line.starts_with("#:")) {
        for (const std::string_view file : split(line.substr(2), ' ')) {
          if (!file.empty()) entry.files.emplace_back(file);
        }
      }
    } else if (line.starts_with("msgctxt ")) {
      if (field == &entry.translation) finish();
      entry.pattern = unquoted(trimmed(line.substr(8)), number) + '\4';
    } else if (line.starts_with("msgid ")) {
      if (field == &entry.translation) finish();
      field = &entry.pattern;
      *field += unquoted(trimmed(line.substr(6)), number);
    } else if (line.starts_with("msgstr ") && field == &entry.pattern) {
      field = &entry.translation;
      *field = unquoted(trimmed(line.substr(7)), number);
    } else if (line.front() == '"' && field) {
      *field += unquoted(line, number);
    } else {
      refuse(number, "expected a comment, msgctxt, msgid, msgstr or a string");
    }
  }
  finish();
  return entries;
}

std::vector<std::string> patterns_of_page(std::string_view source) {
  std::vector<std::string> patterns;
  for (const auto& [begin, end] : {std::pair{"t(\"", "\""}, {"pattern(\"", "\""}, {"@[", "]"}}) {
    for (std::size_t at = 0; (at = source.find(begin, at)) != source.npos;) {
      const char before = at > 0 ? source[at - 1] : ' ';
      at += std::string_view(begin).size();
      const bool is_other =
          *begin != '@' && (is_letter(before) || is_digit(before) || before == '.');
      if (is_other || source.substr(at).starts_with(end)) continue;
      std::string& pattern = patterns.emplace_back();
      while (at < source.size() && !source.substr(at).starts_with(end)) {
        if (source.substr(at).starts_with("\\x04")) {
          pattern += '\4';
          at += 4;
        } else {
          at += source[at] == '\\';
          pattern += source[at++];
        }
      }
    }
  }
  return patterns;
}

}  // namespace schiri
