#include "tests/programs/rating_simulation.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "core/base/random.h"

namespace schiri::rating_simulation {

using rating::PlayerId;

/// One simulated list: the true ratings and the games. White is expected to make L(difference +
/// 40), over all openings; a game with the expected score s is drawn with the probability 4 s (1 -
/// s) times the share of draws.
class World {
 public:
  explicit World(std::uint64_t seed) : rng(seed) {}

  static constexpr double mean_advantage = 40;

  Rng rng;
  std::vector<double> truth;
  double draws = 0.3;  ///< negative: each two players have a share of their own, below 0.9
  double opening_sd = 0;
  rating::GameCounts counts{"g", "standard"};
  rating::BtOptions options;  ///< of the fit

  void begin() {
    truth.clear();
    openings_.clear();
    counts = rating::GameCounts("g", "standard");
    options = {};
    draws = 0.3;
    opening_sd = 0;
  }
  PlayerId size() const { return static_cast<PlayerId>(truth.size()); }
  double uniform() { return rng.uniform() + 0x1p-54; }
  double normal() {
    return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
  }

  /// Adds players of a normal distribution.
  void add_players(int players, double sd, double middle = 0) {
    for (int i = 0; i < players; ++i) truth.push_back(middle + sd * normal());
  }
  void add_ladder(int players, double step) {
    for (int i = 0; i < players; ++i) truth.push_back(step * i);
  }

  /// Pairs of games with colours swapped; the k-th pair of each two players has the k-th opening.
  void pairs(PlayerId i, PlayerId j, int games) {
    const double drawn = draws < 0 ? 0.9 * uniform() : draws;
    const double one = lead(i, j), other = lead(j, i);
    for (std::size_t k = 0; k < static_cast<std::size_t>(games / 2); ++k) {
      if (k == openings_.size()) openings_.push_back(opening_sd * normal());
      const Outcome first = result(one + openings_[k], drawn),
                    second = result(other + openings_[k], drawn);
      counts.add_pairs(i, j, first, second, 1);
      counts.add_opening(k, i, j, first);
      counts.add_opening(k, j, i, second);
    }
  }
  /// One game; `i` has White.
  Outcome game(PlayerId i, PlayerId j) {
    const Outcome outcome = result(lead(i, j), draws < 0 ? 0.9 * uniform() : draws);
    counts.add_games(i, j, rating::one_result(outcome, 1));
    return outcome;
  }
  void single(PlayerId i, PlayerId j) { uniform() < 0.5 ? game(i, j) : game(j, i); }

  void round_robin(PlayerId from, PlayerId to, int games) {
    for (PlayerId i = from; i < to; ++i) {
      for (PlayerId j = i + 1; j < to; ++j) pairs(i, j, games);
    }
  }

  /// Pairs by points without rematches; each round is one game, or a pair of games.
  void swiss(int rounds, bool in_pairs);
  void knock_out(int games);

 private:
  using Couples = std::vector<std::pair<PlayerId, PlayerId>>;

  double lead(PlayerId white, PlayerId black) const;
  Outcome result(double lead, double drawn);
  static bool pair(std::vector<PlayerId> order, const std::set<std::pair<PlayerId, PlayerId>>& met,
                   Couples& couples);

  std::vector<double> openings_;
};

/// White's lead in an opening of mean advantage: the mean score over all openings is that of Elo.
double World::lead(PlayerId white, PlayerId black) const {
  const double wanted = rating::expected_score(truth[white] - truth[black] + mean_advantage);
  if (opening_sd == 0) return rating::elo_of_score(wanted);
  const auto mean_score = [&](double lead) {
    constexpr int steps = 16;
    double sum = 0, weights = 0;
    for (int k = -steps; k <= steps; ++k) {
      const double z = 4.0 * k / steps, weight = std::exp(-z * z / 2);
      sum += weight * rating::expected_score(lead + opening_sd * z);
      weights += weight;
    }
    return sum / weights;
  };
  double low = -5000, high = 5000;
  while (high - low > 1e-6) {
    const double middle = (low + high) / 2;
    (mean_score(middle) < wanted ? low : high) = middle;
  }
  return low;
}

Outcome World::result(double lead, double drawn) {
  const double score = rating::expected_score(lead);
  const double share = std::min(4 * score * (1 - score) * drawn, 2 * std::min(score, 1 - score));
  const double point = uniform(), won = score - share / 2;
  return point < won           ? Outcome::white_wins
         : point < won + share ? Outcome::draw
                               : Outcome::black_wins;
}

void World::swiss(int rounds, bool in_pairs) {
  std::vector<double> points(size()), chance(size());
  std::vector<int> whites(size());
  std::set<std::pair<PlayerId, PlayerId>> met;
  for (double& number : chance) number = uniform();
  for (int round = 0; round < rounds; ++round) {
    std::vector<PlayerId> order(size());
    std::iota(order.begin(), order.end(), PlayerId{0});
    std::sort(order.begin(), order.end(), [&](PlayerId a, PlayerId b) {
      return std::pair(-points[a], chance[a]) < std::pair(-points[b], chance[b]);
    });
    Couples couples;
    pair(order, met, couples);
    for (auto [white, black] : couples) {
      met.insert(std::minmax(white, black));
      if (whites[white] > whites[black] || (whites[white] == whites[black] && uniform() < 0.5)) {
        std::swap(white, black);
      }
      const auto play = [&](PlayerId one, PlayerId other) {
        const double made = rating::points_of_white(game(one, other));
        points[one] += made;
        points[other] += 1 - made;
      };
      play(white, black);
      if (in_pairs) {
        play(black, white);
      } else {
        ++whites[white];
        --whites[black];
      }
    }
  }
}

/// Pairs the first of the order with the next one it has not met, and so on, with backtracking.
bool World::pair(std::vector<PlayerId> order, const std::set<std::pair<PlayerId, PlayerId>>& met,
                 Couples& couples) {
  if (order.empty()) return true;
  const PlayerId first = order.front();
  for (std::size_t k = 1; k < order.size(); ++k) {
    if (met.contains(std::minmax(first, order[k]))) continue;
    std::vector<PlayerId> rest = order;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
    rest.erase(rest.begin());
    couples.emplace_back(first, order[k]);
    if (pair(std::move(rest), met, couples)) return true;
    couples.pop_back();
  }
  return false;
}

void World::knock_out(int games) {
  std::vector<PlayerId> left(size());
  std::iota(left.begin(), left.end(), PlayerId{0});
  while (left.size() > 1) {
    std::vector<PlayerId> next;
    for (std::size_t k = 0; k + 1 < left.size(); k += 2) {
      const PlayerId one = left[k], other = left[k + 1];
      double ahead = 0;
      for (int g = 0; g < games; g += 2) {
        ahead +=
            rating::points_of_white(game(one, other)) - rating::points_of_white(game(other, one));
      }
      next.push_back(ahead > 0 || (ahead == 0 && uniform() < 0.5) ? one : other);
    }
    left = std::move(next);
  }
}

namespace {

void round_robin(World& world, int players, int games, double sd) {
  world.add_players(players, sd);
  world.round_robin(0, world.size(), games);
}

/// A round-robin of equals, one of whom is this much off.
void outlier(World& world, int players, int games, double off) {
  world.add_players(players - 1, 0);
  world.truth.push_back(off);
  world.round_robin(0, world.size(), games);
}

void gauntlet(World& world, int players, int games, double sd, double off) {
  world.add_players(players, sd);
  if (off != 0) world.truth.back() = world.truth.front() + off;
  for (PlayerId j = 1; j < world.size(); ++j) world.pairs(0, j, games);
}

/// 12 players of some 400 games, and one of 6.
void newcomer(World& world, double off) {
  world.add_players(12, 100);
  world.round_robin(0, 12, 36);
  world.truth.push_back(off);
  for (PlayerId j = 0; j < 6; ++j) world.single(12, j);
}

/// Clubs of 8 that play 10 games a pair, joined to the next by games between random members.
void clubs(World& world, int number, int games, double apart) {
  for (int club = 0; club < number; ++club) world.add_players(8, 150, apart * club);
  for (PlayerId club = 0; club < static_cast<PlayerId>(number); ++club) {
    world.round_robin(8 * club, 8 * club + 8, 10);
    if (club == 0) continue;
    for (int k = 0; k < games; ++k) {
      world.single(8 * club - 8 + static_cast<PlayerId>(world.rng.below(8)),
                   8 * club + static_cast<PlayerId>(world.rng.below(8)));
    }
  }
}

void two_players(World& world, int games, double apart) {
  world.add_ladder(2, apart);
  world.pairs(0, 1, games);
}

void swiss(World& world, int players, int rounds, double sd, bool in_pairs) {
  world.add_players(players, sd);
  world.swiss(rounds, in_pairs);
}

void knock_out(World& world, int players, int games, double sd) {
  world.add_players(players, sd);
  world.knock_out(games);
}

/// Anchors the first players at their true ratings, or, with an error, near them.
void anchor(World& world, PlayerId anchors, double error) {
  for (PlayerId i = 0; i < anchors; ++i) {
    world.options.anchors[std::to_string(i)] = {
        1500 + world.truth[i] + error / rating::z95 * world.normal(), error};
  }
}

template <int games, int apart>
void two_clubs(World& world) {
  clubs(world, 2, games, apart);
}

template <int players, int games, int sd>
void robin(World& world) {
  round_robin(world, players, games, sd);
}

template <int players, int rounds, int sd, bool in_pairs>
void swiss_of(World& world) {
  swiss(world, players, rounds, sd, in_pairs);
}

template <int percent>
void drawish(World& world) {
  world.draws = percent / 100.0;
  round_robin(world, 6, 20, 200);
}

template <int sd>
void opened(World& world) {
  world.opening_sd = sd;
  round_robin(world, 6, 40, 200);
}

constexpr Design all_designs[] = {
    {"round-robin of 3, 2 games, equal", Promise::games, robin<3, 2, 0>, false, true},
    {"round-robin of 3, 20 games, sd 200", Promise::games, robin<3, 20, 200>},
    {"round-robin of 6, 2 games, equal", Promise::games, robin<6, 2, 0>},
    {"round-robin of 6, 4 games, sd 200", Promise::games, robin<6, 4, 200>},
    {"round-robin of 6, 20 games, sd 200", Promise::games, robin<6, 20, 200>},
    {"round-robin of 12, 2 games, sd 200", Promise::games, robin<12, 2, 200>},
    {"round-robin of 24, 2 games, sd 200", Promise::games, robin<24, 2, 200>},
    {"round-robin of 60, 2 games, equal", Promise::games, robin<60, 2, 0>},
    {"round-robin of 60, 4 games, sd 200", Promise::games, robin<60, 4, 200>},
    {"6 players, 20 games, one 700 above", Promise::games,
     [](World& w) { outlier(w, 6, 20, 700); }},
    {"6 players, 20 games, one 1500 below", Promise::games,
     [](World& w) { outlier(w, 6, 20, -1500); }},
    {"12 players, 4 games, one 1500 above", Promise::games,
     [](World& w) { outlier(w, 12, 4, 1500); }},
    {"gauntlet of 8, 20 games, sd 200", Promise::games,
     [](World& w) { gauntlet(w, 8, 20, 200, 0); }},
    {"gauntlet of 8, 20 games, one 700 below", Promise::games,
     [](World& w) { gauntlet(w, 8, 20, 200, -700); }},
    {"gauntlet of 8, 20 games, one 1300 below", Promise::games,
     [](World& w) { gauntlet(w, 8, 20, 200, -1300); }},
    {"newcomer of 6 games, 400 above", Promise::games, [](World& w) { newcomer(w, 400); }},
    {"newcomer of 6 games, 700 below", Promise::games, [](World& w) { newcomer(w, -700); }},
    {"newcomer of 6 games, 1300 below", Promise::games, [](World& w) { newcomer(w, -1300); }},
    {"two clubs of 8, 4 games, equal", Promise::games, two_clubs<4, 0>, true},
    {"two clubs of 8, 4 games, 100 apart", Promise::games, two_clubs<4, 100>, true},
    {"two clubs of 8, 4 games, 250 apart", Promise::games, two_clubs<4, 250>, true},
    {"two clubs of 8, 4 games, 500 apart", Promise::games, two_clubs<4, 500>, true},
    {"two clubs of 8, 16 games, 250 apart", Promise::games, two_clubs<16, 250>, true},
    {"two clubs of 8, 16 games, 500 apart", Promise::games, two_clubs<16, 500>, true},
    {"two clubs of 8, 40 games, 500 apart", Promise::games, two_clubs<40, 500>, true},
    {"ladder of 11, 350 apart, 100 games", Promise::games,
     [](World& w) {
       w.add_ladder(11, 350);
       for (PlayerId j = 1; j < 11; ++j) w.pairs(j - 1, j, 100);
     }},
    {"8 players 500 apart, 20 games", Promise::games,
     [](World& w) {
       w.add_ladder(8, 500);
       w.round_robin(0, 8, 20);
     }},
    {"draws 0 %", Promise::games, drawish<0>},
    {"draws 60 %", Promise::games, drawish<60>},
    {"draws 97 %", Promise::games, drawish<97>},
    {"draws differ between pairs", Promise::games, drawish<-100>},
    {"20 openings, sd 0", Promise::games, opened<0>},
    {"20 openings, sd 150", Promise::games, opened<150>},
    {"20 openings, sd 300", Promise::games, opened<300>},
    {"two players, 20 games, 100 apart", Promise::games, [](World& w) { two_players(w, 20, 100); },
     true},
    {"two players, 20 games, 300 apart", Promise::games, [](World& w) { two_players(w, 20, 300); },
     true},
    {"two players, 100 games, 800 apart", Promise::games,
     [](World& w) { two_players(w, 100, 800); }, true},
    {"knock-out of 16, 4 games, sd 200", Promise::games, [](World& w) { knock_out(w, 16, 4, 200); },
     false, true},
    {"knock-out of 32, 2 games, sd 200", Promise::games, [](World& w) { knock_out(w, 32, 2, 200); },
     false, true},
    {"one exact anchor of 6", Promise::games,
     [](World& w) {
       round_robin(w, 6, 10, 200);
       anchor(w, 1, 0);
     },
     true},
    {"three exact anchors of 8", Promise::games,
     [](World& w) {
       round_robin(w, 8, 10, 200);
       anchor(w, 3, 0);
     },
     true},
    {"one anchor +- 50 of 6", Promise::games,
     [](World& w) {
       round_robin(w, 6, 10, 200);
       anchor(w, 1, 50);
     },
     true},
    {"three anchors +- 50 of 8", Promise::games,
     [](World& w) {
       round_robin(w, 8, 10, 200);
       anchor(w, 3, 50);
     },
     true},
    {"Swiss of 16, 9 rounds of 2, sd 80", Promise::field, swiss_of<16, 9, 80, true>},
    {"Swiss of 16, 9 rounds of 2, sd 200", Promise::field, swiss_of<16, 9, 200, true>},
    {"Swiss of 16, 5 rounds of 2, sd 200", Promise::field, swiss_of<16, 5, 200, true>},
    {"Swiss of 16, 5 rounds, sd 300", Promise::field, swiss_of<16, 5, 300, false>},
    {"Swiss of 24, 7 rounds, sd 200", Promise::field, swiss_of<24, 7, 200, false>},
    {"Swiss of 60, 9 rounds, sd 80", Promise::field, swiss_of<60, 9, 80, false>},
    {"Swiss of 60, 9 rounds, sd 300", Promise::field, swiss_of<60, 9, 300, false>, false, true},
    {"Swiss of 16, 9 rounds of 2, equal", Promise::equal_field, swiss_of<16, 9, 0, true>},
    {"Swiss of 60, 9 rounds, equal", Promise::equal_field, swiss_of<60, 9, 0, false>},
    {"two rooms and a bridge of one player", Promise::none,
     [](World& w) {
       w.add_players(6, 200);
       w.add_players(6, 200, 300);
       w.truth.push_back(150);
       w.round_robin(0, 6, 10);
       w.round_robin(6, 12, 10);
       w.pairs(12, 0, 10);
       w.pairs(12, 6, 10);
     },
     true},
    {"chain of four clubs, 6 games, 200 apart", Promise::none,
     [](World& w) { clubs(w, 4, 6, 200); }, true},
    {"a draw machine among gamblers", Promise::none,
     [](World& w) {
       w.add_players(8, 200);
       w.truth.front() = 0;
       w.draws = 0.02;
       w.round_robin(1, 8, 10);
       w.draws = 0.95;
       for (PlayerId j = 1; j < 8; ++j) w.pairs(0, j, 10);
     }},
    {"colours by player", Promise::none,
     [](World& w) {
       w.add_players(10, 200);
       for (PlayerId i = 0; i < 10; ++i) {
         for (PlayerId j = i + 1; j < 10; ++j) {
           for (int k = 0; k < 4; ++k) w.game(i, j);
         }
       }
     }},
    {"one 200 stronger from mid-list on", Promise::none,
     [](World& w) {
       w.add_players(8, 150);
       w.round_robin(0, 8, 6);
       w.truth.front() += 200;
       w.round_robin(0, 8, 6);
       w.truth.front() -= 100;
     }},
    {"double round-robin of 12, one withdraws", Promise::none,
     [](World& w) {
       w.add_players(12, 250);
       for (PlayerId i = 0; i < 12; ++i) {
         for (PlayerId j = i + 1; j < 12; ++j) {
           if (i > 0 || j < 4) w.pairs(i, j, 2);
         }
       }
     }},
    {"simultaneous display, 30 boards, 600 above", Promise::none,
     [](World& w) {
       w.add_players(30, 150);
       w.truth.push_back(600);
       for (PlayerId j = 0; j < 30; ++j) w.pairs(30, j, 2);
     }},
    {"random pairings, 100 players, 12 games", Promise::none,
     [](World& w) {
       w.add_players(100, 200);
       for (PlayerId i = 0; i < 100; ++i) {
         for (int k = 0; k < 6; ++k) {
           const auto step = 1 + static_cast<PlayerId>(w.rng.below(99));
           w.single(i, (i + step) % 100);
         }
       }
     }},
    {"two teams of 8, 2 games a board", Promise::none,
     [](World& w) {
       w.add_players(8, 200);
       w.add_players(8, 200, 150);
       for (PlayerId i = 0; i < 8; ++i) {
         for (PlayerId j = 8; j < 16; ++j) w.pairs(i, j, 2);
       }
     }},
    {"league of neighbours by strength", Promise::none,
     [](World& w) {
       w.add_ladder(24, 60);
       for (PlayerId i = 0; i < 24; ++i) {
         for (PlayerId j = i + 1; j < std::min<PlayerId>(24, i + 5); ++j) w.pairs(i, j, 4);
       }
     }},
    {"six players of sd 600, 10 games", Promise::none, robin<6, 10, 600>},
    {"four players, 2 games, one 800 below", Promise::none,
     [](World& w) { outlier(w, 4, 2, -800); }},
};

/// The weights of the players in the mean that a list's ratings are relative to.
std::vector<double> reference_of(const World& world, const rating::RatingList& list) {
  std::vector<double> weights(world.size(), 1.0 / world.size());
  const bool is_field = list.description.english().find("field prior") != std::string::npos;
  if (!world.options.anchors.empty()) return std::vector<double>(world.size());
  if (is_field) return weights;
  std::vector<double> rating(world.size());
  for (const auto& player : list.players) {
    rating[static_cast<std::size_t>(std::stoi(player.name))] = *player.rating;
  }
  double sum = 0;
  std::fill(weights.begin(), weights.end(), 0.0);
  world.counts.visit_played([&](const rating::ColourCount& count) {
    const double score = list.model().expected(rating[count.white] - rating[count.black]).score();
    const double weight = static_cast<double>(count.results.games()) * score * (1 - score);
    weights[count.white] += weight;
    weights[count.black] += weight;
    sum += 2 * weight;
  });
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace

std::span<const Design> designs() { return all_designs; }

bool Coverage::is_kept(Promise promise) const {
  switch (promise) {
    case Promise::games:
      return mean >= 0.93 && mean <= 0.99 && worst >= 0.9;
    case Promise::field:
      return mean >= 0.93 && mean <= 0.97;
    case Promise::equal_field:
      return mean >= 0.85;
    case Promise::none:
      return true;
  }
  return false;
}

Coverage simulate(const Design& design, int lists, const rating::BtOptions& options) {
  Coverage sum;
  World world(1);
  std::vector<double> covered;
  double squares = 0, errors = 0, estimates = 0, closed = 0;
  for (int k = 0; k < lists; ++k) {
    world.begin();
    constexpr PlayerId most_players = 100;
    for (PlayerId i = 0; i < most_players; ++i) world.counts.player(std::to_string(i));
    design.play(world);
    world.counts.finish();
    world.options.prior = options.prior;
    const auto rated = rating::rate_bt(world.counts, world.options);
    const rating::RatingList& list = rated.front();
    covered.resize(world.size());
    const std::vector<double> reference = reference_of(world, list);
    double middle = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) middle += reference[i] * world.truth[i];
    for (const rating::RatedPlayer& player : list.players) {
      const auto index = static_cast<std::size_t>(std::stoi(player.name));
      const double truth = 1500 + world.truth[index] - middle;
      covered[index] +=
          (!player.low || *player.low <= truth) && (!player.high || truth <= *player.high);
      squares += (*player.rating - truth) * (*player.rating - truth);
      estimates += 1;
      if (player.error) errors += *player.error, closed += 1;
    }
    sum.fields += list.description.english().find("field prior") != std::string::npos;
    if (!list.first_move_advantage_error) continue;
    ++sum.advantages;
    sum.advantage += std::abs(list.first_move_advantage - World::mean_advantage) <=
                     *list.first_move_advantage_error;
  }
  for (double& share : covered) share /= lists;
  sum.mean =
      std::accumulate(covered.begin(), covered.end(), 0.0) / static_cast<double>(covered.size());
  sum.worst = *std::min_element(covered.begin(), covered.end());
  sum.rms = std::sqrt(squares / estimates);
  sum.error = errors / std::max(closed, 1.0);
  sum.advantage /= std::max(sum.advantages, 1);
  return sum;
}

}  // namespace schiri::rating_simulation
