#include "notation/words/referee.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/ugi/players.h"
#include "notation/records/record.h"
#include "notation/words/word_game.h"

namespace schiri {

namespace {

/// The position as the program is told it; `turn` may be empty.
std::string position_line(const Game& game, std::string_view turn) {
  ugi::PositionCommand command{game.start_position(), game.turns()};
  if (command.start == "startpos") command.start.reset();
  if (!turn.empty()) command.turns.emplace_back(turn);
  return ugi::write_position_command(command);
}

/// The index of a word in a list; nullopt if it is not in it.
std::optional<std::size_t> index_of(std::string_view word,
                                    std::initializer_list<std::string_view> words) {
  const auto* const found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) return std::nullopt;
  return static_cast<std::size_t>(found - words.begin());
}

/// A game whose rules a referee knows.
class RefereedGame final : public WordGame {
 public:
  RefereedGame(const WordGame& game, Referee& referee, std::stop_token stop)
      : WordGame(game), referee_(referee), stop_(std::move(stop)) {}

  std::unique_ptr<Game> clone() const override { return std::make_unique<RefereedGame>(*this); }

  std::string start_position() const override {
    return std::string(without_beginner(WordGame::start_position()));
  }

  std::optional<Ending> ending() const override {
    if (!ruling_) {
      ruling_ = referee_.begin(*this, stop_);
      if (ruling_ && !ruling_->outcome && ruling_->to_move != side_to_move()) {
        referee_.fail(message("says that {0} is to move at the start, not {1}",
                              side_message(ruling_->to_move), side_message(side_to_move())));
      }
    }
    if (!ruling_ || !ruling_->outcome) return std::nullopt;
    return Ending{*ruling_->outcome, "referee"};
  }

  std::optional<TurnError> check(std::string_view turn) const override {
    return clone()->play(turn);
  }

  std::optional<TurnError> play(std::string_view turn) override {
    const auto unrecordable = WordGame::check(turn);
    if (unrecordable && (turn.empty() || turn == resignation)) return unrecordable;
    if (unrecordable && turn.find_first_of(" \t") != turn.npos) refuse(unrecordable->message);
    if (ending()) return TurnError{TurnError::Kind::over, message("the game is over")};
    auto ruling = referee_.ask(*this, turn, stop_);
    if (!ruling) return WordGame::play(turn);
    if (auto objection = objection_to(turn, *ruling)) {
      return unrecordable
                 ? unrecordable
                 : std::optional(TurnError{TurnError::Kind::illegal, std::move(*objection)});
    }
    if (unrecordable) {
      refuse(message("the referee accepts this turn, but {0}", unrecordable->message));
    }
    ruling_ = std::move(ruling);
    return WordGame::play(turn);
  }

  void take_back(std::size_t turns) override {
    WordGame::take_back(turns);
    ruling_.reset();
  }

 private:
  /// Ends the tournament before a bot loses by a turn that it may play.
  [[noreturn]] static void refuse(const Message& what) {
    throw UnusableError(message("the game cannot be recorded: {0}", what));
  }

  /// Why a turn is illegal; nullopt if it is legal.
  std::optional<Message> objection_to(std::string_view turn, const Referee::Ruling& ruling) const {
    if (!ruling.refusal.empty()) return ruling.refusal;
    if (ruling.outcome || ruling.to_move != side_to_move()) return std::nullopt;
    const Message mover = side_message(side_to_move());
    if (accepts_after(turn)) {
      refuse(
          message("by the referee {0} is to move again after the turn '{1}', but in a record "
                  "White and Black move in turn",
                  mover, printable(turn)));
    }
    return message("by the referee {0} is still to move", mover);
  }

  /// The same player is to move after a turn: was it played? Then the referee says something new
  /// about a turn after it, be it a refusal, unless it ignores illegal turns without a word.
  bool accepts_after(std::string_view turn) const {
    const auto next = referee_.ask(*this, std::string(turn) + " 0000", stop_);
    return next && (!next->refusal.empty() || next->outcome || next->to_move != side_to_move());
  }

  Referee& referee_;
  std::stop_token stop_;
  mutable std::optional<Referee::Ruling> ruling_;  ///< of this position; nullopt before the first
};

}  // namespace

std::string last_lines(const OutputTail& tail) {
  constexpr std::size_t most = 12;
  std::string text;
  const auto add = [&](const std::string& part, const std::string& mark) {
    const auto lines = split(trimmed(part, "\n"), '\n');
    for (std::size_t i = lines.size() - std::min(lines.size(), most); i < lines.size(); ++i) {
      if (!lines[i].empty()) text += "\n  " + mark + printable(lines[i], 200);
    }
  };
  add(tail.protocol, "");
  add(tail.standard_error, "| ");
  return text;
}

Referee::Referee(const BotSpec& spec, const GameType& type, const std::string& variant,
                 std::chrono::milliseconds watchdog, std::optional<int> processor)
    : name_(spec.name), player_(spec, ugi_game(type, variant), watchdog, processor) {}

std::unique_ptr<Game> Referee::attend(const Game& opening, const std::stop_token& stop) {
  return std::make_unique<RefereedGame>(dynamic_cast<const WordGame&>(opening), *this, stop);
}

void Referee::fail(const Message& what) {
  failure_ = player_.dismiss();
  throw InfrastructureError(message("the referee '{0}' {1}", printable(name_), what));
}

std::optional<Referee::Ruling> Referee::begin(const Game& game, const std::stop_token& stop) {
  try {
    player_.new_game(0);
    player_.make_ready(stop);
  } catch (const PlayerFailure& failure) {
    fail(failure.message());
  }
  if (stop.stop_requested()) return std::nullopt;
  auto ruling = ask(game, "", stop);
  if (ruling && !ruling->refusal.empty()) {
    fail(message("refuses the position '{0}': {1}", printable(game.start_position(), 200),
                 ruling->refusal));
  }
  return ruling;
}

/// The answers to queries about the game after a turn. They are followed by `isready`: when that is
/// answered, no more answers come. Nullopt if stopped, or if `refusal` is set.
std::optional<std::vector<std::string>> Referee::query(
    std::initializer_list<std::string_view> lines, std::size_t expected, Message& refusal,
    const std::stop_token& stop) {
  std::vector<std::string> answers;
  const auto listen = [&](std::string_view line) {
    const std::string_view kind = ugi::first_word(line), rest = ugi::after_words(line, 1);
    const std::string_view first = ugi::first_word(rest);
    const bool is_error =
        kind == "error" || (kind == "response" && (first == "error" || first == "illegal"));
    if (is_error) {
      refusal = message("the referee answers '{0}'", printable(line, 200));
    } else if (kind == "response" && answers.size() <= expected) {
      answers.emplace_back(rest);
    }
  };
  UgiConversation* const program = player_.conversation();
  if (!program) fail(message("has ended"));
  try {
    program->send(lines, stop);
    const auto timeout = program->watchdog("readyok after queries");
    if (!program->wait_for("readyok", timeout, stop, listen)) return std::nullopt;
  } catch (const PlayerFailure& failure) {
    fail(failure.message());
  }
  if (!refusal.empty()) return std::nullopt;
  if (answers.size() != expected) {
    fail(message("did not give one answer to each of the queries gameover, p1turn and result"));
  }
  return answers;
}

/// The result is asked after the end alone: some programs have one before.
std::optional<Referee::Ruling> Referee::ask(const Game& game, std::string_view turn,
                                            const std::stop_token& stop) {
  Ruling ruling;
  const auto state = query({position_line(game, turn), "query gameover", "query p1turn", "isready"},
                           2, ruling.refusal, stop);
  if (!state) return ruling.refusal.empty() ? std::nullopt : std::optional(std::move(ruling));
  const auto contradict = [&](const char* asked, const std::string& answer) {
    fail(message("answered 'query {0}' with '{1}'", asked, printable(answer)));
  };
  const auto over = index_of(state->at(0), {"true", "false"});
  if (!over) contradict("gameover", state->at(0));
  if (*over == 1) {
    const auto turn_of = index_of(state->at(1), {"true", "false"});
    if (!turn_of) contradict("p1turn", state->at(1));
    ruling.to_move = turn_of == 0 ? Side::white : Side::black;
    return ruling;
  }
  const auto ended = query({"query result", "isready"}, 1, ruling.refusal, stop);
  if (!ended) return ruling.refusal.empty() ? std::nullopt : std::optional(std::move(ruling));
  const auto result = index_of(ended->front(), {"p1win", "p2win", "draw", "none"});
  if (!result) contradict("result", ended->front());
  if (*result == 3) fail(message("says that the game is over, but has no result"));
  ruling.outcome = static_cast<Outcome>(*result);
  return ruling;
}

}  // namespace schiri
