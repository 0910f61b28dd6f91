#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/names.h"

namespace schiri::cli {

/// Which names mean one player: a file with lines `OTHER NAME = NAME`; empty lines and those that
/// begin with `#` say nothing.
class NameTable {
 public:
  NameTable() = default;
  /// Throws UnusableError if the file cannot be read, InputError for a line of another form or a
  /// name that is given twice or in a circle.
  explicit NameTable(const std::string& path);

  /// The name that a player goes by. It lives as long as the table and the argument.
  std::string_view operator[](std::string_view name) const;

  /// The same for a name that the data have.
  std::string_view look_at(std::string_view name);
  /// Says on standard error, once for all, under which of the other names nobody was looked at: one
  /// table may serve many databases.
  void warn_of_unknown() const;

 private:
  std::string path_;
  std::unordered_map<std::string, std::string, NameHash, NameEqual> names_;
  std::map<std::string, std::string> unknown_;  ///< of the other names, so far, by their keys
};

}  // namespace schiri::cli
