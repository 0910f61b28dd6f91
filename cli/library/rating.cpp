#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "cli/library/handles.h"
#include "core/base/text.h"
#include "core/rating/tables/cross_table.h"
#include "notation/rating/method_options.h"
#include "notation/rating/rows.h"
#include "notation/rating/tie_break_list.h"
#include "notation/records/conversion/finished_game.h"
#include "notation/text/printable.h"
#include "notation/text/row_text.h"

using namespace schiri;
using namespace schiri::library;

namespace {

constexpr const char* the_ratings = "the ratings";
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> english_texts(const std::vector<Message>& messages) {
  return {messages.begin(), messages.end()};
}

/// A list and its texts for the interface. Values that only `bt` has are empty for other methods.
struct KeptList {
  explicit KeptList(rating::BtList its_list)
      : list(std::move(its_list)),
        description(list.description),
        notes(list_of(english_texts(list.notes))) {}
  explicit KeptList(rating::RatingList its_list) : KeptList(rating::BtList{std::move(its_list)}) {}

  rating::BtList list;
  std::string description, notes;
};

struct KeptTable {
  explicit KeptTable(rating::CrossTable its_table)
      : table(std::move(its_table)), notes(list_of(english_texts(table.notes))) {
    for (const auto id : table.tie_breaks) codes.append(rating::name_of(id).code).append("\n");
    for (const rating::CrossTableRow& row : table.rows) {
      for (const auto& value : row.tie_breaks) values.push_back(value.value_or(no_number));
    }
  }

  rating::CrossTable table;
  std::string notes, codes;
  std::vector<double> values;  ///< row by row
};

/// The settings.
struct Settings {
  rating::MethodOptions methods;
  std::set<std::string> of_methods;  ///< the options of methods that are set
  std::vector<rating::TieBreakId> tie_breaks = rating::read_table_tie_breaks("");
  bool no_forfeits = false;
  bool counts_repeats = false;
};

int code_of(rating::Bound bound) {
  return bound == rating::Bound::none ? 0 : bound == rating::Bound::above ? 1 : -1;
}

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
  std::vector<KeptList> lists;
  std::vector<KeptTable> tables;
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

void rate(std::vector<KeptList>& lists, const rating::GameLog& log, const rating::Method& method,
          const rating::MethodOptions& options) {
  if (options.bt.covariance) {
    for (auto& list : rating::rate_bt(rating::GameCounts(log), options.bt)) {
      lists.emplace_back(std::move(list));
    }
  } else {
    for (auto& list : method.rate(log, options)) lists.emplace_back(std::move(list));
  }
}

template <class Kept>
const Kept& kept_at(const std::vector<Kept>& all, std::size_t index, const char* what) {
  if (index >= all.size()) throw WrongUse(std::string("there are no more ") + what);
  return all[index];
}

const KeptList& list_at(const schiri_ratings* ratings, std::size_t list) {
  return kept_at(need(ratings, the_ratings).lists, list, "lists");
}

const KeptTable& table_at(const schiri_ratings* ratings, std::size_t table) {
  return kept_at(need(ratings, the_ratings).tables, table, "cross tables");
}

/// Rows of the same keys, as `csv` or `json`.
class RowText {
 public:
  RowText(const char* form, const std::vector<std::string>& keys)
      : is_csv_(is_csv(form)), columns_(keys.size()) {
    if (is_csv_) text_ = csv_line({keys.begin(), keys.end()});
  }

  /// The cells for CSV, the object for JSON.
  void add(const std::vector<Json>& cells, const std::function<Json()>& object) {
    require_cells(columns_, cells.size());
    text_ += is_csv_ ? csv_line(cells) : json_line(object());
  }
  char* hand_over() const { return library::hand_over(text_); }

 private:
  static bool is_csv(const char* form) {
    const std::string name = need_text(form, "the form");
    if (name == "csv" || name == "json") return name == "csv";
    throw WrongUse("unknown format '" + printable(name) + "'; the formats are: csv, json");
  }

  bool is_csv_;
  std::size_t columns_;
  std::string text_;
};

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

int schiri_ratings_add_result(schiri_ratings* ratings, const char* game, const char* variant,
                              const char* white, const char* black, const char* result,
                              const char* event, const char* round, const char* date) {
  return guarded_status([&] {
    const GameType& type = kind_named(need_text(game, "the game's name")).type;
    const std::string texts[] = {variant_named(type, variant), need_text(white, "White"),
                                 need_text(black, "Black"),    need_text(result, "the result"),
                                 text_or_empty(event),         text_or_empty(round),
                                 text_or_empty(date)};
    rating::FinishedGame finished;
    finished.game = type.name();
    finished.variant = texts[0];
    finished.white = texts[1];
    finished.black = texts[2];
    finished.result = outcome_of(texts[3]);
    finished.event = texts[4];
    finished.round = texts[5];
    finished.date = texts[6];
    if (!finished.result && texts[3] != "*") {
      throw WrongUse("'" + printable(texts[3]) +
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

const char* schiri_rating_options(void) {
  return guarded_pointer([] {
    std::vector<std::string_view> names;
    for (const auto& option : rating::method_options()) names.push_back(option.name);
    for (const OwnOption& option : own_options) names.push_back(option.name);
    return lasting(list_of(names));
  });
}

const char* schiri_rating_option_meaning(const char* option) {
  return guarded_pointer([&]() -> const char* {
    const std::string name = need_text(option, "the option");
    if (const OwnOption* const own = find_own(name)) return lasting(own->about);
    if (const auto* of_methods = rating::find_method_option(name)) {
      return lasting(of_methods->meaning());
    }
    return nullptr;
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
    std::vector<KeptList> lists;
    for (const rating::GameLog& log : ratings->games.logs()) rate(lists, log, by, options);
    ratings->lists = std::move(lists);
  });
}

int schiri_ratings_list(const schiri_ratings* ratings, size_t list, schiri_rating_list* filled) {
  return guarded_status([&] {
    const KeptList& its = list_at(ratings, list);
    need(filled, "the list") = {its.list.game.c_str(),   its.list.variant.c_str(),
                                its.description.c_str(), its.notes.c_str(),
                                its.list.players.size(), its.list.pool,
                                its.list.pools};
  });
}

int schiri_ratings_player(const schiri_ratings* ratings, size_t list, size_t player,
                          schiri_rated_player* filled) {
  return guarded_status([&] {
    const rating::RatedPlayer& its =
        kept_at(list_at(ratings, list).list.players, player, "players");
    need(filled, "the player") = {its.name.c_str(),
                                  its.rating.value_or(no_number),
                                  its.error.value_or(no_number),
                                  its.results.wins,
                                  its.results.draws,
                                  its.results.losses,
                                  its.effective_games,
                                  code_of(its.bound)};
  });
}

char* schiri_ratings_write(const schiri_ratings* ratings, const char* form) {
  return guarded_pointer([&] {
    const auto keys = rating::rating_keys();
    RowText text(form, keys);
    for (const KeptList& kept : need(ratings, the_ratings).lists) {
      const rating::RatingRows rows(kept.list);
      for (const rating::RatedPlayer& player : kept.list.players) {
        const auto cells = rows.cells(player);
        text.add(cells, [&] { return object_of(keys, cells); });
      }
    }
    return text.hand_over();
  });
}

int schiri_ratings_predict(const schiri_ratings* ratings, size_t list, size_t white, size_t black,
                           schiri_prediction* filled) {
  return guarded_status([&] {
    const rating::BtList& its = list_at(ratings, list).list;
    kept_at(its.players, std::max(white, black), "players");
    if (white == black) throw WrongUse("a prediction requires two different players");
    if (its.covariance.empty()) {
      throw WrongUse(
          "predictions require a list of the method bt with the option matrix, of at most 6000 "
          "players");
    }
    const rating::Difference difference = rating::difference(its, white, black);
    const rating::Expectation expected = its.model().expected(difference.elo);
    need(filled, "the prediction") = {expected.white, expected.draw,    expected.black,
                                      difference.elo, difference.error, difference.superiority};
  });
}

int schiri_ratings_history(const schiri_ratings* ratings, const char* method, const char* player,
                           schiri_point_visitor visitor, void* data) {
  return guarded_status([&] {
    const rating::Method& by = method_named(need_text(method, "the method"));
    if (!by.history)
      throw WrongUse("the method " + std::string(by.name) + " has no ratings over time");
    const auto options = options_for(need(ratings, the_ratings), by);
    const auto& logs = ratings->games.logs();
    const auto name = rating::known_player(need_text(player, "the player"), logs);
    need(visitor, "the visitor");
    for (const rating::GameLog& log : logs) {
      for (const rating::RatingPoint& point : by.history(log, name, options)) {
        const schiri_rating_point filled = {
            log.game().c_str(), log.variant().c_str(),           point.date.c_str(),
            point.rating,       point.error.value_or(no_number), point.games};
        if (!visitor(&filled, data)) return SCHIRI_STOPPED;
      }
    }
    return SCHIRI_OK;
  });
}

int schiri_ratings_tabulate(schiri_ratings* ratings) {
  return guarded_status([&] {
    std::vector<KeptTable> tables;
    for (const rating::GameLog& log : need(ratings, the_ratings).games.logs()) {
      for (auto& table :
           rating::rated_cross_tables(rating::GameCounts(log), {}, ratings->settings.tie_breaks)) {
        tables.emplace_back(std::move(table));
      }
    }
    ratings->tables = std::move(tables);
  });
}

int schiri_ratings_table(const schiri_ratings* ratings, size_t table, schiri_cross_table* filled) {
  return guarded_status([&] {
    const KeptTable& kept = table_at(ratings, table);
    const rating::CrossTable& its = kept.table;
    need(filled, "the cross table") = {
        its.game.c_str(),   its.variant.c_str(), its.scale.c_str(),     kept.notes.c_str(),
        kept.codes.c_str(), its.rows.size(),     its.tie_breaks.size(), its.pool,
        its.pools};
  });
}

int schiri_ratings_row(const schiri_ratings* ratings, size_t table, size_t row,
                       schiri_table_row* filled) {
  return guarded_status([&] {
    const KeptTable& kept = table_at(ratings, table);
    const rating::CrossTableRow& its = kept_at(kept.table.rows, row, "rows");
    need(filled, "the row") = {its.name.c_str(),
                               its.points,
                               its.performance.value_or(no_number),
                               kept.values.data() + row * kept.table.tie_breaks.size(),
                               its.results.wins,
                               its.results.draws,
                               its.results.losses,
                               code_of(its.performance_bound)};
  });
}

int schiri_ratings_against(const schiri_ratings* ratings, size_t table, size_t row, size_t opponent,
                           uint64_t* wins, uint64_t* draws, uint64_t* losses) {
  return guarded_status([&] {
    const auto& rows = table_at(ratings, table).table.rows;
    const rating::Wdl its = rating::results_against(kept_at(rows, row, "rows"), opponent);
    kept_at(rows, opponent, "rows");
    need(wins, "the number of wins") = its.wins;
    need(draws, "the number of draws") = its.draws;
    need(losses, "the number of losses") = its.losses;
  });
}

char* schiri_ratings_write_tables(const schiri_ratings* ratings, const char* form) {
  return guarded_pointer([&] {
    const auto& tables = need(ratings, the_ratings).tables;
    const auto& tie_breaks =
        tables.empty() ? ratings->settings.tie_breaks : tables.front().table.tie_breaks;
    RowText text(form, rating::table_keys(tie_breaks));
    for (const KeptTable& kept : tables) {
      for (std::size_t i = 0; i < kept.table.rows.size(); ++i) {
        text.add(rating::table_cells(kept.table, i),
                 [&] { return rating::table_row(kept.table, i); });
      }
    }
    return text.hand_over();
  });
}
