#include "cli/tournament/results/standing.h"

#include <algorithm>
#include <map>

#include "cli/print/output_language.h"
#include "cli/print/rows.h"
#include "core/base/decimals.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

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

Json one_decimal(double number) { return Json::parse(rounded_text(number, 1)); }

Json per_cent(const std::optional<double>& share) {
  return share ? one_decimal(100 * *share) : Json();
}

std::string shown_name(const std::string& name, std::size_t longest) {
  return std::string(first_columns(printable(name, name.size()), longest));
}

std::vector<Json> cells_of(const rating::RatedPlayer& player, std::size_t rank,
                           std::size_t longest_name) {
  return {rank,
          shown_name(player.name, longest_name),
          player.rating ? one_decimal(*player.rating) : text_or_null(rating::symbol(player.bound)),
          player.error ? one_decimal(*player.error) : Json(),
          per_cent(player.superiority),
          player.results.games(),
          per_cent(player.results.score_rate()),
          per_cent(player.results.draw_rate())};
}

/// The width of a table without its cross table, and of a column of that: two spaces and points.
std::size_t width_of(const Standing& standing, std::size_t longest_name) {
  constexpr std::size_t others = 50, column = 7;
  std::size_t name = 6;
  for (const rating::RatedPlayer& player : standing.players) {
    name = std::max(name, display_width(shown_name(player.name, longest_name)));
  }
  return others + name + column * standing.players.size();
}

void print_standing(std::ostream& out, const Standing& standing, const PointsAgainst& points,
                    std::size_t columns, std::size_t longest_name) {
  const auto& players = standing.players;
  const bool has_cross_table = players.size() > 1 && width_of(standing, longest_name) <= columns;
  std::vector<Message> header = {message("rank"),    message("player"), message("Elo"),
                                 message("+-"),      message("LOS %"),  message("games"),
                                 message("score %"), message("draw %")};
  for (std::size_t i = 1; has_cross_table && i <= players.size(); ++i) {
    header.emplace_back(std::to_string(i));
  }
  AlignedText table(out, output_language(), header);
  for (std::size_t i = 0; i < players.size(); ++i) {
    std::vector<Json> cells = cells_of(players[i], i + 1, longest_name);
    const auto& own = points.at(players[i].name);
    for (std::size_t j = 0; has_cross_table && j < players.size(); ++j) {
      const auto met = own.find(players[j].name);
      cells.push_back(i == j ? Json("x") : met == own.end() ? Json() : Json(met->second));
    }
    table.add(cells);
  }
  table.finish();
}

}  // namespace

std::vector<Standing> standings(const rating::GameCounts& counts, rating::PlayerOrder::By order) {
  rating::BtOptions options;
  options.ranking = rating::PlayerOrder{order};
  std::vector<Standing> all;
  for (const rating::BtList& list : rate_bt(counts, options)) {
    Standing& standing = all.emplace_back(Standing{list.pool, list.pools, {}});
    for (const std::size_t player : ranked(list.players, *options.ranking)) {
      standing.players.push_back(list.players[player]);
    }
  }
  return all;
}

std::string pool_heading(const Standing& standing) {
  if (standing.pools == 1) return {};
  return translated(message("pool {0} of {1}", standing.pool, standing.pools));
}

void print_standings(std::ostream& out, const std::vector<Standing>& standings,
                     const rating::GameCounts& counts, std::size_t columns,
                     std::size_t longest_name) {
  const PointsAgainst points = points_against(counts);
  for (const Standing& standing : standings) {
    if (const std::string heading = pool_heading(standing); !heading.empty()) {
      out << heading << '\n';
    }
    print_standing(out, standing, points, columns, longest_name);
  }
}

}  // namespace schiri::cli
