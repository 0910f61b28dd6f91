#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/names.h"

namespace schiri::cli {

/// Synonyms of players' names, from a file with lines `OTHER NAME = NAME`; empty lines and lines
/// that begin with `#` are ignored.
class Synonyms {
 public:
  Synonyms() = default;
  /// Throws UnusableError if the file cannot be read, InputError for an invalid line, a name that
  /// is given twice and a circular synonym.
  explicit Synonyms(const std::string& path);

  /// Adds a synonym, unless there is another one of the name; returns false, and adds none, if it
  /// would lead back to itself.
  bool add(const std::string& other, const std::string& name);

  /// The player's name for this one. Valid as long as the table and the argument.
  std::string_view operator[](std::string_view name) const;

  /// As operator[], for a name that occurs in the data; warn_of_unused() does not list it.
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
