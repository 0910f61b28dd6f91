#include "cli/otb/lists/bracket.h"

#include <array>
#include <optional>

#include "cli/otb/event/knockout.h"
#include "cli/otb/lists/list_words.h"
#include "cli/print/list_page.h"
#include "core/base/names.h"

namespace schiri::cli {

namespace {

using Encounter = Bracket::Encounter;

/// The points that two entrants have made against each other; unset without a result.
std::optional<std::array<double, 2>> score_of(const otb::Event& event, const Encounter& match) {
  std::optional<std::array<double, 2>> score;
  if (!match.is_complete()) return score;
  for (const otb::Round& round : event.rounds()) {
    for (const otb::Board& board : round.boards) {
      if (!board.has(*match.first) || !board.has(*match.second) || !board.result) continue;
      if (!score) score.emplace();
      const int first = board.first == match.first ? 0 : 1;
      (*score)[0] += half_points(*board.result, first) / 2.0;
      (*score)[1] += half_points(*board.result, 1 - first) / 2.0;
    }
  }
  return score;
}

}  // namespace

std::string bracket_html(const otb::Event& event, const Translation& language,
                         const std::function<std::string(std::size_t entrant)>& name) {
  const auto stages = otb::knockout_after(event, event.rounds().size()).tree();
  std::string text = "<ol class=\"bracket\">\n";
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    const std::size_t width = std::size_t{1} << (stages.size() - 1 - stage);
    text +=
        "<li><h3>" + html_text(with_capital(otb::stage_name(width).in(language))) + "</h3><ul>\n";
    for (std::size_t i = 0; i < stages[stage].size(); ++i) {
      const Encounter& match = stages[stage][i];
      const auto score = score_of(event, match);
      text += "<li>";
      if (i == width) {
        text += "<p class=\"note\">" +
                html_text(with_capital(message("match for the third place").in(language))) + "</p>";
      }
      for (int side = 0; side < 2; ++side) {
        const auto& entrant = side ? match.second : match.first;
        const bool is_bye = stage == 0 && !entrant;
        text += entrant && match.winner == entrant ? "<p class=\"won\"><span>" : "<p><span>";
        if (entrant) text += name(*entrant);
        if (is_bye) text += html_text(message("bye").in(language));
        text += "</span>";
        if (score) {
          text += "<span class=\"score\">" +
                  html_text(
                      language.number(points_text((*score)[static_cast<std::size_t>(side)]).text)) +
                  "</span>";
        }
        text += "</p>";
      }
      text += "</li>\n";
    }
    text += "</ul></li>\n";
  }
  return text + "</ol>\n";
}

}  // namespace schiri::cli
