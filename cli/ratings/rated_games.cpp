#include "cli/ratings/rated_games.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "cli/line/defaults.h"
#include "cli/line/usual_options.h"
#include "cli/print/output_language.h"
#include "core/base/errors.h"
#include "core/base/names.h"
#include "db/games/name_ids.h"
#include "db/query/filtered_games.h"
#include "db/query/game_filter.h"
#include "notation/records/conversion/played_record.h"
#include "notation/text/printable.h"

namespace schiri::cli {

void RatedGames::add_to(Command& command) {
  source_.input.read.keep = Keep::headers;
  source_.input.add_to(command);
  source_.input.read.check.chooses_games = true;
  InputOptions::describe_selection(command);
  command.get_option("FILE")->required(false);
  command
      .add_option("--db", databases_, "Use the games of this database instead of files; repeatable")
      ->path("FILE")
      ->repeatable();
  command.after_reading([this] {
    if (databases_.empty() && source_.input.files.empty() && defaults().database) {
      databases_ = {*defaults().database};
    }
    if (!databases_.empty()) source_.db = databases_.front();
  });
  source_.selection.add_record_options(command);
  command.add_file("--synonyms", synonyms_,
                   "Read synonyms of names from this file: lines OTHER NAME = NAME");
  add_repeats(command, counts_repeats_);
}

void RatedGames::add_no_forfeits(Command& command) {
  command.add_flag("--no-forfeits", no_forfeits_,
                   "Ignore games decided by a failure, except as points");
}

GameSource RatedGames::source() const {
  GameSource source = source_;
  source.check(written_);
  for (auto one = databases_.begin(); one != databases_.end(); ++one) {
    const bool is_again = std::any_of(databases_.begin(), one, [&](const std::string& other) {
      std::error_code unknown;
      return *one == other || std::filesystem::equivalent(*one, other, unknown);
    });
    if (is_again) throw InputError(message("--db: '{0}' is given twice", printable(*one)));
  }
  return source;
}

RatedGames RatedGames::of_database(const std::string& path) const {
  RatedGames games = *this;
  games.source_.input.files.clear();
  games.source_.db = path;
  games.databases_ = {path};
  return games;
}

bool RatedGames::chooses_games() const {
  db::GameFilter chosen = filter();
  chosen.game.clear();
  chosen.variant.clear();
  chosen.players.clear();
  return chosen.asks_for_anything() || !synonyms_.empty() || no_forfeits_ || counts_repeats_;
}

std::string RatedGames::whole_database() const {
  return chooses_games() || !filter().players.empty() ? std::string() : database();
}

std::vector<std::string> RatedGames::inputs() const {
  std::vector<std::string> inputs = source_.input.files;
  inputs.insert(inputs.end(), databases_.begin(), databases_.end());
  inputs.push_back(synonyms_);
  return inputs;
}

namespace {

struct SharedAlias {
  std::string name;
  const db::Store* store;
};

std::deque<db::Store> opened(const std::vector<std::string>& databases) {
  std::deque<db::Store> stores;
  for (const std::string& path : databases) stores.emplace_back(path, db::Store::Mode::read);
  return stores;
}

/// Adds the aliases of players to synonyms: what is one in one database is one in all. In a single
/// database a synonym that says the contrary goes before. Throws InputError if two databases
/// contradict each other.
std::map<std::string, SharedAlias> share_aliases(const std::deque<db::Store>& stores,
                                                 Synonyms& synonyms) {
  std::map<std::string, SharedAlias> shared;
  for (const db::Store& store : stores) {
    for (const db::Alias& alias : db::stored_aliases(store)) {
      if (alias.kind != "player") continue;
      const auto [known, is_new] = shared.try_emplace(alias.alias, SharedAlias{alias.name, &store});
      if (!is_new && !is_same_name(known->second.name, alias.name)) {
        throw InputError(message(
            "'{0}' is an alias of '{1}' in {2}, and of '{3}' in {4}; remove one with 'schiri db "
            "delete-alias'",
            printable(alias.alias), printable(known->second.name), known->second.store->path(),
            printable(alias.name), store.path()));
      }
      if (synonyms.add(alias.alias, alias.name) || stores.size() == 1) continue;
      throw InputError(
          message("the alias '{0}' of '{1}' in {2} leads back to itself by those of "
                  "other databases; remove one with 'schiri db delete-alias'",
                  printable(alias.alias), printable(alias.name), store.path()));
    }
  }
  return shared;
}

/// Says what tells another player in a database that does not know the alias.
void note_shared_aliases(const std::deque<db::Store>& stores,
                         const std::map<std::string, SharedAlias>& shared) {
  if (stores.size() == 1 || shared.empty()) return;
  for (const db::Store& store : stores) {
    db::visit_player_names(store, [&](std::string_view name) {
      const auto known = shared.find(name_key(name));
      if (known == shared.end() || known->second.store == &store) return;
      print_note(message("'{0}' of {1} counts as '{2}', whose alias it is in {3}", printable(name),
                         store.path(), printable(known->second.name), known->second.store->path()));
    });
  }
}

}  // namespace

const Synonyms& RatedGames::given_synonyms() const {
  if (!given_synonyms_) given_synonyms_ = synonyms_.empty() ? Synonyms() : Synonyms(synonyms_);
  return *given_synonyms_;
}

Synonyms RatedGames::names_of_players() const {
  Synonyms names = given_synonyms();
  share_aliases(opened(databases_), names);
  return names;
}

ExitStatus RatedGames::count(std::vector<rating::GameCounts>& counts) const {
  if (!are_stored()) {
    rating::GameCollector collector;
    const ExitStatus status = collect(collector);
    for (const rating::GameLog& log : collector.logs()) counts.emplace_back(log);
    return status;
  }
  source();
  const db::GameFilter wanted = filter();
  counts = db::count_results(open_for_query(source_.db, wanted), wanted);
  return ExitStatus::done;
}

ExitStatus RatedGames::collect(rating::GameCollector& collector, const Choice& is_wanted) const {
  const GameSource source = this->source();
  db::GameFilter filter = this->filter();
  Names names;
  names.synonyms = given_synonyms();
  names.check.expect(filter);
  // Names are matched after the synonyms, so the database cannot filter by them.
  const auto players = std::exchange(filter.players, {});
  const auto whites = std::exchange(filter.whites, {}), blacks = std::exchange(filter.blacks, {});
  const auto is_meant = [&](std::string_view white, std::string_view black) {
    if (white.empty()) white = unknown_value("White");
    if (black.empty()) black = unknown_value("Black");
    const auto takes_part = [&](const std::string& player) {
      return filter.means(player, white) || filter.means(player, black);
    };
    const auto is_any = [&](const std::vector<std::string>& wanted, std::string_view name) {
      return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](const auto& one) {
               return filter.means(one, name);
             });
    };
    return std::all_of(players.begin(), players.end(), takes_part) && is_any(whites, white) &&
           is_any(blacks, black);
  };
  FirstSpellings spellings;
  const auto add = [&](rating::FinishedGame game) {
    game.white = spellings[names.synonyms[game.white]];
    game.black = spellings[names.synonyms[game.black]];
    game.event = spellings[game.event];
    game.forfeited = no_forfeits_ && ended_by_failure(game.termination);
    if (counts_repeats_) game.hash.reset();
    if (is_meant(game.white, game.black) && (!is_wanted || is_wanted(game))) collector.add(game);
  };
  const auto know = [&](const CheckedRecord& checked) { names.add(checked); };
  const auto take = [&](const CheckedRecord& checked) { add(finished_game(checked)); };
  const auto has_names = [&](const CheckedRecord& checked) {
    return is_meant(names.synonyms[checked.record.tag("White")],
                    names.synonyms[checked.record.tag("Black")]);
  };
  const ExitStatus status =
      source.db.empty() ? source.visit_files(names.check, filter, know, take, has_names).status()
                        : collect_stored(filter, names, is_meant, add);
  if (status != ExitStatus::unusable) {
    names.check.require_known();
    names.synonyms.warn_of_unused();
  }
  return status;
}

ExitStatus RatedGames::collect_stored(db::GameFilter& filter, Names& names, const Meant& is_meant,
                                      const GameSink& add) const {
  const std::deque<db::Store> stores = opened(databases_);
  note_shared_aliases(stores, share_aliases(stores, names.synonyms));
  for (const db::Store& store : stores) {
    db::visit_player_names(store, [&](std::string_view name) { names.add_player(name); });
    names.check.add_facts(store);
  }
  filter.parts = names.check.partial_names();
  for (const db::Store& store : stores) {
    note_unsure_dates(store, filter, [&](const rating::FinishedGame& game) {
      return is_meant(names.synonyms[game.white], names.synonyms[game.black]);
    });
    db::visit_results(store, filter, add);
  }
  return ExitStatus::done;
}

}  // namespace schiri::cli
