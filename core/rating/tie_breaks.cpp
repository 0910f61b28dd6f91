#include "core/rating/tie_breaks.h"

namespace schiri::rating {

namespace {

constexpr TieBreak shown[] = {
    {"direct_encounter", "direct", "direct", &TieBreaks::direct_encounter},
    {"sonneborn_berger", "SB", "sonneborn_berger", &TieBreaks::sonneborn_berger},
    {"buchholz", "Buchholz", "buchholz", &TieBreaks::buchholz},
};

}  // namespace

void TieBreaks::add(double own_points, double opponent_points, double made, double games,
                    double won) {
  if (opponent_points == own_points) direct_encounter += made;
  sonneborn_berger += made * opponent_points;
  buchholz += games * opponent_points;
  wins += won;
}

std::span<const TieBreak> tie_breaks() { return shown; }

}  // namespace schiri::rating
