#include "cli/ratings/ratings_detail.h"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "cli/line/command.h"
#include "cli/print/rows.h"
#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/rating/numerics/scale.h"
#include "notation/text/printable.h"
#include "notation/text/record_cells.h"

namespace schiri::cli {

namespace {

/// Text has the significant decimals, other formats have all.
double shown(double number, Format format, double per_unit) {
  return format == Format::text ? std::round(number * per_unit) / per_unit : number;
}

std::optional<std::size_t> place_of(const rating::BtList& list, const std::string& player) {
  const auto found = std::find_if(list.players.begin(), list.players.end(), [&](const auto& rated) {
    return is_same_name(rated.name, player);
  });
  if (found == list.players.end()) return std::nullopt;
  return static_cast<std::size_t>(found - list.players.begin());
}

/// Adds the scale as the last column of each row, for programs.
class ScaledRows : public Rows {
 public:
  ScaledRows(Format format, const std::vector<std::string>& columns)
      : Rows(std::cout, format, with_scale(columns),
             {.columns = format == Format::text ? columns : std::vector<std::string>()}) {}

 private:
  static std::vector<std::string> with_scale(std::vector<std::string> columns) {
    columns.emplace_back("scale");
    return columns;
  }
};

void print_expectation(Rows& rows, const rating::BtList& list, std::size_t white, std::size_t black,
                       Format format) {
  const rating::Difference difference = rating::difference(list, white, black);
  const rating::Expectation expected = list.model().expected(difference.elo);
  rows.add({list.game, list.variant, list.players[white].name, list.players[black].name,
            shown(expected.white, format, 1000), shown(expected.draw, format, 1000),
            shown(expected.black, format, 1000), shown(expected.score(), format, 1000),
            shown(difference.elo, format, 10), shown(difference.error, format, 10),
            shown(difference.superiority, format, 1000), list.scale});
}

}  // namespace

void print_matrix(const std::vector<rating::BtList>& lists, Format format) {
  ScaledRows rows(format, {"game", "variant", "player", "opponent", "difference", "error", "los"});
  for (const rating::BtList& list : lists) {
    const std::size_t players = list.covariance.empty() ? 0 : list.players.size();
    for (std::size_t i = 0; i < players; ++i) {
      for (std::size_t j = 0; j < players; ++j) {
        if (i == j) continue;
        const rating::Difference difference = rating::difference(list, i, j);
        rows.add({list.game, list.variant, list.players[i].name, list.players[j].name,
                  shown(difference.elo, format, 10), shown(difference.error, format, 10),
                  shown(difference.superiority, format, 1000), list.scale});
      }
    }
  }
}

void print_prediction(const std::vector<rating::BtList>& lists, const std::string& first,
                      const std::string& second, Format format) {
  if (is_same_name(first, second))
    throw InputError(message("--predict: expected two different players"));
  bool found = false;
  ScaledRows rows(format, {"game", "variant", "white", "black", "white_wins", "draw", "black_wins",
                           "score", "difference", "error", "los"});
  for (const rating::BtList& list : lists) {
    const auto a = place_of(list, first), b = place_of(list, second);
    if (!a || !b || list.covariance.empty()) continue;
    found = true;
    print_expectation(rows, list, *a, *b, format);
    print_expectation(rows, list, *b, *a, format);
  }
  if (found) return;
  throw InputError(
      message("--predict: no list has both '{0}' and '{1}', so no prediction is possible",
              printable(first), printable(second)));
}

void print_histories(const std::vector<PlayerHistory>& histories, Format format) {
  ScaledRows rows(format, {"game", "variant", "player", "date", "rating", "error", "games"});
  for (const PlayerHistory& history : histories) {
    for (const rating::RatingPoint& point : history.points) {
      rows.add({history.game, history.variant, history.player, record_date(point.date),
                shown(point.rating, format, 10),
                point.error ? Json(shown(*point.error, format, 10)) : Json(), point.games,
                history.scale});
    }
  }
}

}  // namespace schiri::cli
