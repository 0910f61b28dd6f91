#include "core/rating/models/opening_effects.h"

#include <cmath>

#include "core/rating/models/bt.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/spd_inverse.h"
#include "tests/catch.h"
#include "tests/core/rating/opening_events.h"

namespace opening_effects_test {

using namespace schiri;
using namespace schiri::rating;
using namespace schiri::opening_events;

namespace {

using Parameters = std::array<double, 4>;  ///< as in `UnitTerms`

OpeningIntegral integral_at(const Parameters& at, double largest_sd = 2) {
  OpeningIntegral integral(at[1], std::exp(at[2]), at[3], effect_nodes(largest_sd));
  integral.set_lead(at[0]);
  return integral;
}

UnitTerms terms_at(const Parameters& at, std::size_t unit, double largest_sd = 2) {
  const OpeningIntegral integral = integral_at(at, largest_sd);
  if (unit < 9) return integral.pair(unit / 3, unit % 3);
  return unit < 12 ? integral.single(unit - 9) : integral.swapped(unit - 12);
}

constexpr std::size_t units = 15;
constexpr Parameters somewhere = {0.3, 0.2, -0.3, 0.7};

BtOptions with_effects(OpeningEffects effects, Scale scale = Scale::odds) {
  BtOptions options;
  options.opening_effects = effects;
  options.scale = scale;
  return options;
}

double rating_of(const BtList& list, std::size_t player) {
  for (const RatedPlayer& one : list.players) {
    if (one.name == Simulation::name(player)) return *one.rating;
  }
  FAIL("not rated");
  return 0;
}

}  // namespace

TEST_CASE("opening effects: quadrature has the moments of the normal distribution") {
  for (const double largest : {0.1, 1.0, 2.0, 10.0}) {
    double moments[5] = {};
    for (const QuadratureNode& node : effect_nodes(largest)) {
      for (int k = 0; k < 5; ++k) moments[k] += node.weight * std::pow(node.z, k);
    }
    CAPTURE(largest);
    CHECK(moments[0] == Approx(1));
    CHECK(moments[1] == Approx(0).margin(1e-10));
    CHECK(moments[2] == Approx(1).margin(1e-5));
    CHECK(moments[3] == Approx(0).margin(1e-10));
    CHECK(moments[4] == Approx(3).margin(1e-4));
  }
}

TEST_CASE("opening effects: chances of all results sum to 1") {
  for (const std::size_t first : {0u, 9u, 12u}) {
    double sum = 0;
    for (std::size_t k = 0; k < (first == 0 ? 9 : 3); ++k) {
      sum += std::exp(terms_at(somewhere, first + k).log_chance);
    }
    CHECK(sum == Approx(1));
  }
}

TEST_CASE("opening effects: scores and information are derivatives of the chance") {
  constexpr double h = 1e-4;
  for (std::size_t unit = 0; unit < units; ++unit) {
    const UnitTerms here = terms_at(somewhere, unit);
    for (std::size_t i = 0; i < 4; ++i) {
      Parameters up = somewhere, down = somewhere;
      up[i] += h;
      down[i] -= h;
      const UnitTerms above = terms_at(up, unit), below = terms_at(down, unit);
      CAPTURE(unit, i);
      CHECK(here.score[i] == Approx((above.log_chance - below.log_chance) / (2 * h)).margin(1e-7));
      for (std::size_t j = i; j < 4; ++j) {
        const double information =
            here.at(static_cast<UnitTerms::Parameter>(i), static_cast<UnitTerms::Parameter>(j));
        CHECK(information == Approx((below.score[j] - above.score[j]) / (2 * h)).margin(1e-6));
      }
    }
  }
}

TEST_CASE("opening effects: the nodes are enough for the standard deviation") {
  for (const double sd : {0.1, 0.5, 1.0, 1.5, 3.0, 8.0}) {
    Parameters at = somewhere;
    at[3] = sd;
    for (std::size_t unit = 0; unit < units; ++unit) {
      CAPTURE(sd, unit);
      CHECK(terms_at(at, unit, sd).log_chance ==
            Approx(terms_at(at, unit, 20).log_chance).margin(1e-6));
    }
  }
}

TEST_CASE("opening effects: the table has the integral's values") {
  const OpeningTable table(integral_at(somewhere), -2, 2);
  for (const double lead : {-2.0, -1.99, -0.613, 0.0, 0.3, 1.7771, 2.0}) {
    Parameters at = somewhere;
    at[0] = lead;
    for (std::size_t unit = 0; unit < 12; ++unit) {
      const UnitTerms exact = terms_at(at, unit);
      const UnitTerms found =
          unit < 9 ? table.pair(lead, unit / 3, unit % 3) : table.single(lead, unit - 9);
      CAPTURE(lead, unit);
      CHECK(found.log_chance == Approx(exact.log_chance).margin(1e-7));
      for (std::size_t i = 0; i < 4; ++i) {
        CHECK(found.score[i] == Approx(exact.score[i]).margin(1e-6));
      }
    }
  }
}

TEST_CASE("opening effects: ratings are not compressed where openings vary") {
  for (const double deviation : {100.0, 200.0, 300.0}) {
    const Design design{Layout::pairs, 8, 20'000, 0.3, deviation, 600};
    const GameCounts counts = Simulation(design).play();
    const BtList list = rate_bt(counts, with_effects(OpeningEffects::automatic)).at(0);
    const BtList plain = rate_bt(counts, with_effects(OpeningEffects::off)).at(0);
    CAPTURE(deviation);
    CHECK(slope_of(list, design) == Approx(1).margin(0.02));
    CHECK(slope_of(plain, design) < 1 - deviation / 4000);
    REQUIRE(list.opening_sd);
    CHECK(*list.opening_sd == Approx(deviation).margin(15));
    CHECK(list.first_move_advantage == Approx(40).margin(10));
    CHECK(list.log_likelihood > plain.log_likelihood + 10);
    CHECK_FALSE(plain.opening_sd);
  }
}

TEST_CASE("opening effects: openings that do not vary leave the list as it is") {
  int without = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Design design{Layout::round_robin, 4, 50, 0.3, 0};
    const GameCounts counts = Simulation(design, seed).play();
    const BtList list = rate_bt(counts, with_effects(OpeningEffects::automatic)).at(0);
    const BtList plain = rate_bt(counts, with_effects(OpeningEffects::off)).at(0);
    REQUIRE(list.opening_sd);
    if (*list.opening_sd > 0) continue;
    ++without;
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(*list.players[i].rating == *plain.players[i].rating);
      CHECK(*list.players[i].error == *plain.players[i].error);
    }
    CHECK(list.first_move_advantage == plain.first_move_advantage);
  }
  CHECK(without > 2);
  CHECK(without < 9);
}

namespace {

BtList fit_without_prior(const GameCounts& counts) {
  BtOptions options = with_effects(OpeningEffects::automatic);
  options.prior = false;
  return rate_bt(counts, options).at(0);
}

}  // namespace

TEST_CASE("opening effects: the fit is the maximum of the marginal likelihood") {
  const Design design{Layout::pairs, 3, 300, 0.3, 250};
  const GameCounts counts = Simulation(design).play();
  const BtList list = fit_without_prior(counts);
  const double natural = std::log(10.0) / 800;
  // The players, the advantage, ln nu and the standard deviation, with its prior.
  std::array<double, 6> fitted = {
      0, 0, 0, list.first_move_advantage * natural, std::log(list.nu), *list.opening_sd * natural};
  for (std::size_t i = 0; i < 3; ++i) fitted[i] = (rating_of(list, i) - mean_rating) * natural;
  const auto value = [&](const std::array<double, 6>& at) {
    const double unit = at[5] / (500 * natural);
    double sum = -unit * unit / 2;
    for (const PairCount& pair : counts.pairs()) {
      const auto integral = integral_at({at[pair.first] - at[pair.second], at[3], at[4], at[5]});
      for (std::size_t cell = 0; cell < 9; ++cell) {
        sum += real(pair.cells[cell / 3][cell % 3]) * integral.pair(cell / 3, cell % 3).log_chance;
      }
    }
    return sum;
  };
  constexpr double h = 1e-3;
  for (std::size_t i = 0; i < fitted.size(); ++i) {
    auto up = fitted, down = fitted;
    up[i] += h;
    down[i] -= h;
    CAPTURE(i);
    CHECK((value(up) - value(down)) / (2 * h) == Approx(0).margin(0.02));
  }
}

TEST_CASE("opening effects: errors are those of the sandwich for all parameters") {
  const Design design{Layout::pairs, 3, 300, 0.3, 250};
  const GameCounts counts = Simulation(design).play();
  const BtList list = fit_without_prior(counts);
  const double natural = std::log(10.0) / 800;
  // The first two players, the advantage, ln nu and the standard deviation; the third player's
  // rating is minus the sum of the first two.
  constexpr double leads[3][2] = {{1, 0}, {0, 1}, {-1, -1}};
  SquareMatrix bread(5), meat(5);
  bread.at(4, 4) = meat.at(4, 4) = 1 / std::pow(500 * natural, 2);
  for (const PairCount& pair : counts.pairs()) {
    const double lead = rating_of(list, pair.first) - rating_of(list, pair.second);
    const auto integral = integral_at({lead * natural, list.first_move_advantage * natural,
                                       std::log(list.nu), *list.opening_sd * natural});
    double slopes[5][4] = {};
    for (std::size_t i = 0; i < 2; ++i) slopes[i][0] = leads[pair.first][i] - leads[pair.second][i];
    for (std::size_t i = 2; i < 5; ++i) slopes[i][i - 1] = 1;
    for (std::size_t cell = 0; cell < 9; ++cell) {
      const double count = real(pair.cells[cell / 3][cell % 3]);
      const UnitTerms terms = integral.pair(cell / 3, cell % 3);
      double score[5] = {};
      for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t k = 0; k < 4; ++k) score[i] += slopes[i][k] * terms.score[k];
      }
      for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t j = 0; j < 5; ++j) {
          meat.at(i, j) += count * score[i] * score[j];
          for (std::size_t k = 0; k < 4; ++k) {
            for (std::size_t l = 0; l < 4; ++l) {
              bread.at(i, j) += count * slopes[i][k] * slopes[j][l] *
                                terms.at(static_cast<UnitTerms::Parameter>(std::min(k, l)),
                                         static_cast<UnitTerms::Parameter>(std::max(k, l)));
            }
          }
        }
      }
    }
  }
  REQUIRE(invert_positive_definite(bread));
  for (std::size_t player = 0; player < 2; ++player) {
    double variance = 0;
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t j = 0; j < 5; ++j) {
        variance += bread.at(player, i) * meat.at(i, j) * bread.at(j, player);
      }
    }
    for (std::size_t i = 0; i < 3; ++i) {
      if (list.players[i].name != Simulation::name(player)) continue;
      CHECK(*list.players[i].error ==
            Approx(t95(list.degrees[i]) * std::sqrt(variance) / natural).epsilon(1e-4));
    }
  }
}

TEST_CASE("opening effects: where each pair has its opening, the units are the same") {
  const Design design{Layout::pairs, 6, 600, 0.3, 250};
  const GameCounts known = Simulation(design).play();
  GameCounts unknown("g", "standard", known.players());
  for (const PairCount& pair : known.pairs()) unknown.add_pairs(pair);
  unknown.finish();
  for (const OpeningEffects effects : {OpeningEffects::automatic, OpeningEffects::off}) {
    const BtList a = rate_bt(known, with_effects(effects)).at(0);
    const BtList b = rate_bt(unknown, with_effects(effects)).at(0);
    REQUIRE(a.first_move_advantage_error);
    CHECK(*a.first_move_advantage_error == Approx(*b.first_move_advantage_error));
    CHECK(*a.players[0].error == Approx(*b.players[0].error));
  }
}

TEST_CASE("opening effects: neither colours nor the form of the matrix matter") {
  const Design design{Layout::pairs, 30, 2000, 0.3, 250};
  const GameCounts counts = Simulation(design).play();
  GameCounts swapped("g", "standard", counts.players());
  constexpr Outcome opposite[] = {Outcome::black_wins, Outcome::draw, Outcome::white_wins};
  for (const PairCount& pair : counts.pairs()) {
    for (std::size_t cell = 0; cell < 9; ++cell) {
      swapped.add_pairs(pair.second, pair.first, opposite[cell / 3], opposite[cell % 3],
                        pair.cells[cell / 3][cell % 3]);
    }
  }
  swapped.finish();
  BtOptions options = with_effects(OpeningEffects::automatic);
  const BtList list = rate_bt(counts, options).at(0), other = rate_bt(swapped, options).at(0);
  options.dense_limit = 10;
  const BtList sparse = rate_bt(counts, options).at(0);
  CHECK(*list.opening_sd == Approx(*other.opening_sd));
  CHECK(list.first_move_advantage == Approx(-other.first_move_advantage));
  for (std::size_t i = 0; i < 30; ++i) {
    CHECK(*list.players[i].rating == Approx(*other.players[i].rating));
    CHECK(*list.players[i].rating == Approx(*sparse.players[i].rating));
    CHECK(*list.players[i].error == Approx(*other.players[i].error));
    CHECK(*list.players[i].error == Approx(*sparse.players[i].error).epsilon(0.05));
  }
}

TEST_CASE("opening effects: few pairs, single games and extreme results") {
  Design design{Layout::pairs, 2, 9, 0.3, 250};
  CHECK_FALSE(rate_bt(Simulation(design).play()).at(0).opening_sd);
  design.openings = 10;
  CHECK(rate_bt(Simulation(design).play()).at(0).opening_sd);
  design = {Layout::single_games, 8, 200, 0.3, 250};
  const GameCounts single = Simulation(design).play();
  CHECK_FALSE(rate_bt(single).at(0).opening_sd);
  const BtList wanted = rate_bt(single, with_effects(OpeningEffects::on)).at(0);
  REQUIRE(wanted.opening_sd);
  CHECK(std::isfinite(*wanted.opening_sd));
  // In each opening one colour has won all games.
  GameCounts counts("g", "standard");
  const PlayerId x = counts.player("x"), y = counts.player("y");
  counts.add_pairs(x, y, Outcome::white_wins, Outcome::white_wins, 20);
  counts.add_pairs(x, y, Outcome::black_wins, Outcome::black_wins, 20);
  counts.finish();
  const BtList extreme = rate_bt(counts, with_effects(OpeningEffects::automatic)).at(0);
  REQUIRE(extreme.opening_sd);
  CHECK(*extreme.opening_sd > 500);
  CHECK(*extreme.opening_sd < 3000);
  CHECK(*extreme.players[0].rating == Approx(1500));
}

TEST_CASE("opening effects: a prediction is the mean over openings") {
  const ResultModel model{40, 0.8, Scale::elo, 200};
  const Expectation mean = model.expected(100);
  CHECK(mean.white + mean.draw + mean.black == Approx(1));
  double white = 0, weights = 0;
  for (double z = -6; z <= 6; z += 0.01) {
    const double weight = std::exp(-z * z / 2);
    weights += weight;
    white += weight * ResultModel{40 + 200 * z, 0.8, Scale::elo}.expected(100).white;
  }
  CHECK(mean.white == Approx(white / weights).epsilon(1e-5));
}

}  // namespace opening_effects_test
