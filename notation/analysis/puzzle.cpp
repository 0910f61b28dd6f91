#include "notation/analysis/puzzle.h"

#include <algorithm>
#include <limits>

#include "notation/analysis/analysis.h"
#include "notation/analysis/annotation.h"

namespace schiri {

namespace {

/// The greatest chance to win that the second best turn may leave.
constexpr double slight_advantage = 0.75;
constexpr int deeper_factor = 8, deeper_turns = 2;
constexpr std::uint64_t most_nodes = std::numeric_limits<std::uint64_t>::max() / deeper_factor;

Limits deeper(Limits limits) {
  if (limits.nodes) *limits.nodes = std::min(*limits.nodes, most_nodes) * deeper_factor;
  if (limits.depth) *limits.depth += deeper_turns;
  if (limits.move_time) *limits.move_time *= deeper_factor;
  return limits;
}

bool is_win(const Line& line) { return line.score && line.score->kind == Score::Kind::win; }

/// Does no other turn win at once or lead to the same position?
bool is_unique(const Game& game, const std::string& solution) {
  if (game.count_turns() > most_puzzle_turns) return false;
  const auto solved = game.clone();
  solved->play(solution);
  const std::string goal = solved->position();
  bool is_alone = true;
  game.visit_turns([&](std::string_view turn) {
    if (turn == solution) return true;
    const auto other = game.clone();
    other->play(turn);
    const auto ending = other->ending();
    is_alone =
        other->position() != goal && !(ending && ending->outcome == win_for(game.side_to_move()));
    return is_alone;
  });
  return is_alone;
}

}  // namespace

/// The line of the only winning turn; nullopt if there is no such turn.
std::vector<std::string> PuzzleFinder::only_win(const Game& game, const Limits& limits,
                                                const std::stop_token& stop) {
  player_.new_game(seed_);
  player_.make_ready(stop);
  const Thought thought = player_.think(game, limits, stop);
  if (stop.stop_requested() || thought.lines.size() < 2) return {};
  const Line &best = thought.lines[0], &second = thought.lines[1];
  if (!is_win(best) || !second.score) return {};
  if (win_chance(*second.score, type_.evaluation_scale()) > slight_advantage) return {};
  return legal_line(game, thought);
}

std::optional<Puzzle> PuzzleFinder::look(const Game& game, const std::stop_token& stop) {
  Puzzle puzzle{game.position(), {}, {}};
  const auto position = type_.start({variant_, puzzle.position, ""});
  if (position->ending()) return std::nullopt;
  const auto first = only_win(*position, limits_, stop);
  if (first.empty() || !is_unique(*position, first.front())) return std::nullopt;
  puzzle.solution = only_win(*position, deeper(limits_), stop);
  if (puzzle.solution.empty() || puzzle.solution.front() != first.front()) return std::nullopt;
  for (const std::string& turn : puzzle.solution) position->play(turn);
  puzzle.ending = position->ending();
  return puzzle;
}

}  // namespace schiri
