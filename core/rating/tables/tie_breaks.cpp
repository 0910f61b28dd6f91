#include "core/rating/tables/tie_breaks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>

#include "core/base/names.h"
#include "core/base/order.h"
#include "core/rating/tables/direct_encounter.h"

namespace schiri::rating {

namespace {

using Kind = TieBreakRound::Kind;

constexpr TieBreakName names[] = {
    {TieBreakId::direct_encounter, "DE", "direct_encounter", message_pattern("direct encounter")},
    {TieBreakId::wins, "WIN", "all_wins", message_pattern("wins")},
    {TieBreakId::won, "WON", "games_won", message_pattern("games won")},
    {TieBreakId::black_games, "BPG", "black_games", message_pattern("games with Black")},
    {TieBreakId::black_won, "BWG", "black_wins", message_pattern("wins with Black")},
    {TieBreakId::progressive, "PS", "progressive", message_pattern("progressive score")},
    {TieBreakId::buchholz, "BH", "buchholz", message_pattern("Buchholz")},
    {TieBreakId::buchholz_cut1, "BH-C1", "buchholz_cut1", message_pattern("Buchholz Cut-1")},
    {TieBreakId::buchholz_cut2, "BH-C2", "buchholz_cut2", message_pattern("Buchholz Cut-2")},
    {TieBreakId::buchholz_median1, "BH-M1", "buchholz_median1",
     message_pattern("Buchholz Median-1")},
    {TieBreakId::buchholz_median2, "BH-M2", "buchholz_median2",
     message_pattern("Buchholz Median-2")},
    {TieBreakId::sonneborn_berger, "SB", "sonneborn_berger", message_pattern("Sonneborn-Berger")},
    {TieBreakId::sonneborn_cut1, "SB-C1", "sonneborn_berger_cut1",
     message_pattern("Sonneborn-Berger Cut-1")},
    {TieBreakId::koya, "KS", "koya", message_pattern("Koya")},
    {TieBreakId::average_rating, "ARO", "average_rating",
     message_pattern("average rating of opponents")},
    {TieBreakId::average_rating_cut1, "ARO-C1", "average_rating_cut1",
     message_pattern("average rating of opponents Cut-1")},
    {TieBreakId::performance, "TPR", "performance_rating", message_pattern("performance rating")},
    {TieBreakId::rounds_elected, "REP", "rounds_elected",
     message_pattern("rounds elected to play")},
    {TieBreakId::standard_points, "STD", "standard_points", message_pattern("standard points")},
    {TieBreakId::pairing_number, "TPN", "pairing_number", message_pattern("pairing number")},
    {TieBreakId::average_buchholz, "AOB", "average_buchholz",
     message_pattern("average of opponents' Buchholz")},
    {TieBreakId::fore_buchholz, "FB", "fore_buchholz", message_pattern("Fore Buchholz")},
    {TieBreakId::fore_buchholz_cut1, "FB-C1", "fore_buchholz_cut1",
     message_pattern("Fore Buchholz Cut-1")},
    {TieBreakId::perfect_performance, "PTP", "perfect_performance",
     message_pattern("perfect tournament performance")},
    {TieBreakId::average_performance, "APRO", "average_performance",
     message_pattern("average performance rating of opponents")},
    {TieBreakId::average_perfect, "APPO", "average_perfect_performance",
     message_pattern("average perfect performance of opponents")},
    {TieBreakId::own_rating, "RTNG", "own_rating", message_pattern("rating")},
    {TieBreakId::lots, "LOTS", "drawn_lots", message_pattern("drawing of lots")},
    {TieBreakId::board_count, "BC", "board_count", message_pattern("board count")},
    {TieBreakId::game_points, "MPvGP", "game_points", message_pattern("game points")},
    {TieBreakId::sonneborn_mm, "EMMSB", "sonneborn_match_match",
     message_pattern("Sonneborn-Berger by match points")},
    {TieBreakId::sonneborn_mg, "EMGSB", "sonneborn_match_game",
     message_pattern("Sonneborn-Berger by match and game points")},
    {TieBreakId::sonneborn_gm, "EGMSB", "sonneborn_game_match",
     message_pattern("Sonneborn-Berger by game and match points")},
    {TieBreakId::sonneborn_gg, "EGGSB", "sonneborn_game_game",
     message_pattern("Sonneborn-Berger by game points")},
    {TieBreakId::sonneborn_mg_cut1, "EMGSB-C1", "sonneborn_match_game_cut1",
     message_pattern("Sonneborn-Berger by match and game points Cut-1")},
    {TieBreakId::extended_direct, "EDE", "extended_direct",
     message_pattern("extended direct encounter")},
    {TieBreakId::buchholz_games, "BH-GP", "buchholz_games",
     message_pattern("Buchholz by game points")},
    {TieBreakId::top_boards, "TBR", "top_boards", message_pattern("top board results")},
    {TieBreakId::bottom_boards, "BBE", "bottom_boards",
     message_pattern("bottom board elimination")},
    {TieBreakId::direct_count_top, "EDEBT", "extended_direct_count_top",
     message_pattern("extended direct encounter, board count, top board results")},
    {TieBreakId::direct_count_bottom, "EDEBB", "extended_direct_count_bottom",
     message_pattern("extended direct encounter, board count, bottom board elimination")},
    {TieBreakId::direct_top, "EDET", "extended_direct_top",
     message_pattern("extended direct encounter, top board results")},
    {TieBreakId::direct_bottom, "EDEB", "extended_direct_bottom",
     message_pattern("extended direct encounter, bottom board elimination")},
    {TieBreakId::schedule_strength, "SSSC", "schedule_strength",
     message_pattern("scores and schedule strength combination")},
};

/// The contribution of a round to a sum over opponents.
struct Contribution {
  double opponent_score;
  double value;
  double times = 1;  ///< number of such contributions
  bool is_voluntary = false;
};

bool was_absent(Kind kind) { return kind == Kind::requested_bye || kind == Kind::forfeit_loss; }

/// Sums over opponents and own records of one field.
class Sums {
 public:
  /// `games`: if teams play, the same rounds by game points.
  /// `fore`: if given, the same rounds with the final one drawn.
  explicit Sums(const TieBreakField& field, const Sums* games = nullptr, const Sums* fore = nullptr)
      : field_(field), games_(games), fore_(fore), points_(points_of(field)) {
    for (std::size_t p = 0; p < points_.size(); ++p) {
      scores_.push_back(adjusted_score(p));
      has_half_.push_back(has_half(p));
    }
  }

  std::optional<double> value(TieBreakId id, std::size_t player) const;

 private:
  double adjusted_score(std::size_t player) const;
  double dummy_score(std::size_t player, const TieBreakRound& round) const;
  std::vector<Contribution> contributions(std::size_t player, const TieBreakField* made) const;
  double buchholz(std::size_t player, int least, int most) const;
  double sonneborn(std::size_t player, int least, const TieBreakField& made) const;
  std::optional<double> value_of_team(TieBreakId id, std::size_t team) const;
  double board_count(std::size_t team) const;
  double schedule_strength(std::size_t team) const;
  double koya(std::size_t player) const;
  bool has_half(std::size_t player) const;
  std::optional<double> average_rating(std::size_t player, std::size_t cut) const;
  std::optional<double> performance(std::size_t player) const;
  std::optional<double> perfect_performance(std::size_t player) const;
  double rounds_elected(std::size_t player) const;
  double standard_points(std::size_t player) const;
  template <class Figure>
  std::optional<double> average_of_opponents(std::size_t player, double step,
                                             const Figure& figure) const;
  std::vector<double> ratings_of_opponents(std::size_t player, double& score) const;

  template <class Figure>
  double sum(std::size_t player, const Figure& figure) const {
    double total = 0;
    for (const TieBreakRound& round : field_.players[player]) total += figure(round);
    return total;
  }

  const TieBreakField& field_;
  const Sums* games_;
  const Sums* fore_;
  std::vector<double> points_;
  std::vector<double> scores_;  ///< as opponents count them (16.3)
  std::vector<bool> has_half_;
};

/// Except in round-robins: final rounds that a player requested not to play count as draws for its
/// opponents (16.3.2).
double Sums::adjusted_score(std::size_t player) const {
  const auto& rounds = field_.players[player];
  double score = points_[player];
  if (!field_.is_swiss) return score;
  for (std::size_t i = rounds.size(); i > 0 && was_absent(rounds[i - 1].kind); --i) {
    if (rounds[i - 1].kind == Kind::requested_bye) score += field_.draw - rounds[i - 1].points;
  }
  return score;
}

/// The points of the dummy of an unplayed round: the player's own, but not more than those of the
/// scheduled opponent, or of all draws (16.4).
double Sums::dummy_score(std::size_t player, const TieBreakRound& round) const {
  const auto rounds = static_cast<double>(field_.players[player].size());
  const double most = round.opponent ? scores_[*round.opponent] : field_.draw * rounds;
  return std::min(points_[player], most);
}

/// The opponents' scores, times the points made against them by `made`, if given.
std::vector<Contribution> Sums::contributions(std::size_t player, const TieBreakField* made) const {
  std::vector<Contribution> list;
  const auto& rounds = field_.players[player];
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const TieBreakRound& round = rounds[i];
    if (round.kind == Kind::none) continue;
    const bool counts_as_played = round.kind == Kind::played || !field_.is_swiss;
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

double Sums::buchholz(std::size_t player, int least, int most) const {
  auto list = contributions(player, nullptr);
  for (int i = 0; i < least; ++i) cut_least(list);
  for (int i = 0; i < most; ++i) cut_most(list);
  return total(list);
}

double Sums::sonneborn(std::size_t player, int least, const TieBreakField& made) const {
  auto list = contributions(player, &made);
  for (int i = 0; i < least; ++i) cut_least(list);
  return total(list);
}

/// Has the player made at least half of the possible points?
bool Sums::has_half(std::size_t player) const {
  const double most = sum(player, [&](const TieBreakRound& round) {
    return round.kind == Kind::none ? 0 : field_.win * round.games;
  });
  return 2 * points_[player] >= most;
}

double Sums::koya(std::size_t player) const {
  return sum(player, [&](const TieBreakRound& round) {
    return round.opponent && has_half_[*round.opponent] ? round.points : 0;
  });
}

/// The ratings of the rated opponents met at the board, and the score against them.
std::vector<double> Sums::ratings_of_opponents(std::size_t player, double& score) const {
  std::vector<double> ratings;
  score = 0;
  for (const TieBreakRound& round : field_.players[player]) {
    if (round.kind != Kind::played || field_.ratings.empty()) continue;
    const auto& rating = field_.ratings[*round.opponent];
    if (!rating) continue;
    ratings.push_back(*rating);
    score += round.score();
  }
  return ratings;
}

std::optional<double> Sums::average_rating(std::size_t player, std::size_t cut) const {
  double score = 0;
  auto ratings = ratings_of_opponents(player, score);
  if (ratings.size() <= cut) return std::nullopt;
  std::sort(ratings.begin(), ratings.end());
  const double all =
      std::accumulate(ratings.begin() + static_cast<std::ptrdiff_t>(cut), ratings.end(), 0.0);
  return std::floor(all / static_cast<double>(ratings.size() - cut) + 0.5);
}

std::optional<double> Sums::performance(std::size_t player) const {
  double score = 0;
  const auto ratings = ratings_of_opponents(player, score);
  const auto average = average_rating(player, 0);
  if (!average) return std::nullopt;
  return *average + rating_difference(score / static_cast<double>(ratings.size()));
}

/// The lowest rating at which the expected score is the score that was made (10.3).
std::optional<double> Sums::perfect_performance(std::size_t player) const {
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
double Sums::rounds_elected(std::size_t player) const {
  return sum(player, [](const TieBreakRound& round) {
    const bool counts = round.kind == Kind::played || round.kind == Kind::forfeit_win ||
                        round.kind == Kind::full_bye;
    return counts ? round.games : 0.0;
  });
}

/// A played round by comparison with the opponent, another one with the points of a draw (7.7).
double Sums::standard_points(std::size_t player) const {
  const auto& rounds = field_.players[player];
  double total = 0;
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const TieBreakRound& round = rounds[i];
    if (round.kind == Kind::none) continue;
    double other = field_.draw;
    if (round.kind == Kind::played && round.opponent) {
      const auto& theirs = field_.players[*round.opponent];
      if (i < theirs.size() && theirs[i].opponent == player) other = theirs[i].points;
    }
    total += round.points > other ? 1 : round.points == other ? 0.5 : 0;
  }
  return total;
}

/// The average of a figure over the opponents met at the board that have it, rounded to steps.
template <class Figure>
std::optional<double> Sums::average_of_opponents(std::size_t player, double step,
                                                 const Figure& figure) const {
  double total = 0;
  int count = 0;
  for (const TieBreakRound& round : field_.players[player]) {
    if (round.kind != Kind::played || !round.opponent) continue;
    const std::optional<double> value = figure(*round.opponent);
    if (!value) continue;
    total += *value;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return std::floor(total / count / step + 0.5 + 1e-9) * step;
}

std::optional<double> Sums::value(TieBreakId id, std::size_t player) const {
  switch (id) {
    case TieBreakId::direct_encounter:
      return std::nullopt;  // of a group alone
    case TieBreakId::wins:
      return sum(player, [&](const TieBreakRound& round) {
        return round.kind == Kind::played ? round.won : round.points >= field_.win ? 1.0 : 0.0;
      });
    case TieBreakId::won:
      return sum(player, [](const TieBreakRound& round) { return round.won; });
    case TieBreakId::black_games:
      return sum(player, [](const TieBreakRound& round) { return round.black_games; });
    case TieBreakId::black_won:
      return sum(player, [](const TieBreakRound& round) { return round.black_won; });
    case TieBreakId::progressive: {
      double so_far = 0;
      return sum(player, [&](const TieBreakRound& round) { return so_far += round.points; });
    }
    case TieBreakId::buchholz:
      return buchholz(player, 0, 0);
    case TieBreakId::buchholz_cut1:
      return buchholz(player, 1, 0);
    case TieBreakId::buchholz_cut2:
      return buchholz(player, 2, 0);
    case TieBreakId::buchholz_median1:
      return buchholz(player, 1, 1);
    case TieBreakId::buchholz_median2:
      return buchholz(player, 2, 2);
    case TieBreakId::sonneborn_berger:
      return sonneborn(player, 0, field_);
    case TieBreakId::sonneborn_cut1:
      return sonneborn(player, 1, field_);
    case TieBreakId::koya:
      return koya(player);
    case TieBreakId::average_rating:
      return average_rating(player, 0);
    case TieBreakId::average_rating_cut1:
      return average_rating(player, 1);
    case TieBreakId::performance:
      return performance(player);
    case TieBreakId::rounds_elected:
      return rounds_elected(player);
    case TieBreakId::standard_points:
      return standard_points(player);
    case TieBreakId::pairing_number:
      if (field_.numbers.empty()) return std::nullopt;
      return static_cast<double>(field_.numbers[player]);
    case TieBreakId::average_buchholz:
      return average_of_opponents(player, 0.01,
                                  [&](std::size_t p) { return std::optional(buchholz(p, 0, 0)); });
    case TieBreakId::fore_buchholz:
      return fore_ ? fore_->buchholz(player, 0, 0) : buchholz(player, 0, 0);
    case TieBreakId::fore_buchholz_cut1:
      return fore_ ? fore_->buchholz(player, 1, 0) : buchholz(player, 1, 0);
    case TieBreakId::perfect_performance:
      return perfect_performance(player);
    case TieBreakId::average_performance:
      return average_of_opponents(player, 1, [&](std::size_t p) { return performance(p); });
    case TieBreakId::average_perfect:
      return average_of_opponents(player, 1, [&](std::size_t p) { return perfect_performance(p); });
    case TieBreakId::own_rating:
      if (field_.ratings.empty() || !field_.ratings[player]) return std::nullopt;
      return static_cast<double>(*field_.ratings[player]);
    case TieBreakId::lots:
      if (field_.lots.empty() || !field_.lots[player]) return std::nullopt;
      return static_cast<double>(*field_.lots[player]);
    default:
      return games_ ? value_of_team(id, player) : std::nullopt;
  }
}

double Sums::board_count(std::size_t team) const {
  return sum(team, [](const TieBreakRound& round) {
    double count = 0;
    for (std::size_t i = 0; i < round.board_points.size(); ++i) {
      count += static_cast<double>(i + 1) * round.board_points[i];
    }
    return count;
  });
}

/// Game points, and the Buchholz by match points divided by the most match points of the event in
/// game points of a match (13.4).
double Sums::schedule_strength(std::size_t team) const {
  const std::size_t rounds = std::max(field_.planned_rounds, field_.players[team].size());
  const double factor = std::floor(field_.win * static_cast<double>(rounds) / field_.boards);
  const double strength = buchholz(team, 0, 0) / std::max(factor, 1.0);
  // Sums of fractions are equal whatever their order.
  return std::round((games_->points_[team] + strength) * 1e9) / 1e9;
}

std::optional<double> Sums::value_of_team(TieBreakId id, std::size_t team) const {
  switch (id) {
    case TieBreakId::board_count:
      return board_count(team);
    case TieBreakId::game_points:
      return games_->points_[team];
    case TieBreakId::sonneborn_mm:
      return sonneborn(team, 0, field_);
    case TieBreakId::sonneborn_mg:
      return sonneborn(team, 0, games_->field_);
    case TieBreakId::sonneborn_mg_cut1:
      return sonneborn(team, 1, games_->field_);
    case TieBreakId::sonneborn_gm:
      return games_->sonneborn(team, 0, field_);
    case TieBreakId::sonneborn_gg:
      return games_->sonneborn(team, 0, games_->field_);
    case TieBreakId::buchholz_games:
      return games_->buchholz(team, 0, 0);
    case TieBreakId::schedule_strength:
      return schedule_strength(team);
    default:
      return std::nullopt;
  }
}

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

/// The field as if all paired games of the final round had been drawn (8.3); before the final
/// round, the field.
TieBreakField with_drawn_final(const TieBreakField& field) {
  TieBreakField fore = field;
  for (auto& rounds : fore.players) {
    if (rounds.empty() || rounds.size() != field.planned_rounds || !rounds.back().opponent)
      continue;
    TieBreakRound& last = rounds.back();
    last = {Kind::played, last.opponent, field.draw};
    last.drawn = 1;
  }
  return fore;
}

constexpr bool is_lower_better(TieBreakId id) {
  return id == TieBreakId::pairing_number || id == TieBreakId::lots;
}

/// Does the list need the field with a drawn final, a copy of the field?
bool uses_fore(std::span<const TieBreakId> list) {
  return std::any_of(list.begin(), list.end(), [](TieBreakId id) {
    return id == TieBreakId::fore_buchholz || id == TieBreakId::fore_buchholz_cut1;
  });
}

/// Applies a list of tie-breaks to groups.
class Ranking {
 public:
  /// `list`: the tie-breaks that will be applied.
  Ranking(const TieBreakField& field, std::span<const double> merit,
          std::span<const TieBreakId> list)
      : by_games_(by_game_points(field)),
        encounters_(field),
        game_encounters_(by_games_),
        game_sums_(by_games_),
        fore_(uses_fore(list) ? with_drawn_final(field) : TieBreakField{}),
        fore_sums_(fore_),
        sums_(field, field.boards > 0 ? &game_sums_ : nullptr,
              uses_fore(list) ? &fore_sums_ : nullptr),
        values_(field.players.size()) {
    groups_ = split(numbers_below(field.players.size()), [&](std::size_t p) { return merit[p]; });
  }

  void apply(TieBreakId id) {
    std::vector<Group> next;
    for (Group& group : groups_) {
      auto parts = id == TieBreakId::direct_encounter ? by_encounters(group)
                   : id == TieBreakId::board_count    ? by_board_count(std::move(group))
                   : id == TieBreakId::top_boards     ? by_boards(true, std::move(group))
                   : id == TieBreakId::bottom_boards  ? by_boards(false, std::move(group))
                   : is_extended_direct(id)           ? by_all_encounters(id, group)
                                                      : by_sums(id, std::move(group));
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

 private:
  std::vector<Group> by_sums(TieBreakId id, Group group) {
    for (const std::size_t player : group) values_[player].push_back(sums_.value(id, player));
    if (!is_lower_better(id)) {
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

  static bool is_extended_direct(TieBreakId id) {
    return id == TieBreakId::extended_direct || id == TieBreakId::direct_count_top ||
           id == TieBreakId::direct_count_bottom || id == TieBreakId::direct_top ||
           id == TieBreakId::direct_bottom;
  }

  /// 13.3, and 13.3.2 for two teams still tied.
  std::vector<Group> by_all_encounters(TieBreakId id, const Group& group) {
    auto tiers = by_encounters(group);
    if (by_games_.boards == 0) return tiers;
    std::vector<Group> parts;
    for (Group& part : parted(group)) {
      auto inner = part.size() == 2 ? by_knockout_rules(id, std::move(part))
                                    : std::vector<Group>{std::move(part)};
      std::move(inner.begin(), inner.end(), std::back_inserter(parts));
    }
    return parts;
  }

  double game_points(std::size_t team) const {
    return sums_.value(TieBreakId::game_points, team).value_or(0);
  }

  /// Two teams equal in match points and game points by article 12.
  std::vector<Group> by_knockout_rules(TieBreakId id, Group pair) {
    if (id == TieBreakId::extended_direct || game_points(pair[0]) != game_points(pair[1])) {
      return {std::move(pair)};
    }
    if (id == TieBreakId::direct_count_top || id == TieBreakId::direct_count_bottom) {
      const auto count = [&](std::size_t team) {
        return -sums_.value(TieBreakId::board_count, team).value_or(0);
      };
      if (count(pair[0]) != count(pair[1])) return split(std::move(pair), count);
    }
    const bool from_top = id == TieBreakId::direct_count_top || id == TieBreakId::direct_top;
    return split(std::move(pair),
                 [&](std::size_t team) { return compared_boards(from_top, team); });
  }

  /// What articles 12.2 and 12.3 compare one after the other: the points on each board from the
  /// first on, or those on all boards but the last, but the last two, ...
  std::vector<double> compared_boards(bool from_top, std::size_t team) const {
    std::vector<double> points(static_cast<std::size_t>(by_games_.boards));
    for (const TieBreakRound& round : by_games_.players[team]) {
      for (std::size_t i = 0; i < std::min(points.size(), round.board_points.size()); ++i) {
        points[i] += round.board_points[i];
      }
    }
    if (from_top) return points;
    std::partial_sum(points.begin(), points.end(), points.begin());
    if (!points.empty()) points.pop_back();
    std::reverse(points.begin(), points.end());
    return points;
  }

  /// The value is the first of the compared figures in which two of the group differ.
  std::vector<Group> by_boards(bool from_top, Group group) {
    std::vector<std::vector<double>> compared;
    for (const std::size_t team : group) compared.push_back(compared_boards(from_top, team));
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
                 [&](std::size_t team) { return compared_boards(from_top, team); });
  }

  /// 12.1: applies only if game points are equal.
  std::vector<Group> by_board_count(Group group) {
    const auto games = [&](std::size_t team) { return sums_.value(TieBreakId::game_points, team); };
    const bool is_decisive = std::all_of(group.begin(), group.end(), [&](std::size_t team) {
      return games(team) && games(team) == games(group.front());
    });
    if (group.size() > 1 && !is_decisive) {
      for (const std::size_t team : group) values_[team].push_back(std::nullopt);
      return {std::move(group)};
    }
    for (const std::size_t team : group) {
      values_[team].push_back(sums_.value(TieBreakId::board_count, team));
    }
    return split(std::move(group),
                 [&](std::size_t team) { return -values_[team].back().value_or(0); });
  }

  TieBreakField by_games_;
  DirectEncounters encounters_;
  DirectEncounters game_encounters_;
  Sums game_sums_;
  TieBreakField fore_;
  Sums fore_sums_;
  Sums sums_;
  std::vector<std::vector<std::optional<double>>> values_;
  std::vector<Group> groups_;
};

}  // namespace

std::span<const TieBreakName> tie_break_names() { return names; }

const TieBreakName& name_of(TieBreakId id) { return names[static_cast<std::size_t>(id)]; }

std::optional<TieBreakId> find_tie_break(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '/', '-');
  for (const TieBreakName& known : names) {
    if (is_same_in_any_case(text, known.code)) return known.id;
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

std::vector<RankedPlayer> rank(const TieBreakField& field, std::span<const double> merit,
                               std::span<const TieBreakId> list) {
  Ranking ranking(field, merit, list);
  for (const TieBreakId id : list) ranking.apply(id);
  return ranking.lines();
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
