#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace schiri::cli {

/// Which names mean one player: a file with lines `OTHER NAME = NAME`; empty lines and those that
/// begin with `#` say nothing.
class NameTable {
 public:
  NameTable() = default;
  /// Throws UnusableError if the file cannot be read, UsageError for a line of another form or a
  /// name that is told twice or in a circle.
  explicit NameTable(const std::string& path);

  /// The name that a player goes by. It lives as long as the table and the argument.
  std::string_view operator[](std::string_view name) const;

 private:
  std::unordered_map<std::string, std::string> names_;
};

}  // namespace schiri::cli
