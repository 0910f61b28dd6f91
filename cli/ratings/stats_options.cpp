#include "cli/ratings/stats_options.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "cli/input/name_check.h"
#include "cli/line/usual_options.h"
#include "cli/tournament/tournament_command.h"
#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "core/rating/games/game_log.h"
#include "core/tournament/stop_rule.h"
#include "db/games/name_ids.h"
#include "db/query/filtered_games.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr std::uint64_t most_units = 1'000'000'000'000'000;

/// Reads exactly as many counts as there is room for, separated by commas.
void read_counts(const std::string& option, const std::string& text,
                 std::span<std::uint64_t> counts) {
  const auto parts = split(text, ',');
  bool good = parts.size() == counts.size();
  for (std::size_t i = 0; good && i < counts.size(); ++i) {
    const auto count = parse_number<std::uint64_t>(parts[i]);
    good = count && *count <= most_units;
    counts[i] = count.value_or(0);
  }
  if (good) return;
  throw InputError(message("{0}: expected {1} whole numbers separated by commas, not '{2}'", option,
                           counts.size(), printable(text)));
}

Message title_of(const TournamentConfig& config) {
  return message("the tournament '{0}'", printable(config.name));
}

std::vector<std::string> names_of(const TournamentConfig& config) {
  std::vector<std::string> names;
  for (const BotSpec& bot : config.bots) names.push_back(bot.name);
  return names;
}

std::size_t index_of_player(const TournamentConfig& config, const std::string& name) {
  const auto names = names_of(config);
  const auto found = std::find_if(names.begin(), names.end(), [&](const std::string& known) {
    return is_same_name(known, name);
  });
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw InputError(
      joined(message("--player: no player '{0}' in {1}", printable(name), title_of(config)),
             known_names(name, names)));
}

/// The two players of the match. One name is sufficient in a tournament of two players, none if the
/// first one of them is meant.
std::pair<std::size_t, std::size_t> choose_players(const TournamentConfig& config,
                                                   const std::vector<std::string>& names) {
  const std::size_t bots = config.bots.size();
  if (bots < 2 || config.tuning)
    throw InputError(message("{0} has no match of two players", title_of(config)));
  if (names.size() > 2) throw InputError(message("--player: specify at most two players"));
  if (names.size() < 2 && bots > 2) {
    throw InputError(
        message("--player: specify two of the {0} players of {1}", bots, title_of(config)));
  }
  const std::size_t first = names.empty() ? 0 : index_of_player(config, names[0]);
  const std::size_t second = names.size() < 2 ? 1 - first : index_of_player(config, names[1]);
  if (first == second) throw InputError(message("--player: specify two different players"));
  return {first, second};
}

}  // namespace

void MatchOptions::add_to(Command& command) {
  auto* games = command.add_option("--wdl", wdl, "Set wins, draws and losses")->type_name("W,D,L");
  auto* pairs =
      command.add_option("--penta", penta, "Set the pairs of games by points: 0, 1/2, 1, 1 1/2, 2")
          ->type_name("LL,LD,DD,WD,WW");
  games->excludes(pairs);
}

rating::MatchCounts MatchOptions::counts() const {
  if (wdl.empty() == penta.empty()) {
    throw InputError(message("specify either --wdl W,D,L or --penta LL,LD,DD,WD,WW"));
  }
  if (!wdl.empty()) {
    std::array<std::uint64_t, 3> games{};
    read_counts("--wdl", wdl, games);
    return rating::MatchCounts::wdl(games[0], games[1], games[2]);
  }
  std::array<std::uint64_t, 5> pairs{};
  read_counts("--penta", penta, pairs);
  return rating::MatchCounts::penta(pairs);
}

Option* StoredMatchOptions::add_to(Command& command) {
  Option* const file =
      command.add_file("--db", db, "Use a match of this database: of a tournament, or other games");
  filter.add_selection(command);
  command.get_option("--event")->about(
      "Select the tournament by its event name, or games (the only one)");
  command.get_option("--player")->about("Select a player, and again its opponent (the only two)");
  add_repeats(command, counts_repeats);
  return file;
}

void StoredMatchOptions::require_db() const {
  if (is_given()) return;
  if (counts_repeats || filter.record_filter({}).asks_for_anything()) {
    throw InputError(message("--repeats and the options that select games: specify --db FILE"));
  }
}

namespace {

/// Does the filter mean a tournament, by its event name or as the only one? Otherwise other games.
bool means_tournament(const db::Store& store, const db::GameFilter& filter) {
  db::GameFilter others = filter;
  others.events.clear();
  others.players.clear();
  if (others.asks_for_anything() || filter.events.size() > 1) return false;
  if (!filter.events.empty()) {
    const std::string& event = filter.events.front();
    return db::find_tournament(store, event) || !db::has_event(store, event);
  }
  return !db::stored_tournaments(store).empty();
}

/// Which of two players the first `--player` names, as the filter reads it: by its name, an alias
/// or a part. Throws InputError if it is a part of both.
std::size_t meant(const db::Store& store, const db::GameFilter& filter,
                  const std::vector<std::string>& players) {
  const std::string name = db::current_player_name(store, filter.players.front());
  for (std::size_t i = 0; i < 2; ++i) {
    if (is_same_name(name, players[i])) return i;
  }
  const bool first = is_part_of_name(name, players[0]), second = is_part_of_name(name, players[1]);
  if (first && second) {
    throw InputError(message("--player: '{0}' is a part of '{1}' and of '{2}'", printable(name),
                             printable(players[0]), printable(players[1])));
  }
  return second ? 1 : 0;
}

/// The match of the only two players of the selected games, the first one as `--player` says.
StoredMatch read_games(const db::Store& store, const StoredMatchOptions& options,
                       const db::GameFilter& filter) {
  rating::GameCollector games;
  db::visit_results(store, filter, [&](rating::FinishedGame game) {
    if (options.counts_repeats) game.hash.reset();
    games.add(game);
  });
  if (games.logs().size() != 1) {
    throw InputError(games.logs().empty()
                         ? message("--db: no selected game has a result")
                         : message("--db: the selected games are of several kinds; specify --game "
                                   "and --variant"));
  }
  const rating::GameLog& log = games.logs().front();
  const auto& players = log.players();
  if (players.size() != 2) {
    throw InputError(
        message("--player: specify two of the {0} players of these games", players.size()));
  }
  const std::size_t first = filter.players.empty() ? 0 : meant(store, filter, players);
  const Pairing pairing(static_cast<rating::PlayerId>(first),
                        static_cast<rating::PlayerId>(1 - first));
  return {options.db, players[first], players[1 - first],
          played_matches(log, std::span(&pairing, 1)).front()};
}

}  // namespace

StoredMatch read_match(const StoredMatchOptions& options) {
  const db::GameFilter filter = options.filter.filter(options.db);
  const db::Store store = open_for_query(options.db, filter);
  if (!means_tournament(store, filter)) return read_games(store, options, filter);
  const db::StoredTournament event = choose_tournament(
      store, filter.events.empty() ? std::nullopt : std::optional(filter.events.front()));
  const TournamentConfig config = db::config_of(store, event);
  const auto [first, second] = choose_players(config, filter.players);
  return {event.name,
          config.bots[first].name,
          config.bots[second].name,
          db::stored_match(store, event, config, first, second, options.counts_repeats),
          event.shards,
          config.sprt,
          db::seconds_per_game(store, event)};
}

void TestOptions::add_to(Command& command) {
  elo0_ = command.add_option("--elo0", test.elo0, "Set the Elo difference under H0");
  elo1_ = command.add_option("--elo1", test.elo1, "Set the Elo difference under H1");
  command.add_option("--model", model, "Set the model of Elo (logistic)")
      ->one_of({"logistic", "normalized"});
  command.add_option("--alpha", test.alpha,
                     "Set the probability of accepting H1 if H0 holds (0.05)");
  command.add_option("--beta", test.beta, "Set the probability of accepting H0 if H1 holds (0.05)");
}

bool TestOptions::is_given() const {
  if (elo0_->given() != elo1_->given()) throw InputError(message("specify both --elo0 and --elo1"));
  return elo0_->given();
}

rating::SprtOptions TestOptions::checked() const {
  rating::SprtOptions options = test;
  options.model =
      model == "normalized" ? rating::SprtModel::normalized : rating::SprtModel::logistic;
  if (const auto complaint = complaint_about(options)) throw InputError(*complaint);
  return options;
}

}  // namespace schiri::cli
