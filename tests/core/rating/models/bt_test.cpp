#include "core/rating/models/bt.h"

#include "core/base/random.h"
#include "core/rating/games/pools.h"
#include "core/rating/models/bt_fit.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/scale.h"
#include "tests/catch.h"
#include "tests/core/rating/sets.h"

namespace bt_test {

using namespace schiri::rating;

const BtOptions no_prior = [] {
  BtOptions options;
  options.prior = Prior::none;
  return options;
}();

std::map<std::string, double> ratings_of(const RatingList& list) {
  std::map<std::string, double> ratings;
  for (const RatedPlayer& player : list.players) ratings[player.name] = player.rating.value();
  return ratings;
}

const RatedPlayer& find(const RatingList& list, const std::string& name) {
  for (const RatedPlayer& player : list.players) {
    if (player.name == name) return player;
  }
  throw std::out_of_range(name);
}

bool has_note(const RatingList& list, const std::string& part) {
  for (const Message& note : list.notes) {
    if (note.english().find(part) != std::string::npos) return true;
  }
  return false;
}

std::string name_of(std::size_t i) { return "player " + std::to_string(i); }

double uniform(Rng& rng) { return (static_cast<double>(rng() >> 11) + 0.5) / 9007199254740992.0; }

struct Field {
  std::vector<double> strengths;
  double advantage = 40;
  double draws = 0.3;

  Outcome play(Rng& rng, std::size_t white, std::size_t black) const {
    const Expectation expected =
        ResultModel{advantage, draws}.expected(strengths[white] - strengths[black]);
    const double point = uniform(rng);
    return point < expected.white                   ? Outcome::white_wins
           : point < expected.white + expected.draw ? Outcome::draw
                                                    : Outcome::black_wins;
  }
};

Field random_field(Rng& rng, std::size_t players) {
  Field field;
  for (std::size_t i = 0; i < players; ++i) field.strengths.push_back(400 * uniform(rng) - 200);
  return field;
}

/// Random games between random players. If `pairs`, each is followed by a game with swapped
/// colours.
GameCounts random_games(Rng& rng, const Field& field, std::size_t games, bool pairs) {
  GameCounts counts("creeper", "standard");
  const std::size_t n = field.strengths.size();
  for (std::size_t i = 0; i < n; ++i) counts.player(name_of(i));
  for (std::size_t g = 0; g < games; g += pairs ? 2 : 1) {
    const auto a = static_cast<PlayerId>(rng.below(n));
    const auto b = static_cast<PlayerId>((a + 1 + rng.below(n - 1)) % n);
    if (pairs) {
      counts.add_pairs(a, b, field.play(rng, a, b), field.play(rng, b, a), 1);
    } else {
      counts.add_games(a, b, one_result(field.play(rng, a, b), 1));
    }
  }
  counts.finish();
  return counts;
}

void check_finite(const std::vector<RatingList>& lists) {
  for (const RatingList& list : lists) {
    CHECK(std::isfinite(list.first_move_advantage));
    CHECK(list.draw_factor >= 0);
    CHECK(list.draw_factor <= 1);
    for (const RatedPlayer& player : list.players) {
      CHECK((player.rating || player.bound != Bound::none));
      if (player.rating) CHECK(std::isfinite(*player.rating));
      if (player.error) CHECK(std::isfinite(*player.error));
      if (player.error) CHECK(*player.error >= 0);
      if (player.low) CHECK(*player.low <= *player.rating);
      if (player.high) CHECK(*player.high >= *player.rating);
      CHECK(player.error.has_value() == (player.low && player.high));
    }
  }
}

TEST_CASE("bt: agrees with Ordo without a prior") {
  // Ordo's 76 % are 202 points.
  constexpr double scale = 200.2388 / 202;
  for (const std::string set : {"A_rr4", "B_nodraw", "D_two"}) {
    INFO(set);
    const auto& expected = rating_vectors().at("ordo_W_D_a0").at(set);
    const RatingList list = rate_bt(rating_set(set), no_prior).at(0);
    for (const auto& [name, rating] : ratings_of(list)) {
      CHECK(rating - mean_rating == Approx(scale * expected.at(name).get<double>()).margin(1e-2));
    }
    CHECK(list.first_move_advantage ==
          Approx(scale * expected.at("wadv").get<double>()).margin(1e-2));
  }
}

TEST_CASE("bt: agrees with Ordo without White's advantage") {
  constexpr double scale = 200.2388 / 202;
  for (const std::string set : {"A_rr4", "B_nodraw", "D_two", "F_meeple", "G_laskos"}) {
    INFO(set);
    const GameCounts counts = rating_set(set);
    FitOptions options;
    options.prior = Prior::none;
    options.fits_advantage = false;
    const PoolFit pool(counts.players().size(), encounters_of(counts.singles(), counts.pairs()),
                       options);
    REQUIRE(pool.fit().converged);
    for (std::size_t i = 0; i < counts.players().size(); ++i) {
      const double expected =
          rating_vectors().at("ordo_default_a0").at(set).at(counts.players()[i]).get<double>();
      CHECK(pool.parameters()[i] / natural_per_point == Approx(scale * expected).margin(1e-2));
    }
  }
}

TEST_CASE("bt: expected points are the points made, with the virtual games") {
  Rng rng(5);
  const GameCounts counts = random_games(rng, random_field(rng, 8), 200, GENERATE(false, true));
  const PoolFit pool(8, encounters_of(counts.singles(), counts.pairs()), {});
  std::vector<double> missing(9);
  double virtual_games = 0;
  for (std::size_t e = 0; e < pool.encounters().size(); ++e) {
    const Encounter& one = pool.encounters()[e];
    for (std::size_t white = 0; white < 2; ++white) {
      const double drawn = pool.virtual_games(e, white);
      const double left = one.points[white] + drawn / 2 -
                          (one.games[white] + drawn) * Chance(pool.lead(one, white)).points;
      missing[white == 0 ? one.i : one.j] += left;
      missing[white == 0 ? one.j : one.i] -= left;
      missing[8] += left;
      virtual_games += drawn;
    }
  }
  for (const double left : missing) CHECK(left == Approx(0).margin(1e-6));
  // One for each parameter: seven differences and White's advantage.
  CHECK(virtual_games == Approx(8).margin(1e-6));
  CHECK(pool.fit().virtual_games == Approx(8).margin(1e-6));
}

/// The games of two players, with the first as White and as Black, from its side.
GameCounts match_counts(const Wdl& as_white, const Wdl& as_black = {}) {
  GameCounts counts("creeper", "standard");
  const PlayerId x = counts.player("x"), y = counts.player("y");
  counts.add_games(x, y, as_white);
  counts.add_games(y, x, as_black.swapped());
  counts.finish();
  return counts;
}

double lead_of(const RatingList& list) { return *find(list, "x").rating - *find(list, "y").rating; }

TEST_CASE("bt: virtual games of two players") {
  struct Case {
    Wdl white, black;
    double odds;
  };
  // One virtual game if only one colour was played, otherwise one for each.
  const Case cases[] = {
      {{6, 0, 0}, {}, 13},
      {{1, 0, 0}, {}, 3},
      {{0, 4, 0}, {}, 1},
      {{3, 0, 0}, {3, 0, 0}, 7},
      {{50, 0, 0}, {50, 0, 0}, 101},
      {{3, 0, 1}, {}, 7.0 / 3},
  };
  for (const Case& one : cases) {
    CAPTURE(one.odds);
    const RatingList list = rate_bt(match_counts(one.white, one.black)).at(0);
    CHECK(lead_of(list) == Approx(400 * std::log10(one.odds)).margin(0.01));
    CHECK(*find(list, "x").rating + *find(list, "y").rating == Approx(3000));
    CHECK(list.description.english().find(one.black.games() > 0
                                              ? ", 2 virtual drawn games,"
                                              : ", 1 virtual drawn game,") != std::string::npos);
  }
}

TEST_CASE("bt: the mean weighted by information is 1500") {
  Rng rng(6);
  const GameCounts counts = random_games(rng, random_field(rng, 7), 80, false);
  const RatingList list = rate_bt(counts).at(0);
  std::map<std::string, double> information;
  counts.visit_played([&](const ColourCount& count) {
    const std::string &white = counts.players()[count.white],
                      &black = counts.players()[count.black];
    const double score =
        list.model().expected(*find(list, white).rating - *find(list, black).rating).score();
    for (const std::string& name : {white, black}) {
      information[name] += real(count.results.games()) * score * (1 - score);
    }
  });
  double sum = 0, weights = 0;
  for (const auto& [name, weight] : information) {
    sum += weight * *find(list, name).rating;
    weights += weight;
  }
  CHECK(sum / weights == Approx(1500).margin(0.01));
}

TEST_CASE("bt: a win more never lowers a rating's distance from the others") {
  Rng rng(7);
  for (int trial = 0; trial < 20; ++trial) {
    GameCounts counts = random_games(rng, random_field(rng, 4), 12 + rng.below(30), false);
    const auto before = rate_bt(counts).at(0);
    if (before.players.size() < 4) continue;
    GameCounts more = counts;
    more.add_games(0, 1, {1, 0, 0});
    more.finish();
    const auto after = rate_bt(more).at(0);
    const auto lead = [&](const RatingList& list, std::size_t to) {
      return *find(list, name_of(0)).rating - *find(list, name_of(to)).rating;
    };
    CAPTURE(trial);
    CHECK(lead(after, 1) > lead(before, 1));
  }
}

TEST_CASE("bt: a player whom nobody has scored against has no upper end") {
  struct Case {
    const char* what;
    std::vector<std::array<std::uint64_t, 5>> games;  ///< white, black, wins, draws, losses
    std::string bounds;                               ///< of the players in their order
    bool has_majority;
  };
  const Case cases[] = {
      {"6-0", {{0, 1, 6, 0, 0}}, "><", false},
      {"a draw", {{0, 1, 6, 1, 0}}, "  ", true},
      {"a winner",
       {{0, 1, 3, 0, 0}, {0, 2, 3, 0, 0}, {1, 2, 1, 0, 1}, {1, 3, 1, 0, 1}},
       ">   ",
       true},
      {"a loser's only victim",
       {{0, 1, 1, 0, 1}, {1, 2, 1, 0, 1}, {2, 3, 2, 0, 0}, {3, 4, 1, 0, 0}},
       "   <<",
       true},
      {"two rooms", {{0, 1, 1, 0, 1}, {2, 3, 1, 0, 1}, {0, 2, 1, 0, 0}}, ">><<", false},
      {"a chain", {{0, 1, 1, 0, 0}, {1, 2, 1, 0, 0}, {2, 3, 1, 0, 0}}, ">  <", false},
  };
  for (const Case& one : cases) {
    CAPTURE(one.what);
    GameCounts counts("creeper", "standard");
    for (std::size_t i = 0; i < one.bounds.size(); ++i) counts.player(name_of(i));
    for (const auto& [white, black, wins, draws, losses] : one.games) {
      counts.add_games(static_cast<PlayerId>(white), static_cast<PlayerId>(black),
                       {wins, draws, losses});
    }
    counts.finish();
    const RatingList list = rate_bt(counts).at(0);
    check_finite({list});
    for (std::size_t i = 0; i < one.bounds.size(); ++i) {
      const RatedPlayer& player = find(list, name_of(i));
      CAPTURE(player.name);
      CHECK((symbol(player.bound).empty() ? ' ' : symbol(player.bound)[0]) == one.bounds[i]);
      CHECK(player.rating);
      CHECK(player.high.has_value() == (one.bounds[i] != '>'));
      CHECK(player.low.has_value() == (one.bounds[i] != '<'));
    }
    CHECK(has_note(list, "hardly known") != one.has_majority);
  }
}

TEST_CASE("bt: intervals follow the likelihood where there are few points") {
  // One parameter, one virtual game: the ends are those of 6.5 points of 7 with the information of
  // six games at the fit.
  const RatingList list = rate_bt(match_counts({6, 0, 0})).at(0);
  const double lead = std::log(13.0), target = z95 * z95 * 7 / 6;
  const auto log_likelihood = [](double at) { return 6.5 * at - 7 * std::log1p(std::exp(at)); };
  const double low = (*find(list, "x").low - 1500) * 2 * std::log(10.0) / 400;
  CHECK(2 * (log_likelihood(lead) - log_likelihood(low)) == Approx(target).epsilon(1e-3));
  CHECK(low < lead);
  // Where there are many, they are nearly those of the normal distribution.
  const RatedPlayer many = find(rate_bt(match_counts({5000, 0, 4000}, {4000, 0, 5000})).at(0), "x");
  CHECK(*many.high - *many.rating == Approx(*many.rating - *many.low).epsilon(0.02));
}

TEST_CASE("bt: the likelihood of superiority follows the likelihood") {
  BtOptions options;
  options.ranking = PlayerOrder{};
  const auto los = [&](const Wdl& white, const Wdl& black = {}) {
    return *rate_bt(match_counts(white, black), options).at(0).players[0].superiority;
  };
  CHECK(los({10, 0, 0}, {10, 0, 0}) > 0.9999);
  CHECK(los({50, 0, 0}, {50, 0, 0}) > 0.99999);
  // 6.5 of 7 points against 3.5, by the information of six games.
  const double fall = 6.5 * std::log(6.5) + 0.5 * std::log(0.5) - 7 * std::log(3.5);
  CHECK(los({6, 0, 0}) == Approx(normal_distribution(std::sqrt(2 * fall * 6 / 7))).margin(1e-4));
  CHECK(los({3, 2, 3}) == Approx(0.5));
  CHECK(los({4, 2, 3}) > 0.5);
}

TEST_CASE("bt: a field is drawn towards its mean") {
  Rng rng(8);
  const GameCounts counts = random_games(rng, random_field(rng, 16), 100, false);
  BtOptions field;
  field.prior = Prior::field;
  const RatingList drawn = rate_bt(counts, field).at(0), free = rate_bt(counts, no_prior).at(0);
  REQUIRE(free.players.size() == 16);
  const auto spread = [](const RatingList& list) {
    double sum = 0;
    for (const RatedPlayer& player : list.players) sum += std::pow(*player.rating - 1500, 2);
    return std::sqrt(sum);
  };
  CHECK(spread(drawn) < 0.9 * spread(free));
  double mean = 0;
  for (const RatedPlayer& player : drawn.players) mean += *player.rating / 16;
  CHECK(mean == Approx(1500).margin(1e-6));
  CHECK(drawn.description.english().find("field prior of standard deviation") != std::string::npos);
}

TEST_CASE("bt: few games are noted") {
  GameCounts clubs("creeper", "standard");
  for (PlayerId club = 0; club < 2; ++club) {
    for (PlayerId i = 0; i < 5; ++i) clubs.player((club == 0 ? "a" : "b") + std::to_string(i));
  }
  for (PlayerId club = 0; club < 2; ++club) {
    for (PlayerId i = 0; i < 5; ++i) {
      for (PlayerId j = i + 1; j < 5; ++j) clubs.add_games(5 * club + i, 5 * club + j, {4, 2, 4});
    }
  }
  GameCounts joined = clubs;
  joined.add_games(0, 5, {2, 1, 1});
  joined.finish();
  CHECK(has_note(rate_bt(joined).at(0),
                 "4 games join two groups of 5 and 5 players: their distance"));
  GameCounts newcomer = clubs;
  for (PlayerId i = 0; i < 5; ++i) newcomer.add_games(i, i + 5, {20, 10, 20});
  const PlayerId young = newcomer.player("young");
  newcomer.add_games(young, 0, {2, 0, 1});
  newcomer.finish();
  const RatingList list = rate_bt(newcomer).at(0);
  CHECK(has_note(list, "1 player has fewer than 10 games, so a rating that is hardly known."));
  CHECK_FALSE(has_note(list, "two groups"));
}

TEST_CASE("bt: stored descriptions are those of their options") {
  Rng rng(9);
  const GameCounts counts = random_games(rng, random_field(rng, 8), 100, false);
  for (const std::optional<Prior> prior :
       {std::optional<Prior>(), std::optional(Prior::field), std::optional(Prior::none)}) {
    for (const auto& anchors :
         {std::map<std::string, Anchor>{}, {{name_of(0), {1600, 0}}}, {{name_of(0), {1600, 50}}}}) {
      for (const bool errors : {true, false}) {
        const Message text = rate_bt(counts, {.prior = prior, .anchors = anchors, .errors = errors})
                                 .at(0)
                                 .description;
        CHECK(stored_description(text.english()).english() == text.english());
        CHECK(stored_description(text.english()).pattern() != "{0}");
      }
    }
  }
}

TEST_CASE("bt: draws of the weak do not shrink the strong") {
  GameCounts counts("creeper", "standard");
  const PlayerId ab = counts.player("ab"), greedy = counts.player("greedy"),
                 one = counts.player("onep"), creep = counts.player("creep");
  const auto meet = [&](PlayerId a, PlayerId b, const Wdl& results) {
    counts.add_games(a, b, {results.wins / 2, results.draws / 2, results.losses / 2});
    counts.add_games(b, a,
                     {results.losses - results.losses / 2, results.draws - results.draws / 2,
                      results.wins - results.wins / 2});
  };
  for (const PlayerId weak : {greedy, one, creep}) meet(ab, weak, {80, 0, 0});
  meet(greedy, creep, {79, 1, 0});
  meet(greedy, one, {59, 21, 0});
  meet(one, creep, {1, 79, 0});
  counts.finish();
  const RatingList list = rate_bt(counts).at(0);
  CHECK(*find(list, "ab").rating - *find(list, "greedy").rating > 700);
  // 79.5 of 80 points.
  CHECK(*find(list, "greedy").rating - *find(list, "creep").rating > 350);
  CHECK(find(list, "ab").bound == Bound::above);
  CHECK(*find(list, "ab").low > *find(list, "greedy").rating + 400);
}

TEST_CASE("bt: errors of two players are half of the error of their difference") {
  // Without advantage and draws one parameter remains. The information on the difference is n p
  // (1-p) (ln 10 / 400)^2, somewhat less where the lead is uncertain.
  GameCounts counts("creeper", "standard");
  counts.add_games(counts.player("x"), counts.player("y"), {3000, 0, 1000});
  counts.finish();
  const RatingList list = rate_bt(counts, no_prior).at(0);
  const double sd = 1 / std::sqrt(4000 * 0.75 * 0.25) * 400 / std::log(10.0);
  CHECK(*list.players[0].rating - *list.players[1].rating ==
        Approx(400 * std::log10(3.0)).margin(1e-6));
  CHECK(*list.players[0].error == Approx(1.959964 * sd / 2).epsilon(1e-2));
  CHECK(list.draw_factor == 0);
  CHECK(list.first_move_advantage == 0);
  CHECK_FALSE(list.first_move_advantage_error);
  CHECK_FALSE(list.has_advantage);
  CHECK(has_note(list, "do not determine White's advantage"));
}

TEST_CASE("bt: draws make results less random") {
  const auto error_of = [](const Wdl& results) {
    GameCounts counts("creeper", "standard");
    const PlayerId x = counts.player("x"), y = counts.player("y");
    counts.add_games(x, y, results);
    counts.add_games(y, x, results.swapped());
    counts.finish();
    return *rate_bt(counts, no_prior).at(0).players[0].error;
  };
  // The variance of a game's points is p(1-p) - d/4.
  CHECK(error_of({200, 600, 200}) / error_of({500, 0, 500}) ==
        Approx(std::sqrt(0.4)).epsilon(0.02));
  // A few draws prove little.
  CHECK(error_of({0, 2, 0}) > 0.4 * error_of({1, 0, 1}));
}

TEST_CASE("bt: expected points are those of Elo's table for any draws") {
  for (const double draws : {0.0, 0.3, 1.0}) {
    const ResultModel model{30, draws};
    for (const double difference : {-3000.0, -100.0, -30.0, 0.0, 250.0, 1e6}) {
      const Expectation expected = model.expected(difference);
      CHECK(expected.score() == Approx(expected_score(difference + 30)));
      CHECK(expected.white + expected.draw + expected.black == Approx(1));
      CHECK(std::min({expected.white, expected.draw, expected.black}) >= 0);
    }
    CHECK(model.expected(-30).draw == Approx(draws));
  }
}

TEST_CASE("bt: the order of players and names does not matter") {
  Rng rng(11);
  const Field field = random_field(rng, 7);
  const GameCounts counts = random_games(rng, field, 150, true);
  GameCounts other("creeper", "standard");
  for (std::size_t i = 7; i-- > 0;) other.player(name_of(i));
  for (std::size_t p = counts.pairs().size(); p-- > 0;) {
    const PairCount& pair = counts.pairs()[p];
    for (std::size_t cell = 0; cell < 9; ++cell) {
      constexpr Outcome results[] = {Outcome::white_wins, Outcome::draw, Outcome::black_wins};
      other.add_pairs(other.player(counts.players()[pair.second]),
                      other.player(counts.players()[pair.first]), results[cell % 3],
                      results[cell / 3], pair.cells[cell / 3][cell % 3]);
    }
  }
  other.finish();
  const RatingList a = rate_bt(counts).at(0), b = rate_bt(other).at(0);
  REQUIRE(a.players.size() == b.players.size());
  for (std::size_t i = 0; i < a.players.size(); ++i) {
    CHECK(a.players[i].name == b.players[i].name);
    CHECK(*a.players[i].rating == *b.players[i].rating);
    CHECK(*a.players[i].error == *b.players[i].error);
    CHECK(a.players[i].results == b.players[i].results);
  }
}

TEST_CASE("bt: pools by scoring have an order that does not depend on which came first") {
  const auto order = [](const std::vector<std::string>& names) {
    GameCounts counts("creeper", "standard");
    for (const std::string& name : names) {
      counts.add_games(counts.player("a"), counts.player(name), {2, 0, 0});
    }
    counts.finish();
    std::string text;
    for (const RatingList& list : rate_bt(counts, no_prior)) text += list.players.at(0).name;
    return text;
  };
  CHECK(order({"b", "c", "d"}).size() == 4);
  CHECK(order({"b", "c", "d"}) == order({"d", "b", "c"}));
}

TEST_CASE("bt: swapping all colours only changes the sign of the advantage") {
  Rng rng(12);
  const GameCounts counts = random_games(rng, random_field(rng, 6), 300, false);
  GameCounts swapped("creeper", "standard", counts.players());
  for (const ColourCount& count : counts.singles()) {
    swapped.add_games(count.black, count.white, count.results.swapped());
  }
  swapped.finish();
  const RatingList a = rate_bt(counts).at(0), b = rate_bt(swapped).at(0);
  CHECK(a.first_move_advantage == Approx(-b.first_move_advantage).margin(1e-5));
  CHECK(*a.first_move_advantage_error == Approx(*b.first_move_advantage_error).margin(1e-5));
  for (const RatedPlayer& player : a.players) {
    CHECK(*player.rating == Approx(*find(b, player.name).rating).margin(1e-5));
  }
}

TEST_CASE("bt: an anchor shifts its pool, and errors are relative to it") {
  BtOptions options;
  const RatingList free = rate_bt(rating_set("A_rr4"), options).at(0);
  options.anchors = {{"gamma", 2000}, {"nobody", 1}};
  options.compared.emplace();
  const RatingList anchored = rate_bt(rating_set("A_rr4"), options).at(0);
  const double shift = 2000 - *find(free, "gamma").rating;
  std::size_t gamma = 0;
  while (anchored.players[gamma].name != "gamma") ++gamma;
  for (std::size_t i = 0; i < anchored.players.size(); ++i) {
    const RatedPlayer& player = anchored.players[i];
    CHECK(*player.rating == Approx(*find(free, player.name).rating + shift));
    CHECK(player.error.has_value() == (i != gamma));
    if (player.error)
      CHECK(*player.error == Approx(anchored.difference(i, gamma).error).epsilon(0.05));
  }
  CHECK(has_note(anchored, "nobody"));
  CHECK(anchored.description.english().find("relative to the anchors") != std::string::npos);
  options.anchors = {{"alpha", 1700}, {"beta", 1500}};
  const RatingList two = rate_bt(rating_set("A_rr4"), options).at(0);
  CHECK(*find(two, "alpha").rating + *find(two, "beta").rating == Approx(3200));
  CHECK(*find(two, "alpha").error == Approx(*find(two, "beta").error).epsilon(0.01));
}

TEST_CASE("bt: anchors with errors are observations of the fit") {
  const auto rated = [](const std::map<std::string, Anchor>& anchors) {
    GameCounts counts("creeper", "standard");
    const PlayerId a = counts.player("A"), b = counts.player("B");
    counts.add_games(a, b, {1, 1, 1});
    counts.add_games(b, a, {1, 1, 1});
    counts.finish();
    BtOptions options;
    options.anchors = anchors;
    return rate_bt(counts, options).at(0);
  };
  for (const auto& [a, b] :
       {std::pair(1600.0, 1400.0), {1700.0, 1300.0}, {1800.0, 1200.0}, {9000.0, -9000.0}}) {
    const RatingList list = rated({{"A", {a, 5}}, {"B", {b, 5}}});
    CHECK(*find(list, "A").rating == Approx(a).margin(0.2));
    CHECK(*find(list, "B").rating == Approx(b).margin(0.2));
    CHECK(*find(list, "A").error == Approx(5).margin(0.1));
  }
  CHECK(*find(rated({{"A", {1600, 5}}, {"B", {1400, 5}}}), "A").rating - 1599.93 ==
        Approx(0).margin(0.02));
  // One anchor moves the mean, and the others follow.
  const RatingList one = rated({{"A", {2500, 5}}});
  CHECK(*find(one, "A").rating == Approx(2500).margin(0.1));
  CHECK(*find(one, "B").rating == Approx(2500).margin(0.1));
  CHECK(*find(one, "B").error > *find(one, "A").error);
  // The certain anchor wins over the uncertain one and over six games.
  const RatingList uneven = rated({{"A", {1600, 1}}, {"B", {1000, 2000}}});
  CHECK(*find(uneven, "A").rating == Approx(1600).margin(1));
  CHECK(*find(uneven, "B").rating > 1500);
}

TEST_CASE("bt: pools with a prior are the connected components") {
  const auto lists = rate_bt(rating_set("E_groups"));
  REQUIRE(lists.size() == 2);
  CHECK(lists[0].pools == 2);
  CHECK(ratings_of(lists[0]).count("a") == 1);
  CHECK(ratings_of(lists[1]).count("c") == 1);
  for (const RatingList& list : lists) {
    CHECK(list.players.size() == 2);
    CHECK(*list.players[0].rating + *list.players[1].rating == Approx(3000));
  }
}

TEST_CASE("bt: without a prior perfect scores have no rating") {
  const auto lists = rate_bt(rating_set("C_perfect"), no_prior);
  REQUIRE(lists.size() == 3);
  CHECK(lists[0].players.at(0).name == "win");
  CHECK(lists[0].players.at(0).bound == Bound::above);
  CHECK_FALSE(lists[0].players.at(0).rating);
  CHECK(lists[0].players.at(0).results == Wdl{20, 0, 0});
  CHECK(lists[1].players.size() == 3);
  CHECK(lists[2].players.at(0).name == "lose");
  CHECK(lists[2].players.at(0).bound == Bound::below);
  CHECK(has_note(lists[0], "40 games between pools"));
  check_finite(lists);
  const auto with_prior = rate_bt(rating_set("C_perfect"));
  REQUIRE(with_prior.size() == 1);
  CHECK(with_prior[0].players.front().name == "win");
  CHECK(with_prior[0].players.back().name == "lose");
  check_finite(with_prior);
}

TEST_CASE("bt: single players are above or below the largest pool") {
  GameCounts counts("creeper", "standard");
  const auto add = [&](const char* white, const char* black, const Wdl& results) {
    const PlayerId first = counts.player(white), second = counts.player(black);
    counts.add_games(first, second, results);
  };
  add("a", "b", {1, 1, 1});
  // middle lost most of its games but beat a player of the pool. low is its mirror image.
  add("middle", "a", {1, 0, 0});
  add("top", "middle", {5, 0, 0});
  add("b", "low", {1, 0, 0});
  add("low", "bottom", {5, 0, 0});
  counts.finish();
  const auto lists = rate_bt(counts, no_prior);
  std::map<std::string, Bound> bounds;
  std::map<std::string, int> pool;
  for (const RatingList& list : lists) {
    for (const RatedPlayer& player : list.players) {
      bounds[player.name] = player.bound;
      pool[player.name] = list.pool;
    }
  }
  REQUIRE(lists.size() == 5);
  CHECK(bounds["top"] == Bound::above);
  CHECK(bounds["middle"] == Bound::above);
  CHECK(bounds["a"] == Bound::none);
  CHECK(bounds["low"] == Bound::below);
  CHECK(bounds["bottom"] == Bound::below);
  CHECK(pool["top"] < pool["middle"]);
  CHECK(pool["middle"] < pool["a"]);
  CHECK(pool["b"] < pool["low"]);
  CHECK(pool["low"] < pool["bottom"]);
}

TEST_CASE("bt: White's advantage is fitted if the games determine it") {
  // A beat B 4:1, and C beat both 3:2 as Black. Three free parameters fit these three scores
  // exactly. (Ordo stops earlier, at an advantage of 129.44, where White would have 7.77 points
  // instead of 8.)
  const double advantage = 400 * std::log10(4.0), ahead = advantage - 400 * std::log10(2.0 / 3);
  const RatingList list = rate_bt(rating_set("F_meeple"), no_prior).at(0);
  CHECK(list.has_advantage);
  CHECK(list.first_move_advantage == Approx(advantage).margin(1e-3));
  const auto ratings = ratings_of(list);
  CHECK(ratings.at("A") == Approx(ratings.at("B")).margin(1e-3));
  CHECK(ratings.at("C") - ratings.at("A") == Approx(ahead).margin(1e-3));
  CHECK(rate_bt(rating_set("F_meeple")).at(0).has_advantage);
  CHECK(rate_bt(rating_set("B_nodraw")).at(0).first_move_advantage > 100);
  CHECK(rate_bt(rating_set("B_nodraw")).at(0).draw_factor == 0);
}

TEST_CASE("bt: the rank of the design matrix decides if White's advantage is determined") {
  // Gaussian elimination. The matrix has a column per player and one for White's side.
  const auto rank = [](std::vector<std::vector<double>> rows) {
    std::size_t found = 0;
    for (std::size_t column = 0; !rows.empty() && column < rows[0].size(); ++column) {
      std::size_t pivot = found;
      while (pivot < rows.size() && std::abs(rows[pivot][column]) < 1e-9) ++pivot;
      if (pivot == rows.size()) continue;
      std::swap(rows[pivot], rows[found]);
      for (std::size_t row = found + 1; row < rows.size(); ++row) {
        const double factor = rows[row][column] / rows[found][column];
        for (std::size_t k = column; k < rows[row].size(); ++k) {
          rows[row][k] -= factor * rows[found][k];
        }
      }
      ++found;
    }
    return found;
  };
  Rng rng(17);
  int determined = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const std::size_t players = 2 + rng.below(6);
    std::vector<std::vector<double>> with, without;
    AdvantageRank fast(players);
    for (std::uint64_t games = 1 + rng.below(players + 2); games > 0; --games) {
      const std::size_t white = rng.below(players);
      // Half of the trials have a bipartite pool in which one side always has White.
      std::size_t black = (white + 1 + rng.below(players - 1)) % players;
      if (trial % 2 == 0 && black < white) continue;
      std::vector<double> row(players + 1);
      row[white] = 1;
      row[black] = -1;
      without.push_back(row);
      row[players] = 1;
      with.push_back(row);
      fast.add(static_cast<PlayerId>(white), static_cast<PlayerId>(black));
    }
    CHECK(fast.is_determined() == (rank(with) > rank(without)));
    determined += fast.is_determined();
  }
  CHECK(determined > 500);
  CHECK(determined < 1500);
}

TEST_CASE("bt: White's advantage is found without repeated pairings") {
  Rng rng(19);
  Field field = random_field(rng, 200);
  field.advantage = 100;
  GameCounts counts("creeper", "standard");
  for (std::size_t i = 0; i < 200; ++i) counts.player(name_of(i));
  for (PlayerId i = 0; i < 200; ++i) {
    for (PlayerId j = i + 1; j < 200; ++j) {
      const bool swapped = rng.below(2) == 0;
      const PlayerId white = swapped ? j : i, black = swapped ? i : j;
      counts.add_games(white, black, one_result(field.play(rng, white, black), 1));
    }
  }
  counts.finish();
  const RatingList list = rate_bt(counts).at(0);
  REQUIRE(list.first_move_advantage_error);
  CHECK(*list.first_move_advantage_error < 10);
  CHECK(std::abs(list.first_move_advantage - 100) < 10);
  CHECK_FALSE(has_note(list, "White's advantage"));
}

TEST_CASE("bt: all figures are finite for extreme results") {
  struct Case {
    const char* what;
    std::vector<std::array<std::uint64_t, 5>> games;  ///< white, black, wins, draws, losses
  };
  const Case cases[] = {
      {"one win", {{0, 1, 1, 0, 0}}},
      {"one draw", {{0, 1, 0, 1, 0}}},
      {"White always wins", {{0, 1, 1000, 0, 0}, {1, 0, 1000, 0, 0}}},
      {"Black always wins", {{0, 1, 0, 0, 5}, {1, 0, 0, 0, 5}}},
      {"White wins or draws", {{0, 1, 7, 3, 0}, {1, 0, 4, 6, 0}}},
      {"only draws", {{0, 1, 0, 5, 0}, {1, 0, 0, 5, 0}, {1, 2, 0, 9, 0}}},
      {"a win and a draw", {{0, 1, 1, 1, 0}}},
      {"wins and draws of one, both colours", {{0, 1, 5, 5, 0}, {1, 0, 0, 5, 5}}},
      {"a loss to each of two", {{0, 1, 0, 0, 1}, {0, 2, 0, 0, 1}}},
      {"a circle", {{0, 1, 1, 0, 0}, {1, 2, 1, 0, 0}, {2, 0, 1, 0, 0}}},
      {"a circle against the colours",
       {{0, 1, 2, 0, 0}, {1, 0, 2, 0, 0}, {1, 2, 1, 0, 0}, {0, 2, 0, 0, 1}}},
      {"very many games", {{0, 1, 4000000000, 3000000000, 1}, {1, 0, 1, 1, 4000000000}}},
      {"a chain", {{0, 1, 1, 0, 0}, {1, 2, 1, 0, 0}, {2, 3, 1, 0, 0}, {3, 4, 1, 0, 0}}},
  };
  for (const Case& one : cases) {
    GameCounts counts("creeper", "standard");
    for (std::size_t i = 0; i < 5; ++i) counts.player(name_of(i));
    for (const auto& [white, black, wins, draws, losses] : one.games) {
      counts.add_games(static_cast<PlayerId>(white), static_cast<PlayerId>(black),
                       {wins, draws, losses});
    }
    counts.finish();
    for (const Prior prior : {Prior::games, Prior::field, Prior::none}) {
      INFO(one.what << ", prior " << static_cast<int>(prior));
      BtOptions options;
      options.prior = prior;
      options.compared.emplace();
      const auto lists = rate_bt(counts, options);
      CHECK_FALSE(lists.empty());
      check_finite(lists);
      for (const RatingList& list : lists) {
        if (list.compared.empty()) continue;
        const Difference d = list.difference(0, list.players.size() - 1);
        CHECK(std::isfinite(d.elo));
        CHECK(std::isfinite(d.error));
        CHECK(d.superiority >= 0.5);
      }
    }
  }
}

TEST_CASE("bt: if one colour never won a prior on the advantage is used and noted") {
  const GameCounts counts = match_counts({10, 0, 0}, {0, 0, 10});
  BtOptions field;
  field.prior = Prior::field;
  const RatingList list = rate_bt(counts, field).at(0);
  CHECK(*list.players[0].rating == Approx(*list.players[1].rating));
  CHECK(list.first_move_advantage > 300);
  CHECK(has_note(list, "keeps it finite"));
  // Virtual games keep it finite too: 10.5 of 11 points.
  const RatingList games = rate_bt(counts).at(0);
  CHECK(games.first_move_advantage == Approx(400 * std::log10(21.0)).margin(0.1));
  CHECK_FALSE(has_note(games, "keeps it finite"));
}

TEST_CASE("bt: without games there is no list") {
  CHECK(rate_bt(GameCounts("creeper", "standard")).empty());
  GameCounts counts("creeper", "standard");
  counts.player("alone");
  counts.finish();
  CHECK(rate_bt(counts).empty());
  CHECK(rate_bt(counts, no_prior).empty());
}

TEST_CASE("bt: invalid options are rejected") {
  BtOptions options;
  options.anchors["x"] = std::nan("");
  CHECK_THROWS_AS(rate_bt(rating_set("D_two"), options), std::invalid_argument);
  CHECK_THROWS_AS(rate_bt(rating_set("D_two"))[0].difference(0, 1), std::invalid_argument);
}

TEST_CASE("bt: pairs of independent games have the errors of single games") {
  Rng rng(21);
  const Field field = random_field(rng, 4);
  const GameCounts paired = random_games(rng, field, 40000, true);
  GameCounts single("creeper", "standard", paired.players());
  paired.visit_played(
      [&](const ColourCount& count) { single.add_games(count.white, count.black, count.results); });
  single.finish();
  const RatingList a = rate_bt(paired).at(0), b = rate_bt(single).at(0);
  for (const RatedPlayer& player : a.players) {
    CHECK(*player.error == Approx(*find(b, player.name).error).epsilon(0.03));
  }
}

/// Pairs of x and y from openings, White winning both games or losing both; `games` from each.
GameCounts decisive_openings(std::uint64_t openings, std::uint64_t pairs) {
  GameCounts counts("creeper", "standard");
  const PlayerId x = counts.player("x"), y = counts.player("y");
  for (std::uint64_t opening = 0; opening < openings; ++opening) {
    const Outcome result = opening % 3 == 0 ? Outcome::black_wins : Outcome::white_wins;
    counts.add_pairs(x, y, result, result, pairs);
    for (std::uint64_t k = 0; k < pairs; ++k) {
      counts.add_opening(opening, x, y, result);
      counts.add_opening(opening, y, x, result);
    }
  }
  counts.finish();
  return counts;
}

TEST_CASE("bt: the error of the advantage treats games of an opening as one unit") {
  const double few = *rate_bt(decisive_openings(12, 1)).at(0).first_move_advantage_error,
               many = *rate_bt(decisive_openings(12, 50)).at(0).first_move_advantage_error,
               more = *rate_bt(decisive_openings(48, 50)).at(0).first_move_advantage_error;
  CHECK(many == Approx(few).epsilon(0.05));
  CHECK(more < 0.55 * many);
  // What an opening decides says nothing about the players: the pairs cancel out.
  CHECK(*rate_bt(decisive_openings(12, 50)).at(0).players[0].error < 10);
}

TEST_CASE("bt: fewer than ten openings give no error of the advantage") {
  const RatingList nine = rate_bt(decisive_openings(9, 50)).at(0),
                   ten = rate_bt(decisive_openings(10, 50)).at(0);
  CHECK_FALSE(nine.first_move_advantage_error);
  CHECK(nine.has_advantage);
  CHECK(has_note(nine, "ewer than ten openings"));
  CHECK(ten.first_move_advantage_error);
}

TEST_CASE("bt: a pool that results have paired is noted") {
  // In four rounds winners meet winners.
  GameCounts counts("creeper", "standard");
  for (std::size_t i = 0; i < 16; ++i) counts.player(name_of(i));
  for (PlayerId step = 1; step < 16; step *= 2) {
    for (PlayerId i = 0; i < 16; ++i) {
      // Those with equal results so far differ in one bit, the lower one wins.
      const PlayerId j = i ^ step;
      if (i < j)
        counts.add_games(step % 3 == 1 ? i : j, step % 3 == 1 ? j : i,
                         step % 3 == 1 ? Wdl{1, 0, 0} : Wdl{0, 0, 1});
    }
  }
  counts.finish();
  const RatingList swiss = rate_bt(counts).at(0);
  Rng rng(4);
  const RatingList random = rate_bt(random_games(rng, random_field(rng, 16), 64, false)).at(0);
  CHECK_FALSE(has_note(random, "Results decided the pairings"));
  CHECK(has_note(swiss, "Results decided the pairings"));
}

TEST_CASE("bt: a pool beyond the full matrix has ratings without errors") {
  GameCounts counts("creeper", "standard");
  const std::size_t players = most_players_with_errors + 1;
  for (std::size_t i = 0; i + 1 < players; ++i) {
    counts.add_games(counts.player(name_of(i)), counts.player(name_of(i + 1)), {1, 1, 1});
  }
  counts.finish();
  const RatingList list = rate_bt(counts).at(0);
  CHECK(has_note(list, "no errors"));
  CHECK(list.players[0].rating);
  CHECK_FALSE(list.players[0].error);
}

TEST_CASE("bt: a chain of two thousand players is rated") {
  GameCounts counts("creeper", "standard");
  for (std::size_t i = 0; i + 1 < 2000; ++i) {
    counts.add_games(counts.player(name_of(i)), counts.player(name_of(i + 1)), {3, 0, 1});
  }
  counts.finish();
  const RatingList list = rate_bt(counts, no_prior).at(0);
  REQUIRE(list.players.size() == 2000);
  for (std::size_t i = 0; i + 1 < 2000; ++i) {
    CHECK(list.players[i].name == name_of(i));
    CHECK(*list.players[i].rating - *list.players[i + 1].rating ==
          Approx(400 * std::log10(3.0)).margin(1e-3));
  }
}

TEST_CASE("bt: each player is compared with the next one of the ranking") {
  const bool pairs = GENERATE(false, true);
  const PlayerOrder ranking =
      GENERATE(PlayerOrder{}, PlayerOrder{PlayerOrder::By::points}, PlayerOrder{.min_games = 42},
               PlayerOrder{PlayerOrder::By::points, 42});
  Rng rng(43);
  const GameCounts counts = random_games(rng, random_field(rng, 210), 4600, pairs);
  BtOptions options;
  options.ranking = ranking;
  const RatingList list = rate_bt(counts, options).at(0);
  const std::vector<std::size_t> order = ranked(list.players, ranking);
  CHECK((order.size() == list.players.size()) == (ranking.min_games == 0));
  REQUIRE(order.size() > 100);
  for (std::size_t k = 0; k + 1 < order.size(); ++k) {
    const RatedPlayer &player = list.players[order[k]], &next = list.players[order[k + 1]];
    if (ranking.by == PlayerOrder::By::points) CHECK(player.score() >= next.score());
    if (ranking.by == PlayerOrder::By::rating) CHECK(*player.rating >= *next.rating);
    CHECK(player.results.games() >= ranking.min_games);
    if (k % 40 != 0) continue;
    BtOptions two;
    two.compared = {player.name, next.name};
    const RatingList compared = rate_bt(counts, two).at(0);
    CHECK(*player.superiority ==
          Approx(compared.difference(order[k], order[k + 1]).superiority).margin(1e-9));
  }
  CHECK_FALSE(list.players[order.back()].superiority);
  CHECK(std::count_if(list.players.begin(), list.players.end(), [](const RatedPlayer& player) {
          return player.superiority.has_value();
        }) == static_cast<std::ptrdiff_t>(order.size()) - 1);
  options.ranking.reset();
  CHECK_FALSE(rate_bt(counts, options).at(0).players[0].superiority);
}

TEST_CASE("bt: players of different pools are not compared") {
  GameCounts counts("creeper", "standard");
  for (const auto& [one, other] : {std::pair("a", "b"), {"c", "d"}}) {
    counts.add_games(counts.player(one), counts.player(other), {5, 1, 2});
  }
  counts.finish();
  BtOptions options;
  options.ranking = PlayerOrder{};
  for (const RatingList& list : rate_bt(counts, options)) {
    CHECK(*list.players[0].superiority > 0.5);
    CHECK_FALSE(list.players[1].superiority);
  }
}

TEST_CASE("bt: differences of players") {
  BtOptions options;
  options.compared.emplace();
  for (const bool pairs : {false, true}) {
    Rng rng(41);
    const GameCounts counts = random_games(rng, random_field(rng, 6), 400, pairs);
    const RatingList list = rate_bt(counts, options).at(0);
    const Difference one = list.difference(0, 3), other = list.difference(3, 0);
    CHECK(one.elo == *list.players[0].rating - *list.players[3].rating);
    CHECK(other.elo == -one.elo);
    CHECK(other.error == one.error);
    CHECK(one.superiority == Approx(1 - other.superiority));
    CHECK(one.superiority == Approx(normal_distribution(z95 * one.elo / one.error)).margin(0.01));
    CHECK(list.difference(2, 2).superiority == 0.5);
    BtOptions some;
    some.compared = {list.players[1].name, list.players[4].name};
    const RatingList two = rate_bt(counts, some).at(0);
    CHECK(two.difference(4, 1).error == list.difference(4, 1).error);
    CHECK(two.difference(4, 1).superiority == list.difference(4, 1).superiority);
    CHECK_THROWS_AS(two.difference(0, 1), std::invalid_argument);
  }
}

}  // namespace bt_test
