#include "core/tournament/pair_evidence.h"

#include <algorithm>
#include <utility>

#include "core/base/decimals.h"
#include "core/base/message.h"
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

Message AnytimeRule::text() const {
  const std::uint64_t pairs = evidence_.ratings().pairs();
  const bool only_repeats = evidence_.only_repeats();
  if (!largest_) {
    return with_reason(message("some intervals are open after {0} {0:pair|pairs}", pairs),
                       only_repeats);
  }
  const bool is_reached = *largest_ < most_;
  const Decimal largest{fixed_text(*largest_, 1)}, most{fixed_text(most_, 1)};
  if (target_ == AdaptiveTarget::ranks) {
    if (is_reached) {
      return message("largest error {0} places after {1} {1:pair|pairs}, below {2}", largest, pairs,
                     most);
    }
    return with_reason(
        message("largest error {0} places after {1} {1:pair|pairs}, wanted below {2}", largest,
                pairs, most),
        only_repeats);
  }
  if (is_reached) {
    return message("largest error {0} Elo after {1} {1:pair|pairs}, below {2}", largest, pairs,
                   most);
  }
  return with_reason(message("largest error {0} Elo after {1} {1:pair|pairs}, wanted below {2}",
                             largest, pairs, most),
                     only_repeats);
}

}  // namespace schiri
