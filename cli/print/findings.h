#pragma once

#include <cstdint>
#include <ostream>
#include <set>
#include <string>

#include "notation/records/check/check.h"
#include "notation/records/pgn/reader.h"
#include "notation/text/table.h"

namespace schiri::cli {

/// The verbosity set by the command line.
struct Talk {
  bool lists_missing_tags = false;      ///< each game that lacks tags, not only their number
  bool is_quiet = false;                ///< neither warnings nor totals
  bool prints_all = false;              ///< the findings of valid records too, as `validate` does
  std::set<std::string> guessed_files;  ///< named by tell_guess()
  std::uint64_t untagged_games = 0;     ///< games that lack tags, since tell_missing_tags()
};
Talk& talk();

/// Prints the findings in a record: place, severity, code, message, and the line with a caret below
/// the token. Warnings of missing tags are only counted unless they are to be listed.
void print_findings(std::ostream& out, const std::string& file, const GameCheck& check);
/// Prints, at the first record of a file, that its encoding is a guess; once a file.
void tell_guess(const std::string& file, const CheckedRecord& record);
/// Prints the number of warnings counted since the last call, if any. Returns whether totals are to
/// be printed.
bool tell_missing_tags(std::ostream& out);

/// Prints the totals of a command that omits invalid records; nothing without invalid records.
void tell_left_out(std::ostream& out, std::uint64_t taken, std::uint64_t broken);

/// A finding for programs.
const Columns<Finding>& finding_columns();

/// Repairs a record that was read with its text, by repair(), and lists the repairs on standard
/// error. A record that stays invalid keeps its text, and its repairs are not listed.
void repair_and_tell(const std::string& file, CheckedRecord& record, const ReadOptions& options,
                     bool by_rules = false);

}  // namespace schiri::cli
