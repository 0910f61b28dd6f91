#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <vector>

#include "core/rating/audit/audit.h"
#include "core/rating/numerics/spd_inverse.h"
#include "tests/bench/subjects.h"
#include "tests/core/rating/audit/audit_events.h"

namespace schiri::bench {

namespace {

using namespace audit_events;
using rating::AuditCheck;

constexpr std::size_t players = 8;
/// 40 games of each two players, single games.
constexpr Design design{players, 40, 60, 0.7, 0, true, false};
constexpr int sound_events = 1000, faulty_events = 400;

/// The results of one White against one Black.
struct Cell {
  std::size_t white, black;
  std::array<double, 3> results;  ///< White's wins, draws, losses
};

std::vector<Cell> cells_of(const GameLog& log) {
  const rating::GameCounts counts(log);
  std::vector<Cell> cells;
  counts.visit_counted([&](const rating::ColourCount& one) {
    const auto name = [&](rating::PlayerId id) {
      return static_cast<std::size_t>(counts.players()[id][0] - 'A');
    };
    cells.push_back({name(one.white),
                     name(one.black),
                     {static_cast<double>(one.results.wins), static_cast<double>(one.results.draws),
                      static_cast<double>(one.results.losses)}});
  });
  return cells;
}

/// Davidson's model with one more parameter: an additional strength of some players against certain
/// opponents. The parameters are the ratings, of which the first is 0, White's advantage, ln nu and
/// the additional strength: ln(10)/400 times Elo, on the scale of odds.
class Model {
 public:
  static constexpr std::size_t size = players + 3;
  static constexpr std::size_t advantage = players, draws = players + 1, effect = players + 2;
  using Vector = std::array<double, size>;
  /// The sign of the effect for the first player against the second.
  using Signs = std::array<std::array<double, players>, players>;

  Model(std::span<const Cell> cells, const Signs& signs, bool has_effect)
      : cells_(cells), signs_(signs), has_effect_(has_effect) {}

  /// The maximum of the log-likelihood, by Newton's method with halved steps.
  double maximum(Vector& at) const {
    double best = gradient(at);
    for (int step = 0; step < 50; ++step) {
      Vector change = direction();
      Vector next{};
      double found = 0, scale = 1;
      do {
        for (std::size_t i = 0; i < size; ++i) next[i] = at[i] + scale * change[i];
        found = likelihood(next);
        scale /= 2;
      } while (found < best - 1e-12 && scale > 1e-6);
      const double gained = found - best;
      at = next;
      best = gradient(at);
      if (gained < 1e-9) break;
    }
    return best;
  }

 private:
  struct Chances {
    std::array<double, 3> of;
    double log_mass;
    std::array<double, 3> exponent;
  };

  Chances chances(const Cell& cell, const Vector& at) const {
    const double lead = at[cell.white] - at[cell.black] + at[advantage] +
                        signs_[cell.white][cell.black] * at[effect];
    Chances found{{}, 0, {lead / 2, at[draws], -lead / 2}};
    const double most = *std::max_element(found.exponent.begin(), found.exponent.end());
    double mass = 0;
    for (std::size_t r = 0; r < 3; ++r) mass += found.of[r] = std::exp(found.exponent[r] - most);
    for (double& one : found.of) one /= mass;
    found.log_mass = most + std::log(mass);
    return found;
  }

  double likelihood(const Vector& at) const {
    double sum = 0;
    for (const Cell& cell : cells_) {
      const Chances found = chances(cell, at);
      for (std::size_t r = 0; r < 3; ++r)
        sum += cell.results[r] * (found.exponent[r] - found.log_mass);
    }
    return sum;
  }

  double gradient(const Vector& at) const {
    gradient_ = {};
    information_.assign(size * size, 0);
    for (const Cell& cell : cells_) {
      const Chances found = chances(cell, at);
      const double games = cell.results[0] + cell.results[1] + cell.results[2];
      const double mean = (found.of[0] - found.of[2]) / 2;
      const double slope = (cell.results[0] - cell.results[2]) / 2 - games * mean;
      const double slope_of_draws = cell.results[1] - games * found.of[1];
      const double curve = games * ((found.of[0] + found.of[2]) / 4 - mean * mean);
      const double mixed = -games * mean * found.of[1];
      const double curve_of_draws = games * found.of[1] * (1 - found.of[1]);
      const std::array<std::pair<std::size_t, double>, 4> parts = {
          {{cell.white, 1},
           {cell.black, -1},
           {advantage, 1},
           {effect, signs_[cell.white][cell.black]}}};
      for (const auto& [i, x] : parts) {
        gradient_[i] += x * slope;
        information_[i * size + draws] += x * mixed;
        information_[draws * size + i] += x * mixed;
        for (const auto& [j, y] : parts) information_[i * size + j] += x * y * curve;
      }
      gradient_[draws] += slope_of_draws;
      information_[draws * size + draws] += curve_of_draws;
    }
    fix(0);
    if (!has_effect_) fix(effect);
    return likelihood(at);
  }

  void fix(std::size_t which) const {
    gradient_[which] = 0;
    for (std::size_t i = 0; i < size; ++i) {
      information_[i * size + which] = information_[which * size + i] = 0;
    }
    information_[which * size + which] = 1;
  }

  /// Solves information * x = gradient by Cholesky's factorisation.
  Vector direction() const {
    const std::vector<double> root = rating::semidefinite_root(information_, size);
    Vector x = gradient_;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t k = 0; k < i; ++k) x[i] -= root[i * size + k] * x[k];
      x[i] = root[i * size + i] > 0 ? x[i] / root[i * size + i] : 0;
    }
    for (std::size_t i = size; i-- > 0;) {
      for (std::size_t k = i + 1; k < size; ++k) x[i] -= root[k * size + i] * x[k];
      x[i] = root[i * size + i] > 0 ? x[i] / root[i * size + i] : 0;
    }
    return x;
  }

  std::span<const Cell> cells_;
  const Signs& signs_;
  bool has_effect_;
  mutable Vector gradient_{};
  mutable std::vector<double> information_;
};

/// The alternatives of a family: one of these has an effect.
std::vector<Model::Signs> alternatives(AuditCheck check) {
  std::vector<Model::Signs> all;
  const auto add = [&](std::initializer_list<std::pair<std::size_t, std::size_t>> stronger) {
    Model::Signs& signs = all.emplace_back();
    for (const auto& [a, b] : stronger) {
      signs[a][b] = 1;
      signs[b][a] = -1;
    }
  };
  for (std::size_t a = 0; a < players; ++a) {
    for (std::size_t b = a + 1; b < players; ++b) {
      if (check == AuditCheck::pairing) add({{a, b}});
      for (std::size_t c = b + 1; check == AuditCheck::cycle && c < players; ++c) {
        add({{a, b}, {b, c}, {c, a}});
      }
    }
  }
  return all;
}

/// The greatest likelihood ratio of a family, as a deviation: 2 ln.
double greatest_ratio(std::span<const Cell> cells, AuditCheck check) {
  Model::Vector start{};
  const Model::Signs no_signs{};
  const double without = Model(cells, no_signs, false).maximum(start);
  double greatest = 0;
  for (const Model::Signs& signs : alternatives(check)) {
    Model::Vector at = start;
    greatest = std::max(greatest, 2 * (Model(cells, signs, true).maximum(at) - without));
  }
  return greatest;
}

/// Statistics of one tournament; greater ones are less likely in a sound list.
struct Statistics {
  std::array<double, 2> audit{};  ///< - ln of the smallest p
  std::array<double, 2> ratio{};
  std::array<bool, 2> found{};  ///< by the audit as it is, adjusted for all checks
  bool any = false;
};

constexpr AuditCheck families[] = {AuditCheck::pairing, AuditCheck::cycle};

Statistics statistics_of(std::uint64_t seed, const Fault& fault) {
  const Event event(design, seed, fault);
  const auto audits = rating::audit(event.log());
  const std::vector<Cell> cells = cells_of(event.log());
  Statistics found;
  found.any = !audits.at(0).findings.empty();
  for (std::size_t f = 0; f < 2; ++f) {
    const auto least = audits.at(0).least_p.find(families[f]);
    if (least != audits.at(0).least_p.end()) found.audit[f] = -std::log(least->second);
    found.ratio[f] = greatest_ratio(cells, families[f]);
    for (const auto& finding : audits.at(0).findings) {
      found.found[f] = found.found[f] || finding.check == families[f];
    }
  }
  return found;
}

template <class Member>
double share_above(const std::vector<Statistics>& events, Member member, double bound) {
  const auto above = std::count_if(events.begin(), events.end(),
                                   [&](const Statistics& one) { return member(one) > bound; });
  return static_cast<double>(above) / static_cast<double>(events.size());
}

/// The value that 5 % of sound lists exceed.
template <class Member>
double bound_of(const std::vector<Statistics>& events, Member member) {
  std::vector<double> values;
  for (const Statistics& one : events) values.push_back(member(one));
  std::sort(values.begin(), values.end());
  return values[values.size() * 95 / 100];
}

}  // namespace

/// How often the audit finds a cycle of 150 Elo and a pairing that is 250 off, beside the test of
/// the greatest likelihood ratio, each with its own bound that 5 % of sound lists exceed.
void audit_power() {
  std::printf("\npower of the audit, 8 players, 40 games a pair; %d sound and %d faulty lists\n",
              sound_events, faulty_events);
  std::vector<Statistics> sound;
  for (int event = 1; event <= sound_events; ++event) {
    sound.push_back(statistics_of(static_cast<std::uint64_t>(event), none));
  }
  const auto findings =
      std::count_if(sound.begin(), sound.end(), [](const auto& one) { return one.any; });
  std::printf("sound lists with any finding: %.3f\n",
              static_cast<double>(findings) / static_cast<double>(sound.size()));
  std::printf("fault                statistic  likelihood ratio  found by the audit\n");
  const Fault pairing = [](Circumstances& game) {
    if (is_between(game, 1, 5)) strengthen(game, 1, 250);
  };
  const Fault cycle = [](Circumstances& game) {
    const std::size_t in[] = {1, 3, 6};
    for (std::size_t k = 0; k < 3; ++k) {
      if (is_between(game, in[k], in[(k + 1) % 3])) strengthen(game, in[k], 150);
    }
  };
  for (std::size_t f = 0; f < 2; ++f) {
    std::vector<Statistics> faulty;
    for (int event = 1; event <= faulty_events; ++event) {
      faulty.push_back(
          statistics_of(static_cast<std::uint64_t>(event) + 1'000'000, f == 0 ? pairing : cycle));
    }
    const auto audit = [f](const Statistics& one) { return one.audit[f]; };
    const auto ratio = [f](const Statistics& one) { return one.ratio[f]; };
    const auto found = [f](const Statistics& one) { return one.found[f] ? 1.0 : 0.0; };
    std::printf(
        "%-19s  %9.3f  %16.3f  %18.3f\n", f == 0 ? "a pairing, 250 Elo" : "a cycle, 150 Elo",
        share_above(faulty, audit, bound_of(sound, audit)),
        share_above(faulty, ratio, bound_of(sound, ratio)), share_above(faulty, found, 0.5));
  }
}

}  // namespace schiri::bench
