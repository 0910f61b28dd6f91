#include "cli/tournament/results/anytime_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "cli/print/output_language.h"
#include "cli/print/rows.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/tournament/systems.h"
#include "db/tournament/played_games.h"
#include "db/tournament/stored_plan.h"
#include "notation/text/row_text.h"

namespace schiri::cli {

namespace {

/// A number to one decimal; zero has no sign.
Json bound_cell(const std::optional<double>& bound) {
  return bound ? Json(std::round(*bound * 10) / 10 + 0.0) : Json("open");
}

std::string text_of(const rating::RankBounds& rank) {
  const std::string low = std::to_string(rank.low);
  return rank.low == rank.high ? low : low + "-" + std::to_string(rank.high);
}

/// Throws InputError for a tournament without pairs of games, or with too many players.
std::size_t require_intervals(const TournamentConfig& config) {
  if (config.single) {
    throw InputError(message(
        "--anytime: anytime-valid intervals require pairs of games with colours swapped, and this "
        "tournament has single games"));
  }
  const std::size_t players = config.bots.size();
  if (players <= rating::AnytimeRatings::most_players) return players;
  throw InputError(
      message("--anytime: anytime-valid intervals are available for at most {0} players, and the "
              "tournament has {1}",
              rating::AnytimeRatings::most_players, players));
}

}  // namespace

AnytimeTable::AnytimeTable(const db::Store& store, const db::StoredEvent& event,
                           const Contest& contest)
    : bots_(contest.config().bots), evidence_(require_intervals(contest.config())) {
  const auto schedule = contest.schedule();
  const auto stored = db::stored_results(store, event);
  const std::size_t paired = add_results(*schedule, db::results_of(stored));
  for (const db::StoredResult& game : std::span(stored).first(paired)) {
    if (evidence_.add({schedule->game(game.number), db::evidence_of(game), game.hash}) &&
        evidence_.ratings().is_fresh()) {
      evidence_.compare();
    }
  }
  evidence_.compare();
  order_.resize(bots_.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::stable_sort(order_.begin(), order_.end(), [&](std::size_t one, std::size_t other) {
    return evidence_.ratings().rating(one) > evidence_.ratings().rating(other);
  });
  ratings_ = evidence_.ratings().ratings();
  if (bots_.size() <= most_for_differences) differences_ = evidence_.ratings().differences();
}

/// The difference in strength between a player and the next.
std::string AnytimeTable::lead(std::size_t place) const {
  if (differences_.empty() || place + 1 == order_.size()) return {};
  const rating::Bounds& lead = differences_[order_[place] * order_.size() + order_[place + 1]];
  return text_cell(bound_cell(lead.low)) + " to " + text_cell(bound_cell(lead.high));
}

Json AnytimeTable::player(std::size_t player) const {
  const rating::RankBounds rank = evidence_.ratings().rank(player);
  return {{"player", bots_[player].name},
          {"rating", evidence_.ratings().rating(player)},
          {"low", value_or_null(ratings_[player].low)},
          {"high", value_or_null(ratings_[player].high)},
          {"rank_low", rank.low},
          {"rank_high", rank.high},
          {"pairs", evidence_.ratings().met(player)}};
}

Json AnytimeTable::differences() const {
  Json all = Json::array();
  for (std::size_t a = 0; a < order_.size() && !differences_.empty(); ++a) {
    for (std::size_t b = a + 1; b < order_.size(); ++b) {
      const rating::Bounds& known = differences_[order_[a] * order_.size() + order_[b]];
      const auto& ratings = evidence_.ratings();
      all.push_back({{"first", bots_[order_[a]].name},
                     {"second", bots_[order_[b]].name},
                     {"difference", ratings.rating(order_[a]) - ratings.rating(order_[b])},
                     {"low", value_or_null(known.low)},
                     {"high", value_or_null(known.high)}});
    }
  }
  return all;
}

void AnytimeTable::print(std::ostream& out, Format format) const {
  if (format == Format::json) {
    Json players = Json::array();
    for (const std::size_t one : order_) players.push_back(player(one));
    return write_line(out, {{"anytime",
                             {{"level", 0.95},
                              {"pairs", evidence_.ratings().pairs()},
                              {"contradictory", evidence_.ratings().is_contradictory()},
                              {"players", players},
                              {"differences", differences()}}}});
  }
  if (format == Format::markdown) out << "\n```text\n";
  out << translated(message("intervals that hold all together and at every moment (95 %), by {0} "
                            "{0:pair|pairs} of games; Elo by the points of a pair",
                            evidence_.ratings().pairs()))
      << '\n';
  AlignedText text(out, output_language(),
                   {message("ranks"), message("player"), message("rating"), message("low"),
                    message("high"), message("pairs"), message("ahead of the next")});
  for (std::size_t place = 0; place < order_.size(); ++place) {
    const std::size_t one = order_[place];
    text.add({text_of(evidence_.ratings().rank(one)), bots_[one].name,
              bound_cell(evidence_.ratings().rating(one)), bound_cell(ratings_[one].low),
              bound_cell(ratings_[one].high), evidence_.ratings().met(one), lead(place)});
  }
  text.finish();
  if (evidence_.ratings().is_contradictory()) {
    out << translated(
               message("no ratings explain these results: players beat each other in a cycle, "
                       "or their strengths changed; the intervals are open"))
        << '\n';
  }
  if (format == Format::markdown) out << "```\n";
}

}  // namespace schiri::cli
