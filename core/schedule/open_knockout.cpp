#include "core/schedule/open_knockout.h"

#include <algorithm>
#include <utility>

namespace schiri {

OpenKnockout::OpenKnockout(const std::vector<std::size_t>& players,
                           std::span<const OpenRound> rounds)
    : bracket_(players),
      stages_(players.size()),
      colours_(players.size()),
      last_white_(bracket_.encounters().size()) {
  for (const OpenRound& round : rounds) add(round);
}

void OpenKnockout::advance() {
  if (!is_decided() || is_over()) return;
  bracket_.advance();
  last_white_.assign(bracket_.encounters().size(), std::nullopt);
}

/// Whoever has neither a game nor a bye is out.
void OpenKnockout::add(const OpenRound& round) {
  advance();
  std::vector<bool> is_paired(stages_.size());
  for (const RoundBye& bye : round.byes) {
    is_paired[bye.player] = true;
    win(bye.player);
  }
  for (const Board& board : round.boards) {
    is_paired[board.white] = is_paired[board.black] = true;
    add(board);
  }
  for (Bracket::Encounter& one : bracket_.encounters()) {
    const bool anybody =
        (one.first && is_paired[*one.first]) || (one.second && is_paired[*one.second]);
    if (!anybody && !one.is_decided) one.decide(std::nullopt);
  }
}

void OpenKnockout::add(const Board& board) {
  Bracket::Encounter* one = bracket_.encounter_of(board.white);
  if (!one || !one->has(board.black)) return;
  last_white_[static_cast<std::size_t>(one - bracket_.encounters().data())] = board.white;
  if (!board.result) return;
  if (was_played(*board.result)) {
    ++colours_[board.white];
    --colours_[board.black];
  }
  const int lead = half_points(*board.result, 0) - half_points(*board.result, 1);
  if (lead != 0) {
    win(lead > 0 ? board.white : board.black);
  } else if (!was_played(*board.result)) {
    one->decide(std::nullopt);
  }
}

void OpenKnockout::win(std::size_t player) {
  Bracket::Encounter* one = bracket_.encounter_of(player);
  if (!one) return;
  one->decide(player);
  ++stages_[player];
}

OpenRound OpenKnockout::next_round(const std::function<bool(std::size_t player)>& is_here) {
  advance();
  OpenRound made;
  for (std::size_t i = 0; i < encounters(); ++i) {
    const Bracket::Encounter& one = bracket_.encounters()[i];
    if (one.is_decided) continue;
    const bool first = one.first && is_here(*one.first);
    const bool second = one.second && is_here(*one.second);
    if (first && second) {
      made.boards.push_back(board_of(i));
    } else if (first || second) {
      made.byes.push_back({first ? *one.first : *one.second, ByeKind::odd});
    }
  }
  return made;
}

/// Whoever has had White less often has it; where that is equal it alternates from board to board;
/// two who meet again swap colours.
Board OpenKnockout::board_of(std::size_t encounter) const {
  const Bracket::Encounter& one = bracket_.encounters()[encounter];
  const auto last_white = last_white_[encounter];
  const int ahead = colours_[*one.first] - colours_[*one.second];
  const bool first_is_white = last_white   ? last_white == one.second
                              : ahead != 0 ? ahead < 0
                                           : encounter % 2 == 0;
  Board board{*one.first, *one.second, std::nullopt};
  if (!first_is_white) std::swap(board.white, board.black);
  return board;
}

}  // namespace schiri
