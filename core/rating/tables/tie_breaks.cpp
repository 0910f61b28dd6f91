#include "core/rating/tables/tie_breaks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include "core/base/characters.h"
#include "core/base/names.h"
#include "core/base/order.h"
#include "core/rating/tables/direct_encounter.h"

namespace schiri::rating {

namespace {

using Kind = TieBreakRound::Kind;
using Figure = std::optional<double>;

/// The contribution of a round to a sum over opponents.
struct Contribution {
  double opponent_score;
  double value;
  double times = 1;  ///< number of such contributions
  bool is_voluntary = false;
};

bool was_absent(Kind kind) { return kind == Kind::requested_bye || kind == Kind::forfeit_loss; }

}  // namespace

/// Sums over opponents and own records of one field.
class TieBreakSums {
 public:
  explicit TieBreakSums(const TieBreakField& of) : field(of), points(points_of(of)) {
    for (std::size_t p = 0; p < points.size(); ++p) {
      scores_.push_back(adjusted_score(p));
      has_half_.push_back(has_half(p));
    }
  }

  const TieBreakField& field;
  const std::vector<double> points;

  /// The sum over the opponents without the `cut` least ones; `times_points`: each times the points
  /// made against it (Sonneborn-Berger).
  double buchholz(std::size_t player, int cut, bool times_points = false) const;
  double koya(std::size_t player) const;
  Figure average_rating(std::size_t player) const;
  Figure performance(std::size_t player) const;

  template <class PointsOf>
  double sum(std::size_t player, PointsOf points_of_round) const {
    double total = 0;
    for (const TieBreakRound& round : field.players[player]) total += points_of_round(round);
    return total;
  }

 private:
  double adjusted_score(std::size_t player) const;
  double dummy_score(std::size_t player, const TieBreakRound& round) const;
  bool has_half(std::size_t player) const;

  std::vector<double> scores_;  ///< as opponents count them (16.3)
  std::vector<bool> has_half_;
};

/// Except in round-robins: final rounds that a player requested not to play count as draws for its
/// opponents (16.3.2).
double TieBreakSums::adjusted_score(std::size_t player) const {
  const auto& rounds = field.players[player];
  double score = points[player];
  if (!field.is_swiss) return score;
  for (std::size_t i = rounds.size(); i > 0 && was_absent(rounds[i - 1].kind); --i) {
    if (rounds[i - 1].kind == Kind::requested_bye) score += field.draw - rounds[i - 1].points;
  }
  return score;
}

/// The points of the dummy of an unplayed round: the player's own, but not more than those of the
/// scheduled opponent, or of all draws (16.4).
double TieBreakSums::dummy_score(std::size_t player, const TieBreakRound& round) const {
  const auto rounds = static_cast<double>(field.players[player].size());
  const double most = round.opponent ? scores_[*round.opponent] : field.draw * rounds;
  return std::min(points[player], most);
}

void take_one(std::vector<Contribution>& list, std::vector<Contribution>::iterator at) {
  at->times -= 1;
  if (at->times <= 0) list.erase(at);
}

/// The least significant value, or instead of it the least one of a voluntarily unplayed round, if
/// that is not lower (14.1, 16.5).
void cut_least(std::vector<Contribution>& list) {
  if (list.empty()) return;
  const auto least = std::min_element(list.begin(), list.end(), [](const auto& a, const auto& b) {
    return std::tie(a.opponent_score, a.value) < std::tie(b.opponent_score, b.value);
  });
  auto chosen = list.end();
  for (auto one = list.begin(); one != list.end(); ++one) {
    if (one->is_voluntary && (chosen == list.end() || one->value < chosen->value)) chosen = one;
  }
  take_one(list, chosen != list.end() && chosen->value >= least->value ? chosen : least);
}

double TieBreakSums::buchholz(std::size_t player, int cut, bool times_points) const {
  std::vector<Contribution> list;
  for (const TieBreakRound& round : field.players[player]) {
    if (round.kind == Kind::none) continue;
    const bool counts_as_played = round.kind == Kind::played || !field.is_swiss;
    if (counts_as_played && !round.opponent) continue;
    const double score = counts_as_played ? scores_[*round.opponent] : dummy_score(player, round);
    list.push_back({score, times_points ? score * round.points : score,
                    times_points ? 1 : round.games, !counts_as_played && was_absent(round.kind)});
  }
  for (; cut > 0; --cut) cut_least(list);
  return std::accumulate(list.begin(), list.end(), 0.0, [](double sum, const Contribution& one) {
    return sum + one.value * one.times;
  });
}

/// Has the player made at least half of the possible points?
bool TieBreakSums::has_half(std::size_t player) const {
  const double most = sum(player, [&](const TieBreakRound& round) {
    return round.kind == Kind::none ? 0 : field.win * round.games;
  });
  return 2 * points[player] >= most;
}

double TieBreakSums::koya(std::size_t player) const {
  return sum(player, [&](const TieBreakRound& round) {
    return round.opponent && has_half_[*round.opponent] ? round.points : 0;
  });
}

/// Of the rated opponents met at the board, rounded.
Figure TieBreakSums::average_rating(std::size_t player) const {
  double all = 0, count = 0;
  for (const TieBreakRound& round : field.players[player]) {
    if (round.kind != Kind::played || field.ratings.empty()) continue;
    const auto& rating = field.ratings[*round.opponent];
    if (!rating) continue;
    all += *rating;
    count += 1;
  }
  return count > 0 ? Figure(std::floor(all / count + 0.5)) : std::nullopt;
}

Figure TieBreakSums::performance(std::size_t player) const {
  const auto average = average_rating(player);
  if (!average) return std::nullopt;
  int half_points = 0, games = 0;
  for (const TieBreakRound& round : field.players[player]) {
    if (round.kind != Kind::played || !field.ratings[*round.opponent]) continue;
    half_points += static_cast<int>(2 * round.won + round.drawn);
    ++games;
  }
  return *average + rating_difference(half_points, games);
}

namespace {

using Group = std::vector<std::size_t>;

/// Players of one group by a figure, the larger first, missing ones last; as groups of equal ones.
template <class FigureOf>
std::vector<Group> split(Group group, const FigureOf& figure) {
  std::stable_sort(group.begin(), group.end(),
                   [&](std::size_t a, std::size_t b) { return figure(a) > figure(b); });
  std::vector<Group> parts;
  for (const std::size_t player : group) {
    if (parts.empty() || figure(parts.back().front()) != figure(player)) parts.emplace_back();
    parts.back().push_back(player);
  }
  return parts;
}

}  // namespace

std::span<const TieBreak> all_tie_breaks() {
  using enum TieBreak::Kind;
  using Its = const TieBreakSums&;
  using P = std::size_t;
  using Round = const TieBreakRound&;
  constexpr bool rounds = true, games = false;
  static constexpr TieBreak table[] = {
      // Article 6.
      {"DE", "direct_encounter", message_pattern("direct encounter"), games, points, nullptr},
      // 7.1 (also without a game), 7.2 (at the board), 7.5.
      {"WIN", "all_wins", message_pattern("wins"), games, whole,
       [](Its its, P p) -> Figure {
         return its.sum(p, [&](Round round) {
           return round.kind == Kind::played      ? round.won
                  : round.points >= its.field.win ? 1.0
                                                  : 0.0;
         });
       }},
      {"WON", "games_won", message_pattern("games won"), games, whole,
       [](Its its, P p) -> Figure { return its.sum(p, [](Round round) { return round.won; }); }},
      {"PS", "progressive", message_pattern("progressive score"), rounds, points,
       [](Its its, P p) -> Figure {
         return its.sum(p, [so_far = 0.0](Round round) mutable { return so_far += round.points; });
       }},
      // 8.1, and with the modifier of 14.1.
      {"BH", "buchholz", message_pattern("Buchholz"), games, points,
       [](Its its, P p) -> Figure { return its.buchholz(p, 0); }},
      {"BH-C1", "buchholz_cut1", message_pattern("Buchholz Cut-1"), games, points,
       [](Its its, P p) -> Figure { return its.buchholz(p, 1); }},
      // 9.1, 9.2.
      {"SB", "sonneborn_berger", message_pattern("Sonneborn-Berger"), games, points,
       [](Its its, P p) -> Figure { return its.buchholz(p, 0, true); }},
      {"KS", "koya", message_pattern("Koya"), games, points,
       [](Its its, P p) -> Figure { return its.koya(p); }},
      // 10.1, 10.2.
      {"ARO", "average_rating", message_pattern("average rating of opponents"), rounds, whole,
       [](Its its, P p) -> Figure { return its.average_rating(p); }},
      {"TPR", "performance_rating", message_pattern("performance rating"), rounds, whole,
       [](Its its, P p) -> Figure { return its.performance(p); }},
  };
  return table;
}

const TieBreak& tie_break(TieBreakId id) {
  for (const TieBreak& one : all_tie_breaks()) {
    if (one.code == id.code) return one;
  }
  throw std::logic_error("no tie-break has this code");
}

std::optional<TieBreakId> find_tie_break(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '/', '-');
  for (const TieBreak& known : all_tie_breaks()) {
    if (equal_ignoring_case(text, known.code)) return known.id();
  }
  return std::nullopt;
}

std::vector<double> points_of(const TieBreakField& field) {
  std::vector<double> points;
  for (const auto& rounds : field.players) {
    double sum = 0;
    for (const TieBreakRound& round : rounds) sum += round.points;
    points.push_back(sum);
  }
  return points;
}

std::vector<RankedPlayer> rank(const TieBreakField& field, std::span<const double> primary_scores,
                               std::span<const TieBreakId> list) {
  const TieBreakSums sums(field);
  DirectEncounters encounters(field);
  std::vector<std::vector<Figure>> values(field.players.size());
  auto groups =
      split(numbers_below(field.players.size()), [&](std::size_t p) { return primary_scores[p]; });
  for (const TieBreakId id : list) {
    const TieBreak& by = tie_break(id);
    std::vector<Group> next;
    for (Group& group : groups) {
      std::vector<Group> parts;
      if (by.value) {
        for (const std::size_t p : group) values[p].push_back(by.value(sums, p));
        parts = split(std::move(group), [&](std::size_t p) { return values[p].back(); });
      } else {
        auto order = encounters.order(group);
        for (std::size_t i = 0; i < group.size(); ++i) {
          values[group[i]].push_back(order.points[i]);
        }
        parts = std::move(order.tiers);
      }
      std::move(parts.begin(), parts.end(), std::back_inserter(next));
    }
    groups = std::move(next);
  }
  std::vector<RankedPlayer> lines;
  for (const Group& group : groups) {
    const std::size_t place = lines.size() + 1;
    for (const std::size_t player : group) {
      lines.push_back({player, place, std::move(values[player])});
    }
  }
  return lines;
}

int rating_difference(int half_points, int games) {
  constexpr std::array<int, 51> above_half = {
      0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,  95,  102, 110, 117,
      125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273,
      284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800};
  const int hundredths = std::clamp((100 * half_points + games) / (2 * games), 0, 100);
  const int size = above_half[static_cast<std::size_t>(std::abs(hundredths - 50))];
  return hundredths < 50 ? -size : size;
}

}  // namespace schiri::rating
