#include "core/otb/round.h"

#include <algorithm>
#include <array>

namespace schiri::otb {

namespace {

constexpr std::array<std::string_view, 5> bye_kinds = {"odd", "asked", "absent", "free", "full"};

}  // namespace

std::string_view bye_kind_name(ByeKind kind) { return bye_kinds[static_cast<std::size_t>(kind)]; }

std::optional<ByeKind> find_bye_kind(std::string_view name) {
  const auto found = std::find(bye_kinds.begin(), bye_kinds.end(), name);
  if (found == bye_kinds.end()) return std::nullopt;
  return static_cast<ByeKind>(found - bye_kinds.begin());
}

RoundResult round_result(BoardResult result, int side) {
  constexpr RoundResult results[][2] = {{RoundResult::win, RoundResult::loss},
                                        {RoundResult::loss, RoundResult::win},
                                        {RoundResult::draw, RoundResult::draw},
                                        {RoundResult::loss, RoundResult::loss},
                                        {RoundResult::forfeit_win, RoundResult::forfeit_loss},
                                        {RoundResult::forfeit_loss, RoundResult::forfeit_win},
                                        {RoundResult::forfeit_loss, RoundResult::forfeit_loss}};
  return results[static_cast<std::size_t>(result)][side];
}

RoundResult round_result(ByeKind kind) {
  constexpr RoundResult results[] = {RoundResult::paired_bye, RoundResult::half_bye,
                                     RoundResult::absent, RoundResult::absent,
                                     RoundResult::full_bye};
  return results[static_cast<std::size_t>(kind)];
}

bool Round::is_complete() const {
  return std::all_of(boards.begin(), boards.end(),
                     [](const Board& board) { return board.result.has_value(); });
}

bool Round::has_results() const {
  return std::any_of(boards.begin(), boards.end(),
                     [](const Board& board) { return board.is_begun() && !board.is_walkover; });
}

bool Board::is_begun() const {
  if (games.empty()) return result.has_value();
  return std::any_of(games.begin(), games.end(),
                     [](const TeamGame& game) { return game.result && !game.is_empty(); });
}

}  // namespace schiri::otb
