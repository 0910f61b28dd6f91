#include "core/rating/models/bt.h"

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string>

#include "core/base/random.h"
#include "core/rating/games/advantage_rank.h"
#include "core/rating/models/davidson.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/scale.h"
#include "core/rating/numerics/spd_inverse.h"
#include "tests/catch.h"
#include "tests/core/rating/sets.h"

namespace bt_test {

using namespace schiri;
using namespace schiri::rating;

namespace {

/// As fitted, with one advantage of White for all openings; opening_effects_test.cpp has the
/// others.
const BtOptions odds = [] {
  BtOptions options;
  options.opening_effects = OpeningEffects::off;
  options.scale = Scale::odds;
  return options;
}();

const BtOptions no_prior = [] {
  BtOptions options = odds;
  options.prior = false;
  return options;
}();

std::map<std::string, double> ratings_of(const BtList& list) {
  std::map<std::string, double> ratings;
  for (const RatedPlayer& player : list.players) ratings[player.name] = player.rating.value();
  return ratings;
}

const RatedPlayer& find(const BtList& list, const std::string& name) {
  for (const RatedPlayer& player : list.players) {
    if (player.name == name) return player;
  }
  throw std::out_of_range(name);
}

bool has_note(const BtList& list, const std::string& part) {
  for (const std::string& note : list.notes) {
    if (note.find(part) != std::string::npos) return true;
  }
  return false;
}

std::string name_of(std::size_t i) { return "player " + std::to_string(i); }

double uniform(Rng& rng) { return (static_cast<double>(rng() >> 11) + 0.5) / 9007199254740992.0; }

/// A random result by the definition of Davidson's model.
Outcome draw_result(Rng& rng, double difference, double nu) {
  const double u = std::pow(10, difference / 800);
  const double point = uniform(rng) * (u + 1 / u + nu);
  return point < u ? Outcome::white_wins : point < u + nu ? Outcome::draw : Outcome::black_wins;
}

struct Field {
  std::vector<double> strengths;
  double advantage = 40;
  double nu = 0.7;

  Outcome play(Rng& rng, std::size_t white, std::size_t black) const {
    return draw_result(rng, strengths[white] - strengths[black] + advantage, nu);
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

/// The logarithm of likelihood times prior, by its definition.
double log_posterior(const GameCounts& counts, const std::vector<double>& ratings, double advantage,
                     double log_nu, double sd) {
  double sum = 0;
  const auto add = [&](PlayerId white, PlayerId black, const Wdl& results) {
    const double u = std::pow(10, (ratings[white] - ratings[black] + advantage) / 800);
    const double nu = std::exp(log_nu), z = u + 1 / u + nu;
    sum += static_cast<double>(results.wins) * std::log(u / z) +
           static_cast<double>(results.draws) * std::log(nu / z) +
           static_cast<double>(results.losses) * std::log(1 / u / z);
  };
  counts.visit_played(
      [&](const ColourCount& count) { add(count.white, count.black, count.results); });
  for (const double rating : ratings) sum -= std::pow((rating - 1500) / sd, 2) / 2;
  return sum;
}

void check_finite(const std::vector<BtList>& lists) {
  for (const BtList& list : lists) {
    CHECK(std::isfinite(list.first_move_advantage));
    CHECK(std::isfinite(list.nu));
    CHECK(std::isfinite(list.log_likelihood));
    for (const RatedPlayer& player : list.players) {
      CHECK(player.rating.has_value() == (player.bound == Bound::none));
      if (player.rating) CHECK(std::isfinite(*player.rating));
      if (player.error) CHECK(std::isfinite(*player.error));
      if (player.error) CHECK(*player.error >= 0);
    }
  }
}

}  // namespace

TEST_CASE("bt: agrees with an independent solver without a prior") {
  for (const std::string set : {"A_rr4", "D_two"}) {
    INFO(set);
    const auto& expected = rating_vectors().at("davidson").at(set + "_adv_estimated");
    const auto lists = rate_bt(rating_set(set), no_prior);
    REQUIRE(lists.size() == 1);
    for (const auto& [name, rating] : ratings_of(lists[0])) {
      CHECK(rating - mean_rating == Approx(expected.at(name).get<double>()).margin(1e-3));
    }
    CHECK(lists[0].first_move_advantage == Approx(expected.at("adv").get<double>()).margin(1e-3));
    CHECK(lists[0].nu == Approx(expected.at("nu").get<double>()).margin(1e-5));
    CHECK(lists[0].log_likelihood == Approx(expected.at("loglik").get<double>()).margin(1e-5));
  }
}

TEST_CASE("bt: agrees with an independent solver without first-move advantage") {
  const double elo = 800 / std::log(10.0);
  for (const std::string set : {"A_rr4", "D_two"}) {
    INFO(set);
    const auto& expected = rating_vectors().at("davidson").at(set + "_adv0");
    const GameCounts counts = rating_set(set);
    const DavidsonModel model(counts.players().size(), counts.singles(), counts.pairs());
    const DavidsonFit fit = fit_davidson(model, {}, 100);
    REQUIRE(fit.converged);
    for (std::size_t i = 0; i < counts.players().size(); ++i) {
      const double rating = expected.at(counts.players()[i]).get<double>();
      CHECK(fit.parameters[i] * elo == Approx(rating).margin(1e-3));
    }
    CHECK(std::exp(fit.parameters.back()) == Approx(expected.at("nu").get<double>()).margin(1e-5));
    CHECK(fit.log_likelihood == Approx(expected.at("loglik").get<double>()).margin(1e-5));
  }
}

TEST_CASE("bt: the gradient is zero at the fit") {
  Rng rng(5);
  BtOptions options = odds;
  options.prior_sd = GENERATE(30.0, 500.0);
  const GameCounts counts = random_games(rng, random_field(rng, 8), 200, GENERATE(false, true));
  const BtList list = rate_bt(counts, options).at(0);
  std::vector<double> ratings;
  for (const std::string& name : counts.players()) ratings.push_back(*find(list, name).rating);
  const double log_nu = std::log(list.nu);
  const auto value = [&] {
    return log_posterior(counts, ratings, list.first_move_advantage, log_nu, options.prior_sd);
  };
  double prior = 0;
  for (const double rating : ratings) prior -= std::pow((rating - 1500) / options.prior_sd, 2) / 2;
  CHECK(list.log_likelihood == Approx(value() - prior));
  constexpr double h = 0.01;
  for (double& rating : ratings) {
    const double here = rating;
    rating = here + h;
    const double up = value();
    rating = here - h;
    const double down = value();
    rating = here;
    CHECK((up - down) / (2 * h) == Approx(0).margin(1e-8));
  }
  const auto by_advantage = [&](double a) {
    return log_posterior(counts, ratings, list.first_move_advantage + a, log_nu, options.prior_sd);
  };
  CHECK((by_advantage(h) - by_advantage(-h)) / (2 * h) == Approx(0).margin(1e-8));
  const auto by_draws = [&](double e) {
    return log_posterior(counts, ratings, list.first_move_advantage, log_nu + e, options.prior_sd);
  };
  CHECK((by_draws(1e-4) - by_draws(-1e-4)) / 2e-4 == Approx(0).margin(1e-5));
}

TEST_CASE("bt: the prior keeps the mean at 1500 and pulls towards it") {
  const auto free = ratings_of(rate_bt(rating_set("A_rr4"), no_prior)[0]);
  const auto held = ratings_of(rate_bt(rating_set("A_rr4"), odds)[0]);
  double mean = 0;
  for (const auto& [name, rating] : held) {
    mean += rating / 4;
    CHECK(std::abs(rating - 1500) < std::abs(free.at(name) - 1500));
  }
  CHECK(mean == Approx(1500).margin(1e-6));
}

TEST_CASE("bt: errors of two players are half of the error of their difference") {
  // Without advantage and draws one parameter remains. The information on the difference is n p
  // (1-p) (ln 10 / 400)^2.
  GameCounts counts("creeper", "standard");
  counts.add_games(counts.player("x"), counts.player("y"), {30, 0, 10});
  counts.finish();
  const BtList list = rate_bt(counts, no_prior).at(0);
  const double sd = 1 / std::sqrt(40 * 0.75 * 0.25) * 400 / std::log(10.0);
  CHECK(*list.players[0].rating - *list.players[1].rating ==
        Approx(400 * std::log10(3.0)).margin(1e-6));
  CHECK(*list.players[0].error == Approx(1.959964 * sd / 2).epsilon(1e-6));
  CHECK(list.nu == 0);
  CHECK(list.first_move_advantage == 0);
  CHECK_FALSE(list.first_move_advantage_error);
  CHECK_FALSE(list.has_advantage);
  CHECK(has_note(list, "do not determine White's advantage"));
}

TEST_CASE("bt: the Elo scale is the scale of odds multiplied by a factor") {
  Rng rng(8);
  const Field field = random_field(rng, 5);
  const GameCounts counts = random_games(rng, field, 300, GENERATE(false, true));
  BtOptions fitted = odds, default_scale;
  fitted.covariance = default_scale.covariance = true;
  default_scale.anchors = fitted.anchors = {{name_of(2), 1700}};
  const BtList before = rate_bt(counts, fitted).at(0), after = rate_bt(counts, default_scale).at(0);
  CHECK(before.scale == Scale::odds);
  CHECK(after.scale == Scale::elo);
  CHECK(after.nu == before.nu);
  const double factor = 2 / (2 + before.nu);
  CHECK(factor < 0.9);
  CHECK(after.first_move_advantage == Approx(factor * before.first_move_advantage));
  CHECK(*after.first_move_advantage_error == Approx(factor * *before.first_move_advantage_error));
  for (std::size_t i = 0; i < before.players.size(); ++i) {
    REQUIRE(after.players[i].name == before.players[i].name);
    CHECK(*after.players[i].rating - 1700 == Approx(factor * (*before.players[i].rating - 1700)));
    CHECK(*after.players[i].error == Approx(factor * *before.players[i].error));
    const Difference a = difference(after, i, 0), b = difference(before, i, 0);
    CHECK(a.elo == Approx(factor * b.elo).margin(1e-9));
    CHECK(a.error == Approx(factor * b.error).margin(1e-9));
    CHECK(a.superiority == Approx(b.superiority));
    const Expectation one = after.model().expected(a.elo), two = before.model().expected(b.elo);
    CHECK(one.white == Approx(two.white));
    CHECK(one.draw == Approx(two.draw));
    CHECK(one.black == Approx(two.black));
  }
}

TEST_CASE("bt: both scales are equal without draws") {
  const BtList a = rate_bt(rating_set("B_nodraw")).at(0),
               b = rate_bt(rating_set("B_nodraw"), odds).at(0);
  CHECK(ratings_of(a) == ratings_of(b));
  CHECK(a.first_move_advantage == b.first_move_advantage);
}

TEST_CASE("bt: near equality expected scores follow Elo's formula for any draw rate") {
  for (const double nu : {0.0, 0.5, 3.0, 20.0}) {
    const ResultModel model{0, nu, Scale::elo};
    CHECK(model.expected(0).score() == Approx(0.5));
    CHECK(model.expected(0).draw == Approx(nu / (2 + nu)));
    const double slope = (model.expected(0.1).score() - model.expected(-0.1).score()) / 2;
    CHECK(slope == Approx((expected_score(0.1) - expected_score(-0.1)) / 2).epsilon(1e-5));
  }
  const ResultModel plain;
  for (const double difference : {-3000.0, -100.0, 0.0, 250.0}) {
    CHECK(plain.expected(difference).score() == Approx(expected_score(difference)));
  }
  CHECK(ResultModel{30, 2, Scale::elo}.expected(-30).score() == Approx(0.5));
  const Expectation far = ResultModel{0, 2, Scale::odds}.expected(1e6);
  CHECK(far.white == 1);
  CHECK(far.black == 0);
}

TEST_CASE("bt: a match of equal players has the Elo difference of its score") {
  // 60 of 100 games are draws, 24 wins and 16 losses: 54 % of the points.
  GameCounts counts("creeper", "standard");
  const PlayerId x = counts.player("x"), y = counts.player("y");
  counts.add_games(x, y, {12, 30, 8});
  counts.add_games(y, x, {8, 30, 12});
  counts.finish();
  BtOptions options;
  options.prior = false;
  const BtList list = rate_bt(counts, options).at(0);
  CHECK(*list.players[0].rating - *list.players[1].rating ==
        Approx(elo_of_score(0.54)).epsilon(0.01));
  CHECK(*rate_bt(counts, no_prior).at(0).players[0].rating - 1500 > 30);
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
  const BtList a = rate_bt(counts).at(0), b = rate_bt(other).at(0);
  REQUIRE(a.players.size() == b.players.size());
  for (std::size_t i = 0; i < a.players.size(); ++i) {
    CHECK(a.players[i].name == b.players[i].name);
    CHECK(*a.players[i].rating == *b.players[i].rating);
    CHECK(*a.players[i].error == *b.players[i].error);
    CHECK(a.players[i].results == b.players[i].results);
  }
}

TEST_CASE("bt: swapping all colours only changes the sign of the advantage") {
  Rng rng(12);
  const GameCounts counts = random_games(rng, random_field(rng, 6), 300, false);
  GameCounts swapped("creeper", "standard", counts.players());
  for (const ColourCount& count : counts.singles()) {
    swapped.add_games(count.black, count.white, count.results.swapped());
  }
  swapped.finish();
  const BtList a = rate_bt(counts).at(0), b = rate_bt(swapped).at(0);
  CHECK(a.first_move_advantage == Approx(-b.first_move_advantage).margin(1e-5));
  CHECK(*a.first_move_advantage_error == Approx(*b.first_move_advantage_error).margin(1e-5));
  for (const RatedPlayer& player : a.players) {
    CHECK(*player.rating == Approx(*find(b, player.name).rating).margin(1e-5));
  }
}

TEST_CASE("bt: an anchor shifts its pool") {
  BtOptions options;
  const BtList free = rate_bt(rating_set("A_rr4"), options).at(0);
  options.anchors = {{"gamma", 2000}, {"nobody", 1}};
  const BtList anchored = rate_bt(rating_set("A_rr4"), options).at(0);
  const double shift = 2000 - *find(free, "gamma").rating;
  for (const RatedPlayer& player : anchored.players) {
    CHECK(*player.rating == Approx(*find(free, player.name).rating + shift));
    CHECK(*player.error == *find(free, player.name).error);
  }
  CHECK(has_note(anchored, "nobody"));
  options.anchors = {{"alpha", 1700}, {"beta", 1500}};
  const BtList two = rate_bt(rating_set("A_rr4"), options).at(0);
  CHECK(*find(two, "alpha").rating + *find(two, "beta").rating == Approx(3200));
}

TEST_CASE("bt: pools with a prior are the connected components") {
  const auto lists = rate_bt(rating_set("E_groups"));
  REQUIRE(lists.size() == 2);
  CHECK(lists[0].pools == 2);
  CHECK(ratings_of(lists[0]).count("a") == 1);
  CHECK(ratings_of(lists[1]).count("c") == 1);
  for (const BtList& list : lists) {
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
  for (const BtList& list : lists) {
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
  const BtList list = rate_bt(rating_set("F_meeple"), no_prior).at(0);
  CHECK(list.has_advantage);
  CHECK(list.first_move_advantage == Approx(advantage).margin(1e-3));
  const auto ratings = ratings_of(list);
  CHECK(ratings.at("A") == Approx(ratings.at("B")).margin(1e-3));
  CHECK(ratings.at("C") - ratings.at("A") == Approx(ahead).margin(1e-3));
  CHECK(rate_bt(rating_set("F_meeple")).at(0).has_advantage);
  CHECK(rate_bt(rating_set("B_nodraw")).at(0).first_move_advantage > 100);
  CHECK(rate_bt(rating_set("B_nodraw")).at(0).nu == 0);
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
  const BtList list = rate_bt(counts, odds).at(0);
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
    for (const bool prior : {true, false}) {
      INFO(one.what << (prior ? ", prior" : ", no prior"));
      BtOptions options;
      options.prior = prior;
      options.covariance = true;
      const auto lists = rate_bt(counts, options);
      CHECK_FALSE(lists.empty());
      check_finite(lists);
      for (const BtList& list : lists) {
        if (list.covariance.empty()) continue;
        const Difference d = difference(list, 0, list.players.size() - 1);
        CHECK(std::isfinite(d.elo));
        CHECK(std::isfinite(d.error));
        CHECK(d.superiority >= 0.5);
      }
    }
  }
}

TEST_CASE("bt: if one colour never won a prior on the advantage is used and noted") {
  GameCounts counts("creeper", "standard");
  counts.add_games(counts.player("x"), counts.player("y"), {10, 0, 0});
  counts.add_games(counts.player("y"), counts.player("x"), {10, 0, 0});
  counts.finish();
  const BtList list = rate_bt(counts).at(0);
  CHECK(*list.players[0].rating == Approx(*list.players[1].rating));
  CHECK(list.first_move_advantage > 300);
  CHECK(has_note(list, "prior on both"));
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
  for (const double sd : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    BtOptions options;
    options.prior_sd = sd;
    CHECK_THROWS_AS(rate_bt(rating_set("D_two"), options), std::invalid_argument);
  }
  BtOptions options;
  options.anchors["x"] = std::nan("");
  CHECK_THROWS_AS(rate_bt(rating_set("D_two"), options), std::invalid_argument);
  CHECK_THROWS_AS(difference(rate_bt(rating_set("D_two"))[0], 0, 1), std::invalid_argument);
}

TEST_CASE("bt: pairs of independent games have the errors of single games") {
  Rng rng(21);
  const Field field = random_field(rng, 4);
  const GameCounts paired = random_games(rng, field, 40000, true);
  GameCounts single("creeper", "standard", paired.players());
  paired.visit_played(
      [&](const ColourCount& count) { single.add_games(count.white, count.black, count.results); });
  single.finish();
  const BtList a = rate_bt(paired, odds).at(0), b = rate_bt(single, odds).at(0);
  CHECK(a.sandwich);
  CHECK_FALSE(b.sandwich);
  for (const RatedPlayer& player : a.players) {
    CHECK(*player.rating == Approx(*find(b, player.name).rating).margin(1e-6));
    CHECK(*player.error == Approx(*find(b, player.name).error).epsilon(0.05));
  }
}

TEST_CASE("bt: the error of pairs of two players follows from their mean score") {
  // Openings that one colour wins make the games of a pair cancel out. The score then varies far
  // less than in independent games. The delta method on the mean score of pairs gives the same
  // variance.
  GameCounts counts("creeper", "standard");
  const PlayerId x = counts.player("x"), y = counts.player("y");
  counts.add_pairs(x, y, Outcome::white_wins, Outcome::white_wins, 400);
  counts.add_pairs(x, y, Outcome::black_wins, Outcome::black_wins, 400);
  counts.add_pairs(x, y, Outcome::white_wins, Outcome::black_wins, 120);
  counts.add_pairs(x, y, Outcome::black_wins, Outcome::white_wins, 80);
  counts.finish();
  const BtList list = rate_bt(counts, no_prior).at(0);
  const double score = 0.52,
               variance = (120 * 0.48 * 0.48 + 80 * 0.52 * 0.52 + 800 * 0.02 * 0.02) / 1e6;
  const double slope = 400 / std::log(10.0) / (score * (1 - score));
  CHECK(list.degrees[0] == Approx(999));
  CHECK(*list.players[0].error * 2 == Approx(t95(999) * slope * std::sqrt(variance)).epsilon(0.01));
}

TEST_CASE("bt: the error of the advantage treats games of an opening as one unit") {
  // White won all games of an opening or Black did. There are as many independent results as
  // openings, however many players share them.
  BtOptions options = no_prior;
  for (const std::size_t openings : std::vector<std::size_t>{10, 40}) {
    GameCounts counts("creeper", "standard"), unknown("creeper", "standard");
    for (std::size_t i = 0; i < 6; ++i) {
      counts.player(name_of(i));
      unknown.player(name_of(i));
    }
    for (std::size_t opening = 0; opening < openings; ++opening) {
      const Outcome result = opening % 2 == 0 ? Outcome::white_wins : Outcome::black_wins;
      for (PlayerId i = 0; i < 6; ++i) {
        for (PlayerId j = i + 1; j < 6; ++j) {
          counts.add_pairs(i, j, result, result, 1);
          unknown.add_pairs(i, j, result, result, 1);
          counts.add_opening(opening, i, j, result);
          counts.add_opening(opening, j, i, result);
        }
      }
    }
    counts.finish();
    unknown.finish();
    const BtList list = rate_bt(counts, options).at(0), naive = rate_bt(unknown, options).at(0);
    CHECK(list.first_move_advantage == Approx(0).margin(1e-6));
    // The variance of the mean of this many results +1 and -1. The slope of the score is ln 10 /
    // 400.
    const auto units = static_cast<double>(openings);
    const double sd = 400 / std::log(10.0) * 2 * std::sqrt(1 / (units - 1));
    CHECK(*list.first_move_advantage_error == Approx(t95(units - 1) * sd).epsilon(1e-4));
    CHECK(*naive.first_move_advantage_error < 0.5 * *list.first_move_advantage_error);
    CHECK(*naive.players[0].error == Approx(*list.players[0].error));
  }
}

TEST_CASE("bt: fewer than ten openings give no error of the advantage") {
  for (const bool knows_openings : {true, false}) {
    for (const std::uint64_t openings : {1u, 2u, 9u, 10u, 30u}) {
      GameCounts counts("creeper", "standard");
      const PlayerId x = counts.player("x"), y = counts.player("y");
      for (std::uint64_t opening = 0; opening < openings; ++opening) {
        const Outcome last = opening % 2 == 0 ? Outcome::black_wins : Outcome::draw;
        counts.add_pairs(x, y, Outcome::white_wins, last, 1);
        if (!knows_openings) continue;
        counts.add_opening(opening, x, y, Outcome::white_wins);
        counts.add_opening(opening, y, x, last);
      }
      counts.finish();
      const BtList list = rate_bt(counts, odds).at(0);
      CAPTURE(openings, knows_openings);
      CHECK(list.first_move_advantage_error.has_value() == (openings >= 10));
      CHECK(list.players[0].error);
    }
  }
}

TEST_CASE("bt: one opening of many games does not count as many") {
  GameCounts counts("creeper", "standard");
  const PlayerId x = counts.player("x"), y = counts.player("y");
  const auto add = [&](std::uint64_t opening, int pairs) {
    for (int pair = 0; pair < pairs; ++pair) {
      counts.add_pairs(x, y, Outcome::white_wins, Outcome::draw, 1);
      counts.add_opening(opening, x, y, Outcome::white_wins);
      counts.add_opening(opening, y, x, Outcome::draw);
    }
  };
  for (std::uint64_t opening = 0; opening < 30; ++opening) add(opening, 1);
  GameCounts many = counts;
  many.finish();
  CHECK(rate_bt(many).at(0).first_move_advantage_error);
  add(0, 100);
  counts.finish();
  CHECK_FALSE(rate_bt(counts).at(0).first_move_advantage_error);
}

TEST_CASE("bt: the error of White's advantage is at most that of the prior") {
  GameCounts counts("creeper", "standard");
  const PlayerId x = counts.player("x"), y = counts.player("y");
  for (std::uint64_t opening = 0; opening < 10; ++opening) {
    const bool white = opening > 0;
    const Outcome result = white ? Outcome::white_wins : Outcome::black_wins;
    counts.add_pairs(x, y, result, result, 1);
    counts.add_opening(opening, x, y, result);
    counts.add_opening(opening, y, x, result);
  }
  counts.finish();
  const BtList list = rate_bt(counts, odds).at(0);
  REQUIRE(list.first_move_advantage_error);
  CHECK(*list.first_move_advantage_error <= 1.96 * 500);
  CHECK(*list.first_move_advantage_error > 300);
}

TEST_CASE("bt: few pairs have large errors") {
  GameCounts counts("creeper", "standard");
  counts.add_pairs(counts.player("x"), counts.player("y"), Outcome::draw, Outcome::draw, 1);
  counts.finish();
  CHECK(*rate_bt(counts, odds).at(0).players[0].error > 200);
}

TEST_CASE("bt: errors cover the truth as often as announced") {
  Rng rng(77);
  int covered = 0, all = 0;
  for (int event = 0; event < 40; ++event) {
    const Field field = random_field(rng, 10);
    double mean = 0;
    for (const double strength : field.strengths) mean += strength / 10;
    const BtList list = rate_bt(random_games(rng, field, 1000, event % 2 == 0), no_prior).at(0);
    for (std::size_t i = 0; i < 10; ++i) {
      const RatedPlayer& player = find(list, name_of(i));
      const double truth = 1500 + field.strengths[i] - mean;
      covered += std::abs(*player.rating - truth) < *player.error;
      ++all;
    }
  }
  CHECK(covered > all * 0.92);
  CHECK(covered < all * 0.98);
}

TEST_CASE("bt: the sparse method gives equal ratings and similar errors") {
  Rng rng(31);
  const GameCounts counts = random_games(rng, random_field(rng, 90), 1500, GENERATE(false, true));
  BtOptions options;
  options.ranking = PlayerOrder{};
  const BtList dense = rate_bt(counts, options).at(0);
  options.dense_limit = 10;
  const BtList sparse = rate_bt(counts, options).at(0);
  for (const RatedPlayer& player : dense.players) {
    if (player.name == dense.players.back().name) continue;
    CHECK(*player.superiority == Approx(*find(sparse, player.name).superiority).margin(0.02));
  }
  CHECK_FALSE(sparse.players.back().superiority);
  for (const RatedPlayer& player : dense.players) {
    CHECK(*player.rating == Approx(*find(sparse, player.name).rating).margin(1e-4));
    CHECK(*player.error == Approx(*find(sparse, player.name).error).epsilon(0.1));
  }
  CHECK(*dense.first_move_advantage_error ==
        Approx(*sparse.first_move_advantage_error).epsilon(1e-5));
}

TEST_CASE("bt: a chain of two thousand players is rated") {
  GameCounts counts("creeper", "standard");
  for (std::size_t i = 0; i + 1 < 2000; ++i) {
    counts.add_games(counts.player(name_of(i)), counts.player(name_of(i + 1)), {3, 0, 1});
  }
  counts.finish();
  const BtList list = rate_bt(counts, no_prior).at(0);
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
  const GameCounts counts = random_games(rng, random_field(rng, 300), 6000, pairs);
  BtOptions options;
  options.covariance = true;
  options.ranking = ranking;
  const BtList list = rate_bt(counts, options).at(0);
  const std::vector<std::size_t> order = ranked(list.players, ranking);
  CHECK((order.size() == list.players.size()) == (ranking.min_games == 0));
  REQUIRE(order.size() > 100);
  for (std::size_t k = 0; k + 1 < order.size(); ++k) {
    const RatedPlayer &player = list.players[order[k]], &next = list.players[order[k + 1]];
    if (ranking.by == PlayerOrder::By::points) CHECK(player.score() >= next.score());
    if (ranking.by == PlayerOrder::By::rating) CHECK(*player.rating >= *next.rating);
    CHECK(player.results.games() >= ranking.min_games);
    CHECK(*player.superiority ==
          Approx(difference(list, order[k], order[k + 1]).superiority).margin(1e-9));
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
  for (const BtList& list : rate_bt(counts, options)) {
    CHECK(*list.players[0].superiority > 0.5);
    CHECK_FALSE(list.players[1].superiority);
  }
}

TEST_CASE("bt: errors of differences follow from the covariance and the mean has no error") {
  BtOptions options;
  options.covariance = true;
  for (const bool pairs : {false, true}) {
    Rng rng(41);
    const BtList list = rate_bt(random_games(rng, random_field(rng, 6), 400, pairs), options).at(0);
    for (std::size_t i = 0; i < 6; ++i) {
      double row = 0;
      for (std::size_t j = 0; j < 6; ++j) row += list.covariance[i * 6 + j];
      CHECK(row == Approx(0).margin(1e-6));
      CHECK(std::isfinite(list.degrees[i]) == pairs);
      CHECK(t95(list.degrees[i]) * std::sqrt(list.covariance[i * 7]) ==
            Approx(*list.players[i].error));
      for (std::size_t j = 0; j < 6; ++j) {
        const Difference d = difference(list, i, j), back = difference(list, j, i);
        CHECK(d.elo == Approx(-back.elo).margin(1e-9));
        CHECK(d.error == Approx(back.error).margin(1e-9));
        CHECK(d.superiority + back.superiority == Approx(1));
        if (i == j) continue;
        // The degrees of freedom of a difference lie between those of the two players.
        const double most = std::max(list.degrees[i], list.degrees[j]);
        CHECK(d.superiority ==
              Approx(t_distribution(d.elo / d.error * t95(most), most)).margin(1e-3));
      }
    }
  }
}

namespace {

/// Free parameters: two of three ratings with mean 1500, the advantage and ln nu.
using Free = std::array<double, 4>;

double log_chance(const Free& at, PlayerId white, PlayerId black, std::size_t cell) {
  const double ratings[] = {at[0], at[1], 4500 - at[0] - at[1]};
  const double u = std::pow(10, (ratings[white] - ratings[black] + at[2]) / 800);
  const double nu = std::exp(at[3]), z = u + 1 / u + nu;
  return std::log((cell == 0 ? u : cell == 1 ? nu : 1 / u) / z);
}

/// The gradient by finite differences.
Free slope(const std::function<double(const Free&)>& value, const Free& at) {
  Free result{};
  constexpr Free h = {0.01, 0.01, 0.01, 1e-4};
  for (std::size_t i = 0; i < 4; ++i) {
    Free up = at, down = at;
    up[i] += h[i];
    down[i] -= h[i];
    result[i] = (value(up) - value(down)) / (2 * h[i]);
  }
  return result;
}

void add_square(SquareMatrix& sum, const Free& score, double times) {
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) sum.at(i, j) += times * score[i] * score[j];
  }
}

/// Adds the information of games: squared scores weighted by the probabilities of the model.
void add_information(SquareMatrix& sum, const Free& at, PlayerId white, PlayerId black,
                     double games) {
  for (std::size_t cell = 0; cell < 3; ++cell) {
    const auto value = [&](const Free& x) { return log_chance(x, white, black, cell); };
    add_square(sum, slope(value, at), games * std::exp(value(at)));
  }
}

void add_prior(SquareMatrix& sum, double sd) {
  const Free third = {-1, -1, 0, 0};
  add_square(sum, {1, 0, 0, 0}, 1 / (sd * sd));
  add_square(sum, {0, 1, 0, 0}, 1 / (sd * sd));
  add_square(sum, third, 1 / (sd * sd));
}

}  // namespace

TEST_CASE("bt: errors of pairs and single games and a prior agree with their definition") {
  Rng rng(51);
  const Field field = random_field(rng, 3);
  GameCounts counts("creeper", "standard");
  for (std::size_t i = 0; i < 3; ++i) counts.player(name_of(i));
  const GameCounts paired = random_games(rng, field, 60, true);
  const GameCounts single = random_games(rng, field, 40, false);
  constexpr Outcome results[] = {Outcome::white_wins, Outcome::draw, Outcome::black_wins};
  for (const PairCount& pair : paired.pairs()) {
    for (std::size_t cell = 0; cell < 9; ++cell) {
      counts.add_pairs(pair.first, pair.second, results[cell / 3], results[cell % 3],
                       pair.cells[cell / 3][cell % 3]);
    }
  }
  for (const ColourCount& one : single.singles()) {
    counts.add_games(one.white, one.black, one.results);
  }
  counts.finish();
  BtOptions options = odds;
  options.prior_sd = 120;
  const BtList list = rate_bt(counts, options).at(0);
  const Free at = {*find(list, name_of(0)).rating, *find(list, name_of(1)).rating,
                   list.first_move_advantage, std::log(list.nu)};

  SquareMatrix bread(4), meat(4);
  add_prior(bread, options.prior_sd);
  add_prior(meat, options.prior_sd);
  for (const ColourCount& one : single.singles()) {
    const double games = static_cast<double>(one.results.games());
    add_information(bread, at, one.white, one.black, games);
    add_information(meat, at, one.white, one.black, games);
  }
  for (const PairCount& pair : paired.pairs()) {
    const double pairs = static_cast<double>(pair.pairs());
    for (const auto& [white, black] :
         {std::pair(pair.first, pair.second), std::pair(pair.second, pair.first)}) {
      add_information(bread, at, white, black, pairs);
    }
    for (std::size_t cell = 0; cell < 9; ++cell) {
      const auto value = [&](const Free& x) {
        return log_chance(x, pair.first, pair.second, cell / 3) +
               log_chance(x, pair.second, pair.first, cell % 3);
      };
      add_square(meat, slope(value, at), static_cast<double>(pair.cells[cell / 3][cell % 3]));
    }
  }
  REQUIRE(invert_positive_definite(bread));
  const auto variance = [&](const Free& direction) {
    double sum = 0;
    Free image{};
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) image[i] += bread.at(i, j) * direction[j];
    }
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) sum += image[i] * meat.at(i, j) * image[j];
    }
    return sum;
  };
  const Free directions[] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {-1, -1, 0, 0}};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto place = static_cast<std::size_t>(&find(list, name_of(i)) - list.players.data());
    CHECK(*find(list, name_of(i)).error ==
          Approx(t95(list.degrees[place]) * std::sqrt(variance(directions[i]))).epsilon(1e-5));
  }
  // By pairs, or by independent games if that is more.
  const double units = 40 + 30;
  const double by_units = t95(units - 1) * std::sqrt(units / (units - 1) * variance({0, 0, 1, 0}));
  const double independent = z95 * std::sqrt(bread.at(2, 2));
  CHECK(*list.first_move_advantage_error == Approx(std::max(by_units, independent)).epsilon(1e-5));
}

TEST_CASE("bt: with a prior no error exceeds the error of the prior") {
  for (const std::uint64_t pairs : {1u, 2u, 3u}) {
    GameCounts counts("creeper", "standard");
    counts.add_pairs(counts.player("x"), counts.player("y"), Outcome::white_wins,
                     Outcome::black_wins, pairs);
    counts.finish();
    BtOptions options = odds;
    for (const double sd : {100.0, 500.0}) {
      options.prior_sd = sd;
      const auto lists = rate_bt(counts, options);
      for (const RatedPlayer& player : lists.at(0).players) {
        CHECK(*player.error <= 1.96 * sd);
        CHECK(*player.error > sd / 2);
      }
    }
  }
}

}  // namespace bt_test
