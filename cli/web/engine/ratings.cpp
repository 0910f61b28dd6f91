/// Ratings and cross tables for JavaScript: games in, the rows of `schiri ratings` and `schiri
/// table` out, as JSON lines. The commands themselves need a database.

#include <sstream>

#include "cli/library/handles.h"
#include "core/base/names.h"
#include "core/rating/tables/cross_table.h"
#include "notation/rating/method_options.h"
#include "notation/rating/rows.h"
#include "notation/rating/tie_break_list.h"
#include "notation/records/conversion/played_record.h"
#include "notation/text/printable.h"
#include "notation/text/row_text.h"

using namespace schiri;
using namespace schiri::library;

struct engine_ratings {
  rating::GameCollector games;
  rating::MethodOptions options;
  /// Names in several spellings are one player, as for the program.
  FirstSpellings spellings;
};

namespace {

constexpr const char* the_ratings = "the ratings";

void add_game(engine_ratings& ratings, rating::FinishedGame game) {
  for (std::string_view* name : {&game.white, &game.black, &game.event}) {
    *name = ratings.spellings[*name];
  }
  ratings.games.add(std::move(game));
}

template <class Rows>
char* written(const Rows& write) {
  return guarded_pointer([&] {
    std::ostringstream text;
    write(text, TableOptions{.format = Format::json});
    return hand_over(text.str());
  });
}

}  // namespace

extern "C" {

engine_ratings* engine_ratings_new() {
  return guarded_pointer([] { return new engine_ratings(); });
}

void engine_ratings_free(engine_ratings* ratings) { delete ratings; }

/// Adds the game of a valid record.
int engine_ratings_add(engine_ratings* ratings, const schiri_record* record) {
  return guarded_status([&] {
    require_valid(need(record, "the record"));
    add_game(need(ratings, the_ratings), finished_game(record->checked));
  });
}

/// Adds the result of a game, an object of `game`, `white`, `black`, `result`, and if there are any
/// `variant`, `event`, `round` and `date`.
int engine_ratings_add_result(engine_ratings* ratings, const char* result) {
  return guarded_status([&] {
    const Json given = object_in(&need(result, "the result"), {"game", "variant", "white", "black",
                                                               "result", "event", "round", "date"});
    std::map<std::string_view, std::string> texts;
    for (const auto& [key, value] : given.members()) texts[key] = text_in(given, key);
    for (const char* key : {"game", "white", "black", "result"}) {
      if (texts[key].empty()) throw WrongUse(std::string(key) + " is missing");
    }
    const GameType& type = type_named(texts["game"]);
    const std::string variant = variant_named(type, texts["variant"].c_str());
    rating::FinishedGame finished;
    finished.game = type.name();
    finished.variant = variant;
    finished.white = texts["white"];
    finished.black = texts["black"];
    finished.result = outcome_of(texts["result"]);
    finished.event = texts["event"];
    finished.round = texts["round"];
    finished.date = texts["date"];
    if (!finished.result && texts["result"] != "*") {
      throw WrongUse("'" + printable(texts["result"]) +
                     "' is not a result; the results are: 1-0, 0-1, 1/2-1/2, *");
    }
    add_game(need(ratings, the_ratings), std::move(finished));
  });
}

/// Sets an option of `schiri ratings`, with the value after it or null.
int engine_ratings_set(engine_ratings* ratings, const char* option, const char* value) {
  return guarded_status([&] {
    const std::string name = need_text(option, "the option");
    const rating::MethodOption* const its = rating::find_method_option(name);
    if (!its || !its->is_of("bt")) throw WrongUse("there is no option '" + printable(name) + "'");
    try {
      rating::set_option(need(ratings, the_ratings).options, *its, text_or_empty(value));
    } catch (const std::invalid_argument& error) {
      throw WrongUse(printable(name) + ": " + error.what());
    }
  });
}

/// The rows of the rating lists.
char* engine_ratings_rate(const engine_ratings* ratings) {
  return written([&](std::ostream& out, const TableOptions& form) {
    RowWriter rows(out, form, rating::rating_columns());
    rating::MethodOptions options = need(ratings, the_ratings).options;
    options.bt.ranking = rating::PlayerOrder{};
    try {
      rating::spell_anchors(options.bt, ratings->games.logs());
    } catch (const std::invalid_argument& error) {
      throw WrongUse(std::string("anchor: ") + error.what());
    }
    for (const rating::GameLog& log : ratings->games.logs()) {
      for (const rating::RatingList& list : rating::rate_bt(rating::GameCounts(log), options.bt)) {
        for (const rating::RatingRow& row : rating::rating_rows(list)) rows.add(row);
      }
    }
    rows.finish();
  });
}

/// The rows of the cross tables.
char* engine_ratings_table(const engine_ratings* ratings) {
  return written([&](std::ostream& out, const TableOptions& form) {
    const auto tie_breaks = rating::read_table_tie_breaks("");
    RowWriter rows(out, form, rating::cross_table_columns(tie_breaks));
    for (const rating::GameLog& log : need(ratings, the_ratings).games.logs()) {
      // Without performances, which need ratings and are not passed on.
      for (const auto& table : rating::cross_tables(rating::GameCounts(log), {}, {}, tie_breaks)) {
        for (std::size_t i = 0; i < table.rows.size(); ++i) rows.add({table, i});
      }
    }
    rows.finish();
  });
}
}
