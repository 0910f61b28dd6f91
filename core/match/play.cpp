#include "core/match/play.h"

#include <algorithm>

#include "core/match/turn_comment.h"

namespace schiri {

namespace {

constexpr Side sides[] = {Side::white, Side::black};

/// A player's answer, shortened and made harmless for a record.
std::string quotable(std::string_view text, std::size_t longest = 200) {
  std::string quoted;
  for (const char c : text.substr(0, longest)) quoted += c >= ' ' && c <= '~' && c != '}' ? c : '?';
  return quoted + (text.size() > longest ? "..." : "");
}

std::string refusal(const std::string& turn, const TurnError& error) {
  const bool unreadable = error.kind == TurnError::Kind::syntax;
  return "answered \"" + quotable(turn) +
         "\": " + (unreadable ? "not a turn of the game" : quotable(error.message.english()));
}

std::chrono::milliseconds rounded(std::chrono::nanoseconds time) {
  return std::max(std::chrono::floor<std::chrono::milliseconds>(time),
                  std::chrono::milliseconds{1});
}

}  // namespace

Play::Play(Game& game, std::array<Player*, 2> players, const PlayOptions& options)
    : game_(game), players_(players), options_(options), adjudicator_(options) {
  result_.comments.resize(game.turns().size());
  for (const Side side : sides) {
    const Terms& terms = options.terms[index(side)];
    if (terms.clock) clocks_[index(side)].emplace(*terms.clock);
  }
}

void Play::begin(const std::stop_token& stop) {
  for (const Side side : sides) {
    if (Player* player = players_[index(side)]) player->new_game(options_.seeds[index(side)]);
  }
  for (const Side side : sides) {
    if (players_[index(side)] && !result_.termination) make_ready(side, stop);
  }
}

bool Play::is_over() {
  if (result_.termination.has_value()) return true;
  if (const auto ending = game_.ending()) {
    result_.ending = ending;
    end(ending->outcome, Termination::normal);
  } else if (auto verdict = adjudicator_.verdict(static_cast<int>(game_.turns().size()))) {
    end(verdict->outcome, verdict->termination, std::move(verdict->remark));
  } else if (options_.max_turns &&
             game_.turns().size() >= static_cast<std::size_t>(*options_.max_turns)) {
    end(Outcome::draw, Termination::max_turns);
  }
  return result_.termination.has_value();
}

void Play::make_ready(Side side, const std::stop_token& stop) {
  try {
    players_[index(side)]->make_ready(stop);
  } catch (const PlayerFailure& failure) {
    lose(side, failure.termination, failure.what());
  }
}

void Play::let_ponder(const std::stop_token& stop) {
  const Side side = opponent(game_.side_to_move());
  if (Player* player = players_[index(side)]) player->ponder(game_, limits(side), stop);
}

void Play::let_rest() {
  for (Player* player : players_) {
    if (player) player->rest();
  }
}

void Play::take_turn(const std::stop_token& stop) {
  const Side side = game_.side_to_move();
  let_ponder(stop);
  const auto begin = options_.clock();
  const auto worked = is_timed(side) ? options_.work() : begin;
  try {
    Thought thought = players_[index(side)]->think(game_, limits(side), stop);
    if (stop.stop_requested()) return;
    if (!thought.time) {
      // The player has thought on this thread: time in which the thread was descheduled is not its
      // fault.
      thought.time = options_.clock() - begin;
      if (is_timed(side)) thought.descheduled = *thought.time - (options_.work() - worked);
    }
    answer(thought, *thought.time);
  } catch (const PlayerFailure& failure) {
    excuse_silence(side, failure);
    lose(side, failure.termination, failure.what());
  }
}

void Play::answer(const Thought& thought, std::chrono::nanoseconds time) {
  const Side side = game_.side_to_move();
  result_.times[index(side)].push_back(time);
  result_.second_answers[index(side)] += thought.answered_before_twice;
  if (thought.transport.count() > 0) result_.transports[index(side)].push_back(thought.transport);
  if (is_timed(side)) result_.descheduled += thought.descheduled;
  if (clocks_[0] || clocks_[1]) clocks_before_.push_back(clocks_);
  if (!is_in_time(side, time)) {
    if (is_excused(side, time, thought.descheduled)) {
      throw InfrastructureError(descheduled_text(thought.descheduled + descheduled_[index(side)]));
    }
    return lose(side, Termination::time_forfeit, overtime(thought, time));
  }
  descheduled_[index(side)] += thought.descheduled;
  if (const auto error = game_.play(thought.turn)) {
    if (thought.turn == resignation) return resign(side);
    const std::string remark = thought.remark.empty() ? "" : "; " + thought.remark;
    return lose(side, Termination::illegal_move, refusal(thought.turn, *error) + remark);
  }
  adjudicator_.note(side, thought.score);
  if (options_.listener) {
    const auto& turns = game_.turns();
    const auto& clock = clocks_[index(side)];
    const auto left = clock ? std::optional(clock->left()) : std::nullopt;
    options_.listener(
        {side, turns.size(), turns.back(), thought.score, thought.depth, time, left, &thought});
  }
  const bool is_bot = players_[index(side)] != nullptr;
  result_.comments.push_back(is_bot ? thought_comment(thought.score, thought.depth, time) : "");
}

void Play::take_back(std::size_t turns) {
  game_.take_back(turns);
  result_.comments.resize(game_.turns().size());
  const std::size_t seen = std::min(turns, clocks_before_.size());
  if (seen == 0) return;
  clocks_ = clocks_before_[clocks_before_.size() - seen];
  clocks_before_.resize(clocks_before_.size() - seen);
}

/// Has the player a time limit?
bool Play::is_timed(Side side) const { return schiri::is_timed(options_.terms[index(side)]); }

bool Play::is_in_time(Side side, std::chrono::nanoseconds time) {
  const Terms& terms = options_.terms[index(side)];
  if (terms.limits.move_time && time > *terms.limits.move_time + terms.margin) return false;
  return !clocks_[index(side)] || clocks_[index(side)]->spend(time, terms.margin);
}

/// The message for a player whose time is over; its clock, if it has one, has stopped.
Message Play::overtime(const Thought& thought, std::chrono::nanoseconds time) const {
  const Side side = game_.side_to_move();
  const Terms& terms = options_.terms[index(side)];
  const auto& clock = clocks_[index(side)];
  std::chrono::nanoseconds late{};
  if (terms.limits.move_time) late = time - *terms.limits.move_time;
  if (clock) late = std::max(late, -clock->left());
  return thought.turn.empty() ? overtime_text(terms) : late_text(terms, late);
}

/// Would a late answer have been in time if the referee had not been descheduled? Answers in time
/// are charged with that time as well, so that no player gains by it: therefore the sum of earlier
/// turns counts.
bool Play::is_excused(Side side, std::chrono::nanoseconds time,
                      std::chrono::nanoseconds descheduled) const {
  const Terms& terms = options_.terms[index(side)];
  const auto own = time - descheduled;
  if (terms.limits.move_time && own > *terms.limits.move_time + terms.margin) return false;
  if (!clocks_[index(side)]) return true;
  auto clock = clocks_before_.back()[index(side)];
  return clock->spend(own - descheduled_[index(side)], terms.margin);
}

/// For a player that has not answered before its clock ran out. If the clock was charged with more
/// time than the margin while the referee was descheduled, the player had less time than its terms
/// say, so the game is void.
void Play::excuse_silence(Side side, const PlayerFailure& failure) const {
  const auto descheduled = descheduled_[index(side)];
  if (failure.termination != Termination::time_forfeit || !clocks_[index(side)]) return;
  if (descheduled > options_.terms[index(side)].margin) {
    throw InfrastructureError(descheduled_text(descheduled));
  }
}

Limits Play::limits(Side side) const {
  Limits limits = options_.terms[index(side)].limits;
  const auto& own = clocks_[index(side)];
  if (!own) return limits;
  // For an opponent without a clock, the player gets one like its own.
  const PlayerClock& white = clocks_[0] ? *clocks_[0] : *own;
  const PlayerClock& black = clocks_[1] ? *clocks_[1] : *own;
  limits.clocks = {rounded(white.left()), rounded(black.left()),
                   std::chrono::floor<std::chrono::milliseconds>(white.increment()),
                   std::chrono::floor<std::chrono::milliseconds>(black.increment()),
                   own->turns_to_go()};
  return limits;
}

PlayerClock* Play::clock(Side side) {
  auto& clock = clocks_[index(side)];
  return clock ? &*clock : nullptr;
}

void Play::lose(Side side, Termination termination, const std::string& what) {
  result_.culprit = side;
  if (Player* player = players_[index(side)]) result_.output_tail = player->dismiss();
  end(win_for(opponent(side)), termination,
      std::string(side_name(side)) + ' ' + quotable(what, 600));
}

void Play::resign(Side side) {
  end(win_for(opponent(side)), Termination::resignation, std::string(side_name(side)) + " resigns");
}

void Play::end(Outcome outcome, Termination termination, std::string remark) {
  result_.outcome = outcome;
  result_.termination = termination;
  result_.remark = std::move(remark);
}

namespace {

/// Plays to the end; false if it was stopped.
bool play_on(Play& play, const std::stop_token& stop) {
  try {
    play.begin(stop);
    while (!play.is_over()) {
      if (stop.stop_requested()) return false;
      play.take_turn(stop);
    }
  } catch (const InfrastructureError& failure) {
    if (stop.stop_requested()) return false;
    if (const auto* const referee = dynamic_cast<const RefereeFailure*>(&failure)) {
      play.result().output_tail = referee->tail;
    }
    play.end(Outcome::draw, Termination::void_game, quotable(failure.what(), 600));
  }
  return true;
}

}  // namespace

std::optional<PlayedGame> play_game(Game& game, Player& white, Player& black,
                                    const PlayOptions& options, const std::stop_token& stop) {
  Play play(game, {&white, &black}, options);
  const bool is_over = play_on(play, stop);
  play.let_rest();
  if (!is_over) return std::nullopt;
  return std::move(play.result());
}

bool play_random_turns(Game& game, int turns, Rng& rng) {
  for (int i = 0; i < turns; ++i) {
    if (game.ending()) return false;
    game.play(game.random_turn(rng));
  }
  return !game.ending();
}

}  // namespace schiri
