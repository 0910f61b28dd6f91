#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "cli/line/command_line.h"
#include "core/match/game.h"
#include "notation/text/row_text.h"
#include "notation/text/table.h"

/// The options with which commands print tables.
namespace schiri::cli {

/// The options of lists: also for spreadsheets, and for a file.
struct RowOptions : TableOptions {
  std::string delimiter_name;  ///< `,`, `;` or `tab`; empty: `,`
  std::string output = "-";    ///< a file, or `-`
};

/// The options of lists for people, on paper and on pages.
struct ListOptions : RowOptions {
  std::string language_name;  ///< of `--language`; empty without it

  /// Checks the options, and chooses the language: JSON, and CSV without `--language`, are for
  /// programs. Throws InputError for options that exclude each other.
  TableOptions resolved() const;
};

/// The same options in the language of the process.
TableOptions for_process(TableOptions options);
/// The same, checked: throws InputError for options that exclude each other.
TableOptions for_process(const RowOptions& options);
inline TableOptions for_process(Format format) {
  TableOptions options;
  options.format = format;
  return for_process(options);
}

/// Adds `--format` with these values.
void add_table_format(Command& command, TableOptions& options,
                      std::initializer_list<Format> formats);
/// Adds `--columns`, `--sort`, `--limit`, `--delimiter`, `--decimal-comma` and `-o,--output`.
void add_row_options(Command& command, RowOptions& options);
/// Adds both, and `--language`.
void add_list_options(Command& command, ListOptions& options);

/// Prints an object as a line of JSON.
inline void write_line(std::ostream& out, const Json& object) { out << json_line(object); }

/// `white` or `black`, as a value for programs.
inline const char* side_key(Side side) { return side == Side::white ? "white" : "black"; }

/// `white`, `black`, `draw`, or null while the game goes on.
inline Json outcome_or_null(const std::optional<Ending>& ending) {
  return ending ? Json(outcome_name(ending->outcome)) : Json();
}

}  // namespace schiri::cli
