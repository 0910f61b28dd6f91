#include "notation/rating/match_block.h"

#include <cmath>
#include <optional>

#include "core/base/decimals.h"
#include "core/base/text.h"
#include "notation/text/row_text.h"

namespace schiri::rating {

namespace {

std::string with_error(double value, double error) {
  return rounded_text(value, 1) + " +- " + rounded_text(error, 1);
}

std::string per_cent(double share) { return rounded_text(100 * share, 1) + " %"; }

/// The estimate with its error, otherwise what is known of it.
std::string elo_text(const MatchElo& elo) {
  const auto bound = [](const std::optional<double>& end) {
    return end ? rounded_text(*end, 1) : std::string("open");
  };
  if (elo.elo && elo.error) return with_error(*elo.elo, *elo.error);
  if (elo.elo) return bound(elo.elo) + " (" + bound(elo.low) + " to " + bound(elo.high) + ")";
  if (elo.low) return "above " + bound(elo.low);
  if (elo.high) return "below " + bound(elo.high);
  return "unknown";
}

std::string nelo_text(const MatchElo& elo) {
  return elo.nelo ? with_error(*elo.nelo, *elo.nelo_error) : "unknown";
}

std::string ratio_text(double ratio) {
  return std::isfinite(ratio) ? rounded_text(ratio, 2) : "infinite";
}

std::string cells_text(const MatchCounts& counts) {
  std::string text;
  for (const std::uint64_t cell : counts.counts()) {
    text += (text.empty() ? "[" : ", ") + std::to_string(cell);
  }
  return text + "]";
}

std::string ratios_line(const MatchSummary& match) {
  if (!match.elo.los) return {};
  std::string text = "LOS: " + per_cent(*match.elo.los);
  if (match.draw_ratio) text += ", draw ratio: " + per_cent(*match.draw_ratio);
  if (match.pairs_ratio) text += ", pairs ratio: " + ratio_text(*match.pairs_ratio);
  return text + '\n';
}

double share_of_points(const MatchSummary& match) { return match.points / real(match.games); }

std::string games_line(const MatchSummary& match) {
  std::string text = "Games: " + std::to_string(match.games);
  if (const auto& results = match.results) {
    text += ", Wins: " + std::to_string(results->wins) +
            ", Losses: " + std::to_string(results->losses) +
            ", Draws: " + std::to_string(results->draws);
  }
  if (match.games > 0) {
    text += ", Points: " + rounded_text(match.points, 1) + " (" + per_cent(share_of_points(match)) +
            ")";
  }
  return text + '\n';
}

Json finite_or_null(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json();
}

Json penta_or_null(const MatchCounts& counts) {
  if (!counts.pairs()) return {};
  Json cells = Json::array();
  for (const std::uint64_t cell : counts.counts()) cells.push_back(cell);
  return cells;
}

}  // namespace

std::string match_block(const MatchSummary& match) {
  std::string text = "Elo: " + elo_text(match.elo) + ", nElo: " + nelo_text(match.elo) + '\n';
  text += ratios_line(match) + games_line(match);
  if (match.counts.pairs()) text += "Pentanomial (0-2): " + cells_text(match.counts) + '\n';
  if (const std::uint64_t games = match.uncounted(); games > 0) {
    text += "Not in the estimate: " + counted(games, "game") +
            (match.counts.pairs() ? ", repeated or without its partner" : ", repeated") + '\n';
  }
  return text;
}

std::string match_line(const MatchSummary& match) {
  std::string text = counted(match.games, "game");
  if (const auto& results = match.results) {
    text += ", +" + std::to_string(results->wins) + " =" + std::to_string(results->draws) + " -" +
            std::to_string(results->losses);
  }
  if (match.games > 0) text += ", " + per_cent(share_of_points(match));
  text += ", Elo " + elo_text(match.elo) + ", nElo " + nelo_text(match.elo);
  if (match.elo.los) text += ", LOS " + per_cent(*match.elo.los);
  if (match.counts.pairs()) text += ", penta " + cells_text(match.counts);
  return text;
}

std::vector<std::pair<std::string, std::string>> match_figures(const MatchSummary& match) {
  std::vector<std::pair<std::string, std::string>> figures = {
      {"Elo difference", elo_text(match.elo)}, {"nElo", nelo_text(match.elo)}};
  const auto add = [&](const char* name, std::string text) {
    figures.emplace_back(name, std::move(text));
  };
  if (match.elo.los) add("LOS", per_cent(*match.elo.los));
  add("games", std::to_string(match.games));
  if (const auto& results = match.results) {
    add("wins, draws, losses", std::to_string(results->wins) + ", " +
                                   std::to_string(results->draws) + ", " +
                                   std::to_string(results->losses));
  }
  if (match.games > 0) {
    add("points", rounded_text(match.points, 1) + " (" + per_cent(share_of_points(match)) + ")");
  }
  if (match.draw_ratio) add("draw ratio", per_cent(*match.draw_ratio));
  if (match.pairs_ratio) add("pairs ratio", ratio_text(*match.pairs_ratio));
  if (match.counts.pairs()) add("pentanomial (0-2)", cells_text(match.counts));
  return figures;
}

Json match_json(const MatchSummary& match) {
  const auto count = [&](std::uint64_t Wdl::*member) {
    return match.results ? Json((*match.results).*member) : Json();
  };
  return {{"elo", value_or_null(match.elo.elo)},
          {"error", value_or_null(match.elo.error)},
          {"nelo", value_or_null(match.elo.nelo)},
          {"nelo_error", value_or_null(match.elo.nelo_error)},
          {"los", value_or_null(match.elo.los)},
          {"games", match.games},
          {"wins", count(&Wdl::wins)},
          {"draws", count(&Wdl::draws)},
          {"losses", count(&Wdl::losses)},
          {"points", match.points},
          {"penta", penta_or_null(match.counts)},
          {"draw_ratio", value_or_null(match.draw_ratio)},
          {"pairs_ratio", finite_or_null(match.pairs_ratio)},
          {"low", value_or_null(match.elo.low)},
          {"high", value_or_null(match.elo.high)},
          {"units", match.counts.units()},
          {"interval", text_or_null(match.elo.interval)},
          {"scale", match.elo.scale}};
}

}  // namespace schiri::rating
