#include "cli/otb/event/knockout.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

namespace schiri::otb {

Knockout::Knockout(const std::vector<std::size_t>& players, std::span<const Round> rounds,
                   std::uint64_t games, bool third_place)
    : games_(games),
      bracket_(players, third_place),
      stages_(players.size()),
      colours_(players.size()) {
  for (const Round& round : rounds) add(round);
}

void Knockout::advance() {
  const std::uint64_t before = bracket_.stage();
  std::vector<Encounter> encounters = bracket_.encounters();
  bracket_.advance();
  if (bracket_.stage() == before) return;
  past_.push_back(std::move(encounters));
  rounds_ = 0;
}

/// An entrant with neither a game nor a bye is out.
void Knockout::add(const Round& round) {
  advance();
  ++rounds_;
  std::vector<bool> is_paired(stages_.size());
  for (const Bye& bye : round.byes) {
    is_paired[bye.entrant] = true;
    if (Encounter* match = bracket_.find(bye.entrant)) win(*match, bye.entrant);
  }
  for (const Board& board : round.boards) {
    is_paired[board.first] = is_paired[board.second] = true;
    add(board);
  }
  for (Encounter& match : bracket_.encounters()) {
    const bool anybody =
        (match.first && is_paired[*match.first]) || (match.second && is_paired[*match.second]);
    if (!anybody && !match.is_decided) match.decide(std::nullopt);
  }
}

/// Ends a match that is decided before its last game.
void Knockout::add(const Board& board) {
  Encounter* match = bracket_.find(board.first);
  if (!match || !match->has(board.second)) return;
  match->last_white = board.first;
  match->is_open = !board.result;
  if (!board.result) return;
  if (was_played(*board.result)) {
    ++colours_[board.first];
    --colours_[board.second];
  }
  match->add(board.first, half_points(*board.result, 0) - half_points(*board.result, 1));
  ++match->games;
  if (board.result == BoardResult::both_forfeit && match->games >= games_ && match->lead == 0) {
    match->decide(std::nullopt);
  }
  const auto lead = static_cast<std::uint64_t>(std::abs(match->lead));
  if (match->is_decided || lead <= 2 * games_left(*match)) return;
  win(*match, match->lead > 0 ? *match->first : *match->second);
}

std::uint64_t Knockout::games_left(const Encounter& match) const {
  return match.games < games_ ? games_ - match.games : 0;
}

void Knockout::win(Encounter& match, std::size_t player) {
  match.decide(player);
  const bool is_for_third = bracket_.has_third_place() && &match == &bracket_.encounters().back();
  stages_[player] += is_for_third ? 0.5 : 1;
}

std::uint64_t Knockout::rounds_left() const {
  std::uint64_t here = 0;
  for (const Encounter& match : bracket_.encounters()) {
    if (match.is_decided) continue;
    const std::uint64_t games = std::max<std::uint64_t>(games_left(match), 1);
    here = std::max(here, games - match.is_open);
  }
  const auto later = static_cast<std::uint64_t>(std::bit_width(bracket_.width()) - 1);
  return here + later * games_;
}

std::vector<std::vector<Bracket::Encounter>> Knockout::tree() const {
  auto stages = past_;
  stages.push_back(bracket_.encounters());
  for (std::size_t width = bracket_.width(); width > 1; width /= 2) {
    std::vector<Encounter> next;
    for (std::size_t i = 0; i < width; i += 2) {
      next.push_back({stages.back()[i].winner, stages.back()[i + 1].winner});
    }
    stages.push_back(std::move(next));
  }
  return stages;
}

Message Knockout::round_name() const {
  Message name = stage_name(bracket_.width());
  if (bracket_.has_third_place()) name = message("{0} and match for the third place", name);
  return rounds_ > 1 ? message("{0}, game {1}", name, rounds_) : name;
}

bool Knockout::stands_as(const Knockout& other) const {
  return std::equal(bracket_.encounters().begin(), bracket_.encounters().end(),
                    other.bracket_.encounters().begin(), other.bracket_.encounters().end(),
                    [](const Encounter& one, const Encounter& two) {
                      return one.first == two.first && one.second == two.second &&
                             one.is_decided == two.is_decided && one.winner == two.winner;
                    });
}

Round Knockout::next_round(const std::function<bool(std::size_t player)>& is_here) {
  advance();
  Round made;
  for (std::size_t i = 0; i < bracket_.encounters().size(); ++i) {
    const Encounter& one = bracket_.encounters()[i];
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
  const Encounter& one = bracket_.encounters()[number];
  const int ahead = colours_[*one.first] - colours_[*one.second];
  const bool first_is_white = one.last_white ? one.last_white == one.second
                              : ahead != 0   ? ahead < 0
                                             : number % 2 == 0;
  Board board{*one.first, *one.second, std::nullopt};
  if (!first_is_white) std::swap(board.first, board.second);
  return board;
}

Knockout knockout_after(const Event& event, std::size_t rounds) {
  const auto played = std::span(event.rounds()).first(std::min(rounds, event.rounds().size()));
  return {event.start_list(), played, event.terms().games, event.terms().third_place};
}

Message stage_name(std::size_t matches) {
  return matches == 16  ? message("round of 32")
         : matches == 8 ? message("round of 16")
         : matches > 4  ? message("round of {0}", 2 * matches)
         : matches == 4 ? message("quarter-finals")
         : matches == 2 ? message("semi-finals")
                        : message("final");
}

Message round_name(const Event& event, std::uint64_t round) {
  if (event.system() != System::knockout) return {};
  return knockout_after(event, round).round_name();
}

}  // namespace schiri::otb
