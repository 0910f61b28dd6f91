#include "core/tournament/swiss.h"

#include <bit>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/base/errors.h"
#include "core/base/order.h"
#include "core/tournament/strikes.h"
#include "core/tournament/system.h"

namespace schiri {

Swiss::Swiss(std::vector<SwissEntry> entries, std::uint64_t rounds, Legs legs, SwissRules rules,
             std::vector<std::optional<int>> strikes)
    : entries_(std::move(entries)),
      rounds_(rounds),
      legs_(legs == Legs::both ? 2 : 1),
      rules_(rules),
      strikes_(std::move(strikes)) {
  strikes_.resize(entries_.back().players);
  if (entries_.front().players < 2 || rounds < 1) {
    throw ValueError(message("a Swiss tournament needs at least two players and one round"));
  }
  if (entries_.back().players > 2000)
    throw ValueError(message("a Swiss tournament has at most 2000 players"));
  if (rounds > 10000) throw ValueError(message("a Swiss tournament has at most 10000 rounds"));
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

void Swiss::finish_stage(std::size_t /*begin*/) {
  if (round_ < rounds_) pair_round();
}

void Swiss::add_failure(std::uint64_t number, Side side) {
  const ScheduledGame failed = game(number);
  auto& left = strikes_[side == Side::white ? failed.white : failed.black];
  if (left) --*left;
}

void Swiss::pair_round() {
  ++round_;
  const SwissRound round = next_round();
  if (round.bye) append_bye({round_, *round.bye});
  for (const auto& [white, black] : round.pairs) {
    append_pair({0, round_, legs_ == 2 ? 1 : 0, white, black, round_});
  }
}

SwissRound Swiss::next_round() const {
  const std::vector<std::size_t> present = numbers_below(players_in(round_));
  const SwissHistory past = history();
  if (rules_ == SwissRules::dutch) {
    if (auto made = pair_dutch(past, round_, present)) return *std::move(made);
  }
  return pair_swiss(past, round_, present, legs_ == 1);
}

/// An encounter counts like a game, with the colours of its first one; if it has two, each is worth
/// half of it.
SwissHistory Swiss::history() const {
  SwissHistory past;
  past.players.assign(players_in(round_), std::vector<PlayedRound>(round_ - 1));
  past.rounds_planned = rounds_;
  past.points.win = 20;
  past.initial_colour = Side::white;
  const int half_point = past.points.win / 2 / static_cast<int>(legs_);
  for (std::size_t i = 0; i < all().size(); ++i) {
    const auto& [white, black, round] = std::tuple(all()[i].white, all()[i].black, all()[i].round);
    PlayedRound &of_white = past.players[white][round - 1],
                &of_black = past.players[black][round - 1];
    if (all()[i].leg != 2) {
      of_white = {RoundResult::draw, black, Side::white, 0};
      of_black = {RoundResult::draw, white, Side::black, 0};
    }
    *of_white.points += points(i).white * half_point;
    *of_black.points += points(i).black * half_point;
  }
  for (const Bye& bye : byes()) {
    past.players[bye.player][bye.round - 1].result = RoundResult::paired_bye;
  }
  for (const auto& left : strikes_) past.without_bye.push_back(left && *left <= 0);
  return past;
}

namespace {

template <SwissRules rules>
class SwissSystem final : public TournamentSystem {
 public:
  System id() const override { return rules == SwissRules::own ? System::swiss : System::dutch; }
  std::string_view name() const override { return rules == SwissRules::own ? "swiss" : "dutch"; }
  bool is_fixed() const override { return false; }

  /// The minimum number of rounds that determines a single winner.
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
                                   config.single ? Legs::one : Legs::both, rules,
                                   most_failures(config));
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
