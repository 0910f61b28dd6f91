#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "cli/input/name_check.h"
#include "cli/line/command.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/ratings/list_text.h"
#include "cli/ratings/method_arguments.h"
#include "cli/ratings/rated_games.h"
#include "cli/ratings/ratings_detail.h"
#include "cli/ratings/stored_lists.h"
#include "core/base/names.h"
#include "core/rating/games/counts.h"
#include "core/rating/models/bt.h"
#include "core/rating/models/methods.h"
#include "db/ratings/rating_lists.h"
#include "notation/rating/method_options.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct RatingsOptions {
  RatedGames games;
  std::string method = "bt";
  MethodArguments arguments;
  rating::MethodOptions chosen;  ///< as given
  bool matrix = false;
  std::vector<std::string> predict;
  std::vector<std::string> history;
  bool store = false;
  StoredListOptions kept;
  ListView view;
  ListOptions list;

  bool compares() const { return matrix || !predict.empty(); }
  bool shows_lists() const { return !compares() && history.empty(); }
  /// Are stored lists shown, without rating?
  bool only_shows() const { return kept.overview || !kept.shown.empty(); }
  /// Does the method depend on dates?
  bool needs_dates() const {
    return !kept.name.empty() || !kept.start.empty() || view.inactive > 0 ||
           format() == Format::html;
  }
  Format format() const { return list.format; }
  TableOptions table() const { return for_process(static_cast<const RowOptions&>(list)); }
};

rating::BtOptions bt_options(const RatingsOptions& options) {
  rating::BtOptions bt = options.chosen.bt;
  if (options.compares()) bt.compared = options.predict;
  if (options.shows_lists()) bt.ranking = rating::PlayerOrder{.min_games = options.view.min_games};
  return bt;
}

template <class Value>
void append(std::vector<Value>& values, std::vector<Value> more) {
  std::move(more.begin(), more.end(), std::back_inserter(values));
}

rating::MethodOptions method_options(const RatingsOptions& options,
                                     const std::vector<rating::RatedPlayer>& before = {}) {
  rating::MethodOptions method = options.chosen;
  for (const rating::RatedPlayer& newcomer : options.chosen.elo.before) {
    for (const rating::RatedPlayer& listed : before) {
      if (!is_same_name(newcomer.name, listed.name)) continue;
      throw InputError(message("--start: '{0}' is in the list '{1}' already",
                               printable(newcomer.name), printable(options.kept.start)));
    }
  }
  for (auto* const state : {&method.elo.before, &method.glicko2.before}) {
    state->insert(state->end(), before.begin(), before.end());
  }
  return method;
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const rating::Method& method : rating::methods()) names.emplace_back(method.name);
  return names;
}

const rating::Method& method_of(const RatingsOptions& options) {
  return *rating::find_method(options.method);
}

/// Calls a method. Throws InputError for options that it refuses.
template <class Rate>
auto by_method(const RatingsOptions& options, const Rate& rate) {
  return read_for("--method " + options.method, rate);
}

/// Rates by a method that processes games one by one.
std::vector<rating::RatingList> rate(const rating::GameCollector& games,
                                     const RatingsOptions& options, const Continuation& start) {
  std::vector<rating::RatingList> lists;
  for (const rating::GameLog& log : games.logs()) {
    const auto method = method_options(options, start.before({log.game(), log.variant()}));
    append(lists, by_method(options, [&] { return method_of(options).rate(log, method); }));
  }
  return lists;
}

std::vector<rating::RatingList> fit(const std::vector<rating::GameCounts>& counts,
                                    const rating::BtOptions& bt) {
  std::vector<rating::RatingList> lists;
  for (const rating::GameCounts& one : counts) append(lists, rating::rate_bt(one, bt));
  return lists;
}

/// A player's name as in the games. Throws InputError if no player has it.
template <class Lists>
std::string require_player(const std::string& option, const std::string& name, const Lists& lists) {
  return read_for(option, [&] { return rating::known_player(name, lists); });
}

/// The options of the fit, with the anchors' names as in the games.
template <class Lists>
rating::BtOptions bt_options(const RatingsOptions& options, const Lists& lists) {
  rating::BtOptions bt = bt_options(options);
  read_for("--anchor", [&] { rating::spell_anchors(bt, lists); });
  return bt;
}

void show_histories(const rating::GameCollector& games, const RatingsOptions& options,
                    const Continuation& start) {
  std::vector<PlayerHistory> histories;
  std::vector<std::string> known;
  for (const rating::GameLog& log : games.logs()) append(known, log.players());
  const db::GameFilter wanted = resolve_players("--history", options.history, known);
  std::vector<std::string> players;
  for (const std::string& name : options.history) {
    for (const std::string& player : known) {
      const bool is_new = std::count(players.begin(), players.end(), player) == 0;
      if (is_new && wanted.means(name, player)) players.push_back(player);
    }
  }
  for (const std::string& player : players) {
    for (const rating::GameLog& log : games.logs()) {
      const auto method = method_options(options, start.before({log.game(), log.variant()}));
      histories.push_back({log.game(), log.variant(), player, by_method(options, [&] {
                             return method_of(options).history(log, player, method);
                           })});
    }
  }
  print_histories(histories, options.table());
}

void compare_players(const std::vector<rating::RatingList>& lists, const RatingsOptions& options) {
  if (options.matrix) return print_matrix(lists, options.table());
  print_prediction(lists, options.predict[0], options.predict[1], options.table());
}

/// Whether `--compare` names a database, not a stored list.
bool compares_database(const RatingsOptions& options) {
  const std::string& name = options.kept.earlier;
  std::error_code ignored;
  if (name.empty() || !std::filesystem::is_regular_file(name, ignored)) return false;
  const std::string database = options.games.database();
  if (database.empty()) return true;
  return db::stored_lists(db::Store(database, db::Store::Mode::read), name, options.games.kind())
      .empty();
}

/// Validates the options on stored lists and on showing lists.
void check_list_options(const RatingsOptions& options) {
  const StoredListOptions& kept = options.kept;
  const bool asks_database = !kept.name.empty() || options.only_shows() || !kept.start.empty() ||
                             (!kept.earlier.empty() && !compares_database(options));
  if (asks_database && options.games.database().empty()) {
    throw InputError(
        message("--name, --list, --lists, --compare and --start-from: specify one database with "
                "--db FILE"));
  }
  if (!options.store && !kept.name.empty()) throw InputError(message("--name: only with --store"));
  if (kept.replaces && kept.name.empty())
    throw InputError(message("--replace: only with --store --name"));
  if (options.store && !kept.start.empty() && kept.name.empty()) {
    throw InputError(message("--start-from: specify a --name for the stored list"));
  }
  if (!kept.start.empty() && options.method != "elo" && options.method != "glicko2") {
    throw InputError(message(
        "--start-from: only with --method elo or glicko2; the other methods fit all games"));
  }
  if (!kept.start.empty() && !options.games.since().empty()) {
    throw InputError(message(
        "--start-from and --since exclude each other: games count from the day after that of the "
        "list"));
  }
  if (options.only_shows()) {
    const db::GameFilter chosen = options.games.filter();
    if (kept.overview && !chosen.players.empty()) {
      throw InputError(message("--lists: omit --player; 'schiri db query history' shows a player"));
    }
    if (options.games.chooses_games() || options.arguments.are_given()) {
      throw InputError(message(
          "--list and --lists show stored lists: only --game, --variant and --player choose "
          "of them; no option selects games or sets a method"));
    }
  }
  if (options.only_shows() && (options.store || !kept.start.empty() || !options.shows_lists())) {
    throw InputError(
        message("--list and --lists show stored lists; omit --store and --start-from"));
  }
  const bool changes_lists = !kept.earlier.empty() || options.view.marks() ||
                             options.list.output != "-" || options.format() == Format::html;
  if (changes_lists && !options.shows_lists()) {
    throw InputError(message(
        "--compare, --provisional, --inactive, --output and html: not with --matrix, --predict or "
        "--history"));
  }
}

void check_options(const RatingsOptions& options) {
  check_list_options(options);
  if (options.compares() && options.method != "bt") {
    throw InputError(message("--matrix and --predict: only with --method bt"));
  }
  options.arguments.require_used_by(options.method);
  if (options.games.counts_repeats() && options.method != "bt") {
    throw InputError(
        message("--repeats: only with --method bt; the other methods count all games"));
  }
  if (options.arguments.has("no-errors") && options.compares()) {
    throw InputError(message("--no-errors: not with --matrix or --predict"));
  }
  if (!options.history.empty() && !method_of(options).history) {
    throw InputError(message("--history: only with --method elo or glicko2"));
  }
  if (options.store && options.kept.name.empty() && options.games.whole_database().empty()) {
    throw InputError(message(
        "--store: specify --db FILE, and all games or those of one --game and --variant, without "
        "--no-forfeits and --repeats; for other games also --name NAME"));
  }
  if (options.store && (options.compares() || !options.history.empty())) {
    throw InputError(message("--store: not with --matrix, --predict or --history"));
  }
  if (options.compares() + !options.history.empty() + (options.matrix && !options.predict.empty()) >
      1) {
    throw InputError(message("specify only one of --matrix, --predict and --history"));
  }
}

/// The state of the games before rating, if the list is to be stored as the present one.
db::KindChanges changes_before(const RatingsOptions& options) {
  if (!options.store || !options.kept.name.empty()) return {};
  return db::kind_changes(db::Store(options.games.whole_database(), db::Store::Mode::write));
}

/// The lists of another database, rated in the same way.
std::vector<db::KindList> rate_database(const RatingsOptions& options, const std::string& path) {
  RatingsOptions other = options;
  other.games = options.games.of_database(path);
  rating::GameCollector games;
  std::vector<rating::RatingList> lists;
  if (method_of(other).history) {
    other.games.collect(games);
    lists = rate(games, other, {});
  } else {
    std::vector<rating::GameCounts> counts;
    other.games.count(counts);
    append(lists, fit(counts, bt_options(other, counts)));
  }
  return dated(std::move(lists), other.method, path, games.logs(), {}, {});
}

ListView list_view(const RatingsOptions& options) {
  ListView view = options.view;
  view.earlier_name = options.kept.compared();
  view.errors = options.chosen.bt.errors;
  if (compares_database(options)) {
    view.earlier = rate_database(options, options.kept.earlier);
  } else if (view.compares()) {
    view.earlier = require_lists(options.kept.earlier.empty() ? "--start-from" : "--compare",
                                 options.games.database(), view.earlier_name, options.games.kind());
  }
  return view;
}

void print(const std::vector<db::KindList>& lists, const ListView& view,
           const RatingsOptions& options) {
  OutputFile output(options.list.output, options.games.inputs());
  print_lists(output.stream(), lists, view, options.list);
  output.commit();
}

void remove_comparisons_over(std::vector<db::KindList>& lists, std::uint64_t min_games) {
  for (db::KindList& list : lists) {
    for (rating::RatingList& pool : list.pools) {
      rating::remove_comparisons_over(pool.players, min_games);
    }
  }
}

/// Stores whole lists, also the players that --min-games leaves out.
void store(std::vector<db::KindList> lists, const RatingsOptions& options,
           const db::KindChanges& seen) {
  remove_comparisons_over(lists, options.view.min_games);
  db::Store store(options.games.database(), db::Store::Mode::write);
  if (lists.empty() && !options.kept.name.empty()) {
    print_note(message("no game counts, so no list is stored"));
  }
  db::keep_lists(store, lists, options.kept.replaces, seen);
}

/// Prints the lists and stores them with --store.
void show_lists(std::vector<rating::RatingList> lists, const rating::GameCollector& games,
                const RatingsOptions& options, const db::KindChanges& seen,
                const Continuation& start = {}) {
  auto all = dated(std::move(lists), options.method, options.kept.name, games.logs(),
                   options.games.until(), start);
  const ListView view = list_view(options);
  view.require_comparable(all);
  if (options.store) store(all, options, seen);
  print(all, view, options);
}

/// Leaves out the lines of all players but these, if there are any.
void keep_players(std::vector<db::KindList>& lists, const std::vector<std::string>& players) {
  if (players.empty()) return;
  std::vector<std::string> known;
  for (const db::KindList& list : lists) {
    for (const rating::RatingList& pool : list.pools) {
      for (const auto& line : pool.players) known.push_back(line.name);
    }
  }
  const db::GameFilter wanted = resolve_players("--player", players, known);
  for (db::KindList& list : lists) {
    for (rating::RatingList& pool : list.pools) {
      std::erase_if(pool.players, [&](const rating::RatedPlayer& line) {
        return std::none_of(players.begin(), players.end(), [&](const std::string& player) {
          return wanted.means(player, line.name);
        });
      });
    }
  }
}

ExitStatus show_kept(const RatingsOptions& options) {
  const std::string& database = options.games.database();
  if (options.kept.overview) {
    const db::Store store(database, db::Store::Mode::read);
    print_list_names(console::out, db::stored_lists(store, "", options.games.kind()),
                     options.table());
  } else {
    auto lists = require_lists("--list", database, options.kept.shown, options.games.kind());
    const ListView view = list_view(options);
    view.require_comparable(lists);
    remove_comparisons_over(lists, view.min_games);
    keep_players(lists, options.games.filter().players);
    print(lists, view, options);
  }
  return ExitStatus::done;
}

/// Unless a list is to be stored, which has a note of its own.
void note_no_games(const RatingsOptions& options, bool has_games) {
  if (has_games || options.store) return;
  print_note(message("no game counts, so there is nothing to rate"));
}

/// Adds up the games, one by one if their dates matter.
ExitStatus count_games(const RatingsOptions& options, rating::GameCollector& games,
                       std::vector<rating::GameCounts>& counts) {
  if (!options.needs_dates()) return options.games.count(counts);
  const ExitStatus status = options.games.collect(games);
  for (const rating::GameLog& log : games.logs()) counts.emplace_back(log);
  return status;
}

ExitStatus run_bt(const RatingsOptions& options) {
  const db::KindChanges seen = changes_before(options);
  rating::GameCollector games;
  std::vector<rating::GameCounts> counts;
  const ExitStatus status = count_games(options, games, counts);
  rating::BtOptions bt = bt_options(options, counts);
  if (bt.compared) {
    for (std::string& name : *bt.compared) name = require_player("--predict", name, counts);
  }
  std::vector<rating::RatingList> lists = fit(counts, bt);
  note_no_games(options, !lists.empty());
  if (options.compares()) {
    compare_players(lists, options);
  } else {
    show_lists(std::move(lists), games, options, seen);
  }
  return status;
}

Continuation continuation(const RatingsOptions& options) {
  if (options.kept.start.empty()) return {};
  const std::string database = options.games.database(), &name = options.kept.start;
  require_lists("--start-from", database, name, options.games.kind());
  return {db::stored_lists_by_player(db::Store(database, db::Store::Mode::read), name,
                                     options.games.kind()),
          options.method};
}

/// Rates by a method that processes games one by one.
ExitStatus run_in_order(const RatingsOptions& options) {
  // Wrong options are told before any file is read.
  by_method(options, [&] {
    return method_of(options).rate(rating::GameLog("", ""), method_options(options, {}));
  });
  const db::KindChanges seen = changes_before(options);
  const Continuation start = continuation(options);
  rating::GameCollector games;
  const ExitStatus status = options.games.collect(
      games, [&](const rating::FinishedGame& game) { return start.counts(game); });
  note_no_games(options, !games.logs().empty());
  for (const auto& [game, variant] : start.kinds()) games.know(game, variant);
  read_for("--start", [&] { rating::require_known_starts(options.chosen, games.logs()); });
  if (options.history.empty()) {
    show_lists(rate(games, options, start), games, options, seen, start);
  } else {
    show_histories(games, options, start);
  }
  return status;
}

/// Names of players by their aliases and synonyms, as those of the games.
void use_known_names(RatingsOptions& options) {
  auto& anchors = options.chosen.bt.anchors;
  auto& elo = options.chosen.elo.before;
  auto& glicko2 = options.chosen.glicko2.before;
  if (options.predict.empty() && options.history.empty() && anchors.empty() && elo.empty() &&
      glicko2.empty()) {
    return;
  }
  const Synonyms names = options.games.names_of_players();
  const auto known = [&](const std::string& name) { return std::string(names[name]); };
  std::set<std::string> named;
  const auto require_new = [&](const std::string& option, const std::string& name) {
    if (named.insert(name_key(name)).second) return;
    throw InputError(message("{0}: '{1}' is given twice", option, printable(name)));
  };
  for (auto* const players : {&options.predict, &options.history}) {
    std::transform(players->begin(), players->end(), players->begin(), known);
  }
  std::map<std::string, rating::Anchor> targets;
  for (const auto& [name, anchor] : anchors) {
    require_new("--anchor", known(name));
    targets.emplace(known(name), anchor);
  }
  anchors = std::move(targets);
  for (auto* const players : {&elo, &glicko2}) {
    named.clear();
    for (rating::RatedPlayer& player : *players) {
      player.name = known(player.name);
      require_new("--start", player.name);
    }
  }
}

ExitStatus run_ratings(RatingsOptions& options) {
  options.games.writes(options.list.output);
  check_options(options);
  use_known_names(options);
  if (options.only_shows()) return show_kept(options);
  if (!options.kept.name.empty()) {
    require_new_list(options.games.database(), options.kept, options.games.kind());
  }
  return method_of(options).history ? run_in_order(options) : run_bt(options);
}

}  // namespace

void add_ratings(Command& app) {
  const auto [command, options] = app.add<RatingsOptions>(
      "ratings", "Rate the players of a database or of records",
      "--db a.db --game creeper --min-games 20", "ratings", [](RatingsOptions& given) {
        given.chosen = given.arguments.read();
        return run_ratings(given);
      });
  options.games.add_to(command);
  options.games.add_no_forfeits(command);
  command.add_option("--method", options.method, "Set the rating method (bt)")
      ->one_of(method_names());
  options.arguments.add_to(command);
  add_list_options(command, options.list);
  command.prints(columns_of_lists);
  command.prints(columns_of_differences, "--matrix, for each two players");
  command.prints(columns_of_predictions, "--predict, for each colour");
  command.prints(columns_of_histories, "--history");
  command.prints(columns_of_list_names, "--lists");
  command.add_flag("--store", options.store,
                   "Store the list in the database, for the view 'ratings'");
  options.kept.add_to(command);
  command.add_option("--min-games", options.view.min_games,
                     "Show only players with at least N games");
  command
      .add_option("--provisional", options.view.provisional, "Mark players with fewer than N games")
      ->above_zero();
  command
      .add_option("--inactive", options.view.inactive,
                  "Mark players without a game in the last N months of the list")
      ->range(1, 1200);
  command.add_flag("--matrix", options.matrix,
                   "bt: print difference, error and LOS of each two players");
  command.add_option("--predict", options.predict, "bt: predict a game between two players")
      ->words(2);
  command
      .add_option("--history", options.history, "elo, glicko2: print a player's rating over time")
      ->repeatable();
}

}  // namespace schiri::cli
