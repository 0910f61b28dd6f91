#include "core/base/random.h"
#include "core/rating/games/player_sort.h"
#include "core/rating/models/bt.h"
#include "core/rating/models/bt_pools.h"
#include "core/rating/numerics/scale.h"
#include "core/rating/tables/cross_table.h"
#include "tests/catch.h"
#include "tests/core/rating/sets.h"

namespace table_test {

using namespace schiri::rating;

GameCounts counts_of(const std::vector<std::tuple<const char*, const char*, Wdl>>& games) {
  GameCounts counts("creeper", "standard");
  for (const auto& [white, black, results] : games) {
    const PlayerId first = counts.player(white), second = counts.player(black);
    counts.add_games(first, second, results);
  }
  counts.finish();
  return counts;
}

std::vector<std::string> names_of(const CrossTable& table) {
  std::vector<std::string> names;
  for (const CrossTableRow& row : table.rows) names.push_back(row.name);
  return names;
}

std::optional<double> tie_break_of(const CrossTable& table, std::size_t row, TieBreakId id) {
  const auto found = std::ranges::find(table.tie_breaks, id);
  if (found == table.tie_breaks.end()) return std::nullopt;
  return table.rows[row].tie_breaks[static_cast<std::size_t>(found - table.tie_breaks.begin())];
}

TEST_CASE("pools: players without the games are those of the pools with them") {
  // d, b and c met; e and a did; f met nobody.
  GameCounts counts("creeper", "standard", {"f"});
  const auto id = [&](const char* name) { return counts.player(name); };
  counts.add_games(id("e"), id("a"), {1, 0, 0});
  counts.add_pairs(id("d"), id("b"), Outcome::draw, Outcome::draw, 1);
  counts.add_unplayed(id("c"), id("d"), {1, 0, 0});
  counts.finish();
  for (const LinkingGames games : {LinkingGames::played, LinkingGames::counted}) {
    const PoolDivision division = divide_by_games(counts, games);
    const auto players = players_by_games(counts, games);
    REQUIRE(players.size() == division.pools.size());
    for (std::size_t i = 0; i < players.size(); ++i) {
      CHECK(players[i] == division.pools[i].players);
    }
  }
  CHECK(players_by_games(counts, LinkingGames::counted).at(0) ==
        std::vector<PlayerId>{id("b"), id("c"), id("d")});
}

TEST_CASE("sorting by players: moves in place as a stable sort does") {
  struct Item {
    PlayerId first, second;
    std::size_t number;

    bool operator==(const Item&) const = default;
  };
  Rng rng(5);
  for (const std::size_t size : std::initializer_list<std::size_t>{0, 1, 2, 7, 500}) {
    std::vector<Item> items;
    for (std::size_t i = 0; i < size; ++i) {
      items.push_back(
          {static_cast<PlayerId>(rng.below(9)), static_cast<PlayerId>(rng.below(9)), i});
    }
    std::vector<Item> expected = items;
    std::stable_sort(expected.begin(), expected.end(), [](const Item& a, const Item& b) {
      return std::pair(a.first, a.second) < std::pair(b.first, b.second);
    });
    sort_by_players(items, 9, &Item::first, &Item::second);
    CHECK(items == expected);
  }
}

TEST_CASE("cross table: four players agree with hand calculation") {
  // a beats b and c; b beats c and d; c beats d; d beats a.
  const auto tables = cross_tables(counts_of({{"a", "b", {1, 0, 0}},
                                              {"a", "c", {1, 0, 0}},
                                              {"c", "b", {0, 0, 1}},
                                              {"b", "d", {1, 0, 0}},
                                              {"c", "d", {1, 0, 0}},
                                              {"d", "a", {1, 0, 0}}}));
  REQUIRE(tables.size() == 1);
  const CrossTable& table = tables[0];
  // a and b have 2 points, and a beat b. c and d have 1 point, and c beat d.
  CHECK(names_of(table) == std::vector<std::string>{"a", "b", "c", "d"});
  const CrossTableRow& a = table.rows[0];
  CHECK(a.results == Wdl{2, 0, 1});
  CHECK(a.points == 2);
  CHECK(tie_break_of(table, 0, TieBreakId{"DE"}) == 1);
  CHECK(tie_break_of(table, 0, TieBreakId{"SB"}) == 2 + 1);
  CHECK(tie_break_of(table, 0, TieBreakId{"BH"}) == 2 + 1 + 1);
  CHECK(*a.performance == Approx(1500 + 400 * std::log10(2.0)).margin(1e-6));
  CHECK(tie_break_of(table, 3, TieBreakId{"SB"}) == 2);
  CHECK(results_against(a, 1) == Wdl{1, 0, 0});
  CHECK(results_against(a, 3) == Wdl{0, 0, 1});
  CHECK(results_against(a, 0) == Wdl{});
}

TEST_CASE("cross table: ties are broken by Sonneborn-Berger and wins and names") {
  // All players have 2 points of 4.
  const auto drawn = cross_tables(
      counts_of({{"y", "x", {0, 2, 0}}, {"x", "z", {0, 2, 0}}, {"y", "z", {0, 2, 0}}}));
  CHECK(names_of(drawn[0]) == std::vector<std::string>{"x", "y", "z"});
  const auto by_wins = cross_tables(
      counts_of({{"m", "a", {1, 0, 1}}, {"a", "k", {0, 2, 0}}, {"m", "k", {1, 0, 1}}}));
  CHECK(names_of(by_wins[0]) == std::vector<std::string>{"m", "a", "k"});
  // q and r have 1 point each and drew. q scored its other half point against a stronger opponent.
  const auto by_sb = cross_tables(counts_of({{"r", "q", {0, 1, 0}},
                                             {"q", "s", {0, 1, 0}},
                                             {"r", "t", {0, 1, 0}},
                                             {"s", "t", {1, 0, 0}}}));
  CHECK(names_of(by_sb[0]) == std::vector<std::string>{"s", "q", "r", "t"});
}

TEST_CASE("cross table: other tie-breaks can be chosen") {
  // All players have 2 points of 4. m has won two games, a and k one each.
  const GameCounts counts =
      counts_of({{"m", "a", {1, 0, 1}}, {"a", "k", {0, 2, 0}}, {"m", "k", {1, 0, 1}}});
  const std::vector<TieBreakId> list = {TieBreakId{"WON"}, TieBreakId{"BH-C1"}};
  const CrossTable table = cross_tables(counts, {}, {}, list).at(0);
  CHECK(table.tie_breaks == list);
  CHECK(table.rows[0].name == "m");
  CHECK(table.rows[0].tie_breaks == std::vector<std::optional<double>>{2, 4 * 2 - 2});
  CHECK(tie_break_of(table, 0, TieBreakId{"WON"}) == 2);
  CHECK_FALSE(tie_break_of(table, 0, TieBreakId{"KS"}));
  CHECK(cross_tables(counts).at(0).tie_breaks.size() == 3);
  CHECK_FALSE(fits_cross_tables(TieBreakId{"PS"}));
}

TEST_CASE("cross table: a cell contains both colours and every row adds up") {
  for (const std::string set : {"A_rr4", "C_perfect", "E_groups"}) {
    const GameCounts counts = rating_set(set);
    double points = 0;
    for (const CrossTable& table : cross_tables(counts)) {
      for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const CrossTableRow& row = table.rows[i];
        Wdl sum;
        for (const CrossTableCell& cell : row.cells) {
          sum += cell.results;
          CHECK(results_against(table.rows[cell.opponent], i) == cell.results.swapped());
        }
        CHECK(sum == row.results);
        points += row.points;
        if (i > 0) CHECK(table.rows[i - 1].points >= row.points);
      }
    }
    CHECK(points == static_cast<double>(counts.games()));
  }
  CHECK(results_against(cross_tables(rating_set("A_rr4"))[0].rows[0], 1).games() == 40);
}

TEST_CASE("cross table: each pool has its own table") {
  const auto tables = cross_tables(rating_set("E_groups"));
  REQUIRE(tables.size() == 2);
  CHECK(tables[0].pools == 2);
  CHECK(tables[1].pool == 2);
  CHECK(cross_tables(GameCounts("creeper", "standard")).empty());
}

TEST_CASE("cross table: performance against rated opponents") {
  const GameCounts counts = counts_of(
      {{"a", "b", {3, 0, 1}}, {"a", "c", {0, 1, 1}}, {"d", "a", {0, 0, 5}}, {"c", "d", {0, 0, 1}}});
  const std::vector<Strength> ratings = {{0}, {1400}, {1800}, {1300}};
  const CrossTable table = cross_tables(counts, ratings).at(0);
  for (const CrossTableRow& row : table.rows) {
    if (row.name != "a") continue;
    const double expected = 4 * expected_score(*row.performance - 1400) +
                            2 * expected_score(*row.performance - 1800) +
                            5 * expected_score(*row.performance - 1300);
    CHECK(expected == Approx(8.5).margin(1e-9));
  }
  CHECK_THROWS_AS(cross_tables(counts, std::vector<Strength>{{1}}), std::invalid_argument);
  CHECK_THROWS_AS(cross_tables(counts, std::vector<Strength>{{1}, {2}, {3}, {std::nan("")}}),
                  std::invalid_argument);
}

TEST_CASE("cross table: performance over all games of a list equals the rating") {
  BtOptions options;
  options.prior = Prior::none;
  const GameCounts counts = rating_set("A_rr4");
  const RatingList list = rate_bt(counts, options).at(0);
  std::vector<Strength> strengths;
  for (const std::string& name : counts.players()) {
    for (const RatedPlayer& player : list.players) {
      if (player.name == name) strengths.push_back({*player.rating, list.model()});
    }
  }
  const CrossTable table = cross_tables(counts, strengths).at(0);
  for (const CrossTableRow& row : table.rows) {
    for (const RatedPlayer& player : list.players) {
      if (player.name == row.name) CHECK(*row.performance == Approx(*player.rating).margin(1e-3));
    }
  }
}

TEST_CASE("cross table: perfect scores have no performance") {
  const CrossTable table = cross_tables(rating_set("C_perfect")).at(0);
  for (const CrossTableRow& row : table.rows) {
    INFO(row.name);
    const Bound bound = row.name == "win"    ? Bound::above
                        : row.name == "lose" ? Bound::below
                                             : Bound::none;
    CHECK(row.performance_bound == bound);
    CHECK(row.performance.has_value() == (bound == Bound::none));
  }
}

TEST_CASE("cross table: repeated identical games score points") {
  GameCounts counts("creeper", "standard");
  const PlayerId a = counts.player("a"), b = counts.player("b");
  counts.add_games(a, b, {1, 0, 0});
  counts.add_repeats(a, b, {4, 0, 0});
  counts.finish();
  CHECK(cross_tables(counts).at(0).rows.at(0).points == 5);
}

TEST_CASE("cross table: byes count for the standing but not for the performance") {
  const GameCounts counts = counts_of({{"a", "b", {1, 0, 1}}, {"a", "c", {0, 2, 0}}});
  const std::vector<double> byes{0, 1, 0};
  const auto tables = cross_tables(counts, {}, byes);
  REQUIRE(tables.size() == 1);
  // a and b have 2 points each; a has a better score against c.
  CHECK(names_of(tables[0]) == std::vector<std::string>{"a", "b", "c"});
  const CrossTableRow& b = tables[0].rows[1];
  CHECK(b.points == 2);
  CHECK(b.byes == 1);
  CHECK(b.results == Wdl{1, 0, 1});
  CHECK(*b.performance == Approx(1500).margin(1e-6));
  CHECK(tie_break_of(tables[0], 0, TieBreakId{"BH"}) == 2 * 2 + 2 * 1);
  const std::vector<double> too_few{1};
  CHECK_THROWS_AS(cross_tables(counts, {}, too_few), std::invalid_argument);
}

}  // namespace table_test
