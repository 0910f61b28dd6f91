#include "notation/words/referee.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/ugi/players.h"
#include "notation/records/record.h"
#include "notation/words/word_game.h"

namespace schiri {

namespace {

constexpr std::string_view queries[] = {"gameover", "p1turn", "result"};

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
    if (auto error = WordGame::check(turn)) return error;
    if (ending()) return TurnError{TurnError::Kind::over, message("the game is over")};
    auto ruling = referee_.ask(*this, turn, stop_);
    if (ruling && !ruling->refusal.empty()) {
      return TurnError{TurnError::Kind::illegal, std::move(ruling->refusal)};
    }
    if (ruling && !ruling->outcome && ruling->to_move == side_to_move()) {
      return TurnError{TurnError::Kind::illegal, message("by the referee {0} is still to move",
                                                         side_message(side_to_move()))};
    }
    ruling_ = std::move(ruling);
    return WordGame::play(turn);
  }

  void take_back(std::size_t turns) override {
    WordGame::take_back(turns);
    ruling_.reset();
  }

 private:
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

/// The queries are followed by `isready`: when that is answered, no more answers come.
std::optional<Referee::Ruling> Referee::ask(const Game& game, std::string_view turn,
                                            const std::stop_token& stop) {
  std::vector<std::string> answers;
  Ruling ruling;
  const auto listen = [&](std::string_view line) {
    const std::string_view kind = ugi::first_word(line), rest = ugi::after_words(line, 1);
    const std::string_view first = ugi::first_word(rest);
    const bool is_error =
        kind == "error" || (kind == "response" && (first == "error" || first == "illegal"));
    if (is_error) {
      ruling.refusal = message("the referee answers '{0}'", printable(line, 200));
    } else if (kind == "response" && answers.size() <= std::size(queries)) {
      answers.emplace_back(rest);
    }
  };
  UgiConversation* const program = player_.conversation();
  if (!program) fail(message("has ended"));
  try {
    program->send(
        {position_line(game, turn), "query gameover", "query p1turn", "query result", "isready"},
        stop);
    const auto timeout = program->watchdog("readyok after queries");
    if (!program->wait_for("readyok", timeout, stop, listen)) return std::nullopt;
  } catch (const PlayerFailure& failure) {
    fail(failure.message());
  }
  if (!ruling.refusal.empty()) return ruling;
  if (answers.size() != std::size(queries)) {
    fail(message("did not give one answer to each of the queries gameover, p1turn and result"));
  }
  const auto over = index_of(answers[0], {"true", "false"});
  const auto turn_of = index_of(answers[1], {"true", "false"});
  const auto result = index_of(answers[2], {"p1win", "p2win", "draw", "none"});
  const auto contradict = [&](std::size_t query) {
    fail(message("answered 'query {0}' with '{1}'", queries[query], printable(answers[query])));
  };
  if (!over) contradict(0);
  if (!result) contradict(2);
  if (*over == 0 && *result == 3) fail(message("says that the game is over, but has no result"));
  if (*over == 1 && *result != 3)
    fail(message("says that the game goes on, but has a result, '{0}'", answers[2]));
  if (*over == 1 && !turn_of) contradict(1);
  ruling.to_move = turn_of == 0 ? Side::white : Side::black;
  if (*over == 0) ruling.outcome = static_cast<Outcome>(*result);
  return ruling;
}

}  // namespace schiri
