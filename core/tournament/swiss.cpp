#include "core/tournament/swiss.h"

#include <bit>
#include <stdexcept>
#include <utility>

#include "core/tournament/system.h"

namespace schiri {

Swiss::Swiss(std::vector<SwissEntry> entries, std::uint64_t rounds, Legs legs, SwissRules rules)
    : entries_(std::move(entries)),
      rounds_(rounds),
      legs_(legs == Legs::both ? 2 : 1),
      rules_(rules) {
  if (entries_.front().players < 2 || rounds < 1) {
    throw std::invalid_argument("a Swiss event needs at least two players and one round");
  }
  if (entries_.back().players > 2000)
    throw std::invalid_argument("a Swiss event has at most 2000 players");
  if (rounds > 10000) throw std::invalid_argument("a Swiss event has at most 10000 rounds");
  pair_round();
}

std::size_t Swiss::players_in(std::uint64_t round) const {
  std::size_t players = 0;
  for (const SwissEntry& entry : entries_) {
    if (entry.round <= round) players = entry.players;
  }
  return players;
}

std::uint64_t Swiss::games() const {
  std::uint64_t games = 0;
  for (std::uint64_t round = 1; round <= rounds_; ++round) {
    games += players_in(round) / 2 * legs_;
  }
  return games;
}

void Swiss::finish_stage(std::size_t begin) {
  for (std::size_t i = begin; i < all().size(); ++i) {
    players_[all()[i].white].points += points(i).white;
    players_[all()[i].black].points += points(i).black;
  }
  if (round_ < rounds_) pair_round();
}

void Swiss::pair_round() {
  ++round_;
  players_.resize(players_in(round_));
  for (SwissPlayer& player : players_) player.met.resize(players_.size());
  const SwissRound round = next_round();
  if (round.bye) {
    ++players_[*round.bye].byes;
    players_[*round.bye].points += 2 * bye_points();
    append_bye({round_, *round.bye});
  }
  for (const auto& [white, black] : round.couples) {
    ++players_[white].met[black];
    ++players_[black].met[white];
    ++players_[white].colours;
    --players_[black].colours;
    players_[white].last_white = true;
    players_[black].last_white = false;
    append_pair({0, round_, legs_ == 2 ? 1 : 0, white, black, round_});
  }
}

SwissRound Swiss::next_round() const {
  if (rules_ == SwissRules::dutch) {
    if (const auto made = pair_dutch(dutch_players(), Side::white)) {
      SwissRound round;
      for (const auto& [white, black] : made->pairs) round.couples.push_back({white, black});
      round.bye = made->bye;
      return round;
    }
  }
  return SwissPairing(players_, round_, legs_ == 1).pair();
}

/// An encounter counts like a game, with the colours of its first one; where it has two, each is
/// worth half of it. Players who come in later have floated nowhere before.
std::vector<DutchPlayer> Swiss::dutch_players() const {
  std::vector<DutchPlayer> seen(players_.size());
  std::vector<std::vector<int>> gained(players_.size(), std::vector<int>(round_));
  const int won = 20, half_point = legs_ == 2 ? won / 4 : won / 2;
  for (std::size_t i = 0; i < all().size(); ++i) {
    gained[all()[i].white][all()[i].round - 1] += points(i).white * half_point;
    gained[all()[i].black][all()[i].round - 1] += points(i).black * half_point;
  }
  for (const Bye& bye : byes()) gained[bye.player][bye.round - 1] += won;
  std::vector<std::vector<int>> before(players_.size());
  for (std::size_t p = 0; p < players_.size(); ++p) {
    int sum = 0;
    for (const int points : gained[p]) {
      before[p].push_back(sum);
      sum += points;
    }
    seen[p].number = p + 1;
    seen[p].points = seen[p].score = before[p].back();
    seen[p].is_topscorer =
        round_ == rounds_ && seen[p].score > static_cast<int>(round_ - 1) * won / 2;
  }
  for (const ScheduledGame& game : all()) {
    if (game.leg == 2) continue;
    const std::size_t round = game.round - 1;
    const int lead = before[game.white][round] - before[game.black][round];
    seen[game.white].colours.push_back(Side::white);
    seen[game.black].colours.push_back(Side::black);
    seen[game.white].met.push_back(game.black);
    seen[game.black].met.push_back(game.white);
    if (round + 3 < round_ || lead == 0) continue;
    const std::size_t ago = round_ - 2 - round;
    seen[game.white].floats[ago] = lead > 0 ? Float::down : Float::up;
    seen[game.black].floats[ago] = lead > 0 ? Float::up : Float::down;
  }
  for (const Bye& bye : byes()) {
    seen[bye.player].may_have_bye = false;
    if (bye.round + 2 >= round_) seen[bye.player].floats[round_ - 1 - bye.round] = Float::down;
  }
  return seen;
}

namespace {

template <SwissRules rules>
class SwissSystem final : public TournamentSystem {
 public:
  System id() const override { return rules == SwissRules::own ? System::swiss : System::dutch; }
  std::string_view name() const override { return rules == SwissRules::own ? "swiss" : "dutch"; }
  bool is_fixed() const override { return false; }

  /// The fewest rounds that find one winner.
  std::uint64_t default_rounds(std::size_t players) const override {
    return static_cast<std::uint64_t>(std::bit_width(players - 1));
  }

  std::uint64_t most_stages(const TournamentConfig& config) const override { return config.rounds; }

  std::unique_ptr<Schedule> make(const TournamentConfig& config) const override {
    std::vector<SwissEntry> entries;
    std::uint64_t begun = 0;
    for (const EarlierPlan& plan : config.earlier_plans) {
      entries.push_back({begun + 1, plan.players});
      begun = plan.begun;
    }
    entries.push_back({begun + 1, config.bots.size()});
    return std::make_unique<Swiss>(std::move(entries), config.rounds,
                                   config.single ? Legs::one : Legs::both, rules);
  }
};

}  // namespace

const TournamentSystem& swiss_system() {
  static const SwissSystem<SwissRules::own> system;
  return system;
}

const TournamentSystem& dutch_system() {
  static const SwissSystem<SwissRules::dutch> system;
  return system;
}

}  // namespace schiri
