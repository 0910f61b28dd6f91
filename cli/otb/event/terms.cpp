#include "cli/otb/event/terms.h"

#include <string>

namespace schiri::otb {

namespace {

void require_games(const Terms& terms) {
  if (terms.cycles < 1 || terms.cycles > 10) {
    throw EventError(message("a round-robin has 1 to 10 cycles"));
  }
  if (terms.games < 1 || terms.games > 100) {
    throw EventError(message("a match of a knockout has 1 to 100 games"));
  }
  if (terms.cycles > 1 && terms.system != System::round_robin) {
    throw EventError(message("only a round-robin has cycles"));
  }
  if ((terms.games > 1 || terms.third_place) && terms.system != System::knockout) {
    throw EventError(message("only a knockout has matches, and one for the third place"));
  }
}

}  // namespace

Message system_word(const Terms& terms) {
  return terms.system == System::knockout ? message("knockout") : message("round-robin");
}

void require_points(const Terms& terms, const PointSystem& points) {
  constexpr int most = 100;
  const int bye = points.of(RoundResult::paired_bye);
  for (const int value :
       {points.win, points.draw, points.loss, points.absence, points.forfeit, bye}) {
    if (value < 0 || value > most)
      throw EventError(message("the points of a result are from 0 to 10"));
  }
  if (points.win <= points.loss || points.win < points.draw || points.draw < points.loss) {
    throw EventError(
        message("a win must give more points than a loss, and a draw as many as one of them "
                "or a number between"));
  }
  if (terms.system == System::knockout) {
    throw EventError(message("a knockout is decided by games won, so it has no points to set"));
  }
}

std::vector<rating::TieBreakId> default_tie_breaks(const Terms& terms) {
  if (terms.system == System::knockout) return {};
  if (terms.system == System::round_robin) {
    return {"DE", "WIN", "SB", "KS"};
  }
  return {"BH-C1", "BH", "SB", "DE", "WON"};
}

void require_rounds(std::uint64_t rounds) {
  if (rounds >= 1 && rounds <= most_rounds) return;
  throw EventError(message("a Swiss event has 1 to {0} rounds", most_rounds));
}

void require_valid(const Terms& terms) {
  if (!terms.is_swiss() && terms.system != System::round_robin &&
      terms.system != System::knockout) {
    throw EventError(message("an over-the-board event is dutch, round-robin or knockout"));
  }
  if (terms.is_swiss()) require_rounds(terms.rounds);
  if (terms.half_byes && !terms.is_swiss()) {
    throw EventError(message("a {0} has no half-point byes", system_word(terms)));
  }
  require_games(terms);
  if (terms.points) require_points(terms, *terms.points);
}

}  // namespace schiri::otb
