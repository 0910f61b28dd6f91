#include "core/tournament/stop_rule.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/base/decimals.h"
#include "core/base/message.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/rating/games/repeats.h"
#include "core/rating/models/bt.h"
#include "core/tournament/screening.h"
#include "core/tournament/spsa.h"
#include "core/tournament/systems.h"

namespace schiri {

namespace {

rating::PlayerId id(std::size_t player) { return static_cast<rating::PlayerId>(player); }

/// Games of pairs in one round, or of one mini-match, have one opening, as in `find_openings`.
std::uint64_t opening_of(const ScheduledGame& game) {
  constexpr std::uint64_t alone = std::uint64_t{1} << 63;
  return game.leg == 0 ? alone | game.number : game.round << 20 | game.pair;
}

rating::MatchCounts no_units(bool pairs) {
  return pairs ? rating::MatchCounts::penta({}) : rating::MatchCounts::wdl(0, 0, 0);
}

std::vector<std::string> numbered(std::size_t players) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < players; ++i) names.push_back(std::to_string(i));
  return names;
}

/// Never ends the tournament, but reports the state of a tune.
class TuneProgress final : public StopRule {
 public:
  explicit TuneProgress(const TournamentConfig& config)
      : tune_(*config.tuning, config.rounds, config.seed) {}

  bool add(const JudgedGame& game) override {
    tune_.add({game.scheduled.number, game.outcome});
    return false;
  }

  Message text() const override {
    std::string values;
    const auto& options = tune_.tuning().options;
    for (std::size_t i = 0; i < std::min(options.size(), most_shown); ++i) {
      const double value = tune_.value(i, tune_.finished());
      const bool is_word = !options[i].choices.empty();
      values += (i == 0 ? "" : ", ") + options[i].name + " " +
                (is_word ? value_text(options[i], value) : significant_text(value, 4));
    }
    if (options.size() > most_shown) values += ", ...";
    return message("after {0} {0:step|steps}: {1}", tune_.finished(), values);
  }

 private:
  static constexpr std::size_t most_shown = 6;

  Spsa tune_;
};

}  // namespace

rating::MatchCounts one_unit(bool pairs, std::size_t half_points) {
  if (!pairs) return rating::MatchCounts::wdl(half_points == 2, half_points == 1, half_points == 0);
  std::array<std::uint64_t, 5> cells{};
  cells[half_points] = 1;
  return rating::MatchCounts::penta(cells);
}

rating::Wdl result_of(int half_points) {
  return {half_points == 2 ? 1u : 0u, half_points == 1 ? 1u : 0u, half_points == 0 ? 1u : 0u};
}

bool DistinctGames::add(const JudgedGame& game) {
  if (!game.hash || !game.outcome) return true;
  const auto& [white, black] = std::pair(game.scheduled.white, game.scheduled.black);
  if (seen_.insert(derive_seed(*game.hash, white, black, *game.outcome)).second) return true;
  ++repeats_;
  return false;
}

Message PairJoiner::reason() const {
  constexpr std::uint64_t least = 400;
  if (unplayed_in_row_ >= least) return message("ended because a player is out");
  if (repeats_in_row_ < std::max(least, new_games_)) return {};
  return message("ended because the games only repeat earlier ones");
}

std::optional<JoinedGames> PairJoiner::add(const JudgedGame& game) {
  const bool is_new = distinct_.add(game);
  if (!is_new) {
    ++repeats_in_row_;
  } else if (game.outcome) {
    ++new_games_;
    repeats_in_row_ = 0;
  }
  unplayed_in_row_ = game.outcome ? 0 : unplayed_in_row_ + 1;
  if (game.scheduled.leg == 0) return JoinedGames{std::nullopt, game, false, is_new};
  const std::uint64_t pair = game.scheduled.number - (game.scheduled.leg == 2 ? 1 : 0);
  const auto [waiting, is_first] = waiting_.try_emplace(pair, Leg{game, is_new});
  if (is_first) return std::nullopt;
  const Leg first = std::move(waiting->second);
  waiting_.erase(waiting);
  return JoinedGames{first.game, game, first.is_new, is_new};
}

SprtRule::SprtRule(const rating::SprtOptions& options, bool pairs)
    : options_(options), counts_(no_units(pairs)), test_(options, counts_) {}

bool SprtRule::add_unit(int points) {
  const rating::MatchCounts unit = one_unit(counts_.pairs(), static_cast<std::size_t>(points));
  counts_ += unit;
  test_.add(unit);
  return test_.state().decision.has_value();
}

/// The first player in the list plays every game of a test.
bool SprtRule::add(const JudgedGame& game) {
  const auto joined = joiner_.add(game);
  if (!joined) return false;
  const bool is_unit =
      counts_.pairs() ? joined->is_evidence() : game.outcome && joined->last_is_new;
  if (!is_unit) return joiner_.is_exhausted();
  return add_unit(counts_.pairs() ? joined->points_of(0) : game.points_of(0));
}

Message SprtRule::text() const {
  const rating::SprtState& state = test_.state();
  const Decimal llr{fixed_text(state.llr, 2)}, lower{fixed_text(state.lower, 2)},
      upper{fixed_text(state.upper, 2)};
  const Message text = counts_.pairs() ? message("LLR {0} ({1}, {2}) after {3} {3:pair|pairs}", llr,
                                                 lower, upper, counts_.units())
                                       : message("LLR {0} ({1}, {2}) after {3} {3:game|games}", llr,
                                                 lower, upper, counts_.units());
  if (!state.decision) return with_reason(text, joiner_.reason());
  return message("{0}: {1}", text,
                 *state.decision == rating::SprtDecision::h1 ? message("H1 is accepted")
                                                             : message("H0 is accepted"));
}

ErrorRule::ErrorRule(std::size_t players, std::uint64_t games_a_round, double most)
    : most_(most), games_a_round_(games_a_round), counts_("", "", numbered(players)) {}

void ErrorRule::count_alone(const JudgedGame& game, bool is_new) {
  if (!game.outcome) return;
  const auto results = rating::one_result(*game.outcome, 1);
  const rating::PlayerId white = id(game.scheduled.white), black = id(game.scheduled.black);
  if (is_new) {
    counts_.add_games(white, black, results);
    counts_.add_opening(opening_of(game.scheduled), white, black, *game.outcome);
  } else {
    counts_.add_repeats(white, black, results);
  }
}

void ErrorRule::count(const JudgedGame& game) {
  const auto joined = joiner_.add(game);
  if (!joined) return;
  const auto& first = joined->first;
  if (joined->is_evidence() && joined->first_is_new && joined->last_is_new) {
    counts_.add_pairs(id(first->scheduled.white), id(first->scheduled.black), *first->outcome,
                      *game.outcome, 1);
    for (const JudgedGame& one : {*first, game}) {
      counts_.add_opening(opening_of(one.scheduled), id(one.scheduled.white),
                          id(one.scheduled.black), *one.outcome);
    }
    return;
  }
  if (first) count_alone(*first, joined->first_is_new);
  count_alone(game, joined->last_is_new);
}

bool ErrorRule::add(const JudgedGame& game) {
  count(game);
  if (++games_ % games_a_round_ != 0) return false;
  return is_precise() || joiner_.is_exhausted();
}

/// Computes the largest error after a full round.
bool ErrorRule::is_precise() {
  counts_.finish();
  const auto lists = rating::rate_bt(counts_);
  largest_.reset();
  // Players in pools of their own cannot be compared, however small their errors.
  if (lists.size() != 1 || lists.front().players.size() != counts_.players().size()) return false;
  double largest = 0;
  for (const rating::RatedPlayer& player : lists.front().players) {
    if (!player.error) return false;
    largest = std::max(largest, *player.error);
  }
  largest_ = largest;
  return *largest_ < most_;
}

Message ErrorRule::text() const {
  const std::uint64_t rounds = games_ / games_a_round_;
  const Message reason = joiner_.reason();
  if (!largest_) {
    return with_reason(message("no errors are known after {0} {0:round|rounds}", rounds), reason);
  }
  const Decimal largest{fixed_text(*largest_, 1)}, most{fixed_text(most_, 1)};
  if (*largest_ < most_) {
    return message("largest error {0} Elo after {1} {1:round|rounds}, below {2}", largest, rounds,
                   most);
  }
  return with_reason(message("largest error {0} Elo after {1} {1:round|rounds}, wanted below {2}",
                             largest, rounds, most),
                     reason);
}

std::unique_ptr<StopRule> make_stop_rule(const TournamentConfig& config) {
  if (config.system == System::screening) {
    return std::make_unique<ScreeningRule>(config.bots, *config.sprt);
  }
  if (config.sprt) return std::make_unique<SprtRule>(*config.sprt, !config.single);
  if (config.tuning) return std::make_unique<TuneProgress>(config);
  if (!config.until_error) return nullptr;
  const std::uint64_t games_a_round = make_schedule(config)->games() / config.rounds;
  return std::make_unique<ErrorRule>(config.bots.size(), games_a_round, *config.until_error);
}

void Judge::add(const JudgedGame& game) {
  if (!rule_ || end_) return;
  waiting_.emplace(game.scheduled.number, game);
  while (!end_ && !waiting_.empty() && waiting_.begin()->first == next_) {
    if (rule_->add(waiting_.begin()->second)) end_ = next_;
    waiting_.erase(waiting_.begin());
    ++next_;
  }
}

bool MatchTally::is_of_match(const ScheduledGame& game) const {
  return (game.white == first_ && game.black == second_) ||
         (game.white == second_ && game.black == first_);
}

void MatchTally::add(const JudgedGame& game) {
  if (!is_of_match(game.scheduled)) return;
  if (game.outcome) all_ += result_of(game.points_of(first_));
  has_pairs_ |= game.scheduled.leg != 0;
  const auto joined = joiner_.add(game);
  if (!joined) return;
  if (joined->is_evidence())
    pairs_ += one_unit(true, static_cast<std::size_t>(joined->points_of(first_)));
  const auto add_game = [&](const JudgedGame& one, bool is_new) {
    if (!is_new || !one.outcome) return;
    games_ += one_unit(false, static_cast<std::size_t>(one.points_of(first_)));
    if (one.scheduled.leg == 0) ++single_games_;
  };
  if (joined->first) add_game(*joined->first, joined->first_is_new);
  add_game(joined->last, joined->last_is_new);
}

rating::MatchSummary MatchTally::summary() const {
  const bool are_mostly_pairs = has_pairs_ && 2 * pairs_.units() >= single_games_;
  return match_summary(are_mostly_pairs ? pairs_ : games_, all_);
}

std::optional<MatchTally> match_of(const TournamentConfig& config, std::size_t player) {
  if (config.bots.size() != 2 || config.tuning) return std::nullopt;
  return MatchTally(player, 1 - player);
}

namespace {

using rating::GameLog;

Pairing sorted(rating::PlayerId one, rating::PlayerId other) { return std::minmax(one, other); }

/// Game i of a log as one of a schedule: the games of the pair that begins with game i have the
/// numbers 2 i + 1 and 2 i + 2.
JudgedGame judged_game(const GameLog::Entry& entry, std::size_t i, std::size_t partner) {
  JudgedGame game;
  const std::size_t first = std::min(i, partner);
  if (partner != i) game.scheduled.leg = i == first ? 1 : 2;
  game.scheduled.number = 2 * first + (i == first ? 1 : 2);
  game.scheduled.white = entry.white;
  game.scheduled.black = entry.black;
  game.outcome = entry.result;
  game.hash = rating::identity_of(entry);
  return game;
}

}  // namespace

std::vector<rating::MatchSummary> played_matches(const GameLog& log,
                                                 std::span<const Pairing> pairings) {
  std::map<Pairing, MatchTally> tallies;
  for (const auto& [first, second] : pairings) {
    tallies.emplace(sorted(first, second), MatchTally(first, second));
  }
  const auto& entries = log.entries();
  const auto is_of_matches = [&](const GameLog::Entry& entry) {
    return tallies.contains(sorted(entry.white, entry.black));
  };
  // The games of a pair have the same players, so those of other players need no partner.
  std::vector<bool> leave_out;
  leave_out.reserve(entries.size());
  for (const GameLog::Entry& entry : entries) leave_out.push_back(!is_of_matches(entry));
  const std::vector<std::size_t> partners = rating::find_partners(log, leave_out);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (leave_out[i]) continue;
    tallies.at(sorted(entries[i].white, entries[i].black))
        .add(judged_game(entries[i], i, partners[i]));
  }
  std::vector<rating::MatchSummary> matches;
  for (const auto& [first, second] : pairings) {
    matches.push_back(tallies.at(sorted(first, second)).summary());
  }
  return matches;
}

}  // namespace schiri
