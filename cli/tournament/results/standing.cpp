#include "cli/tournament/results/standing.h"

#include <algorithm>
#include <map>

#include "cli/print/rows.h"
#include "core/base/decimals.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// The covariance of more ratings takes more memory and time than LOS is worth.
constexpr std::size_t most_compared = 500;

/// Points against each opponent, by name.
using PointsAgainst = std::map<std::string, std::map<std::string, double>>;

PointsAgainst points_against(const rating::GameCounts& counts) {
  PointsAgainst points;
  const auto& names = counts.players();
  counts.visit_counted([&](const rating::ColourCount& count) {
    const std::string &white = names[count.white], &black = names[count.black];
    points[white][black] += count.results.points();
    points[black][white] += static_cast<double>(count.results.games()) - count.results.points();
  });
  return points;
}

Json one_decimal(double number) { return Json::parse(fixed_text(number, 1)); }

Json per_cent(double part, double whole) {
  return whole > 0 ? one_decimal(100 * part / whole) : Json();
}

std::vector<Json> cells_of(const StandingLine& line, std::size_t rank) {
  const rating::RatedPlayer& player = line.player;
  const auto games = static_cast<double>(player.results.games());
  return {rank,
          player.name,
          player.rating ? one_decimal(*player.rating) : text_or_null(rating::symbol(player.bound)),
          player.error ? one_decimal(*player.error) : Json(),
          line.superiority ? one_decimal(100 * *line.superiority) : Json(),
          player.results.games(),
          per_cent(player.score(), games),
          per_cent(static_cast<double>(player.results.draws), games)};
}

/// The width of a table without its cross table, and of a column of that: two spaces and points.
std::size_t width_of(const Standing& standing) {
  constexpr std::size_t others = 50, column = 7;
  std::size_t name = 6;
  for (const StandingLine& line : standing.lines) {
    name = std::max(name, display_width(printable(line.player.name)));
  }
  return others + name + column * standing.lines.size();
}

void print_standing(std::ostream& out, const Standing& standing, const PointsAgainst& points,
                    std::size_t columns) {
  const bool has_cross_table = standing.lines.size() > 1 && width_of(standing) <= columns;
  std::vector<std::string> header = {"rank",  "player", "Elo",     "+-",
                                     "LOS %", "games",  "score %", "draw %"};
  for (std::size_t i = 1; has_cross_table && i <= standing.lines.size(); ++i) {
    header.push_back(std::to_string(i));
  }
  AlignedText table(out, std::move(header));
  for (std::size_t i = 0; i < standing.lines.size(); ++i) {
    std::vector<Json> cells = cells_of(standing.lines[i], i + 1);
    const auto& own = points.at(standing.lines[i].player.name);
    for (std::size_t j = 0; has_cross_table && j < standing.lines.size(); ++j) {
      const auto met = own.find(standing.lines[j].player.name);
      cells.push_back(i == j ? Json("x") : met == own.end() ? Json() : Json(met->second));
    }
    table.add(cells);
  }
  table.finish();
}

}  // namespace

std::vector<Standing> standings(const rating::GameCounts& counts, const rating::BtOptions& options,
                                StandingOrder order) {
  rating::BtOptions compared = options;
  compared.covariance = counts.players().size() <= most_compared;
  std::vector<Standing> all;
  for (const rating::BtList& list : rate_bt(counts, compared)) {
    std::vector<std::size_t> places(list.players.size());
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
    if (order == StandingOrder::points) {
      std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        return list.players[a].score() > list.players[b].score();
      });
    }
    Standing standing{list.pool, list.pools, {}};
    for (std::size_t i = 0; i < places.size(); ++i) {
      std::optional<double> superiority;
      if (!list.covariance.empty() && i + 1 < places.size()) {
        superiority = difference(list, places[i], places[i + 1]).superiority;
      }
      standing.lines.push_back({list.players[places[i]], superiority});
    }
    all.push_back(std::move(standing));
  }
  return all;
}

void print_standings(std::ostream& out, const std::vector<Standing>& standings,
                     const rating::GameCounts& counts, std::size_t columns) {
  const PointsAgainst points = points_against(counts);
  for (const Standing& standing : standings) {
    if (standing.pools > 1) {
      out << "pool " << standing.pool << " of " << standing.pools << '\n';
    }
    print_standing(out, standing, points, columns);
  }
}

}  // namespace schiri::cli
