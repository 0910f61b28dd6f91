#include <algorithm>
#include <functional>
#include <set>

#include "cli/library/handles.h"
#include "core/base/text.h"
#include "core/rating/tables/cross_table.h"
#include "notation/rating/method_options.h"
#include "notation/rating/rows.h"
#include "notation/rating/tie_break_list.h"
#include "notation/records/conversion/played_record.h"
#include "notation/text/printable.h"
#include "notation/text/row_text.h"

using namespace schiri;
using namespace schiri::library;

namespace {

constexpr const char* the_ratings = "the ratings";

/// The settings.
struct Settings {
  rating::MethodOptions methods;
  std::set<std::string> of_methods;  ///< the options of methods that are set
  std::vector<rating::TieBreakId> tie_breaks = rating::read_table_tie_breaks("");
  bool no_forfeits = false;
  bool counts_repeats = false;
};

template <class Names>
std::string enumerated(const Names& names) {
  return join(names, ", ", [](const auto& one) { return one.name; });
}

const rating::Method& method_named(const std::string& name) {
  if (const auto* method = rating::find_method(name)) return *method;
  throw WrongUse("unknown method '" + printable(name) +
                 "'; the methods are: " + enumerated(rating::methods()));
}

}  // namespace

struct schiri_ratings {
  rating::GameCollector games;
  Settings settings;
  /// Values that only `bt` has are empty for other methods.
  std::vector<rating::BtList> lists;
  std::vector<rating::CrossTable> tables;
};

namespace {

/// An option that does not belong to a single method.
struct OwnOption {
  std::string_view name;
  std::string_view about;
  void (*set)(schiri_ratings& ratings, const std::string& value);
};

void require_nothing(const std::string& value) {
  if (!value.empty()) {
    throw std::invalid_argument("expected no value, not '" + printable(value) + "'");
  }
}

void require_no_games(const schiri_ratings& ratings) {
  if (!ratings.games.logs().empty()) {
    throw std::invalid_argument("must be set before games are added");
  }
}

constexpr OwnOption own_options[] = {
    {"matrix", "bt: keep the data for predictions",
     [](auto& ratings, const auto& value) {
       require_nothing(value);
       ratings.settings.methods.bt.covariance = true;
       ratings.settings.of_methods.insert("matrix");
     }},
    {"no-forfeits",
     "ignore games decided by a failure (time, an illegal turn, a crash, a forfeit), except as "
     "points",
     [](auto& ratings, const auto& value) {
       require_nothing(value);
       require_no_games(ratings);
       ratings.settings.no_forfeits = true;
     }},
    {"repeats", "count identical games once, or each of them: once or count (once)",
     [](auto& ratings, const auto& value) {
       if (value != "once" && value != "count") {
         throw std::invalid_argument("expected once or count, not '" + printable(value) + "'");
       }
       require_no_games(ratings);
       ratings.settings.counts_repeats = value == "count";
     }},
    {"tie-breaks", "set the tie-breaks of cross tables: DE,WON (DE,SB,BH)",
     [](auto& ratings, const auto& value) {
       ratings.settings.tie_breaks = rating::read_table_tie_breaks(value);
     }}};

const OwnOption* find_own(std::string_view name) {
  for (const OwnOption& option : own_options) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

void set_option(schiri_ratings& ratings, const std::string& name, const std::string& value) {
  if (const OwnOption* const own = find_own(name)) return own->set(ratings, value);
  const rating::MethodOption* const option = rating::find_method_option(name);
  if (!option) {
    throw std::invalid_argument(
        "unknown option; the options are: " + enumerated(rating::method_options()) + ", " +
        enumerated(own_options));
  }
  rating::set_option(ratings.settings.methods, *option, value);
  ratings.settings.of_methods.insert(name);
}

/// Rejects an option that the method would ignore.
void require_known(const Settings& settings, const rating::Method& method) {
  for (const std::string& name : settings.of_methods) {
    const rating::MethodOption* const option = rating::find_method_option(name);
    const std::string_view methods = option ? option->methods : "bt";
    if (option ? option->is_of(method.name) : method.name == methods) continue;
    throw WrongUse(name + ": this is an option of " + std::string(methods) + ", not of " +
                   std::string(method.name));
  }
}

rating::MethodOptions options_for(const schiri_ratings& ratings, const rating::Method& method) {
  require_known(ratings.settings, method);
  rating::MethodOptions options = ratings.settings.methods;
  options.bt.ranking = rating::PlayerOrder{};
  try {
    rating::spell_anchors(options.bt, ratings.games.logs());
  } catch (const std::invalid_argument& error) {
    throw WrongUse(std::string("anchor: ") + error.what());
  }
  try {
    rating::require_known_starts(options, ratings.games.logs());
  } catch (const std::invalid_argument& error) {
    throw WrongUse(std::string("start: ") + error.what());
  }
  return options;
}

void rate(std::vector<rating::BtList>& lists, const rating::GameLog& log,
          const rating::Method& method, const rating::MethodOptions& options) {
  if (options.bt.covariance) {
    for (auto& list : rating::rate_bt(rating::GameCounts(log), options.bt)) {
      lists.push_back(std::move(list));
    }
  } else {
    for (auto& list : method.rate(log, options)) lists.push_back({std::move(list)});
  }
}

/// What lists and cross tables have in common.
template <class Pool>
Json pool_json(const Pool& pool, const Message& scale) {
  Json notes = Json::array();
  for (const Message& note : pool.notes) notes.push_back(note.in(language()));
  return {{"game", pool.game},   {"variant", pool.variant},       {"pool", pool.pool},
          {"pools", pool.pools}, {"scale", scale.in(language())}, {"notes", std::move(notes)}};
}

Json player_json(const rating::RatedPlayer& player) {
  return {{"player", player.name},
          {"rating", value_or_null(player.rating)},
          {"error", value_or_null(player.error)},
          {"wins", player.results.wins},
          {"draws", player.results.draws},
          {"losses", player.results.losses},
          {"effective_games", player.effective_games},
          {"bound", rating::symbol(player.bound)}};
}

Json row_json(const rating::CrossTable& table, const rating::CrossTableRow& row) {
  Json tie_breaks = Json::object(), against = Json::object();
  for (std::size_t i = 0; i < table.tie_breaks.size(); ++i) {
    tie_breaks[table.tie_breaks[i].code] = value_or_null(row.tie_breaks[i]);
  }
  for (const auto& cell : row.cells) {
    const rating::Wdl& its = cell.results;
    against[table.rows[cell.opponent].name] = Json::array({its.wins, its.draws, its.losses});
  }
  return {{"player", row.name},
          {"points", row.points},
          {"wins", row.results.wins},
          {"draws", row.results.draws},
          {"losses", row.results.losses},
          {"tie_breaks", std::move(tie_breaks)},
          {"performance", value_or_null(row.performance)},
          {"bound", rating::symbol(row.performance_bound)},
          {"against", std::move(against)}};
}

TableOptions options_of(const char* form) {
  return {.format = row_form(form) == "csv" ? Format::csv : Format::json};
}

}  // namespace

schiri_ratings* schiri_ratings_new(void) {
  return guarded_pointer([] { return new schiri_ratings(); });
}

void schiri_ratings_free(schiri_ratings* ratings) { delete ratings; }

int schiri_ratings_add(schiri_ratings* ratings, const schiri_record* record) {
  return guarded_status([&] {
    require_valid(need(record, "the record"));
    rating::FinishedGame game = finished_game(record->checked);
    game.forfeited =
        need(ratings, the_ratings).settings.no_forfeits && ended_by_failure(game.termination);
    if (ratings->settings.counts_repeats) game.hash.reset();
    ratings->games.add(game);
  });
}

int schiri_ratings_add_result(schiri_ratings* ratings, const char* result) {
  return guarded_status([&] {
    const Json given = object_in(&need(result, "the result"), {"game", "variant", "white", "black",
                                                               "result", "event", "round", "date"});
    const auto required = [&](const char* key) {
      std::string text = text_in(given, key);
      if (text.empty()) throw WrongUse(std::string(key) + " is missing");
      return text;
    };
    const GameType& type = type_named(required("game"));
    const std::string variant = variant_named(type, text_in(given, "variant").c_str());
    const std::string white = required("white"), black = required("black");
    const std::string outcome = required("result"), event = text_in(given, "event");
    const std::string round = text_in(given, "round"), date = text_in(given, "date");
    rating::FinishedGame finished;
    finished.game = type.name();
    finished.variant = variant;
    finished.white = white;
    finished.black = black;
    finished.result = outcome_of(outcome);
    finished.event = event;
    finished.round = round;
    finished.date = date;
    if (!finished.result && outcome != "*") {
      throw WrongUse("'" + printable(outcome) +
                     "' is not a result; the results are: 1-0, 0-1, 1/2-1/2, *");
    }
    need(ratings, the_ratings).games.add(finished);
  });
}

const char* schiri_rating_methods(void) {
  return guarded_pointer([] {
    std::vector<std::string_view> names;
    for (const rating::Method& method : rating::methods()) names.push_back(method.name);
    return lasting(list_of(names));
  });
}

char* schiri_rating_options(void) {
  return guarded_pointer([] {
    Json options = Json::object();
    for (const auto& option : rating::method_options()) options[option.name] = option.meaning();
    for (const OwnOption& option : own_options) options[option.name] = option.about;
    return hand_over_json(options);
  });
}

int schiri_ratings_set(schiri_ratings* ratings, const char* option, const char* value) {
  return guarded_status([&] {
    const std::string name = need_text(option, "the option");
    try {
      set_option(need(ratings, the_ratings), name, text_or_empty(value));
    } catch (const std::invalid_argument& error) {
      throw WrongUse(printable(name) + ": " + error.what());
    }
  });
}

int schiri_ratings_reset(schiri_ratings* ratings) {
  return guarded_status([&] { need(ratings, the_ratings).settings = {}; });
}

int schiri_ratings_rate(schiri_ratings* ratings, const char* method) {
  return guarded_status([&] {
    const std::string name = text_or_empty(method);
    const rating::Method& by = name.empty() ? rating::methods().front() : method_named(name);
    const auto options = options_for(need(ratings, the_ratings), by);
    std::vector<rating::BtList> lists;
    for (const rating::GameLog& log : ratings->games.logs()) rate(lists, log, by, options);
    ratings->lists = std::move(lists);
  });
}

char* schiri_ratings_lists(const schiri_ratings* ratings) {
  return guarded_pointer([&] {
    Json lists = Json::array();
    for (const rating::BtList& list : need(ratings, the_ratings).lists) {
      Json players = Json::array();
      for (const auto& player : list.players) players.push_back(player_json(player));
      Json json = pool_json(list, list.description);
      json["players"] = std::move(players);
      lists.push_back(std::move(json));
    }
    return hand_over_json(lists);
  });
}

char* schiri_ratings_write(const schiri_ratings* ratings, const char* form) {
  return guarded_pointer([&] {
    std::ostringstream text;
    RowWriter rows(text, options_of(form), rating::rating_columns());
    for (const rating::BtList& list : need(ratings, the_ratings).lists) {
      for (const rating::RatingRow& row : rating::rating_rows(list)) rows.add(row);
    }
    rows.finish();
    return hand_over(text.str());
  });
}

char* schiri_ratings_predict(const schiri_ratings* ratings, size_t list, const char* white,
                             const char* black) {
  return guarded_pointer([&] {
    const auto& lists = need(ratings, the_ratings).lists;
    if (list >= lists.size()) throw WrongUse("there are no more lists");
    const rating::BtList& its = lists[list];
    const auto place_of = [&](const char* player) {
      const std::string name = need_text(player, "the player");
      const auto found = std::find_if(its.players.begin(), its.players.end(),
                                      [&](const auto& known) { return known.name == name; });
      if (found == its.players.end()) {
        throw WrongUse("the list has no player '" + printable(name) + "'");
      }
      return static_cast<std::size_t>(found - its.players.begin());
    };
    const std::size_t first = place_of(white), second = place_of(black);
    if (first == second) throw WrongUse("a prediction requires two different players");
    if (its.covariance.empty()) {
      throw WrongUse(
          "predictions require a list of the method bt with the option matrix, of at most 6000 "
          "players");
    }
    const rating::Difference difference = rating::difference(its, first, second);
    const rating::Expectation expected = its.model().expected(difference.elo);
    return hand_over_json(Json{{"white_wins", expected.white},
                               {"draw", expected.draw},
                               {"black_wins", expected.black},
                               {"difference", difference.elo},
                               {"error", difference.error},
                               {"los", difference.superiority}});
  });
}

char* schiri_ratings_history(const schiri_ratings* ratings, const char* method,
                             const char* player) {
  return guarded_pointer([&] {
    const rating::Method& by = method_named(need_text(method, "the method"));
    if (!by.history)
      throw WrongUse("the method " + std::string(by.name) + " has no ratings over time");
    const auto options = options_for(need(ratings, the_ratings), by);
    const auto& logs = ratings->games.logs();
    const auto name = rating::known_player(need_text(player, "the player"), logs);
    Json points = Json::array();
    for (const rating::GameLog& log : logs) {
      for (const rating::RatingPoint& point : by.history(log, name, options)) {
        points.push_back({{"game", log.game()},
                          {"variant", log.variant()},
                          {"date", point.date},
                          {"rating", point.rating},
                          {"error", value_or_null(point.error)},
                          {"games", point.games}});
      }
    }
    return hand_over_json(points);
  });
}

int schiri_ratings_tabulate(schiri_ratings* ratings) {
  return guarded_status([&] {
    std::vector<rating::CrossTable> tables;
    for (const rating::GameLog& log : need(ratings, the_ratings).games.logs()) {
      for (auto& table :
           rating::rated_cross_tables(rating::GameCounts(log), {}, ratings->settings.tie_breaks)) {
        tables.push_back(std::move(table));
      }
    }
    ratings->tables = std::move(tables);
  });
}

char* schiri_ratings_tables(const schiri_ratings* ratings) {
  return guarded_pointer([&] {
    Json tables = Json::array();
    for (const rating::CrossTable& table : need(ratings, the_ratings).tables) {
      Json codes = Json::array(), rows = Json::array();
      for (const auto id : table.tie_breaks) codes.push_back(id.code);
      for (const auto& row : table.rows) rows.push_back(row_json(table, row));
      Json json = pool_json(table, table.scale);
      json["tie_breaks"] = std::move(codes);
      json["rows"] = std::move(rows);
      tables.push_back(std::move(json));
    }
    return hand_over_json(tables);
  });
}

char* schiri_ratings_write_tables(const schiri_ratings* ratings, const char* form) {
  return guarded_pointer([&] {
    const auto& tables = need(ratings, the_ratings).tables;
    const auto& tie_breaks =
        tables.empty() ? ratings->settings.tie_breaks : tables.front().tie_breaks;
    std::ostringstream text;
    RowWriter rows(text, options_of(form), rating::cross_table_columns(tie_breaks));
    for (const rating::CrossTable& table : tables) {
      for (std::size_t i = 0; i < table.rows.size(); ++i) rows.add({table, i});
    }
    rows.finish();
    return hand_over(text.str());
  });
}
