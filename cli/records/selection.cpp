#include "cli/records/selection.h"

#include <algorithm>
#include <utility>

#include "cli/input/game_source.h"
#include "cli/line/command.h"
#include "db/games/record_row.h"
#include "notation/records/conversion/played_record.h"

namespace schiri::cli {

namespace {

std::vector<std::string> all_code_names() {
  std::vector<std::string> names;
  for (const Code code : all_codes()) names.emplace_back(code_name(code));
  return names;
}

}  // namespace

void Selection::add_to(Command& command) {
  InputOptions::describe_selection(command);
  filter_options_.add_record_options(command);
  command
      .add_option("--legality", legality_,
                  "Select valid, invalid or any games (valid, and report the others)")
      ->one_of({"valid", "invalid", "any"});
  command
      .add_option("--code", codes_,
                  "Select games with a finding of this code, valid or not; repeatable")
      ->repeatable()
      ->one_of(all_code_names())
      ->type_name("CODE");
}

void Selection::prepare(const CheckOptions& told) {
  filter_.emplace(filter_options_.record_filter(told), told);
}

void Selection::resolve_names(InputOptions& input) {
  NameCheck names;
  add_names_to(names);
  cli::resolve_names(names, input, [&](const CheckedRecord& record) { names.add_known(record); });
  filter_->set_parts(names.partial_names());
}

bool Selection::accepts_legality(const GameCheck& check) const {
  const auto has_code = [&](const Finding& finding) {
    return std::find(codes_.begin(), codes_.end(), code_name(finding.code)) != codes_.end();
  };
  if (!codes_.empty() && std::none_of(check.errors.begin(), check.errors.end(), has_code) &&
      std::none_of(check.warnings.begin(), check.warnings.end(), has_code)) {
    return false;
  }
  if (legality_.empty()) return check.valid() || !codes_.empty();
  return legality_ == "any" || check.valid() == (legality_ == "valid");
}

void ChosenGames::add_to(Command& command) {
  source_.input.read.keep = Keep::records;
  source_.add_to(command);
}

void ChosenGames::prepare(const std::string& written) { source_.check(written); }

ExitStatus ChosenGames::visit(const Sink& sink) {
  const db::GameFilter filter = source_.filter();
  return source_.db.empty() ? visit_files(filter, sink) : visit_database(filter, sink);
}

ExitStatus ChosenGames::visit_files(db::GameFilter filter, const Sink& sink) {
  NameCheck names;
  names.expect(filter);
  const GameSource::FilesRead read = source_.visit_files(
      names, filter, [&](const CheckedRecord& checked) { names.add_known(checked); },
      [&](CheckedRecord& checked) { sink(checked, start_of(checked, source_.input.read.check)); });
  if (read.reading == ExitStatus::done) names.require_known();
  return read.status();
}

ExitStatus ChosenGames::visit_database(const db::GameFilter& filter, const Sink& sink) {
  const db::Store store = open_for_query(source_.db, filter);
  visit_stored_games(store, filter, [&](db::StoredRecord& stored) {
    const CheckedRecord checked = checked_game(std::move(stored.record));
    sink(checked, start_of(checked, {}));
    return true;
  });
  return ExitStatus::done;
}

}  // namespace schiri::cli
