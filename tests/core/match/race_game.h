#pragma once

#include <charconv>
#include <memory>
#include <string>
#include <vector>

#include "core/match/game.h"
#include "core/match/player.h"

namespace schiri {

/// A minimal game for tests of match play. A turn is `1`, `2` or `3`. The player who brings the sum
/// to the goal or beyond wins; a sum of exactly 7 is a draw.
class RaceGame final : public Game {
 public:
  explicit RaceGame(int goal) : goal_(goal) {}

  std::unique_ptr<Game> clone() const override { return std::make_unique<RaceGame>(*this); }
  std::string_view variant() const override { return "standard"; }
  Side side_to_move() const override { return turns_.size() % 2 == 0 ? Side::white : Side::black; }
  std::optional<Ending> ending() const override {
    if (sum_ >= goal_) return Ending{win_for(opponent(side_to_move())), "goal"};
    if (sum_ == 7) return Ending{Outcome::draw, "seven"};
    return std::nullopt;
  }
  std::string position() const override { return std::to_string(sum_); }
  std::string start_position() const override { return "0"; }
  std::string board(const BoardStyle&) const override { return position() + '\n'; }
  Figures figures() const override { return {}; }
  std::optional<TurnError> check(std::string_view turn) const override {
    if (ending()) return TurnError{TurnError::Kind::over, "the race is over"};
    if (turn.size() != 1) return TurnError{TurnError::Kind::syntax, "not one digit"};
    if (turn[0] < '1' || turn[0] > '3') return TurnError{TurnError::Kind::illegal, "not 1 to 3"};
    return std::nullopt;
  }
  std::optional<TurnError> play(std::string_view turn) override {
    if (auto error = check(turn)) return error;
    sum_ += turn[0] - '0';
    turns_.emplace_back(turn);
    return std::nullopt;
  }
  void take_back(std::size_t turns) override {
    for (; turns > 0; --turns) {
      sum_ -= turns_.back()[0] - '0';
      turns_.pop_back();
    }
  }
  std::optional<TurnParts> turn_parts(std::string_view) const override { return std::nullopt; }
  std::uint64_t count_turns() const override { return ending() ? 0 : 3; }
  void visit_turns(const TurnTextVisitor& visitor) const override {
    if (ending()) return;
    for (const char* turn : {"1", "2", "3"}) {
      if (!visitor(turn)) return;
    }
  }
  std::string random_turn(Rng& rng) const override { return std::to_string(1 + rng.below(3)); }
  std::string quick_turn(Rng& rng) const override { return random_turn(rng); }
  std::uint64_t perft(int) const override { return 0; }
  std::uint64_t perft_of_turn(std::string_view, int) const override { return 0; }

 private:
  int goal_;
  int sum_ = 0;
};

/// Answers with the thoughts of a script, then with `1`.
class ScriptedPlayer final : public Player {
 public:
  explicit ScriptedPlayer(std::vector<Thought> script = {}) : script_(std::move(script)) {}

  void new_game(std::uint64_t) override { next_ = 0; }
  Thought think(const Game&, const Limits&, const std::stop_token&) override {
    return next_ < script_.size() ? script_[next_++] : Thought{"1", std::nullopt, 0};
  }

 private:
  std::vector<Thought> script_;
  std::size_t next_ = 0;
};

}  // namespace schiri
