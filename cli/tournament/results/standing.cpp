#include "cli/tournament/results/standing.h"

#include <algorithm>
#include <map>

#include "cli/line/table_options.h"
#include "cli/print/output_language.h"
#include "core/base/decimals.h"
#include "notation/rating/rows.h"
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

std::string shown_name(const std::string& name, std::size_t longest) {
  return std::string(first_columns(printable(name, name.size()), longest));
}

/// A player of a standing.
struct StandingRow {
  const rating::RatedPlayer& player;
  std::size_t rank;
};

Columns<StandingRow> standing_columns(std::size_t longest_name) {
  using Row = const StandingRow&;
  return {{{"rank", message("rank"), Holds::count}, [](Row row) { return row.rank; }},
          {{"player", message("player")},
           [=](Row row) { return shown_name(row.player.name, longest_name); }},
          {{"rating", message("Elo"), Holds::rating},
           [](Row row) {
             const auto& rating = row.player.rating;
             return rating ? Cell(*rating)
                           : Cell(Json(), Message(rating::symbol(row.player.bound)));
           }},
          {{"error", "±", Holds::rating}, [](Row row) { return rating::error_cell(row.player); }},
          {{"los", message("LOS %"), Holds::share}, [](Row row) { return row.player.superiority; }},
          {{"games", message("games"), Holds::count},
           [](Row row) { return row.player.results.games(); }},
          {{"score_rate", message("score %"), Holds::share},
           [](Row row) { return row.player.results.score_rate(); }},
          {{"draw_rate", message("draw %"), Holds::share},
           [](Row row) { return row.player.results.draw_rate(); }}};
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
  Columns<StandingRow> table = standing_columns(longest_name);
  for (std::size_t i = 0; has_cross_table && i < players.size(); ++i) {
    table.add({std::to_string(i + 1), {}, Holds::points}, [&, i](const StandingRow& row) {
      if (i + 1 == row.rank) return Cell(Json(), Message("x"));
      const auto& own = points.at(row.player.name);
      const auto met = own.find(players[i].name);
      return met == own.end() ? Cell() : Cell(met->second);
    });
  }
  RowWriter rows(out, for_process(Format::text), table);
  std::size_t rank = 0;
  for (const rating::RatedPlayer& player : players) rows.add({player, ++rank});
  rows.finish();
}

}  // namespace

std::vector<Standing> standings(const rating::GameCounts& counts, rating::PlayerOrder::By order) {
  rating::BtOptions options;
  options.ranking = rating::PlayerOrder{order};
  std::vector<Standing> all;
  for (const rating::RatingList& list : rate_bt(counts, options)) {
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
