#include "core/rating/models/bt.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/order.h"
#include "core/base/text.h"
#include "core/rating/games/pools.h"
#include "core/rating/models/bt_errors.h"
#include "core/rating/models/bt_fit.h"
#include "core/rating/models/bt_pools.h"

namespace schiri::rating {

namespace {

/// What the ratings of a list are relative to.
enum class Level : std::uint8_t { mean, anchors, observed };

/// `amount`: the virtual games, or the standard deviation of the field.
Message description(Prior prior, std::uint64_t amount, Level level, bool has_errors) {
  Message text = message("Elo by expected score");
  if (prior == Prior::games) text = message("{0}, {1} virtual drawn {1:game|games}", text, amount);
  if (prior == Prior::field) {
    text = message("{0}, field prior of standard deviation {1}", text, amount);
  }
  if (prior == Prior::none) text = message("{0}, no prior", text);
  text = level == Level::observed  ? message("{0}, fitted to the anchors", text)
         : level == Level::anchors ? message("{0}, shifted to the anchors", text)
         : prior == Prior::games   ? message("{0}, mean 1500 weighted by information", text)
                                   : message("{0}, mean 1500", text);
  if (!has_errors) return message("{0}; no errors", text);
  text = message("{0}; errors are half of a 95 % interval", text);
  return level == Level::observed  ? text
         : level == Level::anchors ? message("{0}, relative to the anchors", text)
                                   : message("{0}, relative to the mean", text);
}

bool has_loose_anchors(const BtOptions& options) {
  return !options.anchors.empty() && options.anchors.begin()->second.error > 0;
}

void check(const BtOptions& options) {
  for (const auto& [name, anchor] : options.anchors) {
    if (!std::isfinite(anchor.rating) || !std::isfinite(anchor.error) || anchor.error < 0)
      throw ValueError(message("the anchor of {0} is not a number", name));
    if ((anchor.error > 0) != has_loose_anchors(options))
      throw ValueError(message("either all anchors have an error, or none"));
  }
}

/// Whether players with similar results met more often than by chance, as where results decide the
/// pairings. By the correlation of two opponents' score rates over all games, which is negative
/// where everybody meets everybody, and about 0 where few opponents are fixed in advance.
bool is_paired_by_results(const std::vector<RatedPlayer>& players,
                          const std::vector<Encounter>& encounters) {
  constexpr double chance = 0.05;
  constexpr std::size_t least_players = 6, least_opponents = 3;
  if (players.size() < least_players || 2 * encounters.size() < least_opponents * players.size()) {
    return false;
  }
  std::vector<double> points(players.size()), games(players.size());
  for (const Encounter& one : encounters) {
    const double all = one.games[0] + one.games[1];
    const double of_one = one.points[0] + one.games[1] - one.points[1];
    points[one.i] += of_one;
    points[one.j] += all - of_one;
    games[one.i] += all;
    games[one.j] += all;
  }
  double together = 0, alone = 0;
  for (std::size_t i = 0; i < players.size(); ++i) {
    points[i] = points[i] / games[i] - 0.5;
    alone += games[i] * points[i] * points[i] / 2;
  }
  for (const Encounter& one : encounters) {
    together += (one.games[0] + one.games[1]) * points[one.i] * points[one.j];
  }
  return together > chance * alone;
}

/// An edge for each "has scored against".
Graph scoring_graph(std::size_t players, std::span<const Encounter> encounters) {
  Graph graph(players);
  for (const Encounter& one : encounters) {
    const double made = one.points[0] + one.games[1] - one.points[1];
    if (made > 0) graph[one.i].push_back(one.j);
    if (made < one.games[0] + one.games[1]) graph[one.j].push_back(one.i);
  }
  return graph;
}

/// Two groups of players and the games that join them.
struct Joint {
  std::vector<bool> is_first;
  std::size_t players = 0;  ///< of the first group
  double games = 0;
};

/// The division along the least known direction that has the fewest games between its groups, by
/// those within the smaller one; nullopt if they are not few.
std::optional<Joint> weakest_joint(std::size_t players, std::span<const Encounter> encounters,
                                   const PoolErrors& errors) {
  constexpr double few = 0.1;
  const std::vector<double> direction = errors.least_known();
  const auto order = numbers_by(players, [&](std::size_t i) { return direction[i]; });
  std::vector<std::size_t> place(players);
  for (std::size_t k = 0; k < players; ++k) place[order[k]] = k;
  // Games by the place of the first and of the last of their players.
  std::vector<double> begins(players), ends(players);
  double all = 0;
  for (const Encounter& one : encounters) {
    const double games = one.games[0] + one.games[1];
    begins[std::min(place[one.i], place[one.j])] += games;
    ends[std::max(place[one.i], place[one.j])] += games;
    all += games;
  }
  Joint best;
  double begun = 0, ended = 0, least = few;
  for (std::size_t k = 0; k + 1 < players; ++k) {
    begun += begins[k], ended += ends[k];
    const double across = begun - ended, within = std::min(ended, all - begun);
    if (within > 0 && across <= least * within) {
      least = across / within;
      best.players = k + 1;
      best.games = across;
    }
  }
  if (best.players == 0) return std::nullopt;
  best.is_first.resize(players);
  for (std::size_t k = 0; k < best.players; ++k) best.is_first[order[k]] = true;
  return best;
}

void note_newcomers(std::span<const RatedPlayer> players, std::vector<Message>& notes) {
  constexpr std::uint64_t few = 10, times = 5;
  std::vector<std::uint64_t> games;
  for (const RatedPlayer& player : players) games.push_back(player.effective_games);
  std::nth_element(games.begin(), games.begin() + static_cast<std::ptrdiff_t>(games.size() / 2),
                   games.end());
  const std::uint64_t usual = games[games.size() / 2];
  const auto newcomers = static_cast<std::uint64_t>(
      std::count_if(players.begin(), players.end(), [&](const RatedPlayer& player) {
        return player.effective_games < few && times * player.effective_games <= usual;
      }));
  if (newcomers == 0) return;
  notes.push_back(message(
      "{0} {0:player has|players have} fewer than {1} games, so {0:a rating that is|ratings "
      "that are} hardly known.",
      newcomers, few));
}

/// Notes that most players have not scored against each other, that some have few games, and that
/// few games join two groups.
void add_notes_on_games(std::span<const RatedPlayer> players, std::span<const Encounter> encounters,
                        const PoolErrors& errors, const ScoringBounds& bounds,
                        std::vector<Message>& notes) {
  constexpr std::size_t few_players = 4, many_players = 1000;
  if (!bounds.has_majority) {
    notes.push_back(
        message("Many players have not scored against each other: the list's distances are hardly "
                "known."));
  }
  note_newcomers(players, notes);
  if (players.size() < few_players || players.size() > many_players) return;
  const auto joint = weakest_joint(players.size(), encounters, errors);
  if (!joint) return;
  const auto [value, error] = errors.distance(joint->is_first);
  notes.push_back(message(
      "{0} {0:game joins|games join} two groups of {1} and {2} players: their distance is "
      "{3} +- {4}.",
      static_cast<std::uint64_t>(joint->games), joint->players, players.size() - joint->players,
      Decimal{rounded_text(std::abs(value) / natural_per_point, 0)},
      Decimal{rounded_text(error / natural_per_point, 0)}));
}

/// Fits one pool and makes its list.
class PoolRating {
 public:
  /// `players` are the pool's players in its order.
  PoolRating(const PoolGames& games, const std::vector<RatedPlayer>& players,
             const BtOptions& options, bool by_results)
      : games_(games),
        options_(options),
        encounters_(encounters_of(games.singles, games.pairs)),
        is_paired_(players.size() <= most_players_with_errors &&
                   (by_results || is_paired_by_results(players, encounters_))),
        prior_(prior_of(options, players.size())),
        anchors_(players.size()) {
    for (std::size_t i = 0; i < players.size(); ++i) {
      const auto anchor = options_.anchors.find(players[i].name);
      if (anchor == options_.anchors.end()) continue;
      anchors_[i] = anchor->second;
      level_ = has_loose_anchors(options_) ? Level::observed : Level::anchors;
    }
  }

  /// A field is searched with an inverse for each try, which large pools do not have.
  Prior prior_of(const BtOptions& options, std::size_t players) const {
    if (!options.prior) return is_paired_ ? Prior::field : Prior::games;
    if (*options.prior == Prior::field && players > most_players_with_errors) return Prior::games;
    return *options.prior;
  }

  void fill(RatingList& list) const {
    if (options_.prior && *options_.prior != prior_) {
      list.notes.push_back(
          message("A pool of more than {0} players has virtual games in place of a field.",
                  most_players_with_errors));
    }
    const bool has_advantage = determines_advantage();
    const PoolFit pool(list.players.size(), encounters_, {prior_, has_advantage, observations()});
    const BtFit& fit = pool.fit();
    const double amount =
        prior_ == Prior::field ? fit.field_sd / natural_per_point : fit.virtual_games;
    list.description = description(prior_, static_cast<std::uint64_t>(std::lround(amount)), level_,
                                   options_.errors);
    const auto parameters = pool.parameters();
    if (!fit.converged || !std::all_of(parameters.begin(), parameters.end(),
                                       [](double one) { return std::isfinite(one); })) {
      list.notes.push_back(message("The fit has not converged: this pool has no ratings."));
      return;
    }
    list.has_advantage = has_advantage;
    list.draw_factor = fit.draw_factor;
    list.first_move_advantage = parameters.back() / natural_per_point;
    const std::vector<double> reference = reference_of(pool);
    set_ratings(parameters, reference, list);
    add_notes(fit, list);
    if (options_.errors) {
      fill_errors(PoolErrors(pool, reference, {games_.singles, games_.pairs, games_.openings}),
                  reference, list);
    }
  }

 private:
  bool determines_advantage() const {
    AdvantageRank rank(games_.players.size());
    for (const Encounter& one : encounters_) {
      if (one.games[0] > 0) rank.add(one.i, one.j);
      if (one.games[1] > 0) rank.add(one.j, one.i);
    }
    return rank.is_determined();
  }

  std::vector<RatingObservation> observations() const {
    std::vector<RatingObservation> all;
    for (std::size_t i = 0; level_ == Level::observed && i < anchors_.size(); ++i) {
      if (!anchors_[i]) continue;
      all.push_back({static_cast<std::uint32_t>(i),
                     (anchors_[i]->rating - mean_rating) * natural_per_point,
                     anchors_[i]->error / z95 * natural_per_point});
    }
    return all;
  }

  /// The weights of the mean that the ratings are relative to; all 0 if anchors observe them.
  std::vector<double> reference_of(const PoolFit& pool) const {
    std::vector<double> weights(anchors_.size(), level_ == Level::mean);
    if (level_ == Level::mean && prior_ == Prior::games) {
      std::fill(weights.begin(), weights.end(), 0.0);
      for (const EncounterWeight& one : pool.game_weights()) {
        weights[one.i] += one.sum();
        weights[one.j] += one.sum();
      }
    }
    for (std::size_t i = 0; level_ == Level::anchors && i < anchors_.size(); ++i) {
      weights[i] = anchors_[i].has_value();
    }
    double sum = 0;
    for (const double weight : weights) sum += weight;
    for (double& weight : weights) weight /= sum > 0 ? sum : 1;
    return weights;
  }

  void set_ratings(std::span<const double> ratings, const std::vector<double>& reference,
                   RatingList& list) const {
    double middle = 0, level = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
      middle += reference[i] * ratings[i];
      level += reference[i] * (anchors_[i] ? anchors_[i]->rating - mean_rating : 0);
    }
    if (level_ == Level::mean) level = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
      list.players[i].rating = mean_rating + level + (ratings[i] - middle) / natural_per_point;
    }
  }

  void add_notes(const BtFit& fit, RatingList& list) const {
    if (!list.has_advantage) {
      list.notes.push_back(
          message("The games do not determine White's advantage: it is taken as 0."));
    }
    if (fit.has_advantage_prior) {
      list.notes.push_back(
          message("The games leave White's advantage without a finite estimate: a normal prior of "
                  "mean 0 and standard deviation 500 Elo keeps it finite."));
    }
    if (prior_ == Prior::field) {
      const Decimal sd{rounded_text(fit.field_sd / natural_per_point, 0)};
      list.notes.push_back(
          is_paired_
              ? message("Results decided the pairings: ratings are drawn towards the mean (s {0}). "
                        "Intervals hold the true rating in 85 to 97 %; least for the first and the "
                        "last, and in a field of equals.",
                        sd)
              : message("Ratings are drawn towards the mean (s {0}).", sd));
    }
  }

  void fill_errors(const PoolErrors& errors, const std::vector<double>& reference,
                   RatingList& list) const {
    if (!errors.exist()) {
      list.notes.push_back(
          list.players.size() > most_players_with_errors
              ? message("A pool of more than {0} players has no errors.", most_players_with_errors)
              : message("These ratings have no errors: so far apart, the games say nothing."));
      return;
    }
    const ScoringBounds bounds = bounds_by_scoring(scoring_graph(list.players.size(), encounters_));
    for (std::size_t i = 0; i < list.players.size(); ++i) {
      // A single exact anchor has no interval: it is the reference.
      if (reference[i] < 1) set_interval(errors, i, bounds.players[i], list.players[i]);
    }
    if (const auto error = errors.advantage_error()) {
      list.first_move_advantage_error = *error / natural_per_point;
    } else if (list.has_advantage) {
      list.notes.push_back(message("Fewer than ten openings: White's advantage has no error."));
    }
    add_notes_on_games(list.players, encounters_, errors, bounds, list.notes);
    compare_neighbours(errors, list);
    if (options_.compared) compare(errors, list);
  }

  void set_interval(const PoolErrors& errors, std::size_t i, Bound bound,
                    RatedPlayer& player) const {
    const IntervalEnds ends = errors.interval(i);
    // Observations bound everybody.
    player.bound = level_ == Level::observed ? Bound::none : bound;
    if (player.bound != Bound::below) player.low = *player.rating + ends.low / natural_per_point;
    if (player.bound != Bound::above) player.high = *player.rating + ends.high / natural_per_point;
    if (player.low && player.high) player.error = (*player.high - *player.low) / 2;
  }

  /// Compares each player with the next one of the ranking.
  void compare_neighbours(const PoolErrors& errors, RatingList& list) const {
    if (!options_.ranking) return;
    const auto ranking = ranked(list.players, *options_.ranking);
    for (std::size_t k = 0; k + 1 < ranking.size(); ++k) {
      list.players[ranking[k]].superiority = errors.superiority(ranking[k], ranking[k + 1]);
    }
  }

  void compare(const PoolErrors& errors, RatingList& list) const {
    const auto order = ranked(list.players, {});
    const auto& names = *options_.compared;
    for (std::size_t place = 0; place < order.size(); ++place) {
      const std::string& name = list.players[order[place]].name;
      if (!names.empty() && std::find(names.begin(), names.end(), name) == names.end()) continue;
      for (const std::size_t before : list.compared) {
        const std::size_t i = order[place], j = order[before];
        list.differences.push_back({*list.players[i].rating - *list.players[j].rating,
                                    errors.error(i, j) / natural_per_point,
                                    errors.superiority(i, j)});
      }
      list.compared.push_back(place);
    }
  }

  const PoolGames& games_;
  const BtOptions& options_;
  std::vector<Encounter> encounters_;
  bool is_paired_;
  Prior prior_;
  std::vector<std::optional<Anchor>> anchors_;
  Level level_ = Level::mean;
};

std::vector<RatedPlayer> players_of(const PoolGames& pool, const GameCounts& counts,
                                    const std::vector<Wdl>& results) {
  std::vector<RatedPlayer> players;
  for (const PlayerId id : pool.players) {
    RatedPlayer& player = players.emplace_back();
    player.name = counts.players()[id];
    player.bound = pool.bound;
    player.results = results[id];
  }
  const auto add = [&](PlayerId a, PlayerId b, std::uint64_t games) {
    players[a].effective_games += games;
    players[b].effective_games += games;
  };
  for (const ColourCount& one : pool.singles) add(one.white, one.black, one.results.games());
  for (const PairCount& pair : pool.pairs) add(pair.first, pair.second, 2 * pair.pairs());
  return players;
}

/// Notes on the game as a whole.
void add_common_notes(RatingList& first, const GameCounts& counts, const std::vector<Wdl>& results,
                      const PoolDivision& division, const std::map<std::string, Anchor>& anchors) {
  std::vector<Message> notes =
      notes_on(counts.ignored(), counts.unplayed_games(), counts.forfeited_games());
  if (counts.repeats() > 0) {
    notes.push_back(
        message("{0} {0:game|games}, of which {1} repeat an identical one between the same players "
                "from the same side: the effective number is {2}.",
                counts.games(), counts.repeats(), counts.effective_games()));
  }
  if (division.games_across > 0) {
    notes.push_back(
        message("{0} {0:game|games} between pools cannot be rated: one side made all points.",
                division.games_across));
  }
  const auto& players = counts.players();
  for (const auto& [name, anchor] : anchors) {
    const auto player = std::find(players.begin(), players.end(), name);
    if (player == players.end() ||
        results[static_cast<std::size_t>(player - players.begin())].games() == 0) {
      notes.push_back(message("The anchor {0} is not in this list.", name));
    }
  }
  first.notes.insert(first.notes.begin(), notes.begin(), notes.end());
}

}  // namespace

std::vector<RatingList> rate_bt(const GameCounts& counts, const BtOptions& options) {
  check(options);
  const bool by_scoring = options.prior == Prior::none;
  const PoolDivision division =
      by_scoring ? divide_by_scoring(counts) : divide_by_games(counts, LinkingGames::played);
  const std::vector<Wdl> results = results_by_player(counts);
  std::vector<RatingList> lists;
  for (const PoolGames& pool : division.pools) {
    RatingList& list = lists.emplace_back();
    list.game = counts.game();
    list.variant = counts.variant();
    list.pool = static_cast<int>(lists.size());
    list.pools = static_cast<int>(division.pools.size());
    list.players = players_of(pool, counts, results);
    if (pool.players.size() > 1) {
      PoolRating(pool, list.players, options, counts.is_paired_by_results()).fill(list);
    } else {
      list.description = description(Prior::none, 0, Level::mean, options.errors);
      const std::string& name = list.players.front().name;
      if (options.anchors.contains(name)) {
        list.notes.push_back(message("The anchor {0} has no rating and shifts nothing.", name));
      }
    }
    sort_best_first(list.players);
  }
  if (!lists.empty()) add_common_notes(lists.front(), counts, results, division, options.anchors);
  return lists;
}

Message stored_description(const std::string& english) {
  for (const std::string_view word : split(english, ' ')) {
    const std::string_view digits = word.substr(0, word.find_first_not_of("0123456789"));
    const auto amount = parse_number<std::uint64_t>(digits).value_or(0);
    for (const Prior prior : {Prior::games, Prior::field, Prior::none}) {
      for (const Level level : {Level::mean, Level::anchors, Level::observed}) {
        for (const bool has_errors : {true, false}) {
          Message text = description(prior, amount, level, has_errors);
          if (text.english() == english) return text;
        }
      }
    }
  }
  return known_phrase(english);
}

}  // namespace schiri::rating
