#include "notation/rating/match_block.h"

#include <cmath>
#include <optional>

#include "core/base/decimals.h"
#include "core/base/text.h"
#include "notation/text/row_text.h"

namespace schiri::rating {

namespace {

Decimal rounded(double value, int decimals = 1) { return {rounded_text(value, decimals)}; }

Message with_error(double value, double error) {
  return message("{0} +- {1}", rounded(value), rounded(error));
}

Message per_cent(double share) { return message("{0} %", rounded(100 * share)); }

/// The estimate with its error, otherwise what is known of it.
Message elo_text(const MatchElo& elo) {
  const auto bound = [](const std::optional<double>& end) {
    return end ? message("{0}", rounded(*end)) : message("open");
  };
  if (elo.elo && elo.error) return with_error(*elo.elo, *elo.error);
  if (elo.elo) return message("{0} ({1} to {2})", bound(elo.elo), bound(elo.low), bound(elo.high));
  if (elo.low) return message("above {0}", bound(elo.low));
  if (elo.high) return message("below {0}", bound(elo.high));
  return message("unknown");
}

Message nelo_text(const MatchElo& elo) {
  return elo.nelo ? with_error(*elo.nelo, *elo.nelo_error) : message("unknown");
}

Message ratio_text(double ratio) {
  return std::isfinite(ratio) ? message("{0}", rounded(ratio, 2)) : message("infinite");
}

std::string cells_text(const MatchCounts& counts) {
  std::string text;
  for (const std::uint64_t cell : counts.counts()) {
    text += (text.empty() ? "[" : ", ") + std::to_string(cell);
  }
  return text + "]";
}

Message ratios_line(const MatchSummary& match) {
  if (!match.elo.los) return {};
  Message text = message("LOS: {0}", per_cent(*match.elo.los));
  if (match.draw_ratio) text = message("{0}, draw ratio: {1}", text, per_cent(*match.draw_ratio));
  if (match.pairs_ratio) {
    text = message("{0}, pairs ratio: {1}", text, ratio_text(*match.pairs_ratio));
  }
  return text;
}

double share_of_points(const MatchSummary& match) { return match.points / real(match.games); }

Message games_line(const MatchSummary& match) {
  Message text = message("Games: {0}", match.games);
  if (const auto& results = match.results) {
    text = message("{0}, Wins: {1}, Losses: {2}, Draws: {3}", text, results->wins, results->losses,
                   results->draws);
  }
  if (match.games > 0) {
    text = message("{0}, Points: {1} ({2})", text, rounded(match.points),
                   per_cent(share_of_points(match)));
  }
  return text;
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

std::string match_block(const MatchSummary& match, const Translation& language) {
  std::vector<Message> lines = {
      message("Elo: {0}, nElo: {1}", elo_text(match.elo), nelo_text(match.elo)), ratios_line(match),
      games_line(match)};
  if (match.counts.pairs()) {
    lines.push_back(message("Pentanomial (0-2): {0}", cells_text(match.counts)));
  }
  if (const std::uint64_t games = match.uncounted(); games > 0) {
    lines.push_back(
        match.counts.pairs()
            ? message("Not in the estimate: {0} {0:game|games}, repeated or without its "
                      "partner",
                      games)
            : message("Not in the estimate: {0} {0:game|games}, repeated", games));
  }
  std::string text;
  for (const Message& line : lines) text += line.empty() ? "" : line.in(language) + '\n';
  return text;
}

std::string match_line(const MatchSummary& match, const Translation& language) {
  Message text = message("{0} {0:game|games}", match.games);
  if (const auto& results = match.results) {
    text = message("{0}, +{1} ={2} -{3}", text, results->wins, results->draws, results->losses);
  }
  if (match.games > 0) text = message("{0}, {1}", text, per_cent(share_of_points(match)));
  text = message("{0}, Elo {1}, nElo {2}", text, elo_text(match.elo), nelo_text(match.elo));
  if (match.elo.los) text = message("{0}, LOS {1}", text, per_cent(*match.elo.los));
  if (match.counts.pairs()) text = message("{0}, penta {1}", text, cells_text(match.counts));
  return text.in(language);
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
    add("points",
        rounded_text(match.points, 1) + " (" + per_cent(share_of_points(match)).english() + ")");
  }
  if (match.draw_ratio) add("draw ratio", per_cent(*match.draw_ratio));
  if (match.pairs_ratio) add("pairs ratio", ratio_text(*match.pairs_ratio));
  if (match.counts.pairs()) add("pentanomial (0-2)", cells_text(match.counts));
  return figures;
}

const Columns<MatchSummary>& match_columns() {
  using Row = const MatchSummary&;
  const auto count = [](std::uint64_t Wdl::*member) {
    return [member](Row match) { return match.results ? Cell((*match.results).*member) : Cell(); };
  };
  static const Columns<MatchSummary> columns = {
      {{"elo", {}, Holds::rating, "of the first player; null if all points or none were made"},
       [](Row match) { return match.elo.elo; }},
      {{"error", {}, Holds::rating, "half of the 95 % interval; null if the interval is open"},
       [](Row match) { return match.elo.error; }},
      {{"nelo", {}, Holds::rating, "normalized Elo; null if all results are the same"},
       [](Row match) { return match.elo.nelo; }},
      {{"nelo_error", {}, Holds::rating, "half of its 95 % interval"},
       [](Row match) { return match.elo.nelo_error; }},
      {{"los", {}, Holds::share, "likelihood of superiority; null without games"},
       [](Row match) { return match.elo.los; }},
      {{"games", {}, Holds::count, "all games"}, [](Row match) { return match.games; }},
      {{"wins", {}, Holds::count, "null with `--penta`"}, count(&Wdl::wins)},
      {{"draws", {}, Holds::count, "null with `--penta`"}, count(&Wdl::draws)},
      {{"losses", {}, Holds::count, "null with `--penta`"}, count(&Wdl::losses)},
      {{"points", {}, Holds::points, "wins plus half of the draws"},
       [](Row match) { return match.points; }},
      {{"penta", {}, Holds::list, "pairs with 0, 1/2, 1, 1 1/2 and 2 points; null without pairs"},
       [](Row match) { return penta_or_null(match.counts); }},
      {{"draw_ratio", {}, Holds::share, "share of pairs with a point each, or of drawn games"},
       [](Row match) { return match.draw_ratio; }},
      {{"pairs_ratio",
        {},
        Holds::number,
        "pairs with more than a point to pairs with less; null without the latter"},
       [](Row match) { return finite_or_null(match.pairs_ratio); }},
      {{"low", {}, Holds::rating, "lower end of the 95 % interval; null if open"},
       [](Row match) { return match.elo.low; }},
      {{"high", {}, Holds::rating, "upper end; null if open"},
       [](Row match) { return match.elo.high; }},
      {{"units", {}, Holds::count, "pairs or games in the estimate"},
       [](Row match) { return match.counts.units(); }},
      {{"interval", {}, Holds::text, "`normal`, or `jeffreys` for few results"},
       [](Row match) { return text_or_null(match.elo.interval); }},
      {{"scale", {}, Holds::text, "sentence that says what the numbers mean"},
       [](Row match) { return Json(match.elo.scale.english()); }}};
  return columns;
}

Json match_json(const MatchSummary& match) { return match_columns().object(match); }

}  // namespace schiri::rating
