#include "core/rating/games/counts.h"

#include <algorithm>

#include "core/base/random.h"
#include "core/rating/games/game_log.h"
#include "core/rating/games/pools.h"
#include "core/rating/games/repeats.h"
#include "core/rating/models/bt.h"
#include "core/rating/models/elo.h"
#include "core/rating/models/glicko2.h"
#include "core/rating/numerics/spd_inverse.h"
#include "core/rating/tables/cross_table.h"
#include "tests/catch.h"

namespace counts_test {

using namespace schiri::rating;

FinishedGame game(std::string_view white, std::string_view black, std::optional<Outcome> result,
                  std::string_view round = "?", std::optional<std::uint64_t> hash = {}) {
  FinishedGame finished;
  finished.game = "creeper";
  finished.variant = "standard";
  finished.event = "cup";
  finished.white = white;
  finished.black = black;
  finished.result = result;
  finished.round = round;
  finished.hash = hash;
  return finished;
}

GameLog log_of(const std::vector<FinishedGame>& games) {
  GameLog log("creeper", "standard");
  for (const FinishedGame& one : games) log.add(one);
  return log;
}

std::uint64_t pairs_in(const GameCounts& counts) {
  std::uint64_t sum = 0;
  for (const PairCount& pair : counts.pairs()) sum += pair.pairs();
  return sum;
}

constexpr Outcome white = Outcome::white_wins, black = Outcome::black_wins, draw = Outcome::draw;

TEST_CASE("rating games: ignored games are counted by reason") {
  FinishedGame voided = game("a", "b", white), forfeit = game("a", "b", white);
  voided.termination = "Void";
  forfeit.termination = "time forfeit";
  const GameLog log = log_of({game("a", "b", std::nullopt), voided, forfeit, game("?", "b", white),
                              game("a", "", draw), game("a", "a", draw), game("b", "a", draw)});
  CHECK(log.entries().size() == 2);
  CHECK(log.ignored() == Ignored{1, 1, 2, 1});
  CHECK(log.ignored().total() == 5);
  CHECK(notes_on(log.ignored()).size() == 4);
  CHECK(notes_on({}).empty());
  const GameCounts counts(log);
  CHECK(counts.games() == 2);
  CHECK(rate_bt(counts).at(0).notes.at(0) == "1 game without a result left out.");
}

TEST_CASE("rating games: each game and variant has its own log in order of names") {
  GameCollector collector;
  FinishedGame one = game("a", "b", white);
  collector.add(one);
  one.variant = "other";
  collector.add(one);
  one.game = "sperre";
  collector.add(one);
  collector.add(one);
  REQUIRE(collector.logs().size() == 3);
  CHECK(collector.logs()[2].entries().size() == 2);
  CHECK(collector.logs()[0].variant() == "other");
  CHECK(collector.logs()[2].game() == "sperre");
}

TEST_CASE("rating games: numbers in round tags compare as numbers") {
  CHECK(compare_naturally("2.1", "10.1") < 0);
  CHECK(compare_naturally("10.1", "2.1") > 0);
  CHECK(compare_naturally("2.1", "2.1") == 0);
  CHECK(compare_naturally("2.10", "2.9") > 0);
  CHECK(compare_naturally("2", "2.1") < 0);
  CHECK(compare_naturally("", "1") < 0);
  CHECK(compare_naturally("round 3", "round 20") < 0);
  CHECK(compare_naturally("007", "8") < 0);
  CHECK(compare_naturally("99999999999999999999999", "100000000000000000000000") < 0);
}

TEST_CASE("counts: single games add up from White's side") {
  const GameCounts counts(log_of(
      {game("b", "a", white), game("b", "a", black), game("b", "a", black), game("a", "b", draw)}));
  REQUIRE(counts.singles().size() == 2);
  REQUIRE(counts.players() == std::vector<std::string>{"b", "a"});
  CHECK(counts.singles()[0] == ColourCount{0, 1, {1, 0, 2}});
  CHECK(counts.singles()[1] == ColourCount{1, 0, {0, 1, 0}});
  CHECK(counts.pairs().empty());
  CHECK(counts.games() == 4);
}

TEST_CASE("counts: shares of points and of draws, unknown without games") {
  const Wdl results{3, 2, 5};
  CHECK(*results.score_rate() == Approx(0.4));
  CHECK(*results.draw_rate() == Approx(0.2));
  CHECK_FALSE(Wdl().score_rate());
  CHECK_FALSE(Wdl().draw_rate());
}

TEST_CASE("counts: rounds X.1 and X.2 with swapped colours are a pair") {
  struct Case {
    const char* what;
    std::vector<FinishedGame> games;
    std::uint64_t pairs;
  };
  FinishedGame other_event = game("b", "a", draw, "5.2");
  other_event.event = "league";
  FinishedGame first = game("a", "b", white), second = game("b", "a", white);
  first.pair = second.pair = 9;
  FinishedGame same_colours = first;
  const Case cases[] = {
      {"a pair", {game("a", "b", white, "5.1"), game("b", "a", draw, "5.2")}, 1},
      {"the second game first", {game("b", "a", draw, "5.2"), game("a", "b", white, "5.1")}, 1},
      {"rounds with three parts",
       {game("a", "b", white, "5.7.1"), game("b", "a", draw, "5.7.2")},
       1},
      {"colours not swapped", {game("a", "b", white, "5.1"), game("a", "b", draw, "5.2")}, 0},
      {"two first games", {game("a", "b", white, "5.1"), game("b", "a", draw, "5.1")}, 0},
      {"another round", {game("a", "b", white, "5.1"), game("b", "a", draw, "6.2")}, 0},
      {"a third game", {game("a", "b", white, "5.1"), game("b", "a", draw, "5.3")}, 0},
      {"other players", {game("a", "b", white, "5.1"), game("c", "a", draw, "5.2")}, 0},
      {"another event", {game("a", "b", white, "5.1"), other_event}, 0},
      {"no point", {game("a", "b", white, "1"), game("b", "a", draw, "2")}, 0},
      {"an empty part", {game("a", "b", white, ".1"), game("b", "a", draw, ".2")}, 0},
      {"twice the same rounds",
       {game("a", "b", white, "5.1"), game("a", "b", white, "5.1"), game("b", "a", draw, "5.2"),
        game("b", "a", draw, "5.2")},
       2},
      {"a number", {first, second}, 1},
      {"a number, colours not swapped", {first, same_colours}, 0},
  };
  for (const Case& one : cases) {
    INFO(one.what);
    const GameCounts counts(log_of(one.games));
    CHECK(pairs_in(counts) == one.pairs);
    CHECK(counts.games() == one.games.size());
  }
  const GameCounts counts(log_of({game("b", "a", draw, "5.2"), game("a", "b", white, "5.1")}));
  REQUIRE(counts.players().front() == "b");
  // b is player 0, so the cell is from b's side: a draw as White and a loss as Black.
  CHECK(counts.pairs()[0].cells[cell_of(draw)][cell_of(white)] == 1);
}

TEST_CASE("pairs: partners agree with a plain implementation in any order of games") {
  // For each event, round and opening player: the first game of one colour belongs to the first
  // game of the other colour, then the second games, and so on.
  const auto plain_partners = [](const GameLog& log, const std::vector<bool>& leave_out) {
    std::map<std::string, std::array<std::vector<std::size_t>, 2>> groups;
    for (std::size_t i = 0; i < log.entries().size(); ++i) {
      const GameLog::Entry& entry = log.entries()[i];
      const std::string &one = log.players()[entry.white], &other = log.players()[entry.black];
      const std::string& round = log.round(entry);
      const bool is_swapped = round.ends_with(".2");
      if (leave_out[i] || (!is_swapped && !round.ends_with(".1"))) continue;
      const std::string key = log.event(entry) + "|" + round.substr(0, round.size() - 2) + "|" +
                              (is_swapped ? other + "|" + one : one + "|" + other);
      groups[key][is_swapped].push_back(i);
    }
    std::vector<std::size_t> partner(log.entries().size());
    std::iota(partner.begin(), partner.end(), std::size_t{0});
    for (const auto& [key, games] : groups) {
      for (std::size_t k = 0; k < std::min(games[0].size(), games[1].size()); ++k) {
        partner[games[0][k]] = games[1][k];
        partner[games[1][k]] = games[0][k];
      }
    }
    return partner;
  };
  const std::string names[] = {"a", "b", "c"}, events[] = {"cup", "league"};
  Rng rng(5);
  for (int trial = 0; trial < 300; ++trial) {
    GameLog log("creeper", "standard");
    for (std::uint64_t games = rng.below(60); games > 0; --games) {
      const std::uint64_t player = rng.below(3);
      const std::string round =
          std::to_string(1 + rng.below(3)) + "." + std::to_string(1 + rng.below(2) + rng.below(2));
      FinishedGame one = game(names[player], names[(player + 1 + rng.below(2)) % 3], draw, round);
      one.event = events[rng.below(2)];
      log.add(one);
    }
    std::vector<bool> leave_out(log.entries().size());
    for (std::size_t i = 0; i < leave_out.size(); ++i) leave_out[i] = rng.below(8) == 0;
    CHECK(find_partners(log, leave_out) == plain_partners(log, leave_out));
  }
}

TEST_CASE("counts: the first games of a log count as a log of their own") {
  constexpr std::string_view names[] = {"a", "b", "c"}, rounds[] = {"1.1", "1.2", "2.1", "2.2"};
  Rng rng(7);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<FinishedGame> games;
    for (std::uint64_t left = 1 + rng.below(30); left > 0; --left) {
      const std::uint64_t player = rng.below(3);
      games.push_back(game(names[player], names[(player + 1 + rng.below(2)) % 3],
                           rng.below(2) ? draw : white, rounds[rng.below(4)], rng.below(4)));
      games.back().pairs_by_results = rng.below(2) == 0;
    }
    const GameLog log = log_of(games);
    const GameRelations relations(log);
    for (std::size_t first = 1; first <= games.size(); ++first) {
      const GameCounts counts(log, relations, first);
      const GameCounts alone(
          log_of({games.begin(), games.begin() + static_cast<std::ptrdiff_t>(first)}));
      CHECK(std::ranges::equal(counts.singles(), alone.singles()));
      CHECK(std::ranges::equal(counts.pairs(), alone.pairs()));
      CHECK(std::ranges::equal(counts.repeated(), alone.repeated()));
      CHECK(counts.is_paired_by_results() == alone.is_paired_by_results());
    }
  }
}

TEST_CASE("text numbers: each text has one number for any guess") {
  TextNumbers numbers;
  std::map<std::string, std::uint32_t> known;
  Rng rng(3);
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = std::string(rng.below(12), 'x') + std::to_string(rng.below(5'000));
    const auto next = static_cast<std::uint32_t>(known.size());
    const std::uint32_t number = known.emplace(text, next).first->second;
    CHECK(numbers.number(text, static_cast<std::uint32_t>(rng.below(6'000))) == number);
  }
  REQUIRE(numbers.texts().size() == known.size());
  for (const auto& [text, number] : known) CHECK(numbers.texts()[number] == text);
}

TEST_CASE("counts: identical games of the same players and colours count once") {
  const GameCounts counts(log_of(
      {game("a", "b", white, "1", 7), game("a", "b", white, "2", 7), game("a", "b", white, "3", 7),
       game("b", "a", white, "4", 7), game("a", "c", white, "5", 7), game("a", "b", white, "6", 8),
       game("a", "b", draw, "7", 7), game("a", "b", white), game("a", "b", white)}));
  CHECK(counts.games() == 9);
  CHECK(counts.repeats() == 2);
  const RatingList list = rate_bt(counts).at(0);
  for (const RatedPlayer& player : list.players) {
    if (player.name == "a") CHECK(player.effective_games == 7);
    if (player.name == "a") CHECK(player.results.games() == 9);
  }
  bool is_noted = false;
  for (const Message& note : list.notes)
    is_noted |= note.english().find("effective number is 7") != std::string::npos;
  CHECK(is_noted);
}

TEST_CASE("counts: short identical games are repeats within one event and date") {
  struct Case {
    const char* what;
    std::uint64_t turns;
    const char *event, *date;
    std::uint64_t repeats;
  };
  const Case cases[] = {
      {"the same event and date", 9, "cup", "2026.03.01", 1},
      {"another spelling of the date", 2, "cup", "2026-03-01", 1},
      {"another date", 9, "cup", "2026.03.02", 0},
      {"another event", 9, "league", "2026.03.01", 0},
      {"a known date and an unknown one", 9, "cup", "", 0},
      {"a long game of another event and date", 10, "league", "2026.03.02", 1},
      {"a longer one", 60, "?", "????.??.??", 1},
  };
  for (const Case& one : cases) {
    INFO(one.what);
    FinishedGame first = game("a", "b", white, "1", 7);
    first.date = "2026.03.01";
    first.turns = one.turns;
    FinishedGame second = first;
    second.event = one.event;
    second.date = one.date;
    CHECK(GameCounts(log_of({first, second})).repeats() == one.repeats);
    second.black = "c";
    CHECK(GameCounts(log_of({first, second})).repeats() == 0);
  }
  // Unknown events and dates, however they are written, are one event and date.
  FinishedGame missing = game("a", "b", white, "1", 7), unknown = missing;
  missing.event = "";
  unknown.event = "?";
  unknown.date = "????.??.??";
  CHECK(GameCounts(log_of({missing, unknown})).repeats() == 1);
}

TEST_CASE("counts: a repeated pair is dropped and half a repeated pair leaves a single game") {
  const GameCounts counts(
      log_of({game("a", "b", white, "1.1", 1), game("b", "a", white, "1.2", 2),
              game("a", "b", white, "2.1", 1), game("b", "a", white, "2.2", 2),
              game("a", "b", white, "3.1", 1), game("b", "a", black, "3.2", 3)}));
  CHECK(pairs_in(counts) == 1);
  REQUIRE(counts.singles().size() == 1);
  CHECK(counts.singles()[0].results == Wdl{0, 0, 1});
  CHECK(counts.repeats() == 3);
  CHECK(counts.games() == 6);
}

TEST_CASE("counts: a fit of single games equals a fit of their sums") {
  Rng rng(3);
  GameLog log("creeper", "standard");
  GameCounts added("creeper", "standard");
  for (const char* name : {"a", "b", "c", "d"}) added.player(name);
  const std::vector<std::string> names = {"a", "b", "c", "d"};
  Wdl table[4][4];
  for (int i = 0; i < 300; ++i) {
    const std::size_t x = rng.below(4), y = (x + 1 + rng.below(3)) % 4;
    const Outcome result = std::array{white, draw, black}[rng.below(3)];
    log.add(game(names[x], names[y], result));
    table[x][y].add(result, 1);
  }
  for (PlayerId x = 0; x < 4; ++x) {
    for (PlayerId y = 0; y < 4; ++y) {
      if (x != y) added.add_games(x, y, table[x][y]);
    }
  }
  added.finish();
  const RatingList a = rate_bt(GameCounts(log)).at(0), b = rate_bt(added).at(0);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(a.players[i].name == b.players[i].name);
    CHECK(*a.players[i].rating == *b.players[i].rating);
    CHECK(*a.players[i].error == *b.players[i].error);
  }
}

TEST_CASE("counts: a player cannot meet themselves") {
  GameCounts counts("creeper", "standard");
  const PlayerId a = counts.player("a");
  CHECK(counts.player("a") == a);
  CHECK_THROWS_AS(counts.add_games(a, a, {1, 0, 0}), std::invalid_argument);
  CHECK_THROWS_AS(counts.add_pairs(a, a, white, white, 1), std::invalid_argument);
  CHECK_THROWS_AS(counts.add_repeats(a, a, {1, 0, 0}), std::invalid_argument);
}

TEST_CASE("pools: strongly connected components in topological order") {
  // 0 -> 1 -> 2 -> 0 is a cycle. 3 points to it. It points to 4. 5 is alone.
  const Pools pools = strong_components({{1}, {2}, {0, 4}, {0}, {}, {}});
  REQUIRE(pools.size() == 4);
  const auto place = [&](std::uint32_t node) {
    for (std::size_t i = 0; i < pools.size(); ++i) {
      if (std::count(pools[i].begin(), pools[i].end(), node) > 0) return i;
    }
    return pools.size();
  };
  CHECK(pools[place(0)] == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(place(3) < place(0));
  CHECK(place(0) < place(4));
  CHECK(strong_components({}).empty());
}

TEST_CASE("pools: players without an edge are in no pool") {
  Connections connections(7);
  for (const auto& [a, b] : {std::pair{5u, 3u}, {1u, 6u}, {3u, 6u}, {0u, 4u}, {4u, 0u}}) {
    connections.connect(a, b);
  }
  CHECK(connections.pools() == Pools{{0, 4}, {1, 3, 5, 6}});
  CHECK(Connections(3).pools().empty());
  Connections path(100000);
  for (std::uint32_t i = 100000; i-- > 1;) path.connect(i, i - 1);
  CHECK(path.pools().size() == 1);
}

TEST_CASE("pools: a path of 100 000 players does not overflow the stack") {
  Graph path(100000);
  for (std::uint32_t i = 0; i + 1 < path.size(); ++i) path[i].push_back(i + 1);
  CHECK(strong_components(path).size() == path.size());
  path.back().push_back(0);
  CHECK(strong_components(path).size() == 1);
}

TEST_CASE("inverse: the product with the matrix is the identity") {
  for (const std::size_t n : {1u, 2u, 7u, 8u, 31u, 32u, 33u, 64u, 97u}) {
    INFO(n);
    Rng rng(n);
    SquareMatrix matrix(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        matrix.at(i, j) = matrix.at(j, i) = static_cast<double>(rng.below(1000)) / 1000 - 0.5;
      }
      matrix.at(i, i) = static_cast<double>(n);
    }
    SquareMatrix inverse = matrix;
    REQUIRE(invert_positive_definite(inverse));
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        double sum = i == j ? -1 : 0;
        for (std::size_t k = 0; k < n; ++k) sum += matrix.at(i, k) * inverse.at(k, j);
        largest = std::max(largest, std::abs(sum));
      }
    }
    CHECK(largest < 1e-12);
  }
}

TEST_CASE("inverse: a matrix that is not positive definite is rejected") {
  SquareMatrix singular(40);
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t j = 0; j < 40; ++j) singular.at(i, j) = 1;
  }
  CHECK_FALSE(invert_positive_definite(singular));
  SquareMatrix negative(1);
  negative.at(0, 0) = -1;
  CHECK_FALSE(invert_positive_definite(negative));
}

TEST_CASE("rating games: unplayed games are recognised by termination and turns and players") {
  CHECK(was_not_played("abandoned", 0, false));
  CHECK(was_not_played("Abandoned", 0, true));
  CHECK(was_not_played("abandoned", 2, true));         // the game ends with the opening
  CHECK_FALSE(was_not_played("abandoned", 2, false));  // people left the game
  for (const char* other : {"", "time forfeit", "not recorded", "normal", "abandoned by both"}) {
    CHECK_FALSE(was_not_played(other, 0, true));
  }
}

TEST_CASE("rating games: unplayed games score points but do not affect ratings") {
  std::vector<FinishedGame> played = {game("a", "b", white, "1.1"), game("b", "a", draw, "1.2"),
                                      game("b", "c", black, "2", 7), game("c", "b", black, "3", 8),
                                      game("b", "c", black, "4", 7)};
  std::vector<FinishedGame> all = played;
  for (int i = 0; i < 9; ++i) {
    // One belongs to a pair with a played game. Others have the turns of a played game.
    all.push_back(
        game("a", "b", white, i == 0 ? "5.1" : "9", i % 2 == 0 ? std::nullopt : std::optional(7)));
    all.back().unplayed = true;
  }
  all.push_back(game("b", "a", black, "5.2"));
  played.push_back(all.back());
  all.push_back(game("d", "c", white));  // d has no played game
  all.back().unplayed = true;

  const GameLog log = log_of(all), without = log_of(played);
  const GameCounts counts(log), counts_without(without);
  CHECK(counts.games() == 16);
  CHECK(counts.unplayed_games() == 10);
  CHECK(counts.effective_games() == counts_without.effective_games());
  const auto compare = [](const auto& lists, const auto& wanted) {
    REQUIRE(lists.size() == wanted.size());
    REQUIRE(lists[0].players.size() == wanted[0].players.size());
    for (std::size_t i = 0; i < lists[0].players.size(); ++i) {
      const RatedPlayer &one = lists[0].players[i], &other = wanted[0].players[i];
      CHECK(one.name == other.name);
      CHECK(one.rating == other.rating);
      CHECK(one.error == other.error);
      CHECK(one.effective_games == other.effective_games);
      const std::uint64_t more = one.name == "c" ? 1 : 9;
      CHECK(one.results.games() == other.results.games() + more);
    }
    CHECK_THAT(lists[0].notes.front().english(),
               contains_text("10 games that were not played count as points"));
  };
  compare(rate_bt(counts), rate_bt(counts_without));
  compare(rate_bt(counts, {.prior = Prior::none}), rate_bt(counts_without, {.prior = Prior::none}));
  compare(rate_elo(log, {}), rate_elo(without, {}));
  compare(rate_glicko2(log, {}), rate_glicko2(without, {}));

  const auto table = cross_tables(counts), table_without = cross_tables(counts_without);
  REQUIRE(table.size() == 1);
  for (const CrossTableRow& row : table[0].rows) {
    if (row.name == "d") {
      CHECK(row.points == 1);
      CHECK_FALSE(row.performance);
      CHECK(row.performance_bound == Bound::none);
      continue;
    }
    const auto same = std::find_if(table_without[0].rows.begin(), table_without[0].rows.end(),
                                   [&](const auto& other) { return other.name == row.name; });
    CHECK(row.performance == same->performance);
    CHECK(row.performance_bound == same->performance_bound);
    CHECK(row.points == same->points + (row.name == "a" ? 9 : 0));
  }
}

}  // namespace counts_test
