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

int half_points(ByeKind kind) {
  if (kind == ByeKind::pairing_allocated || kind == ByeKind::full_point) return 2;
  return kind == ByeKind::half_point ? 1 : 0;
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
