#include "notation/analysis/study.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/rating/numerics/distributions.h"

namespace schiri {

namespace {

using rating::Cluster;
using rating::Estimate;

constexpr int most_levels = 6;
/// A search of one playout is no search.
constexpr std::uint64_t least_nodes = 2;
constexpr std::uint64_t usual_observer_nodes = 64, least_observer_nodes = 16;
/// A first turn that was played less often says nothing.
constexpr std::size_t few_games = 5;
/// What nobody would care about is not asked for: 2 % of points, 10 Elo.
constexpr double least_share = 0.02, least_elo = 10;

BotSpec builtin(const std::string& name, std::optional<std::uint64_t> nodes) {
  BotSpec bot;
  bot.builtin = name;
  bot.nodes = nodes;
  bot.name = nodes ? name + ' ' + std::to_string(*nodes) : name;
  return bot;
}

}  // namespace

std::vector<StudyPairing> pairings_of(const TournamentConfig& ladder) {
  std::vector<StudyPairing> pairings;
  for (std::size_t i = 0; i + 1 < ladder.bots.size(); ++i) {
    BotSpec twin = ladder.bots[i + 1];
    twin.name = ladder.bots[i].name;
    const bool is_mirror = twin == ladder.bots[i];
    pairings.push_back({i + 1, i, is_mirror, is_mirror && twin.builtin == "random"});
  }
  return pairings;
}

void set_ladder(TournamentConfig& config, std::uint64_t nodes, std::uint64_t games) {
  config.system = System::ladder;
  config.opening_turns = 0;
  config.bots.clear();
  const auto add = [&](BotSpec bot, bool is_twice) {
    config.bots.push_back(bot);
    if (!is_twice) return;
    bot.name += " b";
    config.bots.push_back(bot);
  };
  add(builtin("random", {}), true);
  int levels = 1;
  while (levels < most_levels && nodes >> levels >= least_nodes) ++levels;
  for (int below = levels; below-- > 0;) add(builtin("uct", nodes >> below), below % 2 == 0);
  const std::uint64_t round = 2 * (config.bots.size() - 1);
  if (games < round) {
    throw InputError(
        message("--games: a study of {0} levels needs at least {1} games, two of each "
                "pairing",
                levels, round));
  }
  config.rounds = (games + round - 1) / round;
}

BotSpec observer_of(const TournamentConfig& ladder) {
  std::uint64_t most = 0;
  for (const BotSpec& bot : ladder.bots) most = std::max(most, bot.nodes.value_or(0));
  return builtin("uct",
                 most == 0 ? usual_observer_nodes : std::max(most / 4, least_observer_nodes));
}

namespace {

using Games = std::vector<const StudiedGame*>;
/// A part of a mean; nullopt for a game that has none.
using Part = std::function<std::optional<Cluster>(const StudiedGame&)>;

/// Games that share a drawn start are one cluster.
std::vector<Cluster> clusters(const Games& games, const Part& part) {
  std::map<std::uint64_t, Cluster> by_start;
  for (const StudiedGame* game : games) {
    const auto its = part(*game);
    if (!its) continue;
    Cluster& cluster = by_start.try_emplace(game->start, Cluster{0, 0}).first->second;
    cluster.sum += its->sum;
    cluster.weight += its->weight;
  }
  std::vector<Cluster> all;
  for (const auto& [start, cluster] : by_start) all.push_back(cluster);
  return all;
}

std::optional<Estimate> share(const Games& games, const Part& part) {
  return rating::share_estimate(clusters(games, part));
}
std::optional<Estimate> mean(const Games& games, const Part& part, double step) {
  return rating::mean_estimate(clusters(games, part), step);
}

/// A mean share of turns.
std::optional<Estimate> proportion(const Games& games, const Part& part, double step) {
  auto estimate = mean(games, part, step);
  if (estimate && estimate->low) {
    estimate->low = std::max(*estimate->low, 0.0);
    estimate->high = std::min(*estimate->high, 1.0);
  }
  return estimate;
}

Cluster points(const StudiedGame& game) { return {game.points}; }
Cluster is_draw(const StudiedGame& game) { return {game.points == 0.5 ? 1.0 : 0.0}; }
Cluster turns(const StudiedGame& game) { return {static_cast<double>(game.turns)}; }
Cluster lead_changes(const StudiedGame& game) {
  return {static_cast<double>(game.measured.course.lead_changes)};
}
std::optional<Cluster> decided(const StudiedGame& game) {
  const auto& decided = game.measured.course.decided;
  if (!decided) return std::nullopt;
  const auto turns = static_cast<double>(game.turns);
  return Cluster{*decided * turns, turns};
}
std::optional<Cluster> behind(const StudiedGame& game) {
  if (!game.measured.course.decided) return std::nullopt;
  return Cluster{static_cast<double>(game.measured.course.behind), static_cast<double>(game.turns)};
}

/// A part of the counted turns of a game, by its number of turns or as one.
Part choice(double (*value)(const GameChoices&), bool is_by_turn) {
  return [=](const StudiedGame& game) -> std::optional<Cluster> {
    if (!game.measured.choices || game.turns == 0) return std::nullopt;
    return Cluster{value(*game.measured.choices),
                   is_by_turn ? static_cast<double>(game.turns) : 1.0};
  };
}

/// Elo as match statistics have it; infinite on the side where all points were made.
std::optional<Estimate> elo_of(const rating::MatchElo& match) {
  if (!match.elo && !match.low && !match.high) return std::nullopt;
  constexpr double infinite = std::numeric_limits<double>::infinity();
  return Estimate{match.elo.value_or(match.low ? infinite : -infinite), match.low, match.high};
}

StudyLevel level_of(const TournamentConfig& ladder, const StudyPairing& pairing, const Games& games,
                    const rating::MatchElo& match) {
  StudyLevel level{ladder.bots[pairing.player].name, ladder.bots[pairing.opponent].name,
                   games.size()};
  level.turns = mean(games, turns, 1);
  if (pairing.is_mirror) {
    level.first_share = share(games, points);
    if (level.first_share) level.first_elo = rating::elo_estimate(*level.first_share);
  } else {
    level.elo = elo_of(match);
  }
  level.draw_rate = share(games, is_draw);
  level.decided = proportion(games, decided, 1);
  level.lead_changes = mean(games, lead_changes, 1);
  return level;
}

/// The best and the worst first turn, of those that were played often enough to say something.
/// Their intervals hold for all turns together (Bonferroni).
void add_first_turns(std::vector<StudyFigure>& figures, const Games& games) {
  std::map<std::string, Games> by_turn;
  for (const StudiedGame* game : games) {
    if (!game->first_turn.empty()) by_turn[game->first_turn].push_back(game);
  }
  std::erase_if(by_turn, [](const auto& one) { return one.second.size() < few_games; });
  if (by_turn.size() < 2) return;
  const double z = rating::normal_quantile(1 - 0.025 / static_cast<double>(by_turn.size()));
  std::vector<std::pair<Estimate, std::string>> ranked;
  for (const auto& [turn, its] : by_turn) {
    ranked.emplace_back(*rating::share_estimate(clusters(its, points), z), turn);
  }
  const auto middle = [](const auto& one) { return *one.first.low + *one.first.high; };
  const auto [worst, best] =
      std::minmax_element(ranked.begin(), ranked.end(),
                          [&](const auto& a, const auto& b) { return middle(a) < middle(b); });
  figures.push_back({"best_first_turn", message("score after the best first turn"), Holds::share,
                     best->first, best->second});
  figures.push_back({"worst_first_turn", message("score after the worst first turn"), Holds::share,
                     worst->first, worst->second});
}

std::vector<StudyFigure> figures_of(const Games& all, const Games& random, const Games& searched,
                                    const Games& equal, const Games& top) {
  std::vector<StudyFigure> figures;
  const auto add = [&](const char* key, const Message& name, Holds kind,
                       const std::optional<Estimate>& estimate) {
    figures.push_back({key, name, kind, estimate});
  };
  add("choices", message("turns to choose from"), Holds::number,
      mean(top, choice([](const GameChoices& its) { return its.turns; }, true), 1));
  add("forced_rate", message("forced turns"), Holds::share,
      proportion(
          top, choice([](const GameChoices& its) { return static_cast<double>(its.forced); }, true),
          1));
  add("log_tree", message("game tree, at least 10 to the power of"), Holds::number,
      mean(random, choice([](const GameChoices& its) { return its.log_lines; }, false), 0.1));
  add("behind_rate", message("turns in which the later winner stood worse"), Holds::share,
      proportion(searched, behind, 1));
  add_first_turns(figures, equal);
  add("repeat_rate", message("games played again"), Holds::share,
      share(all, [](const StudiedGame& game) { return Cluster{game.repeats ? 1.0 : 0.0}; }));
  add("limit_rate", message("games ended by the limit of turns"), Holds::share,
      share(all, [](const StudiedGame& game) { return Cluster{game.is_limited ? 1.0 : 0.0}; }));
  return figures;
}

Message share_text(const Estimate& share) {
  const auto per_cent = [](double its) { return Decimal{rounded_text(100 * its, 1)}; };
  return message("{0} % ({1} to {2})", per_cent(share.value), per_cent(*share.low),
                 per_cent(*share.high));
}

/// An Elo with both ends, which differ in their distance.
Message interval_text(const Estimate& elo) {
  if (!elo.low || !elo.high || !std::isfinite(elo.value)) return estimate_text(elo, Holds::rating);
  const auto number = [](double its) { return Decimal{rounded_text(its, 1)}; };
  return message("{0} ({1} to {2})", number(elo.value), number(*elo.low), number(*elo.high));
}

/// The games of a study that would show an effect, two digits of them.
std::optional<std::uint64_t> games_to_show(std::uint64_t games, const Estimate& estimate,
                                           double null, double least) {
  const auto factor = rating::games_factor(estimate, null, least);
  if (!factor) return std::nullopt;
  const double needed = static_cast<double>(games) * *factor;
  const double unit = std::pow(10, std::max(std::floor(std::log10(needed)) - 1, 0.0));
  return static_cast<std::uint64_t>(std::ceil(needed / unit) * unit);
}

/// What a study may show, and the words for each answer.
struct Question {
  const char* key;
  Message more, less;  ///< the answers, if the estimate is above or below `null`
  Message open;        ///< the question
  Message fact;
  std::optional<Estimate> estimate;
  Holds kind;
  double null;
};

StudyConclusion answer(const Study& study, const Question& asked) {
  const auto& estimate = asked.estimate;
  if (estimate && !estimate->contains(asked.null)) {
    const bool is_more = estimate->value > asked.null;
    return {
        asked.key, true, {}, message("{0}: {1}.", is_more ? asked.more : asked.less, asked.fact)};
  }
  const double least = asked.kind == Holds::share ? least_share : least_elo;
  const auto games =
      estimate ? games_to_show(study.games, *estimate, asked.null, least) : std::nullopt;
  if (!games)
    return {asked.key, false, {}, message("Not shown: {0}; {1}.", asked.open, asked.fact)};
  const double effect = std::max(std::abs(estimate->value - asked.null), least);
  const Message text = asked.kind == Holds::share
                           ? message("{0} %", Decimal{rounded_text(100 * effect, 1)})
                           : message("{0} Elo", Decimal{rounded_text(effect, 0)});
  return {
      asked.key, false, games,
      message("Not shown: {0}; {1}. A study of {2} games would show a difference of {3} in four "
              "of five cases.",
              asked.open, asked.fact, *games, text)};
}

Question balance(const StudyLevel* top) {
  const auto share = top ? top->first_share : std::nullopt;
  return {"balance",
          message("It is an advantage to move first"),
          message("It is a disadvantage to move first"),
          message("whether it is better to move first"),
          share ? message("between equals ({0}) the first player scores {1}", top->opponent,
                          share_text(*share))
                : message("no equal players have met"),
          share,
          Holds::share,
          0.5};
}

Question skill(const StudyLevel* top) {
  const auto elo = top ? top->elo : std::nullopt;
  return {"skill",
          message("Skill matters"),
          message("More search plays worse"),
          message("whether skill still matters at the top"),
          elo ? message("the Elo of {0} against {1} is {2}", top->player, top->opponent,
                        interval_text(*elo))
              : message("no unequal players have met"),
          elo,
          Holds::rating,
          0};
}

Question draws(const StudyLevel& bottom, const StudyLevel& top) {
  return {"draws",
          message("Better players draw more"),
          message("Better players draw less"),
          message("whether better players draw more"),
          message("draws are {0} between {1}, {2} between {3}", share_text(*bottom.draw_rate),
                  bottom.opponent, share_text(*top.draw_rate), top.opponent),
          rating::difference(*bottom.draw_rate, *top.draw_rate),
          Holds::share,
          0};
}

/// What spoils the figures, if it is more than chance.
void add_warnings(Study& study) {
  constexpr double many = 0.1;
  for (const StudyFigure& figure : study.figures) {
    if (!figure.estimate || figure.estimate->value < many) continue;
    const Message text = share_text(*figure.estimate);
    if (figure.key == "limit_rate") {
      study.conclusions.push_back(
          {"limit",
           true,
           {},
           message("{0} of the games ended by the limit of turns, which shapes turns and draws; "
                   "--max-turns sets another.",
                   text)});
    } else if (figure.key == "repeat_rate") {
      study.conclusions.push_back(
          {"alike",
           true,
           {},
           message("{0} of the games repeat an earlier one of the same players, turn by turn: the "
                   "game is small, or they always choose the same.",
                   text)});
    }
  }
}

void conclude(Study& study, const std::vector<StudyPairing>& pairings) {
  const StudyLevel *mirror = nullptr, *first_mirror = nullptr, *step = nullptr;
  for (std::size_t i = 0; i < pairings.size(); ++i) {
    const StudyLevel& level = study.levels[i];
    if (level.games == 0) continue;
    (pairings[i].is_mirror ? mirror : step) = &level;
    if (pairings[i].is_mirror && !first_mirror) first_mirror = &level;
  }
  study.conclusions = {answer(study, balance(mirror)), answer(study, skill(step))};
  if (first_mirror != mirror) {
    study.conclusions.push_back(answer(study, draws(*first_mirror, *mirror)));
  }
  add_warnings(study);
}

}  // namespace

Study study_of(const TournamentConfig& ladder, std::span<const StudiedGame> games,
               std::span<const rating::MatchElo> matches) {
  const std::vector<StudyPairing> pairings = pairings_of(ladder);
  std::vector<Games> by_pairing(pairings.size());
  Games all, random, searched, equal, top;
  for (const StudiedGame& game : games) {
    by_pairing[game.pairing].push_back(&game);
    all.push_back(&game);
    const StudyPairing& pairing = pairings[game.pairing];
    (pairing.is_random ? random : searched).push_back(&game);
    if (pairing.is_mirror && !pairing.is_random) equal.push_back(&game);
  }
  Study study{games.size(), {}, {}, {}};
  for (std::size_t i = 0; i < pairings.size(); ++i) {
    study.levels.push_back(level_of(ladder, pairings[i], by_pairing[i], matches[i]));
    if (pairings[i].is_mirror && !pairings[i].is_random) top = by_pairing[i];
  }
  study.figures = figures_of(all, random, searched, equal, top);
  conclude(study, pairings);
  return study;
}

std::span<const StudyMeasure> study_measures() {
  static const StudyMeasure measures[] = {
      {"turns", message_pattern("turns"), Holds::number, "mean number of turns",
       &StudyLevel::turns},
      {"elo", message_pattern("Elo"), Holds::rating,
       "of the player against the opponent; null between equals", &StudyLevel::elo},
      {"first_share", message_pattern("first %"), Holds::share,
       "share of points of the player who moves first, between equals", &StudyLevel::first_share},
      {"first_elo", message_pattern("first Elo"), Holds::rating, "the same as Elo",
       &StudyLevel::first_elo},
      {"draw_rate", message_pattern("draw %"), Holds::share, "share of drawn games",
       &StudyLevel::draw_rate},
      {"decided", message_pattern("decided %"), Holds::share,
       "part of the game after which the later winner led to the end", &StudyLevel::decided},
      {"lead_changes", message_pattern("leads"), Holds::number,
       "how often the lead changed sides, by the observer", &StudyLevel::lead_changes}};
  return measures;
}

Message estimate_text(const Estimate& estimate, Holds kind) {
  const double factor = kind == Holds::share ? 100 : 1;
  const auto error = estimate.error();
  int decimals = 1;  // more for an error that would look like none
  while (error && factor * *error < 0.5 * std::pow(10, -decimals) && decimals < 6) ++decimals;
  const auto number = [&](double its) { return Decimal{rounded_text(factor * its, decimals)}; };
  if (error && std::isfinite(estimate.value)) {
    return message("{0} ±{1}", number(estimate.value), number(*error));
  }
  if (!std::isfinite(estimate.value)) {
    if (estimate.low) return message("above {0}", number(*estimate.low));
    if (estimate.high) return message("below {0}", number(*estimate.high));
    return message("unknown");
  }
  if (estimate.low) return message("{0}, above {1}", number(estimate.value), number(*estimate.low));
  if (estimate.high) {
    return message("{0}, below {1}", number(estimate.value), number(*estimate.high));
  }
  return message("{0} ±?", number(estimate.value));
}

}  // namespace schiri
