#include <memory>
#include <ostream>
#include <vector>

#include "cli/database/db_command.h"
#include "cli/input/filter_options.h"
#include "cli/input/game_source.h"
#include "cli/input/name_check.h"
#include "cli/line/index_ranges.h"
#include "cli/line/usual_options.h"
#include "cli/print/output_file.h"
#include "core/base/errors.h"
#include "core/match/turn_comment.h"
#include "db/games/record_row.h"
#include "db/query/game_filter.h"

namespace schiri::cli {

namespace {

struct ExportOptions {
  std::string db;
  std::string output = "-";
  bool no_times = false;
  IndexRanges index;
  FilterOptions filter;
};

/// Removes what depends on the clock: the date of games of tournaments, the times of turns, and how
/// late an answer came.
void remove_times(db::StoredRecord& stored) {
  if (stored.number) stored.record.set_tag("Date", unknown_value("Date"));
  const auto is_comment = [](const Element& element) {
    return element.kind == Element::Kind::comment;
  };
  auto& movetext = stored.record.movetext;
  for (Element& element : movetext) {
    if (is_comment(element)) element.text = without_time(element.text);
  }
  std::erase_if(movetext, [&](const Element& element) {
    return is_comment(element) && element.text.empty();
  });
  auto& trailing = stored.record.trailing_comments;
  for (std::string& comment : trailing) comment = without_time(comment);
  std::erase(trailing, "");
}

/// The filter for each part of the output: `--index` counts the games that the filter selects.
std::vector<db::GameFilter> parts_of(const db::GameFilter& filter, const IndexRanges& index) {
  if (!index.is_given()) return {filter};
  if (filter.limit || filter.offset)
    throw InputError(message("--index and --limit or --offset exclude each other"));
  std::vector<db::GameFilter> parts;
  for (const IndexRanges::Range& range : index.ranges()) {
    parts.push_back(filter);
    parts.back().offset = range.first - 1;
    parts.back().limit = range.last - range.first + 1;
  }
  return parts;
}

/// Writes the games that a filter selects. Returns whether there are any.
bool write_games(const db::Store& store, const db::GameFilter& filter, bool no_times,
                 std::ostream& out) {
  std::string text;
  bool any = false;
  visit_stored_games(store, filter, [&](db::StoredRecord& stored) {
    any = true;
    if (no_times) remove_times(stored);
    text.clear();
    write_record(stored.record, text);
    out << text;
    return bool(out);
  });
  return any;
}

ExitStatus run_export(ExportOptions& options) {
  const db::GameFilter filter = options.filter.filter(options.db);
  const auto parts = parts_of(filter, options.index);
  const db::Store store = open_for_query(options.db, filter);
  OutputFile output(options.output);
  bool any = false;
  for (const db::GameFilter& part : parts) {
    any = write_games(store, part, options.no_times, output.stream());
    if (!any && options.index.is_given()) {
      throw InputError(message("--index {0}: fewer games are selected", part.offset + 1));
    }
  }
  if (filter.id && !any) {
    throw InputError(message("--id {0}: no selected game has this id", *filter.id));
  }
  output.commit();
  return ExitStatus::done;
}

}  // namespace

void add_db_export(Command& db) {
  const auto [command, options] =
      db.add<ExportOptions>("export", "Write canonical records, in the order of their import",
                            "--db e.db --player Ann -o ann.pgn", "database", run_export);
  add_database(command, options.db, "Export the games of this database");
  command.add_file("-o,--output", options.output, "Write to this file instead of standard output");
  command.add_flag("--no-times", options.no_times,
                   "Omit what depends on the clock: dates and times of bots' games");
  options.filter.add_to(command);
  options.filter.add_page_options(command);
  options.index.add_to(command, "Export only these of the selected games, counted from 1");
}

}  // namespace schiri::cli
