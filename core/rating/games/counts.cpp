#include "core/rating/games/counts.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/base/order.h"
#include "core/rating/games/player_sort.h"
#include "core/rating/games/repeats.h"

namespace schiri::rating {

namespace {

void require_two_players(PlayerId a, PlayerId b) {
  if (a == b) throw std::invalid_argument("a player cannot meet itself in a rating");
}

void add_cells(PairCount& into, const PairCount& from) {
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      into.cells[row][column] += from.cells[row][column];
    }
  }
}

/// Also merges counts of equal players.
void sort_by_colours(std::vector<ColourCount>& counts, std::size_t players) {
  sort_by_players(counts, players, &ColourCount::white, &ColourCount::black);
  merge_neighbours(
      counts,
      [](const ColourCount& a, const ColourCount& b) {
        return a.white == b.white && a.black == b.black;
      },
      [](ColourCount& into, const ColourCount& from) { into.results += from.results; });
}

void sort_by_pair(std::vector<PairCount>& counts, std::size_t players) {
  sort_by_players(counts, players, &PairCount::first, &PairCount::second);
  merge_neighbours(
      counts,
      [](const PairCount& a, const PairCount& b) {
        return a.first == b.first && a.second == b.second;
      },
      add_cells);
}

/// Also merges counts of equal players and openings.
void sort_by_opening(std::vector<OpeningCount>& counts) {
  const auto key = [](const OpeningCount& count) {
    return std::tuple(count.opening, count.games.white, count.games.black);
  };
  std::stable_sort(counts.begin(), counts.end(), by(key));
  merge_neighbours(
      counts, [&](const auto& a, const auto& b) { return key(a) == key(b); },
      [](OpeningCount& into, const OpeningCount& from) {
        into.games.results += from.games.results;
      });
}

std::vector<Wdl> results_of(const std::vector<GameLog::Entry>& games, std::size_t players) {
  std::vector<Wdl> results(players);
  for (const GameLog::Entry& game : games) {
    results[game.white] += one_result(game.result, 1);
    results[game.black] += one_result(game.result, 1).swapped();
  }
  return results;
}

std::uint64_t games_in(const std::vector<ColourCount>& counts) {
  std::uint64_t sum = 0;
  for (const ColourCount& count : counts) sum += count.results.games();
  return sum;
}

}  // namespace

std::optional<double> Wdl::score_rate() const {
  return games() > 0 ? std::optional(points() / real(games())) : std::nullopt;
}

std::optional<double> Wdl::draw_rate() const {
  return games() > 0 ? std::optional(real(draws) / real(games())) : std::nullopt;
}

void Wdl::add(Outcome result, std::uint64_t games) {
  (result == Outcome::white_wins ? wins : result == Outcome::draw ? draws : losses) += games;
}

Wdl one_result(Outcome result, std::uint64_t games) {
  Wdl wdl;
  wdl.add(result, games);
  return wdl;
}

Wdl& Wdl::operator+=(const Wdl& other) {
  wins += other.wins;
  draws += other.draws;
  losses += other.losses;
  return *this;
}

std::vector<Wdl> rated_results(const GameLog& log) {
  return results_of(log.entries(), log.players().size());
}

std::vector<Wdl> unplayed_results(const GameLog& log) {
  return results_of(log.unplayed(), log.players().size());
}

std::uint64_t PairCount::pairs() const { return first_white().games(); }

Wdl PairCount::first_white() const {
  const auto row = [&](std::size_t r) { return cells[r][0] + cells[r][1] + cells[r][2]; };
  return {row(0), row(1), row(2)};
}

Wdl PairCount::second_white() const {
  const auto column = [&](std::size_t c) { return cells[0][c] + cells[1][c] + cells[2][c]; };
  return {column(0), column(1), column(2)};
}

PairCount PairCount::swapped() const {
  PairCount other{second, first};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      other.cells[column][row] = cells[row][column];
    }
  }
  return other;
}

GameCounts::GameCounts(std::string_view game, std::string_view variant,
                       const std::vector<std::string>& players)
    : game_(game), variant_(variant) {
  for (const std::string& name : players) player(name);
}

PlayerId GameCounts::player(std::string_view name) { return players_.number(name); }

void GameCounts::add_games(PlayerId white, PlayerId black, const Wdl& results) {
  require_two_players(white, black);
  if (results.games() == 0) return;
  singles_.push_back({white, black, results});
}

void GameCounts::add_pairs(PlayerId first, PlayerId second, Outcome first_white,
                           Outcome second_white, std::uint64_t pairs) {
  PairCount count{first, second};
  count.cells[cell_of(first_white)][cell_of(second_white)] = pairs;
  add_pairs(count);
}

void GameCounts::add_pairs(const PairCount& pairs) {
  require_two_players(pairs.first, pairs.second);
  if (pairs.pairs() == 0) return;
  pairs_.push_back(pairs.first < pairs.second ? pairs : pairs.swapped());
}

void GameCounts::add_repeats(PlayerId white, PlayerId black, const Wdl& results) {
  require_two_players(white, black);
  if (results.games() == 0) return;
  repeated_.push_back({white, black, results});
}

void GameCounts::add_unplayed(PlayerId white, PlayerId black, const Wdl& results) {
  require_two_players(white, black);
  if (results.games() == 0) return;
  unplayed_.push_back({white, black, results});
}

void GameCounts::add_opening(std::uint64_t opening, PlayerId white, PlayerId black,
                             Outcome result) {
  require_two_players(white, black);
  openings_.push_back({opening, {white, black, one_result(result, 1)}});
}

void GameCounts::add_ignored(const Ignored& ignored) { ignored_ += ignored; }

void GameCounts::finish() {
  sort_by_colours(singles_, players().size());
  sort_by_colours(repeated_, players().size());
  sort_by_colours(unplayed_, players().size());
  sort_by_pair(pairs_, players().size());
  sort_by_opening(openings_);
}

std::uint64_t GameCounts::games() const {
  std::uint64_t sum = 0;
  visit_counted([&](const ColourCount& count) { sum += count.results.games(); });
  return sum;
}

std::uint64_t GameCounts::repeats() const { return games_in(repeated_); }
std::uint64_t GameCounts::unplayed_games() const { return games_in(unplayed_); }

GameCounts::GameCounts(const GameLog& log) : GameCounts(log.game(), log.variant(), log.players()) {
  const auto& entries = log.entries();
  const GameRelations relations(log);
  add_first(log, relations, entries.size());
  const std::vector<std::uint64_t> openings = find_openings(log, relations.partners);
  for (std::size_t i = 0; i < openings.size(); ++i) {
    if (relations.repeats[i]) continue;
    add_opening(openings[i], entries[i].white, entries[i].black, entries[i].result);
  }
  for (const GameLog::Entry& entry : log.unplayed()) {
    add_unplayed(entry.white, entry.black, one_result(entry.result, 1));
  }
  add_forfeited(log.forfeited());
  add_ignored(log.ignored());
  finish();
}

GameCounts::GameCounts(const GameLog& log, const GameRelations& relations, std::size_t games)
    : GameCounts(log.game(), log.variant(), log.players()) {
  add_first(log, relations, games);
  finish();
}

void GameCounts::add_first(const GameLog& log, const GameRelations& relations, std::size_t games) {
  const std::span entries = std::span(log.entries()).first(games);
  const std::vector<bool>& repeat = relations.repeats;
  const std::vector<std::size_t>& partner = relations.partners;
  const auto is_alone = [&](std::size_t i) { return partner[i] == i || partner[i] >= games; };
  std::size_t in_pairs = 0, alone = 0, by_results = 0;
  for (std::size_t i = 0; i < games; ++i) {
    if (!repeat[i]) ++(is_alone(i) ? alone : in_pairs);
    by_results += entries[i].pairs_by_results;
  }
  // Growing would take up to three times as much.
  singles_.reserve(alone);
  pairs_.reserve(in_pairs / 2);
  for (std::size_t i = 0; i < games; ++i) {
    const auto [white, black, result] =
        std::tuple(entries[i].white, entries[i].black, entries[i].result);
    if (repeat[i]) {
      add_repeats(white, black, one_result(result, 1));
    } else if (is_alone(i)) {
      add_games(white, black, one_result(result, 1));
    } else if (i < partner[i]) {
      add_pairs(white, black, result, entries[partner[i]].result, 1);
    }
  }
  set_paired_by_results(2 * by_results > games);
}

}  // namespace schiri::rating
