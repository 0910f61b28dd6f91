#include "cli/ratings/rated_games.h"

#include <algorithm>
#include <iostream>
#include <utility>

#include "cli/input/filter_options.h"
#include "cli/line/usual_options.h"
#include "cli/print/findings.h"
#include "core/base/names.h"
#include "db/games/names.h"
#include "db/query/filtered_games.h"
#include "db/query/record_filter.h"
#include "notation/records/conversion/finished_game.h"

namespace schiri::cli {

void RatedGames::add_to(Command& command) {
  input_.read.keep = Keep::headers;
  input_.add_to(command);
  add_from(command, input_.from);
  command.get_option("FILE")->required(false);
  add_database_or(input_.files, command, db_, "Games of this database instead of files");
  command.add_option("--event", given_.event, "Games of this event alone");
  command
      .add_option("--player", given_.players,
                  "Games of this player alone; given twice, games between the two")
      ->repeatable();
  command.add_option("--synonyms", synonyms_,
                     "A file of names that mean one player, a line each: OTHER NAME = NAME");
  command.add_option("--since", given_.since, "Games from this day on, or month, or year");
  command.add_option("--until", given_.until, "Games up to this day, or month, or year");
}

void RatedGames::add_no_forfeits(Command& command) {
  command.add_flag(
      "--no-forfeits", no_forfeits_,
      "Games that ended by a failure (time, an illegal turn, a crash, a forfeit) count "
      "as points and tell nothing of strength");
}

void RatedGames::check() const {
  if (db_.empty() == input_.files.empty()) {
    throw InputError("expected either a database (--db F) or record files");
  }
  InputOptions(input_).check();
}

db::GameFilter RatedGames::filter() const {
  db::GameFilter filter = given_;
  filter.game = input_.read.check.game;
  filter.variant = input_.read.check.variant;
  read_period(filter);
  return filter;
}

std::string RatedGames::whole_database() const {
  const bool chooses = !given_.event.empty() || !given_.players.empty() || !given_.since.empty() ||
                       !given_.until.empty() || !synonyms_.empty() || no_forfeits_;
  return chooses ? std::string() : db_;
}

std::vector<std::string> RatedGames::inputs() const {
  std::vector<std::string> inputs = input_.files;
  if (!db_.empty()) inputs.push_back(db_);
  return inputs;
}

ExitStatus RatedGames::count(std::vector<rating::GameCounts>& counts) const {
  if (db_.empty() || !synonyms_.empty() || no_forfeits_) {
    rating::GameCollector collector;
    const ExitStatus status = collect(collector);
    for (const rating::GameLog& log : collector.logs()) counts.emplace_back(log);
    return status;
  }
  check();
  const db::GameFilter wanted = filter();
  counts = db::count_results(open_for_query(db_, wanted), wanted);
  return ExitStatus::done;
}

ExitStatus RatedGames::collect(rating::GameCollector& collector, const Choice& is_wanted) const {
  check();
  db::GameFilter filter = this->filter();
  Names names;
  if (!synonyms_.empty()) names.synonyms = Synonyms(synonyms_);
  names.check.expect(filter);
  // Names as they are after the table count, so the database cannot choose by them.
  const std::vector<std::string> players = std::exchange(filter.players, {});
  FirstSpellings spellings;
  const auto add = [&](rating::FinishedGame game) {
    game.white = spellings[names.synonyms[game.white]];
    game.black = spellings[names.synonyms[game.black]];
    game.event = spellings[game.event];
    game.forfeited = no_forfeits_ && ended_by_failure(game.termination);
    const auto takes_part = [&](const std::string& player) {
      return filter.means(player, game.white) || filter.means(player, game.black);
    };
    if (std::all_of(players.begin(), players.end(), takes_part) &&
        (!is_wanted || is_wanted(game))) {
      collector.add(game);
    }
  };
  const ExitStatus status =
      db_.empty() ? collect_files(filter, names, add) : collect_stored(filter, names, add);
  if (status != ExitStatus::unusable) {
    names.check.require_known();
    names.synonyms.warn_of_unused();
  }
  return status;
}

ExitStatus RatedGames::collect_stored(db::GameFilter& filter, Names& names,
                                      const GameSink& add) const {
  const db::Store store(db_, db::Store::Mode::read);
  db::visit_player_names(store, [&](std::string_view name) { names.add_player(name); });
  db::visit_event_names(
      store, [&](std::string_view name) { names.check.add_known(NameKind::event, name); });
  filter.parts = names.check.partial_names();
  db::visit_results(store, filter, add);
  return ExitStatus::done;
}

ExitStatus RatedGames::collect_files(db::GameFilter& filter, Names& names,
                                     const GameSink& add) const {
  ExitStatus status = ExitStatus::done;
  std::uint64_t taken = 0, broken = 0;
  InputOptions input = input_;
  input.check();
  resolve_names(names.check, input, [&](const CheckedRecord& checked) {
    names.add_player(checked.record.tag("White"));
    names.add_player(checked.record.tag("Black"));
    names.check.add_known(NameKind::event, checked.record.tag("Event"));
  });
  filter.parts = names.check.partial_names();
  const ExitStatus reading =
      read_inputs(input, [&](const std::string& file, CheckedRecord& checked) {
        names.add_player(checked.record.tag("White"));
        names.add_player(checked.record.tag("Black"));
        names.check.add_known(NameKind::event, checked.record.tag("Event"));
        if (!checked.check.valid()) {
          print_findings(std::cerr, file, checked.check);
          status = ExitStatus::wrong;
          ++broken;
        } else if (fits(checked, filter)) {
          ++taken;
          add(finished_game(checked));
        }
        return true;
      });
  tell_left_out(std::cerr, taken, broken);
  return worse(reading, status);
}

}  // namespace schiri::cli
