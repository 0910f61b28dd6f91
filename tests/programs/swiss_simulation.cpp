#include "tests/programs/swiss_simulation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <stdexcept>

#include "core/base/random.h"

namespace schiri {

namespace {

class Simulation {
 public:
  explicit Simulation(const SimulationTerms& terms) : terms_(terms), rng_(terms.seed) {
    if (terms.players < 2) throw std::invalid_argument("an event needs at least two players");
    if (terms.rounds < 1) throw std::invalid_argument("an event needs at least one round");
    SwissHistory& history = made_.history;
    history.players.resize(terms.players);
    history.rounds_planned = terms.rounds;
    history.initial_colour = rng_.below(2) == 0 ? Side::white : Side::black;
    const auto range =
        static_cast<std::uint64_t>(std::max(terms.highest_rating - terms.lowest_rating, 0)) + 1;
    for (std::size_t p = 0; p < terms.players; ++p) {
      made_.ratings.push_back(terms.lowest_rating + static_cast<int>(rng_.below(range)));
      enters_.push_back(chance(terms.late_entries) ? 2 + rng_.below(3) : 1);
      leaves_.push_back(false);
    }
    std::sort(made_.ratings.begin(), made_.ratings.end(), std::greater<>());
  }

  SimulatedEvent run() {
    for (std::uint64_t round = 1; round <= terms_.rounds; ++round) {
      const auto present = begin_round(round);
      const auto paired = pair_dutch(made_.history, round, present);
      if (!paired || paired->pairs.empty()) {
        for (auto& rounds : made_.history.players) rounds.resize(round - 1);
        break;
      }
      made_.rounds = round;
      for (const auto& [white, black] : paired->pairs) play(white, black);
      if (paired->bye) made_.history.players[*paired->bye].back().result = RoundResult::paired_bye;
    }
    return std::move(made_);
  }

 private:
  bool chance(int percent) { return static_cast<int>(rng_.below(100)) < percent; }

  std::vector<std::size_t> begin_round(std::uint64_t round) {
    std::vector<std::size_t> present;
    for (std::size_t p = 0; p < terms_.players; ++p) {
      auto& rounds = made_.history.players[p];
      rounds.emplace_back();
      if (round > 1 && chance(terms_.withdrawals)) leaves_[p] = true;
      if (leaves_[p] || round < enters_[p] || chance(terms_.absences)) continue;
      if (chance(terms_.half_byes)) {
        rounds.back().result = RoundResult::half_bye;
      } else {
        present.push_back(p);
      }
    }
    return present;
  }

  void play(std::size_t white, std::size_t black) {
    const auto [first, second] = result(white, black);
    made_.history.players[white].back() = {first, black, Side::white};
    made_.history.players[black].back() = {second, white, Side::black};
  }

  /// White's expected score, in thousandths, is independent of the share of draws.
  std::pair<RoundResult, RoundResult> result(std::size_t white, std::size_t black) {
    if (chance(terms_.forfeits)) {
      const std::uint64_t who = rng_.below(10);
      if (who == 0) return {RoundResult::forfeit_loss, RoundResult::forfeit_loss};
      if (who < 5) return {RoundResult::forfeit_loss, RoundResult::forfeit_win};
      return {RoundResult::forfeit_win, RoundResult::forfeit_loss};
    }
    const double lead = made_.ratings[white] - made_.ratings[black];
    const auto expected = static_cast<int>(std::lround(1000 / (1 + std::pow(10.0, -lead / 400))));
    const int draws = terms_.draws * 20 * std::min(expected, 1000 - expected) / 1000;
    const auto drawn = static_cast<int>(rng_.below(1000));
    if (drawn < draws) return {RoundResult::draw, RoundResult::draw};
    if (drawn < draws + expected - draws / 2) return {RoundResult::win, RoundResult::loss};
    return {RoundResult::loss, RoundResult::win};
  }

  const SimulationTerms& terms_;
  Rng rng_;
  SimulatedEvent made_;
  std::vector<std::uint64_t> enters_;  ///< in which round
  std::vector<bool> leaves_;
};

}  // namespace

SimulatedEvent simulate_swiss(const SimulationTerms& terms) { return Simulation(terms).run(); }

std::string simulated_trf(const SimulatedEvent& event, const std::string& name) {
  const SwissHistory& history = event.history;
  std::string text = "012 " + name + "\n092 Individual: Swiss-System\nXXR " +
                     std::to_string(history.rounds_planned) + "\nXXC " +
                     (history.initial_colour == Side::black ? "black1\n" : "white1\n");
  std::vector<int> points;
  for (std::size_t p = 0; p < history.players.size(); ++p) {
    points.push_back(history.points_before(p, event.rounds + 1));
  }
  for (std::size_t p = 0; p < history.players.size(); ++p) {
    const auto ahead =
        std::count_if(points.begin(), points.end(), [&](int other) { return other > points[p]; });
    char line[256];
    std::snprintf(line, sizeof line, "001 %4zu      Player %-26zu %4d%28s%2d.%d %4td", p + 1, p + 1,
                  event.ratings[p], "", points[p] / 10, points[p] % 10, ahead + 1);
    text += line;
    for (std::uint64_t round = 1; round <= event.rounds; ++round) {
      const PlayedRound cell = history.entry(p, round);
      const char colour = !cell.colour ? '-' : *cell.colour == Side::white ? 'w' : 'b';
      const char sign = "1=0+-UFHZ"[static_cast<std::size_t>(cell.result)];
      if (cell.opponent) {
        std::snprintf(line, sizeof line, "  %4zu %c %c", *cell.opponent + 1, colour, sign);
      } else {
        std::snprintf(line, sizeof line, "  0000 %c %c", colour, sign);
      }
      text += line;
    }
    text += '\n';
  }
  return text;
}

}  // namespace schiri
