#include "core/rating/tables/tie_breaks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include "core/base/decimals.h"
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
  /// `by_games`: if teams play, the same rounds by game points.
  explicit TieBreakSums(const TieBreakField& of, const TieBreakSums* by_games = nullptr)
      : field(of), games(by_games), points(points_of(of)) {
    for (std::size_t p = 0; p < points.size(); ++p) {
      scores_.push_back(adjusted_score(p));
      has_half_.push_back(has_half(p));
    }
  }

  const TieBreakField& field;
  const TieBreakSums* games;  ///< null if no teams play
  const std::vector<double> points;

  Figure value(const TieBreak& tie_break, std::size_t player) const {
    if (!tie_break.value || (tie_break.is_of_teams() && !games)) return std::nullopt;
    return tie_break.value(*this, player);
  }
  double buchholz(std::size_t player, int least = 0, int most = 0) const;
  /// `made`: the points against the opponents.
  double sonneborn(std::size_t player, const TieBreakSums& made, int least = 0) const;
  double koya(std::size_t player) const;
  Figure average_rating(std::size_t player, std::size_t cut = 0) const;
  Figure performance(std::size_t player) const;
  Figure perfect_performance(std::size_t player) const;
  double rounds_elected(std::size_t player) const;
  double standard_points(std::size_t player) const;
  double schedule_strength(std::size_t team) const;
  Figure board_count(std::size_t team) const;
  Figure game_points(std::size_t team) const {
    return games ? Figure(games->points[team]) : std::nullopt;
  }

  /// The same with all paired games of the final round drawn (8.3); before the final round as they
  /// are.
  const TieBreakSums& fore() const;

  /// The average of a figure over the opponents met at the board that have it, rounded to steps.
  template <class FigureOf>
  Figure average_of_opponents(std::size_t player, double step, const FigureOf& figure) const;

  template <class PointsOf>
  double sum(std::size_t player, PointsOf points_of_round) const {
    double total = 0;
    for (const TieBreakRound& round : field.players[player]) total += points_of_round(round);
    return total;
  }

  /// An entry of a list with a number for each player; the list may be empty.
  template <class Numbers>
  static Figure number_of(const Numbers& numbers, std::size_t player) {
    if (numbers.empty()) return std::nullopt;
    const std::optional number = numbers[player];
    return number ? Figure(static_cast<double>(*number)) : std::nullopt;
  }

 private:
  double adjusted_score(std::size_t player) const;
  double dummy_score(std::size_t player, const TieBreakRound& round) const;
  std::vector<Contribution> contributions(std::size_t player, const TieBreakField* made) const;
  bool has_half(std::size_t player) const;
  std::vector<double> ratings_of_opponents(std::size_t player, double& score) const;

  std::vector<double> scores_;  ///< as opponents count them (16.3)
  std::vector<bool> has_half_;
  /// Made when they are needed, as they copy the field.
  mutable std::unique_ptr<const TieBreakField> fore_field_;
  mutable std::unique_ptr<const TieBreakSums> fore_;
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

/// The opponents' scores, times the points made against them by `made`, if given.
std::vector<Contribution> TieBreakSums::contributions(std::size_t player,
                                                      const TieBreakField* made) const {
  std::vector<Contribution> list;
  const auto& rounds = field.players[player];
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const TieBreakRound& round = rounds[i];
    if (round.kind == Kind::none) continue;
    const bool counts_as_played = round.kind == Kind::played || !field.is_swiss;
    if (counts_as_played && !round.opponent) continue;
    const double score = counts_as_played ? scores_[*round.opponent] : dummy_score(player, round);
    list.push_back({score, made ? score * made->players[player][i].points : score,
                    made ? 1 : round.games, !counts_as_played && was_absent(round.kind)});
  }
  return list;
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

void cut_most(std::vector<Contribution>& list) {
  if (list.empty()) return;
  take_one(list, std::max_element(list.begin(), list.end(),
                                  [](const auto& a, const auto& b) { return a.value < b.value; }));
}

double total(const std::vector<Contribution>& list) {
  return std::accumulate(list.begin(), list.end(), 0.0, [](double sum, const Contribution& one) {
    return sum + one.value * one.times;
  });
}

double TieBreakSums::buchholz(std::size_t player, int least, int most) const {
  auto list = contributions(player, nullptr);
  for (int i = 0; i < least; ++i) cut_least(list);
  for (int i = 0; i < most; ++i) cut_most(list);
  return total(list);
}

double TieBreakSums::sonneborn(std::size_t player, const TieBreakSums& made, int least) const {
  auto list = contributions(player, &made.field);
  for (int i = 0; i < least; ++i) cut_least(list);
  return total(list);
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

/// The ratings of the rated opponents met at the board, and the score against them.
std::vector<double> TieBreakSums::ratings_of_opponents(std::size_t player, double& score) const {
  std::vector<double> ratings;
  score = 0;
  for (const TieBreakRound& round : field.players[player]) {
    if (round.kind != Kind::played || field.ratings.empty()) continue;
    const auto& rating = field.ratings[*round.opponent];
    if (!rating) continue;
    ratings.push_back(*rating);
    score += round.score();
  }
  return ratings;
}

Figure TieBreakSums::average_rating(std::size_t player, std::size_t cut) const {
  double score = 0;
  auto ratings = ratings_of_opponents(player, score);
  if (ratings.size() <= cut) return std::nullopt;
  std::sort(ratings.begin(), ratings.end());
  const double all =
      std::accumulate(ratings.begin() + static_cast<std::ptrdiff_t>(cut), ratings.end(), 0.0);
  return std::floor(all / static_cast<double>(ratings.size() - cut) + 0.5);
}

Figure TieBreakSums::performance(std::size_t player) const {
  double score = 0;
  const auto ratings = ratings_of_opponents(player, score);
  const auto average = average_rating(player);
  if (!average) return std::nullopt;
  return *average + rating_difference(score / static_cast<double>(ratings.size()));
}

/// The lowest rating at which the expected score is the score that was made (10.3).
Figure TieBreakSums::perfect_performance(std::size_t player) const {
  double score = 0;
  const auto ratings = ratings_of_opponents(player, score);
  if (ratings.empty()) return std::nullopt;
  const auto [least, most] = std::minmax_element(ratings.begin(), ratings.end());
  constexpr int widest = 800;
  if (score <= 0) return *least - widest;
  const auto is_enough = [&](int rating) {
    double expected = 0;
    for (const double other : ratings) {
      expected += expected_hundredths(rating - static_cast<int>(other));
    }
    return expected >= score * 100 - 1e-6;
  };
  int low = static_cast<int>(*least) - widest - 1, high = static_cast<int>(*most) + widest;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    (is_enough(middle) ? high : low) = middle;
  }
  return high;
}

/// Rounds that were played, or not played against the player's will (7.6).
double TieBreakSums::rounds_elected(std::size_t player) const {
  return sum(player, [](const TieBreakRound& round) {
    const bool counts = round.kind == Kind::played || round.kind == Kind::forfeit_win ||
                        round.kind == Kind::full_bye;
    return counts ? round.games : 0.0;
  });
}

/// A played round by comparison with the opponent, another one with the points of a draw (7.7).
double TieBreakSums::standard_points(std::size_t player) const {
  const auto& rounds = field.players[player];
  double total = 0;
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const TieBreakRound& round = rounds[i];
    if (round.kind == Kind::none) continue;
    double other = field.draw;
    if (round.kind == Kind::played && round.opponent) {
      const auto& theirs = field.players[*round.opponent];
      if (i < theirs.size() && theirs[i].opponent == player) other = theirs[i].points;
    }
    total += round.points > other ? 1 : round.points == other ? 0.5 : 0;
  }
  return total;
}

template <class FigureOf>
Figure TieBreakSums::average_of_opponents(std::size_t player, double step,
                                          const FigureOf& figure) const {
  double total = 0;
  int count = 0;
  for (const TieBreakRound& round : field.players[player]) {
    if (round.kind != Kind::played || !round.opponent) continue;
    const Figure value = figure(*round.opponent);
    if (!value) continue;
    total += *value;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return std::floor(total / count / step + 0.5 + 1e-9) * step;
}

/// 12.1: each point times the number of its board.
static double counted_boards(std::span<const double> points) {
  double count = 0;
  for (std::size_t i = 0; i < points.size(); ++i) count += static_cast<double>(i + 1) * points[i];
  return count;
}

Figure TieBreakSums::board_count(std::size_t team) const {
  if (!games) return std::nullopt;
  return sum(team, [](const TieBreakRound& round) { return counted_boards(round.board_points); });
}

/// Game points, and the Buchholz by match points divided by the most match points of the event in
/// game points of a match (13.4).
double TieBreakSums::schedule_strength(std::size_t team) const {
  const std::size_t rounds = std::max(field.planned_rounds, field.players[team].size());
  const double factor = std::floor(field.win * static_cast<double>(rounds) / field.boards);
  const double strength = buchholz(team) / std::max(factor, 1.0);
  // Sums of fractions are equal whatever their order.
  return rounded_to(games->points[team] + strength, 9);
}

namespace {

using Group = std::vector<std::size_t>;

/// Players of one group by a figure, the larger first, missing ones last; as groups of equal ones.
template <class Figure>
std::vector<Group> split(Group group, const Figure& figure) {
  std::stable_sort(group.begin(), group.end(),
                   [&](std::size_t a, std::size_t b) { return figure(a) > figure(b); });
  std::vector<Group> parts;
  for (const std::size_t player : group) {
    if (parts.empty() || figure(parts.back().front()) != figure(player)) parts.emplace_back();
    parts.back().push_back(player);
  }
  return parts;
}

/// Matches between teams, counted by game points.
TieBreakField by_game_points(const TieBreakField& field) {
  if (field.boards == 0) return {};
  TieBreakField games = field;
  games.win = field.boards;
  games.draw = field.boards / 2;
  for (auto& rounds : games.players) {
    for (TieBreakRound& round : rounds) round.points = round.game_points;
  }
  return games;
}

}  // namespace

const TieBreakSums& TieBreakSums::fore() const {
  if (fore_) return *fore_;
  TieBreakField drawn = field;
  for (auto& rounds : drawn.players) {
    if (rounds.empty() || rounds.size() != field.planned_rounds || !rounds.back().opponent)
      continue;
    TieBreakRound& last = rounds.back();
    last = {Kind::played, last.opponent, field.draw};
    last.drawn = 1;
  }
  fore_field_ = std::make_unique<const TieBreakField>(std::move(drawn));
  fore_ = std::make_unique<const TieBreakSums>(*fore_field_);
  return *fore_;
}

/// Applies a list of tie-breaks to groups.
class TieBreakGroups {
 public:
  TieBreakGroups(const TieBreakField& field, std::span<const double> primary_scores)
      : by_games_(by_game_points(field)),
        encounters_(field),
        game_encounters_(by_games_),
        game_sums_(by_games_),
        sums_(field, field.boards > 0 ? &game_sums_ : nullptr),
        values_(field.players.size()) {
    groups_ = split(numbers_below(field.players.size()),
                    [&](std::size_t p) { return primary_scores[p]; });
  }

  void apply(const TieBreak& tie_break) {
    std::vector<Group> next;
    for (Group& group : groups_) {
      auto parts = tie_break.order ? tie_break.order(*this, std::move(group))
                                   : by_values(tie_break, std::move(group));
      std::move(parts.begin(), parts.end(), std::back_inserter(next));
    }
    groups_ = std::move(next);
  }

  std::vector<RankedPlayer> lines() {
    std::vector<RankedPlayer> lines;
    for (const Group& group : groups_) {
      const std::size_t place = lines.size() + 1;
      for (const std::size_t player : group) {
        lines.push_back({player, place, std::move(values_[player])});
      }
    }
    return lines;
  }

  std::vector<Group> by_values(const TieBreak& tie_break, Group group) {
    for (const std::size_t player : group) {
      values_[player].push_back(sums_.value(tie_break, player));
    }
    if (tie_break.kind != TieBreak::Kind::lower) {
      return split(std::move(group), [&](std::size_t p) { return values_[p].back(); });
    }
    return split(std::move(group), [&](std::size_t p) {
      const auto& value = values_[p].back();
      return value ? std::optional(-*value) : std::nullopt;
    });
  }

  std::vector<Group> by_encounters(const Group& group) {
    auto result = encounters_.order(group);
    for (std::size_t i = 0; i < group.size(); ++i) {
      values_[group[i]].push_back(result.points[i]);
    }
    return std::move(result.tiers);
  }

  /// 13.3: by match points; if these separate no players, by game points; and again among the
  /// players still tied.
  std::vector<Group> parted(const Group& group) {
    auto tiers = encounters_.order(group).tiers;
    if (tiers.size() == 1) tiers = game_encounters_.order(group).tiers;
    if (tiers.size() == 1) return tiers;
    std::vector<Group> parts;
    for (const Group& tier : tiers) {
      auto inner = tier.size() > 1 ? parted(tier) : std::vector<Group>{tier};
      std::move(inner.begin(), inner.end(), std::back_inserter(parts));
    }
    return parts;
  }

  /// 13.3, and 13.3.2 for two teams still tied: by board count, by the boards from the top or from
  /// the bottom.
  std::vector<Group> by_all_encounters(const Group& group, bool by_count = false,
                                       std::optional<bool> from_top = {}) {
    auto tiers = by_encounters(group);
    if (by_games_.boards == 0) return tiers;
    std::vector<Group> parts;
    for (Group& part : parted(group)) {
      auto inner = from_top && part.size() == 2 ? by_knockout_rules(by_count, *from_top, part)
                                                : std::vector<Group>{std::move(part)};
      std::move(inner.begin(), inner.end(), std::back_inserter(parts));
    }
    return parts;
  }

  /// Two teams by article 12, as in a knockout: from the boards of their own matches only.
  std::vector<Group> by_knockout_rules(bool by_count, bool from_top, const Group& pair) const {
    const auto boards = [&](std::size_t team) {
      return board_points(team, team == pair[0] ? pair[1] : pair[0]);
    };
    if (by_count) {
      const auto count = [&](std::size_t team) { return -counted_boards(boards(team)); };
      auto parts = split(pair, count);
      if (parts.size() > 1) return parts;
    }
    return split(pair, [&](std::size_t team) { return compared_boards(from_top, boards(team)); });
  }

  /// The points on each board, in all matches or in those against one opponent.
  std::vector<double> board_points(std::size_t team,
                                   std::optional<std::size_t> opponent = {}) const {
    std::vector<double> points(static_cast<std::size_t>(by_games_.boards));
    for (const TieBreakRound& round : by_games_.players[team]) {
      if (opponent && (round.opponent != opponent || !is_encounter(round, by_games_.is_swiss))) {
        continue;
      }
      for (std::size_t i = 0; i < std::min(points.size(), round.board_points.size()); ++i) {
        points[i] += round.board_points[i];
      }
    }
    return points;
  }

  /// What articles 12.2 and 12.3 compare one after the other: the points on each board from the
  /// first on, or those on all boards but the last, but the last two, ...
  static std::vector<double> compared_boards(bool from_top, std::vector<double> points) {
    if (from_top) return points;
    std::partial_sum(points.begin(), points.end(), points.begin());
    if (!points.empty()) points.pop_back();
    std::reverse(points.begin(), points.end());
    return points;
  }

  /// The value is the first of the compared figures in which two of the group differ.
  std::vector<Group> by_boards(bool from_top, Group group) {
    std::vector<std::vector<double>> compared;
    for (const std::size_t team : group) {
      compared.push_back(compared_boards(from_top, board_points(team)));
    }
    std::size_t decisive = 0;
    const auto differs = [&](std::size_t i) {
      return std::any_of(compared.begin(), compared.end(),
                         [&](const auto& one) { return one[i] != compared.front()[i]; });
    };
    while (decisive < compared.front().size() && !differs(decisive)) ++decisive;
    if (decisive == compared.front().size()) decisive = 0;
    for (std::size_t i = 0; i < group.size(); ++i) {
      const bool has_any = decisive < compared[i].size();
      values_[group[i]].push_back(has_any ? std::optional(compared[i][decisive]) : std::nullopt);
    }
    return split(std::move(group),
                 [&](std::size_t team) { return compared_boards(from_top, board_points(team)); });
  }

  /// 12.1: applies only if game points are equal.
  std::vector<Group> by_board_count(Group group) {
    const bool is_decisive = std::all_of(group.begin(), group.end(), [&](std::size_t team) {
      return sums_.game_points(team) && sums_.game_points(team) == sums_.game_points(group.front());
    });
    if (group.size() > 1 && !is_decisive) {
      for (const std::size_t team : group) values_[team].push_back(std::nullopt);
      return {std::move(group)};
    }
    for (const std::size_t team : group) {
      values_[team].push_back(sums_.board_count(team));
    }
    return split(std::move(group),
                 [&](std::size_t team) { return -values_[team].back().value_or(0); });
  }

 private:
  TieBreakField by_games_;
  DirectEncounters encounters_;
  DirectEncounters game_encounters_;
  TieBreakSums game_sums_;
  TieBreakSums sums_;
  std::vector<std::vector<std::optional<double>>> values_;
  std::vector<Group> groups_;
};

std::span<const TieBreak> all_tie_breaks() {
  using enum TieBreak::Scope;
  using enum TieBreak::Kind;
  using Its = const TieBreakSums&;
  using Groups = TieBreakGroups&;
  using P = std::size_t;
  using Round = const TieBreakRound&;
  static constexpr TieBreak table[] =
      {
          // Article 6.
          {"DE", "direct_encounter", message_pattern("direct encounter"), games, points, nullptr,
           [](Groups all, Group group) { return all.by_encounters(group); }},
          // 7.1 (also without a game), 7.2 (at the board), 7.3, 7.4, 7.5.
          {"WIN", "all_wins", message_pattern("wins"), games, whole,
           [](Its its, P p) -> Figure {
             return its.sum(p, [&](Round round) {
               return round.kind == Kind::played      ? round.won
                      : round.points >= its.field.win ? 1.0
                                                      : 0.0;
             });
           }},
          {"WON", "games_won", message_pattern("games won"), games, whole,
           [](Its its, P p) -> Figure {
             return its.sum(p, [](Round round) { return round.won; });
           }},
          {"BPG", "black_games", message_pattern("games with Black"), rounds, whole,
           [](Its its, P p) -> Figure {
             return its.sum(p, [](Round round) { return round.black_games; });
           }},
          {"BWG", "black_wins", message_pattern("wins with Black"), rounds, whole,
           [](Its its, P p) -> Figure {
             return its.sum(p, [](Round round) { return round.black_won; });
           }},
          {"PS", "progressive", message_pattern("progressive score"), rounds, points,
           [](Its its, P p) -> Figure {
             return its.sum(p,
                            [so_far = 0.0](Round round) mutable { return so_far += round.points; });
           }},
          // 8.1, and with the modifiers of 14.1 to 14.4.
          {"BH", "buchholz", message_pattern("Buchholz"), games, points,
           [](Its its, P p) -> Figure { return its.buchholz(p); }},
          {"BH-C1", "buchholz_cut1", message_pattern("Buchholz Cut-1"), games, points,
           [](Its its, P p) -> Figure { return its.buchholz(p, 1); }},
          {"BH-C2", "buchholz_cut2", message_pattern("Buchholz Cut-2"), games, points,
           [](Its its, P p) -> Figure { return its.buchholz(p, 2); }},
          {"BH-M1", "buchholz_median1", message_pattern("Buchholz Median-1"), games, points,
           [](Its its, P p) -> Figure { return its.buchholz(p, 1, 1); }},
          {"BH-M2", "buchholz_median2", message_pattern("Buchholz Median-2"), games, points,
           [](Its its, P p) -> Figure { return its.buchholz(p, 2, 2); }},
          // 9.1, 14.1, 9.2.
          {"SB", "sonneborn_berger", message_pattern("Sonneborn-Berger"), games, points,
           [](Its its, P p) -> Figure { return its.sonneborn(p, its); }},
          {"SB-C1", "sonneborn_berger_cut1", message_pattern("Sonneborn-Berger Cut-1"), rounds,
           points, [](Its its, P p) -> Figure { return its.sonneborn(p, its, 1); }},
          {"KS", "koya", message_pattern("Koya"), games, points,
           [](Its its, P p) -> Figure { return its.koya(p); }},
          // 10.1, 14.1, 10.2.
          {"ARO", "average_rating", message_pattern("average rating of opponents"), rounds, whole,
           [](Its its, P p) -> Figure { return its.average_rating(p); }},
          {"ARO-C1", "average_rating_cut1", message_pattern("average rating of opponents Cut-1"),
           rounds, whole, [](Its its, P p) -> Figure { return its.average_rating(p, 1); }},
          {"TPR", "performance_rating", message_pattern("performance rating"), rounds, whole,
           [](Its its, P p) -> Figure { return its.performance(p); }},
          // 7.6, 7.7, 7.8.
          {"REP", "rounds_elected", message_pattern("rounds elected to play"), rounds, whole,
           [](Its its, P p) -> Figure { return its.rounds_elected(p); }},
          {"STD", "standard_points", message_pattern("standard points"), rounds, points,
           [](Its its, P p) -> Figure { return its.standard_points(p); }},
          {"TPN", "pairing_number", message_pattern("pairing number"), rounds, lower,
           [](Its its, P p) -> Figure { return its.number_of(its.field.numbers, p); }},
          // 8.2, 8.3, 14.1.
          {"AOB", "average_buchholz", message_pattern("average of opponents' Buchholz"), rounds,
           points,
           [](Its its, P p) -> Figure {
             return its.average_of_opponents(p, 0.01, [&](P other) { return its.buchholz(other); });
           }},
          {"FB", "fore_buchholz", message_pattern("Fore Buchholz"), rounds, points,
           [](Its its, P p) -> Figure { return its.fore().buchholz(p); }},
          {"FB-C1", "fore_buchholz_cut1", message_pattern("Fore Buchholz Cut-1"), rounds, points,
           [](Its its, P p) -> Figure { return its.fore().buchholz(p, 1); }},
          // 10.3 to 10.6.
          {"PTP", "perfect_performance", message_pattern("perfect tournament performance"), rounds,
           whole, [](Its its, P p) -> Figure { return its.perfect_performance(p); }},
          {"APRO", "average_performance",
           message_pattern("average performance rating of opponents"), rounds, whole,
           [](Its its, P p) -> Figure {
             return its.average_of_opponents(p, 1, [&](P other) { return its.performance(other); });
           }},
          {"APPO", "average_perfect_performance",
           message_pattern("average perfect performance of opponents"), rounds, whole,
           [](Its its, P p) -> Figure {
             return its.average_of_opponents(
                 p, 1, [&](P other) { return its.perfect_performance(other); });
           }},
          {"RTNG", "own_rating", message_pattern("rating"), rounds, whole,
           [](Its its, P p) -> Figure { return its.number_of(its.field.ratings, p); }},
          // 4.2: drawn by hand.
          {"LOTS", "drawn_lots", message_pattern("drawing of lots"), rounds, lower,
           [](Its its, P p) -> Figure { return its.number_of(its.field.lots, p); }},
          // Of teams: 12.1, 13.1.
          {"BC", "board_count", message_pattern("board count"), teams, points, nullptr,
           [](Groups all, Group group) { return all.by_board_count(std::move(group)); }},
          {"MPvGP", "game_points", message_pattern("game points"), teams, points,
           [](Its its, P p) -> Figure { return its.games->points[p]; }},
          // 13.2.1 to 13.2.4: opponents' match or game points times match or game points
          // made; 14.1.
          {"EMMSB", "sonneborn_match_match", message_pattern("Sonneborn-Berger by match points"),
           teams, points, [](Its its, P p) -> Figure { return its.sonneborn(p, its); }},
          {"EMGSB", "sonneborn_match_game",
           message_pattern("Sonneborn-Berger by match and game points"), teams, points,
           [](Its its, P p) -> Figure { return its.sonneborn(p, *its.games); }},
          {"EGMSB", "sonneborn_game_match",
           message_pattern("Sonneborn-Berger by game and match points"), teams, points,
           [](Its its, P p) -> Figure { return its.games->sonneborn(p, its); }},
          {"EGGSB", "sonneborn_game_game", message_pattern("Sonneborn-Berger by game points"),
           teams, points,
           [](Its its, P p) -> Figure { return its.games->sonneborn(p, *its.games); }},
          {"EMGSB-C1", "sonneborn_match_game_cut1",
           message_pattern("Sonneborn-Berger by match and game points Cut-1"), teams, points,
           [](Its its, P p) -> Figure { return its.sonneborn(p, *its.games, 1); }},
          // 13.3.
          {"EDE", "extended_direct", message_pattern("extended direct encounter"), teams, points,
           nullptr, [](Groups all, Group group) { return all.by_all_encounters(group); }},
          // 8.1 by game points.
          {"BH-GP", "buchholz_games", message_pattern("Buchholz by game points"), teams, points,
           [](Its its, P p) -> Figure { return its.games->buchholz(p); }},
          // 12.2, 12.3.
          {"TBR", "top_boards", message_pattern("top board results"), teams, points, nullptr,
           [](Groups all, Group group) { return all.by_boards(true, std::move(group)); }},
          {"BBE", "bottom_boards", message_pattern("bottom board elimination"), teams, points,
           nullptr, [](Groups all, Group group) { return all.by_boards(false, std::move(group)); }},
          // 13.3.2: then 12.1 with 12.2 or 12.3, or these alone.
          {"EDEBT", "extended_direct_count_top",
           message_pattern("extended direct encounter, board count, top board results"), teams,
           points, nullptr,
           [](Groups all, Group group) { return all.by_all_encounters(group, true, true); }},
          {"EDEBB", "extended_direct_count_bottom",
           message_pattern("extended direct encounter, board count, bottom board elimination"),
           teams, points, nullptr,
           [](Groups all, Group group) { return all.by_all_encounters(group, true, false); }},
          {"EDET", "extended_direct_top",
           message_pattern("extended direct encounter, top board results"), teams, points, nullptr,
           [](Groups all, Group group) { return all.by_all_encounters(group, false, true); }},
          {"EDEB", "extended_direct_bottom",
           message_pattern("extended direct encounter, bottom board elimination"), teams, points,
           nullptr,
           [](Groups all, Group group) { return all.by_all_encounters(group, false, false); }},
          // 13.4.
          {"SSSC", "schedule_strength", message_pattern("scores and schedule strength combination"),
           teams, points, [](Its its, P p) -> Figure { return its.schedule_strength(p); }},
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
    if (is_same_in_any_case(text, known.code)) return known.id();
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
  TieBreakGroups groups(field, primary_scores);
  for (const TieBreakId id : list) groups.apply(tie_break(id));
  return groups.lines();
}

int rating_difference(double share) {
  constexpr std::array<int, 51> above_half = {
      0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,  95,  102, 110, 117,
      125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273,
      284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800};
  const int hundredths = std::clamp(static_cast<int>(std::floor(share * 100 + 0.5)), 0, 100);
  const int size = above_half[static_cast<std::size_t>(std::abs(hundredths - 50))];
  return hundredths < 50 ? -size : size;
}

int expected_hundredths(int difference) {
  // The least differences at which the stronger one scores 50, 51, ... of a hundred.
  constexpr std::array<int, 51> least = {
      0,   4,   11,  18,  26,  33,  40,  47,  54,  62,  69,  77,  84,  92,  99,  107, 114,
      122, 130, 138, 146, 154, 163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268,
      279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560, 620, 736};
  const auto above = std::upper_bound(least.begin(), least.end(), std::abs(difference));
  const int stronger = 50 + static_cast<int>(above - least.begin()) - 1;
  return difference < 0 ? 100 - stronger : stronger;
}

}  // namespace schiri::rating
