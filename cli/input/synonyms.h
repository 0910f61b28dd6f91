#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/names.h"

namespace schiri::cli {

/// Names that mean the same player, from a file with lines `OTHER NAME = NAME`; empty lines and
/// lines that begin with `#` are ignored.
class Synonyms {
 public:
  Synonyms() = default;
  /// Throws UnusableError if the file cannot be read, InputError for a line of another form and for
  /// a name that is given twice or in a circle.
  explicit Synonyms(const std::string& path);

  /// The name that stands for this one. Valid as long as the table and the argument.
  std::string_view operator[](std::string_view name) const;

  /// The player of a name that occurs in the data; warn_of_unused() leaves it out from now on.
  std::string_view use(std::string_view name);
  /// Prints on standard error the other names that were never used. It is a warning, as one file
  /// may serve many databases.
  void warn_of_unused() const;

 private:
  std::string path_;
  std::unordered_map<std::string, std::string, NameHash, NameEqual> names_;
  std::map<std::string, std::string> unused_;  ///< other names by their keys
};

}  // namespace schiri::cli
