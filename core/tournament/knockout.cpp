#include "core/tournament/knockout.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "core/base/errors.h"
#include "core/base/order.h"
#include "core/tournament/system.h"

namespace schiri {

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
  auto& encounters = bracket_.encounters();
  scores_.assign(encounters.size(), {});
  for (Bracket::Encounter& encounter : encounters) {
    if (encounter.is_complete()) continue;
    encounter.decide(encounter.first ? encounter.first : encounter.second);
    append_bye({bracket_.stage(), *encounter.winner});
  }
  for (std::size_t i = 0; i < encounters.size(); ++i) {
    for (std::uint64_t pair = 0; encounters[i].is_complete() && pair < pairs_; ++pair) {
      append_one(i);
    }
  }
}

void Knockout::append_one(std::size_t encounter) {
  const auto [better, worse] = by_seed(bracket_.encounters()[encounter]);
  const std::uint64_t pair = ++scores_[encounter].pairs, round = bracket_.stage();
  const bool swapped = (round + pair) % 2 == 1;
  // All encounters of a round have the same openings, and no opening of an earlier round recurs.
  const std::uint64_t opening = (round - 1) * (pairs_ + tie_breaks_) + pair;
  append_pair({0, round, 1, swapped ? worse : better, swapped ? better : worse, opening, pair});
}

void Knockout::finish_stage(std::size_t begin) {
  count(begin);
  if (!append_tie_breaks()) next_round();
}

void Knockout::count(std::size_t begin) {
  std::vector<EncounterScore*> of(players_);
  for (std::size_t i = 0; i < scores_.size(); ++i) {
    const Bracket::Encounter& encounter = bracket_.encounters()[i];
    if (encounter.is_complete()) of[by_seed(encounter).first] = &scores_[i];
  }
  for (std::size_t i = begin; i < all().size(); ++i) {
    const ScheduledGame& game = all()[i];
    const int ahead = points(i).white - points(i).black;
    const std::size_t better = std::min(game.white, game.black);
    of[better]->lead += game.white == better ? ahead : -ahead;
  }
}

bool Knockout::append_tie_breaks() {
  bool any = false;
  for (std::size_t i = 0; i < scores_.size(); ++i) {
    if (!bracket_.encounters()[i].is_complete() || scores_[i].lead != 0) continue;
    if (scores_[i].pairs >= pairs_ + tie_breaks_) continue;
    append_one(i);
    any = true;
  }
  return any;
}

void Knockout::next_round() {
  for (std::size_t i = 0; i < scores_.size(); ++i) {
    Bracket::Encounter& encounter = bracket_.encounters()[i];
    if (!encounter.is_complete()) continue;
    const auto [better, worse] = by_seed(encounter);
    encounter.decide(scores_[i].lead >= 0 ? better : worse);
  }
  if (bracket_.is_over()) return;
  bracket_.advance();
  begin_round();
}

namespace {

class KnockoutSystem final : public TournamentSystem {
 public:
  System id() const override { return System::knockout; }
  std::string_view name() const override { return "knockout"; }
  bool is_fixed() const override { return false; }
  bool plans_upper_bound() const override { return true; }
  bool is_extendable() const override { return false; }

  std::span<const std::string_view> own_settings() const override {
    static constexpr std::string_view own[] = {"pairs", "tie-break-pairs"};
    return own;
  }

  void require_fitting(const TournamentConfig& config) const override {
    if (config.rounds != 1) {
      throw ValueError(
          message("the rounds of a knockout follow from its players; set pairs for the games of an "
                  "encounter"));
    }
    if (config.single) throw ValueError(message("single is not for the system knockout"));
  }

  std::uint64_t most_stages(const TournamentConfig& config) const override {
    return rounds(config) * (1 + config.tie_break_pairs.value_or(1));
  }

  std::uint64_t most_openings(const TournamentConfig& config) const override {
    return rounds(config) * (config.pairs.value_or(1) + config.tie_break_pairs.value_or(1));
  }

  std::unique_ptr<Schedule> make(const TournamentConfig& config) const override {
    return std::make_unique<Knockout>(config.bots.size(), config.pairs.value_or(1),
                                      config.tie_break_pairs.value_or(1));
  }

 private:
  static std::uint64_t rounds(const TournamentConfig& config) {
    return static_cast<std::uint64_t>(std::bit_width(config.bots.size() - 1));
  }
};

}  // namespace

const TournamentSystem& knockout_system() {
  static const KnockoutSystem system;
  return system;
}

}  // namespace schiri
