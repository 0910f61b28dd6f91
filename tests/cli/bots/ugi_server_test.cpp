#include "cli/bots/ugi_server.h"

#include "core/base/text.h"
#include "tests/catch.h"

namespace ugi_server_test {

/// A server and what it has written.
class Served {
 public:
  explicit Served(const GameType& type, const std::string& bot = "random")
      : server_(type, {}, parse_bot_spec(bot),
                [this](std::string_view lines) { written_ += lines; }) {}

  /// Writes these lines and returns the answers to them, without what a search tells of itself.
  std::string ask(const std::vector<std::string>& lines) {
    written_.clear();
    for (const std::string& line : lines) server_.take(line);
    server_.finish();
    std::string answers;
    for (const std::string_view line : split(written_, '\n')) {
      if (!line.starts_with("info multipv")) answers += std::string(line) + '\n';
    }
    return answers;
  }

 private:
  std::string written_;
  UgiServer server_;
};

std::string position(const std::vector<std::string>& turns,
                     std::string line = "position startpos moves") {
  for (const std::string& turn : turns) line += ' ' + turn;
  return line;
}

/// What shows the position: the answer to a turn that cannot be played has the number of the turn,
/// and a random bot with this seed chooses among all turns.
const std::vector<std::string> questions = {
    "query p1turn", "query gameover", "query result", "moves ?", "setoption name Seed value 5",
    "go nodes 1"};

std::vector<std::string> with_questions(const std::string& line) {
  std::vector<std::string> lines = {line};
  lines.insert(lines.end(), questions.begin(), questions.end());
  return lines;
}

TEST_CASE("ugi server: a position that goes on is as one that is read whole") {
  const auto& type = *GENERATE(from_range(game_types().begin(), game_types().end()));
  INFO(type.name());
  Served one(type);
  Rng rng(7);
  Rng start(1);
  const auto game = type.start(type.draw_start(type.variant_table.standard(), start));
  std::vector<std::string> turns;
  for (int i = 0; i < 60 && !game->ending(); ++i) {
    turns.push_back(game->random_turn(rng));
    game->play(turns.back());
    // Now and then the line is spoiled, or goes back, or on by several turns.
    std::vector<std::string> sent = turns;
    if (i % 7 == 3) sent.insert(sent.end(), {"?", turns.back()});
    if (i % 7 == 5) sent.resize(sent.size() / 2);
    if (i % 5 == 2) continue;
    INFO(position(sent));
    // The text of an illegal line leaves the position as it was.
    const std::vector<std::string> earlier = {position({turns.begin(), turns.end() - 1})};
    Served fresh(type);
    fresh.ask(earlier);
    one.ask(earlier);
    // Two spaces: not the line before and more.
    const std::string whole = position(sent, "position  startpos moves");
    CHECK(one.ask(with_questions(position(sent))) == fresh.ask(with_questions(whole)));
  }
}

TEST_CASE("ugi server: turns after those of a position line, and a new game, are not forgotten") {
  Served served(require_game("creeper"));
  const std::string two = "position startpos moves E7+D6 E1+F2";
  const auto number = [&](const std::vector<std::string>& lines) {
    served.ask(lines);
    return served.ask({"moves ?"}).substr(0, sizeof "info string turn N" - 1);
  };
  CHECK(number({two}) == "info string turn 3");
  CHECK(number({two, "moves A2+B3"}) == "info string turn 4");
  CHECK(number({two}) == "info string turn 3");
  CHECK(number({"uginewgame"}) == "info string turn 1");
  CHECK(number({two}) == "info string turn 3");
  CHECK(number({"setoption name bases value white-ab67"}) == "info string turn 1");
  CHECK(number({"position startpos"}) == "info string turn 1");
}

TEST_CASE("ugi server: a position that comes during a search does not disturb it") {
  Served served(require_game("creeper"), "mcts:nodes=2000");
  const std::string one = "position startpos moves E7+D6";
  const std::string alone = served.ask({"uginewgame", one, "go infinite", "stop"});
  CHECK(alone.find("bestmove ") != alone.npos);
  const std::string answer =
      served.ask({one, "go nodes 3000", one + " E1+F2", one + " E1+F2 ?", "moves A2+B3"});
  CHECK(answer.find("bestmove ") != answer.npos);
  CHECK(served.ask({"moves ?"}).starts_with("info string turn 4: "));
}

}  // namespace ugi_server_test
