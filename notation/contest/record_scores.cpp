#include "notation/contest/record_scores.h"

#include "notation/contest/annotation.h"
#include "notation/records/pgn/turn_data.h"

namespace schiri {

std::vector<std::optional<Score>> scores_of(const Record& record, Side first) {
  std::vector<std::optional<Score>> scores;
  int depth = 0;
  for (const Element& element : record.movetext) {
    depth += element.kind == Element::Kind::variation_open;
    depth -= element.kind == Element::Kind::variation_close;
    if (element.kind == Element::Kind::turn) scores.emplace_back();
    if (element.kind != Element::Kind::comment || scores.empty() || depth > 0) continue;
    const Side side = scores.size() % 2 == 1 ? first : opponent(first);
    if (const auto analysis = read_analysis(element.text, side)) {
      scores.back() = analysis->score;
    } else if (!scores.back()) {
      scores.back() = read_thought(element.text);
      const auto command = scores.back() ? std::nullopt : score_for_white(element.text);
      if (command) scores.back() = seen_from(PointOfView::white, *command, side);
    }
  }
  return scores;
}

}  // namespace schiri
