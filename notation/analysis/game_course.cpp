#include "notation/analysis/game_course.h"

#include <cmath>
#include <vector>

#include "core/uncountable.h"
#include "notation/analysis/analysis.h"

namespace schiri {

GameCourse course_of(std::span<const double> chances, std::optional<Side> winner) {
  GameCourse course;
  std::optional<Side> leader;
  std::size_t undecided = 0;  // turns before the winner led for good
  for (std::size_t i = 0; i < chances.size(); ++i) {
    std::optional<Side> now;
    if (chances[i] >= leading_chance) now = Side::white;
    if (1 - chances[i] >= leading_chance) now = Side::black;
    if (now && leader && *now != *leader) ++course.lead_changes;
    if (now) leader = now;
    if (!winner || now == winner) continue;
    undecided = i + 1;
    if (now) ++course.behind;
  }
  if (winner && !chances.empty()) {
    course.decided = static_cast<double>(undecided) / static_cast<double>(chances.size());
  }
  return course;
}

namespace {

/// False if they are too many to count.
bool add_turns(const Game& game, GameChoices& choices) {
  try {
    const std::uint64_t turns = game.count_turns();
    choices.turns += static_cast<double>(turns);
    choices.forced += turns == 1;
    choices.log_lines += std::log10(static_cast<double>(turns));
    return true;
  } catch (const Uncountable&) {
    return false;
  }
}

}  // namespace

std::optional<MeasuredGame> GameMeter::measure(const StartSpec& start,
                                               std::span<const std::string_view> turns,
                                               std::optional<Side> winner, bool counts_turns,
                                               std::uint64_t seed, const std::stop_token& stop) {
  MeasuredGame measured;
  if (counts_turns) measured.choices.emplace();
  const auto game = type_.start(start);
  observer_.new_game(seed);
  observer_.make_ready(stop);
  std::vector<double> chances;
  for (const std::string_view turn : turns) {
    if (stop.stop_requested()) return std::nullopt;
    if (measured.choices && !add_turns(*game, *measured.choices)) measured.choices.reset();
    chances.push_back(chance_of_white(*game, stop));
    game->play(turn);
  }
  measured.course = course_of(chances, winner);
  return measured;
}

double GameMeter::chance_of_white(const Game& game, const std::stop_token& stop) {
  const Thought thought = observer_.think(game, limits_, stop);
  if (!thought.score) throw NoEvaluation(message("the bot reports no evaluation"));
  const double chance = win_chance(*thought.score, type_.evaluation_scale());
  return game.side_to_move() == Side::white ? chance : 1 - chance;
}

}  // namespace schiri
