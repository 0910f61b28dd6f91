#include "core/schedule/swiss.h"

#include <bit>
#include <stdexcept>
#include <utility>

#include "core/schedule/tournament_system.h"

namespace schiri {

Swiss::Swiss(std::vector<SwissEntry> entries, std::uint64_t rounds, Legs legs)
    : entries_(std::move(entries)), rounds_(rounds), legs_(legs == Legs::both ? 2 : 1) {
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
  const SwissRound round = SwissPairing(players_, round_, legs_ == 1).pair();
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

namespace {

class SwissSystem final : public TournamentSystem {
 public:
  System id() const override { return System::swiss; }
  std::string_view name() const override { return "swiss"; }
  bool is_fixed() const override { return false; }

  /// As many as it takes to find one winner.
  std::uint64_t default_rounds(std::size_t players) const override {
    return static_cast<std::uint64_t>(std::bit_width(players - 1));
  }

  std::uint64_t most_stages(const EventConfig& config) const override { return config.rounds; }

  std::unique_ptr<Schedule> make(const EventConfig& config) const override {
    std::vector<SwissEntry> entries;
    std::uint64_t begun = 0;
    for (const EarlierPlan& plan : config.earlier_plans) {
      entries.push_back({begun + 1, plan.players});
      begun = plan.begun;
    }
    entries.push_back({begun + 1, config.bots.size()});
    return std::make_unique<Swiss>(std::move(entries), config.rounds,
                                   config.single ? Legs::one : Legs::both);
  }
};

}  // namespace

const TournamentSystem& swiss_system() {
  static const SwissSystem system;
  return system;
}

}  // namespace schiri
