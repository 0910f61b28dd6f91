#include "cli/ratings/ratings_detail.h"

#include <algorithm>
#include <limits>

#include "cli/line/command.h"
#include "cli/print/console.h"
#include "core/base/date.h"
#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/rating/numerics/scale.h"
#include "notation/text/printable.h"
#include "notation/text/record_cells.h"

namespace schiri::cli {

namespace {

std::optional<std::size_t> place_of(const rating::RatingList& list, const std::string& player) {
  const auto found = std::find_if(list.players.begin(), list.players.end(), [&](const auto& rated) {
    return is_same_name(rated.name, player);
  });
  if (found == list.players.end()) return std::nullopt;
  return static_cast<std::size_t>(found - list.players.begin());
}

/// The difference of two players of a list.
struct DifferenceRow {
  const rating::RatingList& list;
  std::size_t first;
  std::size_t second;
  rating::Difference difference;
  rating::Expectation expected;

  DifferenceRow(const rating::RatingList& its, std::size_t one, std::size_t other)
      : list(its),
        first(one),
        second(other),
        difference(its.difference(one, other)),
        expected(its.model().expected(difference.elo)) {}
  const std::string& name(std::size_t player) const { return list.players[player].name; }
};

/// The columns of both tables at the end of a row.
Columns<DifferenceRow> difference_columns() {
  using Row = const DifferenceRow&;
  return {{{"difference", message("difference"), Holds::rating,
            "rating of the first player minus that of the second"},
           [](Row row) { return row.difference.elo; }},
          {{"error", "±", Holds::rating, "half of the 95 % interval"},
           [](Row row) { return row.difference.error; }},
          {{"los", message("LOS %"), Holds::share,
            "likelihood that the first player is the stronger one"},
           [](Row row) { return row.difference.superiority; }},
          {{"scale", message("scale"), Holds::text, "`elo`", Shown::programs},
           [](Row row) { return row.list.scale; }}};
}

Columns<DifferenceRow> matrix_columns() {
  using Row = const DifferenceRow&;
  Columns<DifferenceRow> columns = {
      {{"game", message("game")}, [](Row row) { return row.list.game; }},
      {{"variant", message("variant")}, [](Row row) { return row.list.variant; }},
      {{"player", message("player")}, [](Row row) { return row.name(row.first); }},
      {{"opponent", message("opponent")}, [](Row row) { return row.name(row.second); }}};
  columns.add(difference_columns());
  return columns;
}

Columns<DifferenceRow> prediction_columns() {
  using Row = const DifferenceRow&;
  Columns<DifferenceRow> columns = {
      {{"game", message("game")}, [](Row row) { return row.list.game; }},
      {{"variant", message("variant")}, [](Row row) { return row.list.variant; }},
      {{"white", message("White"), Holds::text, "player"},
       [](Row row) { return row.name(row.first); }},
      {{"black", message("Black"), Holds::text, "player"},
       [](Row row) { return row.name(row.second); }},
      {{"white_wins", message("White wins %"), Holds::share, "probability"},
       [](Row row) { return row.expected.white; }},
      {{"draw", message("draw %"), Holds::share, "probability"},
       [](Row row) { return row.expected.draw; }},
      {{"black_wins", message("Black wins %"), Holds::share, "probability"},
       [](Row row) { return row.expected.black; }},
      {{"score_rate", message("score %"), Holds::share, "White's expected share of the points"},
       [](Row row) { return row.expected.score(); }}};
  columns.add(difference_columns());
  return columns;
}

struct HistoryRow {
  const PlayerHistory& history;
  const rating::RatingPoint& point;
  std::optional<double> change;
  double peak;
  std::optional<double> year_peak;
};

/// The sortable date a year earlier; empty for none.
std::string year_before(std::string key) {
  if (key.empty()) return key;
  const std::string year = std::to_string(std::stoi(key.substr(0, 4)) - 1);
  return key.replace(0, 4, std::string(4 - std::min<std::size_t>(year.size(), 4), '0') + year);
}

/// The highest rating of the twelve months that end with the point of this number; nullopt if it
/// has no date.
std::optional<double> year_peak_at(const PlayerHistory& history,
                                   const std::vector<std::string>& keys, std::size_t number) {
  if (keys[number].empty()) return std::nullopt;
  const std::string begin = year_before(keys[number]);
  double peak = history.points[number].rating;
  for (std::size_t i = number; i-- > 0 && !keys[i].empty() && keys[i] > begin;) {
    peak = std::max(peak, history.points[i].rating);
  }
  return peak;
}

Columns<HistoryRow> history_columns() {
  using Row = const HistoryRow&;
  return {{{"game", message("game")}, [](Row row) { return row.history.game; }},
          {{"variant", message("variant")}, [](Row row) { return row.history.variant; }},
          {{"player", message("player")}, [](Row row) { return row.history.player; }},
          {{"date", message("date"), Holds::date, "last game of this step; null if unknown"},
           [](Row row) { return record_date(row.point.date); }},
          {{"rating", message("rating"), Holds::rating}, [](Row row) { return row.point.rating; }},
          {{"error", "±", Holds::rating, "half of the 95 % interval; null for `elo`"},
           [](Row row) { return row.point.error; }},
          {{"change", message("change"), Holds::rating, "since the step before"},
           [](Row row) { return row.change; }},
          {{"peak", message("peak"), Holds::rating, "the highest rating so far"},
           [](Row row) { return row.peak; }},
          {{"year_peak", message("peak of 12 months"), Holds::rating,
            "the highest rating of the twelve months up to this date; null if it is unknown",
            Shown::asked},
           [](Row row) { return row.year_peak; }},
          {{"games", message("games"), Holds::count, "in this step"},
           [](Row row) { return row.point.games; }},
          {{"scale", message("scale"), Holds::text, "`elo`", Shown::programs},
           [](Row row) { return row.history.scale; }}};
}

}  // namespace

std::vector<Column> columns_of_differences() { return matrix_columns().columns(); }
std::vector<Column> columns_of_predictions() { return prediction_columns().columns(); }
std::vector<Column> columns_of_histories() { return history_columns().columns(); }

void print_matrix(const std::vector<rating::RatingList>& lists, const TableOptions& options) {
  RowWriter rows(console::out, options, matrix_columns());
  for (const rating::RatingList& list : lists) {
    for (const std::size_t i : list.compared) {
      for (const std::size_t j : list.compared) {
        if (i != j) rows.add({list, i, j});
      }
    }
  }
  rows.finish();
}

void print_prediction(const std::vector<rating::RatingList>& lists, const std::string& first,
                      const std::string& second, const TableOptions& options) {
  if (is_same_name(first, second))
    throw InputError(message("--predict: expected two different players"));
  bool found = false;
  RowWriter rows(console::out, options, prediction_columns());
  for (const rating::RatingList& list : lists) {
    const auto a = place_of(list, first), b = place_of(list, second);
    if (!a || !b || list.compared.empty()) continue;
    found = true;
    rows.add({list, *a, *b});
    rows.add({list, *b, *a});
  }
  if (found) return rows.finish();
  throw InputError(
      message("--predict: no list has both '{0}' and '{1}', so no prediction is possible",
              printable(first), printable(second)));
}

void print_histories(const std::vector<PlayerHistory>& histories, const TableOptions& options) {
  RowWriter rows(console::out, options, history_columns());
  for (const PlayerHistory& history : histories) {
    std::optional<double> before;
    double peak = -std::numeric_limits<double>::infinity();
    std::vector<std::string> keys;
    for (const rating::RatingPoint& point : history.points) {
      keys.push_back(date_key(point.date, UnknownParts::last));
    }
    for (std::size_t i = 0; i < history.points.size(); ++i) {
      const rating::RatingPoint& point = history.points[i];
      peak = std::max(peak, point.rating);
      rows.add({history, point, before ? std::optional(point.rating - *before) : std::nullopt, peak,
                year_peak_at(history, keys, i)});
      before = point.rating;
    }
  }
  rows.finish();
}

}  // namespace schiri::cli
