#include "core/tournament/screening.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/message.h"
#include "core/tournament/systems.h"

namespace schiri {

/// Alpha is rounded down, to be read.
rating::SprtOptions options_of_take(const rating::SprtOptions& plan, std::size_t takes) {
  constexpr double unit = 1e-6;
  rating::SprtOptions options = plan;
  if (takes < 2) return options;
  const double alpha = plan.alpha / static_cast<double>(takes);
  options.alpha = alpha < unit ? alpha : rounded_to(std::floor(alpha / unit) * unit, 6);
  options.beta = plan.beta / 2;
  return options;
}

TakeRace::TakeRace(std::size_t takes, const rating::SprtOptions& plan)
    : options_(options_of_take(plan, takes)),
      decisive_lead_(std::log(2 * static_cast<double>(takes - 1) / plan.beta)) {
  const auto none = rating::MatchCounts::penta({});
  takes_.assign(takes, {none, rating::Sprt(options_, none)});
}

void TakeRace::add(std::size_t take, int half_points) {
  Take& played = takes_.at(take);
  if (is_decided() || played.state != State::playing) return;
  const rating::MatchCounts pair = one_unit(true, static_cast<std::size_t>(half_points));
  played.counts += pair;
  played.test.add(pair);
  if (const auto decision = played.test.state().decision) {
    played.state = *decision == rating::SprtDecision::h1 ? State::accepted : State::rejected;
  }
  drop_beaten();
}

void TakeRace::exclude(std::size_t take) {
  if (is_decided() || takes_.at(take).state != State::playing) return;
  takes_[take].state = State::excluded;
  drop_beaten();
}

bool TakeRace::is_decided() const {
  return takes_[leader_].state == State::accepted ||
         std::none_of(takes_.begin(), takes_.end(),
                      [](const Take& take) { return take.state == State::playing; });
}

/// Finds the leader among the takes that are not out.
void TakeRace::drop_beaten() {
  const auto is_in = [this](std::size_t take) {
    return takes_[take].state == State::playing || takes_[take].state == State::accepted;
  };
  for (std::size_t i = 0; i < takes_.size(); ++i) {
    if (is_in(i) && (!is_in(leader_) || llr(i) > llr(leader_))) leader_ = i;
  }
  if (!is_in(leader_)) return;
  for (std::size_t i = 0; i < takes_.size(); ++i) {
    if (takes_[i].state != State::playing || llr(leader_) - llr(i) < decisive_lead_) continue;
    takes_[i].state = State::behind;
    takes_[i].behind = leader_;
  }
}

Screening::Screening(std::size_t players, std::uint64_t rounds, const rating::SprtOptions& plan)
    : rounds_(rounds), race_(players - 1, plan) {
  pair();
}

ScheduledGame Screening::game(std::uint64_t number) const {
  const Encounter& encounter = encounters_.at((number - 1) / 2);
  const std::size_t baseline = race_.takes().size();
  return game_of_pair(number, encounter.round, encounter.take, baseline);
}

void Screening::add(const GameResult& result) {
  encounters_.at((result.number - 1) / 2)
      .score.add(result.outcome, result.number % 2 == 1 ? Side::white : Side::black);
  while (learnt_ < encounters_.size() && encounters_[learnt_].score.missing == 0) {
    const Encounter& encounter = encounters_[learnt_++];
    if (encounter.score.half_points) race_.add(encounter.take, *encounter.score.half_points);
    pair();
  }
}

void Screening::pair() {
  const std::uint64_t known = learnt_ == 0 ? 0 : encounters_[learnt_ - 1].round;
  std::uint64_t round = encounters_.empty() ? 0 : encounters_.back().round;
  while (round < std::min(rounds_, known + rounds_ahead(known)) && !race_.is_decided()) {
    ++round;
    for (std::size_t take = 0; take < race_.takes().size(); ++take) {
      if (race_.takes()[take].state == TakeRace::State::playing)
        encounters_.push_back({round, take});
    }
  }
}

/// The baseline is the last player.
bool ScreeningRule::add(const JudgedGame& game) {
  const auto joined = joiner_.add(game);
  const std::size_t take = std::min(game.scheduled.white, game.scheduled.black);
  if (joined && joined->is_evidence()) race_.add(take, joined->points_of(take));
  // Such a pair was not played: the take or the baseline has failed too often.
  if (joined && joined->first && !joined->first->outcome && !game.outcome) race_.exclude(take);
  return race_.is_decided() || joiner_.is_exhausted();
}

Message ScreeningRule::text() const {
  const TakeRace::Take& leader = race_.takes()[race_.leader()];
  const rating::SprtState& state = leader.test.state();
  const auto playing = std::count_if(
      race_.takes().begin(), race_.takes().end(),
      [](const TakeRace::Take& take) { return take.state == TakeRace::State::playing; });
  const std::string& name = players_[race_.leader()].name;
  const Message text =
      message("{0} {0:take|takes} left, best is {1}: LLR {2} ({3}, {4}) after {5} {5:pair|pairs}",
              playing, name, Decimal{fixed_text(state.llr, 2)}, Decimal{fixed_text(state.lower, 2)},
              Decimal{fixed_text(state.upper, 2)}, leader.counts.units());
  if (!race_.is_decided()) return with_reason(text, joiner_.reason());
  if (leader.state == TakeRace::State::accepted)
    return message("{0} is accepted: LLR {1} after {2} {2:pair|pairs}", name,
                   Decimal{fixed_text(state.llr, 2)}, leader.counts.units());
  const bool was_stopped = std::ranges::any_of(race_.takes(), [](const TakeRace::Take& take) {
    return take.state == TakeRace::State::excluded;
  });
  return with_reason(message("no take is accepted"),
                     was_stopped ? message("ended because a player is out") : Message());
}

extern constinit const TournamentSystem screening_system = {
    .id = System::screening,
    .name = "screening",
    .title = "test",
    .make = [](const TournamentConfig& config) -> std::unique_ptr<Schedule> {
      return std::make_unique<Screening>(config.bots.size(), config.rounds, *config.sprt);
    },
    .require_fitting =
        [](const TournamentConfig& config) {
          if (config.single) throw ValueError(message("single is not for the system screening"));
          if (!config.sprt) {
            throw ValueError(message("the system screening needs sprt, the test of each take"));
          }
          if (config.bots.size() < 3) {
            throw ValueError(
                message("the system screening tests at least two takes, and then the baseline"));
          }
        },
    .is_fixed = false,
    .plans_upper_bound = true,
    .is_shareable = false,
    .takes_newcomers = false};

}  // namespace schiri
