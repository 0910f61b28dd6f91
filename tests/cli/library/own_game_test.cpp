#include "cli/library/game.hpp"
#include "tests/catch.h"

namespace {

/// What a program answers to these lines.
template <class Game>
std::vector<std::string> answers(const std::string& lines) {
  std::istringstream in(lines);
  std::ostringstream out;
  schiri::own_game::Server<Game>("g").serve(in, out);
  std::istringstream told(out.str());
  std::vector<std::string> all;
  for (std::string line; std::getline(told, line);) all.push_back(line);
  return all;
}

/// Noughts and crosses on a line of text; whoever fills the last place loses.
struct Line {
  std::string start() const { return "   0"; }
  std::vector<std::string> turns(const std::string& state) const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < 3; ++i) {
      if (state[i] == ' ') all.push_back(std::to_string(i));
    }
    return all;
  }
  std::string play(std::string state, const std::string& turn) const {
    state[std::stoul(turn)] = "xo"[state.back() - '0'];
    state.back() = state.back() == '0' ? '1' : '0';
    return state;
  }
  std::optional<double> result(const std::string& state) const {
    if (!turns(state).empty()) return std::nullopt;
    return state.back() == '0' ? 0 : 1;
  }
};

/// The same, each place a line of its own.
struct Lines : Line {
  std::string start() const { return " \n \n%\x01 0"; }
  std::vector<std::string> turns(const std::string&) const { return {"0", "2"}; }
  std::optional<double> result(const std::string&) const { return std::nullopt; }
};

/// States that are numbers, and one fault in each.
struct Numbers {
  struct State {
    int n = 0;
  };
  State start() const { return {}; }
  std::vector<std::string> turns(const State& state) const {
    if (state.n == 5) return {};
    return {"a"};
  }
  State play(const State& state, const std::string&) const { return {state.n + 1}; }
  std::optional<double> result(const State& state) const {
    if (state.n > 6) return 1;
    return std::nullopt;
  }
  int mover(const State& state) const {
    if (state.n == 2) throw std::runtime_error("bad mover");
    return state.n % 2;
  }
  std::string write(const State& state) const {
    if (state.n == 3) throw std::runtime_error("bad write");
    if (state.n == 4) return " 4";
    if (state.n == 6) return "two\nlines";
    return std::to_string(state.n);
  }
  State read(const std::string& text) const {
    if (text == "x") throw 7;
    return {std::stoi(text)};
  }
  double value(const State&) const { return 0; }
};

struct NoStart : Line {
  std::string start() const { throw 7; }
};

/// What no rule needs is wrong, once a place is filled.
struct Drawn : Line {
  double komi = 0.5;
  void options(const auto& option) { option("komi", komi); }
  std::string board(const std::string& state) const {
    if (state[1] != ' ') throw std::runtime_error("bad board");
    return state.substr(0, 3) + '\n' + std::to_string(komi);
  }
  double value(const std::string& state) const {
    if (state[0] != ' ') throw std::runtime_error("bad value");
    return 0;
  }
};

struct NotANumber : Line {
  double value(const std::string&) const { return std::nan(""); }
};

}  // namespace

TEST_CASE("own_game: a state that is a text is told and read as it is") {
  CHECK(answers<Line>("query position\n") == std::vector<std::string>{"response %20  0"});
  CHECK(answers<Line>("position startpos moves 1\nquery position\nquery turns\n") ==
        std::vector<std::string>{"response %20x 1", "response 0 2"});
  // Blanks within are no separators, and the turns begin at `moves`.
  for (const char* const position :
       {"position fen o  1", "position fen o  1  ", "position fen o  1\r",
        "position  fen  o  1 moves", "position fen %20  0 moves 0"}) {
    INFO(position);
    const auto told = answers<Line>(std::string(position) + "\nquery turns\nquery gameover\n");
    REQUIRE(told.size() == 2);
    CHECK(told[0] == "response 1 2");
  }
}

TEST_CASE("own_game: every text is a state") {
  const std::string position = "%20%0a %0a%25%01 0";
  CHECK(answers<Lines>("query position\n") == std::vector<std::string>{"response " + position});
  CHECK(answers<Lines>("position fen " + position + " moves 0 2\nquery position\n") ==
        std::vector<std::string>{"response x%0ao%0a%25%01 0"});
  for (const char* const text :
       {"%", "a%", "a%2", "a%zz", "100% 1", " a  ", "", "\n", "%25", "a moves", "a moves b"}) {
    INFO(text);
    CHECK(schiri::own_game::unescaped(schiri::own_game::escaped(text)) == text);
    CHECK((*text == 0 || schiri::own_game::is_position(schiri::own_game::escaped(text))));
  }
  CHECK(schiri::own_game::unescaped("a%zz%") == "a%zz%");
}

TEST_CASE("own_game: whatever a function throws is told") {
  const auto after = [](int turns, const std::string& question) {
    std::string line = "position startpos moves";
    for (int i = 0; i < turns; ++i) line += " a";
    const auto told = answers<Numbers>(line + '\n' + question + "\nisready\n");
    REQUIRE(told.size() == 2);
    CHECK(told[1] == "readyok");
    return told[0];
  };
  CHECK(after(2, "query p1turn") == "error g.mover(2) throws: bad mover");
  CHECK(after(2, "go nodes 5") == "error g.mover(2) throws: bad mover");
  CHECK(after(3, "query position") == "error g.write() throws: bad write");
  CHECK(after(4, "query position") ==
        "error g.write() is ' 4': expected a line of text, no blank at its ends, and not the word "
        "'moves'");
  CHECK(after(6, "query position").starts_with("error g.write() is 'two lines'"));
  CHECK(after(5, "go nodes 5") == "error g.turns(5) is empty without a result");
  CHECK(after(1, "setoption name Bot value alphabeta\ngo depth 6") ==
        "error g.mover(2) throws: bad mover");
  CHECK(after(3, "setoption name Bot value alphabeta\nposition fen 3\ngo depth 6") ==
        "error g.turns(5) is empty without a result");
  CHECK(after(1, "position fen x\nquery turns") == "error position g: unknown");
  CHECK(after(1, "position fen y\nquery turns") == "error position stoi");
  CHECK(answers<NoStart>("query turns\nposition startpos\nquery turns\n") ==
        std::vector<std::string>{"error g.start() throws", "error g.start() throws"});
  const auto told = answers<NotANumber>("setoption name Bot value alphabeta\ngo depth 1\n");
  REQUIRE(told.size() == 1);
  CHECK(told[0].starts_with("error g.value("));
  CHECK(told[0].ends_with("1) is not a number"));
}

TEST_CASE("own_game: a question that nobody knows is refused in a broken state too") {
  const std::vector<std::string> told =
      answers<NoStart>("query turns\nquery nothing\nquery board\n");
  CHECK(told == std::vector<std::string>{"error g.start() throws",
                                         "error there is no answer to 'query nothing'",
                                         "error there is no answer to 'query board'"});
}

TEST_CASE("own_game: a program that checks itself tries what no rule needs") {
  const std::string asked =
      "position startpos\nquery gameover\nposition startpos moves 1\nquery "
      "gameover\nposition startpos moves 0\nquery gameover\n";
  CHECK(answers<Drawn>(asked) == std::vector<std::string>(3, "response false"));
  CHECK(answers<Drawn>("setoption name Check value true\n" + asked) ==
        std::vector<std::string>{"response false", "error g.board(%20x 1) throws: bad board",
                                 "error g.value(x  1) throws: bad value"});
}

TEST_CASE("own_game: a wrong value of an option is told when a question is asked") {
  for (const std::string wrong : {"abc", "nan", "1e999", "6.5x"}) {
    CAPTURE(wrong);
    const auto told = answers<Drawn>("setoption name komi value " + wrong + "\nquery gameover\n");
    CHECK(told == std::vector<std::string>{"error the option komi has no value " + wrong});
    const auto mended = answers<Drawn>("setoption name komi value " + wrong +
                                       "\nsetoption name komi value 1\nquery gameover\n");
    CHECK(mended == std::vector<std::string>{"response false"});
  }
}

TEST_CASE("own_game: an option may be a number with a fraction") {
  const auto told = answers<Drawn>("ugi\nsetoption name komi value 6.25\nquery board\n");
  CHECK(std::count(told.begin(), told.end(), "option name komi type string default 0.5") == 1);
  CHECK(told.back() == "response    \\n6.250000");
}

TEST_CASE("own_game: a random game needs no seed") {
  const auto told = answers<Line>("query playout x\nquery playout\nquery playout 7\n");
  REQUIRE(told.size() == 3);
  for (const std::string& line : told) CHECK(line == "response p2win");
}
