#include "core/rating/tables/cross_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <unordered_map>

#include "core/base/order.h"
#include "core/rating/games/player_sort.h"
#include "core/rating/models/bt.h"
#include "core/rating/models/bt_pools.h"
#include "core/rating/numerics/root.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

namespace {

constexpr TieBreakId usual[] = {"DE", "SB", "BH"};

double games_of(const Wdl& results) { return static_cast<double>(results.games()); }

void merge_cell(CrossTableCell& into, const CrossTableCell& from) {
  into.results += from.results;
  into.played += from.played;
  into.played_as_white += from.played_as_white;
}

/// Adds games from the side of one player, whose cells are sorted later.
void add_results(CrossTableRow& row, std::size_t opponent, const Wdl& results, bool played,
                 bool white) {
  const Wdl evidence = played ? results : Wdl{};
  row.results += results;
  row.played += evidence;
  const CrossTableCell cell{opponent, results, evidence, white ? evidence.games() : 0};
  // Often the two colours of one pairing follow each other.
  if (!row.cells.empty() && row.cells.back().opponent == opponent) {
    merge_cell(row.cells.back(), cell);
  } else {
    row.cells.push_back(cell);
  }
}

void sort_cells(CrossTableRow& row) {
  std::sort(row.cells.begin(), row.cells.end(), by(&CrossTableCell::opponent));
}

void merge_cells(CrossTableRow& row) {
  sort_cells(row);
  merge_neighbours(
      row.cells,
      [](const CrossTableCell& a, const CrossTableCell& b) { return a.opponent == b.opponent; },
      merge_cell);
  row.points = row.results.points() + row.byes;
}

/// Bisects for the rating at which the expected score equals the score made.
double performance(const CrossTableRow& row, const ResultModel& model,
                   const std::vector<Strength>& strengths) {
  const auto expected_at = [&](double rating) {
    double sum = 0;
    for (const CrossTableCell& cell : row.cells) {
      const double lead = rating - strengths[cell.opponent].rating;
      const auto as_white = static_cast<double>(cell.played_as_white);
      sum += as_white * model.expected(lead).score() +
             (games_of(cell.played) - as_white) * (1 - model.expected(-lead).score());
    }
    return sum;
  };
  // Even half a point of 2^64 games corresponds to less than 16000 Elo.
  const double far = 20000 + std::abs(model.advantage);
  const auto [least, greatest] =
      std::minmax_element(strengths.begin(), strengths.end(), by(&Strength::rating));
  const auto is_below = [&](double rating) { return expected_at(rating) < row.played.points(); };
  return bisect({least->rating - far, greatest->rating + far}, is_below, 1e-9).middle();
}

void add_performance(CrossTableRow& row, const ResultModel& model,
                     const std::vector<Strength>& strengths) {
  if (row.played.games() == 0) return;
  if (row.played.points() == 0) {
    row.performance_bound = Bound::below;
  } else if (row.played.points() == games_of(row.played)) {
    row.performance_bound = Bound::above;
  } else {
    row.performance = performance(row, model, strengths);
  }
}

/// The games of the rows in the form of the tie-breaks.
TieBreakField field_of(const std::vector<CrossTableRow>& rows) {
  TieBreakField field;
  for (const CrossTableRow& row : rows) {
    auto& rounds = field.players.emplace_back();
    rounds.reserve(row.cells.size() + 1);
    for (const CrossTableCell& cell : row.cells) {
      rounds.push_back({TieBreakRound::Kind::played, cell.opponent, cell.results.points(),
                        games_of(cell.results), static_cast<double>(cell.results.wins)});
      rounds.back().drawn = static_cast<double>(cell.results.draws);
    }
    rounds.push_back({TieBreakRound::Kind::none, std::nullopt, row.byes});
  }
  return field;
}

/// Sorts the rows and renumbers the cells.
void sort_rows(std::vector<CrossTableRow>& rows, std::span<const TieBreakId> tie_breaks) {
  const TieBreakField field = field_of(rows);
  std::vector<TieBreakId> list(tie_breaks.begin(), tie_breaks.end());
  list.push_back("WON");
  auto ranked = rank(field, points_of(field), list);
  std::sort(ranked.begin(), ranked.end(), [&](const RankedPlayer& a, const RankedPlayer& b) {
    return std::tie(a.place, rows[a.player].name) < std::tie(b.place, rows[b.player].name);
  });
  std::vector<std::size_t> place(rows.size());
  std::vector<CrossTableRow> sorted;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    place[ranked[i].player] = i;
    sorted.push_back(std::move(rows[ranked[i].player]));
    sorted.back().place = i + 1;
    sorted.back().tie_breaks = std::move(ranked[i].values);
    sorted.back().tie_breaks.pop_back();
  }
  for (CrossTableRow& row : sorted) {
    for (CrossTableCell& cell : row.cells) cell.opponent = place[cell.opponent];
    sort_cells(row);
  }
  rows = std::move(sorted);
}

/// The players of each pool.
using PoolPlayers = std::vector<std::vector<PlayerId>>;

/// The pool of each player, and the player's row in it.
struct Places {
  Places(const PoolPlayers& pools, std::size_t players) : pool(players), row(players) {
    for (std::size_t p = 0; p < pools.size(); ++p) {
      for (std::size_t i = 0; i < pools[p].size(); ++i) {
        pool[pools[p][i]] = p;
        row[pools[p][i]] = i;
      }
    }
  }

  std::vector<std::size_t> pool;
  std::vector<std::size_t> row;
};

std::vector<CrossTable> empty_tables(const PoolPlayers& pools, const GameCounts& counts) {
  std::vector<CrossTable> tables(pools.size());
  for (std::size_t p = 0; p < tables.size(); ++p) {
    tables[p].game = counts.game();
    tables[p].variant = counts.variant();
    tables[p].pool = static_cast<int>(p + 1);
    tables[p].pools = static_cast<int>(tables.size());
    tables[p].scale =
        "points: win 1, draw 1/2; performance in Elo; each line from its player's side";
    for (const PlayerId id : pools[p]) tables[p].rows.emplace_back().name = counts.players()[id];
  }
  return tables;
}

std::vector<Strength> strengths_of(const GameCounts& counts) {
  BtOptions options;
  options.errors = false;
  std::unordered_map<std::string, Strength> by_name;
  for (const RatingList& list : rate_bt(counts, options)) {
    for (const RatedPlayer& player : list.players) {
      by_name[player.name] = {player.rating.value_or(mean_rating), list.model()};
    }
  }
  std::vector<Strength> strengths;
  for (const std::string& name : counts.players()) strengths.push_back(by_name[name]);
  return strengths;
}

}  // namespace

std::span<const TieBreakId> usual_tie_breaks() { return usual; }

bool fits_cross_tables(TieBreakId id) { return !tie_break(id).needs_rounds; }

std::vector<CrossTable> cross_tables(const GameCounts& counts, std::span<const Strength> strengths,
                                     std::span<const double> byes,
                                     std::span<const TieBreakId> tie_breaks) {
  const auto fits = [&](const auto& figures) {
    return figures.empty() || figures.size() == counts.players().size();
  };
  if (!fits(strengths) || !fits(byes)) {
    throw std::invalid_argument("a cross table needs a rating for each player or none");
  }
  for (const Strength& strength : strengths) {
    if (!std::isfinite(strength.rating)) throw std::invalid_argument("a rating is not a number");
  }
  const PoolPlayers pools = players_by_games(counts, LinkingGames::counted);
  const Places places(pools, counts.players().size());
  std::vector<CrossTable> tables = empty_tables(pools, counts);
  const auto add = [&](const ColourCount& count, bool played) {
    auto& rows = tables[places.pool[count.white]].rows;
    const std::size_t white = places.row[count.white], black = places.row[count.black];
    add_results(rows[white], black, count.results, played, true);
    add_results(rows[black], white, count.results.swapped(), played, false);
  };
  counts.visit_played([&](const ColourCount& count) { add(count, true); });
  for (const ColourCount& count : counts.unplayed()) add(count, false);
  for (std::size_t p = 0; p < tables.size(); ++p) {
    auto& rows = tables[p].rows;
    std::vector<Strength> own;
    for (const PlayerId id : pools[p]) {
      own.push_back(strengths.empty() ? Strength{} : strengths[id]);
    }
    for (std::size_t i = 0; i < rows.size() && !byes.empty(); ++i) {
      rows[i].byes = byes[pools[p][i]];
    }
    for (CrossTableRow& row : rows) merge_cells(row);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      add_performance(rows[i], own[i].model, own);
    }
    sort_rows(rows, tie_breaks);
    tables[p].tie_breaks.assign(tie_breaks.begin(), tie_breaks.end());
  }
  if (!tables.empty())
    tables.front().notes =
        notes_on(counts.ignored(), counts.unplayed_games(), counts.forfeited_games());
  return tables;
}

std::vector<CrossTable> rated_cross_tables(const GameCounts& counts, std::span<const double> byes,
                                           std::span<const TieBreakId> tie_breaks) {
  return cross_tables(counts, strengths_of(counts), byes, tie_breaks);
}

Wdl results_against(const CrossTableRow& row, std::size_t opponent) {
  const auto cell = std::lower_bound(
      row.cells.begin(), row.cells.end(), opponent,
      [](const CrossTableCell& one, std::size_t number) { return one.opponent < number; });
  return cell != row.cells.end() && cell->opponent == opponent ? cell->results : Wdl{};
}

}  // namespace schiri::rating
