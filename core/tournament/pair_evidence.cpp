#include "core/tournament/pair_evidence.h"

#include <algorithm>
#include <utility>

#include "core/base/decimals.h"
#include "core/base/text.h"

namespace schiri {

bool PairEvidence::add(const JudgedGame& game) {
  const auto joined = joiner_.add(game);
  if (!joined || !joined->is_evidence()) return false;
  const auto& [white, black] = std::pair(game.scheduled.black, game.scheduled.white);
  ratings_.add(white, black, joined->points_of(white));
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
  if (!evidence_.add(game)) return game.scheduled.leg == 2 && evidence_.only_repeats();
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
  const std::string pairs = counted(evidence_.ratings().pairs(), "pair");
  const std::string unit = target_ == AdaptiveTarget::ranks ? " places" : " Elo";
  const std::string end = evidence_.only_repeats() ? repeats_text : "";
  if (!largest_) return "some intervals are open after " + pairs + end;
  const bool reached = *largest_ < most_;
  return "largest error " + fixed_text(*largest_, 1) + unit + " after " + pairs +
         (reached ? ", below " : ", wanted below ") + fixed_text(most_, 1) + (reached ? "" : end);
}

}  // namespace schiri
