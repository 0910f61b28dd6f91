#include "cli/otb/event/event.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "cli/otb/event/knockout.h"
#include "cli/otb/event/round_robin.h"
#include "core/base/order.h"

namespace schiri::otb {

namespace {

/// The seat of an entrant in a round.
struct Seat {
  Board* board = nullptr;
  Bye* bye = nullptr;

  std::size_t& player(std::size_t entrant_index) const {
    if (bye) return bye->entrant;
    return board->first == entrant_index ? board->first : board->second;
  }
  void set_by_hand() const { (bye ? bye->by_hand : board->by_hand) = true; }
};

Seat seat_of(Round& round, std::size_t player) {
  for (Board& board : round.boards) {
    if (board.first == player || board.second == player) return {&board, nullptr};
  }
  for (Bye& bye : round.byes) {
    if (bye.entrant == player) return {nullptr, &bye};
  }
  return {};
}

}  // namespace

Event::Event(Terms terms) : terms_(std::move(terms)) { require_valid(terms_); }

std::vector<std::size_t> Event::start_list() const {
  if (!fixed_list_.empty()) return fixed_list_;
  auto order = rated_list();
  std::stable_partition(order.begin(), order.end(),
                        [&](std::size_t p) { return !entrants_[p].never_came(); });
  return order;
}

std::size_t Event::participants() const {
  return static_cast<std::size_t>(
      std::count_if(entrants_.begin(), entrants_.end(),
                    [](const Entrant& entrant) { return !entrant.never_came(); }));
}

std::vector<std::size_t> Event::rated_list() const {
  std::vector<int> ratings;
  for (const Entrant& entrant : entrants_) ratings.push_back(entrant.rating.value_or(0));
  if (set_list_.empty()) {
    return numbers_by(entrants_.size(), [&](std::size_t p) { return -ratings[p]; });
  }
  std::vector<std::size_t> order = set_list_;
  for (std::size_t p = order.size(); p < entrants_.size(); ++p) insert_by_rating(order, p);
  return order;
}

void Event::insert_by_rating(std::vector<std::size_t>& list, std::size_t entrant) const {
  const auto weaker = std::find_if(list.begin(), list.end(), [&](std::size_t other) {
    return entrants_[other].never_came() ||
           entrants_[entrant].rating.value_or(0) > entrants_[other].rating.value_or(0);
  });
  list.insert(weaker, entrant);
}

std::uint64_t Event::planned_rounds() const {
  if (is_swiss()) return terms_.rounds;
  if (system() == System::knockout) {
    if (entrants_.size() < 2) return 0;
    return rounds_.size() + knockout_after(*this, rounds_.size()).rounds_left();
  }
  const std::size_t even = participants() + participants() % 2;
  return even < 2 ? 0 : terms_.cycles * (even - 1);
}

std::size_t Event::finished_rounds() const {
  return rounds_.size() - (!rounds_.empty() && !rounds_.back().is_complete());
}

bool Event::is_over() const {
  if (rounds_.empty() || !rounds_.back().is_complete()) return false;
  if (system() == System::knockout) return knockout_after(*this, rounds_.size()).is_over();
  return rounds_.size() >= planned_rounds();
}

std::size_t Event::find(std::string_view name) const {
  const auto found = names_.find(std::string(name));
  if (found == names_.end()) {
    throw EventError(message("no player named '{0}' has entered", name));
  }
  return found->second;
}

std::vector<std::uint64_t> Event::meetings(std::size_t a, std::size_t b) const {
  std::vector<std::uint64_t> met;
  for (std::size_t r = 0; r + 1 < rounds_.size(); ++r) {
    for (const Board& board : rounds_[r].boards) {
      const bool are_these =
          (board.first == a && board.second == b) || (board.first == b && board.second == a);
      if (are_these && board.result && was_played(*board.result)) met.push_back(r + 1);
    }
  }
  return met;
}

bool Event::is_forbidden(std::size_t a, std::size_t b) const {
  return std::any_of(forbidden_.begin(), forbidden_.end(), [&](const auto& pairs) {
    const auto& group = pairs.players;
    return a != b && std::find(group.begin(), group.end(), a) != group.end() &&
           std::find(group.begin(), group.end(), b) != group.end();
  });
}

/// Later rounds follow from the results of earlier ones.
void Event::require_results() const {
  if (rounds_.empty() || rounds_.back().is_complete()) return;
  throw EventError(message("round {0} has games without a result", rounds_.size()));
}

std::vector<rating::TieBreakId> Event::tie_breaks() const {
  return terms_.tie_breaks.empty() ? default_tie_breaks(terms_) : terms_.tie_breaks;
}

double Event::points_of(BoardResult result, int side) const {
  return points().of(round_result(result, side)) / 10.0;
}

/// An entrant that is free in a round-robin has no points, whatever an absence gives.
double Event::points_of(ByeKind kind) const {
  return kind == ByeKind::free ? 0 : points().of(round_result(kind)) / 10.0;
}

void Event::add_round(Round round) {
  require_results();
  std::vector<bool> known(entrants_.size());
  const auto place = [&](std::size_t player) {
    if (player >= known.size() || known[player]) {
      throw EventError(message("a round has a player twice, or one that has not entered"));
    }
    known[player] = true;
  };
  for (Board& board : round.boards) {
    place(board.first);
    place(board.second);
    board.result.reset();
    board.is_walkover = false;
  }
  for (const Bye& bye : round.byes) place(bye.entrant);
  if (rounds_.size() + 1 == rounds_to_fix()) fixed_list_ = start_list();
  if (system() == System::round_robin) {
    mark_free_entrants(*this, round, rounds_.size() + 1);
    settle_walkovers(*this, round, rounds_.size() + 1);
  }
  rounds_.push_back(std::move(round));
}

void Event::remove_round() {
  if (rounds_.empty()) throw EventError(message("no round is paired"));
  const std::uint64_t number = rounds_.size();
  if (rounds_.back().has_results()) {
    throw EventError(message("round {0} has results already", number));
  }
  rounds_.pop_back();
  for (Entrant& entrant : entrants_) {
    if (entrant.first_round > number) {
      entrant.first_round = number;
      std::erase(entrant.half_point_byes, number);
    }
    if (entrant.last_round == number) entrant.last_round = number - 1;
  }
  for (ForbiddenPairs& pairs : forbidden_) {
    pairs.first_round = std::min<std::uint64_t>(pairs.first_round, number);
  }
  if (rounds_.size() < rounds_to_fix()) fixed_list_.clear();
}

void Event::swap_entrants(std::size_t a, std::size_t b) {
  if (rounds_.empty()) throw EventError(message("no round is paired"));
  if (a == b) throw EventError(message("specify two different players"));
  const Seat one = seat_of(rounds_.back(), a), other = seat_of(rounds_.back(), b);
  for (const auto& [seat, entrant_index] : {std::pair(one, a), std::pair(other, b)}) {
    const bool can =
        seat.board ? !seat.board->result : seat.bye && seat.bye->kind == ByeKind::pairing_allocated;
    if (can) continue;
    const std::string& name = entrants_[entrant_index].name;
    throw EventError(seat.board ? message("'{0}' has a result already", name)
                                : message("'{0}' is not paired in this round", name));
  }
  if (!one.board && !other.board) throw EventError(message("both have the bye"));
  if (one.board == other.board && one.board) {
    std::swap(one.board->first, one.board->second);
  } else if (!is_swiss()) {
    throw EventError(message("in a {0} only opponents can change seats", system_word(terms_)));
  } else {
    std::size_t &here = one.player(a), &there = other.player(b);
    std::swap(here, there);
  }
  one.set_by_hand();
  other.set_by_hand();
}

void Event::swap_boards(std::uint64_t a, std::uint64_t b) {
  if (rounds_.empty()) throw EventError(message("no round is paired"));
  if (a == b) throw EventError(message("specify two different boards"));
  Board &one = board(rounds_.size(), a), &other = board(rounds_.size(), b);
  if (one.result || other.result) {
    throw EventError(message("these boards have a result already"));
  }
  std::swap(one, other);
}

Board& Event::board(std::uint64_t round, std::uint64_t board) {
  if (round < 1) throw EventError(message("rounds count from 1"));
  if (round > rounds_.size()) {
    throw EventError(message("round {0} is not paired", round));
  }
  auto& boards = rounds_[round - 1].boards;
  if (board < 1 || board > boards.size()) {
    throw EventError(message("round {0} has boards 1 to {1}", round, boards.size()));
  }
  return boards[board - 1];
}

void Event::set_result(std::uint64_t round, std::uint64_t number, BoardResult result) {
  std::optional<BoardResult>& place = board(round, number).result;
  if (place) {
    throw ResultStands(message("board {0} of round {1} has the result {2} already", number, round,
                               board_result_text(*place)));
  }
  place = result;
}

void Event::correct_result(std::uint64_t round, std::uint64_t number,
                           std::optional<BoardResult> result) {
  Board& pair = board(round, number);
  if (pair.result == result) {
    throw EventError(
        message("this is already the result of board {0} of round {1}", number, round));
  }
  if (!result && round < rounds_.size()) {
    throw EventError(message("the next round is paired already, so this game needs a result"));
  }
  std::vector<Knockout> states_before;
  if (system() == System::knockout) {
    for (std::size_t r = round; r < rounds_.size(); ++r)
      states_before.push_back(knockout_after(*this, r));
  }
  const Board before = pair;
  pair.result = result;
  pair.is_walkover = false;
  for (std::size_t i = 0; i < states_before.size(); ++i) {
    if (knockout_after(*this, round + i).stands_as(states_before[i])) continue;
    pair = before;
    throw EventError(
        message("the next round is paired already, so the winner of this game cannot change"));
  }
}

}  // namespace schiri::otb
