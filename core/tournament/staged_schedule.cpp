#include "core/tournament/staged_schedule.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/base/errors.h"
#include "core/base/order.h"
#include "core/tournament/systems.h"

namespace schiri {

void StagedSchedule::add(const GameResult& result) {
  if (result.outcome) {
    points_.at(result.number - 1) = {half_points(*result.outcome, Side::white),
                                     half_points(*result.outcome, Side::black)};
  }
  if (--missing_ > 0) return;
  const std::size_t finished = stage_begin_;
  stage_begin_ = games_.size();
  finish_stage(finished);
}

void StagedSchedule::append(ScheduledGame game) {
  game.number = games_.size() + 1;
  games_.push_back(game);
  points_.emplace_back();
  ++missing_;
}

void StagedSchedule::append_pair(ScheduledGame first) {
  append(first);
  if (first.leg == 0) return;
  std::swap(first.white, first.black);
  first.leg = 2;
  append(first);
}

Swiss::Swiss(std::vector<SwissEntry> entries, Legs legs, SwissRules rules,
             std::vector<std::optional<int>> strikes)
    : entries_(std::move(entries)),
      legs_(legs == Legs::both ? 2 : 1),
      rules_(rules),
      strikes_(std::move(strikes)) {
  strikes_.resize(entries_.back().players);
  if (entries_.front().players < 2 || rounds() < 1) {
    throw ValueError(message("a Swiss tournament needs at least two players and one round"));
  }
  if (entries_.back().players > 2000)
    throw ValueError(message("a Swiss tournament has at most 2000 players"));
  if (rounds() > 10000) throw ValueError(message("a Swiss tournament has at most 10000 rounds"));
  pair_round();
}

const SwissEntry& Swiss::entry_of(std::uint64_t round) const {
  const auto next = std::find_if(entries_.begin() + 1, entries_.end(),
                                 [&](const SwissEntry& entry) { return entry.round > round; });
  return next[-1];
}

std::uint64_t Swiss::games() const {
  std::uint64_t games = 0;
  for (std::uint64_t round = 1; round <= rounds(); ++round) {
    games += entry_of(round).players / 2 * legs_;
  }
  return games;
}

void Swiss::finish_stage(std::size_t /*begin*/) {
  if (round_ < rounds()) pair_round();
}

void Swiss::add(const GameResult& result) {
  if (result.failed) {
    const ScheduledGame lost = game(result.number);
    auto& left = strikes_[*result.failed == Side::white ? lost.white : lost.black];
    if (left) --*left;
  }
  StagedSchedule::add(result);
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
  const std::vector<std::size_t> present = numbers_below(entry_of(round_).players);
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
  past.players.assign(entry_of(round_).players, std::vector<PlayedRound>(round_ - 1));
  past.rounds_planned = entry_of(round_).rounds;
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
std::unique_ptr<Schedule> make_swiss(const TournamentConfig& config) {
  std::vector<SwissEntry> entries;
  std::uint64_t begun = 0;
  for (const EarlierPlan& plan : config.earlier_plans) {
    entries.push_back({begun + 1, plan.players, plan.rounds});
    begun = plan.begun;
  }
  entries.push_back({begun + 1, config.bots.size(), config.rounds});
  return std::make_unique<Swiss>(std::move(entries), config.single ? Legs::one : Legs::both, rules,
                                 most_failures(config));
}

template <SwissRules rules>
constexpr TournamentSystem swiss_of(System id, std::string_view name) {
  return {.id = id,
          .name = name,
          .title = name,
          .make = make_swiss<rules>,
          .is_fixed = false,
          .pairs_by_results = true,
          .may_end_anywhere = false,
          // The minimum that determines a single winner.
          .default_rounds =
              [](std::size_t players) {
                return static_cast<std::uint64_t>(std::bit_width(players - 1));
              },
          .most_stages = [](const TournamentConfig& config) { return config.rounds; }};
}

}  // namespace

extern constinit const TournamentSystem swiss_system =
    swiss_of<SwissRules::own>(System::swiss, "swiss");
extern constinit const TournamentSystem dutch_system =
    swiss_of<SwissRules::dutch>(System::dutch, "dutch");

namespace {

void require_playable(std::size_t players, std::uint64_t pairs, std::uint64_t tie_breaks) {
  if (players < 2 || pairs < 1) {
    throw ValueError(message("a knockout needs at least two players and one pair of games"));
  }
  constexpr std::uint64_t most = 1000000;
  if (players > most || pairs > most || tie_breaks > most ||
      players * (pairs + tie_breaks) > 100 * most) {
    throw ValueError(message("too many games for a knockout"));
  }
}

/// The player of an encounter that is first in the list, and the other one.
std::pair<std::size_t, std::size_t> by_seed(const Bracket::Encounter& encounter) {
  return std::minmax({*encounter.first, *encounter.second});
}

}  // namespace

Knockout::Knockout(std::size_t players, std::uint64_t pairs, std::uint64_t tie_breaks)
    : players_((require_playable(players, pairs, tie_breaks), players)),
      pairs_(pairs),
      tie_breaks_(tie_breaks),
      bracket_(numbers_below(players)) {
  begin_round();
}

std::optional<std::size_t> Knockout::winner() const {
  return bracket_.is_over() ? bracket_.encounters()[0].winner : std::nullopt;
}

void Knockout::begin_round() {
  for (Encounter& encounter : bracket_.encounters()) {
    if (encounter.is_complete()) continue;
    encounter.decide(encounter.first ? encounter.first : encounter.second);
    append_bye({bracket_.stage(), *encounter.winner});
  }
  for (Encounter& encounter : bracket_.encounters()) {
    for (std::uint64_t pair = 0; encounter.is_complete() && pair < pairs_; ++pair) {
      append_one(encounter);
    }
  }
}

/// Appends a pair of games.
void Knockout::append_one(Encounter& encounter) {
  const auto [better, worse] = by_seed(encounter);
  const std::uint64_t pair = encounter.games / 2 + 1, round = bracket_.stage();
  encounter.games += 2;
  const bool swapped = (round + pair) % 2 == 1;
  // All encounters of a round have the same openings, and no opening of an earlier round recurs.
  const std::uint64_t opening = (round - 1) * (pairs_ + tie_breaks_) + pair;
  append_pair({0, round, 1, swapped ? worse : better, swapped ? better : worse, opening, pair});
}

void Knockout::finish_stage(std::size_t begin) {
  for (std::size_t i = begin; i < all().size(); ++i) {
    const std::size_t white = all()[i].white;
    bracket_.find(white)->add(white, points(i).white - points(i).black);
  }
  if (!append_tie_breaks()) next_round();
}

bool Knockout::append_tie_breaks() {
  bool any = false;
  for (Encounter& encounter : bracket_.encounters()) {
    if (encounter.is_decided || encounter.lead != 0) continue;
    if (encounter.games / 2 >= pairs_ + tie_breaks_) continue;
    append_one(encounter);
    any = true;
  }
  return any;
}

void Knockout::next_round() {
  for (Encounter& encounter : bracket_.encounters()) {
    if (encounter.is_decided) continue;
    encounter.decide(encounter.lead == 0  ? by_seed(encounter).first
                     : encounter.lead > 0 ? encounter.first
                                          : encounter.second);
  }
  if (bracket_.is_over()) return;
  bracket_.advance();
  begin_round();
}

namespace {

std::uint64_t knockout_rounds(const TournamentConfig& config) {
  return static_cast<std::uint64_t>(std::bit_width(config.bots.size() - 1));
}

void require_knockout(const TournamentConfig& config) {
  if (config.rounds != 1) {
    throw ValueError(
        message("the rounds of a knockout follow from its players; set pairs for the games of an "
                "encounter"));
  }
  if (config.single) throw ValueError(message("single is not for the system knockout"));
}

}  // namespace

extern constinit const TournamentSystem knockout_system = {
    .id = System::knockout,
    .name = "knockout",
    .title = "knockout",
    .make = [](const TournamentConfig& config) -> std::unique_ptr<Schedule> {
      return std::make_unique<Knockout>(config.bots.size(), config.pairs.value_or(1),
                                        config.tie_break_pairs.value_or(1));
    },
    .require_fitting = require_knockout,
    .is_fixed = false,
    .plans_upper_bound = true,
    .may_end_anywhere = false,
    .is_extendable = false,
    .takes_newcomers = false,
    .most_stages =
        [](const TournamentConfig& config) {
          return knockout_rounds(config) * (1 + config.tie_break_pairs.value_or(1));
        },
    .most_openings =
        [](const TournamentConfig& config) {
          return knockout_rounds(config) *
                 (config.pairs.value_or(1) + config.tie_break_pairs.value_or(1));
        }};

}  // namespace schiri
