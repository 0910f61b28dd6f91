#include "cli/input/synonyms.h"

#include <iostream>
#include <iterator>

#include "cli/line/command.h"
#include "cli/print/output_language.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"

namespace schiri::cli {

Synonyms::Synonyms(const std::string& path) : path_(path) {
  constexpr std::string_view blanks = " \t\r";
  constexpr std::size_t longest_line = 65536, most_lines = 1'000'000;
  FileSource file(path);
  LineSource lines(file);
  std::string line;
  for (bool too_long = false; lines.next(line, longest_line, too_long);) {
    const std::size_t number = lines.number();
    if (too_long || number > most_lines) {
      throw UnusableError(message("{0}:{1}: error: not a file of synonyms: it is too large",
                                  printable(path, 4096), number));
    }
    line = std::string(trimmed(line, blanks));
    if (line.empty() || line[0] == '#') continue;
    const auto complain = [&](const Message& what) {
      throw InputError(message("{0}:{1}: {2}", printable(path, 4096), number, what));
    };
    const auto equals = line.rfind('=');
    const std::string_view whole = line;
    const std::string other(trimmed(whole.substr(0, equals), blanks));
    const std::string name(equals == line.npos ? "" : trimmed(whole.substr(equals + 1), blanks));
    if (other.empty() || name.empty()) complain(message("expected OTHER NAME = NAME"));
    unused_.emplace(name_key(other), other);
    // Two spellings of one name need no synonym.
    if (is_same_name(other, name) && other != name) continue;
    const auto [known, is_new] = names_.emplace(other, name);
    if (!is_new && (known->first == other || !is_same_name(known->second, name))) {
      complain(message("'{0}' is given twice", printable(other)));
    }
  }
  for (auto& [other, name] : names_) {
    for (std::size_t steps = 0; names_.contains(name); ++steps) {
      if (steps > names_.size()) {
        throw InputError(
            message("{0}: '{1}' leads back to itself", printable(path, 4096), printable(other)));
      }
      name = names_.at(name);
    }
  }
}

bool Synonyms::add(const std::string& other, const std::string& name) {
  if (is_same_name((*this)[name], other)) return false;
  names_.emplace(other, name);
  return true;
}

std::string_view Synonyms::use(std::string_view name) {
  if (!unused_.empty()) unused_.erase(name_key(name));
  return (*this)[name];
}

void Synonyms::warn_of_unused() const {
  constexpr std::size_t most_named = 5;
  if (unused_.empty()) return;
  Message list;
  for (auto name = unused_.begin(); name != unused_.end(); ++name) {
    const auto number = static_cast<std::size_t>(std::distance(unused_.begin(), name));
    if (number == most_named) {
      list = message("{0} and {1} more", list, unused_.size() - most_named);
      break;
    }
    list = listed(list, message("'{0}'", printable(name->second)));
  }
  print_message(message("{0}: no player has the name {1}", printable(path_, 4096), list));
}

std::string_view Synonyms::operator[](std::string_view name) const {
  if (names_.empty()) return name;
  for (auto found = names_.find(std::string(name)); found != names_.end();
       found = names_.find(found->second)) {
    name = found->second;
  }
  return name;
}

}  // namespace schiri::cli
