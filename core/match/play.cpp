#include "core/match/play.h"

#include <algorithm>
#include <cstdlib>

namespace schiri {

namespace {

std::string padded(long long number, std::size_t digits) {
  std::string text = std::to_string(number);
  return std::string(digits - std::min(digits, text.size()), '0') + text;
}

/// What a player said, short enough and harmless in a record.
std::string quotable(std::string_view text) {
  constexpr std::size_t longest = 200;
  std::string quoted;
  for (const char c : text.substr(0, longest)) quoted += c >= ' ' && c <= '~' && c != '}' ? c : '?';
  return quoted + (text.size() > longest ? "..." : "");
}

std::string refusal(Side side, const std::string& turn, const TurnError& error) {
  const bool unreadable = error.kind == TurnError::Kind::syntax;
  return std::string(side_name(side)) + " answered \"" + quotable(turn) +
         "\": " + (unreadable ? "this is no turn of the game" : quotable(error.message));
}

/// Where text from a place on stops to look like the pattern, in which # stands for digits;
/// nothing if it does not look like it.
std::optional<std::size_t> match(std::string_view text, std::size_t at, std::string_view pattern) {
  for (const char c : pattern) {
    if (c == '#') {
      const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
      if (end == at) return std::nullopt;
      at = end;
    } else if (at >= text.size() || text[at++] != c) {
      return std::nullopt;
    }
  }
  return at;
}

class Play {
 public:
  Play(Game& game, Player& white, Player& black, const PlayOptions& options)
      : game_(game), players_{&white, &black}, options_(options) {
    result_.comments.resize(game.turns().size());
  }

  std::optional<PlayedGame> run(const std::stop_token& stop) {
    while (!is_over()) {
      if (stop.stop_requested()) return std::nullopt;
      take_turn(stop);
    }
    return std::move(result_);
  }

 private:
  bool is_over() {
    if (!result_.termination.empty()) return true;
    if (const auto ending = game_.ending()) {
      result_.ending = ending;
      end(ending->outcome, "normal");
    } else if (options_.max_turns && played() >= *options_.max_turns) {
      end(Outcome::draw, "max turns");
    }
    return !result_.termination.empty();
  }

  void take_turn(const std::stop_token& stop) {
    const Side side = game_.side_to_move();
    const auto begin = options_.clock();
    const Thought thought = players_[static_cast<std::size_t>(side)]->think(game_, Limits{}, stop);
    const auto time = options_.clock() - begin;
    if (const auto error = game_.play(thought.turn)) {
      result_.remark = refusal(side, thought.turn, *error);
      return end(win_for(opponent(side)), "illegal move");
    }
    result_.comments.push_back(thought.score ? thought_comment(*thought.score, thought.depth, time)
                                             : "");
  }

  void end(Outcome outcome, std::string_view termination) {
    result_.outcome = outcome;
    result_.termination = termination;
  }

  int played() const { return static_cast<int>(game_.turns().size()); }

  Game& game_;
  Player* players_[2];
  const PlayOptions& options_;
  PlayedGame result_;
};

}  // namespace

std::chrono::nanoseconds monotonic_time() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

std::string score_text(const Score& score) {
  if (score.kind != Score::Kind::value) {
    return std::string(score.kind == Score::Kind::win ? "+M" : "-M") + std::to_string(score.amount);
  }
  const long long hundredths = std::llabs(static_cast<long long>(score.amount));
  return std::string(score.amount < 0 ? "-" : "+") + std::to_string(hundredths / 100) + '.' +
         padded(hundredths % 100, 2);
}

std::string thought_comment(const Score& score, int depth, std::chrono::nanoseconds time) {
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  return score_text(score) + '/' + std::to_string(depth) + ' ' +
         std::to_string(milliseconds / 1000) + '.' + padded(milliseconds % 1000, 3) + 's';
}

std::string_view without_time(std::string_view comment) {
  if (!comment.starts_with('+') && !comment.starts_with('-')) return comment;
  auto end = match(comment, 1, "#.#/#");
  if (!end) end = match(comment, 1, "M#/#");
  return end && match(comment, *end, " #.#s") == comment.size() ? comment.substr(0, *end) : comment;
}

std::optional<PlayedGame> play_game(Game& game, Player& white, Player& black,
                                    const PlayOptions& options, const std::stop_token& stop) {
  return Play(game, white, black, options).run(stop);
}

bool play_random_turns(Game& game, int turns, Rng& rng) {
  for (int i = 0; i < turns; ++i) {
    if (game.ending()) return false;
    game.play(game.random_turn(rng));
  }
  return !game.ending();
}

}  // namespace schiri
