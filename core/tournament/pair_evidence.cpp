#include "core/tournament/pair_evidence.h"

#include <algorithm>
#include <utility>

#include "core/base/decimals.h"

namespace schiri {

bool PairEvidence::add(const JudgedGame& game) {
  const bool is_new = distinct_.add(game);
  if (game.scheduled.leg != 2) {
    first_leg_.reset();
    if (game.scheduled.leg == 1) first_leg_ = game;
    first_is_new_ = is_new;
    return false;
  }
  const auto first = std::exchange(first_leg_, std::nullopt);
  if (!first || first->scheduled.number + 1 != game.scheduled.number) return false;
  if (!first->outcome || !game.outcome || !(first_is_new_ || is_new)) return false;
  ratings_.add(first->scheduled.white, first->scheduled.black,
               half_points(*first->outcome, Side::white) + half_points(*game.outcome, Side::black));
  return true;
}

std::optional<double> AnytimeRule::largest_rank_error() const {
  std::size_t widest = 0;
  for (std::size_t i = 0; i < evidence_.ratings().players(); ++i) {
    const rating::RankBounds rank = evidence_.ratings().rank(i);
    widest = std::max(widest, rank.high - rank.low);
  }
  return static_cast<double>(widest) / 2;
}

bool AnytimeRule::add(const JudgedGame& game) {
  if (!evidence_.add(game)) return false;
  const bool is_fresh = evidence_.ratings().is_fresh();
  if (target_ == AdaptiveTarget::ranks) {
    if (is_fresh) evidence_.compare();
    largest_ = largest_rank_error();
  } else if (is_fresh) {
    largest_ = evidence_.ratings().largest_error(most_);
  }
  return largest_ && *largest_ < most_;
}

std::string AnytimeRule::text() const {
  const std::string pairs = std::to_string(evidence_.ratings().pairs()) + " pairs";
  const std::string unit = target_ == AdaptiveTarget::ranks ? " places" : " Elo";
  if (!largest_) return "some intervals are open after " + pairs;
  return "largest error " + fixed_text(*largest_, 1) + unit + " after " + pairs +
         (*largest_ < most_ ? ", below " : ", wanted below ") + fixed_text(most_, 1);
}

}  // namespace schiri
