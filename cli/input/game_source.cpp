#include "cli/input/game_source.h"

#include <utility>

#include "cli/line/progress.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "db/query/filtered_games.h"
#include "db/query/game_filter.h"
#include "notation/records/conversion/played_record.h"

namespace schiri::cli {

void GameSource::add_to(Command& command) {
  input.add_to(command);
  input.read.check.chooses_games = true;
  InputOptions::describe_selection(command);
  command.get_option("FILE")->required(false);
  add_database_or(input.files, command, db, "Read the games of this database instead of files");
  selection.add_record_options(command);
}

void GameSource::check(const std::string& written) {
  if (db.empty() == input.files.empty()) {
    throw InputError(message("specify either a database (--db FILE) or record files"));
  }
  learn_game(input.read.check.game, db);
  input.check({.written = {written}});
}

GameSource::FilesRead GameSource::visit_files(NameCheck& names, db::GameFilter& filter,
                                              const std::function<void(const CheckedRecord&)>& know,
                                              const std::function<void(CheckedRecord&)>& take,
                                              const RecordFilter::Condition& also) const {
  FilesRead read;
  std::uint64_t taken = 0;
  InputOptions files = input;
  resolve_names(names, files, know);
  filter.parts = names.partial_names();
  RecordFilter selects(filter, input.read.check, also);
  if (!filter.beginnings.empty() || !filter.positions.is_empty()) files.read.keep = Keep::records;
  read.reading = read_inputs(files, [&](const std::string& file, CheckedRecord& checked) {
    know(checked);
    if (!checked.check.valid()) {
      print_findings(console::err, file, checked.check);
      ++read.broken;
    } else if (selects.accepts(checked)) {
      ++taken;
      take(checked);
    }
    return true;
  });
  tell_left_out(console::err, taken, read.broken);
  selects.note_unsure_dates();
  return read;
}

void visit_stored_games(const db::Store& store, const db::GameFilter& filter,
                        const std::function<bool(db::StoredRecord&)>& visitor) {
  ProgressLine progress(message("games"));
  const std::uint64_t total = is_drawable() ? db::count_games(store, filter) : 0;
  std::uint64_t done = 0;
  db::visit_records(store, filter, [&](db::StoredRecord& stored) {
    progress.count(done++, total);
    return visitor(stored);
  });
}

CheckedRecord checked_game(Record record) {
  CheckedRecord checked;
  checked.check.game = record.tag("Game");
  checked.check.variant = record.tag("Variant");
  checked.check.result = record.result;
  checked.record = std::move(record);
  const GameType* type = find_game(checked.check.game);
  if (!type) return checked;
  if (checked.check.variant.empty()) checked.check.variant = type->variant_table.standard();
  const auto game = type->start(start_of(checked, {}));
  for (const std::string_view turn : checked.record.turns()) {
    if (game->play(turn)) break;
  }
  checked.check.turns = game->turns().size();
  checked.check.ending = game->ending();
  return checked;
}

db::IndexSize index_stored_games(db::Store& store, bool rebuild) {
  ProgressLine progress(message("games"));
  return db::index_positions(store, rebuild, [&](std::uint64_t done, std::uint64_t total) {
    progress.count(done, total);
  });
}

}  // namespace schiri::cli
