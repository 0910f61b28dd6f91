#include "core/otb/knockout.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

namespace schiri::otb {

Knockout::Knockout(const std::vector<std::size_t>& players, std::span<const Round> rounds,
                   std::uint64_t games, bool third_place)
    : games_(games),
      third_place_(third_place),
      bracket_(players),
      stages_(players.size()),
      colours_(players.size()) {
  begin_stage();
  for (const Round& round : rounds) add(round);
}

bool Knockout::is_decided() const {
  return std::all_of(matches_.begin(), matches_.end(),
                     [](const Match& match) { return match.encounter.is_decided; });
}

bool Knockout::is_over() const { return encounters() == 1 && is_decided(); }

void Knockout::begin_stage() {
  matches_.clear();
  has_third_place_ = false;
  rounds_ = 0;
  for (const Encounter& one : bracket_.encounters()) matches_.push_back({one});
}

void Knockout::advance() {
  if (!is_decided() || is_over()) return;
  std::vector<std::size_t> losers;
  for (std::size_t i = 0; i < matches_.size(); ++i) {
    const Encounter& one = matches_[i].encounter;
    bracket_.encounters()[i] = one;
    if (!one.is_complete() || !one.winner) continue;
    losers.push_back(one.winner == one.first ? *one.second : *one.first);
  }
  bracket_.advance();
  begin_stage();
  has_third_place_ = third_place_ && encounters() == 1 && losers.size() == 2;
  if (has_third_place_) matches_.push_back({{losers[0], losers[1]}});
}

/// An entrant with neither a game nor a bye is out.
void Knockout::add(const Round& round) {
  advance();
  ++rounds_;
  std::vector<bool> is_paired(stages_.size());
  for (const Bye& bye : round.byes) {
    is_paired[bye.entrant] = true;
    win(bye.entrant);
  }
  for (const Board& board : round.boards) {
    is_paired[board.first] = is_paired[board.second] = true;
    add(board);
  }
  for (Match& match : matches_) {
    Encounter& one = match.encounter;
    const bool anybody =
        (one.first && is_paired[*one.first]) || (one.second && is_paired[*one.second]);
    if (!anybody && !one.is_decided) one.decide(std::nullopt);
  }
}

Knockout::Match* Knockout::match_of(std::size_t player) {
  const auto found = std::find_if(matches_.begin(), matches_.end(),
                                  [&](const Match& one) { return one.encounter.has(player); });
  return found == matches_.end() ? nullptr : &*found;
}

void Knockout::add(const Board& board) {
  Match* match = match_of(board.first);
  if (!match || !match->encounter.has(board.second)) return;
  match->last_white = board.first;
  match->is_open = !board.result;
  if (!board.result) return;
  if (was_played(*board.result)) {
    ++colours_[board.first];
    --colours_[board.second];
  }
  const int lead = half_points(*board.result, 0) - half_points(*board.result, 1);
  match->lead += match->encounter.first == board.first ? lead : -lead;
  ++match->games;
  if (board.result == BoardResult::both_forfeit && match->games >= games_ && match->lead == 0) {
    match->encounter.decide(std::nullopt);
  }
  decide(*match);
}

std::uint64_t Knockout::games_left(const Match& match) const {
  return match.games < games_ ? games_ - match.games : 0;
}

/// Ends a match that is decided before its last game.
void Knockout::decide(Match& match) {
  const auto lead = static_cast<std::uint64_t>(std::abs(match.lead));
  if (match.encounter.is_decided || lead <= 2 * games_left(match)) return;
  win(match.lead > 0 ? *match.encounter.first : *match.encounter.second);
}

void Knockout::win(std::size_t player) {
  Match* match = match_of(player);
  if (!match) return;
  match->encounter.decide(player);
  const bool is_for_third = has_third_place_ && match == &matches_.back();
  stages_[player] += is_for_third ? 0.5 : 1;
}

std::vector<double> Knockout::stages() const { return stages_; }

std::uint64_t Knockout::rounds_left() const {
  std::uint64_t here = 0;
  for (const Match& match : matches_) {
    if (match.encounter.is_decided) continue;
    const std::uint64_t games = std::max<std::uint64_t>(games_left(match), 1);
    here = std::max(here, games - match.is_open);
  }
  const auto later = static_cast<std::uint64_t>(std::bit_width(encounters()) - 1);
  return here + later * games_;
}

Message Knockout::round_name() const {
  const std::size_t size = encounters();
  Message name = size == 16  ? message("round of 32")
                 : size == 8 ? message("round of 16")
                 : size > 4  ? message("round of {0}", 2 * size)
                 : size == 4 ? message("quarter-finals")
                 : size == 2 ? message("semi-finals")
                             : message("final");
  if (has_third_place_) name = message("{0} and match for the third place", name);
  return rounds_ > 1 ? message("{0}, game {1}", name, rounds_) : name;
}

bool Knockout::stands_as(const Knockout& other) const {
  return std::equal(matches_.begin(), matches_.end(), other.matches_.begin(), other.matches_.end(),
                    [](const Match& a, const Match& b) {
                      const Encounter &one = a.encounter, &two = b.encounter;
                      return one.first == two.first && one.second == two.second &&
                             one.is_decided == two.is_decided && one.winner == two.winner;
                    });
}

Round Knockout::next_round(const std::function<bool(std::size_t player)>& is_here) {
  advance();
  Round made;
  for (std::size_t i = 0; i < matches_.size(); ++i) {
    const Encounter& one = matches_[i].encounter;
    if (one.is_decided) continue;
    const bool first = one.first && is_here(*one.first);
    const bool second = one.second && is_here(*one.second);
    if (first && second) {
      made.boards.push_back(board_of(i));
    } else if (first || second) {
      made.byes.push_back({first ? *one.first : *one.second, ByeKind::pairing_allocated});
    }
  }
  return made;
}

/// The entrant with fewer games as White has White; if both have as many, colours alternate by
/// board; entrants that meet again swap colours.
Board Knockout::board_of(std::size_t number) const {
  const Match& match = matches_[number];
  const Encounter& one = match.encounter;
  const int ahead = colours_[*one.first] - colours_[*one.second];
  const bool first_is_white = match.last_white ? match.last_white == one.second
                              : ahead != 0     ? ahead < 0
                                               : number % 2 == 0;
  Board board{*one.first, *one.second, std::nullopt};
  if (!first_is_white) std::swap(board.first, board.second);
  return board;
}

Knockout knockout_after(const Event& event, std::size_t rounds) {
  const auto played = std::span(event.rounds()).first(std::min(rounds, event.rounds().size()));
  return {event.start_list(), played, event.terms().games, event.terms().third_place};
}

Message round_name(const Event& event, std::uint64_t round) {
  if (event.system() != System::knockout) return {};
  return knockout_after(event, round).round_name();
}

}  // namespace schiri::otb
