#include "core/bots/candidates.h"
#include "core/uncountable.h"
#include "tests/catch.h"
#include "tests/core/games/more_or_less/positions.h"

namespace sampling_test {

using namespace more_or_less_tests;

/// The sequence of choices by which sample_turn reaches a turn.
std::vector<std::string> choices_of(const Position& start, const Turn& turn) {
  const bool is_jump = turn.kind == Turn::Kind::jump;
  std::vector<std::string> choices = {name_of(turn.points[0])};
  if (!is_jump) {
    for (const Ray& ray : start.board().rays(turn.points[0])) {
      const auto end = ray.points.begin() + ray.length;
      if (std::find(ray.points.begin(), end, turn.points[1]) != end) {
        choices[0] += " slides towards " + name_of(ray.points[0]);
      }
    }
  } else {
    choices[0] += " hops to " + name_of(turn.points[1]);
  }
  for (std::size_t i = is_jump ? 2 : 1; i < turn.length; ++i) {
    choices.push_back(name_of(turn.points[i]));
  }
  if (is_jump) choices.push_back("stop");
  return choices;
}

/// The documented probability of each turn in sample_turn, from the list of all turns.
std::map<std::string, double> sampling_chances(const Position& start) {
  std::map<std::string, std::vector<std::string>> turns;
  std::map<std::vector<std::string>, std::set<std::string>> open;  // next choices after a prefix
  start.visit_turns([&](const Turn& turn) {
    const auto choices = turns[text_of(turn)] = choices_of(start, turn);
    for (std::size_t i = 0; i < choices.size(); ++i) {
      open[{choices.begin(), choices.begin() + static_cast<std::ptrdiff_t>(i)}].insert(choices[i]);
    }
    return true;
  });
  std::map<std::string, double> chances;
  for (const auto& [text, choices] : turns) {
    double& chance = chances[text] = 1;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      chance /= static_cast<double>(
          open[{choices.begin(), choices.begin() + static_cast<std::ptrdiff_t>(i)}].size());
    }
  }
  return chances;
}

TEST_CASE("more or less: sampled turns have the documented probabilities") {
  for (const char* start : {"1/wbb1wbwwbb/bbbwww1bb1/wwbbbw1ww1 b 1 1",
                            "w/w1b1w1bbw1/w2w1ww2w/bww1ww4/b4w4/1bbb1bbb2 w 2 3"}) {
    const Position from = position(start);
    const auto chances = sampling_chances(from);
    std::map<std::string, int> drawn;
    constexpr int samples = 400000;
    Rng rng(3);
    for (int i = 0; i < samples; ++i) ++drawn[text_of(from.sample_turn(rng))];
    double chi_square = 0, total = 0;
    int cells = 0;
    double rare_expected = 0, rare_drawn = 0;
    for (const auto& [text, chance] : chances) {
      total += chance;
      const double expected = chance * samples;
      if (expected < 20) {
        rare_expected += expected;
        rare_drawn += drawn[text];
        continue;
      }
      chi_square += std::pow(drawn[text] - expected, 2) / expected;
      ++cells;
    }
    INFO(start << ": " << cells << " turns, chi-square " << chi_square);
    CHECK(std::abs(total - 1) < 1e-9);
    CHECK(drawn.size() <= chances.size());
    CHECK(cells > 50);
    CHECK(std::abs(chi_square - cells) < 4 * std::sqrt(2.0 * cells));
    CHECK(std::abs(rare_drawn - rare_expected) <= 4 * std::sqrt(rare_expected + 1));
  }
}

TEST_CASE("more or less: sampling works while placing and without a movable stone") {
  Rng rng(1);
  CHECK(text_of(Position().sample_turn(rng)) == "O");
  const Position stuck = position("1/w1b5ww/1w6ww/wwwwb2bww/bbb5bb/bwbw3w2 b 3 3");
  CHECK(stuck.sample_turn(rng) == Turn::pass());
}

struct Crowded : Position {
  using Position::Position;
  Turn random_turn(Rng&) const { throw Uncountable("too many"); }
};

TEST_CASE("more or less: a turn can be drawn if there are too many to count") {
  const Position from = position("w/w1b1w1bbw1/w2w1ww2w/bww1ww4/b4w4/1bbb1bbb2 w 2 3");
  const Crowded crowded(BoardSize::points_51, {from.stones(Side::white), from.stones(Side::black)},
                        Side::white, 5);
  Rng rng(1);
  for (int i = 0; i < 100; ++i) CHECK(from.is_legal(draw_turn(crowded, rng)));
}

}  // namespace sampling_test
